"""A layout whose mode does not split into tiles, as text for a report: groups apart, the first tile in brackets."""

from __future__ import annotations

from dataclasses import replace
from math import gcd
from typing import Any

from cutedsl.layout import Layout, make_layout
from cutedsl.viz.formats.terminal import terminal_text
from cutedsl.viz.panels import Cell, Grid
from cutedsl.viz.picture import Picture
from cutedsl.viz.pictures.grids import layout_picture

_ALONG, _ACROSS, _AFTER, _WIDTH = 20, 4, 4, 100


def cut_tile_text(layout: Any, mode: int, tile: int, *, coarse: bool = True) -> tuple[str, ...]:
    """The offsets of a layout's first two modes; those of the first tile along `mode` stand in brackets.

    Where the tile and the innermost extent of the mode have a common divisor, a cell stands for so many elements,
    unless not `coarse`.
    Errors: as `layout_picture`.

    >>> print("\\n".join(cut_tile_text(Layout("((3,2),2):((2,6),1)"), 0, 4)))
    [ ]: the first 4 elements of mode 0
    ↓ mode 0: ((3,2):(2,6))  → mode 1: (2:1)
            0    1
     0 0  [0]  [1]
       1  [2]  [3]
       2  [4]  [5]
    <BLANKLINE>
     1 0  [6]  [7]
       1    8    9
       2   10   11
    """
    parts = [layout[k] for k in range(min(len(layout), 2))]
    captions = [f"mode {k}: ({part})" for k, part in enumerate(parts)]
    parts[mode], unit = _coarse(parts[mode], tile) if coarse else (parts[mode], 1)
    shape = make_layout([*parts, Layout(1, 0)][:2])
    drawn = min(tile // unit + _AFTER, _ALONG)
    picture = layout_picture(shape, title="", limit=drawn)
    grid = _marked(picture.grids[0], mode, tile // unit, drawn, [*captions, ""][:2])
    text = terminal_text(Picture("", ((grid,),)), _WIDTH).plain
    scale = f"; a cell stands for {unit} elements" if unit > 1 else ""
    kept = [line.rstrip() for line in text.splitlines() if not line.startswith("Cut:")]
    while not kept[0]:
        kept.pop(0)
    return (f"[ ]: the first {tile} elements of mode {mode}{scale}", *kept)


def elements_text(layout: Any, mode: int, count: int) -> tuple[str, ...]:
    """`cut_tile_text`, each element in a cell of its own."""
    return cut_tile_text(layout, mode, count, coarse=False)


def _coarse(part: Layout, tile: int) -> tuple[Layout, int]:
    """A mode in steps of what divides both its innermost extent and the tile, and the step."""
    shape, stride = part.shape, part.stride
    if not isinstance(shape, tuple) or not isinstance(shape[0], int):
        return part, 1
    unit = gcd(shape[0], tile)
    return Layout((shape[0] // unit, *shape[1:]), (stride[0] * unit, *stride[1:])), unit


def _marked(grid: Grid, mode: int, tile: int, along: int, captions: list[str]) -> Grid:
    """The grid with brackets around the first tile, cut to what a report has room for."""
    most = (along, _ACROSS) if mode == 0 else (_ACROSS, along)
    rows, cols = (
        replace(axis, drawn=min(axis.drawn, drawn), caption=caption)
        for axis, drawn, caption in zip((grid.rows, grid.cols), most, captions, strict=True)
    )
    cells = [
        tuple(_bracketed(cell, (r, c)[mode] < tile) for c, cell in enumerate(row[: cols.drawn]))
        for r, row in enumerate(grid.cells[: rows.drawn])
    ]
    return Grid("", rows, cols, tuple(cells))


def _bracketed(cell: Cell, marked: bool) -> Cell:
    return Cell(tuple(f"[{line}]" for line in cell.lines) if marked else cell.lines, cell.fill)
