"""What a release hands on reaches blocks that never looked at its place: knowledge goes from flag to flag."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import check
from cutedsl.config import override
from cutedsl.errors import DSLUserCodeError
from tests.unit.checker.lines import line_of

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
def test_a_release_is_seen_through_a_chain_of_blocks(orders: bool, waits: bool, cluster: int) -> None:
    y = np.zeros((BLOCKS, THREADS), np.int32)
    report = check(run, np.zeros(BLOCKS, np.int32), np.zeros(THREADS, np.int32), y, orders, waits, cluster)
    np.testing.assert_array_equal(y[1:], np.tile(np.arange(THREADS)[::-1], (BLOCKS - 1, 1)))
    if orders:
        assert report.clean
        return
    assert [one.kind for one in report.findings] == ["global-race"]
    assert line_of(relayed, "# reads") in [span.line for span in report.findings[0].spans]


@cute.kernel
def flagged(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor, alone: cutlass.Constexpr, add: cutlass.Constexpr):
    """Warp 0 writes; it alone sets the flag, or warp 1 does so too, without having waited for it."""
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        data[lane] = lane
        cute.arch.sync_warp()
    if warp == 2:
        seen = cute.arch.load(flags.iterator, sem="acquire", scope="gpu")
        while seen == 0:
            seen = cute.arch.load(flags.iterator, sem="acquire", scope="gpu")
        y[lane] = data[31 - lane]  # reads
    elif lane == 0 and (warp == 0 or not alone):
        if cutlass.const_expr(add):
            cute.arch.atomic_add(flags.iterator, 1, sem="release", scope="gpu")
        else:
            cute.arch.store(flags.iterator, cutlass.Int32(1), sem="release", scope="gpu")


@cute.jit
def run_flagged(
    flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor, alone: cutlass.Constexpr, add: cutlass.Constexpr
) -> None:
    flagged(flags, data, y, alone, add).launch(grid=1, block=96)


@pytest.mark.parametrize(("alone", "add"), [(True, False), (True, True), (False, True), (False, False)])
def test_who_sees_a_flag_knows_what_its_last_writer_released(alone: bool, add: bool) -> None:
    """An atomic hands on what was released before it too; a store takes the place of another thread's."""
    report = check(run_flagged, np.zeros(1, np.int32), np.zeros(32, np.int32), np.zeros(32, np.int32), alone, add)
    if alone or add:
        assert report.clean
        return
    assert [one.kind for one in report.findings] == ["global-race"]
    assert line_of(flagged, "# reads") in [span.line for span in report.findings[0].spans]


@cute.kernel
def crossed(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor, orders: cutlass.Constexpr, each: cutlass.Constexpr):
    """Each thread writes and releases at places of its own, then reads what a thread of another warp released."""
    tidx, _, _ = cute.arch.thread_idx()
    for n in range(each):
        i = n * 1024 + tidx
        data[i] = i
        sem = "release" if cutlass.const_expr(orders) else "relaxed"
        cute.arch.store(flags.iterator + i, cutlass.Int32(1), sem=sem, scope="gpu")
        if cute.arch.load(flags.iterator + (n * 1024 + 1023 - tidx), sem="acquire", scope="gpu") != 0:
            y[i] = data[n * 1024 + 1023 - tidx]  # crosses


@cute.jit
def cross(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor, orders: cutlass.Constexpr, each: cutlass.Constexpr):
    crossed(flags, data, y, orders, each).launch(grid=1, block=1024)


@pytest.mark.parametrize("orders", [True, False])
def test_releases_at_many_addresses_are_followed(orders: bool) -> None:
    """More than a launch begins with room for."""
    report = check(cross, *(np.zeros(3 * 1024, np.int32) for _ in range(3)), orders, 3)
    found = [(one.kind, one.spans[0].line) for one in report.findings]
    assert found == ([] if orders else [("global-race", line_of(crossed, "# crosses"))])


def test_more_addresses_than_there_is_memory_for() -> None:
    with (
        override(check_memory_mib=4),
        pytest.raises(DSLUserCodeError, match=r"tracking releases at \d+ addresses") as caught,
    ):
        check(cross, *(np.zeros(6 * 1024, np.int32) for _ in range(3)), True, 6)
    assert caught.value.name == "check-limit"


@cute.kernel
def carried(
    flags: cute.Tensor, x: cute.Tensor, y: cute.Tensor, fences: cutlass.Constexpr, reads_past: cutlass.Constexpr
):
    """Each warp adds to what the last lane of the one before wrote and released, which needs no `sync_warp`."""
    tidx, _, _ = cute.arch.thread_idx()
    warp, lane = tidx // 32, tidx % 32
    sems = ("relaxed", "relaxed") if cutlass.const_expr(fences) else ("acquire", "release")
    before = cutlass.Int32(0)
    if warp > 0:
        ready = cute.arch.load(flags.iterator + warp - 1, sem=sems[0], scope="gpu")
        while ready == 0:
            ready = cute.arch.load(flags.iterator + warp - 1, sem=sems[0], scope="gpu")
        if cutlass.const_expr(fences):
            cute.arch.fence_acq_rel_gpu()
        before = y[warp * 32 - (2 if cutlass.const_expr(reads_past) else 1)]  # reads
    y[tidx] = before + x[tidx]
    if lane == 31:
        if cutlass.const_expr(fences):
            cute.arch.fence_acq_rel_gpu()
        cute.arch.store(flags.iterator + warp, cutlass.Int32(1), sem=sems[1], scope="gpu")


