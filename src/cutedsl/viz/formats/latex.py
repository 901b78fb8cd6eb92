"""Pictures as LaTeX documents with TikZ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cutedsl.viz.formats.scene import Line, Rect, Scene, Shape, Words, place

if TYPE_CHECKING:
    from cutedsl.viz.picture import Picture

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "_": r"\_", "#": r"\#", "%": r"\%", "&": r"\&", "$": r"\$",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "×": r"$\times$", "→": r"$\rightarrow$", "…": r"\ldots{}", "⋮": r"$\vdots$", "–": "--",
}  # fmt: skip
_HEAD = r"""\documentclass[border=2pt]{standalone}
\usepackage{tikz}
\begin{document}
\frenchspacing
"""
_FOOT = r"""\end{document}
"""
_BEGIN = r"\begin{tikzpicture}[x=0.75pt, y=-0.75pt, every node/.style={inner sep=0pt, font=\ttfamily}]"
_END = r"\end{tikzpicture}"


def latex_text(picture: Picture) -> str:
    """A document for any LaTeX with TikZ and the class `standalone`; a pixel of the SVG is 0.75pt."""
    return f"{_HEAD}{tikzpicture(picture)}\n{_FOOT}"


def tikzpicture(picture: Picture) -> str:
    """The drawing alone, for a document that loads TikZ."""
    scene = place(picture)
    return "\n".join([_BEGIN, *_colours(scene), *[_draw(shape) for shape in scene.shapes], _END])


def _colours(scene: Scene) -> Iterator[str]:
    """One definition for each colour."""
    used = [shape.fill if isinstance(shape, Rect) else shape.colour for shape in scene.shapes]
    for colour in dict.fromkeys(used):
        yield rf"\definecolor{{c{colour[1:]}}}{{HTML}}{{{colour[1:].upper()}}}"


def _draw(shape: Shape) -> str:
    """The command for one shape."""
    match shape:
        case Rect(x, y, width, height, fill):
            return rf"\fill[c{fill[1:]}] ({x:.2f},{y:.2f}) rectangle ({x + width:.2f},{y + height:.2f});"
        case Line(x1, y1, x2, y2, colour, width, arrow):
            head = ", ->" if arrow else ""
            style = f"c{colour[1:]}, line width={width * 0.75:.2f}pt{head}"
            return rf"\draw[{style}] ({x1:.2f},{y1:.2f}) -- ({x2:.2f},{y2:.2f});"
        case Words():
            return _node(shape)


def _node(shape: Words) -> str:
    """A text; TikZ sets its middle at the point, or its left end."""
    size = shape.size * 0.75
    options = [f"text=c{shape.colour[1:]}", rf"font=\ttfamily\fontsize{{{size:.2f}}}{{{size * 1.2:.2f}}}\selectfont"]
    if shape.bold:
        options[1] += r"\bfseries"
    if shape.anchor == "start":
        options.append("anchor=west")
    if shape.vertical:
        options.append("rotate=90")
    return rf"\node[{', '.join(options)}] at ({shape.x:.2f},{shape.y:.2f}) {{{escape(shape.text)}}};"


def escape(text: str) -> str:
    r"""Text as LaTeX sets it.

    >>> print(escape("S<3,4,3> o (_,1)"))
    S\textless{}3,4,3\textgreater{} o (\_,1)
    """
    return "".join([_SPECIAL.get(c, c) for c in text])
