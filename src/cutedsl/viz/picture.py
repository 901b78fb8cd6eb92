"""What a picture says, free of any format: panels of labelled cells, marks between them, a legend and notes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.viz.panels import Grid, Panel

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.text import Text


@frozen
class Picture:
    """Panels in rows and columns (`None`: an empty place), a legend of (colour, meaning), and notes below.

    Written as SVG, LaTeX and terminal text without any dependency but `rich`, and as a matplotlib figure. Notebooks
    show it as SVG. Source: ours.

    >>> from cutedsl.cute import Layout
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
        from cutedsl.viz.formats.svg import svg_text

        return svg_text(self)

    def text(self, width: int | None = None) -> Text:
        """The picture for a terminal of `width` characters (80 unless given), as a `rich` text."""
        from cutedsl.viz.formats.terminal import terminal_text

        return terminal_text(self, width or 80)

    def latex(self) -> str:
        """The picture as a LaTeX document (class `standalone`, TikZ)."""
        from cutedsl.viz.formats.latex import latex_text

        return latex_text(self)

    def figure(self) -> Figure:
        """The picture as a matplotlib figure. Errors: picture-needs-matplotlib."""
        from cutedsl.viz.formats.figure import matplotlib_figure

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
                from cutedsl.viz.formats.figure import write_figure

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
