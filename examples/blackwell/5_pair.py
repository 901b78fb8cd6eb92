"""GEMM on Blackwell by pairs of blocks: as 4, persistent, with a role for each warp.

The step: two blocks of a cluster multiply together, 256 rows at a time. Each loads and holds its own 128 rows of A and
half of the columns of B, and the tensor core reads the halves of B from both shared memories: B is loaded once for the
pair. One block, the leader, gives the instructions for both; its barriers count the bytes of both, and a commit tells
both that a stage is free. Each has the sums of its rows in its own tensor memory, where it also needs the factors of
its rows and of all columns. Two accumulators, so that the tensor core goes on while sums are stored.
C (M,N) = A (M,K) B (N,K)^T in float32, NVFP4; M, N, K in whole tiles. Never run on hardware.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
from cutedsl import cute, pipeline, utils
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.utils import blockscaled_layout, sm100

BM, BN, BK = TILE = 256, 128, 256  # of a pair
ROWS = BM // 2  # of a block
STAGES, ACC_STAGES, BLOCK = 3, 2, 16
MULTIPLYING, LOADING = 4, 5  # the first warp of each role; warps 0 to 3 store
STORERS, THREADS = 128, 6 * 32
ELEMENT, SCALE = cutlass.Float4E2M1FN, cutlass.Float8E4M3FN
FACTORS_A, FACTORS_B = ROWS * BK // BLOCK, BN * BK // BLOCK  # bytes of a tile, for one block
STAGE_BYTES = 2 * ((ROWS + BN // 2) * BK // 2 + FACTORS_A + FACTORS_B)  # of both blocks
VALUES = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, 0, -0.5, -1, -1.5, -2, -3, -4, -6])  # of the 16 codes


@cute.kernel
def gemm_kernel(
    tiled_mma: cute.TiledMma,
    tma_a: Any,
    mA: cute.Tensor,
    tma_b: Any,
    mB: cute.Tensor,
    tma_sfa: Any,
    mSFA: cute.Tensor,
    tma_sfb: Any,
    mSFB: cute.Tensor,
    mC: cute.Tensor,
    layouts: cutlass.Constexpr,
    tiles: utils.PersistentTileSchedulerParams,
):
    """A pair: every n-th tile of C, where n pairs run."""
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    half = cute.arch.make_warp_uniform(cute.arch.block_idx_in_cluster())  # 0 leads
    layout_a, layout_b, layout_sfa, layout_sfb = layouts
    pair = cute.make_layout((2, 1, 1, 1))  # (blocks of a pair, pairs along M, N, K) of the cluster
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(ELEMENT, layout_a.outer, 1024, swizzle=layout_a.inner)
    sB = smem.allocate_tensor(ELEMENT, layout_b.outer, 1024, swizzle=layout_b.inner)
    sSFA = smem.allocate_tensor(SCALE, layout_sfa, 128)
    sSFB = smem.allocate_tensor(SCALE, layout_sfb, 128)
    group, thread = pipeline.CooperativeGroup, pipeline.Agent.Thread
    # The leader's barriers count what both blocks load; a commit of the leader frees a stage in both.
    loads, operands = pipeline.PipelineTmaUmma.create(
        num_stages=STAGES,
        producer_group=group(thread),
        consumer_group=group(thread),
        tx_count=STAGE_BYTES,
        barrier_storage=smem.allocate_array(cutlass.Int64, 2 * STAGES),
        cta_layout_vmnk=pair,
    ).make_participants()
    sums, results = pipeline.PipelineUmmaAsync.create(
        num_stages=ACC_STAGES,
        producer_group=group(thread),
        consumer_group=group(thread, 2 * STORERS),
        barrier_storage=smem.allocate_array(cutlass.Int64, 2 * ACC_STAGES),
        cta_layout_vmnk=pair,
    ).make_participants()

    # Both blocks take columns together, at the same addresses: an instruction names one address for both.
    acc_layout = tiled_mma.make_fragment_C(cute.append(tiled_mma.partition_shape_C((BM, BN)), ACC_STAGES)).layout
    first = (None, None, None, 0)
    sfa_layout = blockscaled_layout.make_tmem_layout_sfa(tiled_mma, TILE, BLOCK, cute.slice_(layout_sfa, first))
    sfb_layout = blockscaled_layout.make_tmem_layout_sfb(tiled_mma, TILE, BLOCK, cute.slice_(layout_sfb, first))
    tmem = utils.TmemAllocator(
        smem.allocate_array(cutlass.Int32, 1),
        pipeline.NamedBarrier(1, STORERS + 32),
        is_two_cta=True,
        two_cta_tmem_dealloc_mbar_ptr=smem.allocate_array(cutlass.Int64, 1),
    )
    # No block may arrive at a barrier of the other one before that one has made it.
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()

    mma, one = tiled_mma.get_slice(half), cute.make_layout(1)
    gA = mma.partition_A(cute.local_tile(mA, (BM, BK), (None, None)))
    gB = mma.partition_B(cute.local_tile(mB, (BN, BK), (None, None)))
    tAsA, tAgA = cpasync.tma_partition(tma_a, 0, one, cute.group_modes(sA, 0, 3), cute.group_modes(gA, 0, 3))
    tBsB, tBgB = cpasync.tma_partition(tma_b, 0, one, cute.group_modes(sB, 0, 3), cute.group_modes(gB, 0, 3))
    # A tile's factors lie together: a bulk copy takes them as words.
    flat_a = cute.make_tensor(cute.recast_ptr(sSFA.iterator, dtype=cutlass.Int32), words_of(FACTORS_A))
    flat_b = cute.make_tensor(cute.recast_ptr(sSFB.iterator, dtype=cutlass.Int32), words_of(FACTORS_B))
    tSsA, tSgA = cpasync.tma_partition(tma_sfa, 0, one, flat_a, mSFA)
    tSsB, tSgB = cpasync.tma_partition(tma_sfb, 0, one, flat_b, mSFB)
    tiles_k = cute.size(tAgA, [2])
    scheduler = utils.StaticPersistentTileScheduler.create(tiles, cute.arch.block_idx(), cute.arch.grid_dim())
    work = scheduler.initial_work_tile_info()

    if warp == LOADING:
        while work.is_valid_tile:
            m, n, _ = work.tile_idx  # of this block: m counts 128 rows
            for k in range(tiles_k):
                space = loads.acquire_and_advance()
                cute.copy(tma_a, tAgA[None, m // 2, k], tAsA[None, space.index], tma_bar_ptr=space.barrier)
                cute.copy(tma_b, tBgB[None, n, k], tBsB[None, space.index], tma_bar_ptr=space.barrier)
                cute.copy(tma_sfa, tSgA[None, k, m], tSsA[None, space.index], tma_bar_ptr=space.barrier)
                cute.copy(tma_sfb, tSgB[None, k, n], tSsB[None, space.index], tma_bar_ptr=space.barrier)
            scheduler.advance_to_next_work()
            work = scheduler.get_current_work()
        loads.tail()

    if warp == MULTIPLYING:
        tmem.wait_for_alloc()
        acc, tSFA, tSFB = places(tmem.retrieve_ptr(cutlass.Float32), acc_layout, sfa_layout, sfb_layout)
        rA, rB = tiled_mma.make_fragment_A(sA), tiled_mma.make_fragment_B(sB)
        to_sfa, from_sfa, at_sfa = to_tensor_memory(sSFA, tSFA)
        to_sfb, from_sfb, at_sfb = to_tensor_memory(sSFB, tSFB)
        while work.is_valid_tile:
            if half == 0:
                stage = sums.acquire_and_advance()
                into = acc[None, None, None, stage.index]
                for step in range(tiles_k):
                    tile = operands.wait_and_advance()
                    cute.copy(to_sfa, from_sfa[None, None, None, None, tile.index], at_sfa)
                    cute.copy(to_sfb, from_sfb[None, None, None, None, tile.index], at_sfb)
                    for k in cutlass.range_constexpr(cute.size(rA, [2])):
                        tiled_mma.set(tcgen05.Field.ACCUMULATE, step > 0 if k == 0 else True)
                        tiled_mma.set(tcgen05.Field.SFA, tSFA[None, None, k].iterator)
                        tiled_mma.set(tcgen05.Field.SFB, tSFB[None, None, k].iterator)
                        cute.gemm(tiled_mma, into, rA[None, None, k, tile.index], rB[None, None, k, tile.index], into)
                    tile.release()
                stage.commit()
            scheduler.advance_to_next_work()
            work = scheduler.get_current_work()
        sums.tail()

    if warp < MULTIPLYING:
        tmem.allocate(512)
        tmem.relinquish_alloc_permit()
        tmem.wait_for_alloc()
        place = tmem.retrieve_ptr(cutlass.Float32)
        acc, _, _ = places(place, acc_layout, sfa_layout, sfb_layout)
        load = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), cutlass.Float32)
        copy = tcgen05.make_tmem_copy(load, acc[None, None, None, 0]).get_slice(tidx)
        source = copy.partition_S(acc)
        result = copy.partition_D(mma.partition_C(cute.local_tile(mC, (BM, BN), (None, None))))
        while work.is_valid_tile:
            m, n, _ = work.tile_idx
            done = results.wait_and_advance()
            own = result[None, None, None, None, m // 2, n]
            values = cute.make_rmem_tensor(own.shape, cutlass.Float32)
            cute.copy(copy, source[None, None, None, None, done.index], values)
            cute.arch.fence_view_async_tmem_load()  # registers have the values before the next tile's sums come
            done.release()
            cute.autovec_copy(values, own)
            scheduler.advance_to_next_work()
            work = scheduler.get_current_work()
        pipeline.NamedBarrier(2, STORERS).arrive_and_wait()
        tmem.free(place)  # waits for the other block, whose sums the leader's multiplies write


def words_of(size_bytes: int) -> Any:
    """The layout of the stages of a tile's factors, in words of 4 bytes."""
    return cute.make_layout((size_bytes // 4, STAGES))


def places(start: Any, acc_layout: Any, sfa_layout: Any, sfb_layout: Any) -> tuple[Any, Any, Any]:
    """Tensor memory: the sums, then the factors of one tile of A and of B."""
    acc = cute.make_tensor(start, acc_layout)
    after = tcgen05.find_tmem_tensor_col_offset(acc)
    tSFA = cute.make_tensor(cute.recast_ptr(start + after, dtype=SCALE), sfa_layout)
    after += tcgen05.find_tmem_tensor_col_offset(tSFA)
    return acc, tSFA, cute.make_tensor(cute.recast_ptr(start + after, dtype=SCALE), sfb_layout)


def to_tensor_memory(shared: Any, place: Any) -> tuple[Any, Any, Any]:
    """The copy of factors by both blocks, each from its own shared memory; its source, its target."""
    shared, place = cute.filter_zeros(shared), cute.filter_zeros(place)
    atom = cute.make_copy_atom(tcgen05.Cp4x32x128bOp(tcgen05.CtaGroup.TWO), SCALE)
    copy = tcgen05.make_s2t_copy(atom, place)
    source = tcgen05.get_s2t_smem_desc_tensor(copy, copy.get_slice(0).partition_S(shared))
    return copy, source, copy.get_slice(0).partition_D(place)


@cute.jit
def gemm(
    a: cute.Tensor,
    b: cute.Tensor,
    sfa: cute.Tensor,
    sfb: cute.Tensor,
    mC: cute.Tensor,
    clusters: cutlass.Constexpr,
):
    """C = A B^T of bytes with two elements each, and factors in the order (128 rows, tile of K, factor)."""
    mA, mB = cute.recast_tensor(a, ELEMENT), cute.recast_tensor(b, ELEMENT)
    k_major, two = tcgen05.OperandMajorMode.K, tcgen05.CtaGroup.TWO
    tiled_mma = sm100.make_blockscaled_trivial_tiled_mma(ELEMENT, k_major, k_major, SCALE, BLOCK, two, (BM, BN))
    layout_a = sm100.make_smem_layout_a(tiled_mma, TILE, ELEMENT, STAGES)
    layout_b = sm100.make_smem_layout_b(tiled_mma, TILE, ELEMENT, STAGES)
    layout_sfa = blockscaled_layout.make_smem_layout_sfa(tiled_mma, TILE, BLOCK, STAGES)
    layout_sfb = blockscaled_layout.make_smem_layout_sfb(tiled_mma, TILE, BLOCK, STAGES)
    load, first = cpasync.CopyBulkTensorTileG2SOp(two), (None, None, None, 0)
    tma_a, tA = cute.nvgpu.make_tiled_tma_atom_A(load, mA, cute.slice_(layout_a, first), TILE, tiled_mma)
    tma_b, tB = cute.nvgpu.make_tiled_tma_atom_B(load, mB, cute.slice_(layout_b, first), TILE, tiled_mma)
    tiles_k = mA.shape[1] // BK
    factors_a = in_words(sfa, (FACTORS_A // 4, tiles_k, mA.shape[0] // ROWS))
    factors_b = in_words(sfb, (FACTORS_B // 4, tiles_k, mB.shape[0] // BN))
    tma_sfa, tSFA = cpasync.make_tiled_tma_atom(load, factors_a, words_of(FACTORS_A), (FACTORS_A // 4,))
    tma_sfb, tSFB = cpasync.make_tiled_tma_atom(load, factors_b, words_of(FACTORS_B), (FACTORS_B // 4,))
    # Tiles of blocks, of which two along M are a cluster and work together.
    tiles = utils.PersistentTileSchedulerParams((mC.shape[0] // ROWS, mC.shape[1] // BN, 1), (2, 1, 1))
    layouts = layout_a, layout_b, layout_sfa, layout_sfb
    gemm_kernel(tiled_mma, tma_a, tA, tma_b, tB, tma_sfa, tSFA, tma_sfb, tSFB, mC, layouts, tiles).launch(
        grid=utils.StaticPersistentTileScheduler.get_grid_shape(tiles, clusters), block=THREADS, cluster=(2, 1, 1)
    )


def in_words(factors: Any, shape: Any) -> Any:
    """Factors as a tensor (word, tile of K, tile of rows)."""
    return cute.make_tensor(cute.recast_ptr(factors.iterator, dtype=cutlass.Int32), cute.make_layout(shape))


def in_chunks(factors: Any) -> Any:
    """Factors (rows, blocks) as the tensor core wants them: 128 rows and 4 blocks are 512 bytes, those along K next."""
    rows, blocks = factors.shape
    return factors.reshape(rows // 128, 4, 32, blocks // 4, 4).transpose(0, 3, 2, 1, 4).reshape(-1).copy()


def main(
    m: int = 512, n: int = 256, k: int = 512, clusters: int = 2, put: Any = np.copy, get: Any = np.asarray
) -> None:
    """Random codes and powers of two as factors against float64. `put` and `get` bring arrays to a GPU and back."""
    rng = np.random.default_rng(0)
    codes = [rng.integers(0, 16, (rows, k), np.uint8) for rows in (m, n)]
    powers = [rng.integers(-3, 4, (rows, k // BLOCK)) for rows in (m, n)]
    packed = [code[:, ::2] | code[:, 1::2] << 4 for code in codes]
    factors = [in_chunks((power + 7 << 3).astype(np.uint8)) for power in powers]  # the exponents of Float8E4M3FN
    c = np.full((m, n), np.nan, np.float32)
    arrays: list[Any] = [put(x) for x in (*packed, *factors, c)]
    gemm(*(cute.runtime.from_dlpack(x, assumed_align=16) for x in arrays), clusters)
    c = get(arrays[-1])
    a, b = (VALUES[code] * np.repeat(2.0**power, BLOCK, axis=1) for code, power in zip(codes, powers, strict=True))
    error = np.linalg.norm(c - a @ b.T) / np.linalg.norm(a @ b.T)
    print(f"relative error {error:.1e}")
    assert error < 1e-6


if __name__ == "__main__":
    main()
