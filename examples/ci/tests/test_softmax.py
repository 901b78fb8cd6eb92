"""The softmax is NumPy's. This test passes with the race, too: only a checked run sees it."""

from __future__ import annotations

import numpy as np
import pytest
from kernels.softmax import softmax

from cutedsl.cute.runtime import from_dlpack


@pytest.mark.parametrize("shape", [(1, 1), (3, 100), (8, 1000)])
def test_softmax(shape: tuple[int, int]) -> None:
    """Rows of one element, of less than a block, and of several for each thread."""
    x = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    y = np.full_like(x, np.nan)
    softmax(from_dlpack(x), from_dlpack(y))
    e = np.exp(x - x.max(1, keepdims=True))
    np.testing.assert_allclose(y, e / e.sum(1, keepdims=True), rtol=1e-5, atol=1e-7)
