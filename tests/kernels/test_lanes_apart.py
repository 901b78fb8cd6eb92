"""Lanes of one warp that wait for each other, as independent thread scheduling lets them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import Arrays

TARGETS = [pytest.param("cpu"), pytest.param("cuda", marks=[pytest.mark.gpu, pytest.mark.child])]


def run(program: Any, arrays: Arrays, *given: Any) -> str:
    """Compiles for the arrays' target and calls; gives the CPU's LLVM text."""
    compiled = cute.compile(program, *given, options=arrays.options)
    compiled(*given)
    return compiled.artifacts.llvm if arrays.target == "cpu" else ""


def runs_apart(text: str) -> bool:
    """Whether each lane is a coroutine of its own."""
    return '.lane"(' in text


@cute.kernel
def lock_kernel(lock: cute.Tensor, total: cute.Tensor):
    """Every thread takes a lock, adds without an atomic, and gives it back behind the loop."""
    tidx, _, _ = cute.arch.thread_idx()
    held = cute.arch.atomic_cas(lock.iterator, cmp=0, val=1, sem="acquire", scope="gpu")
    while held != 0:
        held = cute.arch.atomic_cas(lock.iterator, cmp=0, val=1, sem="acquire", scope="gpu")
    seen = cute.arch.load(total.iterator, sem="relaxed", scope="gpu")
    cute.arch.store(total.iterator, seen + tidx, sem="relaxed", scope="gpu")
    cute.arch.atomic_exch(lock.iterator, 0, sem="release", scope="gpu")


@cute.jit
def locked(lock: cute.Tensor, total: cute.Tensor):
    lock_kernel(lock, total).launch(grid=[5, 1, 1], block=[80, 1, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_every_lane_takes_a_lock(target: str) -> None:
    arrays = Arrays(target)
    total = arrays.put(np.zeros(1, np.int32))
    text = run(locked, arrays, arrays.put(np.zeros(1, np.int32)), total)
    assert arrays.get(total)[0] == 5 * np.arange(80).sum()
    assert target != "cpu" or runs_apart(text)


@cute.kernel
def copying_kernel(lock: cute.Tensor, total: cute.Tensor, places: cute.Tensor):
    """As `lock_kernel`; what each thread adds it has copied, asynchronously, from where memory says."""
    tidx, _, _ = cute.arch.thread_idx()
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), cutlass.Int32, num_bits_per_copy=32)
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(80))
    source, one = places.iterator + places[tidx], cute.make_layout(1)
    cute.copy(atom, cute.make_tensor(source, one), cute.make_tensor(tile.iterator + tidx, one))
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    held = cute.arch.atomic_cas(lock.iterator, cmp=0, val=1, sem="acquire", scope="gpu")
    while held != 0:
        held = cute.arch.atomic_cas(lock.iterator, cmp=0, val=1, sem="acquire", scope="gpu")
    total[0] += tile[tidx] * tidx
    cute.arch.atomic_exch(lock.iterator, 0, sem="release", scope="gpu")


@cute.jit
def copied(lock: cute.Tensor, total: cute.Tensor, places: cute.Tensor):
    copying_kernel(lock, total, places).launch(grid=[1, 1, 1], block=[80, 1, 1])


@pytest.mark.cutedsl_unchecked  # the read out of bounds is a finding there
def test_copies_by_looked_up_indices_are_checked() -> None:
    places = np.random.default_rng(0).permutation(80).astype(np.int32)
    total = np.zeros(1, np.int32)
    program = cute.compile(copied, np.zeros(1, np.int32), total, places)
    assert runs_apart(program.artifacts.llvm)
    program(np.zeros(1, np.int32), total, places)
    assert total[0] == (places[places] * np.arange(80)).sum()
    places[7] = 80
    with pytest.raises(DSLUserCodeError, match=r"thread \(7, 0, 0\) of block \(0, 0, 0\) reads"):
        program(np.zeros(1, np.int32), total, places)


@cute.kernel
def meeting_kernel(lock: cute.Tensor, total: cute.Tensor, seen: cute.Tensor):
    """As `lock_kernel`; then the blocks of a cluster meet, twice, and every thread reads what all have added."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    held = cute.arch.atomic_cas(lock.iterator, cmp=0, val=1, sem="acquire", scope="gpu")
    while held != 0:
        held = cute.arch.atomic_cas(lock.iterator, cmp=0, val=1, sem="acquire", scope="gpu")
    before = cute.arch.load(total.iterator, sem="relaxed", scope="gpu")
    cute.arch.store(total.iterator, before + tidx, sem="relaxed", scope="gpu")
    cute.arch.atomic_exch(lock.iterator, 0, sem="release", scope="gpu")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    seen[bidx, tidx] = cute.arch.load(total.iterator, sem="relaxed", scope="gpu")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def met(lock: cute.Tensor, total: cute.Tensor, seen: cute.Tensor):
    meeting_kernel(lock, total, seen).launch(grid=[2, 1, 1], block=[48, 1, 1], cluster=[2, 1, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_lanes_that_held_a_lock_meet_in_a_cluster(target: str) -> None:
    arrays = Arrays(target)
    seen = arrays.put(np.zeros((2, 48), np.int32))
    text = run(met, arrays, arrays.put(np.zeros(1, np.int32)), arrays.put(np.zeros(1, np.int32)), seen)
    assert np.all(arrays.get(seen) == 2 * np.arange(48).sum())
    assert target != "cpu" or runs_apart(text)


@cute.kernel
def ticket_kernel(tickets: cute.Tensor, order: cute.Tensor, x: cute.Tensor):
    """A ticket lock in which the lanes come in the reverse of their order; then the warp shuffles what each got."""
    tidx, _, _ = cute.arch.thread_idx()
    mine = 31 - tidx
    serving = cute.arch.load(tickets.iterator, sem="acquire", scope="gpu")
    while serving != mine:
        serving = cute.arch.load(tickets.iterator, sem="acquire", scope="gpu")
    order[mine] = tidx
    x[0] = x[0] * 3 + tidx
    cute.arch.atomic_add(tickets.iterator, 1, sem="release", scope="gpu")
    cute.arch.sync_warp()
    order[32 + tidx] = cute.arch.shuffle_sync_bfly(mine, 1)
    order[64 + tidx] = cute.arch.vote_ballot_sync(mine % 3 == 0)
    order[96 + tidx] = cute.arch.popc(cute.arch.match_sync(0xFFFFFFFF, mine // 4, "any"))


@cute.jit
def ticketed(tickets: cute.Tensor, order: cute.Tensor, x: cute.Tensor):
    ticket_kernel(tickets, order, x).launch(grid=[1, 1, 1], block=[32, 1, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_tickets_and_what_the_warp_does_together(target: str) -> None:
    arrays = Arrays(target)
    order, x = arrays.poisoned((128,), np.int32), arrays.put(np.zeros(1, np.int64))
    text = run(ticketed, arrays, arrays.put(np.zeros(1, np.int32)), order, x)
    lanes = np.arange(32)
    mine = 31 - lanes
    ballot = int(sum(1 << lane for lane in lanes if mine[lane] % 3 == 0))
    np.testing.assert_array_equal(arrays.get(order)[:32], mine)
    np.testing.assert_array_equal(arrays.get(order)[32:64], mine[lanes ^ 1])
    np.testing.assert_array_equal(arrays.get(order)[64:96].view(np.uint32), ballot)
    np.testing.assert_array_equal(arrays.get(order)[96:], 4)
    want = 0
    for lane in mine:
        want = (want * 3 + int(lane)) & (2**64 - 1)
    assert int(arrays.get(x)[0]) & (2**64 - 1) == want
    assert target != "cpu" or runs_apart(text)


@cute.kernel
def relay_kernel(y: cute.Tensor, rounds: cutlass.Int32):
    """Even lanes wait for numbers that odd lanes write, and answer: arms that wait for each other, in turns."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    box = smem.allocate_tensor(cutlass.Int32, cute.make_layout(64))
    box[tidx] = 0
    cute.arch.sync_threads()
    for turn in range(rounds):
        if tidx % 2 == 0:
            seen = cute.arch.load(box.iterator + tidx, sem="acquire", scope="cta")
            while seen != 2 * turn + 1:
                seen = cute.arch.load(box.iterator + tidx, sem="acquire", scope="cta")
            cute.arch.store(box.iterator + tidx, 2 * turn + 2, sem="release", scope="cta")
        else:
            cute.arch.store(box.iterator + tidx - 1, 2 * turn + 1, sem="release", scope="cta")
            seen = cute.arch.load(box.iterator + tidx - 1, sem="acquire", scope="cta")
            while seen != 2 * turn + 2:
                seen = cute.arch.load(box.iterator + tidx - 1, sem="acquire", scope="cta")
    cute.arch.sync_threads()
    y[tidx] = box[tidx ^ 1]


@cute.jit
def relayed(y: cute.Tensor, rounds: cutlass.Int32):
    relay_kernel(y, rounds).launch(grid=[1, 1, 1], block=[64, 1, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_producers_and_consumers_in_one_warp(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.poisoned((64,), np.int32)
    text = run(relayed, arrays, y, cutlass.Int32(5))
    np.testing.assert_array_equal(arrays.get(y), np.tile([0, 10], 32))
    assert target != "cpu" or runs_apart(text)


@cute.kernel
def arms_kernel(y: cute.Tensor):
    """Both arms of a branch meet at `sync_warp`, each in its own place."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    box = smem.allocate_tensor(cutlass.Int32, cute.make_layout(32))
    if tidx < 16:
        box[tidx] = tidx * 10
        cute.arch.sync_warp()
        y[tidx] = box[tidx + 16]
    else:
        box[tidx] = tidx * 100
        cute.arch.sync_warp()
        y[tidx] = box[tidx - 16]


@cute.jit
def arms(y: cute.Tensor):
    arms_kernel(y).launch(grid=[1, 1, 1], block=[32, 1, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_the_arms_of_a_branch_meet(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.poisoned((32,), np.int32)
    run(arms, arrays, y)
    lanes = np.arange(32)
    np.testing.assert_array_equal(arrays.get(y), np.where(lanes < 16, (lanes + 16) * 100, (lanes - 16) * 10))


@cute.kernel
def phases_kernel(y: cute.Tensor):
    """One lane waits for an mbarrier at which the others arrive in the other arm."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    barrier = smem.allocate_array(cutlass.Int64, 1)
    box = smem.allocate_tensor(cutlass.Int32, cute.make_layout(32))
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 31)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.mbarrier_wait(barrier, 0)
        total = 0
        for lane in range(1, 32):
            total += box[lane]
        y[bidx] = total
    else:
        box[tidx] = tidx
        cute.arch.mbarrier_arrive(barrier)


@cute.jit
def phases(y: cute.Tensor):
    phases_kernel(y).launch(grid=[2, 1, 1], block=[32, 1, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_a_lane_waits_for_the_arrivals_of_others(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.poisoned((2,), np.int32)
    text = run(phases, arrays, y)
    assert (arrays.get(y) == np.arange(32).sum()).all()
    assert target != "cpu" or runs_apart(text)


@cute.kernel
def look_back_kernel(status: cute.Tensor, y: cute.Tensor):
    """Each lane looks at the flag of an earlier block, in lockstep: no lane writes one before the warp meets."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    seen = cutlass.Int32(1)
    if tidx < bidx:
        seen = cute.arch.load(status.iterator + bidx - 1 - tidx, sem="acquire", scope="gpu")
        while seen == 0:
            seen = cute.arch.load(status.iterator + bidx - 1 - tidx, sem="acquire", scope="gpu")
    total = cute.arch.warp_reduction(seen, lambda a, b: a + b)
    if tidx == 0:
        y[bidx] = total
        cute.arch.store(status.iterator + bidx, cutlass.Int32(2), sem="release", scope="gpu")


@cute.jit
def look_back(status: cute.Tensor, y: cute.Tensor):
    look_back_kernel(status, y).launch(grid=[8, 1, 1], block=[32, 1, 1])


def test_warps_that_wait_for_other_blocks_stay_in_lockstep() -> None:
    arrays = Arrays("cpu")
    y = np.zeros(8, np.int32)
    text = run(look_back, arrays, np.zeros(8, np.int32), y)
    np.testing.assert_array_equal(y, 32 + np.arange(8))
    assert not runs_apart(text)


@cute.kernel
def stuck_kernel(y: cute.Tensor, arrivals: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    barrier = smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, arrivals)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if tidx == 5:
        cute.arch.mbarrier_wait(barrier, 0)
        y[0] = 1
    else:
        cute.arch.mbarrier_arrive(barrier)


@cute.jit
def stuck(y: cute.Tensor, arrivals: cutlass.Int32):
    stuck_kernel(y, arrivals).launch(grid=[1, 1, 1], block=[32, 1, 1])


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_lanes_that_wait_for_ever_are_a_deadlock() -> None:
    with pytest.raises(DSLUserCodeError, match="lacks 1 of 32 arrivals") as caught:
        stuck(np.zeros(1, np.int32), 32)  # a number that the check of counts does not know
    assert caught.value.name == "deadlock"


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_errors_name_the_thread() -> None:
    @cute.kernel
    def beyond(lock: cute.Tensor, y: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        held = cute.arch.atomic_exch(lock.iterator, 1)
        while held != 0:
            held = cute.arch.atomic_exch(lock.iterator, 1)
        y[tidx] = tidx
        cute.arch.atomic_exch(lock.iterator, 0)

    @cute.jit
    def program(lock: cute.Tensor, y: cute.Tensor):
        beyond(lock, y).launch(grid=[1, 1, 1], block=[64, 1, 1])

    with pytest.raises(DSLUserCodeError, match=r"thread \(40, 0, 0\) of block \(0, 0, 0\) writes element 40 of `y`"):
        program(np.zeros(1, np.int32), np.zeros(40, np.int32))
