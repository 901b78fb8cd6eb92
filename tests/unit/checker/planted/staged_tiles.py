"""Tiles in stages of a struct, by tiled copies, bulk copies and pipelines, with helpers of their own."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.case import Bug, helper, planted

F32 = cutlass.Float32
ROWS, STAGES = 16, 2
BYTES = ROWS * 32 * 4


@helper
@cute.jit
def fetch(tiled: cute.TiledCopy, src: cute.Tensor, dst: cute.Tensor, tile: cutlass.Int32, stage: cutlass.Int32) -> None:
    cute.copy(tiled, src[None, None, None, tile], dst[None, None, None, stage])  # found


def multistage(kernel: Any, block: int) -> Any:
    """The host function of a kernel (x, out, tiled, bug)."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        atom = cute.make_copy_atom(cpasync.CopyG2SOp(), F32, num_bits_per_copy=128)
        tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((8, 8), stride=(8, 1)), cute.make_layout((1, 4)))
        x16 = cute.make_tensor(x.iterator.align(16), cute.make_layout((48, 32), stride=(32, 1)))
        kernel(x16, out, tiled, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


def reversed_rows(x: np.ndarray) -> np.ndarray:
    return x.reshape(-1, 8, 32)[:, ::-1].reshape(x.shape)


@planted(
    Bug.COPY_WAIT,
    "The wait leaves as many groups as there are stages less one.",
    shape=(48, 32),
    want=reversed_rows,
    host=multistage,
)
@cute.kernel
def multistage_one_too_many(x: cute.Tensor, out: cute.Tensor, tiled: cute.TiledCopy, bug: cutlass.Constexpr):
    stages = 3
    t, _, _ = cute.arch.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(F32, cute.make_layout((8, 32, stages), stride=(32, 1, 256)), 16)
    gX = cute.local_tile(x, (8, 32), (None, 0))
    gY = cute.local_tile(out, (8, 32), (None, 0))
    thr = tiled.get_slice(t)
    src, dst = thr.partition_S(gX), thr.partition_D(s)
    n = cute.size(gX, mode=[2])
    for i in cutlass.range_constexpr(stages - 1):
        if i < n:
            fetch(tiled, src, dst, i, i)
        cute.arch.cp_async_commit_group()
    for k in range(n):
        cute.arch.cp_async_wait_group(stages - 1 if bug else stages - 2)
        cute.arch.sync_threads()
        if k + stages - 1 < n:
            fetch(tiled, src, dst, k + stages - 1, (k + stages - 1) % stages)
        cute.arch.cp_async_commit_group()
        for i in cutlass.range_constexpr(4):
            at = t + 64 * i
            gY[at // 32, at % 32, k] = s[7 - at // 32, at % 32, k % stages]  # found


@planted(
    Bug.COPY_WAIT,
    "The prologue commits all its tiles as one group.",
    shape=(48, 32),
    want=reversed_rows,
    host=multistage,
)
@cute.kernel
def prologue_one_group(x: cute.Tensor, out: cute.Tensor, tiled: cute.TiledCopy, bug: cutlass.Constexpr):
    stages = 4
    t, _, _ = cute.arch.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(F32, cute.make_layout((8, 32, stages), stride=(32, 1, 256)), 16)
    gX, gY = cute.local_tile(x, (8, 32), (None, 0)), cute.local_tile(out, (8, 32), (None, 0))
    thr = tiled.get_slice(t)
    src, dst = thr.partition_S(gX), thr.partition_D(s)
    n = cute.size(gX, mode=[2])
    for i in cutlass.range_constexpr(stages - 1):
        fetch(tiled, src, dst, i, i)
        if cutlass.const_expr(not bug):
            cute.arch.cp_async_commit_group()
    if cutlass.const_expr(bug):
        cute.arch.cp_async_commit_group()
    for k in range(n):
        cute.arch.cp_async_wait_group(stages - 2)
        cute.arch.sync_threads()
        for i in cutlass.range_constexpr(4):
            at = t + 64 * i
            gY[at // 32, at % 32, k] = s[7 - at // 32, at % 32, k % stages]  # found
        if k + stages - 1 < n:
            fetch(tiled, src, dst, k + stages - 1, (k + stages - 1) % stages)
        cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)


@cute.struct
class Storage:
    """Barriers and stages of a block."""

    bars: cute.struct.MemRange[cutlass.Int64, 2 * STAGES]
    sX: cute.struct.Align[cute.struct.MemRange[cutlass.Float32, STAGES * ROWS * 32], 128]


def tma_host(kernel: Any, block: int) -> Any:
    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        lay = cute.make_layout((ROWS, 32), stride=(32, 1))
        atom, tx = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, lay, (ROWS, 32))
        kernel(atom, tx, out, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


def tma_store_host(kernel: Any, block: int) -> Any:
    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        lay = cute.make_layout((ROWS, 32), stride=(32, 1))
        atom, tx = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), out, lay, (ROWS, 32))
        kernel(x, atom, tx, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


def tiles_of(storage: Any) -> Any:
    return storage.sX.get_tensor(cute.make_layout((ROWS, 32, STAGES), stride=(32, 1, ROWS * 32)))


def parts(atom: Any, s: Any, g: Any) -> Any:
    gt = cute.local_tile(g, (ROWS, 32), (None, 0))
    return cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(s, 0, 2), cute.group_modes(gt, 0, 2))


