"""`cutlass.utils.sm100`: helpers of Blackwell's GEMMs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.atoms.tmem_copy import get_tmem_copy_properties
from cutedsl.lang.blackwell.umma_choices import (
    check_gemm_tma_alignment,
    cluster_shape_to_tma_atom_A,
    cluster_shape_to_tma_atom_B,
    cluster_shape_to_tma_atom_SFB,
    compute_epilogue_tile_shape,
    compute_epilogue_tile_size,
    get_smem_store_op,
    get_tmem_load_op,
    make_blockscaled_trivial_tiled_mma,
    make_trivial_tiled_mma,
)
from cutedsl.lang.blackwell.umma_smem import (
    SmemLayoutAtomKind,
    get_smem_layout_atom_ab,
    get_smem_layout_atom_epi,
    make_smem_layout,
    make_smem_layout_a,
    make_smem_layout_atom,
    make_smem_layout_b,
    make_smem_layout_epi,
    tile_to_mma_shape,
)
from cutedsl.lang.blackwell.warp_scales import (
    get_layoutSFA_TV,
    get_layoutSFB_TV,
    get_permutation_mnk,
    partition_fragment_SFA,
    partition_fragment_SFB,
)
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.tiles.hopper import sm120_get_smem_store_op

functions_take_places(globals())

if not TYPE_CHECKING:
    __getattr__ = missing_names("utils.sm100")


__all__ = [
    "SmemLayoutAtomKind",
    "check_gemm_tma_alignment",
    "cluster_shape_to_tma_atom_A",
    "cluster_shape_to_tma_atom_B",
    "cluster_shape_to_tma_atom_SFB",
    "compute_epilogue_tile_shape",
    "compute_epilogue_tile_size",
    "get_layoutSFA_TV",
    "get_layoutSFB_TV",
    "get_permutation_mnk",
    "get_smem_layout_atom_ab",
    "get_smem_layout_atom_epi",
    "get_smem_store_op",
    "get_tmem_copy_properties",
    "get_tmem_load_op",
    "make_blockscaled_trivial_tiled_mma",
    "make_smem_layout",
    "make_smem_layout_a",
    "make_smem_layout_atom",
    "make_smem_layout_b",
    "make_smem_layout_epi",
    "make_trivial_tiled_mma",
    "partition_fragment_SFA",
    "partition_fragment_SFB",
    "sm120_get_smem_store_op",
    "tile_to_mma_shape",
]
