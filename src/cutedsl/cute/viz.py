"""`cute.viz`: layouts, thread-value maps, swizzles and bank conflicts as pictures."""

from __future__ import annotations

from cutedsl.cute.tiled_pictures import tiled_picture
from cutedsl.viz import (
    BankReport,
    Phase,
    Picture,
    bank_conflicts,
    before_after_picture,
    composition_picture,
    conflict_picture,
    copy_picture,
    layout_picture,
    mma_picture,
    print_latex,
    print_latex_tv,
    render_layout_svg,
    render_swizzle_layout_svg,
    render_tv_layout_svg,
    serve,
    swizzle_picture,
    tv_picture,
)

__all__ = [
    "BankReport",
    "Phase",
    "Picture",
    "bank_conflicts",
    "before_after_picture",
    "composition_picture",
    "conflict_picture",
    "copy_picture",
    "layout_picture",
    "mma_picture",
    "print_latex",
    "print_latex_tv",
    "render_layout_svg",
    "render_swizzle_layout_svg",
    "render_tv_layout_svg",
    "serve",
    "swizzle_picture",
    "tiled_picture",
    "tv_picture",
]
