"""`cutlass._mlir.dialects.arith`, as far as programs use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.compat.handles import value_of
from cutedsl.errors import fail
from cutedsl.staging.numeric import is_numeric_class
from cutedsl.staging.protocol import Handle


def constant(result: Any, value: Any = None, **_: object) -> Handle:
    """A number of a type."""
    cls, number = (result, value) if is_numeric_class(result) else (value, result)
    if not is_numeric_class(cls):
        raise fail("not-yet", f"`arith.constant` of type {cls!r}")
    return cls(number).ir_value()


def _binary(operate: Callable[[Any, Any], Any]) -> Callable[..., Handle]:
    def op(lhs: Any, rhs: Any, **_: object) -> Handle:
        return operate(value_of(lhs), value_of(rhs)).ir_value()

    return op


addf = addi = _binary(lambda a, b: a + b)
subf = subi = _binary(lambda a, b: a - b)
mulf = muli = _binary(lambda a, b: a * b)
divf = _binary(lambda a, b: a / b)
andi = _binary(lambda a, b: a & b)
ori = _binary(lambda a, b: a | b)
xori = _binary(lambda a, b: a ^ b)
