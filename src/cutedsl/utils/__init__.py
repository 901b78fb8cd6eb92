"""`cutlass.utils`: what kernels use besides CuTe itself."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from cutedsl.lang.memory import SmemAllocator


def __getattr__(name: str) -> Callable[..., None]:
    # Most programs draw nothing, so pictures are imported when they are first named.
    if name in ("print_latex", "print_latex_tv"):
        return importlib.import_module("cutedsl.viz").__dict__[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["SmemAllocator"]
