"""Layouts as grids: the index in each cell, coloured by where it lies in memory."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.layout import flatten_to_tuple
from cutedsl.viz.colours import index_colour
from cutedsl.viz.panels import Axis, Cell, Grid
from cutedsl.viz.picture import Picture
from cutedsl.viz.reading import LIMIT, DrawnLayout, Mode, check_drawable, modes_of, value_text

PANEL_LIMIT = 8
"""Panels drawn along a third or fourth mode."""
Colour = Callable[[Any], str]


@frozen
class Slices:
    """The grids of a layout: one for each index of the modes after the second, in rows by mode 3, columns by mode 2."""

    panels: tuple[tuple[Grid, ...], ...]
    notes: tuple[str, ...]


def layout_picture(
    layout: Any, *, title: str | None = None, limit: int = LIMIT, colour: Colour | None = None
) -> Picture:
    """The index at each coordinate: mode 0 downwards, mode 1 to the right, a grid for each index of modes 2 and 3.

    A colour stands for an index: pale yellow at the start of memory, deep blue at the end, so neighbours in memory
    look alike. Nested modes get a header for each extent and stronger lines where tiles end. At most `limit` rows
    and columns are drawn; the picture says so when it cuts. `colour` gives other colours, as `#rrggbb` of an index.
    Errors: picture-not-a-layout, picture-dynamic, picture-rank. Source: ours.

    >>> from cutedsl.cute import Layout
    >>> [[cell.lines[0] for cell in row] for row in layout_picture(Layout("(2,3):(3,1)")).grids[0].cells]
    [['0', '1', '2'], ['3', '4', '5']]
    """
    drawn = check_drawable(layout)
    slices = layout_slices(drawn, colour or colour_by_value(values_of(drawn, limit)), limit)
    return Picture(str(drawn) if title is None else title, slices.panels, notes=slices.notes)


def layout_slices(layout: DrawnLayout, colour: Colour, limit: int = LIMIT, title: str = "") -> Slices:
    """The grids of a layout of rank 0 to 4. Errors: picture-rank."""
    modes = _drawable_modes(layout)
    rows, cols = _sides(modes, _side_limit(modes, limit))
    outer = [*modes[2:], *[Mode((1,), 1, "")] * 2][:2]
    across, down = [range(min(mode.length, PANEL_LIMIT)) for mode in outer]
    panels = tuple([tuple([_slice(layout, colour, (rows, cols), title, (i, j)) for i in across]) for j in down])
    notes = [
        f"Cut: the first {PANEL_LIMIT} of {mode.length} grids along mode {k + 2} are drawn."
        for k, mode in enumerate(outer)
        if mode.length > PANEL_LIMIT
    ]
    return Slices(panels, tuple(notes))


def _drawable_modes(layout: DrawnLayout) -> tuple[Mode, ...]:
    """The modes, if there are not too many. Errors: picture-rank."""
    modes = modes_of(layout)
    if len(modes) > 4:
        raise fail("picture-rank", f"{layout} has {len(modes)} modes; a picture shows up to 4")
    return modes


def _side_limit(modes: tuple[Mode, ...], limit: int) -> int:
    """Rows and columns drawn of each grid: fewer where there are many grids."""
    grids = 1
    for mode in modes[2:4]:
        grids *= min(mode.length, PANEL_LIMIT)
    return limit if grids <= 2 else min(limit, 32 if grids <= 8 else 16)


def _sides(modes: tuple[Mode, ...], limit: int) -> tuple[Axis, Axis]:
    """Rows and columns: a layout with one mode is a single row."""
    lone = Axis("", (1,), 1, 1)
    match modes:
        case ():
            return lone, lone
        case (only,):
            return lone, only.axis("mode 0:", limit)
        case _:
            return modes[0].axis("mode 0:", limit), modes[1].axis("mode 1:", limit)


def _slice(layout: DrawnLayout, colour: Colour, sides: tuple[Axis, Axis], title: str, at: tuple[int, int]) -> Grid:
    """The grid at index `at` of modes 2 and 3."""
    rank = len(modes_of(layout))
    rows, cols = sides
    cells = [
        tuple([_cell(layout(_coordinate(rank, (r, c, *at))), colour) for c in range(cols.drawn)])
        for r in range(rows.drawn)
    ]
    rest = ",".join(["_", "_", *map(str, at)][:rank])
    name = f"({rest})" if rank > 2 else ""
    return Grid(" ".join(filter(None, [title, name])), rows, cols, tuple(cells))


def _cell(value: Any, colour: Colour) -> Cell:
    return Cell((value_text(value),), colour(value))


def _coordinate(rank: int, at: tuple[int, ...]) -> Any:
    """The coordinate of a cell: row, column and slice indices, as many as there are modes."""
    match rank:
        case 0:
            return ()
        case 1:
            return at[1]
        case _:
            return at[:rank]


def values_of(layout: DrawnLayout, limit: int = LIMIT) -> list[Any]:
    """The values at the coordinates that a picture of the layout draws. Errors: picture-rank."""
    modes = _drawable_modes(layout)
    if len(modes) == 1:
        return [layout(i) for i in range(min(modes[0].length, limit))]
    side = _side_limit(modes, limit)
    bounds = [min(mode.length, side if k < 2 else PANEL_LIMIT) for k, mode in enumerate(modes)]
    return [layout(at) for at in itertools.product(*map(range, bounds))]


def colour_by_value(values: Iterable[Any]) -> Colour:
    """A colour for each of `values`: by index for integers, by place in sorted order for coordinates."""
    found = list(values)
    if all(isinstance(v, int) for v in found):
        low, high = min(found, default=0), max(found, default=0)
        return lambda value: index_colour(value, low, high)
    order = {value: k for k, value in enumerate(sorted(set(found), key=_sortable))}
    return lambda value: index_colour(order[value], 0, len(order) - 1)


def _sortable(value: Any) -> tuple[int, ...]:
    """A coordinate as its leaves, the last one slowest."""
    return flatten_to_tuple(value)[::-1]
