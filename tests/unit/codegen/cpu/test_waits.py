"""What a warp keeps while it waits: computed once, and not after each wait again. Long code without loops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.cpu import module
from cutedsl.codegen.llvm.text import RUNS_ONCE
from examples.row_sum import reduce_sum

WAITS, STEPS = 6, 8


@cute.kernel
def chain_kernel(x: cute.Tensor, y: cute.Tensor):
    """A chain of products with a barrier now and then, shared memory of its own for each;
    gathers whose places are known to be inside."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64 * WAITS))
    t = x[tidx]
    for r in cutlass.range_constexpr(WAITS * STEPS):
        if r % STEPS == 0:
            s[64 * (r // STEPS) + tidx] = t
            cute.arch.sync_threads()
        t = s[64 * (r // STEPS) + (tidx + 7 * r) % 64] * 0.5 + t * x[(tidx + r) % 64]
    y[tidx] = t


@cute.jit
def chain(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    chain_kernel(x, y).launch(grid=1, block=64)


def _expected(x: np.ndarray) -> np.ndarray:
    lane = np.arange(64)
    t, s = x.copy(), x.copy()
    for r in range(WAITS * STEPS):
        s = t.copy() if r % STEPS == 0 else s
        t = s[(lane + 7 * r) % 64] * np.float32(0.5) + t * x[(lane + r) % 64]
    return t


def _made() -> tuple[Any, np.ndarray, np.ndarray]:
    x = np.random.default_rng(7).random(64, dtype=np.float32)
    y = np.full(64, np.nan, np.float32)
    return cute.compile(chain, x, y, options="--target cpu"), x, y


def test_a_chain_through_barriers_is_right_and_computed_once() -> None:
    program, x, y = _made()
    program(x, y)
    assert np.array_equal(y, _expected(x))
    optimised = program.artifacts.native.ir_text()
    assert optimised.count("fmul <32 x float>") == 2 * WAITS * STEPS


def test_gathers_from_shared_memory_that_stay_inside_are_not_checked() -> None:
    program, _, _ = _made()
    text = program.artifacts.llvm
    assert text.count("llvm.masked.gather.v32f32") > WAITS * STEPS
    assert text.count("call i1 @cute.outside") <= 2 + WAITS * STEPS  # those of `x`, whose length is the call's


def test_long_code_without_loops_is_compiled_simply_and_right(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, x, y = _made()
    assert not usual.artifacts.llvm.startswith(RUNS_ONCE)
    usual(x, y)
    monkeypatch.setattr(module, "LONG_OPS", 1)
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    simple, _, z = _made()
    assert simple.artifacts.llvm.startswith(RUNS_ONCE)
    simple(x, z)
    assert np.array_equal(y, z)
    loops = cute.compile(reduce_sum, np.ones((64, 64), np.float32), np.zeros(64, np.float32), options="--target cpu")
    assert not loops.artifacts.llvm.startswith(RUNS_ONCE)
