"""Mathematical functions on the CPU: the text that a GPU runs, for all lanes at once.

The C library's take a call a lane, and give bits of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import Float32Type, Float64Type, f32
from xdsl.ir import Attribute, Operation

from cutedsl.codegen.cpu.scalar.narrow import narrowed, widened
from cutedsl.codegen.functions.library import MATH_NAMES, define_math
from cutedsl.codegen.llvm.attributes import fast_math
from cutedsl.codegen.llvm.constants import float_text
from cutedsl.codegen.llvm.elementwise import Emit, call, shaped_bool, splat
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import bit_width, element_type, scalar_type, shaped, suffix


def _computed_in(mlir: Attribute) -> Attribute:
    """f32 for the 16-bit types, which have no functions of their own."""
    mlir = element_type(mlir)
    return mlir if isinstance(mlir, Float32Type | Float64Type) else f32


def _function(name: str) -> Emit:
    """One of our own, for all lanes at once: the bits of a GPU."""

    def emit(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        mlir = op.results[0].type
        wide = _computed_in(mlir)
        kind = shaped(wide, lanes)
        args = ", ".join(f"{kind} {widened(f, text, mlir, wide, lanes)}" for text in x)
        symbol = define_math(module, name, suffix(wide, 0), lanes, "alwaysinline" if name in _SHORT else "noinline")
        result = f.op(f"call {kind} @{symbol}({args})")
        return narrowed(module, f, result, wide, mlir, lanes)

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


_SHORT: Final = frozenset({"exp", "exp2"})
"""Worth a copy at each use: in a loop their constants stay in registers."""
_FIXED: Final = re.compile(r"(?:splat \(i\d+ )?(-?\d+)\)?")
"""A constant operand, alone or in every lane."""

CPU_MATH: Final[Mapping[str, Emit]] = MappingProxyType(
    {
        **{
            f"{'cute' if name == 'erfc' else 'math'}.{name}": _function(name) for name in MATH_NAMES - {"fmod", "ipowi"}
        },
        "math.ipowi": _ipow,
        "math.rsqrt": _rsqrt,
        "cute.fmod": _fmod,
    }
)
