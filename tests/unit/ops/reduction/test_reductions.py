"""Sums, extremes and their places over any axes, against float64 and torch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.reduction import fold_modes
from tests.unit.ops.tensors import DTYPES, TARGETS, OnlyMemory, close, normal, poisoned, same

INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("axis", [None, 0, 1, 2, (0, 2), (0, 1), (1, 2)])
def test_sum_over_any_axes(target: str, axis: Any) -> None:
    x = normal((5, 36, 40), torch.float32, target) + 1  # so that no sum cancels
    for view in (x, x.transpose(0, 2), x[:, 3:33:2]):
        dims = tuple(range(3)) if axis is None else axis
        close(ops.sum(view, axis), view.double().sum(dims), 1e-5)
        close(ops.sum(view, axis, keepdims=True), view.double().sum(dims, keepdim=True), 1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("axis", [0, 1])
def test_each_type_is_reduced(target: str, dtype: torch.dtype, axis: int) -> None:
    x = normal((48, 80), dtype, target)
    out = poisoned(x[0] if axis == 0 else x[:, 0])
    assert ops.sum(x, axis, out=out) is out
    close(out, x.double().sum(axis))
    assert torch.equal(ops.max(x, axis), x.amax(axis))
    assert torch.equal(ops.min(x, axis), x.amin(axis))
    assert torch.equal(ops.argmax(x, axis), x.float().argmax(axis))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_places_of_equals_and_of_nan_do_as_in_torch(target: str, axis: int | None) -> None:
    x = torch.randint(-2, 3, (37, 70)).float()
    x[5, 6], x[5, 9], x[7, 3], x[:, 8] = NAN, NAN, INF, -INF
    x = x.to(target)
    assert torch.equal(ops.argmax(x, axis), x.argmax(axis))
    assert torch.equal(ops.argmin(x, axis), x.argmin(axis))
    assert torch.equal(ops.argmax(x.T, axis), x.T.argmax(axis))
    if axis is not None:
        same(ops.max(x, axis), x.amax(axis))
        same(ops.min(x, axis), x.amin(axis))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(1 << 17,), (1 << 16, 3), (2, 1 << 16), (20000, 32), (140001, 1)])
def test_few_long_rows_are_folded_in_pieces(target: str, shape: tuple[int, ...]) -> None:
    x = normal(shape, torch.float32, target) + 1  # so that no sum cancels
    for axis in range(len(shape)):
        close(ops.sum(x, axis), x.double().sum(axis), 1e-5)
        same(ops.max(x, axis), x.amax(axis))
    assert int(ops.argmax(x)) == int(x.argmax())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("rows", "columns"), [(128, 256), (131, 250), (1001, 512)])
def test_columns_are_folded_by_clusters(target: str, rows: int, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a GPU of two multiprocessors, for which these are what 16384 and 32768 columns are for one of 132."""
    monkeypatch.setattr(fold_modes, "multiprocessors", lambda: 2)
    assert [fold_modes.blocks_together(n, rows) for n in (1, 2, 4, 5)] == [0, 2, 1, 0]
    x = normal((rows, columns), torch.float32, target)
    close(ops.sum(x, 0), x.double().sum(0), 1e-5)
    x[3 * rows // 4, 7] = NAN
    same(ops.max(x, 0), x.amax(0))
    assert torch.equal(ops.argmax(x, 0), x.argmax(0))


@pytest.mark.gpu
def test_more_elements_than_32_bits_count() -> None:
    x = torch.ones(1, dtype=torch.float16, device="cuda").expand(2**31 + 64).reshape(2, -1).contiguous()
    x[1, -1] = 3
    assert ops.argmax(x, 1).tolist() == [0, x.shape[1] - 1]
    assert ops.max(x).item() == 3
    assert torch.equal(ops.softmax(x[:, :4096].T, 0).T, torch.softmax(x[:, :4096], -1))
    rows = x.view(-1, 32)
    assert torch.equal(ops.sum(rows, 1)[-2:].cpu(), torch.tensor([32.0, 34.0]).half())


@pytest.mark.parametrize("target", TARGETS)
def test_arrays_without_elements_are_taken(target: str) -> None:
    x = torch.empty((3, 0, 2), device=target)
    assert torch.equal(ops.sum(x, 1), torch.zeros(3, 2, device=target))
    assert ops.max(x, 0).shape == (0, 2)
    with pytest.raises(DSLUserCodeError, match="ops-shape"):
        ops.max(x, 1)


@pytest.mark.parametrize("target", TARGETS)
def test_torch_computes_nothing(target: str) -> None:
    x = normal((64, 40), torch.float32, target) + 1  # so that the sum does not cancel
    with OnlyMemory():
        total = ops.sum(x)
    close(total, x.double().sum(), 1e-5)


def test_arrays_of_numpy_are_taken() -> None:
    x = np.random.default_rng(0).standard_normal((6, 50), np.float32)[:, ::-1]
    np.testing.assert_allclose(ops.sum(x, 0), x.sum(0), rtol=1e-4, atol=1e-5)
    assert ops.argmax(x) == x.argmax()
    assert np.array_equal(ops.argmin(x, axis=-1), x.argmin(-1))


def test_axes_are_checked() -> None:
    for axis in (2, (0, 0)):
        with pytest.raises(DSLUserCodeError, match="ops-axis"):
            ops.sum(torch.zeros(2, 3), axis)
