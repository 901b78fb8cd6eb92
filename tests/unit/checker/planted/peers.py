"""Shared memory of another block of the cluster, used before that block has begun or after it may have ended."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted


def swapped(x: np.ndarray) -> np.ndarray:
    return x[::-1]


def meet() -> None:
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@planted(
    Bug.PEER,
    "Each block writes into its neighbour, but no barrier of the cluster says that the neighbour has begun.",
    also=(Bug.SHARED_RACE,),
    shape=(2, 32),
    grid=2,
    cluster=2,
    block=32,
    want=swapped,
)
@cute.kernel
def written_before_the_peer_begins(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32), 16)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    if not bug:
        meet()
    there = cute.make_tensor(cute.arch.map_dsmem_ptr(s.iterator, 1 - rank), cute.make_layout(32))
    there[tidx] = x[rank, tidx]  # found
    meet()
    out[rank, tidx] = s[tidx]


@planted(
    Bug.PEER,
    "Blocks read each other's shared memory, and the cluster does not meet again before they end.",
    shape=(2, 32),
    grid=2,
    cluster=2,
    block=32,
    want=swapped,
)
@cute.kernel
def read_while_the_peer_may_end(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32), 16)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    s[tidx] = x[rank, tidx]
    meet()
    there = cute.make_tensor(cute.arch.map_dsmem_ptr(s.iterator, 1 - rank), cute.make_layout(32))
    out[rank, tidx] = there[tidx]  # found
    if not bug:
        meet()


@planted(
    Bug.PEER,
    "A reduction over the cluster: the leader adds up the others' sums, and they do not wait for it.",
    shape=(4, 64),
    out=(1,),
    grid=4,
    cluster=4,
    want=lambda x: [x.sum()],
)
@cute.kernel
def leader_reads_peers_that_end(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(2), 16)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    total = cute.arch.warp_reduction_sum(x[rank, tidx])
    if cute.arch.lane_idx() == 0:
        s[cute.arch.warp_idx()] = total
    meet()
    if rank == 0 and tidx == 0:
        result = cutlass.Float32(0.0)
        for peer in range(4):
            for warp in range(2):
                result += (cute.arch.map_dsmem_ptr(s.iterator, peer) + warp).load()  # found
        out[0] = result
    if not bug:
        meet()


@planted(
    Bug.PEER,
    "Only the block that reads arrives at the last barrier of the cluster relaxed; its peer ends without waiting.",
    shape=(2, 32),
    grid=2,
    cluster=2,
    block=32,
    want=swapped,
)
@cute.kernel
def arrival_before_the_last_read(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32), 16)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    s[tidx] = x[rank, tidx]
    meet()
    there = cute.make_tensor(cute.arch.map_dsmem_ptr(s.iterator, 1 - rank), cute.make_layout(32))
    if bug:
        cute.arch.cluster_arrive()
    value = there[tidx]  # found
    if not bug:
        cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    out[rank, tidx] = value


@planted(
    Bug.PEER,
    "Blocks count into the histogram of their neighbour, whose block may have written it out and ended.",
    also=(Bug.SHARED_RACE,),
    dtype=np.int32,
    shape=(2, 32),
    out=(2, 8),
    grid=2,
    cluster=2,
    block=32,
    want=lambda x: np.stack([np.bincount(row, minlength=8) for row in x[::-1]]),
)
@cute.kernel
def counted_in_a_peer_that_ended(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(8), 16)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    if tidx < 8:
        s[tidx] = 0
    meet()
    cute.arch.atomic_add(cute.arch.map_dsmem_ptr(s.iterator, 1 - rank) + x[rank, tidx], 1)  # found
    if not bug:
        meet()
    if tidx < 8:
        out[rank, tidx] = s[tidx]  # found


@planted(
    Bug.PEER,
    "An arrival at the neighbour's mbarrier, which may not have begun: each block met only itself.",
    also=(Bug.SHARED_RACE, Bug.UNINITIALISED),
    shape=(2, 32),
    grid=2,
    cluster=2,
    block=32,
    want=lambda x: x,
)
@cute.kernel
def arrives_at_a_peer_that_has_not_begun(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    bar = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)  # found
    cute.arch.mbarrier_init_fence()
    if bug:
        cute.arch.sync_threads()
    else:
        meet()
    if tidx == 0:
        cute.arch.mbarrier_arrive(bar, 1 - rank)  # found
    cute.arch.mbarrier_wait(bar, 0)
    out[rank, tidx] = x[rank, tidx]
    meet()


@planted(
    Bug.PEER,
    "A ring of blocks sends its sums on; the last send has no barrier of the cluster behind it.",
    shape=(4, 32),
    grid=4,
    cluster=4,
    block=32,
    want=lambda x: np.roll(x, 1, 0),
)
@cute.kernel
def last_send_of_a_ring(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((32, 2)), 16)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    meet()
    to = cute.arch.map_dsmem_ptr(s.iterator, (rank + 1) % 4)
    (to + tidx).store(x[rank, tidx])
    meet()
    out[rank, tidx] = s[tidx, 0]
    (to + 32 + tidx).store(x[rank, tidx] + 1.0)  # found
    if not bug:
        meet()


@planted(
    Bug.PEER,
    "One lane tells the peer that its memory has been read, and the other lanes have not met it since they read.",
    shape=(2, 32),
    grid=2,
    cluster=2,
    block=32,
    want=swapped,
)
@cute.kernel
def one_lane_lets_the_peer_end(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    s, read = smem.allocate_tensor(cutlass.Float32, cute.make_layout(32), 16), smem.allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    if tidx == 0:
        cute.arch.mbarrier_init(read, 1)
    cute.arch.mbarrier_init_fence()
    s[tidx] = x[rank, tidx]
    meet()
    there = cute.make_tensor(cute.arch.map_dsmem_ptr(s.iterator, 1 - rank), cute.make_layout(32))
    out[rank, tidx] = there[tidx]  # found
    if not bug:
        cute.arch.sync_warp()
    if tidx == 0:
        cute.arch.mbarrier_arrive(read, 1 - rank)
    cute.arch.mbarrier_wait(read, 0)
