"""Layouts, thread-value maps (given as layouts), swizzles, bank conflicts, timelines as text, SVG, matplotlib."""

from __future__ import annotations

from cutedsl.viz.banks import BankReport, Phase, bank_conflicts, serve
from cutedsl.viz.picture import Picture
from cutedsl.viz.pictures.algebra import before_after_picture, composition_picture
from cutedsl.viz.pictures.banks_and_swizzles import conflict_picture, swizzle_picture
from cutedsl.viz.pictures.grids import layout_picture
from cutedsl.viz.pictures.tensor_memory import TmemRegion, pair_picture, scales_picture, tmem_picture
from cutedsl.viz.pictures.threads import copy_picture, mma_picture, tv_picture
from cutedsl.viz.render import (
    print_latex,
    print_latex_tv,
    render_layout_svg,
    render_swizzle_layout_svg,
    render_tv_layout_svg,
)

__all__ = [
    "BankReport",
    "Phase",
    "Picture",
    "TmemRegion",
    "bank_conflicts",
    "before_after_picture",
    "composition_picture",
    "conflict_picture",
    "copy_picture",
    "layout_picture",
    "mma_picture",
    "pair_picture",
    "print_latex",
    "print_latex_tv",
    "render_layout_svg",
    "render_swizzle_layout_svg",
    "render_tv_layout_svg",
    "scales_picture",
    "serve",
    "swizzle_picture",
    "tmem_picture",
    "tv_picture",
]
