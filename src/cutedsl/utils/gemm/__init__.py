"""`cutlass.utils.gemm`: parts of GEMM kernels, by GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import lazy_names

if TYPE_CHECKING:
    from cutedsl.utils.gemm import sm100
else:
    __getattr__, __dir__ = lazy_names(__name__, "utils.gemm", {"cutedsl.utils.gemm.": "sm100"})


__all__ = ["sm100"]
