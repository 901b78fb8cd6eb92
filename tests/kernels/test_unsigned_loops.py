"""Loops whose counters have no sign: bounds beyond 2^31, or further apart than that."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays

LANES = 32
SPANS = [(0, 3), (5, 3), (2**31 - 2, 2**31 + 3), (3, 3 * 2**30), (2**31 + 9, 4)]


@cute.kernel
def turns_kernel(
    out: cute.Tensor,
    first: cutlass.Uint32,
    stop: cutlass.Uint32,
    own: cutlass.Constexpr,
    step: cutlass.Constexpr,
    fixed: cutlass.Constexpr,
):
    """Each lane: how many turns its loop takes, and the sum of the counters; with `own` each has bounds of its own."""
    lane, _, _ = cute.arch.thread_idx()
    count, total = cutlass.Int32(0), cutlass.Uint32(0)
    if cutlass.const_expr(fixed is not None):
        first, stop = (cutlass.Uint32(bound) for bound in fixed)
    elif cutlass.const_expr(own):
        stop = cutlass.Uint32(stop - lane % 4)
    for i in cutlass.range(first, stop, step, unroll=1):
        count += 1
        total += i
    out[lane, 0], out[lane, 1] = count, total.to(cutlass.Int32)


@cute.jit
def turns(
    out: cute.Tensor,
    first: cutlass.Uint32,
    stop: cutlass.Uint32,
    own: cutlass.Constexpr,
    step: cutlass.Constexpr,
    fixed: cutlass.Constexpr,
):
    """The launch."""
    turns_kernel(out, first, stop, own, step, fixed).launch(grid=1, block=LANES)


def wanted(first: int, stop: int, step: int, own: bool) -> np.ndarray[Any, Any]:
    """Turns and sums as Python counts them."""
    spans = [range(first, (stop - lane % 4 if own else stop), step) for lane in range(LANES)]
    return np.array([[len(span), (sum(span) + 2**31) % 2**32 - 2**31] for span in spans], np.int32)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("own", [False, True])
def test_unsigned_loops_count_their_turns(target: str, own: bool) -> None:
    arrays = Arrays(target)
    for step in (1, 1 << 29):
        for first, stop in (*SPANS, (2**32 - 6, 2**32 - 1)):
            if (step > 1) == (stop - first > 100):
                out = arrays.put(np.full((LANES, 2), -7, np.int32))
                turns(out, first, stop, own, step, None)
                np.testing.assert_array_equal(arrays.get(out), wanted(first, stop, step, own), f"{first} {stop}")


@pytest.mark.parametrize("target", EVERYWHERE)
def test_bounds_that_the_compiler_knows(target: str) -> None:
    arrays = Arrays(target)
    for first, stop in SPANS:
        out = arrays.put(np.full((LANES, 2), -7, np.int32))
        turns(out, 0, 0, False, 1 << 29, (first, stop))
        np.testing.assert_array_equal(arrays.get(out), wanted(first, stop, 1 << 29, False), f"{first} {stop}")


@cute.jit
def turns_of_host(out: cute.Tensor, first: cutlass.Uint32, stop: cutlass.Uint32):
    """The same loop in the program itself."""
    count = cutlass.Int32(0)
    for _ in cutlass.range(first, stop, 1 << 29):
        count += 1
    out[0] = count


def test_unsigned_loops_of_programs_give_what_python_gives() -> None:
    for first, stop in SPANS:
        out = np.full(1, -7, np.int32)
        turns_of_host(out, first, stop)
        assert out[0] == len(range(first, stop, 1 << 29))
