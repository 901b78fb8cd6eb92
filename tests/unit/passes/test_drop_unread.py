"""Tensors that branches and loops pass on and nothing reads are dropped; what is read stays."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.lowered import lowered

THREADS = 32


def _fragment(x: Any, thread: Any, at: int) -> Any:
    fragment = cute.make_rmem_tensor((2,), cutlass.Float32)
    fragment[at] = x[thread] * float(1 + at)
    return fragment


@cute.kernel
def branches(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    thread, _, _ = cute.arch.thread_idx()
    fragment = _fragment(x, thread, 0)
    if thread < 5:
        fragment = _fragment(x, thread, 0)
        y[thread] = fragment[0]
    else:
        fragment = _fragment(x, thread, 1)
        y[thread] = fragment[1]
    if cutlass.const_expr(n is None):
        y[thread] = fragment[0]


@cute.kernel
def counted_turns(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    thread, _, _ = cute.arch.thread_idx()
    fragment = _fragment(x, thread, 0)
    for _ in range(n):
        if cutlass.const_expr(n is None):
            y[thread] = fragment[0]
        if thread < 5:
            fragment = _fragment(x, thread, 0)
            y[thread] = fragment[0]
        else:
            fragment = _fragment(x, thread, 1)
            y[thread] = fragment[1]


@cute.kernel
def turns_while(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    thread, _, _ = cute.arch.thread_idx()
    fragment, left = _fragment(x, thread, 0), n
    while left > 0:
        if thread < 5:
            fragment = _fragment(x, thread, 0)
            y[thread] = fragment[0]
        else:
            fragment = _fragment(x, thread, 1)
            y[thread] = fragment[1]
        cute.make_tensor(fragment.iterator, cute.make_layout(1))  # no read: nothing uses the view
        left -= 1


KERNELS = (branches, counted_turns, turns_while)


def _run(kernel: Any) -> Callable[[Any, Any, Any], None]:
    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
        kernel(x, y, n).launch(grid=1, block=THREADS)

    return run


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_threads_need_not_agree_on_a_fragment_that_nothing_reads(kernel: Any) -> None:
    x, y = np.arange(THREADS, dtype=np.float32), np.zeros(THREADS, np.float32)
    _run(kernel)(x, y, 2)
    assert y.tolist() == np.where(x < 5, x, 2 * x).tolist()


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_such_fragments_stay_in_registers_on_a_gpu(kernel: Any) -> None:
    x = np.zeros(THREADS, np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ptx = lowered(lambda: cute.compile(_run(kernel), x, x, 2)).ptx("sm_90a")
    assert ".local" not in ptx


@cute.kernel
def reads_another(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    thread, _, _ = cute.arch.thread_idx()
    before, last = _fragment(x, thread, 0), _fragment(x, thread + 1, 0)
    for _ in range(n):
        before, last = last, before
    y[thread] = before[0]


@cute.kernel
def reads_after(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    thread, _, _ = cute.arch.thread_idx()
    last, other = _fragment(x, thread, 0), _fragment(x, thread + 1, 0)
    for _ in range(n):
        last = other
    y[thread] = last[0]


@cute.kernel
def reads_inside(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    thread, _, _ = cute.arch.thread_idx()
    now, other = _fragment(x, thread, 0), _fragment(x, thread + 1, 0)
    left = n
    while left > 0:
        y[thread] = now[0]
        now = other
        left -= 1


@pytest.mark.parametrize("kernel", (reads_another, reads_after, reads_inside), ids=lambda kernel: kernel.__name__)
def test_what_is_read_in_a_later_turn_or_after_the_loop_stays(kernel: Any) -> None:
    x, y = np.arange(THREADS + 1, dtype=np.float32), np.zeros(THREADS, np.float32)
    _run(kernel)(x, y, 3)
    assert y.tolist() == x[1:].tolist()
