"""The functions that existing programs call: a layout in, an SVG file or LaTeX on the standard output out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cutedsl.viz.pictures.banks_and_swizzles import swizzle_picture
from cutedsl.viz.pictures.grids import layout_picture
from cutedsl.viz.pictures.threads import tv_picture


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


def print_latex(x: Any, *, title: str | None = None) -> None:
    """Prints a LaTeX document with the picture of a layout. See `layout_picture`.

    Shapes: a layout of rank 1 to 4, as for `layout_picture`.
    """
    print(layout_picture(x, title=title).latex(), end="")


def print_latex_tv(
    layout_tv: Any,
    tile_mn: Any,
    *,
    title: str | None = None,
    axis_labels: Sequence[str] = ("M", "N"),
    palette: Sequence[str] | None = None,
) -> None:
    """Prints a LaTeX document with the picture of a thread-value layout on a tile. See `tv_picture`.

    Shapes: `layout_tv` is (thread, value), `tile_mn` is (M,N).
    """
    picture = tv_picture(layout_tv, tile_mn, title=title, axis_labels=axis_labels, palette=palette)
    print(picture.latex(), end="")


def _write(path: str | Path, text: str) -> None:
    """A file of this name, whatever its ending."""
    Path(path).write_text(text + "\n", encoding="utf-8")
