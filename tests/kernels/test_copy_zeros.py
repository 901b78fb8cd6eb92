"""An asynchronous copy whose predicate is false fills zeros; a plain copy leaves its place as it was."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from cutedsl.cute.nvgpu import cpasync
from cutedsl.testing import check
from tests.kernels.arrays import TARGETS, Arrays

ROWS, COLUMNS = 40, 8
F16 = cutlass.Float16


@cute.kernel
def rows(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32, op: cutlass.Constexpr, waits: cutlass.Constexpr) -> None:
    """Each thread copies its row by two atoms of 64 bits; the second one has a predicate of its own."""
    t, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(F16, cute.make_layout((ROWS, COLUMNS), stride=(COLUMNS, 1)), 16)
    for i in cutlass.range_constexpr(COLUMNS):
        s[t, i] = F16(7.0)
    cute.arch.sync_threads()
    atom = cute.make_copy_atom(op, F16, num_bits_per_copy=64)
    holds = cute.make_rmem_tensor((1, 2), cutlass.Boolean)
    holds[0, 0] = t < n
    holds[0, 1] = t % 3 != 0 and t < n
    tile = cute.make_layout((4, 2))
    source = cute.make_tensor(x[t, None].iterator.align(8), tile)
    target = cute.make_tensor(s[t, None].iterator.align(8), tile)
    cute.copy(atom, source, target, pred=holds)
    cute.arch.cp_async_commit_group()
    if cutlass.const_expr(waits):
        cute.arch.cp_async_wait_group(0)
    for i in cutlass.range_constexpr(COLUMNS):
        y[t, i] = s[t, i]


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32, op: cutlass.Constexpr, waits: cutlass.Constexpr) -> None:
    rows(x, y, n, op, waits).launch(grid=1, block=ROWS)


@cute.kernel
def rows_together(x: cute.Tensor, y: cute.Tensor, rows: cutlass.Int32):
    """Each thread copies two tiles of two atoms; a tile has one predicate."""
    t, _, _ = cute.arch.thread_idx()
    holds = cute.make_rmem_tensor(cute.make_layout((1, 1, 2), stride=(2, 0, 1)), cutlass.Boolean)
    for k in cutlass.range_constexpr(2):
        holds[0, 0, k] = t + k < rows
    tiles = cute.make_layout((4, 1, 2), stride=(1, 0, 4))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), F16, num_bits_per_copy=32)
    source, target = (cute.make_tensor(one[t, None].iterator.align(8), tiles) for one in (x, y))
    cute.copy(atom, source, target, pred=holds)


@cute.jit
def run_together(x: cute.Tensor, y: cute.Tensor, rows: cutlass.Int32):
    rows_together(x, y, rows).launch(grid=1, block=ROWS)


@pytest.mark.parametrize("target", TARGETS)
def test_one_predicate_holds_for_all_atoms_of_mode_0(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((ROWS, COLUMNS)).astype(np.float16)
    y = arrays.put(np.zeros_like(x))
    run_together(arrays.put(x), y, 19)
    holds = np.arange(ROWS)[:, None] + np.arange(COLUMNS)[None] // 4 < 19
    np.testing.assert_array_equal(arrays.get(y), np.where(holds, x, np.float16(0)))


ASYNC = cpasync.CopyG2SOp()


def wanted(x: np.ndarray[Any, Any], n: int, fill: float) -> np.ndarray[Any, Any]:
    row = np.arange(ROWS)[:, None]
    half = np.arange(COLUMNS)[None] // 4
    read = (row < n) & ((half == 0) | (row % 3 != 0))
    padded = np.zeros((ROWS, COLUMNS), np.float16)
    padded[: len(x)] = x
    return np.where(read, padded, np.float16(fill))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("op", "fill"), [(ASYNC, 0.0), (cute.nvgpu.CopyUniversalOp(), 7.0)])
@pytest.mark.parametrize("n", [0, 19, 32])
def test_a_false_predicate_fills_with_zeros_or_leaves_what_was_there(target: str, op: Any, fill: float, n: int) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((max(n, 1), COLUMNS)).astype(np.float16)  # no row to read beyond n
    y = arrays.poisoned((ROWS, COLUMNS), np.float16)
    run(arrays.put(x), y, n, op, True)
    np.testing.assert_array_equal(arrays.get(y), wanted(x, n, fill))


@pytest.mark.parametrize(("op", "fill"), [(ASYNC, 0.0), (cute.nvgpu.CopyUniversalOp(), 7.0)])
def test_an_eager_run_agrees(op: Any, fill: float) -> None:
    x = np.random.default_rng(7).standard_normal((ROWS, COLUMNS)).astype(np.float16)
    y = np.ones_like(x)
    eager.run(run, x, y, 19, op, True)
    np.testing.assert_array_equal(y, wanted(x, 19, fill))


def test_zeros_are_waited_for_like_a_copy() -> None:
    x, y = np.ones((ROWS, COLUMNS), np.float16), np.ones((ROWS, COLUMNS), np.float16)
    assert check(run, x, y, 0, ASYNC, True).findings == []
    assert {found.kind for found in check(run, x, y, 0, ASYNC, False).findings} == {"copy-not-waited"}


def test_the_predicate_is_the_number_of_bytes_that_are_read() -> None:
    x = np.ones((ROWS, COLUMNS), np.float16)
    text = cute.compile(run, x, x, 3, ASYNC, True, options="--target cpu").artifacts.ptx("sm_90a")
    copies = [line for line in text.splitlines() if "cp.async.ca" in line]
    assert len(copies) == 2
    assert all(len(line.split(",")) == 4 for line in copies)
    assert "bra" not in text[text.index("bar.sync") :]
