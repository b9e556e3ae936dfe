"""Writes the docstrings of the extension module into its stubs, and the manual's reference of the package; with
``--check`` says whether they are there.

Editors read the stubs, and `help` the module.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from pathlib import Path
from typing import Any

from cheqqers import _core

ROOT = Path(__file__).resolve().parents[2]
STUBS = ROOT / "crates/python/cheqqers/_core.pyi"
REFERENCE = ROOT / "crates/manual/src/reference/python.md"


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


MODULES = ["cheqqers", "cheqqers.backends", "cheqqers.players", "cheqqers.search", "cheqqers.language", "cheqqers.toolkits", "cheqqers.pettingzoo", "cheqqers.openspiel", "cheqqers.metriq", "cheqqers.errors"]
INTRODUCTION = """\
# Python package

<!-- Written by tests/python/run --stubs: change the docstrings instead. -->

All names of the package `cheqqers`, module by module. [Use Python](../how-to/python.md) shows them at work.
"""


def signatures() -> dict[str, str]:
    """Signatures by name, as the stubs have them."""
    found: dict[str, str] = {}

    def visit(prefix: str, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                visit(f"{prefix}{node.name}.", node.body)
            elif isinstance(node, ast.FunctionDef):
                arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("cls, ")
                arguments = "" if arguments in ("self", "cls") else arguments
                returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
                decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
                text = returns.replace(" -> ", ": ") if "property" in decorators else f"({arguments}){returns}"
                found[f"{prefix}{node.name}"] = text.replace("_Color", "str").replace("_Result", "str")

    visit("", ast.parse(STUBS.read_text()).body)
    return found


def prose(text: str | None) -> str:
    """A docstring in the manual's markup."""
    text = inspect.cleandoc(text or "")
    text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text).replace("``", "`").replace("\\\\", "")
    text = re.sub(r"^( +)(\*{0,2}\w[^:\n]*):", r"\1- `\2`:", text, flags=re.MULTILINE)
    text = re.sub(r"^(Args|Raises|Returns|Attributes):$", r"\1:\n", text, flags=re.MULTILINE)
    text = re.sub(r"^    ", "", text, flags=re.MULTILINE)
    return re.sub(r"((?:^>>> .*\n?(?:^(?!\n).+\n?)*)+)", r"```text\n\1\n```", text, flags=re.MULTILINE)


def reference() -> str:
    page = INTRODUCTION
    known = signatures()
    for name in MODULES:
        module = importlib.import_module(name)
        page += f"\n## {name}\n\n{prose(module.__doc__)}\n"
        for public in sorted(module.__all__, key=lambda name: (not inspect.isclass(getattr(module, name)), name)):
            value = getattr(module, public)
            if name == "cheqqers" and value.__class__ is type and issubclass(value, Exception):
                continue
            if public == "__version__" or not getattr(value, "__doc__", None):
                continue
            if not (inspect.isclass(value) or callable(value)):
                continue
            page += entry(public, value, known)
    return re.sub(r"\n{3,}", "\n\n", page)


def entry(public: str, value: object, known: dict[str, str]) -> str:
    if not inspect.isclass(value):
        # One in Python has its own, whatever the extension module calls by this name.
        text = signature(value) if inspect.isfunction(value) else known.get(public) or signature(value)
        return f"\n### `{public}{text}`\n\n{prose(value.__doc__)}\n"
    page = f"\n### `{public}`\n\n{prose(value.__doc__)}\n"
    # In the order of the stubs: that of the extension module is another one each time.
    order = list(known)
    members = vars(value).items()
    if value.__module__ == "cheqqers":
        members = sorted(members, key=lambda item: order.index(f"{public}.{item[0]}") if f"{public}.{item[0]}" in known else -1)
    for name, member in members:
        if name.startswith("_") or not getattr(member, "__doc__", None):
            continue
        if isinstance(member, (int, float, str, list, dict)):
            continue
        text = known.get(f"{public}.{name}")
        if text is None:
            text = "" if isinstance(member, property) else signature(getattr(value, name))
        page += f"\n**`{public}.{name}{text}`**\n\n{prose(member.__doc__)}\n"
    return page


def signature(value: object) -> str:
    try:
        return re.sub(r"\(self(, )?", "(", str(inspect.signature(value)))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""


def main() -> None:
    source = STUBS.read_text()
    # The reference has the signatures of the stubs.
    wanted = {STUBS: lambda: documented(bare(source)), REFERENCE: reference}
    for path, write in wanted.items():
        written = write()
        if "--check" not in sys.argv:
            path.write_text(written)
        elif not path.exists() or written != path.read_text():
            sys.exit(f"{path.name} is not what the docstrings say: run tests/python/run --stubs")


if __name__ == "__main__":
    main()
