"""Pointers that the caller makes, as arguments of an eager run."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import make_ptr
from cutedsl.eager.session import Session, running
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def _add(pointer: cute.Pointer, count: cutlass.Int32, halves: cute.Pointer):
    thread, _, _ = cute.arch.thread_idx()
    x = cute.make_tensor(pointer + 1, cute.make_layout(count))
    y = cute.make_tensor(halves, cute.make_layout(4))
    if thread <= count:
        x[thread] = x[thread] + y[thread % 4].to(cutlass.Float32)


@cute.jit
def add(pointer: cute.Pointer, count: cutlass.Int32, halves: cute.Pointer, threads: cutlass.Constexpr):
    _add(pointer, count, halves).launch(grid=1, block=threads)


def call(count: int, threads: int) -> list[float]:
    x, halves = np.zeros(8, np.float32), np.arange(4, dtype=np.float16)
    space = cute.AddressSpace.gmem
    pointers = make_ptr(cutlass.Float32, x.ctypes.data, space), make_ptr(cutlass.Float16, halves.ctypes.data, space)
    add(pointers[0], count, pointers[1], threads)
    return x.tolist()


def test_arguments_after_a_pointer_are_read_as_in_compiled_code() -> None:
    with running(Session()):
        eager = call(5, 5)
    assert eager == call(5, 5) == [0, 0, 1, 2, 3, 0, 0, 0]


def test_an_access_outside_of_the_layout_is_an_error() -> None:
    with running(Session()), pytest.raises(DSLUserCodeError, match="reads element") as caught:
        call(3, 4)
    assert caught.value.name == "out-of-bounds"
