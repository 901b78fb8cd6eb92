"""The parts of a picture: grids of cells with their axes, and marks between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from cutedsl.errors.frozen import frozen

if TYPE_CHECKING:
    pass


@frozen
class Cell:
    """One element: the lines of its label, and its colour (`#rrggbb`)."""

    lines: tuple[str, ...]
    fill: str


@frozen
class Axis:
    """One side of a grid: what it is called, its extents (innermost first), and how many of `length` are drawn.

    The product of `extents` is `length`; `drawn < length` means that the grid is cut there.
    """

    caption: str
    extents: tuple[int, ...]
    length: int
    drawn: int

    @property
    def is_cut(self) -> bool:
        """Whether some of the axis is not drawn."""
        return self.drawn < self.length


@frozen
class Band:
    """One header over `span` neighbouring rows or columns, from `start`."""

    start: int
    span: int
    label: str


def bands(axis: Axis) -> tuple[tuple[Band, ...], ...]:
    """The headers of an axis, outermost first: a mode of shape (2,3) has one for the 3 above one for the 2.

    >>> [[b.label for b in row] for row in bands(Axis("", (2, 3), 6, 6))]
    [['0', '1', '2'], ['0', '1', '0', '1', '0', '1']]
    """
    rows: list[tuple[Band, ...]] = []
    step = 1
    for extent in [e for e in axis.extents if e > 1] or [1]:
        starts = range(0, axis.drawn, step)
        rows.append(tuple([Band(s, min(step, axis.drawn - s), str(s // step % extent)) for s in starts]))
        step *= extent
    return tuple(reversed(rows))


def rules(axis: Axis) -> dict[int, int]:
    """The lines to draw stronger, by position: 1 where the innermost extent repeats, 2 the next, and so on.

    >>> rules(Axis("", (2, 2, 2), 8, 8))
    {2: 1, 4: 2, 6: 1}
    """
    found: dict[int, int] = {}
    step = 1
    for level, extent in enumerate([e for e in axis.extents if e > 1][:-1], start=1):
        step *= extent
        found.update(dict.fromkeys(range(step, axis.drawn, step), level))
    return dict(sorted(found.items()))


@frozen
class Grid:
    """A panel of cells under a title; `cells[row][column]` holds the drawn ones."""

    title: str
    rows: Axis
    cols: Axis
    cells: tuple[tuple[Cell, ...], ...]

    @property
    def is_cut(self) -> bool:
        """Whether the grid shows only part of what it stands for."""
        return self.rows.is_cut or self.cols.is_cut


@frozen
class Mark:
    """An arrow between two panels, with lines of text over it."""

    lines: tuple[str, ...]


Panel: TypeAlias = "Grid | Mark | None"
