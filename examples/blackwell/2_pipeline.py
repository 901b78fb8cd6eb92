"""GEMM on Blackwell: as 1, but any K, with operands by the copy engine, and C by way of shared memory.

The step: a ring of shared memory between the copy engine and the tensor core. A stage is full when its bytes have
come, and empty when the multiplies that read it are done, which the tensor core says itself. One warp drives both; the
other threads wait for the sums only. These leave tensor memory a part at a time, and global memory in whole tiles.
C (M,N) = A (M,K) B (N,K)^T, all K-major or row-major; M, N, K in whole tiles. Never run on hardware.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
from cutedsl import cute, pipeline, utils
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.utils import LayoutEnum, sm100

BM, BN, BK = TILE = 128, 128, 64
STAGES, C_STAGES, THREADS = 3, 2, 128


@cute.kernel
def gemm_kernel(
    tiled_mma: cute.TiledMma,
    tma_a: Any,
    mA: cute.Tensor,
    tma_b: Any,
    mB: cute.Tensor,
    tma_c: Any,
    mC: cute.Tensor,
    layout_a: cutlass.Constexpr,
    layout_b: cutlass.Constexpr,
    layout_c: cutlass.Constexpr,
    epi_tile: cutlass.Constexpr,
):
    """One block, one tile of C."""
    tidx, _, _ = cute.arch.thread_idx()
    m, n, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    op: Any = tiled_mma.op
    kind = op.a_dtype
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(kind, layout_a.outer, 1024, swizzle=layout_a.inner)
    sB = smem.allocate_tensor(kind, layout_b.outer, 1024, swizzle=layout_b.inner)
    sC = smem.allocate_tensor(kind, layout_c.outer, 1024, swizzle=layout_c.inner)
    group, thread = pipeline.CooperativeGroup, pipeline.Agent.Thread
    loads, operands = pipeline.PipelineTmaUmma.create(
        num_stages=STAGES,
        producer_group=group(thread),
        consumer_group=group(thread),
        tx_count=(BM + BN) * BK * kind.width // 8,
        barrier_storage=smem.allocate_array(cutlass.Int64, 2 * STAGES),
    ).make_participants()
    sums, results = pipeline.PipelineUmmaAsync.create(
        num_stages=1,
        producer_group=group(thread),
        consumer_group=group(thread, THREADS),
        barrier_storage=smem.allocate_array(cutlass.Int64, 2),
    ).make_participants()
    acc = tiled_mma.make_fragment_C(tiled_mma.partition_shape_C((BM, BN)))
    tmem = utils.TmemAllocator(smem.allocate_array(cutlass.Int32, 1), pipeline.NamedBarrier(1, THREADS))
    tmem.allocate(utils.get_num_tmem_alloc_cols(acc))
    tmem.wait_for_alloc()
    place = tmem.retrieve_ptr(cutlass.Float32)
    acc = cute.make_tensor(place, acc.layout)

    # Tiles of global memory, in the parts that an instruction takes, as the layouts in shared memory have them.
    mma, one = tiled_mma.get_slice(0), cute.make_layout(1)
    gA = mma.partition_A(cute.local_tile(mA, (BM, BK), (m, None)))
    gB = mma.partition_B(cute.local_tile(mB, (BN, BK), (n, None)))
    tAsA, tAgA = cpasync.tma_partition(tma_a, 0, one, cute.group_modes(sA, 0, 3), cute.group_modes(gA, 0, 3))
    tBsB, tBgB = cpasync.tma_partition(tma_b, 0, one, cute.group_modes(sB, 0, 3), cute.group_modes(gB, 0, 3))
    rA, rB = tiled_mma.make_fragment_A(sA), tiled_mma.make_fragment_B(sB)
    tiles_k = cute.size(tAgA, [1])

    if warp == 0:
        stage = sums.acquire_and_advance()
        for step in range(tiles_k + STAGES - 1):
            # Loads run STAGES - 1 tiles ahead of the multiplies.
            if step < tiles_k:
                space = loads.acquire_and_advance()
                cute.copy(tma_a, tAgA[None, step], tAsA[None, space.index], tma_bar_ptr=space.barrier)
                cute.copy(tma_b, tBgB[None, step], tBsB[None, space.index], tma_bar_ptr=space.barrier)
            if step >= STAGES - 1:
                tile = operands.wait_and_advance()
                for k in cutlass.range_constexpr(cute.size(rA, [2])):
                    tiled_mma.set(tcgen05.Field.ACCUMULATE, step > STAGES - 1 if k == 0 else True)
                    cute.gemm(tiled_mma, acc, rA[None, None, k, tile.index], rB[None, None, k, tile.index], acc)
                tile.release()  # when these multiplies are done; nothing waits here
        stage.commit()

    # The epilogue's tiles (rows, columns, tiles of M, tiles of N): of tensor memory, and of global memory.
    acc_tiles = cute.flat_divide(acc[(None, None), 0, 0], epi_tile)
    gC = cute.flat_divide(cute.local_tile(mC, (BM, BN), (m, n)), epi_tile)
    load = utils.get_tmem_load_op(TILE, LayoutEnum.ROW_MAJOR, kind, cutlass.Float32, epi_tile, False)
    t2r = tcgen05.make_tmem_copy(load, acc_tiles[None, None, 0, 0])
    # Registers are stored in the order in which the load leaves them.
    r2s = cute.make_tiled_copy_D(sm100.get_smem_store_op(LayoutEnum.ROW_MAJOR, kind, cutlass.Float32, t2r), t2r)
    source = t2r.get_slice(tidx).partition_S(acc_tiles)
    target = r2s.get_slice(tidx).partition_D(sC)
    tCsC, tCgC = cpasync.tma_partition(tma_c, 0, one, cute.group_modes(sC, 0, 2), cute.group_modes(gC, 0, 2))

    done = results.wait_and_advance()
    shape = t2r.get_slice(tidx).partition_D(gC[None, None, 0, 0]).shape
    for j in cutlass.range_constexpr(cute.size(acc_tiles, [3])):
        values = cute.make_rmem_tensor(shape, cutlass.Float32)
        cute.copy(t2r, source[None, None, None, 0, j], values)
        out = cute.make_rmem_tensor(shape, kind)
        out.store(values.load().to(kind))
        if warp == 0:
            cute.arch.cp_async_bulk_wait_group(C_STAGES - 1, read=True)  # the store before last has read its stage
        cute.arch.sync_threads()
        cute.copy(r2s, r2s.retile(out), target[None, None, None, j % C_STAGES])
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        if warp == 0:
            cute.copy(tma_c, tCsC[None, j % C_STAGES], tCgC[None, 0, j])
            cute.arch.cp_async_bulk_commit_group()
    done.release()
    if warp == 0:
        cute.arch.cp_async_bulk_wait_group(0)
    cute.arch.sync_threads()
    tmem.relinquish_alloc_permit()
    tmem.free(place)


@cute.jit
def gemm(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
    """C = A B^T, a block for each tile."""
    kind, row_major = mA.element_type, LayoutEnum.ROW_MAJOR
    k_major, one_block = tcgen05.OperandMajorMode.K, tcgen05.CtaGroup.ONE
    tiled_mma = sm100.make_trivial_tiled_mma(kind, k_major, k_major, cutlass.Float32, one_block, (BM, BN))
    layout_a = sm100.make_smem_layout_a(tiled_mma, TILE, kind, STAGES)
    layout_b = sm100.make_smem_layout_b(tiled_mma, TILE, kind, STAGES)
    epi_tile = utils.compute_epilogue_tile_shape(TILE, False, row_major, kind)
    layout_c = sm100.make_smem_layout_epi(kind, row_major, epi_tile, C_STAGES)
    load = cpasync.CopyBulkTensorTileG2SOp()
    first = (None, None, None, 0)
    tma_a, tA = cute.nvgpu.make_tiled_tma_atom_A(load, mA, cute.slice_(layout_a, first), TILE, tiled_mma)
    tma_b, tB = cute.nvgpu.make_tiled_tma_atom_B(load, mB, cute.slice_(layout_b, first), TILE, tiled_mma)
    store = cpasync.CopyBulkTensorTileS2GOp()
    tma_c, tC = cpasync.make_tiled_tma_atom(store, mC, cute.slice_(layout_c, (None, None, 0)), epi_tile)
    m, n = mC.shape[0] // BM, mC.shape[1] // BN
    gemm_kernel(tiled_mma, tma_a, tA, tma_b, tB, tma_c, tC, layout_a, layout_b, layout_c, epi_tile).launch(
        grid=(m, n, 1), block=THREADS
    )


def main(m: int = 256, n: int = 256, k: int = 320, put: Any = np.copy, get: Any = np.asarray) -> None:
    """Random matrices against float64. `put` and `get` bring arrays to a GPU and back."""
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((rows, k)).astype(np.float16) for rows in (m, n))
    c = np.full((m, n), np.nan, np.float16)
    arrays: list[Any] = [put(x) for x in (a, b, c)]
    gemm(*(cute.runtime.from_dlpack(x, assumed_align=16) for x in arrays))
    c = get(arrays[2])
    exact = a.astype(np.float64) @ b.astype(np.float64).T
    error = np.linalg.norm(c - exact) / np.linalg.norm(exact)
    print(f"relative error {error:.1e}")
    assert error < 1e-3


if __name__ == "__main__":
    main()
