"""The notebooks run, and show boards and circuits."""

from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "crates/python/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "clear the outputs"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not any(output.output_type == "error" for output in shown)
    drawings = [output for output in shown if "image/svg+xml" in output.get("data", {})]
    assert len(drawings) >= 10
