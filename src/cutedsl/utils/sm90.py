"""`cutlass.utils.sm90`: helpers of Hopper's GEMMs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.lang.hopper import (
    compute_tile_shape_or_override,
    get_smem_layout_atom,
    get_smem_store_op,
    make_smem_layout_a,
    make_smem_layout_b,
    make_smem_layout_epi,
    make_trivial_tiled_mma,
)
from cutedsl.lang.mlir_places import functions_take_places

sm90_get_smem_store_op = get_smem_store_op
functions_take_places(globals())

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from cutedsl.errors.not_yet import missing_name

        return missing_name("utils.sm90", name)


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
