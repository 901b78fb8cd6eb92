"""What a release hands on reaches blocks that never looked at its place: knowledge goes from flag to flag."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import check
from tests.checker.lines import line_of

BLOCKS, THREADS = 6, 64


@cute.kernel
def relayed(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor, orders: cutlass.Constexpr, waits: cutlass.Constexpr):
    """The first block writes; each other one looks at the flag of the one before alone, and reads where it is set."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    sem = "release" if cutlass.const_expr(orders) else "relaxed"
    seen = cutlass.Int32(0)
    if bidx == 0:
        data[tidx] = tidx
    else:
        seen = cute.arch.load(flags.iterator + bidx - 1, sem="acquire", scope="gpu")
        if cutlass.const_expr(waits):
            while seen == 0:
                seen = cute.arch.load(flags.iterator + bidx - 1, sem="acquire", scope="gpu")
    if seen != 0:
        y[bidx, tidx] = data[THREADS - 1 - tidx]  # reads
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.store(flags.iterator + bidx, cutlass.Int32(1), sem=sem, scope="gpu")


@cute.jit
def run(
    flags: cute.Tensor,
    data: cute.Tensor,
    y: cute.Tensor,
    orders: cutlass.Constexpr,
    waits: cutlass.Constexpr,
    cluster: cutlass.Constexpr,
):
    relayed(flags, data, y, orders, waits).launch(grid=BLOCKS, block=THREADS, cluster=(cluster, 1, 1))


@pytest.mark.parametrize(("waits", "cluster"), [(True, 1), (False, 1), (True, 2)])
@pytest.mark.parametrize("orders", [True, False])
def test_what_one_block_released_the_last_one_knows(orders: bool, waits: bool, cluster: int) -> None:
    y = np.zeros((BLOCKS, THREADS), np.int32)
    report = check(run, np.zeros(BLOCKS, np.int32), np.zeros(THREADS, np.int32), y, orders, waits, cluster)
    np.testing.assert_array_equal(y[1:], np.tile(np.arange(THREADS)[::-1], (BLOCKS - 1, 1)))
    if orders:
        assert report.clean
        return
    assert [one.kind for one in report.findings] == ["global-race"]
    assert line_of(relayed, "# reads") in [span.line for span in report.findings[0].spans]
