"""Prefix sums and the largest elements along an axis."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from tests.unit.ops.tensors import DTYPES, TARGETS, OnlyMemory, close, normal

NAN = float("nan")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(1,), (3, 1000), (2, 3, 20000), (1 << 16,), (5, 20011)])
def test_cumsum_gives_what_torch_gives(target: str, shape: tuple[int, ...]) -> None:
    x = normal(shape, torch.float32, target)
    close(ops.cumsum(x), x.double().cumsum(-1), 1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_cumsum_of_types_and_axes(target: str, dtype: torch.dtype) -> None:
    x = normal((6, 40), dtype, target)
    for view, axis in ((x, 0), (x[:, ::3], 1), (x.T, -1)):
        close(ops.cumsum(view, axis), view.double().cumsum(axis))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("shape", "k"), [((3, 10), 10), ((5, 777), 3), ((2, 3, 264), 1)])
def test_topk_gives_what_torch_gives(target: str, dtype: torch.dtype, shape: tuple[int, ...], k: int) -> None:
    x = torch.randint(0, 50, shape).to(dtype)
    x[0, ..., 3], x[0, ..., 7] = NAN, -float("inf")
    x = x.to(target)
    best, places = ops.topk(x, k)
    exact, _ = torch.topk(x, k)
    assert torch.equal(best.nan_to_num(99), exact.nan_to_num(99))
    assert torch.equal(x.gather(-1, places).nan_to_num(99), exact.nan_to_num(99))
    assert all(len(set(row.tolist())) == k for row in places.reshape(-1, k))


@pytest.mark.parametrize("target", TARGETS)
def test_topk_of_long_rows_along_another_axis(target: str) -> None:
    x = normal((36000, 2), torch.float32, target)
    best, places = ops.topk(x.T.contiguous(), 4, 1)
    assert torch.equal(best, torch.topk(x.T, 4, 1).values)
    assert torch.equal(ops.topk(x[:300], 4, 0)[1], torch.topk(x[:300], 4, 0).indices)
    assert places.shape == (2, 4)


@pytest.mark.parametrize("target", TARGETS)
def test_torch_computes_nothing(target: str) -> None:
    x = normal((12, 40), torch.float32, target)
    with OnlyMemory():
        total, (largest, places) = ops.cumsum(x), ops.topk(x, 3)
    close(total, x.double().cumsum(-1), 1e-5)
    assert torch.equal(largest, x.topk(3).values) and torch.equal(places, x.topk(3).indices)


def test_arrays_of_numpy_are_taken() -> None:
    x = np.array([[3, 1, 2, 2]], np.float16)
    best, places = ops.topk(x, 3)
    assert best.tolist() == [[3, 2, 2]] and places.tolist() == [[0, 2, 3]]
    assert ops.cumsum(x, 1).tolist() == [[3, 4, 6, 8]]
    assert ops.cumsum(x[:, :0]).shape == (1, 0)


def test_counts_are_checked() -> None:
    with pytest.raises(DSLUserCodeError, match="ops-shape"):
        ops.topk(torch.zeros(3), 4)
