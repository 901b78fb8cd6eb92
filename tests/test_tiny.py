"""A tour in five seconds: a layout, a kernel, its IR, its PTX, an eager run, a named error. Read it first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from cutedsl.errors import DSLUserCodeError

THREADS = 64


@cute.kernel
def row_sum_kernel(x: cute.Tensor, out: cute.Tensor, scale: cutlass.Float32):
    lane, row = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    total = cutlass.Float32(0.0)
    for column in range(lane, x.shape[1], THREADS):  # a run-time loop: part of the compiled program
        total += x[row, column]
    total = cute.arch.warp_reduction_sum(total)
    partial = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(THREADS // 32))
    if lane % 32 == 0:
        partial[lane // 32] = total
    cute.arch.sync_threads()
    if lane == 0:
        both = partial.load().reduce(cute.ReductionOp.ADD, 0.0, 0)
        out[row] = both * scale


@cute.jit
def row_sum(x: cute.Tensor, out: cute.Tensor, scale: cutlass.Float32):
    row_sum_kernel(x, out, scale).launch(grid=x.shape[0], block=THREADS)


@pytest.fixture
def arrays() -> tuple[np.ndarray, np.ndarray]:
    x = np.random.default_rng(0).standard_normal((7, 150), np.float32)
    return x, np.full(7, np.nan, np.float32)


def check(x: np.ndarray, out: np.ndarray, scale: float) -> None:
    np.testing.assert_allclose(out, scale * x.sum(1, dtype=np.float64), rtol=1e-4, atol=1e-4)


def test_layouts_are_ordinary_python() -> None:
    tiled = cute.zipped_divide(cute.make_layout((8, 16), stride=(16, 1)), (4, 8))
    assert str(tiled) == "((4,8),(2,2)):((16,1),(64,8))"
    assert tiled(((1, 2), (1, 0))) == 16 + 2 + 64


def test_a_direct_call_compiles_and_runs(arrays: Any) -> None:
    x, out = arrays
    row_sum(x, out, 2.0)
    check(x, out, 2.0)


def test_a_compiled_function_serves_other_sizes(arrays: Any) -> None:
    compiled = cute.compile(row_sum, *arrays, 1.0)
    x, out = np.ones((3, 1000), np.float32), np.full(3, np.nan, np.float32)
    compiled(x, out, 0.5)
    assert out.tolist() == [500.0] * 3


def test_the_ir_is_readable_and_becomes_ptx(arrays: Any) -> None:
    artifacts = cute.compile(row_sum, *arrays, 1.0, options="--target cpu").artifacts
    assert "cute.launch" in str(artifacts.ir) and "scf.for" in str(artifacts.ir)
    ptx = artifacts.ptx("sm_90a")
    assert "shfl.sync.bfly" in ptx and "bar" in ptx


def test_the_same_kernel_runs_as_python_over_lanes(arrays: Any) -> None:
    x, out = arrays
    eager.run(row_sum, x, out, 3.0)
    check(x, out, 3.0)


def test_a_mistake_has_a_name_a_place_and_a_fix(arrays: Any) -> None:
    x, out = arrays
    with pytest.raises(DSLUserCodeError) as error:
        row_sum(x, out)  # pyright: ignore[reportCallIssue]
    text = str(error.value)
    assert error.value.name == "argument-missing"
    assert "test_tiny.py" in text and "`scale`" in text and "fix:" in text
