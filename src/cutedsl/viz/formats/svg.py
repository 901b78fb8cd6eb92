"""Pictures as SVG, written here so that nothing needs to be installed."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from cutedsl.viz.formats.scene import Line, Rect, Scene, Shape, Words, place

if TYPE_CHECKING:
    from cutedsl.viz.picture import Picture

_FONTS = "DejaVu Sans Mono, Menlo, Consolas, monospace"


def svg_text(picture: Picture) -> str:
    """The picture as one `<svg>` element; its title and notes are there for screen readers too."""
    scene = place(picture)
    heading = picture.title or "; ".join([grid.title for grid in picture.grids])
    about = " ".join(["; ".join([grid.title for grid in picture.grids]), *picture.cuts, *picture.notes])
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(scene.width)}" height="{_n(scene.height)}" '
            f'viewBox="0 0 {_n(scene.width)} {_n(scene.height)}" role="img" font-family="{_FONTS}">',
            f"<title>{escape(heading)}</title>",
            f"<desc>{escape(about)}</desc>",
            f'<rect width="{_n(scene.width)}" height="{_n(scene.height)}" fill="#ffffff"/>',
            *_body(scene),
            "</svg>",
        ]
    )


def _body(scene: Scene) -> Iterator[str]:
    """One element a run of alike shapes, which keeps a 64 × 64 grid small."""
    for key, run in groupby(scene.shapes, key=_style):
        shapes = list(run)
        match shapes[0]:
            case Rect():
                yield f'<path fill="{key[1]}" d="{"".join([_rect_path(s) for s in shapes if isinstance(s, Rect)])}"/>'
            case Line():
                yield from _lines([s for s in shapes if isinstance(s, Line)])
            case Words():
                yield from _texts([s for s in shapes if isinstance(s, Words)])


def _style(shape: Shape) -> tuple[object, ...]:
    """What neighbours must share to be written together."""
    match shape:
        case Rect():
            return ("rect", shape.fill)
        case Line():
            return ("line", shape.colour, shape.width, shape.arrow)
        case Words():
            return ("words", shape.size, shape.colour, shape.anchor, shape.bold, shape.vertical)


def _rect_path(shape: Rect) -> str:
    """A rectangle as a closed path."""
    width, height = _n(shape.width), _n(shape.height)
    return f"M{_n(shape.x)} {_n(shape.y)}h{width}v{height}h-{width}z"


def _lines(lines: list[Line]) -> Iterator[str]:
    """Lines of one style; an arrow's head is a second path."""
    first = lines[0]
    path = "".join([f"M{_n(s.x1)} {_n(s.y1)}L{_n(s.x2)} {_n(s.y2)}" for s in lines])
    yield f'<path fill="none" stroke="{first.colour}" stroke-width="{_n(first.width)}" d="{path}"/>'
    for s in lines:
        if s.arrow:
            yield f'<path fill="{s.colour}" d="M{_n(s.x2)} {_n(s.y2)}l-9 -4.5v9z"/>'


def _texts(texts: list[Words]) -> Iterator[str]:
    """Texts of one style in a group."""
    first = texts[0]
    weight = ' font-weight="bold"' if first.bold else ""
    yield f'<g font-size="{_n(first.size)}" fill="{first.colour}" text-anchor="{first.anchor}"{weight}>'
    for s in texts:
        # The baseline is set here, as `dominant-baseline` is not known to every viewer.
        baseline = s.y + 0.36 * s.size
        turn = f' transform="rotate(-90 {_n(s.x)} {_n(s.y)})"' if s.vertical else ""
        yield f'<text x="{_n(s.x)}" y="{_n(baseline)}"{turn}>{escape(s.text)}</text>'
    yield "</g>"


def _n(value: float) -> str:
    """A number with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")
