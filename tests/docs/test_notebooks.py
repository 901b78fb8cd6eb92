"""The notebooks run from top to bottom, and what they show is what they give today."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.execute_notebook import execute
from tests.docs.programs import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def shown(notebook: dict[str, Any]) -> list[list[object]]:
    """What each code cell shows: texts as they are, drawings only as a fact (their colours may change)."""
    found: list[list[object]] = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            outputs = [o.get("text") or sorted(o["data"]) + o["data"]["text/plain"] for o in cell["outputs"]]
            found.append(outputs)
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_gives(path: Path) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))
    fresh = execute(stored, path.stem)
    assert shown(fresh) == shown(stored), f"run `python scripts/execute_notebook.py {path.relative_to(ROOT)}`"
    drawings = [
        "".join(output["data"]["image/svg+xml"])
        for cell in fresh["cells"]
        for output in cell.get("outputs", ())
        if "image/svg+xml" in output.get("data", {})
    ]
    assert len(drawings) >= (10 if path.stem == "layouts_seen" else 0)
    assert all(text.startswith("<svg ") for text in drawings)


def test_a_cell_that_raises_is_not_hidden() -> None:
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": ["1 / 0"], "outputs": [], "execution_count": None}
    with pytest.raises(ZeroDivisionError):
        execute({"cells": [cell], "nbformat": 4, "nbformat_minor": 5, "metadata": {}})


def test_there_is_a_notebook() -> None:
    lessons = [f"learn_{number:02}" for number in range(1, 11)]
    assert [path.stem for path in NOTEBOOKS] == ["first_kernel", "frameworks", "layouts_seen", *lessons]
