"""The compiler's own math functions as LLVM text, by name and type."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from cutedsl.codegen.functions import (
    elementary_f32,
    elementary_f64,
    error,
    exact,
    exponential,
    inverse,
    pow,
    root,
    trig,
    trig_f64,
)
from cutedsl.codegen.functions.body import MathBody
from cutedsl.codegen.llvm.text import ModuleText
from cutedsl.errors.frozen import frozen

Unary: TypeAlias = Callable[[MathBody, str], None]
Binary: TypeAlias = Callable[[MathBody, str, str], None]

_BOTH: Final[Mapping[str, Unary]] = {
    "asin": inverse.asin,
    "acos": inverse.acos,
    "atan": inverse.atan,
    "sinh": exponential.sinh,
    "cosh": exponential.cosh,
    "asinh": exponential.asinh,
    "acosh": exponential.acosh,
    "atanh": exponential.atanh,
    "expm1": exponential.expm1,
    "log1p": exponential.log1p,
    "erfc": error.erfc,
    "cbrt": root.cbrt,
}
"""Functions that are written once, with coefficients for each type."""
_UNARY_F32: Final[Mapping[str, Unary]] = {
    "exp": elementary_f32.exp,
    "exp2": elementary_f32.exp2,
    "log": elementary_f32.log,
    "log2": elementary_f32.log2,
    "log10": elementary_f32.log10,
    "sin": trig.sin,
    "cos": trig.cos,
    "tan": trig.tan,
    "tanh": elementary_f32.tanh,
    "erf": elementary_f32.erf,
}
_UNARY_F64: Final[Mapping[str, Unary]] = {
    "exp": elementary_f64.exp,
    "exp2": elementary_f64.exp2,
    "log": elementary_f64.log,
    "log2": elementary_f64.log2,
    "log10": elementary_f64.log10,
    "sin": trig_f64.sin,
    "cos": trig_f64.cos,
    "tan": trig_f64.tan,
    "tanh": exponential.tanh,
    "erf": error.erf,
}
UNARY: Final[Mapping[tuple[str, str], Unary]] = MappingProxyType(
    {
        **{(name, "f32"): function for name, function in (_UNARY_F32 | _BOTH).items()},
        **{(name, "f64"): function for name, function in (_UNARY_F64 | _BOTH).items()},
    }
)
BINARY: Final[Mapping[tuple[str, str], Binary]] = MappingProxyType(
    {
        ("powf", "f32"): pow.pow,
        ("powf", "f64"): pow.pow,
        ("atan2", "f32"): inverse.atan2,
        ("atan2", "f64"): inverse.atan2,
        ("fmod", "f32"): exact.fmod,
        ("fmod", "f64"): exact.fmod,
        **{("ipowi", f"i{width}"): exact.ipow for width in (8, 16, 32, 64)},
    }
)
MATH_NAMES: Final = frozenset(name for name, _ in (*UNARY, *BINARY))
"""The functions that exist for some type."""

_TRIGONOMETRIC: Final = frozenset({"sin", "cos", "tan"})
_REDUCTIONS: Final = {"f32": trig, "f64": trig_f64}
_LOOPS: Final = frozenset({"fmod", "ipowi"})


def math_symbol(name: str, kind: str, lanes: int = 0) -> str:
    """The LLVM name of a math function.

    >>> math_symbol("exp", "f32"), math_symbol("exp", "f32", 16)
    ('cutedsl.exp.f32', 'cutedsl.exp.v16f32')
    """
    return f"cutedsl.{name}.{f'v{lanes}' if lanes else ''}{kind}"


@frozen
class Definition:
    """The text of a function, and the intrinsics that it calls, as they are declared."""

    text: str
    declared: frozenset[str]


@functools.lru_cache
def math_function(name: str, kind: str, lanes: int = 0, inlining: str = "alwaysinline") -> Definition:
    """The LLVM definition of one function, of a number or of a vector of numbers."""
    body = MathBody(kind, lanes)
    if (name, kind) in BINARY:
        BINARY[name, kind](body, "%x", "%y")
        params = f"{body.type} %x, {body.type} %y"
    else:
        UNARY[name, kind](body, "%x")
        params = f"{body.type} %x"
    how = "noinline" if name in _LOOPS else inlining
    head = f"define internal {body.type} @{math_symbol(name, kind, lanes)}({params}) {how} nounwind {{"
    return Definition("\n".join([head, "entry:", *body.text.lines, "}"]), frozenset(body.declared))


@functools.lru_cache
def _large_reduction(kind: str) -> Definition:
    source = _REDUCTIONS[kind]
    body = MathBody(kind)
    source.reduce_large(body, "%x")
    words = ", ".join(f"{body.bits_type} {word}" for word in source.TWO_OVER_PI_WORDS)
    count = len(source.TWO_OVER_PI_WORDS)
    table = f"@{source.TWO_OVER_PI} = internal addrspace(4) constant [{count} x {body.bits_type}] [{words}]"
    head = f"define internal {source.REDUCED} @{source.REDUCE_LARGE}({body.type} %x) noinline nounwind {{"
    return Definition("\n".join([table, head, "entry:", *body.text.lines, "}"]), frozenset(body.declared))


def math_definitions(used: set[tuple[str, str]]) -> tuple[list[str], set[str]]:
    """The definitions that `used` functions need, and the intrinsics that those call, to be declared."""
    definitions = [math_function(name, kind) for name, kind in sorted(used)]
    reduced = sorted({kind for name, kind in used if name in _TRIGONOMETRIC})
    definitions += [_large_reduction(kind) for kind in reduced]
    return [one.text for one in definitions], set[str]().union(*(one.declared for one in definitions))


def define_math(module: ModuleText, name: str, kind: str, lanes: int, inlining: str) -> str:
    """Adds a function to a module that lacks it, with what it calls; its name."""
    symbol = math_symbol(name, kind, lanes)
    module.once(symbol, lambda: _define(module, math_function(name, kind, lanes, inlining)))
    if name in _TRIGONOMETRIC:
        module.once(_REDUCTIONS[kind].REDUCE_LARGE, lambda: _define(module, _large_reduction(kind)))
    return symbol


def _define(module: ModuleText, definition: Definition) -> None:
    module.functions.append(definition.text)
    for signature in sorted(definition.declared):
        module.declare(signature)
