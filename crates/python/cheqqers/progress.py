"""Progress bars, where ``tqdm`` is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

_Item = TypeVar("_Item")


def progress(items: Sequence[_Item], unit: str) -> Iterable[_Item]:
    """The items, with a bar on standard error if that is a terminal or a notebook and ``tqdm`` is there."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return items
    if not sys.stderr.isatty() and "ipykernel" not in sys.modules:
        return items
    bar: Iterable[_Item] = tqdm(items, unit=f" {unit}")
    return bar
