"""Bugs of Hopper's style: bulk copies, pipelines with roles, warp-group multiplies, clusters, dependent launches."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync, warpgroup
from tests.unit.checker.planted.case import Bug, aligned, helper, planted
from tests.unit.checker.planted.wgmma import K, M, N, fill, fragments, multiplying, operands, product, small

F = cutlass.Float32
I32 = cutlass.Int32
A = cute.arch
R, C = 16, 32
"""A tile: 16 rows of 32 numbers."""
NBYTES = R * C * 4
PRODUCER, CONSUMER = pipeline.PipelineUserType.Producer, pipeline.PipelineUserType.Consumer


@cute.struct
class SharedStorage:
    """What a block keeps."""

    mainloop: cute.struct.MemRange[cutlass.Int64, 8]
    sIn: cute.struct.Align[cute.struct.MemRange[cutlass.Float32, 2 * R * C], 128]
    sOut: cute.struct.Align[cute.struct.MemRange[cutlass.Float32, 2 * R * C], 128]


STAGED = cute.make_layout((R, C, 2), stride=(C, 1, R * C))


def both_ways(kernel: Any, block: int) -> Any:
    """The host of kernels (load, gX, store, gOut, bug)."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        tile = cute.make_layout((R, C), stride=(C, 1))
        load, gX = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, tile, (R, C))
        store, gOut = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), out, tile, (R, C))
        kernel(load, gX, store, gOut, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


def tma_in(kernel: Any, block: int) -> Any:
    """The host of kernels (load, gX, out, bug)."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        tile = cute.make_layout((R, C), stride=(C, 1))
        load, gX = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, tile, (R, C))
        kernel(load, gX, out, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


def split(atom: Any, s: Any, g: Any) -> Any:
    tiles = cute.group_modes(cute.local_tile(g, (R, C), (None, 0)), 0, 2)
    return cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(s, 0, 2), tiles)


def ring(storage: Any, consumers: int = 1) -> Any:
    return pipeline.PipelineTmaAsync.create(
        barrier_storage=storage.mainloop.data_ptr(),
        num_stages=2,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, consumers),
        tx_count=NBYTES,
    )


@cute.jit
def produce(load: Any, gX: cute.Tensor, sIn: cute.Tensor, pipe: Any, tiles: cutlass.Constexpr) -> None:
    """One warp loads all tiles through the ring."""
    to, of = split(load, sIn, gX)
    state = pipeline.make_pipeline_state(PRODUCER, 2)
    for tile in range(tiles):
        pipe.producer_acquire(state)
        cute.copy(load, of[None, tile], to[None, state.index], tma_bar_ptr=pipe.producer_get_barrier(state))
        pipe.producer_commit(state)
        state.advance()
    pipe.producer_tail(state)


@planted(
    Bug.TMA_WAIT,
    "An epilogue of `PipelineTmaStore` writes its next tile without `producer_acquire`.",
    also=(Bug.SHARED_RACE,),
    shape=(4 * R, C),
    want=lambda x: 2 * x,
    host=both_ways,
    block=64,
)
@cute.kernel
def store_pipeline_not_acquired(load: Any, gX: cute.Tensor, store: Any, gOut: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    sIn, sOut = storage.sIn.get_tensor(STAGED), storage.sOut.get_tensor(STAGED)
    pipe = ring(storage)
    lane = A.lane_idx()
    if A.warp_idx() == 0:
        produce(load, gX, sIn, pipe, 4)
    else:
        of, to = split(store, sOut, gOut)
        out_pipe = pipeline.PipelineTmaStore.create(
            num_stages=2, producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 32)
        )
        full = pipeline.make_pipeline_state(CONSUMER, 2)
        for tile in range(4):
            pipe.consumer_wait(full)
            if cutlass.const_expr(not bug):
                out_pipe.producer_acquire()
                A.sync_warp()
            for row in range(R):
                sOut[row, lane, tile % 2] = 2.0 * sIn[row, lane, full.index]  # found
            pipe.consumer_release(full)
            full.advance()
            A.fence_proxy("async.shared", space="cta")
            A.sync_warp()
            cute.copy(store, of[None, tile % 2], to[None, tile])  # found
            out_pipe.producer_commit()
        out_pipe.producer_tail()


@planted(
    Bug.TMA_WAIT,
    "uccl-project/mKernel#18: a stage is first an input, then the result, and is loaded again under its store.",
    also=(Bug.SHARED_RACE,),
    shape=(2 * R, C),
    want=lambda x: x + 1,
    host=both_ways,
    block=32,
)
@cute.kernel
def loaded_under_its_store(load: Any, gX: cute.Tensor, store: Any, gOut: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    s = storage.sIn.get_tensor(STAGED)
    bar = storage.mainloop.data_ptr()
    lane = A.lane_idx()
    to, of = split(load, s, gX)
    out_of, out_to = split(store, s, gOut)
    if lane == 0:
        A.mbarrier_init(bar, 1)
    A.mbarrier_init_fence()
    A.sync_warp()
    for tile in range(2):
        if cutlass.const_expr(not bug):
            A.cp_async_bulk_wait_group(0, read=True)
            A.sync_warp()
        with A.elect_one():
            A.mbarrier_arrive_and_expect_tx(bar, NBYTES)
        cute.copy(load, of[None, tile], to[None, 0], tma_bar_ptr=bar)  # found
        A.mbarrier_wait(bar, tile % 2)
        for row in range(R):
            s[row, lane, 0] = s[row, lane, 0] + 1.0
        A.fence_proxy("async.shared", space="cta")
        A.sync_warp()
        cute.copy(store, out_of[None, 0], out_to[None, tile])  # found
        A.cp_async_bulk_commit_group()
    A.cp_async_bulk_wait_group(0)


@planted(
    Bug.PROXY_FENCE,
    "FlashMLA-ETAP#3: probabilities are stored by threads and multiplied at once: no fence, no barrier of the group.",
    also=(Bug.SHARED_RACE, Bug.WGMMA_WAIT, Bug.UNINITIALISED),
    x=small,
    out=(M, N),
    dtype=np.float32,
    host=multiplying,
    block=128,
    want=product,
)
@cute.kernel
def probabilities_multiplied_at_once(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr
):
    sA, sB = operands(layouts)
    t, _, _ = A.thread_idx()
    for i in range(t, N * K, 128):
        sB[i // K, i % K] = x[M + i // K, i % K]
    A.fence_proxy("async.shared", space="cta")
    A.sync_threads()
    for i in range(t, M * K, 128):
        sA[i // K, i % K] = x[i // K, i % K]  # found
    if cutlass.const_expr(not bug):
        A.fence_proxy("async.shared", space="cta")
        A.barrier(barrier_id=4, number_of_threads=128)
    rA, rB, acc, tC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, rA, rB, acc)  # found
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tC)


@planted(
    Bug.WGMMA_WAIT,
    "Accumulators are scaled between two multiplies of attention before the first of them has ended.",
    x=small,
    out=(M, N),
    dtype=np.float32,
    host=multiplying,
    block=128,
    want=lambda x: 1.5 * product(x),
)
@cute.kernel
def rescaled_in_flight(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    A.fence_proxy("async.shared", space="cta")
    A.sync_threads()
    rA, rB, acc, tC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, rA, rB, acc)  # found
    warpgroup.commit_group()
    if cutlass.const_expr(not bug):
        warpgroup.wait_group(0)
    for i in cutlass.range_constexpr(cute.size(acc)):
        acc[i] = acc[i] * 0.5  # found
    warpgroup.fence()
    tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
    cute.gemm(tiled_mma, acc, rA, rB, acc)
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tC)


def cluster_tma(multicast: bool) -> Any:
    """The host of kernels (load, gX, out, bug) in a cluster of two blocks."""

    def make(kernel: Any, block: int) -> Any:
        @cute.jit
        def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
            tile = cute.make_layout((R, C), stride=(C, 1))
            if cutlass.const_expr(multicast):
                op = cpasync.CopyBulkTensorTileG2SMulticastOp()
                load, gX = cpasync.make_tiled_tma_atom(op, x, tile, (R, C), num_multicast=2)
            else:
                load, gX = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, tile, (R, C))
            kernel(load, gX, out, bug).launch(grid=[2, 1, 1], block=[block, 1, 1], cluster=[2, 1, 1])

        return host

    return make


def halves_of(load: Any, s: Any, g: Any, rank: Any) -> Any:
    tiles = cute.group_modes(cute.local_tile(g, (R, C), (None, 0)), 0, 2)
    return cpasync.tma_partition(load, rank, cute.make_layout(2), cute.group_modes(s, 0, 2), tiles)


def meet() -> None:
    A.cluster_arrive()
    A.cluster_wait()


@planted(
    Bug.PEER,
    "A multicast load begins before the other block of the cluster has initialised its mbarrier.",
    also=(Bug.PROXY_FENCE, Bug.SHARED_RACE, Bug.OVERFULL, Bug.BYTES, Bug.UNINITIALISED, Bug.DEADLOCK),
    shape=(R, C),
    out=(2 * R, C),
    host=cluster_tma(True),
    block=32,
    want=lambda x: np.concatenate([x, x]),
)
@cute.kernel
def multicast_to_an_uninitialised_peer(load: Any, gX: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    s = storage.sIn.get_tensor(STAGED)
    bar = storage.mainloop.data_ptr()
    lane, rank = A.lane_idx(), A.block_idx_in_cluster()
    to, of = halves_of(load, s, gX, rank)
    if lane == 0:
        A.mbarrier_init(bar, 1)  # found
    A.mbarrier_init_fence()
    if cutlass.const_expr(bug):
        A.sync_warp()
    else:
        meet()
    with A.elect_one():
        A.mbarrier_arrive_and_expect_tx(bar, NBYTES)
    cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar, mcast_mask=cutlass.Int16(3))  # found
    A.mbarrier_wait(bar, 0)
    for row in range(R):
        out[rank * R + row, lane] = s[row, lane, 0]
    meet()


@planted(
    Bug.TMA_WAIT,
    "humming#56: the next multicast load waits for the own block's readers and not for those of the peer.",
    also=(Bug.SHARED_RACE, Bug.PEER, Bug.OVERFULL, Bug.BYTES),
    shape=(2 * R, C),
    out=(4 * R, C),
    host=cluster_tma(True),
    block=32,
    want=lambda x: np.concatenate([x[:R], x[:R], x[R:], x[R:]]),
)
@cute.kernel
def multicast_over_the_peers_reads(load: Any, gX: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    s = storage.sIn.get_tensor(STAGED)
    bar = storage.mainloop.data_ptr()
    lane, rank = A.lane_idx(), A.block_idx_in_cluster()
    to, of = halves_of(load, s, gX, rank)
    if lane == 0:
        A.mbarrier_init(bar, 1)
    A.mbarrier_init_fence()
    meet()
    for tile in range(2):
        with A.elect_one():
            A.mbarrier_arrive_and_expect_tx(bar, NBYTES)
        cute.copy(load, of[None, tile], to[None, 0], tma_bar_ptr=bar, mcast_mask=cutlass.Int16(3))  # found
        A.mbarrier_wait(bar, tile)
        for row in range(R):
            out[(tile * 2 + rank) * R + row, lane] = s[row, lane, 0]  # found
        if cutlass.const_expr(bug):
            A.sync_warp()
        else:
            meet()
    meet()


@planted(
    Bug.BYTES,
    "Blocks send each other 32 numbers by `st.async`; the receiver expects the bytes of 16.",
    also=(Bug.OVERFULL, Bug.DEADLOCK, Bug.SHARED_RACE),
    shape=(2, 32),
    grid=2,
    cluster=2,
    block=32,
    want=lambda x: x[::-1],
)
@cute.kernel
def half_of_the_bytes_expected(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    bar = smem.allocate_array(cutlass.Int64, 1)
    s = smem.allocate_tensor(F, cute.make_layout(32), 16)
    lane, rank = A.lane_idx(), A.block_idx_in_cluster()
    if lane == 0:
        A.mbarrier_init(bar, 1)
        A.mbarrier_arrive_and_expect_tx(bar, 64 if bug else 128)  # found
    A.mbarrier_init_fence()
    meet()
    A.store_async_dsmem(s.iterator + lane, x[rank, lane], bar, 1 - rank)  # found
    A.mbarrier_wait(bar, 0)  # found
    out[rank, lane] = s[lane]  # found
    meet()


@planted(
    Bug.DEADLOCK,
    "Warp groups take turns at named barriers, and the first of them has nobody who lets it begin.",
    also=(Bug.DIVERGENT,),
    shape=(2, 128),
    block=256,
    want=lambda x: 2 * x,
)
@cute.kernel
def nobody_lets_the_first_begin(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    group = t // 128
    if cutlass.const_expr(not bug):
        if group == 1:
            A.barrier_arrive(barrier_id=8, number_of_threads=256)
    A.barrier(barrier_id=8 + group, number_of_threads=256)  # found
    out[group, t % 128] = 2.0 * x[group, t % 128]
    if group == 0:
        A.barrier_arrive(barrier_id=9, number_of_threads=256)  # found


@planted(
    Bug.SHARED_RACE,
    "A producer warp meets its consumer at one named barrier when a slot is full, and at none when it is free.",
    also=(Bug.SHARED_BARRIER, Bug.DEADLOCK),
    shape=(4, 32),
    want=lambda x: 2 * x,
)
@cute.kernel
def slot_never_said_free(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    w, lane = A.warp_idx(), A.lane_idx()
    s = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(32), 16)
    full = pipeline.NamedBarrier(barrier_id=1, num_threads=64)
    free = pipeline.NamedBarrier(barrier_id=2, num_threads=64)
    for row in range(4):
        if w == 0:
            if cutlass.const_expr(not bug):
                free.arrive_and_wait()
            s[lane] = x[row, lane]  # found
            full.arrive()  # found
        else:
            if cutlass.const_expr(not bug):
                free.arrive()
            full.arrive_and_wait()  # found
            out[row, lane] = 2.0 * s[lane]  # found


@planted(
    Bug.SHARED_RACE,
    "Thread 0 initialises the mbarrier, and the other warp waits at it without having met thread 0.",
    also=(Bug.UNINITIALISED, Bug.OVERFULL, Bug.DEADLOCK, Bug.TMA_WAIT),
    shape=(R, C),
    host=tma_in,
    want=lambda x: x,
)
@cute.kernel
def waits_at_an_uninitialised_barrier(load: Any, gX: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    s = storage.sIn.get_tensor(STAGED)
    bar = storage.mainloop.data_ptr()
    w, lane = A.warp_idx(), A.lane_idx()
    to, of = split(load, s, gX)
    if w == 0:
        with A.elect_one():
            A.mbarrier_init(bar, 1)  # found
        A.mbarrier_init_fence()
        A.sync_warp()
        with A.elect_one():
            A.mbarrier_arrive_and_expect_tx(bar, NBYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)
    if cutlass.const_expr(not bug):
        A.sync_threads()
    A.mbarrier_wait(bar, 0)  # found
    for row in range(w, R, 2):
        out[row, lane] = s[row, lane, 0]


@planted(
    Bug.DEPENDENT,
    "One thread waits for the launch before, and its block goes on without meeting it.",
    shape=(64,),
    want=lambda x: 3 * x,
    host=lambda kernel, block: lambda *a: after_triple(kernel)(*a),
)
@cute.kernel
def one_thread_waits_for_the_grid(y: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    if t == 0:
        A.griddepcontrol_wait()
    if cutlass.const_expr(not bug):
        A.sync_threads()
    out[t] = y[t]  # found


@cute.kernel
def triple(x: cute.Tensor, y: cute.Tensor):
    """The launch before."""
    t, _, _ = A.thread_idx()
    A.griddepcontrol_launch_dependents()
    y[t] = 3.0 * x[t]  # found


helper(triple)


def after_triple(kernel: Any) -> Any:
    @cute.jit
    def host(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        triple(x, y).launch(grid=[1, 1, 1], block=[64, 1, 1])
        kernel(y, out, bug).launch(grid=[1, 1, 1], block=[64, 1, 1], use_pdl=True)

    def call(x: Any, out: Any, bug: bool) -> None:
        host(x, aligned(np.zeros_like(x)), out, bug)

    return call


@planted(
    Bug.TMA_WAIT,
    "Sums are added to global memory by a bulk reduction and read back before it has ended.",
    also=(Bug.GLOBAL_RACE,),
    shape=(R, C),
    want=lambda x: x + 1,
    host=lambda kernel, block: lambda *a: reducing(kernel)(*a),
    fill=0.0,
)
@cute.kernel
def read_under_a_bulk_reduction(x: cute.Tensor, red: Any, gOut: Any, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    s = storage.sOut.get_tensor(STAGED)
    lane = A.lane_idx()
    of, to = split(red, s, gOut)
    for row in range(R):
        s[row, lane, 0] = x[row, lane]
    A.fence_proxy("async.shared", space="cta")
    A.sync_warp()
    cute.copy(red, of[None, 0], to[None, 0])  # found
    A.cp_async_bulk_commit_group()
    A.cp_async_bulk_wait_group(0, read=bug)
    A.sync_warp()
    for row in range(R):
        out[row, lane] = out[row, lane] + 1.0  # found


def reducing(kernel: Any) -> Any:
    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        tile = cute.make_layout((R, C), stride=(C, 1))
        red, gOut = cpasync.make_tiled_tma_atom(cpasync.CopyReduceBulkTensorTileS2GOp(), out, tile, (R, C))
        kernel(x, red, gOut, out, bug).launch(grid=[1, 1, 1], block=[32, 1, 1])

    return host


@planted(
    Bug.SHARED_RACE,
    "A cluster's leader adds up what its peers hold, and a peer goes on to its next row after its own arrival.",
    also=(Bug.PEER,),
    shape=(2, 2, 32),
    out=(2,),
    grid=2,
    cluster=2,
    block=32,
    want=lambda x: x.sum((1, 2)),
)
@cute.kernel
def peer_goes_on_too_soon(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(1), 16)
    lane, rank = A.lane_idx(), A.block_idx_in_cluster()
    for row in range(2):
        part = A.warp_reduction_sum(x[row, rank, lane])
        if lane == 0:
            s[0] = part  # found
        meet()
        if rank == 0 and lane == 0:
            theirs = cute.make_tensor(A.map_dsmem_ptr(s.iterator, 1), cute.make_layout(1))
            out[row] = s[0] + theirs[0]  # found
        if cutlass.const_expr(not bug):
            meet()
    meet()
