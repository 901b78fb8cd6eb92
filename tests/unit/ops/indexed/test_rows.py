"""Rows by number, and sums of segments, against torch in float64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import check
from tests.products import each_pair, each_value
from tests.unit.ops.tensors import FLOATS, TARGETS, OnlyMemory, close, normal, poisoned


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("columns", "dtype", "kind"), each_pair([1, 77, 264, 20_000], FLOATS, [torch.int32, torch.int64])
)
def test_an_embedding_takes_rows_by_number(target: str, dtype: torch.dtype, columns: int, kind: torch.dtype) -> None:
    weight = normal((11, columns), dtype, target)
    indices = torch.randint(0, 11, (3, 5), device=target, dtype=kind)
    out = poisoned(weight[indices.long()])
    with OnlyMemory():
        assert ops.embedding(indices, weight, out=out) is out
    assert torch.equal(out, weight[indices.long()])
    indices[0, 2], indices[2, 1] = -1, 11
    missing = ops.embedding(indices, weight)[[0, 2], [2, 1]]
    assert bool(missing.isnan().all())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("columns", "dtype"), each_value([1, 77, 264, 5000], FLOATS))
def test_rows_are_added_to(target: str, dtype: torch.dtype, columns: int) -> None:
    """To rows of their own, several to one, and to no row; and the gradient of rows that were taken."""
    indices = torch.tensor([[4, 0, 4], [9, -1, 10]], device=target)
    source = normal((2, 3, columns), dtype, target)
    exact = torch.zeros(10, columns, dtype=torch.float64)
    for r in range(6):
        if 0 <= int(indices.view(-1)[r]) < 10:
            exact[int(indices.view(-1)[r])] += source.view(6, columns)[r].double().cpu()
    found = ops.embedding_backward(source, indices, 10, out=poisoned(source.new_empty(10, columns)))
    close(found, exact)
    start = normal((10, columns), dtype, target)
    out = start.clone()
    assert ops.scatter_add(out, indices, source) is out
    close(out, exact + start.double().cpu())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("columns", "dtype"), each_value([1, 77, 264], FLOATS))
def test_segments_are_added_up(target: str, dtype: torch.dtype, columns: int) -> None:
    """Empty ones, one of a row, long ones; rows that no segment has."""
    x = normal((500, columns), dtype, target)
    ends = torch.tensor([0, 1, 1, 130, 490, 490], device=target, dtype=torch.int32)
    exact = [x[a:b].double().sum(0) for a, b in zip([0, 0, 1, 1, 130, 490], ends.tolist(), strict=True)]
    out = poisoned(x[:6])
    with OnlyMemory():
        assert ops.segment_sum(x, ends, out=out) is out
    close(out, torch.stack(exact))
    assert bool((out[[0, 2, 5]] == 0).all())
    wide = normal((columns, 500), dtype, target).T
    close(
        ops.segment_sum(wide, ends),
        torch.stack([wide[a:b].double().sum(0) for a, b in ((0, 0), (0, 1), (1, 1), (1, 130), (130, 490), (490, 490))]),
    )


@pytest.mark.parametrize("target", TARGETS)
def test_gradients_of_many_rows_in_calls_of_growing_size(target: str) -> None:
    """Rows of which hundreds have one number, more numbers than a block counts, and what a call leaves for the next."""
    for count, rows, columns in ((7, 3, 40), (900, 700, 40), (901, 1301, 7), (3, 1301, 7)):
        indices = torch.randint(-1, rows + 1, (count,), device=target)
        indices[::3] = rows // 2
        grad = normal((count, columns), torch.float32, target)
        exact = torch.zeros(rows, columns, dtype=torch.float64)
        kept = (indices >= 0) & (indices < rows)
        exact.index_add_(0, indices[kept].cpu(), grad[kept].double().cpu())
        for _ in range(3):
            close(ops.embedding_backward(grad, indices, rows), exact)


def test_checked_runs_and_numpy() -> None:
    x, indices = np.ones((5, 40), np.float32), np.array([1, 4, 1], np.int32)
    calls: tuple[tuple[Callable[[], Any], int], ...] = (
        (lambda: ops.embedding(indices, x), 1),
        (lambda: ops.scatter_add(x.copy(), indices, x[:3]), 1),
        (lambda: ops.embedding_backward(x[:3], indices, 5), 4),
        (lambda: ops.segment_sum(x, indices), 1),
    )
    for call, launches in calls:
        call()
        report = check(call)
        assert report.clean and report.launches == launches
    assert ops.embedding_backward(x[:3], indices, 5)[:, 0].tolist() == [0, 2, 0, 0, 1]


X = torch.ones(4, 3)
NUMBERS = torch.tensor([0, 1])
REFUSED: dict[str, tuple[Callable[[], Any], str, str]] = {
    "numbers of floats": (lambda: ops.embedding(X[0], X), "ops-dtype", "`indices` holds float32"),
    "no matrix": (lambda: ops.embedding(NUMBERS, X[0]), "ops-shape", "`weight`"),
    "no rows": (lambda: ops.embedding(NUMBERS, X[:0]), "ops-shape", "no row to take"),
    "another result": (lambda: ops.embedding(NUMBERS, X, out=X), "ops-shape", "`out`"),
    "other rows": (lambda: ops.scatter_add(X, NUMBERS, X), "ops-shape", "`source`"),
    "gradients without numbers": (lambda: ops.embedding_backward(X, X[0].long()[:2], 3), "ops-shape", "`grad`"),
    "rows": (lambda: ops.embedding_backward(X[:2], NUMBERS, 1.5), "ops-number", "`rows` is 1.5"),
    "long ends": (lambda: ops.segment_sum(X, NUMBERS), "ops-dtype", "`ends` holds int64"),
    "a matrix of ends": (lambda: ops.segment_sum(X, X.int()), "ops-shape", "`ends`"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_arguments_are_refused(name: str) -> None:
    call, error, said = REFUSED[name]
    with pytest.raises(DSLUserCodeError, match=said) as found:
        call()
    assert found.value.name == error
