"""Torch tensors of both targets for tests of the library, and how close a result must be to float64."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

TARGETS = [pytest.param("cpu"), pytest.param("cuda", marks=pytest.mark.gpu)]
FLOATS = [torch.float32, torch.float16, torch.bfloat16]
DTYPES = [pytest.param(dtype, id=str(dtype).removeprefix("torch.")) for dtype in FLOATS]
LIMITS = {torch.float32: 2e-6, torch.float16: 1e-3, torch.bfloat16: 6e-3}


def normal(shape: tuple[int, ...], dtype: torch.dtype, target: str, scale: float = 1.0) -> torch.Tensor:
    """Fresh random-normal values."""
    return (torch.randn(shape) * scale).to(dtype).to(target)


def poisoned(like: torch.Tensor) -> torch.Tensor:
    """A tensor of NaN, to be overwritten."""
    return torch.full_like(like, float("nan"))


def close(found: torch.Tensor, reference: torch.Tensor, limit: float | None = None) -> None:
    """`|found - reference| / |reference|` in float64 is within the element type's limit; NaN never passes.

    Results below the smallest normal number may be off by half of its last place, each: float16 keeps gradients of
    1e-5 to three digits.
    """
    exact = reference.double().cpu()
    error = (found.double().cpu() - exact).norm()
    kind = torch.finfo(found.dtype)
    rounding = kind.smallest_normal * kind.eps / 2 * found.numel() ** 0.5
    assert float(error) <= (limit or LIMITS[found.dtype]) * float(exact.norm()) + rounding


def same(found: torch.Tensor, reference: torch.Tensor) -> None:
    """Equal element by element, NaN equal to NaN."""
    assert found.shape == reference.shape
    torch.testing.assert_close(found.cpu(), reference.cpu().to(found.dtype), equal_nan=True, rtol=1e-5, atol=1e-6)


class OnlyMemory(TorchDispatchMode):
    """Refuses every computation by torch: operations may ask it for memory and views, the rest is our kernels' work."""

    ALLOWED = (
        *("aten.new_empty", "aten.empty", "aten.as_strided", "aten.detach", "aten.view", "aten.permute", "aten.t"),
        "aten.is_pinned",  # what DLPack asks: arguments of checked runs come by it
    )

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        assert str(func).startswith(self.ALLOWED), f"torch computes {func}"
        return func(*args, **(kwargs or {}))
