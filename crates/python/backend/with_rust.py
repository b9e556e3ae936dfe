"""maturin, behind a check for Rust: without it a build from source would fail later, and say less."""

from __future__ import annotations

import shutil
import sys
from typing import Any

from maturin import *  # noqa: F403
from maturin import get_requires_for_build_wheel as _requires


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """What a build needs beside what pyproject.toml names; ends it if there is no Rust."""
    if shutil.which("cargo") is None:
        sys.exit(
            "cheqqers: there is no wheel for this Python or machine, and to build it from source Rust is "
            "needed: install it from https://rustup.rs and try again"
        )
    return _requires(config_settings)
