"""What an author's function makes of a result before it is rounded and stored, or of elements, in Float32."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cutedsl as cutlass
from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.ops.refuse import refused


def unchanged(x: Any) -> Any:
    """The epilogue of a plain operation."""
    return x


def callable_of(name: str, given: Any) -> Any:
    """A function that an operation is given. Errors: ops-function if it cannot be called."""
    if not callable(given):
        raise refused("ops-function", f"`{name}` is {given!r}, which is not a function")
    return given


def applied(epilogue: Callable[..., Any], x: Any, *operands: Any) -> Any:
    """`epilogue(x, *operands)` of register vectors. Errors: ops-function if it returns no vector of that size."""
    made = epilogue(x, *operands)
    if not isinstance(made, type(x)) or made.count != x.count:
        raise _wrong(epilogue, made, f"a vector of {x.count} elements, as it is given")
    return made


def numbers_of(function: Callable[..., Any], elements: Sequence[Any], count: int) -> tuple[Any, ...]:
    """`function` of some elements as `count` numbers. Errors: ops-function if it gives anything else."""
    made = function(*elements)
    found = made if isinstance(made, tuple) else (made,)
    if len(found) != count or not all(isinstance(one, cutlass.Numeric | int | float) for one in found):
        raise _wrong(function, made, "a number" if count == 1 else f"{count} numbers")
    return found


def _wrong(function: Callable[..., Any], made: Any, wanted: str) -> DSLUserCodeError:
    name = getattr(function, "__name__", type(function).__name__)
    code = getattr(getattr(function, "function", function), "__code__", None)
    where = f" (line {code.co_firstlineno} of {code.co_filename})" if code is not None else ""
    return fail("ops-function", f"`{name}`{where} gives {_shown(made)}; it must give {wanted}")


def _shown(made: Any) -> str:
    if made is None:
        return "None"
    if isinstance(made, tuple):
        return f"a tuple of {len(made)}"
    if hasattr(made, "count") and hasattr(made, "element"):
        return f"a vector of {made.count} elements"
    return f"a value of type {type(made).__name__}"
