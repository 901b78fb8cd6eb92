"""Pictures in notebooks: formatters for layouts, which the public surface registers when IPython runs."""

from __future__ import annotations

from typing import Any, Protocol

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import ComposedLayout, Layout, Swizzle
from cutedsl.viz.picture import Picture
from cutedsl.viz.pictures.banks_and_swizzles import swizzle_picture
from cutedsl.viz.pictures.grids import layout_picture

NOTEBOOK_LIMIT = 32
"""Rows and columns of a layout that is shown because it ends a cell; `layout_picture` shows more."""


class SvgFormatter(Protocol):
    """What is used of IPython's formatter of `image/svg+xml`."""

    def for_type(self, typ: Any, func: Any, /) -> Any: ...


def register_displays(formatter: SvgFormatter) -> None:
    """Shows layouts as pictures: `formatter` is IPython's for SVG. The layout classes themselves stay as they are."""
    formatter.for_type(Layout, layout_svg)
    formatter.for_type(ComposedLayout, layout_svg)


def layout_svg(layout: Layout | ComposedLayout) -> str | None:
    """The SVG of a layout, swizzled ones by bank; None (IPython then prints the text) where it cannot be drawn."""
    try:
        return _picture(layout).svg()
    except DSLUserCodeError:
        return None


def _picture(layout: Layout | ComposedLayout) -> Picture:
    if isinstance(layout, ComposedLayout) and isinstance(layout.inner, Swizzle):
        return swizzle_picture(layout, limit=NOTEBOOK_LIMIT)
    return layout_picture(layout, limit=NOTEBOOK_LIMIT)
