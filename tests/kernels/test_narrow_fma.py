"""A multiply-add of 16-bit floats rounds once: compared with exact rational arithmetic, on both targets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import cutedsl.cute as cute
from tests.kernels.arrays import TARGETS

THREADS = 64


@cute.kernel
def multiply_add(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    i = block * THREADS + thread
    tiles = [cute.local_tile(t, (1,), (i,)) for t in (a, b, c)]
    cute.gemm(*tiles)


@cute.jit
def run(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    multiply_add(a, b, c).launch(grid=a.shape[0] // THREADS, block=THREADS)


def _operands(dtype: Any, count: int) -> list[np.ndarray]:
    """Random bit patterns, and products beside which the addend decides a tie."""
    rng = np.random.default_rng(7)
    a, b, c = (rng.integers(0, 1 << 16, count).astype(np.uint16).view(dtype) for _ in range(3))
    half = count // 2
    a[:half], b[:half] = 1, np.linspace(1, 2, half).astype(dtype)
    c[:half] = (rng.choice([1, -1], half) * 2.0 ** rng.choice([-9, -12, -14, -24], half)).astype(dtype)
    return [a, b, c]


def _nearest(exact: Fraction, dtype: Any) -> float:
    """The value of the type that is closest to `exact`, of the candidate's neighbours."""
    bits = np.array([float(exact)]).astype(dtype).view(np.int16)
    around = [float((bits + step).view(dtype)[0]) for step in (-1, 0, 1)]
    return min((x for x in around if np.isfinite(x)), key=lambda x: abs(Fraction(x) - exact))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16], ids=["float16", "bfloat16"])
def test_a_narrow_fma_rounds_once(target: str, dtype: Any) -> None:
    torch = pytest.importorskip("torch")
    kind = torch.float16 if dtype is np.float16 else torch.bfloat16
    host = _operands(dtype, 1024)
    device = "cpu" if target == "cpu" else "cuda"
    a, b, c = (torch.from_numpy(x.view(np.int16).copy()).view(kind).to(device) for x in host)
    run(a, b, c)
    result = c.cpu().view(torch.int16).numpy().view(dtype).astype(np.float64)
    checked = 0
    for x, y, z, got in zip(*(h.astype(np.float64) for h in host), result, strict=True):
        if not np.isfinite([x, y, z, got]).all():
            continue
        exact = Fraction(x) * Fraction(y) + Fraction(z)
        assert abs(Fraction(got) - exact) == abs(Fraction(_nearest(exact, dtype)) - exact), (x, y, z, got)
        checked += 1
    assert checked > 500
