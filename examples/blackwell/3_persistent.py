"""GEMM on Blackwell: as 2, but warps have roles, and a block that is done takes over another one's tile.

The step: loads, multiplies and stores each have warps of their own and go on to the next tile by themselves. There are
two accumulators, so that one is stored while the other is added up. The launch has a block for each tile, but a block
that is done asks the hardware for one that has not begun ("cluster launch control") and does its work: the set-up is
paid once, and no block waits for a wave to end.
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
STAGES, C_STAGES, ACC_STAGES = 3, 2, 2
STORING, MULTIPLYING, LOADING, ASKING = 0, 4, 5, 6  # the first warp of each role; four warps store
STORERS, THREADS = 128, 7 * 32


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
    tiles: utils.ClcDynamicPersistentTileSchedulerParams,
):
    """One block: its own tile of C, then those that it takes over."""
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    op: Any = tiled_mma.op
    kind = op.a_dtype
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(kind, layout_a.outer, 1024, swizzle=layout_a.inner)
    sB = smem.allocate_tensor(kind, layout_b.outer, 1024, swizzle=layout_b.inner)
    sC = smem.allocate_tensor(kind, layout_c.outer, 1024, swizzle=layout_c.inner)
    answer = smem.allocate_array(cutlass.Int32, 4, byte_alignment=16)
    group, thread = pipeline.CooperativeGroup, pipeline.Agent.Thread
    loads, operands = pipeline.PipelineTmaUmma.create(
        num_stages=STAGES,
        producer_group=group(thread),
        consumer_group=group(thread),
        tx_count=(BM + BN) * BK * kind.width // 8,
        barrier_storage=smem.allocate_array(cutlass.Int64, 2 * STAGES),
    ).make_participants()
    sums, results = pipeline.PipelineUmmaAsync.create(
        num_stages=ACC_STAGES,
        producer_group=group(thread),
        consumer_group=group(thread, STORERS),
        barrier_storage=smem.allocate_array(cutlass.Int64, 2 * ACC_STAGES),
    ).make_participants()
    # Answers: the copy engine writes 16 bytes, and every thread of the block reads them.
    questions, answers = pipeline.PipelineClcFetchAsync.create(
        num_stages=1,
        producer_group=group(thread),
        consumer_group=group(thread, THREADS),
        tx_count=16,
        barrier_storage=smem.allocate_array(cutlass.Int64, 2),
    ).make_participants()
    scheduler = utils.ClcDynamicPersistentTileScheduler.create(
        tiles, cute.arch.block_idx(), cute.arch.grid_dim(), answer
    )
    acc = tiled_mma.make_fragment_C(cute.append(tiled_mma.partition_shape_C((BM, BN)), ACC_STAGES))
    word = smem.allocate_array(cutlass.Int32, 1)
    # The warps that use tensor memory wait for its address, the others do not.
    tmem = utils.TmemAllocator(word, pipeline.NamedBarrier(1, STORERS + 32))
    mma, one = tiled_mma.get_slice(0), cute.make_layout(1)
    gA = mma.partition_A(cute.local_tile(mA, (BM, BK), (None, None)))
    gB = mma.partition_B(cute.local_tile(mB, (BN, BK), (None, None)))
    tAsA, tAgA = cpasync.tma_partition(tma_a, 0, one, cute.group_modes(sA, 0, 3), cute.group_modes(gA, 0, 3))
    tBsB, tBgB = cpasync.tma_partition(tma_b, 0, one, cute.group_modes(sB, 0, 3), cute.group_modes(gB, 0, 3))
    tiles_k = cute.size(tAgA, [2])
    work = scheduler.initial_work_tile_info()

    if warp == LOADING:
        while work.is_valid_tile:
            m, n, _ = work.tile_idx
            for k in range(tiles_k):
                space = loads.acquire_and_advance()
                cute.copy(tma_a, tAgA[None, m, k], tAsA[None, space.index], tma_bar_ptr=space.barrier)
                cute.copy(tma_b, tBgB[None, n, k], tBsB[None, space.index], tma_bar_ptr=space.barrier)
            work = answered(scheduler, answers)
        loads.tail()

    if warp == MULTIPLYING:
        tmem.wait_for_alloc()
        acc = cute.make_tensor(tmem.retrieve_ptr(cutlass.Float32), acc.layout)
        rA, rB = tiled_mma.make_fragment_A(sA), tiled_mma.make_fragment_B(sB)
        while work.is_valid_tile:
            stage = sums.acquire_and_advance()
            into = acc[None, None, None, stage.index]
            for step in range(tiles_k):
                tile = operands.wait_and_advance()
                for k in cutlass.range_constexpr(cute.size(rA, [2])):
                    tiled_mma.set(tcgen05.Field.ACCUMULATE, step > 0 if k == 0 else True)
                    cute.gemm(tiled_mma, into, rA[None, None, k, tile.index], rB[None, None, k, tile.index], into)
                tile.release()
            stage.commit()
            work = answered(scheduler, answers)
        sums.tail()

    if warp == ASKING:
        while work.is_valid_tile:
            question = questions.acquire_and_advance()
            scheduler.advance_to_next_work(question.barrier)
            work = answered(scheduler, answers)
        questions.tail()

    if warp < MULTIPLYING:
        tmem.allocate(utils.get_num_tmem_alloc_cols(acc))
        tmem.relinquish_alloc_permit()  # another block of this multiprocessor may take columns now
        tmem.wait_for_alloc()
        place = tmem.retrieve_ptr(cutlass.Float32)
        acc_tiles = cute.flat_divide(cute.make_tensor(place, acc.layout)[(None, None), 0, 0, None], epi_tile)
        gC = cute.flat_divide(cute.local_tile(mC, (BM, BN), (None, None)), epi_tile)
        load = utils.get_tmem_load_op(TILE, LayoutEnum.ROW_MAJOR, kind, cutlass.Float32, epi_tile, False)
        t2r = tcgen05.make_tmem_copy(load, acc_tiles[None, None, 0, 0, 0])
        store = sm100.get_smem_store_op(LayoutEnum.ROW_MAJOR, kind, cutlass.Float32, t2r)
        r2s = cute.make_tiled_copy_D(store, t2r)
        source = t2r.get_slice(tidx).partition_S(acc_tiles)
        target = r2s.get_slice(tidx).partition_D(sC)
        shape = t2r.get_slice(tidx).partition_D(gC[None, None, 0, 0, 0, 0]).shape
        tCsC, tCgC = cpasync.tma_partition(tma_c, 0, one, cute.group_modes(sC, 0, 2), cute.group_modes(gC, 0, 2))
        together = pipeline.NamedBarrier(2, STORERS)
        spaces = pipeline.PipelineTmaStore.create(num_stages=C_STAGES, producer_group=group(thread, STORERS))
        while work.is_valid_tile:
            m, n, _ = work.tile_idx
            done = results.wait_and_advance()
            for j in cutlass.range_constexpr(cute.size(acc_tiles, [3])):
                values = cute.make_rmem_tensor(shape, cutlass.Float32)
                cute.copy(t2r, source[None, None, None, 0, j, done.index], values)
                if j == cute.size(acc_tiles, [3]) - 1:
                    cute.arch.fence_view_async_tmem_load()  # registers have the values before the next tile's sums come
                    done.release()
                out = cute.make_rmem_tensor(shape, kind)
                out.store(values.load().to(kind))
                if warp == STORING:
                    spaces.producer_acquire()
                together.arrive_and_wait()
                cute.copy(r2s, r2s.retile(out), target[None, None, None, j % C_STAGES])
                cute.arch.fence_proxy("async.shared", space="cta")
                together.arrive_and_wait()
                if warp == STORING:
                    cute.copy(tma_c, tCsC[None, j % C_STAGES], tCgC[None, 0, j, m, n])
                    spaces.producer_commit()
            work = answered(scheduler, answers)
        if warp == STORING:
            spaces.producer_tail()
        together.arrive_and_wait()
        tmem.free(place)


@cute.jit
def answered(scheduler: Any, answers: Any):
    """The next tile of this block, when the answer is there; every warp reads it."""
    answer = answers.wait_and_advance()
    work = scheduler.get_current_work()
    answer.release()
    return work


@cute.jit
def gemm(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
    """C = A B^T, a block for each tile, of which those that begin do the work of others."""
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
    tiles = utils.ClcDynamicPersistentTileSchedulerParams((mC.shape[0] // BM, mC.shape[1] // BN, 1), (1, 1, 1))
    grid = utils.ClcDynamicPersistentTileScheduler.get_grid_shape(tiles)
    gemm_kernel(tiled_mma, tma_a, tA, tma_b, tB, tma_c, tC, layout_a, layout_b, layout_c, epi_tile, tiles).launch(
        grid=grid, block=THREADS
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
