"""The sum of each row of a matrix, with the kernel of `examples/row_sum.py`, by Python and NumPy."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from row_sum import reduce_sum

import cutedsl.cute as cute
import my_target  # noqa: F401  # pyright: ignore[reportUnusedImport]  (registers the target)

matrix = np.random.default_rng(0).standard_normal((10, 1001), dtype=np.float32)
sums = np.full(10, np.nan, np.float32)
row_sums = cute.compile(reduce_sum, matrix, sums, options="--target numpy")
row_sums(matrix, sums)
np.testing.assert_allclose(sums, matrix.sum(axis=1, dtype=np.float64), rtol=1e-4, atol=1e-4)
print(row_sums.artifacts.asm)
