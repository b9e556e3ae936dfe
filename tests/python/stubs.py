"""Writes the docstrings of the extension module into its stubs; with ``--check`` says whether they are there.

Editors read the stubs, and `help` the module.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

from cheqqers import _core

STUBS = Path(__file__).resolve().parents[2] / "crates/python/cheqqers/_core.pyi"


def docstring(owner: Any, name: str) -> str | None:
    text = getattr(getattr(owner, name, None), "__doc__", None)
    # Those of `object` say nothing.
    return text if text and not name.startswith("_") else None


def documented(source: str) -> str:
    tree = ast.parse(source)
    lines = source.splitlines()
    inserts: list[tuple[int, int, str]] = []

    def visit(owner: Any, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                continue
            text = docstring(owner, node.name)
            body = node.body
            if isinstance(node, ast.ClassDef):
                if text:
                    inserts.append((body[0].lineno - 1, node.col_offset + 4, text))
                visit(getattr(owner, node.name, None), body)
            elif text:
                inserts.append((body[-1].lineno, node.col_offset + 4, text))

    visit(_core, tree.body)
    for line, indent, text in sorted(inserts, reverse=True):
        blanks = " " * indent
        quoted = [f'{blanks}"""' + text.split("\n")[0], *(f"{blanks}{t}".rstrip() for t in text.split("\n")[1:])]
        quoted[-1] += '"""' if len(quoted) == 1 else ""
        if len(quoted) > 1:
            quoted.append(f'{blanks}"""')
        previous = lines[line - 1]
        if previous.rstrip().endswith("..."):
            lines[line - 1 : line] = [previous.rstrip()[: -len(" ...")], *quoted]
        else:
            # Before the first attribute of a class, above its decorators.
            while lines[line - 1].lstrip().startswith("@"):
                line -= 1
            lines[line:line] = quoted
    return "\n".join(lines) + "\n"


def bare(source: str) -> str:
    """The stubs without docstrings."""
    tree = ast.parse(source)
    drop: set[int] = set()
    mend: dict[int, str] = {}
    for node in ast.walk(tree):
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or ast.get_docstring(node) is None:
            continue
        first = node.body[0]
        drop |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
        if len(node.body) == 1:
            mend[first.lineno - 1] = " ..."
    lines = source.splitlines()
    kept = [line + mend.get(number, "") for number, line in enumerate(lines, 1) if number not in drop]
    return "\n".join(kept) + "\n"


def main() -> None:
    source = STUBS.read_text()
    written = documented(bare(source))
    if "--check" not in sys.argv:
        STUBS.write_text(written)
    elif written != source:
        sys.exit(f"{STUBS.name} lacks docstrings: run tests/python/run --stubs")


if __name__ == "__main__":
    main()
