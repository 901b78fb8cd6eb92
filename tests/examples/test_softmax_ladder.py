"""The ladder of softmax examples: each rung is right on both targets."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.examples.kernels import defined, ran
from tests.kernels.arrays import TARGETS, Arrays, relative_error

LADDER = sorted((Path(__file__).parents[2] / "examples" / "softmax").glob("*.py"))


def rows_of_accesses() -> object:
    """A matrix whose rows are whole 16-byte accesses."""
    extents = (cute.sym_int(), cute.sym_int(divisibility=4))
    stride = (cute.sym_int64(divisibility=4), 1)
    return cute.runtime.make_fake_tensor(cutlass.Float32, extents, stride, assumed_align=16)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
def test_each_rung_computes_softmax(target: str, path: Path) -> None:
    arrays = Arrays(target)
    program = runpy.run_path(str(path))["softmax"]
    with ran() as kernels:
        softmax = cute.compile(program, rows_of_accesses(), rows_of_accesses(), options=arrays.options)
    assert target != "cpu" or kernels == defined(path)
    for columns in (4, 516, 2048):
        x = (np.random.default_rng(0).standard_normal((5, columns)) * 9).astype(np.float32)
        y = arrays.poisoned(x.shape)
        softmax(arrays.put(x), y)
        powers = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
        assert relative_error(arrays.get(y), powers / powers.sum(axis=1, keepdims=True)) < 1e-6
