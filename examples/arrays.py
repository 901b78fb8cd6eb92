"""Matrices for the examples: torch's on the GPU where one answers, else NumPy's; and the check of a result."""

from __future__ import annotations

import importlib.util
import os
from typing import Any

import numpy as np


def _torch_with_gpu() -> Any:
    """torch, if it is installed and has a GPU; None too where programs are for the CPU (`CUTEDSL_TARGET=cpu`)."""
    if os.environ.get("CUTEDSL_TARGET") == "cpu" or importlib.util.find_spec("torch") is None:
        return None
    import torch

    return torch if torch.cuda.is_available() else None


def random_matrix(rows: int, columns: int) -> Any:
    """A float32 matrix of normal random numbers."""
    if torch := _torch_with_gpu():
        return torch.randn(rows, columns, device="cuda", dtype=torch.float32)
    return np.random.default_rng().standard_normal((rows, columns), dtype=np.float32)


def empty_sums(matrix: Any) -> Any:
    """A place for the sums of the rows, filled with NaN: every element must be written."""
    if isinstance(matrix, np.ndarray):
        return np.full(matrix.shape[0], np.nan, np.float32)
    return matrix.new_full((matrix.shape[0],), float("nan"))


def _host(array: Any) -> np.ndarray:
    return array if isinstance(array, np.ndarray) else array.cpu().numpy()


def check_row_sums(matrix: Any, sums: Any) -> None:
    """Compares with float64; `AssertionError` says how far off the sums are."""
    exact = _host(matrix).sum(axis=1, dtype=np.float64)
    error = np.linalg.norm(_host(sums) - exact) / np.linalg.norm(exact)
    assert error < 1e-5, f"relative error {error:.1e}"
