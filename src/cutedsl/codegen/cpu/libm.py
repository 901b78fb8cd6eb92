"""Mathematical functions on the CPU: LLVM's intrinsics, which become calls of the C library, or calls lane by lane."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import Float32Type, Float64Type, f32
from xdsl.ir import Attribute, Operation

from cutedsl.codegen.cpu.exponential import exponential
from cutedsl.codegen.cpu.narrow import narrowed, widened
from cutedsl.codegen.llvm.attributes import fast_math
from cutedsl.codegen.llvm.constants import float_text
from cutedsl.codegen.llvm.elementwise import Emit, call, shaped_bool, splat
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import bit_width, element_type, scalar_type, shaped, suffix


def _computed_in(mlir: Attribute) -> Attribute:
    """f32 for the 16-bit types, which have no functions of their own."""
    mlir = element_type(mlir)
    return mlir if isinstance(mlir, Float32Type | Float64Type) else f32


def _intrinsic(name: str) -> Emit:
    """An LLVM intrinsic, which becomes calls of the C library."""

    def emit(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        mlir = op.results[0].type
        wide = _computed_in(mlir)
        kind = shaped(wide, lanes)
        args = [(kind, widened(f, text, mlir, wide, lanes)) for text in x]
        result = call(module, f, f"llvm.{name}.{suffix(wide, lanes)}", kind, args, fast_math(op))
        return narrowed(module, f, result, wide, mlir, lanes)

    return emit


def _exponential(name: str) -> Emit:
    """Our own for all lanes at once, the C library's in float64."""
    library = _intrinsic(name)

    def emit(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        mlir = op.results[0].type
        wide = _computed_in(mlir)
        if isinstance(wide, Float64Type):
            return library(module, f, op, x, lanes)
        result = exponential(f, widened(f, x[0], mlir, wide, lanes), lanes, base_two=name == "exp2")
        return narrowed(module, f, result, wide, mlir, lanes)

    return emit


def _library(name: str) -> Emit:
    """A C function without an intrinsic (`erf`), called once a lane."""

    def emit(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        mlir = op.results[0].type
        wide = _computed_in(mlir)
        scalar, kind = scalar_type(wide), shaped(wide, lanes)
        full = name if scalar == "double" else name + "f"
        args = [widened(f, text, mlir, wide, lanes) for text in x]
        if not lanes:
            result = call(module, f, full, scalar, [(scalar, text) for text in args])
            return narrowed(module, f, result, wide, mlir, lanes)
        out = "poison"
        for lane in range(lanes):
            parts = [(scalar, f.op(f"extractelement {kind} {text}, i32 {lane}")) for text in args]
            one = call(module, f, full, scalar, parts)
            out = f.op(f"insertelement {kind} {out}, {scalar} {one}, i32 {lane}")
        return narrowed(module, f, out, wide, mlir, lanes)

    return emit


def _rsqrt(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    mlir = op.results[0].type
    wide = _computed_in(mlir)
    kind, scalar = shaped(wide, lanes), scalar_type(wide)
    argument = widened(f, x[0], mlir, wide, lanes)
    root = call(module, f, f"llvm.sqrt.{suffix(wide, lanes)}", kind, [(kind, argument)])
    inverse = f.op(f"fdiv {fast_math(op)}{kind} {splat(float_text(1.0, scalar), scalar, lanes)}, {root}")
    return narrowed(module, f, inverse, wide, mlir, lanes)


def _fmod(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    return f.op(f"frem {shaped(op.results[0].type, lanes)} {x[0]}, {x[1]}")


def _ipow(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    """Integer powers by squaring; a negative power truncates towards zero, and of zero it is zero."""
    mlir = op.results[0].type
    kind, scalar, width = shaped(mlir, lanes), scalar_type(mlir), bit_width(mlir)
    boolean = shaped_bool(lanes)
    base, exponent = x
    fixed = _FIXED.fullmatch(exponent)
    if fixed and int(fixed[1]) >= 0:
        return _fixed_power(f, kind, base, int(fixed[1]), splat(1, scalar, lanes))
    zero, one = (splat(k, scalar, lanes) for k in (0, 1))
    total, square = one, base
    for step in range(width - 1):
        bit = f.op(f"and {kind} {exponent}, {splat(1 << step, scalar, lanes)}")
        taken = f.op(f"icmp ne {kind} {bit}, {zero}")
        total = f.op(f"select {boolean} {taken}, {kind} {f.op(f'mul {kind} {total}, {square}')}, {kind} {total}")
        square = f.op(f"mul {kind} {square}, {square}")
    unit = f.op(f"icmp ule {kind} {f.op(f'add {kind} {base}, {one}')}, {splat(2, scalar, lanes)}")
    odd = f.op(f"icmp ne {kind} {f.op(f'and {kind} {exponent}, {one}')}, {zero}")
    signed_unit = f.op(f"select {boolean} {odd}, {kind} {base}, {kind} {f.op(f'mul {kind} {base}, {base}')}")
    inverse = f.op(f"select {boolean} {unit}, {kind} {signed_unit}, {kind} {zero}")
    negative = f.op(f"icmp slt {kind} {exponent}, {zero}")
    return f.op(f"select {boolean} {negative}, {kind} {inverse}, {kind} {total}")


def _fixed_power(f: FunctionText, kind: str, base: str, exponent: int, one: str) -> str:
    total, square = "", base
    while exponent:
        if exponent & 1:
            total = f.op(f"mul {kind} {total}, {square}") if total else square
        exponent >>= 1
        square = f.op(f"mul {kind} {square}, {square}") if exponent else square
    return total or one


_FIXED: Final = re.compile(r"(?:splat \(i\d+ )?(-?\d+)\)?")
"""A constant operand, alone or in every lane."""

CPU_MATH: Final[Mapping[str, Emit]] = MappingProxyType(
    {
        **{
            f"math.{name}": _intrinsic(intrinsic)
            for name, intrinsic in {
                "log": "log",
                "log2": "log2",
                "log10": "log10",
                "sin": "sin",
                "cos": "cos",
                "tan": "tan",
                "tanh": "tanh",
                "asin": "asin",
                "acos": "acos",
                "atan": "atan",
                "sinh": "sinh",
                "cosh": "cosh",
                "powf": "pow",
                "atan2": "atan2",
            }.items()
        },
        **{f"math.{name}": _exponential(name) for name in ("exp", "exp2")},
        "math.erf": _library("erf"),
        "cute.erfc": _library("erfc"),
        "math.expm1": _library("expm1"),
        "math.log1p": _library("log1p"),
        "math.cbrt": _library("cbrt"),
        **{f"math.{name}": _library(name) for name in ("asinh", "acosh", "atanh")},
        "math.ipowi": _ipow,
        "math.rsqrt": _rsqrt,
        "cute.fmod": _fmod,
    }
)
