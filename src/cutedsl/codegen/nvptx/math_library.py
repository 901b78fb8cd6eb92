"""The compiler's own math functions as LLVM text, by name and type."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from cutedsl.codegen.nvptx import (
    math_error,
    math_exact,
    math_exponential,
    math_f32,
    math_f64,
    math_inverse,
    math_pow,
    math_root,
    math_trig,
    math_trig_f64,
)
from cutedsl.codegen.nvptx.math_body import MathBody

Unary: TypeAlias = Callable[[MathBody, str], None]
Binary: TypeAlias = Callable[[MathBody, str, str], None]

_BOTH: Final[Mapping[str, Unary]] = {
    "asin": math_inverse.asin,
    "acos": math_inverse.acos,
    "atan": math_inverse.atan,
    "sinh": math_exponential.sinh,
    "cosh": math_exponential.cosh,
    "asinh": math_exponential.asinh,
    "acosh": math_exponential.acosh,
    "atanh": math_exponential.atanh,
    "expm1": math_exponential.expm1,
    "log1p": math_exponential.log1p,
    "erfc": math_error.erfc,
    "cbrt": math_root.cbrt,
}
"""Functions that are written once, with coefficients for each type."""
_UNARY_F32: Final[Mapping[str, Unary]] = {
    "exp": math_f32.exp,
    "exp2": math_f32.exp2,
    "log": math_f32.log,
    "log2": math_f32.log2,
    "log10": math_f32.log10,
    "sin": math_trig.sin,
    "cos": math_trig.cos,
    "tan": math_trig.tan,
    "tanh": math_f32.tanh,
    "erf": math_f32.erf,
}
_UNARY_F64: Final[Mapping[str, Unary]] = {
    "exp": math_f64.exp,
    "exp2": math_f64.exp2,
    "log": math_f64.log,
    "log2": math_f64.log2,
    "log10": math_f64.log10,
    "sin": math_trig_f64.sin,
    "cos": math_trig_f64.cos,
    "tan": math_trig_f64.tan,
    "tanh": math_exponential.tanh,
    "erf": math_error.erf,
}
UNARY: Final[Mapping[tuple[str, str], Unary]] = MappingProxyType(
    {
        **{(name, "f32"): function for name, function in (_UNARY_F32 | _BOTH).items()},
        **{(name, "f64"): function for name, function in (_UNARY_F64 | _BOTH).items()},
    }
)
BINARY: Final[Mapping[tuple[str, str], Binary]] = MappingProxyType(
    {
        ("powf", "f32"): math_pow.pow,
        ("powf", "f64"): math_pow.pow,
        ("atan2", "f32"): math_inverse.atan2,
        ("atan2", "f64"): math_inverse.atan2,
        ("fmod", "f32"): math_exact.fmod,
        ("fmod", "f64"): math_exact.fmod,
        **{("ipowi", f"i{width}"): math_exact.ipow for width in (8, 16, 32, 64)},
    }
)
MATH_NAMES: Final = frozenset(name for name, _ in (*UNARY, *BINARY))
"""The functions that exist for some type."""

_TRIGONOMETRIC: Final = frozenset({"sin", "cos", "tan"})
_REDUCTIONS: Final = {"f32": math_trig, "f64": math_trig_f64}
_LOOPS: Final = frozenset({"fmod", "ipowi"})
_INTRINSIC: Final = re.compile(r"call (\w+) @(llvm\.[\w.]+)\(([^)]*)\)")


def math_symbol(name: str, kind: str) -> str:
    """The LLVM name of a math function.

    >>> math_symbol("exp", "f32")
    'cutedsl.exp.f32'
    """
    return f"cutedsl.{name}.{kind}"


@functools.lru_cache
def math_function(name: str, kind: str) -> str:
    """The LLVM definition of one function."""
    body = MathBody(kind)
    if (name, kind) in BINARY:
        BINARY[name, kind](body, "%x", "%y")
        params = f"{body.type} %x, {body.type} %y"
    else:
        UNARY[name, kind](body, "%x")
        params = f"{body.type} %x"
    inlining = "noinline" if name in _LOOPS else "alwaysinline"
    head = f"define internal {body.type} @{math_symbol(name, kind)}({params}) {inlining} nounwind {{"
    return "\n".join([head, "entry:", *body.text.lines, "}"])


@functools.lru_cache
def _large_reduction(kind: str) -> str:
    source = _REDUCTIONS[kind]
    body = MathBody(kind)
    source.reduce_large(body, "%x")
    words = ", ".join(f"{body.bits_type} {word}" for word in source.TWO_OVER_PI_WORDS)
    count = len(source.TWO_OVER_PI_WORDS)
    table = f"@{source.TWO_OVER_PI} = internal addrspace(4) constant [{count} x {body.bits_type}] [{words}]"
    head = f"define internal {source.REDUCED} @{source.REDUCE_LARGE}({body.type} %x) noinline nounwind {{"
    return "\n".join([table, head, "entry:", *body.text.lines, "}"])


def math_definitions(used: set[tuple[str, str]]) -> tuple[list[str], set[str]]:
    """The definitions that `used` functions need, and the intrinsics that those call, to be declared."""
    definitions = [math_function(name, kind) for name, kind in sorted(used)]
    reduced = sorted({kind for name, kind in used if name in _TRIGONOMETRIC})
    definitions += [_large_reduction(kind) for kind in reduced]
    declared: set[str] = set()
    for text in definitions:
        for result, intrinsic, passed in _INTRINSIC.findall(text):
            types = ", ".join(one.split()[0] for one in passed.split(", "))
            declared.add(f"{result} @{intrinsic}({types})")
    return definitions, declared
