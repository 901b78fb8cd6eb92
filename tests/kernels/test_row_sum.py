"""The row sum of the blog post "CuTe DSL Intro", on both targets, against float64."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl.cute as cute
from examples.row_sum import reduce_sum
from tests.kernels.arrays import TARGETS, Arrays, relative_error

SHAPES = [(1, 1), (3, 31), (5, 128), (7, 129), (64, 1000), (33, 4097), (256, 256)]


def _matrix(rows: int, columns: int) -> np.ndarray:
    return np.random.default_rng(7).standard_normal((rows, columns), dtype=np.float32)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", SHAPES)
def test_one_compilation_serves_every_shape(target: str, shape: tuple[int, int]) -> None:
    arrays = Arrays(target)
    small, sums = arrays.put(_matrix(2, 40)), arrays.poisoned((2,))
    program = cute.compile(reduce_sum, small, sums, options=arrays.options)
    matrix = _matrix(*shape)
    x, output = arrays.put(matrix), arrays.poisoned((shape[0],))
    program(x, output)
    reference = matrix.sum(axis=1, dtype=np.float64)
    assert np.allclose(arrays.get(output), reference, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("target", TARGETS)
def test_a_direct_call_sums_the_rows(target: str) -> None:
    arrays = Arrays(target)
    matrix = _matrix(100, 333)
    x, output = arrays.put(matrix), arrays.poisoned((100,))
    reduce_sum(x, output)
    assert relative_error(arrays.get(output), matrix.sum(axis=1, dtype=np.float64)) < 1e-5


@pytest.mark.parametrize("target", TARGETS)
def test_static_shapes_through_from_dlpack(target: str) -> None:
    arrays = Arrays(target)
    matrix = _matrix(64, 257)
    x, output = cute.runtime.from_dlpack(arrays.put(matrix)), arrays.poisoned((64,))
    program = cute.compile(reduce_sum, x, cute.runtime.from_dlpack(output), options=arrays.options)
    program(x, output)
    assert relative_error(arrays.get(output), matrix.sum(axis=1, dtype=np.float64)) < 1e-5


@pytest.mark.parametrize("target", TARGETS)
def test_a_strided_view_of_a_larger_matrix(target: str) -> None:
    arrays = Arrays(target)
    matrix = _matrix(48, 600)
    view = arrays.put(matrix)[::2, 100:300]
    output = arrays.poisoned((24,))
    reduce_sum(view, output)
    assert relative_error(arrays.get(output), matrix[::2, 100:300].sum(axis=1, dtype=np.float64)) < 1e-5


def test_torch_cpu_tensors_are_arguments_as_they_are() -> None:
    torch = pytest.importorskip("torch")
    x = torch.randn(37, 501)
    output = torch.full((37,), float("nan"))
    reduce_sum(x, output)
    assert relative_error(output.numpy(), x.double().sum(1).numpy()) < 1e-5


def test_a_torch_tensor_that_requires_a_gradient_is_refused() -> None:
    torch = pytest.importorskip("torch")
    with pytest.raises(TypeError, match="argument-unsupported"):
        reduce_sum(torch.randn(4, 4, requires_grad=True), torch.zeros(4))
