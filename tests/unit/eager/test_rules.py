"""What an eager run refuses, checks and shows, with values computed by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from cutedsl.eager.block import Block
from cutedsl.eager.inspect import block_text, lane_value
from cutedsl.errors import DSLUserCodeError


def launcher(kernel: Any, threads: int = 64, blocks: int = 1) -> Any:
    @cute.jit
    def run(y: cute.Tensor):
        kernel(y).launch(grid=blocks, block=threads)

    return run


def refused(kernel: Any) -> DSLUserCodeError:
    with pytest.raises(DSLUserCodeError) as caught:
        eager.run(launcher(kernel), np.zeros(64, np.int32))
    return caught.value


def test_warps_that_wait_for_each_other_are_refused() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        if cute.arch.warp_idx() == 0:
            cute.arch.barrier(barrier_id=1, number_of_threads=64)
        else:
            cute.arch.barrier(barrier_id=1, number_of_threads=64)

    assert refused(kernel).name == "eager-warps-wait"


def test_a_loop_that_waits_for_another_warp_is_refused_at_its_line() -> None:
    @cute.kernel
    def waits(y: cute.Tensor):
        tid, _, _ = cute.arch.thread_idx()
        seen = cutlass.Int32(0)
        if tid < 32:
            while seen == 0:
                seen = y[40]
        else:
            y[tid] = 1

    @cute.kernel
    def stores_the_same(y: cute.Tensor):
        while y[1] == 0:
            y[0] = 7

    for kernel in (waits, stores_the_same):
        error = refused(kernel)
        assert error.name == "eager-warps-wait"
        assert "while " in str(error)


def test_loops_that_come_to_an_end_by_memory_clocks_or_lanes_that_leave() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        tid, _, _ = cute.arch.thread_idx()
        while y[tid] < tid % 5:
            y[tid] = y[tid] + 1
        start = cute.arch.globaltimer()
        while cute.arch.globaltimer() - start < 1_000_000:
            pass
        while cute.arch.atomic_add(y.iterator + tid, cutlass.Int32(1)) < 10:
            pass
        left = tid
        while True:
            if left == 0:
                break
            left = left - 1

    y = np.zeros(64, np.int32)
    eager.run(launcher(kernel), y)
    assert y.tolist() == [11] * 64


def test_a_barrier_of_the_warps_that_are_there_is_none() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        tid, _, _ = cute.arch.thread_idx()
        if cute.arch.warp_idx() == 1:
            cute.arch.barrier(barrier_id=1, number_of_threads=32)
            y[tid] = 1

    y = np.zeros(64, np.int32)
    eager.run(launcher(kernel), y)
    assert y.tolist() == [0] * 32 + [1] * 32


def test_a_barrier_that_part_of_a_warp_reaches() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        tid, _, _ = cute.arch.thread_idx()
        if tid < 40:
            cute.arch.sync_threads()
        y[tid] = 1

    error = refused(kernel)
    assert error.name == "barrier-divergent"
    assert "thread (40, 0, 0) of block (0, 0, 0)" in str(error) and "sync_threads" in str(error)


def test_warps_at_two_barriers_of_the_block() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        if cute.arch.warp_idx() == 0:
            cute.arch.sync_threads()
        else:
            cute.arch.sync_threads()

    assert refused(kernel).name == "eager-warps-wait"


def test_an_access_outside_names_the_first_live_thread() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        tid, _, _ = cute.arch.thread_idx()
        if tid % 2 == 1:
            y[tid * 2] = 1

    error = refused(kernel)
    assert error.name == "out-of-bounds"
    assert "thread (33, 0, 0) of block (0, 0, 0) writes element 66 of `y`, which has 64" in str(error)


def test_only_live_threads_divide() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        tid, _, _ = cute.arch.thread_idx()
        y[tid] = 100 // (tid - 5) if tid > 5 else -1

    @cute.kernel
    def careless(y: cute.Tensor):
        tid, _, _ = cute.arch.thread_idx()
        y[tid] = 100 // (tid - 5)

    y = np.zeros(64, np.int32)
    eager.run(launcher(kernel), y)
    assert y.tolist() == [100 // (t - 5) if t > 5 else -1 for t in range(64)]
    assert "thread (5, 0, 0)" in str(refused(careless))


def test_tensors_on_the_gpu_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from cutedsl.driver.arguments import signature

    monkeypatch.setattr(signature, "_devices", lambda spec: ["cuda"])
    error = refused(cute.kernel(_nothing))
    assert error.name == "eager-device"


def _nothing(y: cute.Tensor):
    pass


def test_a_variable_of_a_loop_that_nobody_enters_is_not_read() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        tid, _, _ = cute.arch.thread_idx()
        last = 7
        for k in range(tid // 1000):
            last = k
            found = k + 1
        y[tid] = last if tid == 0 else found

    with pytest.raises(DSLUserCodeError, match="`found` is not set on every path"):
        eager.run(launcher(kernel), np.full(64, -77, np.int32))


def test_a_counter_at_the_end_of_its_type_ends_the_loop() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        tid, _, _ = cute.arch.thread_idx()
        turns = 0
        for _ in range(2147483000 + tid * 0, 2147483647, 500):
            turns += 1
        y[tid] = turns

    y = np.zeros(64, np.int32)
    eager.run(launcher(kernel), y)
    assert set(y.tolist()) == {2}


def test_every_block_runs_and_can_be_watched() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        tid, _, _ = cute.arch.thread_idx()
        bid, _, _ = cute.arch.block_idx()
        y[bid * 4 + tid] = bid

    seen: list[tuple[int, int, int]] = []

    def around(block: Block, run: Callable[[], None]) -> None:
        seen.append(block.index)
        if block.index[0] != 1:
            run()

    y = np.full(12, -1, np.int32)
    with eager.running(eager.Session(around)):
        launcher(kernel, threads=4, blocks=3)(y)
    assert seen == [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
    assert y.tolist() == [0, 0, 0, 0, -1, -1, -1, -1, 2, 2, 2, 2]
    assert eager.current_session() is None


def test_values_of_one_thread_and_of_the_block() -> None:
    found: dict[str, object] = {}

    def look(**values: Any) -> None:
        block = current[0]
        for name, value in values.items():
            found[name] = lane_value(block, value, 3)
            found[name + "s"] = block_text(block, value)

    current: list[Block] = []

    def around(block: Block, run: Callable[[], None]) -> None:
        current.append(block)
        run()

    @cute.kernel
    def kernel(y: cute.Tensor):
        tid, _, _ = cute.arch.thread_idx()
        mine = cute.make_rmem_tensor((3,), cutlass.Int32)
        mine.fill(tid)
        mine[1] = 9
        if tid != 2:
            look(double=tid * 2, pair=(tid, 1.5), mine=mine, vector=mine.load(), same=cutlass.Int32(4))

    with eager.running(eager.Session(around)):
        launcher(kernel, threads=5)(np.zeros(5, np.int32))
    assert found["double"] == 6
    assert found["doubles"] == "warp  0: 0 2 . 6 8"
    assert found["pair"] == (3, 1.5)
    assert found["mine"] == found["vector"] == [3, 9, 3]
    assert found["vectors"] == "[0]\nwarp  0: 0 1 . 3 4\n[1]\nwarp  0: 9 9 . 9 9\n[2]\nwarp  0: 0 1 . 3 4"
    assert found["same"] == 4
