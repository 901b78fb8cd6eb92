"""What marks values as compile-time ones: `Constexpr`, `const_expr`, `range_constexpr`."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, get_args, get_origin

from cutedsl.errors import DSLOptimizationWarning, fail, warn
from cutedsl.staging.operators import is_numeric

T = TypeVar("T")
_MANY_COPIES = 64

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    Known = TypeVarWithDefault("Known", default=Any)
    Constexpr = Annotated[Known, "known at compile time"]  # without a type, a value of any
else:

    class Constexpr(Generic[T]):
        """Marks an argument or a variable as known at compile time: `n: Constexpr`, `n: Constexpr[int] = 4`.

        Source: CuTe DSL documentation, "JIT Argument Generation".
        """


def is_constexpr(annotation: object) -> bool:
    """Whether an evaluated annotation says `Constexpr`, also inside `Annotated`, `Optional` and unions.

    >>> is_constexpr(Constexpr[int]), is_constexpr(int)
    (True, False)
    """
    if annotation is Constexpr or get_origin(annotation) is Constexpr:
        return True
    return any(is_constexpr(argument) for argument in get_args(annotation) if not isinstance(argument, str))


def const_expr(value: Any, /) -> Any:
    """`value`, checked to be known at compile time; `if const_expr(...)` decides while the program is compiled.

    Errors: requires-constexpr for a run-time value.
    """
    if not is_numeric(value):
        return value
    if value.is_static:
        return value.value
    raise fail(
        "requires-constexpr",
        f"`const_expr` needs a compile-time value, got a run-time {type(value).__name__}",
        fix="Leave `const_expr` out, or pass the value as a `Constexpr` argument.",
    )


def dynamic_expr(value: Any, /) -> Any:
    """`value` itself: conditions are dynamic wherever they are not known; the retired opposite of `const_expr`."""
    return value


def range_constexpr(
    *bounds: Any,
    unroll: object = None,
    unroll_full: object = None,
    prefetch_stages: object = None,
    pipelining: object = None,
    vectorize: object = None,
    at_least_once: object = None,
    loc: object = None,
    ip: object = None,
) -> range:
    """Python's `range`: the loop is run by Python while the program is compiled, one copy of its body per iteration.

    The keywords of `cutlass.range` are accepted and mean nothing here.

    Errors: requires-constexpr for a run-time bound. Warns (many-copies) from 64 iterations on.
    """
    numbers = [_static_bound(bound) for bound in bounds]
    turns = builtins.range(*numbers)
    if len(turns) >= _MANY_COPIES:
        text = f"`range_constexpr` makes {len(turns)} copies of the loop's body"
        warn("many-copies", text, category=DSLOptimizationWarning)
    return turns


def _static_bound(bound: Any) -> int:
    """A bound as a Python int."""
    if is_numeric(bound):
        if not bound.is_static:
            raise fail(
                "requires-constexpr",
                f"a bound of `range_constexpr` must be a compile-time integer, got a run-time {type(bound).__name__}",
                fix="Use `range(...)`, which becomes a loop of the compiled program.",
            )
        bound = bound.value
    if isinstance(bound, float):
        raise fail("loop-bound-not-integer", f"a bound of `range_constexpr` must be an integer, got the float {bound}")
    return bound
