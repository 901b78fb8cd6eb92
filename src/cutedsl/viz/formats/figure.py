"""Pictures as matplotlib figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.viz.formats.scene import Line, Rect, Words, place

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from cutedsl.viz.picture import Picture

_DPI = 96
_POINTS = 72 / _DPI


def matplotlib_figure(picture: Picture) -> Figure:
    """The picture as a figure of its own (not pyplot's), one data unit a pixel. Errors: picture-needs-matplotlib."""
    try:
        from matplotlib.collections import LineCollection, PolyCollection
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise fail("picture-needs-matplotlib", f"matplotlib cannot be imported: {missing}") from missing
    scene = place(picture)
    figure: Any = Figure(figsize=(scene.width / _DPI, scene.height / _DPI), dpi=_DPI)
    axes: Any = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, scene.width), ylim=(scene.height, 0))
    axes.set_axis_off()
    rects = [shape for shape in scene.shapes if isinstance(shape, Rect)]
    lines = [shape for shape in scene.shapes if isinstance(shape, Line)]
    axes.add_collection(PolyCollection([_corners(r) for r in rects], facecolors=[r.fill for r in rects], linewidths=0))
    axes.add_collection(
        LineCollection(
            [[(s.x1, s.y1), (s.x2, s.y2)] for s in lines],
            colors=[s.colour for s in lines],
            linewidths=[s.width * _POINTS for s in lines],
        )
    )
    for shape in scene.shapes:
        match shape:
            case Words():
                _write(axes, shape)
            case Line(arrow=True):
                axes.plot(shape.x2 - 4, shape.y2, marker=">", markersize=6, color=shape.colour)
            case _:
                pass
    return figure


def write_figure(picture: Picture, path: Path) -> None:
    """Writes the figure in the format that the path's ending names."""
    figure: Any = matplotlib_figure(picture)
    figure.savefig(path)


def _corners(rect: Rect) -> list[tuple[float, float]]:
    right, bottom = rect.x + rect.width, rect.y + rect.height
    return [(rect.x, rect.y), (right, rect.y), (right, bottom), (rect.x, bottom)]


def _write(axes: Any, words: Words) -> None:
    """One text."""
    axes.text(
        words.x,
        words.y,
        words.text,
        fontsize=words.size * _POINTS,
        color=words.colour,
        family="monospace",
        weight="bold" if words.bold else "normal",
        ha="left" if words.anchor == "start" else "center",
        va="center",
        rotation=90 if words.vertical else 0,
        parse_math=False,
    )
