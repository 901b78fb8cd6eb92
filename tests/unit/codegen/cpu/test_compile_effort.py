"""How much LLVM does for a kernel depends on how long it is."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.cpu import module
from cutedsl.codegen.llvm.compile import host_machine
from cutedsl.codegen.llvm.text import COMPILES_FAST, RUNS_SELDOM
from cutedsl.config import override


@cute.kernel
def _turns(x: cute.Tensor, y: cute.Tensor):
    tid, _, _ = cute.arch.thread_idx()
    for k in range(3):
        y[tid] = y[tid] + x[tid] * (k + 1)


@cute.jit
def _run(x: cute.Tensor, y: cute.Tensor):
    _turns(x, y).launch(grid=[1, 1, 1], block=[64, 1, 1])


@pytest.mark.parametrize(
    ("ops", "characters", "head"),
    [(10**6, 1, None), (1, 10**9, RUNS_SELDOM), (1, 1, COMPILES_FAST)],
    ids=["short", "long", "huge"],
)
def test_long_kernels_get_fewer_passes_and_huge_ones_simple_registers(
    ops: int, characters: int, head: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONG_LOOPED_OPS", ops)
    monkeypatch.setattr(module, "HUGE_CHARACTERS", characters)
    x, y = np.arange(64, dtype=np.float32), np.ones(64, np.float32)
    with override(without=frozenset(), cache=False):
        made = cute.compile(_run, x, y, options="--target cpu")
        made(x, y)
    text = made.artifacts.llvm
    assert text.startswith(head) if head else not text.startswith((RUNS_SELDOM, COMPILES_FAST))
    assert np.array_equal(y, 1 + 6 * x)


@cute.kernel
def _bytes_under_conditions(x: cute.Tensor, y: cute.Tensor):
    tid, _, _ = cute.arch.thread_idx()
    for k in cutlass.range_constexpr(4):
        if tid < 40 + k:
            y[4 * tid * tid + k] = x[4 * tid * tid + k]
    y[4 * tid * tid + 3] = x[tid * tid]


@cute.jit
def _run_bytes(x: cute.Tensor, y: cute.Tensor):
    _bytes_under_conditions(x, y).launch(grid=[1, 1, 1], block=[64, 1, 1])


@pytest.mark.cutedsl_unchecked
@pytest.mark.parametrize("long_ops", [10**6, 1])
def test_a_long_kernel_has_no_second_copy_of_branches_and_calls_for_bytes(
    long_ops: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONG_OPS", long_ops)
    x, y = np.random.default_rng(1).integers(-99, 99, 1 << 14, np.int8), np.zeros(1 << 14, np.int8)
    with override(without=frozenset(["roll-up"]), cache=False):
        made = cute.compile(_run_bytes, x, y, options="--target cpu")
        made(x, y)
    wanted = np.zeros_like(y)
    for k in range(4):
        for tid in range(40 + k):
            wanted[4 * tid * tid + k] = x[4 * tid * tid + k]
    for tid in range(64):
        wanted[4 * tid * tid + 3] = x[tid * tid]
    assert np.array_equal(y, wanted)
    long = long_ops == 1
    assert ("masked.scatter" in made.artifacts.llvm, "\nall" in made.artifacts.llvm) == (not long, not long)
    # A machine without gathers calls it in short kernels too.
    assert ("call void @cute.gather.i8(" in made.artifacts.llvm) == (long or not host_machine().gathers)
