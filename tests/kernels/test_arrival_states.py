"""Arrivals that return the state of their phase, and waits for it; barriers that reduce a predicate."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.lang.instructions import primitives as prims
from tests.kernels.arrays import TARGETS, Arrays


@cute.kernel
def phases(out: cute.Tensor) -> None:
    """Warp 1 arrives for both phases; warp 0 waits by the states of its own arrivals."""
    thread = cute.arch.thread_idx()[0]
    barrier = cutlass.Array(cutlass.Int64, 1, space=cutlass.AddressSpace.smem, alignment=8)
    if thread == 0:
        prims.mbarrier_init(barrier, 64)
    prims.barrier_cta_sync(0)
    if thread < 32:
        for phase in cutlass.range_constexpr(2):
            state = prims.mbarrier_arrive(barrier)
            early = prims.mbarrier_test_wait(barrier, state)
            prims.barrier_cta_sync(1, 64)  # the other warp arrives after this
            while not prims.mbarrier_try_wait(barrier, state):
                pass
            ended = prims.mbarrier_try_wait_timelimit(barrier, state, 1000)
            out[phase, thread] = cutlass.Int32(early) + 2 * cutlass.Int32(ended)
    else:
        for _ in cutlass.range_constexpr(2):
            prims.barrier_cta_sync(1, 64)
            prims.mbarrier_arrive(barrier)


@cute.jit
def run_phases(out: cute.Tensor) -> None:
    phases(out).launch(grid=1, block=64)


@pytest.mark.cutedsl_unchecked  # there the first looks at a phase come too early
@pytest.mark.parametrize("target", TARGETS)
def test_a_wait_takes_the_state_of_an_arrival(target: str) -> None:
    arrays = Arrays(target)
    out = arrays.put(np.full((2, 32), -1, np.int32))
    run_phases(out)
    assert (arrays.get(out) == 2).all()


@cute.kernel
def votes(x: cute.Tensor, out: cute.Tensor) -> None:
    thread = cute.arch.thread_idx()[0]
    for turn in cutlass.range(3, unroll=1):
        holds = x[turn, thread] != 0
        out[turn, thread, 0] = cutlass.Int32(prims.barrier_cta_red(holds))
        out[turn, thread, 1] = cutlass.Int32(prims.barrier_cta_red(holds, kind="and", barrier_id=1, thread_count=64))
        out[turn, thread, 2] = prims.barrier_cta_red(holds, kind="popc", barrier_id=2)


@cute.jit
def run_votes(x: cute.Tensor, out: cute.Tensor) -> None:
    votes(x, out).launch(grid=1, block=64)


@pytest.mark.parametrize("target", TARGETS)
def test_each_thread_learns_what_all_say(target: str) -> None:
    arrays = Arrays(target)
    holding = (0, 63, 64)
    said = np.array([[thread < count for thread in range(64)] for count in holding], np.int32)
    out = arrays.put(np.full((3, 64, 3), -1, np.int32))
    run_votes(arrays.put(said), out)
    expected = [[int(count > 0), int(count == 64), count] for count in holding]
    assert (arrays.get(out) == np.array(expected, np.int32)[:, None, :]).all()
