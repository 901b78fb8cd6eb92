"""Programs with the rings of tensor cores that the ladder of examples/blackwell does without.

`tests/docs/test_blackwell_uses.py` runs them.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
from cutedsl import cute, pipeline, utils
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.utils import sm100

M, N, K = TILE = 128, 64, 64
THREADS = 128


@cute.kernel
def stored_operands(mma: cute.TiledMma, a: cute.Tensor, b: cute.Tensor, d: cute.Tensor, layouts: cutlass.Constexpr):
    """Threads store the operands, and store the next ones when the multiplies are done."""
    tidx, _, _ = cute.arch.thread_idx()
    smem, group, thread = utils.SmemAllocator(), pipeline.CooperativeGroup, pipeline.Agent.Thread
    sA, sB = [smem.allocate_tensor(a.element_type, layout.outer, 1024, layout.inner) for layout in layouts]
    stores, operands = pipeline.PipelineAsyncUmma.create(
        num_stages=1,
        producer_group=group(thread, THREADS),
        consumer_group=group(thread),
        barrier_storage=smem.allocate_array(cutlass.Int64, 2),
    ).make_participants()
    sums, results, tmem = accumulator(smem)
    acc = cute.make_tensor(
        tmem.retrieve_ptr(cutlass.Float32), mma.make_fragment_C(mma.partition_shape_C((M, N))).layout
    )
    rA, rB = mma.make_fragment_A(sA), mma.make_fragment_B(sB)
    stage = sums.acquire_and_advance()
    for tile in range(a.shape[1] // K):
        space = stores.acquire_and_advance()
        for k in range(K):
            sA[(tidx, k % 16), 0, k // 16, 0] = a[tidx, tile * K + k]
            if tidx < N:
                sB[(tidx, k % 16), 0, k // 16, 0] = b[tidx, tile * K + k]
        cute.arch.fence_proxy("async.shared", space="cta")
        space.commit()
        if cute.arch.warp_idx() == 0:
            full = operands.wait_and_advance()
            for k in cutlass.range_constexpr(K // 16):
                mma.set(tcgen05.Field.ACCUMULATE, tile > 0 if k == 0 else True)
                cute.gemm(mma, acc, rA[None, None, k, 0], rB[None, None, k, 0], acc)
            full.release()
    if cute.arch.warp_idx() == 0:
        stage.commit()
    read_out(mma, acc, d, results, tmem)


@cute.kernel
def shared_operands(
    mma: cute.TiledMma,
    tma_a: Any,
    a: cute.Tensor,
    tma_b: Any,
    b: cute.Tensor,
    d: cute.Tensor,
    row_sums: cute.Tensor,
    layouts: cutlass.Constexpr,
):
    """The copy engine loads tiles, which are multiplied, and which threads add up too."""
    tidx, _, _ = cute.arch.thread_idx()
    smem, group, thread = utils.SmemAllocator(), pipeline.CooperativeGroup, pipeline.Agent.Thread
    op: Any = mma.op
    kind, alone = op.a_dtype, cute.make_layout(1)
    sA, sB = [smem.allocate_tensor(kind, layout.outer, 1024, layout.inner) for layout in layouts]
    ring = pipeline.PipelineTmaMultiConsumersAsync.create(
        num_stages=1,
        producer_group=group(thread),
        consumer_group_umma=group(thread),
        consumer_group_async=group(thread, THREADS),
        tx_count=(M + N) * K * kind.width // 8,
        barrier_storage=smem.allocate_array(cutlass.Int64, 2),
    )
    sums, results, tmem = accumulator(smem)
    acc = cute.make_tensor(
        tmem.retrieve_ptr(cutlass.Float32), mma.make_fragment_C(mma.partition_shape_C((M, N))).layout
    )
    rA, rB = mma.make_fragment_A(sA), mma.make_fragment_B(sB)
    gA = mma.get_slice(0).partition_A(cute.local_tile(a, (M, K), (0, None)))
    gB = mma.get_slice(0).partition_B(cute.local_tile(b, (N, K), (0, None)))
    tAsA, tAgA = cpasync.tma_partition(tma_a, 0, alone, cute.group_modes(sA, 0, 3), cute.group_modes(gA, 0, 3))
    tBsB, tBgB = cpasync.tma_partition(tma_b, 0, alone, cute.group_modes(sB, 0, 3), cute.group_modes(gB, 0, 3))
    space = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1)
    full = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1)
    stage = sums.acquire_and_advance()
    total = cutlass.Float32(0)
    for tile in range(cute.size(tAgA, [1])):
        if cute.arch.warp_idx() == 0:
            ring.producer_acquire(space)
            barrier = ring.producer_get_barrier(space)
            cute.copy(tma_a, tAgA[None, tile], tAsA[None, 0], tma_bar_ptr=barrier)
            cute.copy(tma_b, tBgB[None, tile], tBsB[None, 0], tma_bar_ptr=barrier)
        ring.consumer_wait(full)
        if cute.arch.warp_idx() == 0:
            for k in cutlass.range_constexpr(K // 16):
                mma.set(tcgen05.Field.ACCUMULATE, tile > 0 if k == 0 else True)
                cute.gemm(mma, acc, rA[None, None, k, 0], rB[None, None, k, 0], acc)
            ring.consumer_release(full, pipeline.PipelineOp.TCGen05Mma)
        for k in range(K):
            total += cutlass.Float32(sA[(tidx, k % 16), 0, k // 16, 0])
        ring.consumer_release(full, pipeline.PipelineOp.AsyncThread)
        space.advance()
        full.advance()
    row_sums[tidx] = total
    if cute.arch.warp_idx() == 0:
        stage.commit()
    read_out(mma, acc, d, results, tmem)


def accumulator(smem: utils.SmemAllocator) -> Any:
    """Columns of tensor memory, and who writes and who reads them."""
    group, thread = pipeline.CooperativeGroup, pipeline.Agent.Thread
    sums, results = pipeline.PipelineUmmaAsync.create(
        num_stages=1,
        producer_group=group(thread),
        consumer_group=group(thread, THREADS),
        barrier_storage=smem.allocate_array(cutlass.Int64, 2),
    ).make_participants()
    tmem = utils.TmemAllocator(smem.allocate_array(cutlass.Int32, 1), pipeline.NamedBarrier(1, THREADS))
    tmem.allocate(N)
    tmem.wait_for_alloc()
    return sums, results, tmem


def read_out(mma: Any, acc: Any, d: Any, results: Any, tmem: Any) -> None:
    """The sums to global memory, a row by each thread."""
    done = results.wait_and_advance()
    load = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), cutlass.Float32)
    copy = tcgen05.make_tmem_copy(load, acc).get_slice(cute.arch.thread_idx()[0])
    result = copy.partition_D(mma.get_slice(0).partition_C(cute.local_tile(d, (M, N), (0, 0))))
    values = cute.make_rmem_tensor(result.shape, cutlass.Float32)
    cute.copy(copy, copy.partition_S(acc), values)
    cute.autovec_copy(values, result)
    done.release()
    cute.arch.sync_threads()
    tmem.relinquish_alloc_permit()
    tmem.free(acc.iterator)


def multiply_of(kind: Any) -> Any:
    """The multiply, and the layouts of its operands."""
    k_major = tcgen05.OperandMajorMode.K
    mma = sm100.make_trivial_tiled_mma(kind, k_major, k_major, cutlass.Float32, tcgen05.CtaGroup.ONE, (M, N))
    layouts = sm100.make_smem_layout_a(mma, TILE, kind, 1), sm100.make_smem_layout_b(mma, TILE, kind, 1)
    return mma, layouts


@cute.jit
def with_stored_operands(a: cute.Tensor, b: cute.Tensor, d: cute.Tensor):
    """D = A B^T."""
    mma, layouts = multiply_of(a.element_type)
    stored_operands(mma, a, b, d, layouts).launch(grid=1, block=THREADS)


@cute.jit
def with_shared_operands(a: cute.Tensor, b: cute.Tensor, d: cute.Tensor, row_sums: cute.Tensor):
    """D = A B^T, and the sums of A's rows."""
    mma, layouts = multiply_of(a.element_type)
    first, load = (None, None, None, 0), cpasync.CopyBulkTensorTileG2SOp()
    tma_a, tA = cute.nvgpu.make_tiled_tma_atom_A(load, a, cute.slice_(layouts[0], first), TILE, mma)
    tma_b, tB = cute.nvgpu.make_tiled_tma_atom_B(load, b, cute.slice_(layouts[1], first), TILE, mma)
    shared_operands(mma, tma_a, tA, tma_b, tB, d, row_sums, layouts).launch(grid=1, block=THREADS)
