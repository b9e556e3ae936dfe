"""Python samples of the manual and the READMEs, run as written: `pycon` blocks show what is printed."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(pycon|python)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = [path for path in sorted((ROOT / "crates/manual/src").rglob("*.md")) if "```pycon" in path.read_text()]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_manual_prints_what_it_says(path: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    text = path.read_text()
    samples = "\n".join(body for language, body in BLOCK.findall(text) if language == "pycon")
    test = doctest.DocTestParser().get_doctest(samples, {}, path.name, str(path), 0)
    assert test.examples
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    failed = runner.run(test, out=report.append).failed
    assert failed == 0, "".join(report)


@pytest.mark.parametrize("path", [ROOT / "README.md", ROOT / "crates/python/README.md"], ids=["README", "PyPI"])
def test_readmes_run(path: Path, tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    samples = [body for language, body in BLOCK.findall(path.read_text()) if language == "python"]
    assert samples
    for sample in samples:
        exec(compile(sample, str(path), "exec"), {})
    assert capsys.readouterr().out
    assert os.getcwd() == str(tmp_path)


def test_the_engine_of_the_manual_plays_whole_games(tmp_path: Path) -> None:
    page = ROOT / "crates/manual/src/how-to/write-an-engine.md"
    [program] = [body for language, body in BLOCK.findall(page.read_text()) if language == "python"]
    (tmp_path / "dice.py").write_text(program)
    cheqqers = [sys.executable, "-m", "cheqqers"]
    players = ["--white", f"engine:{sys.executable} dice.py", "--black", "random"]
    options = ["--games", "2", "--seed", "4", "--trace", "trace.jsonl"]
    played = subprocess.run([*cheqqers, "selfplay", *players, *options], cwd=tmp_path, capture_output=True, text=True)
    assert (played.returncode, played.stderr) == (0, "")
    lines = (tmp_path / "trace.jsonl").read_text().splitlines()
    # A game that its engine did not go on with ends by a line of its own.
    assert not any("end" in json.loads(line) for line in lines)
    subprocess.run([*cheqqers, "replay", "--verify", "trace.jsonl"], cwd=tmp_path, check=True)
