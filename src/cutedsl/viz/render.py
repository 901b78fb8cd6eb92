"""The functions that existing programs call: a layout in, an SVG file or LaTeX on the standard output out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cutedsl.viz.formats.latex import tikzpicture
from cutedsl.viz.picture import Picture
from cutedsl.viz.pictures.banks_and_swizzles import swizzle_picture
from cutedsl.viz.pictures.grids import layout_picture
from cutedsl.viz.pictures.threads import tv_picture
from cutedsl.viz.tikz_colours import hex_colour


def render_layout_svg(layout: Any, path: str | Path) -> None:
    """Writes the picture of a layout as SVG. See `layout_picture`.

    Shapes: a layout of rank 1 to 4, as for `layout_picture`.
    """
    _write(path, layout_picture(layout).svg())


def render_tv_layout_svg(tv_layout: Any, tiler: Any, path: str | Path) -> None:
    """Writes the picture of a thread-value layout on a tile as SVG. See `tv_picture`.

    Shapes: `tv_layout` is (thread, value), `tiler` is (M,N).
    """
    _write(path, tv_picture(tv_layout, tiler).svg())


def render_swizzle_layout_svg(layout: Any, path: str | Path, *, bits: int = 16) -> None:
    """Writes the picture of a layout's shared-memory banks as SVG. See `swizzle_picture`.

    Shapes: a layout of rank 1 to 4, as for `swizzle_picture`.
    """
    _write(path, swizzle_picture(layout, bits=bits).svg())


def print_latex(
    x: Any,
    *,
    color: Callable[[int], str] | None = None,
    render_func: Callable[[str], object] | None = None,
    title: str | None = None,
) -> None:
    """Prints a LaTeX document with the picture of a layout. See `layout_picture`.

    `color` gives the colour of an index as TikZ writes it (`red!30`), or as `#rrggbb`. `render_func` gets the
    `tikzpicture` alone, and nothing is printed.

    Shapes: a layout of rank 1 to 4, as for `layout_picture`. Errors: picture-palette.
    """

    def colour(index: Any) -> str:
        assert color is not None
        return hex_colour(color(index))

    _put(layout_picture(x, title=title, colour=None if color is None else colour), render_func)


def print_latex_tv(
    layout_tv: Any,
    tile_mn: Any,
    *,
    color: Callable[[int, int], str] | None = None,
    palette: Sequence[str] | str | Callable[[int, int], Callable[[int, int], str]] | None = None,
    title: str | None = None,
    axis_labels: Sequence[str] | bool = True,
    render_func: Callable[[str], object] | None = None,
) -> None:
    """Prints a LaTeX document with the picture of a thread-value layout on a tile. See `tv_picture`.

    `color` gives the colour of a thread's value, from both numbers. A `palette` stands in its place: a list that
    threads take in turn, or "rainbow", "pastel", "white" or "bw". It may also be a function of the numbers of threads
    and values that gives such a `color`. Axes are named M and N, or as `axis_labels` says; False names none.
    `render_func` gets the `tikzpicture` alone, and nothing is printed.

    Shapes: `layout_tv` is (thread, value), `tile_mn` is (M,N). Errors: picture-palette.
    """
    labels = ("M", "N") if axis_labels is True else axis_labels or ("", "")

    def of_color(threads: int, values: int) -> Callable[[int, int], str]:
        assert color is not None
        return color

    chosen = of_color if palette is None and color else palette
    _put(tv_picture(layout_tv, tile_mn, title=title, axis_labels=labels, palette=chosen), render_func)


def _put(picture: Picture, render_func: Callable[[str], object] | None) -> None:
    """Prints a document, or hands its drawing on."""
    if render_func is None:
        print(picture.latex(), end="")
    else:
        render_func(tikzpicture(picture))


def _write(path: str | Path, text: str) -> None:
    """A file of this name, whatever its ending."""
    Path(path).write_text(text + "\n", encoding="utf-8")
