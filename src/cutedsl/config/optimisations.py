"""What the compiler does for speed alone, by name. Each can be left out (`CUTEDSL_WITHOUT`); the ledger measures them.

A kernel has the same results without them, but for `contraction`, which rounds once where it else rounds twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

OPTIMISATIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "constant-offsets": "GPU: constants stay apart in addresses, so that accesses a constant apart share one",
        "contraction": "GPU: `a * b + c` is one instruction in the argument of an approximate function",
        "late-sinking": "LLVM keeps arithmetic between the barriers where it stands",
        "loop-unrolling": "GPU: loops over register fragments and short loops are unrolled",
        "roll-up": "CPU: what a Python loop unrolled becomes a loop again, where it is long",
        "swizzled-addresses": "GPU: an unrolled tile is swizzled once; constants and stages are added behind",
    }
)
