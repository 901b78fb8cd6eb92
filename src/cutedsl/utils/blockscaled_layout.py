"""`cutlass.utils.blockscaled_layout`: layouts of scale factors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.blackwell.blockscaled_layout import (
    BlockScaledBasicChunk,
    make_smem_layout_sfa,
    make_smem_layout_sfb,
    make_tmem_layout_sfa,
    make_tmem_layout_sfb,
    sm120_make_smem_layout_sfa,
    sm120_make_smem_layout_sfb,
    tile_atom_to_shape_SF,
)
from cutedsl.lang.emission.mlir_places import functions_take_places

functions_take_places(globals())

if not TYPE_CHECKING:
    __getattr__ = missing_names("utils.blockscaled_layout")


__all__ = [
    "BlockScaledBasicChunk",
    "make_smem_layout_sfa",
    "make_smem_layout_sfb",
    "make_tmem_layout_sfa",
    "make_tmem_layout_sfb",
    "sm120_make_smem_layout_sfa",
    "sm120_make_smem_layout_sfb",
    "tile_atom_to_shape_SF",
]
