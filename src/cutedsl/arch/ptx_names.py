"""Names as PTX allows them."""

from __future__ import annotations

import re
from typing import Final

_NOT_ALLOWED: Final = re.compile(r"[^A-Za-z0-9_$]")


def ptx_name(symbol: str) -> str:
    """A kernel's symbol as the name of its PTX entry point; unchanged where it is one already.

    Source: PTX ISA, "Identifiers" (ASCII letters, digits, `_` and `$`).

    >>> ptx_name("kernel_cutlass_größe_0")
    'kernel_cutlass_gr__e_0'
    """
    return _NOT_ALLOWED.sub("_", symbol)


def plain_name(symbol: str) -> str:
    """A kernel's symbol without the `cutlass` that NVIDIA's package puts before the author's name.

    >>> plain_name("kernel_cutlass_gemm_0")
    'kernel_gemm_0'
    """
    return "kernel_" + symbol.removeprefix("kernel_cutlass_") if symbol.startswith("kernel_cutlass_") else symbol
