"""Tiled copies and one-thread multiplies run eagerly as compiled; what a warp does together says that it does not."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import eager
from tests.kernels.test_gemm_simt import sgemm
from tests.kernels.test_gemm_tensorop import gemm


def test_sgemm_runs_eagerly() -> None:
    random = np.random.default_rng(0)
    a, b = (random.standard_normal((16, 64), dtype=np.float32).T for _ in range(2))
    out = np.full((64, 64), np.nan, np.float32)
    eager.run(sgemm, *(cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, out)))
    assert np.allclose(out, a.astype(np.float64) @ b.astype(np.float64).T, rtol=1e-4, atol=1e-4)


def test_a_warp_multiply_is_not_there_yet() -> None:
    a, b = np.ones((128, 32), np.float16), np.ones((64, 32), np.float16)
    out = np.ones((128, 64), np.float32)
    with pytest.raises(NotImplementedError, match="not-yet"):
        eager.run(gemm, *(cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, out)))
