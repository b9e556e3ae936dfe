"""The command `cheqqers`, as it was built."""

from __future__ import annotations

import os
import subprocess


def cheqqers(*arguments: str) -> str:
    """What the command prints. The variable CHEQQERS says where it is."""
    command = [os.environ["CHEQQERS"], *arguments]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    if done.returncode:
        raise RuntimeError(f"cheqqers {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout
