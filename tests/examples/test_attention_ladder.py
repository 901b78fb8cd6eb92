"""The ladder of attention examples: each rung is right on both targets."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

import cutedsl.cute as cute
from tests.examples.kernels import defined, ran
from tests.kernels.arrays import TARGETS, Arrays, relative_error

LADDER = sorted((Path(__file__).parents[2] / "examples" / "attention").glob("*.py"))


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
def test_each_rung_computes_attention(target: str, path: Path) -> None:
    arrays = Arrays(target)
    rung = int(path.name[0])
    heads, queries, keys, size = (2, 128, 512 if rung > 5 else 384, 64) if rung > 2 else (1, 40, 50, 16)
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((heads, n, size)).astype(np.float16) for n in (queries, keys, keys))
    out = arrays.poisoned(q.shape, np.float16)
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (*map(arrays.put, (q, k, v)), out)]
    with ran() as kernels:
        runpy.run_path(str(path))["attention"](*given, 0.2)
    assert target != "cpu" or kernels == defined(path)
    scores = 0.2 * q.astype(np.float64) @ k.astype(np.float64).transpose(0, 2, 1)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    exact = powers / powers.sum(-1, keepdims=True) @ v.astype(np.float64)
    assert relative_error(arrays.get(out), exact) < 1e-3
