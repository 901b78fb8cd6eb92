"""`with elect_one():` on both targets and eagerly: one lane of each warp, also where some lanes are elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from tests.kernels.arrays import TARGETS, Arrays

THREADS = 96


@cute.kernel
def elected(y: cute.Tensor, seen: cute.Tensor, diverged: cutlass.Constexpr):
    thread, _, _ = cute.arch.thread_idx()
    mine = -1
    with cute.arch.elect_one():
        mine = thread
        for k in range(3):
            if k == 2:
                break
            seen[thread] = seen[thread] + 1
    y[thread] = mine
    if cutlass.const_expr(diverged):
        if thread >= 40:
            if thread < 64:
                with cute.arch.elect_one():
                    seen[thread] = seen[thread] + 10
    _plain(seen, thread)


def _plain(seen: Any, thread: Any) -> None:
    """Not rewritten: the `with` is Python's."""
    with cute.arch.elect_one():
        seen[thread] = seen[thread] + 100


@cute.jit
def run(y: cute.Tensor, seen: cute.Tensor, diverged: cutlass.Constexpr):
    elected(y, seen, diverged).launch(grid=1, block=THREADS)


def check(y: np.ndarray, seen: np.ndarray, diverged: bool) -> None:
    leaders = np.arange(THREADS) % 32 == 0
    np.testing.assert_array_equal(y, np.where(leaders, np.arange(THREADS), -1))
    assert seen[leaders].tolist() == [102] * 3
    assert sorted(seen[~leaders])[-2:] == ([0, 10] if diverged else [0, 0])
    if diverged:
        assert 40 <= np.flatnonzero(seen == 10)[0] < 64


@pytest.mark.parametrize("target", TARGETS)
def test_one_lane_of_each_warp(target: str) -> None:
    arrays = Arrays(target)
    y, seen = arrays.poisoned((THREADS,), np.int32), arrays.put(np.zeros(THREADS, np.int32))
    diverged = target == "cpu"  # a GPU elects only where the whole warp comes
    cute.compile(run, y, seen, diverged, options=arrays.options)(y, seen)
    check(arrays.get(y), arrays.get(seen), diverged)


def test_one_lane_is_elected_eagerly() -> None:
    y, seen = np.full(THREADS, -77, np.int32), np.zeros(THREADS, np.int32)
    eager.run(run, y, seen, True)
    check(y, seen, True)


@pytest.mark.parametrize(("arch", "instruction"), [("sm_90a", "elect.sync"), ("sm_80", "%laneid")])
def test_each_architecture_has_its_instruction(arch: str, instruction: str) -> None:
    y = np.zeros(THREADS, np.int32)
    assert instruction in cute.compile(run, y, y, True, options="--target cpu").artifacts.ptx(arch)
