"""What an earlier block released is for the lanes that took it, until the others learn of what those did."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import check
from tests.unit.checker.lines import line_of

THREADS = 64
RIGHT = ("warp", "shuffle", "block", "mbarrier", "release", "own")
WRONG = ("nothing", "other_lane", "arrives_before", "fence_alone")


@cute.kernel
def taken(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor, how: cutlass.Constexpr):
    """Block 0 releases; lane 0 of each warp of block 1 takes that, and hands it to the others or not."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    bar = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    relaxed = cutlass.const_expr(how == "fence_alone")
    if bidx == 0:
        data[tidx] = tidx
        cute.arch.sync_threads()
        if tidx == 0:
            cute.arch.store(flags.iterator, cutlass.Int32(1), sem="release", scope="gpu")
    else:
        if tidx == 0:
            cute.arch.mbarrier_init(bar, 1)
        cute.arch.sync_threads()
        if cutlass.const_expr(how == "arrives_before"):
            if tidx == 0:
                cute.arch.mbarrier_arrive(bar)
        if tidx % 32 == 0:
            while cute.arch.load(flags.iterator, sem="relaxed" if relaxed else "acquire", scope="gpu") == 0:
                cute.arch.nanosleep(10)
            if relaxed:
                cute.arch.fence_acq_rel_gpu()
        if cutlass.const_expr(how == "warp"):
            cute.arch.sync_warp()
        elif cutlass.const_expr(how == "shuffle"):
            tidx += cute.arch.shuffle_sync(cutlass.Int32(0), 0)
        elif cutlass.const_expr(how == "block"):
            cute.arch.sync_threads()
        elif cutlass.const_expr(how == "mbarrier"):
            if tidx == 0:
                cute.arch.mbarrier_arrive(bar)
            cute.arch.mbarrier_wait(bar, 0)
        elif cutlass.const_expr(how == "arrives_before"):
            cute.arch.mbarrier_wait(bar, 0)
        elif cutlass.const_expr(how == "release"):
            if tidx == 0:
                cute.arch.store(flags.iterator + 1, cutlass.Int32(1), sem="release", scope="gpu")
            while cute.arch.load(flags.iterator + 1, sem="acquire", scope="gpu") == 0:
                cute.arch.nanosleep(10)
        if cutlass.const_expr(how == "own"):
            if tidx % 32 == 0:
                y[tidx] = data[THREADS - 1 - tidx]
        elif cutlass.const_expr(how == "other_lane"):
            if tidx % 32 == 5:
                y[tidx] = data[tidx]  # one lane reads
        else:
            y[tidx] = data[THREADS - 1 - tidx]  # all read


@cute.jit
def run(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor, how: cutlass.Constexpr):
    taken(flags, data, y, how).launch(grid=2, block=THREADS)


@pytest.mark.parametrize("how", [*RIGHT, *WRONG])
def test_what_lanes_take_is_theirs_until_the_others_learn_of_it(how: str) -> None:
    y = np.zeros(THREADS, np.int32)
    report = check(run, np.zeros(2, np.int32), np.zeros(THREADS, np.int32), y, how)
    if how in RIGHT:
        assert report.clean, report.findings
        return
    assert {one.kind for one in report.findings} == {"global-race"}
    wanted = line_of(taken, "# one lane reads" if how == "other_lane" else "# all read")
    assert wanted in [span.line for span in report.findings[0].spans]


def test_lanes_that_take_more_than_is_noted_share_it_all() -> None:
    """The notes have room for 32: where they end, nothing right may be reported."""

    @cute.kernel
    def many(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        bidx, _, _ = cute.arch.block_idx()
        if bidx < 40:
            if tidx == 0:
                data[bidx] = bidx
                cute.arch.store(flags.iterator + bidx, cutlass.Int32(1), sem="release", scope="gpu")
        else:
            total = cutlass.Int32(0)
            for k in range(40):
                if tidx == 0:
                    while cute.arch.load(flags.iterator + k, sem="acquire", scope="gpu") == 0:
                        cute.arch.nanosleep(10)
                cute.arch.sync_threads()
                total += data[k]
            y[tidx] = total

    @cute.jit
    def launch(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor):
        many(flags, data, y).launch(grid=41, block=THREADS)

    y = np.zeros(THREADS, np.int32)
    assert check(launch, np.zeros(40, np.int32), np.zeros(40, np.int32), y).clean
    assert (y == 780).all()
