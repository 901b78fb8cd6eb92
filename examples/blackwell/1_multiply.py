"""One tile multiplied by Blackwell's tensor core: operands in shared memory, sums in tensor memory.

The step: `tcgen05.mma` reads both operands from shared memory by descriptors and adds up in tensor memory, 128 lanes of
512 columns that belong to a block for as long as it asks for them. One thread gives the instruction to the tensor core;
an mbarrier says when it is done. Registers come in at the very end only, when the sums are read.
C (M,N) = A (M,K) B (N,K)^T, one tile of 128 x 64 x 64, all K-major or row-major. Never run on hardware.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
from cutedsl import cute, pipeline, utils
from cutedsl.cute.nvgpu import tcgen05
from cutedsl.utils import sm100

M, N, K = 128, 64, 64
THREADS = 128  # a row of A each, and later one of the 128 lanes of tensor memory


@cute.kernel
def multiply_kernel(
    tiled_mma: cute.TiledMma,
    a: cute.Tensor,
    b: cute.Tensor,
    c: cute.Tensor,
    layout_a: cutlass.Constexpr,
    layout_b: cutlass.Constexpr,
):
    """One block of four warps."""
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(a.element_type, layout_a.outer, 1024, swizzle=layout_a.inner)
    sB = smem.allocate_tensor(b.element_type, layout_b.outer, 1024, swizzle=layout_b.inner)

    # Warp 0 asks for 64 columns of 32 bits, and leaves their address in shared memory for the others.
    tmem = utils.TmemAllocator(smem.allocate_array(cutlass.Int32, 1), pipeline.NamedBarrier(1, THREADS))
    tmem.allocate(N)

    # The accumulator is handed from the tensor core to the threads.
    group = pipeline.CooperativeGroup
    multiplier, reader = pipeline.PipelineUmmaAsync.create(
        num_stages=1,
        producer_group=group(pipeline.Agent.Thread),
        consumer_group=group(pipeline.Agent.Thread, THREADS),
        barrier_storage=smem.allocate_array(cutlass.Int64, 2),
    ).make_participants()

    # Threads store the operands; the modes are ((row, k) of an instruction, rows, instructions along K, stages).
    for k in cutlass.range(K):
        sA[(tidx, k % 16), 0, k // 16, 0] = a[tidx, k]
        if tidx < N:
            sB[(tidx, k % 16), 0, k // 16, 0] = b[tidx, k]
    # The tensor core reads shared memory by another way than threads do, and must see what they wrote.
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()

    tmem.wait_for_alloc()
    place = tmem.retrieve_ptr(cutlass.Float32)
    acc = cute.make_tensor(place, tiled_mma.make_fragment_C(tiled_mma.partition_shape_C((M, N))).layout)
    # "Fragments" of operands in shared memory are descriptors: where a tile is, and how it is laid out.
    rA, rB = tiled_mma.make_fragment_A(sA), tiled_mma.make_fragment_B(sB)

    if warp == 0:
        stage = multiplier.acquire_and_advance()
        for k in cutlass.range_constexpr(K // 16):
            # `cute.gemm` elects one thread. The first multiply overwrites tensor memory, the others add to it.
            tiled_mma.set(tcgen05.Field.ACCUMULATE, k > 0)
            cute.gemm(tiled_mma, acc, rA[None, None, k, 0], rB[None, None, k, 0], acc)
        stage.commit()  # arrives at the mbarrier when all multiplies so far are done

    done = reader.wait_and_advance()
    # A warp reads the 32 lanes of its own number: here each thread one row, 32 columns an instruction.
    load = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), cutlass.Float32)
    copy = tcgen05.make_tmem_copy(load, acc).get_slice(tidx)
    source = copy.partition_S(acc)
    result = copy.partition_D(tiled_mma.get_slice(0).partition_C(c))
    values = cute.make_rmem_tensor(result.shape, cutlass.Float32)
    cute.copy(copy, source, values)
    cute.autovec_copy(values, result)
    done.release()

    # What was taken must be given back, after the last read.
    cute.arch.sync_threads()
    tmem.relinquish_alloc_permit()
    tmem.free(place)


@cute.jit
def multiply(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """C = A B^T of one tile."""
    kind, k_major = a.element_type, tcgen05.OperandMajorMode.K
    one_block = tcgen05.CtaGroup.ONE  # two blocks can also multiply together
    tiled_mma = sm100.make_trivial_tiled_mma(kind, k_major, k_major, cutlass.Float32, one_block, (M, N))
    layout_a = sm100.make_smem_layout_a(tiled_mma, (M, N, K), kind, 1)
    layout_b = sm100.make_smem_layout_b(tiled_mma, (M, N, K), kind, 1)
    c = cute.local_tile(c, (M, N), (0, 0))
    multiply_kernel(tiled_mma, a, b, c, layout_a, layout_b).launch(grid=1, block=THREADS)


def main(put: Any = np.copy, get: Any = np.asarray) -> None:
    """Multiplies one tile, and compares it with float64. `put` and `get` bring arrays to a GPU and back."""
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((rows, K)).astype(np.float16) for rows in (M, N))
    c = np.full((M, N), np.nan, np.float32)
    arrays: list[Any] = [put(x) for x in (a, b, c)]
    given: list[Any] = [cute.runtime.from_dlpack(x, assumed_align=16) for x in arrays]
    cute.compile(multiply, *given)(*given)
    c = get(arrays[2])
    exact = a.astype(np.float64) @ b.astype(np.float64).T
    error = np.linalg.norm(c - exact) / np.linalg.norm(exact)
    print(f"relative error {error:.1e}")
    assert error < 1e-6


if __name__ == "__main__":
    main()
