"""Whether something holds, known now or at run time, and the number that it chooses."""

from __future__ import annotations

import builtins
from types import FunctionType
from typing import Any

from cutedsl.errors import fail
from cutedsl.staging.operators import CLASS_OF, common_pair, is_numeric
from cutedsl.staging.protocol import current_emitter, is_handle, number_of_handle
from cutedsl.staging.scalars import Boolean


def truth(value: Any) -> Any:
    """`value` as a condition: a bool when it is known now, else a Boolean."""
    if type(value) is Boolean and not value._static:  # pyright: ignore[reportPrivateUsage]  # most conditions
        return value
    if type(value) is bool:
        return value
    if is_handle(value):  # of programs with MLIR of their own, which Python would take for true
        return truth(number_of_handle(value))
    if not is_numeric(value):
        own = getattr(type(value), "__bool__", None)
        held = own(value) if isinstance(own, FunctionType) else None  # the author's may give a run-time value
        return truth(held) if is_numeric(held) else builtins.bool(value) if held is None else held
    return builtins.bool(value.value) if value.is_static else value.to(Boolean)


def select_number(condition: Any, a: Any, b: Any) -> Any:
    """`a` where the condition holds, else `b`, two numbers, in their common type. Errors: numeric-cast."""
    held = truth(condition)
    if isinstance(held, bool):
        return a if held else b
    pair = common_pair(a, b)
    if pair is None:
        raise fail("numeric-cast", f"`select_` got {type(a).__name__} and {type(b).__name__}")
    first, second = pair
    handle = current_emitter().select(held.ir_value(), first.spec, first.ir_value(), second.ir_value())
    return CLASS_OF[first.spec].from_handle(handle)
