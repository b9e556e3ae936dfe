"""What the numbers were measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine() -> str:
    """The processor, its cores, the load and the system."""
    load = os.getloadavg()[0]
    return f"{processor()}, {os.cpu_count()} cores, load {load:.1f}; {platform.platform()}"


def processor() -> str:
    """The name of the processor, where it is told."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
