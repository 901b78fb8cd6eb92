"""Lanes of a warp that read the same element of rows whose stride only the call knows: it is read once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import EVERYWHERE, Arrays

KINDS = (np.float32, np.float64, np.float16, np.int8, np.int16, np.int64)
WIDTHS = (4, 8, 16)


@cute.kernel
def sums_kernel(x: cute.Tensor, y: cute.Tensor, by_row: cute.Tensor, by_column: cute.Tensor):
    tx, ty, _ = cute.arch.thread_idx()
    rows, columns = x[ty, 0] - x[ty, 0], x[ty, 0] - x[ty, 0]
    for k in range(x.shape[1]):
        rows += x[ty, k]
        columns += y[tx, k]
    by_row[ty, tx] = rows
    by_column[ty, tx] = columns


def fixed(width: int) -> Any:
    @cute.jit
    def launch(x: cute.Tensor, y: cute.Tensor, by_row: cute.Tensor, by_column: cute.Tensor):
        sums_kernel(x, y, by_row, by_column).launch(grid=1, block=[width, 64 // width, 1])

    return launch


def inputs(width: int, kind: Any) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(7)
    x, y = (rng.integers(-4, 5, (rows, 9)).astype(kind) for rows in (64 // width, width))
    return x, y, np.zeros((64 // width, width), kind), np.zeros((64 // width, width), kind)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("width", WIDTHS)
def test_rows_and_columns_are_shared_by_lanes(width: int, kind: Any, target: str) -> None:
    arrays = Arrays(target)
    x, y, *outs = inputs(width, kind)
    given = [arrays.put(a) for a in (x, y, *outs)]
    fixed(width)(*given)
    by_row, by_column = (arrays.get(a) for a in given[2:])
    np.testing.assert_array_equal(by_row, np.repeat(x.sum(1, dtype=kind)[:, None], width, 1))
    np.testing.assert_array_equal(by_column, np.repeat(y.sum(1, dtype=kind)[None], 64 // width, 0))


def test_each_is_read_once() -> None:
    text = cute.compile(fixed(16), *inputs(16, np.float32), options="--target cpu").artifacts.llvm
    assert "call <32 x float> @llvm.masked.gather" not in text
    assert "call <16 x i32> @llvm.masked.gather" in text


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize("which", [0, 1])
def test_accesses_out_of_bounds_are_still_errors(which: int) -> None:
    given = list(inputs(16, np.float32))
    given[which] = given[which][:-1].copy()
    with pytest.raises(DSLUserCodeError, match="out-of-bounds"):
        cute.compile(fixed(16), *given, options="--target cpu")(*given)