def make_pipe(storage: Any, consumers: int = 1, tx: int = BYTES) -> Any:
    return pipeline.PipelineTmaAsync.create(
        barrier_storage=storage.bars.data_ptr(),
        num_stages=STAGES,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, consumers),
        tx_count=tx,
    )


@planted(
    Bug.SHARED_RACE,
    "The stage is released before it is read.",
    also=(Bug.TMA_WAIT,),
    shape=(96, 32),
    want=lambda x: x + 1,
    host=tma_host,
)
@cute.kernel
def released_before_read(atom: Any, tx: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    warp_id, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    storage = utils.SmemAllocator().allocate(Storage)
    sX = tiles_of(storage)
    pipe = make_pipe(storage)
    to, of = parts(atom, sX, tx)
    n = cute.size(of, mode=[1])
    if warp_id == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
        for k in range(n):
            pipe.producer_acquire(state)
            cute.copy(atom, of[None, k], to[None, state.index], tma_bar_ptr=pipe.producer_get_barrier(state))  # found
            pipe.producer_commit(state)
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        for k in range(n):
            pipe.consumer_wait(state)
            if cutlass.const_expr(bug):
                pipe.consumer_release(state)
            for r in range(ROWS):
                out[k * ROWS + r, lane] = sX[r, lane, state.index] + 1.0  # found
            if cutlass.const_expr(not bug):
                pipe.consumer_release(state)
            state.advance()


@planted(
    Bug.TMA_WAIT,
    "The consumer's state begins as a producer's, so its first waits pass at once.",
    also=(Bug.DEADLOCK, Bug.SHARED_RACE, Bug.UNINITIALISED),
    shape=(96, 32),
    want=lambda x: x + 1,
    host=tma_host,
)
@cute.kernel
def consumer_with_producer_state(atom: Any, tx: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    warp_id, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    storage = utils.SmemAllocator().allocate(Storage)
    sX = tiles_of(storage)
    pipe = make_pipe(storage)
    to, of = parts(atom, sX, tx)
    n = cute.size(of, mode=[1])
    if warp_id == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
        for k in range(n):
            pipe.producer_acquire(state)  # found
            cute.copy(atom, of[None, k], to[None, state.index], tma_bar_ptr=pipe.producer_get_barrier(state))  # found
            state.advance()
        pipe.producer_tail(state)  # found
    else:
        kind = pipeline.PipelineUserType.Producer if bug else pipeline.PipelineUserType.Consumer
        state = pipeline.make_pipeline_state(kind, STAGES)
        for k in range(n):
            pipe.consumer_wait(state)  # found
            for r in range(ROWS):
                out[k * ROWS + r, lane] = sX[r, lane, state.index] + 1.0  # found
            pipe.consumer_release(state)  # found
            state.advance()


@planted(
    Bug.TMA_WAIT,
    "The phase of a ring of two is taken from the tile's parity.",
    also=(Bug.DEADLOCK, Bug.SHARED_RACE),
    shape=(96, 32),
    want=lambda x: x + 1,
    host=tma_host,
)
@cute.kernel
def phase_from_tile_parity(atom: Any, tx: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    warp_id, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    storage = utils.SmemAllocator().allocate(Storage)
    sX = tiles_of(storage)
    full, empty = storage.bars.data_ptr(), storage.bars.data_ptr() + STAGES
    to, of = parts(atom, sX, tx)
    if warp_id == 0:
        with cute.arch.elect_one():
            for i in cutlass.range_constexpr(STAGES):
                cute.arch.mbarrier_init(full + i, 1)
                cute.arch.mbarrier_init(empty + i, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    n = cute.size(of, mode=[1])
    if warp_id == 0:
        for k in range(n):
            st = k % STAGES
            cute.arch.mbarrier_wait(empty + st, (k // STAGES + 1) % 2)  # found
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(full + st, BYTES)  # found
            cute.copy(atom, of[None, k], to[None, st], tma_bar_ptr=full + st)  # found
    else:
        for k in range(n):
            st = k % STAGES
            cute.arch.mbarrier_wait(full + st, k % 2 if bug else (k // STAGES) % 2)  # found
            for r in range(ROWS):
                out[k * ROWS + r, lane] = sX[r, lane, st] + 1.0  # found
            cute.arch.sync_warp()
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive(empty + st)  # found


@planted(
    Bug.DEADLOCK,
    "The empty mbarriers count two consumer warps, and one releases.",
    shape=(96, 32),
    want=lambda x: x + 1,
    host=tma_host,
)
@cute.kernel
def consumers_counted_twice(atom: Any, tx: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    warp_id, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    storage = utils.SmemAllocator().allocate(Storage)
    sX = tiles_of(storage)
    pipe = make_pipe(storage, 2 if bug else 1)
    to, of = parts(atom, sX, tx)
    n = cute.size(of, mode=[1])
    if warp_id == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
        for k in range(n):
            pipe.producer_acquire(state)  # found
            cute.copy(atom, of[None, k], to[None, state.index], tma_bar_ptr=pipe.producer_get_barrier(state))  # found
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        for k in range(n):
            pipe.consumer_wait(state)  # found
            for r in range(ROWS):
                out[k * ROWS + r, lane] = sX[r, lane, state.index] + 1.0
            pipe.consumer_release(state)  # found
            state.advance()


@planted(
    Bug.TMA_WAIT,
    "An epilogue with one buffer waits for the group before the last.",
    also=(Bug.SHARED_RACE,),
    shape=(96, 32),
    want=lambda x: 2 * x,
    host=tma_store_host,
)
@cute.kernel
def store_buffer_reused(x: cute.Tensor, atom: Any, tx: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    storage = utils.SmemAllocator().allocate(Storage)
    sX = tiles_of(storage)
    to, of = parts(atom, sX, tx)
    for k in range(cute.size(of, mode=[1])):
        if t < 32:
            cute.arch.cp_async_bulk_wait_group(1 if bug else 0, read=True)
        cute.arch.sync_threads()
        for i in cutlass.range_constexpr(ROWS * 32 // 64):
            at = t + 64 * i
            sX[at // 32, at % 32, 0] = 2.0 * x[k * ROWS + at // 32, at % 32]  # found
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        if t < 32:
            cute.copy(atom, to[None, 0], of[None, k])  # found
            cute.arch.cp_async_bulk_commit_group()
    cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.PROXY_FENCE,
    "Nobody fences between the writes and the barrier before the bulk store.",
    shape=(96, 32),
    want=lambda x: 2 * x,
    host=tma_store_host,
)
@cute.kernel
def fence_by_the_wrong_threads(x: cute.Tensor, atom: Any, tx: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    storage = utils.SmemAllocator().allocate(Storage)
    sX = tiles_of(storage)
    to, of = parts(atom, sX, tx)
    for k in range(cute.size(of, mode=[1])):
        for i in cutlass.range_constexpr(ROWS * 32 // 64):
            at = t + 64 * i
            sX[at // 32, at % 32, k % 2] = 2.0 * x[k * ROWS + at // 32, at % 32]  # found
        if cutlass.const_expr(not bug):
            cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        if t < 32:
            cute.copy(atom, to[None, k % 2], of[None, k])  # found
            cute.arch.cp_async_bulk_commit_group()
            cute.arch.cp_async_bulk_wait_group(0, read=True)
        cute.arch.sync_threads()
    cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.PROXY_FENCE,
    "Threads clear the stages, and the fence of the mbarriers' initialisation is taken for a proxy fence.",
    also=(Bug.SHARED_RACE,),
    shape=(32, 32),
    want=lambda x: x + 1,
    host=tma_host,
)
@cute.kernel
def cleared_before_the_init_fence(atom: Any, tx: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    storage = utils.SmemAllocator().allocate(Storage)
    sX = tiles_of(storage)
    bar = storage.bars.data_ptr()
    to, of = parts(atom, sX, tx)
    for i in cutlass.range_constexpr(ROWS * 32 * STAGES // 64):
        (sX.iterator + (t + 64 * i)).store(F32(0))  # found
    if t == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    if cutlass.const_expr(not bug):
        cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if cute.arch.warp_idx() == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, 2 * BYTES)
        for k in cutlass.range_constexpr(2):
            cute.copy(atom, of[None, k], to[None, k], tma_bar_ptr=bar)  # found
    cute.arch.mbarrier_wait(bar, 0)
    for i in cutlass.range_constexpr(ROWS * 32 * STAGES // 64):
        at = t + 64 * i
        out[at // 32, at % 32] = sX[at // 32 % ROWS, at % 32, at // 32 // ROWS] + 1.0
