"""Histograms of integers and floats, against NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import check
from tests.products import each_pair
from tests.unit.ops.tensors import DTYPES, TARGETS, normal


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("bins", "shape", "kind"),
    each_pair([1, 7, 256, 40_000], [(5, 77), (3, 4096), (100_003,)], [torch.int32, torch.int64]),
)
def test_integers_are_counted_by_bins(target: str, kind: torch.dtype, bins: int, shape: tuple[int, ...]) -> None:
    x = torch.randint(-3, bins + 5, shape, dtype=kind)
    inside = x[(x >= 0) & (x < bins)].numpy()
    out = torch.full((bins,), -1, dtype=torch.int32, device=target)
    assert ops.histogram(x.to(target), bins, out=out) is out
    assert np.array_equal(out.cpu().numpy(), np.bincount(inside, minlength=bins))
    assert torch.equal(ops.histogram(x.to(target).mT if x.ndim > 1 else x.to(target), bins), out)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("bins", [1, 64, 20_000])
def test_floats_are_counted_by_bins(target: str, dtype: torch.dtype, bins: int) -> None:
    """Where steps are powers of two, a bin is found exactly; both limits count, NaN and what lies outside do not."""
    x = (normal((6, 1001), dtype, "cpu") * 8).round() / 8
    x[0, :4] = torch.tensor([float("nan"), float("inf"), -2.0, 2.0])
    kept = x[torch.isfinite(x)].double().numpy()
    exact, _ = np.histogram(kept, bins if bins == 1 else 64, (-2.0, 2.0))
    found = ops.histogram(x.to(target), bins if bins == 1 else 64, low=-2, high=2.0)
    assert np.array_equal(found.cpu().numpy(), exact)
    assert int(ops.histogram(x.to(target), bins, low=-2, high=2).sum()) == exact.sum()


def test_checked_runs_and_all_in_one_bin() -> None:
    x = np.full((3, 700), 5, np.int32)
    for bins in (6, 30_000):
        assert ops.histogram(x, bins)[5] == 2100
        report = check(lambda: ops.histogram(x, bins))  # noqa: B023
        assert report.clean and report.launches == 1
    assert ops.histogram(x[:0], 3).tolist() == [0, 0, 0]


X = torch.ones(4)
REFUSED: dict[str, tuple[Callable[[], Any], str, str]] = {
    "no bins": (lambda: ops.histogram(X.int(), 0), "ops-number", "`bins` is 0"),
    "half a bin": (lambda: ops.histogram(X.int(), 1.5), "ops-number", "`bins` is 1.5"),
    "floats without limits": (lambda: ops.histogram(X, 3), "ops-number", "need both"),
    "integers with limits": (lambda: ops.histogram(X.int(), 3, low=0), "ops-number", "numbers of bins"),
    "no width": (lambda: ops.histogram(X, 3, low=1, high=1), "ops-number", "the second larger"),
    "bytes": (lambda: ops.histogram(X.to(torch.int8), 3), "ops-dtype", "int8"),
    "another result": (lambda: ops.histogram(X.int(), 3, out=torch.ones(3)), "ops-dtype", "`out`"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_arguments_are_refused(name: str) -> None:
    call, error, said = REFUSED[name]
    with pytest.raises(DSLUserCodeError, match=said) as found:
        call()
    assert found.value.name == error
