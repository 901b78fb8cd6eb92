"""`cutlass._mlir.dialects.math`: the functions of `cute.math` on handles, and on register vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.compat.handles import handle_of, value_of
from cutedsl.lang import math
from cutedsl.lang.tensor_ssa import TensorSSA
from cutedsl.staging.protocol import Handle


def _on_handles(function: Callable[..., Any]) -> Callable[..., Handle]:
    def op(
        *given: Any,
        fastmath: object = None,
        approx: bool = False,
        ftz: bool = False,
        results: object = None,
        loc: object = None,
        ip: object = None,
    ) -> Handle:
        result = function(*(item if isinstance(item, TensorSSA) else value_of(item) for item in given))
        return result.handle if isinstance(result, TensorSSA) else handle_of(result)

    return op


absf, absi, log, log2, exp, exp2, sqrt, rsqrt, sin, cos, tanh, erf, rcp = (
    _on_handles(function)
    for function in (
        *(math.absf, math.absi, math.log, math.log2, math.exp, math.exp2, math.sqrt, math.rsqrt),
        *(math.sin, math.cos, math.tanh, math.erf, math.rcp),
    )
)
