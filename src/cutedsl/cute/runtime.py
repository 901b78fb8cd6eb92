"""`cute.runtime`: arrays and placeholders to call and compile with."""

from __future__ import annotations

from cutedsl.execution.runtime_tensor import RuntimeTensor, from_dlpack

__all__ = ["RuntimeTensor", "from_dlpack"]
