"""`cutlass._mlir.dialects.math`: the functions of `cute.math` on handles, and on register vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.compat.mlir.handles import handle_of, value_of
from cutedsl.lang import math
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, vector_of
from cutedsl.staging.protocol import Handle


def _operand(item: Any) -> Any:
    """A register vector, of its handle too, else a number."""
    found = vector_of(item)
    return value_of(item) if found is None else found


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
        result = function(*map(_operand, given))
        return result.handle if isinstance(result, TensorSSA) else handle_of(result)

    return op


absf, absi, log, log2, exp, exp2, sqrt, rsqrt, sin, cos, tanh, erf, rcp, fma = (
    _on_handles(function)
    for function in (
        *(math.absf, math.absi, math.log, math.log2, math.exp, math.exp2, math.sqrt, math.rsqrt),
        *(math.sin, math.cos, math.tanh, math.erf, math.rcp, math.fma),
    )
)
floor, ceil, round, roundeven, trunc, log10, log1p, expm1, tan, atan, atan2, powf, fpowi, copysign = (
    _on_handles(function)
    for function in (
        *(math.floor, math.ceil, math.round, math.roundeven, math.trunc, math.log10, math.log1p, math.expm1),
        *(math.tan, math.atan, math.atan2, math.pow, math.fpowi, math.copysign),
    )
)
isnan, isinf, isfinite = (_on_handles(function) for function in (math.isnan, math.isinf, math.isfinite))
