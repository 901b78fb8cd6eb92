"""Sorting of rows, against torch's stable sort."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import check
from tests.products import each_pair
from tests.unit.ops.tensors import FLOATS, TARGETS, OnlyMemory, normal


def check_sorted(x: torch.Tensor, axis: int, descending: bool) -> None:
    with OnlyMemory():
        values, places = ops.sort(x, axis, descending=descending)
    wanted = torch.sort(x.cpu(), dim=axis, descending=descending, stable=True)
    torch.testing.assert_close(values.cpu(), wanted.values, rtol=0, atol=0, equal_nan=True)
    assert torch.equal(places.cpu(), wanted.indices)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("dtype", "descending", "shape"),
    each_pair(FLOATS, [False, True], [(3, 1), (5, 77), (2, 3, 64), (2, 1025), (1, 9000)]),
)
def test_floats_are_sorted_as_torch_sorts(
    target: str, dtype: torch.dtype, descending: bool, shape: tuple[int, ...]
) -> None:
    """With equals, zeros of both signs, NaN of both signs and infinities among them."""
    x = (normal(shape, dtype, "cpu") * 4).round() / 4
    if shape[-1] > 8:
        x[0, ..., 1:7] = torch.tensor([float("nan"), -float("inf"), -0.0, 0.0, -float("nan"), float("inf")]).to(dtype)
    check_sorted(x.to(target), -1, descending)


@pytest.mark.parametrize("target", TARGETS)
def test_integers_and_other_axes(target: str) -> None:
    x = torch.randint(-(2**31), 2**31 - 1, (6, 50, 3), dtype=torch.int32)
    x[0, :4, 0] = torch.tensor([-(2**31), 2**31 - 1, 0, -1])
    for axis in (0, 1, -1):
        check_sorted(x.to(target), axis, axis == 1)
    check_sorted(normal((300, 7), torch.float32, target).T[:, ::2], 1, False)


def test_checked_runs_and_numpy() -> None:
    x = np.random.default_rng(0).standard_normal((2, 100), np.float32)
    values, places = ops.sort(x)
    assert (values == np.sort(x)).all() and (places == np.argsort(x)).all()
    report = check(lambda: ops.sort(x))
    assert report.clean and report.launches == 1
    assert [found.shape for found in ops.sort(x[:, :0])] == [(2, 0)] * 2


def test_bad_arguments_are_refused() -> None:
    for call, said in (
        (lambda: ops.sort(torch.zeros(1, 16385)), "holds 16384 at most"),
        (lambda: ops.sort(torch.zeros(2, dtype=torch.int64)), "int64"),
        (lambda: ops.sort(torch.zeros(2), 1), "axis 1"),
    ):
        with pytest.raises(DSLUserCodeError, match=said):
            call()
