"""`cutlass.utils.gemm.sm100`: the epilogue of Blackwell's GEMMs, from tensor memory to global memory.

`gemm_kernel` is the program's own object; of it `c_layout`, `c_dtype`, `acc_dtype`, `cta_tile_shape_mnk`,
`use_2cta_instrs`, `num_c_stage`, `epilog_sync_bar_id` and `epilogue_warp_id` are read. Source: public programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cutedsl as cutlass
from cutedsl import cute, pipeline
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.utils import sm100

if not TYPE_CHECKING:
    __getattr__ = missing_names("utils.gemm.sm100")


def transform_partitioned_tensor_layout(tensor: cute.Tensor) -> cute.Tensor:
    """((rows, columns) of an instruction, M, N, rest...) as ((rows, M), (columns, N), rest...)."""
    layout: Any = tensor.tiled_layout
    first = layout[0]
    tiles = [_joined([first[k], layout[1 + k]]) for k in range(2)]
    return tensor.with_layout(_joined([*tiles, *[layout[k] for k in range(3, cute.rank(layout))]]))


def _joined(modes: list[Any]) -> Any:
    return cute.make_layout(tuple(m.shape for m in modes), stride=tuple(m.stride for m in modes))


def epilogue_tmem_copy_and_partition(
    gemm_kernel: Any, tidx: Any, tAcc: cute.Tensor, tCgC: cute.Tensor, epi_tile: Any, use_2cta_instrs: Any
) -> tuple[cute.TiledCopy, cute.Tensor, cute.Tensor]:
    """The load of accumulators, their parts (T2R, T2R_M, T2R_N, EPI_M, EPI_N, stages), and registers for one tile.

    Shapes: `tAcc` and `tCgC` as `transform_partitioned_tensor_layout` gives them.
    """
    atom = sm100.get_tmem_load_op(
        gemm_kernel.cta_tile_shape_mnk,
        gemm_kernel.c_layout,
        gemm_kernel.c_dtype,
        gemm_kernel.acc_dtype,
        epi_tile,
        use_2cta_instrs,
    )
    tAcc_epi = cute.flat_divide(tAcc, epi_tile)
    tiled_copy = tcgen05.make_tmem_copy(atom, _first_tile(tAcc_epi))
    thr_copy = tiled_copy.get_slice(tidx)
    tTR_gC = thr_copy.partition_D(cute.flat_divide(tCgC, epi_tile))
    shape = _head(tTR_gC, 3)
    return tiled_copy, thr_copy.partition_S(tAcc_epi), cute.make_rmem_tensor(shape, gemm_kernel.acc_dtype)


def _first_tile(tensor: Any) -> Any:
    return tensor[(None, None, *(0,) * (cute.rank(tensor) - 2))]


def _head(tensor: Any, modes: int) -> Any:
    return tensor[(*(None,) * modes, *(0,) * (cute.rank(tensor) - modes))].shape


def epilogue_smem_copy_and_partition(
    gemm_kernel: Any, tiled_copy_t2r: cute.TiledCopy, tTR_rC: cute.Tensor, tidx: Any, sC: cute.Tensor
) -> tuple[cute.TiledCopy, cute.Tensor, cute.Tensor]:
    """The store to shared memory that takes the registers of a load, these registers, and the places (…, stages)."""
    atom = sm100.get_smem_store_op(gemm_kernel.c_layout, gemm_kernel.c_dtype, gemm_kernel.acc_dtype, tiled_copy_t2r)
    tiled_copy = cute.make_tiled_copy_D(atom, tiled_copy_t2r)
    tRS_sC = tiled_copy.get_slice(tidx).partition_D(sC)
    return tiled_copy, tiled_copy.retile(tTR_rC), tRS_sC


@cute.jit
def epilogue_tma_store(
    gemm_kernel: cutlass.Constexpr,
    epi_tidx: cutlass.Int32,
    warp_idx: cutlass.Int32,
    tma_atom_c: cute.CopyAtom,
    tCtAcc_base: cute.Tensor,
    sC: cute.Tensor,
    tCgC_base: cute.Tensor,
    epi_tile: cutlass.Constexpr,
    num_tiles_executed: cutlass.Int32,
    epilogue_op: cutlass.Constexpr,
    mma_tile_coord_mnl: Any,
    acc_consumer_state: Any,
    acc_pipeline: Any,
    c_pipeline: Any,
) -> Any:
    """Accumulators of one tile to registers, through `epilogue_op`, to shared memory, and out by bulk stores.

    Returns the next accumulator's state.
    """
    tCtAcc = transform_partitioned_tensor_layout(tCtAcc_base)
    tCgC = transform_partitioned_tensor_layout(tCgC_base)
    tiled_copy_t2r, tTR_tAcc_base, tTR_rAcc = epilogue_tmem_copy_and_partition(
        gemm_kernel, epi_tidx, tCtAcc, tCgC, epi_tile, gemm_kernel.use_2cta_instrs
    )
    tTR_rC = cute.make_rmem_tensor(tTR_rAcc.shape, gemm_kernel.c_dtype)
    tiled_copy_r2s, tRS_rC, tRS_sC = epilogue_smem_copy_and_partition(gemm_kernel, tiled_copy_t2r, tTR_rC, epi_tidx, sC)
    bSG_sC, bSG_gC_all = cpasync.tma_partition(
        tma_atom_c,  # pyright: ignore[reportArgumentType]
        0,
        cute.make_layout(1),
        cute.group_modes(sC, 0, 2),
        cute.group_modes(cute.flat_divide(tCgC, epi_tile), 0, 2),
    )
    bSG_gC = bSG_gC_all[(None, None, None, *mma_tile_coord_mnl)]
    bSG_gC = cute.group_modes(bSG_gC, 1, cute.rank(bSG_gC))
    tTR_tAcc = tTR_tAcc_base[(None, None, None, None, None, acc_consumer_state.index)]
    tTR_tAcc = cute.group_modes(tTR_tAcc, 3, cute.rank(tTR_tAcc))
    barrier = pipeline.NamedBarrier(
        barrier_id=gemm_kernel.epilog_sync_bar_id, num_threads=32 * len(gemm_kernel.epilogue_warp_id)
    )
    acc_pipeline.consumer_wait(acc_consumer_state)
    tiles = cute.size(tTR_tAcc.shape, mode=[3])
    before = num_tiles_executed * tiles
    for tile in cutlass.range(tiles):
        cute.copy(tiled_copy_t2r, tTR_tAcc[(None, None, None, tile)], tTR_rAcc)
        values = tiled_copy_r2s.retile(tTR_rAcc).load()
        tRS_rC.store(epilogue_op(values.to(gemm_kernel.c_dtype)))
        stage = (before + tile) % gemm_kernel.num_c_stage
        cute.copy(tiled_copy_r2s, tRS_rC, tRS_sC[(None, None, None, stage)])
        cute.arch.fence_view_async_shared()
        barrier.arrive_and_wait()
        if warp_idx == gemm_kernel.epilogue_warp_id[0]:
            cute.copy(tma_atom_c, bSG_sC[(None, stage)], bSG_gC[(None, tile)])
            c_pipeline.producer_commit()
            c_pipeline.producer_acquire()
        barrier.arrive_and_wait()
    with cute.arch.elect_one():
        acc_pipeline.consumer_release(acc_consumer_state)
    acc_consumer_state.advance()
    return acc_consumer_state


@cute.jit
def epilogue(
    gemm_kernel: cutlass.Constexpr,
    epi_tidx: cutlass.Int32,
    tCtAcc_base: cute.Tensor,
    tCgC_base: cute.Tensor,
    epi_tile: cutlass.Constexpr,
    epilogue_op: cutlass.Constexpr,
    mma_tile_coord_mnl: Any,
    acc_consumer_state: Any,
    acc_pipeline: Any,
    tCcC_base: cutlass.Constexpr = None,
    mC_mnl: cutlass.Constexpr = None,
    overlapping_accum: cutlass.Constexpr = False,
) -> Any:
    """Accumulators of one tile to registers, through `epilogue_op`, and to global memory by plain stores.

    Returns the next accumulator's state.
    """
    tCtAcc = transform_partitioned_tensor_layout(tCtAcc_base)
    tCgC = transform_partitioned_tensor_layout(tCgC_base)
    tiled_copy_t2r, tTR_tAcc_base, tTR_rAcc = epilogue_tmem_copy_and_partition(
        gemm_kernel, epi_tidx, tCtAcc, tCgC, epi_tile, gemm_kernel.use_2cta_instrs
    )
    tTR_rC = cute.make_rmem_tensor(tTR_rAcc.shape, gemm_kernel.c_dtype)
    thr_copy = tiled_copy_t2r.get_slice(epi_tidx)
    tTR_gC = thr_copy.partition_D(cute.flat_divide(tCgC, epi_tile))
    tTR_gC = tTR_gC[(None, None, None, None, None, *mma_tile_coord_mnl)]
    tTR_gC = cute.group_modes(tTR_gC, 3, cute.rank(tTR_gC))
    tTR_tAcc = tTR_tAcc_base[(None, None, None, None, None, acc_consumer_state.index)]
    tTR_tAcc = cute.group_modes(tTR_tAcc, 3, cute.rank(tTR_tAcc))
    store = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), gemm_kernel.c_dtype)
    acc_pipeline.consumer_wait(acc_consumer_state)
    for tile in cutlass.range(cute.size(tTR_tAcc.shape, mode=[3])):
        cute.copy(tiled_copy_t2r, tTR_tAcc[(None, None, None, tile)], tTR_rAcc)
        tTR_rC.store(epilogue_op(tTR_rAcc.load().to(gemm_kernel.c_dtype)))
        cute.copy(store, tTR_rC, tTR_gC[(None, None, None, tile)])
    with cute.arch.elect_one():
        acc_pipeline.consumer_release(acc_consumer_state)
    acc_consumer_state.advance()
    return acc_consumer_state


__all__ = [
    "epilogue",
    "epilogue_smem_copy_and_partition",
    "epilogue_tma_store",
    "epilogue_tmem_copy_and_partition",
    "transform_partitioned_tensor_layout",
]
