"""Launches like one before, which machine code makes by itself: the same results, errors and settings as by Python."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLRuntimeError, DSLUserCodeError
from cutedsl.execution.cpu import launch as cpu_launch
from cutedsl.execution.cpu.pool import pool, stop_telling, tell_launches
from cutedsl.native.pool import SEATS
from cutedsl.native.structures import structure

_POOL = structure("Pool")
_HELPER = structure("Helper")


@cute.kernel
def number_kernel(out: cute.Tensor, first: cutlass.Int32):
    i = cute.arch.block_idx()[0] * cute.arch.block_dim()[0] + cute.arch.thread_idx()[0]
    out[i] = first + i


@cute.jit
def number(out: cute.Tensor, first: cutlass.Int32, blocks: cutlass.Int32, threads: cutlass.Int32):
    number_kernel(out, first).launch(grid=[blocks, 1, 1], block=[threads, 1, 1])


@cute.kernel
def meet_kernel(counter: cute.Tensor, out: cute.Tensor):
    """Every block waits for all."""
    blocks = cute.arch.grid_dim()[0]
    cute.arch.atomic_add(counter.iterator, cutlass.Int32(1), sem="release", scope="gpu")
    while cute.arch.load(counter.iterator, cutlass.Int32, sem="acquire", scope="gpu") < blocks:
        pass
    out[cute.arch.block_idx()[0]] = 1


@cute.jit
def meet(counter: cute.Tensor, out: cute.Tensor):
    meet_kernel(counter, out).launch(grid=[out.shape[0], 1, 1], block=[1, 1, 1], cooperative=True)


@contextmanager
def launches_by_python(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The kernels that Python launches meanwhile."""
    seen, launch = list[str](), cpu_launch.launch

    def noted(context: Any, plan: cpu_launch.Plan, *rest: Any) -> None:
        seen.append(plan.kernel.name)
        launch(context, plan, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(cpu_launch, "launch", noted)
        yield seen


@pytest.fixture
def numbered() -> Callable[[int, int, int], None]:
    """A program of its own for each test: no plan is listed yet."""
    compiled = cute.compile(number, np.zeros(8, np.int32), 1, 1, 1, options="--target cpu")

    def call(first: int, blocks: int, threads: int) -> None:
        out = np.full(blocks * threads, -1, np.int32)
        compiled(out, first, blocks, threads)
        np.testing.assert_array_equal(out, np.arange(first, first + blocks * threads))

    return call


def _awake(numbered: Callable[[int, int, int], None]) -> None:
    """A launch by Python has just woken the monitor."""
    numbered(0, 1, 2)
    pool().watching(True)


def test_a_second_launch_does_not_come_to_python(
    numbered: Callable[[int, int, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CUTEDSL_NUM_THREADS", raising=False)
    for blocks in (3, 40):
        numbered(0, blocks, 32)
        _awake(numbered)
        with launches_by_python(monkeypatch) as seen:
            numbered(5, blocks, 32)
        assert seen == []
    with launches_by_python(monkeypatch) as seen:
        numbered(5, 41, 64)
    assert len(seen) == 1


def test_launches_of_more_sizes_than_are_listed(numbered: Callable[[int, int, int], None]) -> None:
    for _ in range(2):
        for blocks in range(1, 80):
            numbered(blocks, blocks, 16)


def test_python_launches_while_the_monitor_sleeps(
    numbered: Callable[[int, int, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody would hear of Ctrl-C otherwise."""
    numbered(0, 9, 32)
    pool().watching(False)
    with launches_by_python(monkeypatch) as seen:
        numbered(1, 9, 32)
    assert len(seen) == 1


def test_python_launches_while_somebody_is_told(numbered: Callable[[int, int, int], None]) -> None:
    numbered(0, 9, 32)
    _awake(numbered)
    told: list[str] = []
    tell = lambda kernel, _: told.append(kernel)  # noqa: E731
    tell_launches(tell)
    try:
        numbered(1, 9, 32)
    finally:
        stop_telling(tell)
    numbered(2, 9, 32)
    assert len(told) == 1


@pytest.mark.parametrize("text", ["1", "3", "0012"])
def test_the_number_of_threads_is_the_environments(
    numbered: Callable[[int, int, int], None], monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("CUTEDSL_NUM_THREADS", text)
    for first in range(3):
        numbered(first, 400, 32)
        pool().watching(True)


@pytest.mark.parametrize("text", ["none", "0", "", "2x", "99999999999"])
def test_other_numbers_of_threads_are_for_python(
    numbered: Callable[[int, int, int], None], monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    numbered(0, 400, 32)
    _awake(numbered)
    monkeypatch.setenv("CUTEDSL_NUM_THREADS", text)
    with launches_by_python(monkeypatch) as seen:
        try:
            numbered(1, 400, 32)
        except Exception as error:
            assert "CUTEDSL_NUM_THREADS" in str(error)
            return
    assert len(seen) == 1


@cute.kernel
def turn_kernel(x: cute.Tensor, size: cutlass.Constexpr):
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(size))
    thread, block = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    for i in range(thread, size, 32):
        s[i] = x[block, i]
    cute.arch.sync_threads()
    for i in range(thread, size, 32):
        x[block, i] = s[size - 1 - i]


@cute.jit
def turn(x: cute.Tensor, size: cutlass.Constexpr):
    turn_kernel(x, size).launch(grid=[x.shape[0], 1, 1], block=[32, 1, 1])


def test_shared_memory_grows_on_every_thread() -> None:
    for size in (32, 12_000, 32_000, 64):
        x = np.arange(20 * size, dtype=np.int32).reshape(20, size)
        want = x[:, ::-1].copy()
        turn(x, size)
        np.testing.assert_array_equal(x, want)
        turn(x, size)
        np.testing.assert_array_equal(x, want[:, ::-1])


def test_an_error_on_any_thread(numbered: Callable[[int, int, int], None]) -> None:
    compiled = cute.compile(number, np.zeros(8, np.int32), 1, 1, 1, options="--target cpu")
    for _ in range(5):
        out = np.full(999 * 32, -1, np.int32)
        with pytest.raises(DSLUserCodeError, match="out-of-bounds") as caught:
            compiled(out, 0, 1000, 32)
        assert "block (999, 0, 0)" in str(caught.value)
        numbered(3, 1000, 32)


def test_a_wrong_launch_after_a_right_one() -> None:
    compiled = cute.compile(number, np.zeros(8, np.int32), 1, 1, 1, options="--target cpu")
    compiled(np.zeros(8, np.int32), 0, 1, 8)
    for _ in range(2):
        with pytest.raises(DSLRuntimeError, match="launch-invalid-block"):
            compiled(np.zeros(8, np.int32), 0, 1, 2048)


def _at_once(count: int, work: Callable[[], None]) -> None:
    failed: list[BaseException] = []

    def run() -> None:
        try:
            for _ in range(20):
                work()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failed, failed[0]


@pytest.mark.parametrize("count", [4, SEATS + 8])
def test_calls_of_many_threads_at_a_time(numbered: Callable[[int, int, int], None], count: int) -> None:
    _at_once(count, lambda: numbered(7, 200, 32))


def test_blocks_that_wait_for_each_other_where_helpers_are_busy() -> None:
    """A launch that gets no helper runs all blocks by itself."""
    compiled = cute.compile(meet, np.zeros(1, np.int32), np.zeros(6, np.int32), options="--target cpu")

    def work() -> None:
        out = np.zeros(6, np.int32)
        compiled(np.zeros(1, np.int32), out)
        assert out.all()

    work()
    helpers = ctypes.c_int64.from_address(pool().address + _POOL.offset("count")).value
    first = pool().address + _POOL.offset("helpers") + _HELPER.offset("claimed")
    claimed = [ctypes.c_int64.from_address(first + k * _HELPER.size_bytes) for k in range(helpers)]
    assert [word.value for word in claimed] == [0] * helpers
    for word in claimed:
        word.value = 1
    try:
        work()
    finally:
        for word in claimed:
            word.value = 0
    _at_once(6, work)


def test_a_launch_does_not_wait_for_a_helper_that_never_begins(
    numbered: Callable[[int, int, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here it has no thread."""
    numbered(0, 50, 32)
    count = ctypes.c_int64.from_address(pool().address + _POOL.offset("count"))
    first = pool().address + _POOL.offset("helpers") + count.value * _HELPER.size_bytes
    job, claimed = (ctypes.c_int64.from_address(first + _HELPER.offset(name)) for name in ("job", "claimed"))
    monkeypatch.setenv("CUTEDSL_NUM_THREADS", str(count.value + 2))
    count.value += 1
    try:
        numbered(1, 50, 32)
        pool().watching(True)
        numbered(2, 50, 32)
        assert (job.value, claimed.value) == (0, 0)
    finally:
        count.value -= 1


def test_a_thread_of_python_runs_beside_a_kernel(numbered: Callable[[int, int, int], None]) -> None:
    """The launch gives the GIL away."""
    compiled = cute.compile(number, np.zeros(8, np.int32), 1, 1, 1, options="--target cpu")
    out = np.zeros(3_000_000, np.int32)
    ended = threading.Event()
    seen: list[float] = []

    def look() -> None:
        while not ended.is_set():
            seen.append(time.perf_counter())
            time.sleep(0.0005)

    watcher = threading.Thread(target=look)
    watcher.start()
    while not seen:
        time.sleep(0.001)
    pool().watching(True)
    looks: list[int] = []
    while len(looks) < 100 and max(looks, default=0) < 3:  # on a busy machine the watcher may miss some
        start = time.perf_counter()
        compiled(out, 0, 3_000_000, 1)
        end = time.perf_counter()
        looks.append(sum(start < at < end for at in seen))
    ended.set()
    watcher.join()
    assert max(looks) >= 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_launches() -> None:
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("forked.py")], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "child right\nparent right\n"), done.stderr
