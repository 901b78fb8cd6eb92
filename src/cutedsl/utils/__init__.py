"""`cutlass.utils`: what kernels use besides CuTe itself."""

from __future__ import annotations

from cutedsl.lang.memory import SmemAllocator

__all__ = ["SmemAllocator"]
