"""Operations in checked runs: what was compiled, and planned, for plain calls is not what they run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cutedsl import ops
from cutedsl.testing import check
from tests.products import long

M, K = 8, 32


def _numbers(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    return np.random.default_rng(7).standard_normal(shape).astype(dtype)


X, Y = _numbers(M, K), _numbers(K, M)
HEADS = _numbers(1, 16, 1, 64, dtype=np.float16)

CALLS: dict[str, Callable[[], Any]] = {
    "softmax": lambda: ops.softmax(X),
    "product": lambda: ops.matmul(X, Y),
    "grouped product": lambda: ops.grouped_matmul(X, Y[None], ends=np.array([M], np.int32)),
    "gated product": lambda: ops.gated_matmul(X, Y),
    "attention": lambda: ops.attention(HEADS, HEADS, HEADS),
    "function": lambda: ops.elementwise(lambda v: v + 1, X),
}


@pytest.mark.parametrize(
    "name", ["softmax", "product", "function", "gated product", long("grouped product"), long("attention")]
)
def test_a_call_that_was_made_before_is_checked(name: str) -> None:
    """And what a checked run compiled is not what plain calls run after it."""
    plain = CALLS[name]()
    checked: list[Any] = []
    report = check(lambda: checked.append(CALLS[name]()))
    assert report.launches > 0
    assert report.clean
    np.testing.assert_array_equal(checked[0], plain)
    launches = report.launches
    np.testing.assert_array_equal(CALLS[name](), plain)
    assert report.launches == launches
