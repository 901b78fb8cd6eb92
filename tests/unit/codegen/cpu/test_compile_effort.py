"""How much LLVM does for a kernel depends on how long it is."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.codegen.cpu import module
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
