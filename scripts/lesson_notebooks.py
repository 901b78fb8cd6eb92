"""Notebooks of the lessons, written from their pages and executed: `python scripts/lesson_notebooks.py`.

A puzzle's cell has its program as it is given; the cell after it checks `solve`, so it says what is wrong until the
puzzle is solved.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cutedsl.learn import Lesson, lessons
from scripts.execute_notebook import Cell, execute

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "notebooks"
_CODE: Final = re.compile(r"^```python( title=\"(\d+)_(\d)\.py\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INSTALL: Final = (
    "In a hosted notebook, first install cutedsl in a cell of its own, with the line of the README after `%`."
)


def notebook(lesson: Lesson) -> dict[str, Any]:
    """The lesson as a notebook, without outputs."""
    cells = [*_cells(lesson.page.read_text(encoding="utf-8"))]
    cells.insert(1, _cell("markdown", _INSTALL))
    for k, cell in enumerate(cells):
        cell["id"] = f"cell-{k}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _cells(text: str) -> Iterator[Cell]:
    end = 0
    for block in _CODE.finditer(text):
        if before := text[end : block.start()].strip():
            yield _cell("markdown", before)
        yield _cell("code", block[4].strip())
        if block[1]:
            yield _cell("code", f'from cutedsl.learn import check\n\ncheck("{block[2]}.{block[3]}", solve)')
        end = block.end()
    yield _cell("markdown", text[end:].strip())


def _cell(kind: str, text: str) -> Cell:
    cell: Cell = {"cell_type": kind, "id": "", "metadata": {}, "source": text.splitlines(keepends=True)}
    return {**cell, "execution_count": None, "outputs": []} if kind == "code" else cell


if __name__ == "__main__":
    for one in lessons():
        name = f"learn_{one.number:02}"
        fresh = execute(notebook(one), name)
        text = json.dumps(fresh, indent=1, ensure_ascii=False) + "\n"
        (FOLDER / f"{name}.ipynb").write_text(text, encoding="utf-8")