@cute.jit
def carry(flags: cute.Tensor, x: cute.Tensor, y: cute.Tensor, fences: cutlass.Constexpr, reads_past: cutlass.Constexpr):
    carried(flags, x, y, fences, reads_past).launch(grid=1, block=128)


@pytest.mark.parametrize("fences", [False, True])
@pytest.mark.parametrize("reads_past", [False, True])
def test_a_lane_hands_on_what_it_did_itself(fences: bool, reads_past: bool) -> None:
    """And not what the lane beside it did, which it has not met since."""
    x, y = np.arange(128, dtype=np.int32), np.zeros(128, np.int32)
    report = check(carry, np.zeros(4, np.int32), x, y, fences, reads_past)
    if not reads_past:
        assert report.clean
        return
    assert [one.kind for one in report.findings] == ["global-race"]
    assert "only another lane of its warp released" in report.findings[0].message
    assert line_of(carried, "# reads") == report.findings[0].spans[0].line


@cute.kernel
def locked(lock: cute.Tensor, total: cute.Tensor, space: cutlass.Constexpr, how: cutlass.Constexpr):
    """Every lane takes a lock, adds to what it guards and gives it back; `how` is what it does wrong."""
    tidx, _, _ = cute.arch.thread_idx()
    if cutlass.const_expr(space == "smem"):
        guarded = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(2))
        if tidx == 0:
            guarded[0] = 0
            guarded[1] = 0
        cute.arch.sync_threads()
        place, sum_ = guarded.iterator, cute.make_tensor(guarded.iterator + 1, cute.make_layout(1))
    else:
        place, sum_ = lock.iterator, total
    plain = cutlass.const_expr(how in ("fences", "no_acquire"))
    done = cutlass.Int32(0)
    while done == 0:
        if cute.arch.atomic_cas(place, cmp=0, val=1, sem="relaxed" if plain else "acquire", scope="gpu") == 0:
            if cutlass.const_expr(how == "fences"):
                cute.arch.fence_acq_rel_gpu()
            if cutlass.const_expr(how == "too_early"):
                cute.arch.store(place, cutlass.Int32(0), sem="release", scope="gpu")
            sum_[0] = sum_[0] + tidx  # adds
            if cutlass.const_expr(how == "fences"):
                cute.arch.fence_acq_rel_gpu()
            if cutlass.const_expr(how != "too_early"):
                sem = "relaxed" if cutlass.const_expr(how in ("fences", "no_release")) else "release"
                cute.arch.store(place, cutlass.Int32(0), sem=sem, scope="gpu")
            done = cutlass.Int32(1)
    if cutlass.const_expr(space == "smem"):
        cute.arch.sync_threads()
        if tidx == 0:
            total[0] = sum_[0]


@cute.jit
def lock_in_turn(
    lock: cute.Tensor,
    total: cute.Tensor,
    space: cutlass.Constexpr,
    how: cutlass.Constexpr,
    threads: cutlass.Constexpr,
):
    locked(lock, total, space, how).launch(grid=1, block=threads)


@pytest.mark.parametrize("threads", [32, 64])
@pytest.mark.parametrize("space", ["gmem", "smem"])
@pytest.mark.parametrize("how", ["", "fences", "no_acquire", "no_release", "too_early"])
def test_lanes_of_a_warp_hand_a_lock_on_to_each_other(how: str, space: str, threads: int) -> None:
    total = np.zeros(1, np.int32)
    report = check(lock_in_turn, np.zeros(1, np.int32), total, space, how, threads)
    assert total[0] == np.arange(threads).sum()
    if how in ("", "fences"):
        assert report.clean
        return
    assert {one.kind for one in report.findings} == {"global-race" if space == "gmem" else "shared-race"}
    assert {one.spans[0].line for one in report.findings} == {line_of(locked, "# adds")}


@cute.kernel
def passed_on(flag: cute.Tensor, data: cute.Tensor, y: cute.Tensor, who: cutlass.Constexpr):
    """Lane 0 writes and releases; lanes acquire and read: `who` is what they do wrong."""
    lane = cute.arch.lane_idx()
    if lane == 0 or (cutlass.const_expr(who == "another") and lane == 1):
        data[lane] = 7
    if lane == 0:
        cute.arch.store(flag.iterator, cutlass.Int32(1), sem="release", scope="gpu")
        if cutlass.const_expr(who == "again"):
            data[0] = 7
    if lane > 1:
        seen = cutlass.Int32(1)
        if cutlass.const_expr(who == "one"):
            if lane == 2:
                seen = cute.arch.load(flag.iterator, sem="acquire", scope="gpu")
        else:
            seen = cute.arch.load(flag.iterator, sem="acquire", scope="gpu")
        if cutlass.const_expr(who == "ignores") or seen == 1:
            y[lane] = data[1 if cutlass.const_expr(who == "another") else 0]  # reads


@cute.jit
def pass_on(flag: cute.Tensor, data: cute.Tensor, y: cute.Tensor, who: cutlass.Constexpr):
    passed_on(flag, data, y, who).launch(grid=1, block=32)


@pytest.mark.parametrize("who", ["", "one", "again", "another", "ignores"])
def test_only_what_a_lane_released_and_only_those_that_acquired(who: str) -> None:
    """`one` lane acquires for all, the lane writes `again` behind its release, `another` lane wrote, a lane `ignores`
    the flag that it has read."""
    report = check(pass_on, np.zeros(1, np.int32), np.zeros(2, np.int32), np.zeros(32, np.int32), who)
    assert [one.kind for one in report.findings] == (["global-race"] if who else [])
    assert not who or report.findings[0].spans[0].line == line_of(passed_on, "# reads")
