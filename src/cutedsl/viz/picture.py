"""What a picture says, free of any format: panels of labelled cells, marks between them, a legend and notes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from cutedsl.errors import fail

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.text import Text


@dataclass(frozen=True, slots=True)
class Cell:
    """One element: the lines of its label, and its colour (`#rrggbb`)."""

    lines: tuple[str, ...]
    fill: str


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Mark:
    """An arrow between two panels, with lines of text over it."""

    lines: tuple[str, ...]


Panel: TypeAlias = "Grid | Mark | None"


@dataclass(frozen=True, slots=True)
class Picture:
    """Panels in rows and columns (`None`: an empty place), a legend of (colour, meaning), and notes below.

    Written as SVG, LaTeX and terminal text without any dependency but `rich`, and as a matplotlib figure. Notebooks
    show it as SVG. Source: ours.

    >>> from cutedsl.layout import Layout
    >>> from cutedsl.viz import layout_picture
    >>> layout_picture(Layout("(2,2):(2,1)")).svg().startswith("<svg ")
    True
    """

    title: str
    panels: tuple[tuple[Panel, ...], ...]
    legend: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def grids(self) -> tuple[Grid, ...]:
        """The panels that are grids, row by row."""
        return tuple([panel for row in self.panels for panel in row if isinstance(panel, Grid)])

    @property
    def cuts(self) -> tuple[str, ...]:
        """A line for each different way in which grids are cut."""
        return tuple(dict.fromkeys([_cut_note(grid) for grid in self.grids if grid.is_cut]))

    def svg(self) -> str:
        """The picture as one `<svg>` element that needs nothing else."""
        from cutedsl.viz.svg import svg_text

        return svg_text(self)

    def text(self, width: int | None = None) -> Text:
        """The picture for a terminal of `width` characters (80 unless given), as a `rich` text."""
        from cutedsl.viz.terminal import terminal_text

        return terminal_text(self, width or 80)

    def latex(self) -> str:
        """The picture as a LaTeX document (class `standalone`, TikZ)."""
        from cutedsl.viz.latex import latex_text

        return latex_text(self)

    def figure(self) -> Figure:
        """The picture as a matplotlib figure. Errors: picture-needs-matplotlib."""
        from cutedsl.viz.figure import matplotlib_figure

        return matplotlib_figure(self)

    def save(self, path: str | Path) -> None:
        """Writes the picture in the format that the ending names: svg, tex, txt, png or pdf.

        Errors: picture-file-kind, picture-needs-matplotlib (png, pdf).
        """
        target = Path(path)
        match target.suffix.lower():
            case ".svg":
                target.write_text(self.svg() + "\n", encoding="utf-8")
            case ".tex":
                target.write_text(self.latex(), encoding="utf-8")
            case ".txt":
                target.write_text(self.text(10_000).plain, encoding="utf-8")
            case ".png" | ".pdf":
                from cutedsl.viz.figure import write_figure

                write_figure(self, target)
            case kind:
                raise fail("picture-file-kind", f"{str(path)!r} ends in {kind or 'nothing'!r}")

    def _repr_svg_(self) -> str:
        return self.svg()

    def __rich_console__(self, console: Any, options: Any) -> Any:
        yield self.text(options.max_width)


def _cut_note(grid: Grid) -> str:
    """What of a grid is drawn."""
    sides = (("rows", grid.rows), ("columns", grid.cols))
    parts = [f"{side.drawn} of {side.length} {name}" for name, side in sides if side.is_cut]
    return f"Cut: the first {' and '.join(parts)} are drawn."
