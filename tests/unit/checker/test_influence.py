"""Running blocks again takes back what they wrote, and no byte beside it, which may belong to somebody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.abi.check import LINE_BYTES
from cutedsl.checker import influence, launcher
from cutedsl.testing import checking

LINE = LINE_BYTES // 4


@cute.kernel
def _unwritten(out: cute.Tensor, writer: cutlass.Constexpr):
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    thread, _, _ = cute.arch.thread_idx()
    if thread < 32:
        tile[thread] = cutlass.Float32(thread)
    cute.arch.sync_threads()
    value = tile[thread]
    if thread // 32 == writer:
        out[thread % 32] = value


@cute.jit
def stores(out: cute.Tensor, writer: cutlass.Constexpr = 0):
    _unwritten(out, writer).launch(grid=1, block=64)


def memory_of(floats: int) -> np.ndarray[Any, Any]:
    """Zeros that begin where a line does."""
    room = np.zeros(floats + LINE, np.float32)
    first = -room.ctypes.data % LINE_BYTES // 4
    return room[first : first + floats]


@pytest.mark.parametrize("first", [4, 24])  # within lines, and from one to the next
def test_memory_beside_an_array_is_left_alone(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = memory_of(3 * LINE)
    beside = np.ones(len(memory), bool)
    beside[first : first + 32] = False
    runs = []

    def with_another_writer(before: influence.Lines, run_again: Callable[[int], influence.Lines | None]) -> bool:
        def run(fill: int) -> influence.Lines | None:
            memory[beside] += 1  # as another thread, or the process's allocator, does at any time
            runs.append(fill)
            return run_again(fill)

        return influence.influences(before, run)

    monkeypatch.setattr(launcher, "influences", with_another_writer)
    with checking() as report:
        stores(memory[first : first + 32])
    assert report.clean and runs == list(influence.FILLS)
    assert (memory[first : first + 32] == np.arange(32)).all()
    assert (memory[beside] == len(runs)).all()


def test_storing_an_uninitialised_value_is_found() -> None:
    memory = memory_of(3 * LINE)
    with checking() as report:
        stores(memory[5:37], 1)
    assert [one.kind for one in report.findings] == ["uninitialised-read"]


def test_bytes_that_only_the_second_run_writes_count() -> None:
    """Where the first run wrote other bytes of the same line."""
    memory = memory_of(LINE)
    line = memory.ctypes.data

    def run_again(fill: int) -> influence.Lines:
        held = memory.tobytes()
        memory[0], memory[1] = 1, fill
        return {line: (held, 0xFF)}

    memory[0] = 1
    assert influence.influences({line: (bytes(LINE_BYTES), 0xF)}, run_again)
    assert memory[0] == 1 and memory[1] == 0
