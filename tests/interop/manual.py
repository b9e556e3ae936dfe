"""Tables of the manual, between marks."""

from __future__ import annotations

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table, its first column aligned to the left and the others to the right."""
    rule = ["---"] + ["---:"] * (len(heads) - 1)
    lines = [f"| {' | '.join(map(str, cells))} |\n" for cells in [heads, rule, *rows]]
    return "".join(lines)


def replaced(page: str, name: str, table: str) -> str:
    """The page with this table between the marks of its name."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
    before, mark, rest = page.partition(begin)
    _, closing, after = rest.partition(end)
    if not (mark and closing):
        raise ValueError(f"the page has no lines {begin.strip()} and {end.strip()}")
    return f"{before}{begin}\n{table}\n{end}{after}"
