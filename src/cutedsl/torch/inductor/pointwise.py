"""Inductor's pointwise operations as text of the DSL.

Law: as Inductor's GPU kernels, 16-bit floats are computed in Float32 and rounded where they are stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import torch
from torch._inductor.codegen.common import OpOverrides, PythonPrinter
from torch._inductor.virtualized import V

printed = PythonPrinter().doprint

NUMERIC: Final = {
    torch.float64: "Float64",
    torch.float32: "Float32",
    torch.float16: "Float16",
    torch.bfloat16: "BFloat16",
    torch.int64: "Int64",
    torch.int32: "Int32",
    torch.int16: "Int16",
    torch.int8: "Int8",
    torch.uint8: "Uint8",
    torch.bool: "Boolean",
}
"""The names of torch's types that a fused operation may read or write."""

_NARROW: Final = (torch.float16, torch.bfloat16)


def computed_in(dtype: torch.dtype) -> str:
    """The type that values of a tensor's type are computed in."""
    return "Float32" if dtype in _NARROW else NUMERIC[dtype]


def _kernel() -> Any:
    return V.kernel


class CuteDSLOpOverrides(OpOverrides):
    """Each method gives the text of one operation on scalars; what is missing here is not fused."""

    @staticmethod
    def relu(x: Any) -> str:
        return f"(({x}) * 0 if {x} < 0 else {x})"

    @staticmethod
    def sigmoid(x: Any) -> str:
        return f"(1.0 / (1.0 + cute.math.exp(-({x}))))"

    @staticmethod
    def maximum(a: Any, b: Any) -> str:
        return f"({a} if ({a} > {b}) | ({a} != {a}) else {b})"

    @staticmethod
    def minimum(a: Any, b: Any) -> str:
        return f"({a} if ({a} < {b}) | ({a} != {a}) else {b})"

    @staticmethod
    def where(condition: Any, a: Any, b: Any) -> str:
        return f"({a} if {condition} else {b})"

    @staticmethod
    def logical_and(a: Any, b: Any) -> str:
        return f"(({a}) != 0) & (({b}) != 0)"

    @staticmethod
    def logical_or(a: Any, b: Any) -> str:
        return f"(({a}) != 0) | (({b}) != 0)"

    @staticmethod
    def logical_not(a: Any) -> str:
        return f"({a}) == 0"

    @staticmethod
    def isnan(x: Any) -> str:
        return f"{x} != {x}"

    @staticmethod
    def reciprocal(x: Any) -> str:
        return f"(1.0 / ({x}))"

    @staticmethod
    def square(x: Any) -> str:
        return f"({x}) * ({x})"

    @staticmethod
    def identity(x: Any) -> str:
        return f"{x}"

    @staticmethod
    def constant(value: Any, dtype: torch.dtype) -> str:
        text = f"float('{value}')" if isinstance(value, float) and value - value != 0 else repr(value)
        return f"cutlass.{computed_in(dtype)}({text})"

    @staticmethod
    def index_expr(expr: Any, dtype: torch.dtype) -> str:
        return f"cutlass.{computed_in(dtype)}({printed(_kernel().rename_indexing(expr))})"

    @staticmethod
    def to_dtype(
        x: Any, dtype: torch.dtype, src_dtype: torch.dtype | None = None, use_compute_types: bool = True
    ) -> str:
        return f"{x}.to(cutlass.{computed_in(dtype) if use_compute_types else NUMERIC[dtype]})"

    @staticmethod
    def masked(mask: Any, body: Callable[[], Any], other: Any) -> Any:
        return _kernel().under(mask, body, other)


def _math(name: str) -> Any:
    return staticmethod(lambda x: f"cute.math.{name}({x})")


_MATH: Final = (
    *("exp", "exp2", "log", "log2", "log10", "sqrt", "rsqrt", "abs", "floor", "ceil"),
    *("sin", "cos", "tan", "tanh", "erf"),
)
for _name in _MATH:
    setattr(CuteDSLOpOverrides, _name, _math(_name))

_BASIC: Final = (
    *("add", "sub", "mul", "truediv", "neg", "lt", "le", "gt", "ge", "eq", "ne"),
    *("bitwise_and", "bitwise_or", "bitwise_xor", "load", "store", "output", "get_index"),
)
FUSIBLE: Final = frozenset([*_BASIC, *(name for name in vars(CuteDSLOpOverrides) if not name.startswith("_"))])
"""The operations of a pointwise node that may be fused."""
