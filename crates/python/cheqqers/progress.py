"""Progress bars, where ``tqdm`` is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

__all__ = ["bar", "progress"]

_Item = TypeVar("_Item")


def bar(total: int, unit: str) -> Any:
    """A bar of ``tqdm`` on standard error; ``None`` if it is not there, or that is no terminal and no notebook."""
    if not sys.stderr.isatty() and "ipykernel" not in sys.modules:
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit=f" {unit}", leave=False)


def progress(items: Sequence[_Item], unit: str) -> Iterable[_Item]:
    """The items, with a bar while they are worked on."""
    shown = bar(len(items), unit)
    if shown is None:
        yield from items
        return
    with shown:
        for item in items:
            yield item
            shown.update()
