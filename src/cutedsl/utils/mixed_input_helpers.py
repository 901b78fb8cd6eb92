"""`cutlass.utils.mixed_input_helpers`: GEMMs whose A has fewer bits than B and is converted by warps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutedsl import cute
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.blackwell.mixed_input import (
    TransformMode,
    compute_smem_layout,
    cvt_tensor_a,
    get_copy_atom_a_transform,
    get_divisibility,
    get_gmem_layout_scale,
    get_smem_layout_scale,
    get_tma_atom_kind,
    get_transform_a_source,
    is_shuffle_a,
    is_valid_mma_tiler_and_cluster_shape,
    is_valid_scale_granularity,
    is_valid_tensor_alignment,
    scale_partition,
    scale_tma_partition,
    store_transformed_a,
    transform_partition,
)
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.schedulers.contiguous_groups import (
    contiguous_group_search,
    create_initial_contiguous_group_search_state,
    make_contiguous_group_work_tile_info,
)
from cutedsl.utils import sm100


def epilog_tmem_copy_and_partition(
    cta_tile_shape_mnk: Any,
    c_layout: Any,
    c_dtype: Any,
    acc_dtype: Any,
    tidx: Any,
    tAcc: cute.Tensor,
    gC_mnl: cute.Tensor,
    epi_tile: Any,
    use_2cta_instrs: Any,
) -> tuple[cute.TiledCopy, cute.Tensor, cute.Tensor]:
    """The load of accumulators, their parts (T2R, T2R_M, T2R_N, EPI_M, EPI_N, stages), and registers for one tile.

    Shapes: `tAcc` is (MMA, MMA_M, MMA_N, stages), `gC_mnl` (MMA, MMA_M, MMA_N, M, N, L), of one instruction's tile.
    """
    atom = sm100.get_tmem_load_op(cta_tile_shape_mnk, c_layout, c_dtype, acc_dtype, epi_tile, use_2cta_instrs)
    tAcc_epi = cute.flat_divide(tAcc[((None, None), 0, 0, None)], epi_tile)
    tiled_copy = tcgen05.make_tmem_copy(atom, tAcc_epi[(None, None, 0, 0, 0)])
    thr_copy = tiled_copy.get_slice(tidx)
    tTR_gC = thr_copy.partition_D(cute.flat_divide(gC_mnl[((None, None), 0, 0, None, None, None)], epi_tile))
    shape = tTR_gC[(None, None, None, 0, 0, 0, 0, 0)].shape
    return tiled_copy, thr_copy.partition_S(tAcc_epi), cute.make_rmem_tensor(shape, acc_dtype)


def epilog_smem_copy_and_partition(
    c_layout: Any,
    c_dtype: Any,
    acc_dtype: Any,
    tiled_copy_t2r: cute.TiledCopy,
    tTR_rC: cute.Tensor,
    tidx: Any,
    sC: cute.Tensor,
) -> tuple[cute.TiledCopy, cute.Tensor, cute.Tensor]:
    """The store to shared memory that takes the registers of a load, these registers, and the places (…, stages).

    Shapes: `sC` is (M, N, stages) of the epilogue's tile.
    """
    atom = sm100.get_smem_store_op(c_layout, c_dtype, acc_dtype, tiled_copy_t2r)
    tiled_copy = cute.make_tiled_copy_D(atom, tiled_copy_t2r)
    return tiled_copy, tiled_copy.retile(tTR_rC), tiled_copy.get_slice(tidx).partition_D(sC)


def epilog_gmem_copy_and_partition(
    c_dtype: Any,
    tidx: Any,
    tma_atom_c: cute.CopyAtom | None,
    tiled_copy_t2r: cute.TiledCopy | None,
    gC_tma: cute.Tensor | None,
    gC_simt: cute.Tensor | None,
    epi_tile: Any,
    sC: cute.Tensor | None,
) -> tuple[Any, Any, Any, Any, Any]:
    """(bulk store, its tiles in shared and in global memory, plain store, a thread's places); None for what was not
    asked for by its atom and tensor.

    Shapes: `gC_tma` and `gC_simt` are (MMA, MMA_M, MMA_N, M, N, L).
    """
    bSG_sC = bSG_gC = simt_atom = tTR_gC = None
    if tma_atom_c is not None and gC_tma is not None and sC is not None:
        tiles = cute.flat_divide(gC_tma[((None, None), 0, 0, None, None, None)], epi_tile)
        bSG_sC, bSG_gC = cpasync.tma_partition(
            tma_atom_c,
            0,
            cute.make_layout(1),
            cute.group_modes(sC, 0, 2),
            cute.group_modes(tiles, 0, 2),
        )
    if gC_simt is not None and tiled_copy_t2r is not None:
        tiles = cute.flat_divide(gC_simt[((None, None), 0, 0, None, None, None)], epi_tile)
        tTR_gC = tiled_copy_t2r.get_slice(tidx).partition_D(tiles)
        simt_atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), c_dtype)
    return tma_atom_c, bSG_sC, bSG_gC, simt_atom, tTR_gC


functions_take_places(globals())

if not TYPE_CHECKING:
    __getattr__ = missing_names("utils.mixed_input_helpers")


__all__ = [
    "TransformMode",
    "compute_smem_layout",
    "contiguous_group_search",
    "create_initial_contiguous_group_search_state",
    "cvt_tensor_a",
    "epilog_gmem_copy_and_partition",
    "epilog_smem_copy_and_partition",
    "epilog_tmem_copy_and_partition",
    "get_copy_atom_a_transform",
    "get_divisibility",
    "get_gmem_layout_scale",
    "get_smem_layout_scale",
    "get_tma_atom_kind",
    "get_transform_a_source",
    "is_shuffle_a",
    "is_valid_mma_tiler_and_cluster_shape",
    "is_valid_scale_granularity",
    "is_valid_tensor_alignment",
    "make_contiguous_group_work_tile_info",
    "scale_partition",
    "scale_tma_partition",
    "store_transformed_a",
    "transform_partition",
]
