"""The one fix that a report names, where the general one of its class would not help."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import check


@cute.kernel
def tree_kernel(x: cute.Tensor, out: cute.Tensor, waits: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(128))
    s[tidx] = x[tidx]
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(7):
        half = 64 >> k
        if tidx < half:
            s[tidx] = s[tidx] + s[tidx + half]
        if cutlass.const_expr(waits):
            cute.arch.sync_threads()
    if tidx == 0:
        out[0] = s[0]


@cute.jit
def tree(x: cute.Tensor, out: cute.Tensor, waits: cutlass.Constexpr):
    tree_kernel(x, out, waits).launch(grid=1, block=128)


def test_turns_of_a_loop_meet_at_one_line() -> None:
    """Lanes of one warp meet there too; what helps them would not help the warps."""
    x, out = np.ones(128, np.float32), np.zeros(1, np.float32)
    (finding,) = check(tree, x, out, False).findings
    assert finding.fix.startswith("Put `cute.arch.sync_threads()` after this line, outside of the branch")
    assert check(tree, x, out, True).clean
    assert out[0] == 128


@cute.kernel
def scan_kernel(x: cute.Tensor, out: cute.Tensor, twice: cutlass.Constexpr):
    i, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(128))
    s[i] = x[i]
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(7):
        if cutlass.const_expr(twice):
            before = s[i - (1 << k)] if i >= 1 << k else cutlass.Float32(0)
            cute.arch.sync_threads()
            s[i] = s[i] + before
        elif i >= 1 << k:
            s[i] = s[i] + s[i - (1 << k)]
        cute.arch.sync_threads()
    out[i] = s[i]


@cute.jit
def scan(x: cute.Tensor, out: cute.Tensor, twice: cutlass.Constexpr):
    scan_kernel(x, out, twice).launch(grid=1, block=128)


def test_one_barrier_a_turn_does_not_part_a_read_from_a_write() -> None:
    """The barrier that the fix begins with is there; the rest of the fix is what helps."""
    x, out = np.ones(128, np.float32), np.zeros(128, np.float32)
    (finding,) = check(scan, x, out, False).findings
    assert finding.fix.endswith("put another between the read and the write.")
    assert check(scan, x, out, True).clean
    assert out.tolist() == list(range(1, 129))


@cute.kernel
def ring_kernel(x: cute.Tensor, out: cute.Tensor, first: cutlass.Constexpr):
    """A producer and a consumer with one stage; the producer's first wait is for the parity `first`."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    full, empty = smem.allocate_array(cutlass.Int64, 1), smem.allocate_array(cutlass.Int64, 1)
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout(32))
    if tidx == 0:
        cute.arch.mbarrier_init(full, 32)
        cute.arch.mbarrier_init(empty, 32)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    lane = cute.arch.lane_idx()
    if cute.arch.warp_idx() == 0:
        for i in range(4):
            cute.arch.mbarrier_wait(empty, (i + first) % 2)
            s[lane] = x[i, lane]
            cute.arch.mbarrier_arrive(full)
    else:
        for i in range(4):
            cute.arch.mbarrier_wait(full, i % 2)
            out[i, lane] = s[lane]
            cute.arch.mbarrier_arrive(empty)


@cute.jit
def ring(x: cute.Tensor, out: cute.Tensor, first: cutlass.Constexpr):
    ring_kernel(x, out, first).launch(grid=1, block=64)


def test_nobody_begins() -> None:
    x, out = np.ones((4, 32), np.float32), np.zeros((4, 32), np.float32)
    (finding,) = check(ring, x, out, 0).findings
    assert finding.kind == "deadlock"
    assert finding.fix.startswith("Let the side that begins wait with the other parity at first")
    assert check(ring, x, out, 1).clean


@cute.kernel
def dot_kernel(x: cute.Tensor, out: cute.Tensor, filled: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    acc = cute.make_rmem_tensor((4,), cutlass.Float32)
    if cutlass.const_expr(filled):
        acc.fill(0.0)
    for i in range(8):
        for k in cutlass.range_constexpr(4):
            acc[k] = acc[k] + x[tidx, 4 * i + k]
    out[tidx] = acc[0] + acc[1] + acc[2] + acc[3]


@cute.jit
def dot(x: cute.Tensor, out: cute.Tensor, filled: cutlass.Constexpr):
    dot_kernel(x, out, filled).launch(grid=1, block=32)


@pytest.mark.parametrize("filled", [False, True])
def test_a_fragment_that_was_not_filled_is_told_once(filled: bool) -> None:
    """What is computed from it is nothing either, and would be told at each line down to the store."""
    report = check(dot, np.ones((32, 32), np.float32), np.zeros(32, np.float32), filled)
    assert [(one.kind, one.tensor) for one in report.findings] == ([] if filled else [("uninitialised-read", "acc")])


@cute.kernel
def handed_over_kernel(x: cute.Tensor, out: cute.Tensor, fixed: cutlass.Constexpr):
    """One lane arrives for its warp at the mbarrier that the other warp waits for."""
    smem = cutlass.utils.SmemAllocator()
    s, full = smem.allocate_tensor(cutlass.Float32, cute.make_layout(32)), smem.allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(full, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if tidx < 32:
        s[tidx] = x[tidx]
        if cutlass.const_expr(fixed):
            cute.arch.sync_warp()
        if tidx == 0:
            cute.arch.mbarrier_arrive(full)
    else:
        cute.arch.mbarrier_wait(full, 0)
        out[tidx - 32] = s[63 - tidx]


@cute.jit
def handed_over(x: cute.Tensor, out: cute.Tensor, fixed: cutlass.Constexpr):
    handed_over_kernel(x, out, fixed).launch(grid=1, block=64)


def test_a_lane_that_arrives_for_its_warp_meets_it_first() -> None:
    """A barrier of the block would never end: the two warps are in different branches."""
    x, out = np.ones(32, np.float32), np.zeros(32, np.float32)
    (finding,) = check(handed_over, x, out, False).findings
    assert finding.fix.startswith("Put `cute.arch.sync_warp()` before the release")
    assert check(handed_over, x, out, True).clean


@cute.kernel
def counted_in_one_block_kernel(out: cute.Tensor, fixed: cutlass.Constexpr):
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(1), 16)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    if tidx == 0:
        s[0] = 0
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if tidx == 0:
        cute.arch.atomic_add(cute.arch.map_dsmem_ptr(s.iterator, 0), cutlass.Int32(1))
    if cutlass.const_expr(fixed):
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()
    else:
        cute.arch.sync_threads()
    if rank == 0 and tidx == 0:
        out[0] = s[0]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def counted_in_one_block(out: cute.Tensor, fixed: cutlass.Constexpr):
    counted_in_one_block_kernel(out, fixed).launch(grid=2, block=32, cluster=(2, 1, 1))


def test_blocks_of_a_cluster_meet_at_its_barrier() -> None:
    out = np.zeros(1, np.int32)
    (finding,) = check(counted_in_one_block, out, False).findings
    assert (finding.kind, "cluster_arrive" in finding.fix) == ("shared-race", True)
    assert check(counted_in_one_block, out, True).clean
    assert out[0] == 2
