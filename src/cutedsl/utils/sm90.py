"""`cutlass.utils.sm90`: helpers of Hopper's GEMMs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.tiles.hopper import (
    compute_tile_shape_or_override,
    get_smem_layout_atom,
    get_smem_store_op,
    make_smem_layout_a,
    make_smem_layout_b,
    make_smem_layout_epi,
    make_trivial_tiled_mma,
)

sm90_get_smem_store_op = get_smem_store_op
functions_take_places(globals())

if not TYPE_CHECKING:
    __getattr__ = missing_names("utils.sm90")


__all__ = [
    "compute_tile_shape_or_override",
    "get_smem_layout_atom",
    "get_smem_store_op",
    "make_smem_layout_a",
    "make_smem_layout_b",
    "make_smem_layout_epi",
    "make_trivial_tiled_mma",
    "sm90_get_smem_store_op",
]
