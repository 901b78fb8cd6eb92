"""Arrays of both targets for kernel tests: NumPy's on the CPU, torch's on the GPU."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

TARGETS = [pytest.param("cpu"), pytest.param("cuda", marks=pytest.mark.gpu)]
"""Parameters for a test that runs on both targets."""

BLACKWELL = [pytest.param("cpu"), pytest.param("cuda", marks=[pytest.mark.gpu, pytest.mark.gpu_arch("sm_100a")])]
"""As `TARGETS`, for tests of tensor memory."""

GEFORCE = [pytest.param("cpu"), pytest.param("cuda", marks=[pytest.mark.gpu, pytest.mark.gpu_arch("sm_120a")])]
"""As `TARGETS`, for tests of a warp's multiplies with scale factors."""

EVERYWHERE = [*TARGETS, pytest.param("eager")]
"""Parameters for a test that also runs as ordinary Python over lanes: `conftest.py` makes its calls eager."""


@dataclass(frozen=True, slots=True)
class Arrays:
    """Makes arrays where the target can use them, and brings results back."""

    target: str

    def put(self, array: np.ndarray) -> Any:
        """An array of the target with the same values."""
        if self.target != "cuda":
            return array.copy()
        import torch

        return torch.from_numpy(array.copy()).cuda()

    def narrow(self, array: np.ndarray) -> Any:
        """An array of a float type that only torch exports (bfloat16, 8 bits), as a torch tensor of the target."""
        import torch

        bits = torch.from_numpy(array.view(f"uint{8 * array.itemsize}").copy())
        values = bits.view({"float8_e4m3fn": torch.float8_e4m3fn, "float8_e5m2": torch.float8_e5m2}.get(
            array.dtype.name, torch.bfloat16))  # fmt: skip
        return values if self.target == "cpu" else values.cuda()

    def poisoned(self, shape: tuple[int, ...], dtype: Any = np.float32) -> Any:
        """An array that must be written: NaN, or a number that no result is."""
        poison = np.nan if np.issubdtype(dtype, np.floating) else -77
        return self.put(np.full(shape, poison, dtype))

    def get(self, array: Any) -> np.ndarray:
        """The values, on the host."""
        return array.cpu().numpy() if self.target == "cuda" else array

    @property
    def options(self) -> str:
        """Compile options that name the target."""
        return f"--target {self.target}"


def relative_error(result: np.ndarray, reference: np.ndarray) -> float:
    """`|result - reference| / |reference|`; NaN if anything was not written."""
    return float(np.linalg.norm(result.astype(np.float64) - reference) / np.linalg.norm(reference))
