"""GEMM on Blackwell with 4-bit floats: as 2, and each 16 elements of a row have a scale factor (NVFP4).

The step: scale factors travel with the operands, and the tensor core reads them from tensor memory, where `tcgen05.cp`
brings them from shared memory, to all four quarters of the lanes. It multiplies exactly: elements times scales of A
times those of B. In memory the factors of 128 rows and 64 elements are 512 bytes, the order in which they are copied.
C (M,N) = A (M,K) B (N,K)^T in float32; M, N, K in whole tiles. Never run on hardware.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
from cutedsl import cute, pipeline, utils
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.utils import blockscaled_layout, sm100

BM, BN, BK = TILE = 128, 128, 256
STAGES, THREADS, BLOCK = 3, 128, 16
ELEMENT, SCALE = cutlass.Float4E2M1FN, cutlass.Float8E4M3FN
VALUES = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, 0, -0.5, -1, -1.5, -2, -3, -4, -6])  # of the 16 codes


@cute.kernel
def gemm_kernel(
    tiled_mma: cute.TiledMma,
    tma_a: Any,
    mA: cute.Tensor,
    tma_b: Any,
    mB: cute.Tensor,
    sfa: cute.Tensor,
    sfb: cute.Tensor,
    mC: cute.Tensor,
    layouts: cutlass.Constexpr,
):
    """One block, one tile of C."""
    tidx, _, _ = cute.arch.thread_idx()
    m, n, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    layout_a, layout_b, layout_sfa, layout_sfb = layouts
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(ELEMENT, layout_a.outer, 1024, swizzle=layout_a.inner)
    sB = smem.allocate_tensor(ELEMENT, layout_b.outer, 1024, swizzle=layout_b.inner)
    sSFA = smem.allocate_tensor(SCALE, layout_sfa, 128)
    sSFB = smem.allocate_tensor(SCALE, layout_sfb, 128)
    group, thread = pipeline.CooperativeGroup, pipeline.Agent.Thread
    loads, operands = pipeline.PipelineTmaUmma.create(
        num_stages=STAGES,
        producer_group=group(thread),
        consumer_group=group(thread),
        tx_count=(BM + BN) * (BK // 2 + BK // BLOCK),
        barrier_storage=smem.allocate_array(cutlass.Int64, 2 * STAGES),
    ).make_participants()
    sums, results = pipeline.PipelineUmmaAsync.create(
        num_stages=1,
        producer_group=group(thread),
        consumer_group=group(thread, THREADS),
        barrier_storage=smem.allocate_array(cutlass.Int64, 2),
    ).make_participants()

    # Tensor memory: the sums, then the factors of one tile of A and of B.
    acc_layout = tiled_mma.make_fragment_C(tiled_mma.partition_shape_C((BM, BN))).layout
    first = (None, None, None, 0)
    sfa_layout = blockscaled_layout.make_tmem_layout_sfa(tiled_mma, TILE, BLOCK, cute.slice_(layout_sfa, first))
    sfb_layout = blockscaled_layout.make_tmem_layout_sfb(tiled_mma, TILE, BLOCK, cute.slice_(layout_sfb, first))
    tmem = utils.TmemAllocator(smem.allocate_array(cutlass.Int32, 1), pipeline.NamedBarrier(1, THREADS))
    tmem.allocate(256)
    tmem.wait_for_alloc()
    place = tmem.retrieve_ptr(cutlass.Float32)
    acc = cute.make_tensor(place, acc_layout)
    after = tcgen05.find_tmem_tensor_col_offset(acc)
    tSFA = cute.make_tensor(cute.recast_ptr(place + after, dtype=SCALE), sfa_layout)
    after += tcgen05.find_tmem_tensor_col_offset(tSFA)
    tSFB = cute.make_tensor(cute.recast_ptr(place + after, dtype=SCALE), sfb_layout)

    mma, one = tiled_mma.get_slice(0), cute.make_layout(1)
    gA = mma.partition_A(cute.local_tile(mA, (BM, BK), (m, None)))
    gB = mma.partition_B(cute.local_tile(mB, (BN, BK), (n, None)))
    tAsA, tAgA = cpasync.tma_partition(tma_a, 0, one, cute.group_modes(sA, 0, 3), cute.group_modes(gA, 0, 3))
    tBsB, tBgB = cpasync.tma_partition(tma_b, 0, one, cute.group_modes(sB, 0, 3), cute.group_modes(gB, 0, 3))
    rA, rB = tiled_mma.make_fragment_A(sA), tiled_mma.make_fragment_B(sB)
    tiles_k = cute.size(tAgA, [1])
    # A tile's factors lie together, in global memory and in shared memory.
    together = BM * BK // BLOCK
    bulk = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), SCALE)
    flat_a, flat_b = (cute.make_tensor(x.iterator, cute.make_layout((together, STAGES))) for x in (sSFA, sSFB))

    if warp == 0:
        to_sfa, from_sfa, at_sfa = to_tensor_memory(sSFA, tSFA)
        to_sfb, from_sfb, at_sfb = to_tensor_memory(sSFB, tSFB)
        stage = sums.acquire_and_advance()
        for step in range(tiles_k + STAGES - 1):
            if step < tiles_k:
                space = loads.acquire_and_advance()
                cute.copy(tma_a, tAgA[None, step], tAsA[None, space.index], tma_bar_ptr=space.barrier)
                cute.copy(tma_b, tBgB[None, step], tBsB[None, space.index], tma_bar_ptr=space.barrier)
                with cute.arch.elect_one():
                    cute.copy(bulk, sfa[None, step, m], flat_a[None, space.index], mbar_ptr=space.barrier)
                    cute.copy(bulk, sfb[None, step, n], flat_b[None, space.index], mbar_ptr=space.barrier)
            if step >= STAGES - 1:
                tile = operands.wait_and_advance()
                # The tensor core does copies and multiplies in the order in which it gets them.
                cute.copy(to_sfa, from_sfa[None, None, None, None, tile.index], at_sfa)
                cute.copy(to_sfb, from_sfb[None, None, None, None, tile.index], at_sfb)
                for k in cutlass.range_constexpr(cute.size(rA, [2])):
                    tiled_mma.set(tcgen05.Field.ACCUMULATE, step > STAGES - 1 if k == 0 else True)
                    tiled_mma.set(tcgen05.Field.SFA, tSFA[None, None, k].iterator)
                    tiled_mma.set(tcgen05.Field.SFB, tSFB[None, None, k].iterator)
                    cute.gemm(tiled_mma, acc, rA[None, None, k, tile.index], rB[None, None, k, tile.index], acc)
                tile.release()
        stage.commit()

    done = results.wait_and_advance()
    load = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), cutlass.Float32)
    copy = tcgen05.make_tmem_copy(load, acc).get_slice(tidx)
    result = copy.partition_D(mma.partition_C(cute.local_tile(mC, (BM, BN), (m, n))))
    values = cute.make_rmem_tensor(result.shape, cutlass.Float32)
    cute.copy(copy, copy.partition_S(acc), values)
    cute.autovec_copy(values, result)
    done.release()
    cute.arch.sync_threads()
    tmem.relinquish_alloc_permit()
    tmem.free(place)


def to_tensor_memory(shared: Any, place: Any) -> tuple[Any, Any, Any]:
    """The copy of factors to all four quarters of the lanes: 32 lanes of 128 bits at a time; its source, its target."""
    shared, place = cute.filter_zeros(shared), cute.filter_zeros(place)
    atom = cute.make_copy_atom(tcgen05.Cp4x32x128bOp(tcgen05.CtaGroup.ONE), SCALE)
    copy = tcgen05.make_s2t_copy(atom, place)
    source = tcgen05.get_s2t_smem_desc_tensor(copy, copy.get_slice(0).partition_S(shared))
    return copy, source, copy.get_slice(0).partition_D(place)


@cute.jit
def gemm(a: cute.Tensor, b: cute.Tensor, sfa: cute.Tensor, sfb: cute.Tensor, mC: cute.Tensor):
    """C = A B^T of bytes with two elements each, and factors in the order (tile of rows, tile of K, factor)."""
    mA, mB = cute.recast_tensor(a, ELEMENT), cute.recast_tensor(b, ELEMENT)
    k_major, one_block = tcgen05.OperandMajorMode.K, tcgen05.CtaGroup.ONE
    tiled_mma = sm100.make_blockscaled_trivial_tiled_mma(ELEMENT, k_major, k_major, SCALE, BLOCK, one_block, (BM, BN))
    layout_a = sm100.make_smem_layout_a(tiled_mma, TILE, ELEMENT, STAGES)
    layout_b = sm100.make_smem_layout_b(tiled_mma, TILE, ELEMENT, STAGES)
    layout_sfa = blockscaled_layout.make_smem_layout_sfa(tiled_mma, TILE, BLOCK, STAGES)
    layout_sfb = blockscaled_layout.make_smem_layout_sfb(tiled_mma, TILE, BLOCK, STAGES)
    load, first = cpasync.CopyBulkTensorTileG2SOp(), (None, None, None, 0)
    tma_a, tA = cute.nvgpu.make_tiled_tma_atom_A(load, mA, cute.slice_(layout_a, first), TILE, tiled_mma)
    tma_b, tB = cute.nvgpu.make_tiled_tma_atom_B(load, mB, cute.slice_(layout_b, first), TILE, tiled_mma)
    tiles_m, tiles_n, tiles_k = mC.shape[0] // BM, mC.shape[1] // BN, mA.shape[1] // BK
    together = BM * BK // BLOCK
    factors_a = cute.make_tensor(
        cute.recast_ptr(sfa.iterator, dtype=SCALE), cute.make_layout((together, tiles_k, tiles_m))
    )
    factors_b = cute.make_tensor(
        cute.recast_ptr(sfb.iterator, dtype=SCALE), cute.make_layout((together, tiles_k, tiles_n))
    )
    layouts = layout_a, layout_b, layout_sfa, layout_sfb
    gemm_kernel(tiled_mma, tma_a, tA, tma_b, tB, factors_a, factors_b, mC, layouts).launch(
        grid=(tiles_m, tiles_n, 1), block=THREADS
    )


def in_chunks(factors: Any) -> Any:
    """Factors (rows, blocks) as the tensor core wants them: 128 rows and 4 blocks are 512 bytes, those along K next."""
    rows, blocks = factors.shape
    return factors.reshape(rows // 128, 4, 32, blocks // 4, 4).transpose(0, 3, 2, 1, 4).reshape(-1).copy()


def main(m: int = 256, n: int = 128, k: int = 1024, put: Any = np.copy, get: Any = np.asarray) -> None:
    """Random codes and powers of two as factors against float64. `put` and `get` bring arrays to a GPU and back."""
    rng = np.random.default_rng(0)
    codes = [rng.integers(0, 16, (rows, k), np.uint8) for rows in (m, n)]
    powers = [rng.integers(-3, 4, (rows, k // BLOCK)) for rows in (m, n)]
    packed = [code[:, ::2] | code[:, 1::2] << 4 for code in codes]
    factors = [in_chunks((power + 7 << 3).astype(np.uint8)) for power in powers]  # the exponents of Float8E4M3FN
    c = np.full((m, n), np.nan, np.float32)
    arrays: list[Any] = [put(x) for x in (*packed, *factors, c)]
    gemm(*(cute.runtime.from_dlpack(x, assumed_align=16) for x in arrays))
    c = get(arrays[-1])
    a, b = (VALUES[code] * np.repeat(2.0**power, BLOCK, axis=1) for code, power in zip(codes, powers, strict=True))
    error = np.linalg.norm(c - a @ b.T) / np.linalg.norm(a @ b.T)
    print(f"relative error {error:.1e}")
    assert error < 1e-6


if __name__ == "__main__":
    main()
