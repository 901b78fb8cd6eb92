"""Execute notebooks in place without Jupyter: `python scripts/execute_notebook.py docs/notebooks/layouts_seen.ipynb`.

The code cells run in order in one namespace. What a cell prints and the value of its last expression (as SVG where the
value has `_repr_svg_`) become its outputs.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import linecache
import sys
from pathlib import Path
from types import CodeType
from typing import Any, Protocol, runtime_checkable

Cell = dict[str, Any]


@runtime_checkable
class ShowsSvg(Protocol):
    """A value that notebooks show as a drawing."""

    def _repr_svg_(self) -> str: ...


def execute(notebook: dict[str, Any], name: str = "notebook") -> dict[str, Any]:
    """The notebook with fresh outputs; an exception in a cell is the caller's."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    done: list[Cell] = []
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = run_cell("".join(cell["source"]), f"<{name}, cell {count}>", namespace, count)
            cell = {**cell, "execution_count": count, "outputs": outputs}
        done.append(cell)
    return {**notebook, "cells": done}


def run_cell(source: str, filename: str, namespace: dict[str, Any], count: int) -> list[Cell]:
    """The outputs of one code cell, run in `namespace`."""
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    body, last = split(source, filename)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(body, namespace)
        value = eval(last, namespace) if last else None
    outputs: list[Cell] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines(printed.getvalue())})
    if value is not None:
        shown = {"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": display(value)}
        outputs.append(shown)
    return outputs


def split(source: str, filename: str) -> tuple[CodeType, CodeType | None]:
    """The statements of a cell, and its last expression, compiled."""
    tree = ast.parse(source, filename)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    shown = compile(ast.Expression(last.value), filename, "eval") if isinstance(last, ast.Expr) else None
    return compile(tree, filename, "exec"), shown


def display(value: object) -> dict[str, list[str]]:
    """A value as SVG, or else as text."""
    if isinstance(value, ShowsSvg):
        return {"image/svg+xml": lines(value._repr_svg_()), "text/plain": [f"<{type(value).__name__}>"]}  # pyright: ignore[reportPrivateUsage]
    return {"text/plain": lines(repr(value))}


def lines(text: str) -> list[str]:
    """A text as notebooks store it."""
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        fresh = execute(json.loads(path.read_text(encoding="utf-8")), path.stem)
        path.write_text(json.dumps(fresh, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
