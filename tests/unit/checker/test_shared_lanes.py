"""Lanes of one warp that meet in shared memory without a barrier: in any order of lanes, and after `cp.async`."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import check
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.lines import line_of


@cute.kernel
def exchange(y: cute.Tensor, partner: cutlass.Constexpr, waits: cutlass.Constexpr):
    """Each thread leaves a number for another one."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(y.element_type, cute.make_layout(32))
    s[tidx] = y[tidx]  # leaves
    if cutlass.const_expr(waits):
        cute.arch.sync_warp()
    y[tidx] = s[partner(tidx)]  # takes


@cute.jit
def run_exchange(y: cute.Tensor, partner: cutlass.Constexpr, waits: cutlass.Constexpr):
    exchange(y, partner, waits).launch(grid=1, block=32)


PARTNERS = {"butterfly": lambda t: t ^ 1, "ring": lambda t: (t + 5) % 32, "mirror": lambda t: 31 - t}


@pytest.mark.parametrize("name", list(PARTNERS))
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_number_left_for_another_lane(name: str, dtype: type) -> None:
    partner = PARTNERS[name]
    (finding,) = check(run_exchange, np.ones(32, dtype), partner, False).findings
    now, before = finding.places
    assert (finding.kind, now.lane, before.lane) == ("shared-race", 0, partner(0))
    assert [span.line for span in finding.spans] == [line_of(exchange, "# takes"), line_of(exchange, "# leaves")]
    assert "sync_warp" in finding.fix
    assert check(run_exchange, np.ones(32, dtype), partner, True).clean


def test_a_number_left_for_oneself() -> None:
    assert check(run_exchange, np.ones(32, np.float32), lambda t: t, False).clean


@cute.kernel
def copied(x: cute.Tensor, y: cute.Tensor, partner: cutlass.Constexpr, waits: cutlass.Constexpr):
    """Two groups of copies, each waited for by the threads that made them."""
    tidx, _, _ = cute.arch.thread_idx()
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Int32, num_bits_per_copy=32)
    layout = cute.make_layout((1, 32, 2))
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, layout, 16)
    source = cute.make_tensor(x.iterator, layout)
    for group in cutlass.range_constexpr(2):
        cute.copy(atom, source[None, tidx, group], s[None, tidx, group])  # copies
        cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(1)
    if cutlass.const_expr(waits > 0):
        cute.arch.sync_warp()
    y[tidx] = s[0, partner(tidx), 0]  # first
    cute.arch.cp_async_wait_group(0)
    y[tidx + 32] = s[0, partner(tidx), 0]  # again
    if cutlass.const_expr(waits > 1):
        cute.arch.sync_warp()
    y[tidx + 64] = s[0, partner(tidx), 1]  # second


@cute.jit
def run_copied(x: cute.Tensor, y: cute.Tensor, partner: cutlass.Constexpr, waits: cutlass.Constexpr):
    copied(x, y, partner, waits).launch(grid=1, block=32)


@pytest.mark.parametrize(("waits", "lines"), [(0, ("# first", "# again", "# second")), (1, ("# second",)), (2, ())])
def test_a_lane_waits_for_its_own_copies_only(waits: int, lines: tuple[str, ...]) -> None:
    x, y = np.arange(64, dtype=np.int32), np.zeros(96, np.int32)
    report = check(run_copied, x, y, lambda t: t ^ 1, waits)
    assert sorted(one.spans[0].line for one in report.findings) == [line_of(copied, line) for line in lines]
    for finding in report.findings:
        assert finding.kind == "copy-not-waited"
        assert "only thread 1 has waited for it" in finding.message
        assert [place.lane for place in finding.places] == [0, 1]
        assert finding.spans[1].line == line_of(copied, "# copies")
        assert "sync_warp" in finding.fix
    assert check(run_copied, x, y, lambda t: t, waits).clean, "what it copied itself it may read"


@cute.kernel
def handed_on(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor, waits: cutlass.Constexpr):
    """A block waits for the flag of the one before in one thread; the others read too."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    if bidx > 0:
        if tidx == 0:
            seen = cute.arch.load(flags.iterator + bidx - 1, sem="acquire", scope="gpu")
            while seen == 0:
                seen = cute.arch.load(flags.iterator + bidx - 1, sem="acquire", scope="gpu")
        if cutlass.const_expr(waits):
            cute.arch.sync_threads()
        y[bidx, tidx] = data[bidx - 1, 63 - tidx]  # reads
    data[bidx, tidx] = tidx
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.store(flags.iterator + bidx, cutlass.Int32(1), sem="release", scope="gpu")


@cute.jit
def run_handed_on(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor, waits: cutlass.Constexpr):
    handed_on(flags, data, y, waits).launch(grid=4, block=64)


@pytest.mark.parametrize("waits", [False, True])
def test_a_warp_whose_other_lanes_write_other_tensors_stays_in_lockstep(waits: bool) -> None:
    """And is looked at for races, which a kernel is not whose lanes run apart."""
    report = check(
        run_handed_on, np.zeros(4, np.int32), np.zeros((4, 64), np.int32), np.zeros((4, 64), np.int32), waits
    )
    assert report.apart == {}
    if waits:
        assert report.clean
        return
    found = [one for one in report.findings if line_of(handed_on, "# reads") in [span.line for span in one.spans]]
    assert found
    assert all(one.kind == "global-race" and "acquire" in one.fix for one in found)
