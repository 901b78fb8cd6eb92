"""Functions of NumPy and torch on values that only run time knows: what to call in their place."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.names.unknown_name import public_name

_TYPES = (
    *("Int8", "Int16", "Int32", "Int64", "Uint8", "Uint16", "Uint32", "Uint64"),
    *("Float16", "BFloat16", "Float32", "Float64"),
)
_MEANT = {
    "exp": "cute.math.exp",
    "abs": "abs",
    "absolute": "abs",
    "maximum": "max",
    "minimum": "min",
    "max": "max",
    "min": "min",
    "where": "a if condition else b",
    "clip": "min(max(x, low), high)",
    "clamp": "min(max(x, low), high)",
    "relu": "max(x, 0.0)",
    "sigmoid": "1.0 / (1.0 + cute.math.exp(-x))",
    "sum": "x.load().reduce(cute.ReductionOp.ADD, 0.0, 0)",
    "dot": "cute.gemm",
    "matmul": "cute.gemm",
    "zeros_like": "cute.make_rmem_tensor_like",
    "empty_like": "cute.make_rmem_tensor_like",
    "bool_": "x != 0",
    **{kind.lower(): f"x.to(cutlass.{kind})" for kind in _TYPES},
}
_OPERATORS: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "true_divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
    "power": operator.pow,
    "bitwise_and": operator.and_,
    "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor,
    "left_shift": operator.lshift,
    "right_shift": operator.rshift,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "equal": operator.eq,
    "not_equal": operator.ne,
}
"""Python's operators by the names of the functions that NumPy makes of them where its number stands on the left."""
REDUCED = {"add": "sum", "maximum": "max", "minimum": "min"}


def foreign_call(package: str, function: str, kind: str) -> DSLUserCodeError:
    """The error for `np.exp(x)` of a run-time value."""
    if function in ("array", "asarray", "tensor", "as_tensor"):
        fix = "Index the tensor (`x[i]`): while the program is compiled it has no elements."
        return fail("foreign-function", f"`{package}.{function}` cannot take a tensor of the compiled program", fix=fix)
    meant = meant_by(function)
    return fail(
        "foreign-function",
        f"`{package}.{function}` got {'a tensor of the program' if kind == 'Tensor' else f'a run-time {kind}'}",
        fix=f"Write `{meant}`, which the compiled program computes." if meant else None,
    )


def meant_by(function: str) -> str:
    """What kernels write for a function of NumPy or torch; empty where there is nothing like it.

    >>> meant_by("relu"), meant_by("svd")
    ('max(x, 0.0)', '')
    """
    return _MEANT.get(function, "") or _of_math(function)


def _of_math(function: str) -> str:
    """The function of the same name that kernels have: of `cute.math`, or elsewhere."""
    found = public_name(function)
    return f"{found}(x)" if found.startswith(("cute.math", "cute.arch", "cute.where")) else ""


def of_numpy(function: Any, method: str, operands: tuple[Any, ...], options: object) -> Any:
    """What `__array_ufunc__` of a number does: operators with one of NumPy's numbers work; error foreign-function."""
    if method == "reduce":
        raise foreign_call("np", REDUCED.get(function.__name__, str(function.__name__)), _operand_kind(operands))
    known = _OPERATORS.get(function.__name__)
    if known is not None and method == "__call__" and not options and len(operands) == 2:
        plain = [_plain_number(item) for item in operands]
        if all(getattr(item, "shape", ()) == () for item in plain):
            return known(*plain)
        fix = "Pass the array as an argument, and compute with its elements in a loop: `x[i]`."
        message = f"`np.{function.__name__}` is given a whole array of NumPy and a number of the program"
        raise fail("foreign-function", message, fix=fix)
    raise foreign_call("np", function.__name__, _operand_kind(operands))


def _plain_number(item: Any) -> Any:
    """A number of NumPy's as one of Python's; other operands as they are."""
    if getattr(item, "shape", None) != () or not hasattr(item, "item"):
        return item
    return float(item) if item.dtype.kind == "f" else item.item()  # what `item` makes of a longdouble is one


def _operand_kind(operands: tuple[Any, ...]) -> str:
    return next((type(item).__name__ for item in operands if hasattr(type(item), "spec")), "number")
