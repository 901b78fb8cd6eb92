"""Conversions from and to floats of 8, 6 and 4 bits on the GPU.

Pairs of 8-bit floats have instructions of their own from Hopper on; all else is made of what every target has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.dialects.builtin import BFloat16Type, IntegerType, f16, f32, f64
from xdsl.ir import Operation

from cutedsl.codegen.llvm.elementwise import ELEMENTWISE, call
from cutedsl.codegen.llvm.narrow_floats import format_of, integer_as_double, narrow_float8, round_to_odd, widen_float8
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import bit_width, element_type, shaped, suffix

CONVERSIONS: Final = frozenset(
    {"arith.extf", "arith.truncf", "arith.sitofp", "arith.uitofp", "arith.fptosi", "arith.fptoui"}
)
"""Ops that take or give narrow floats."""

_PAIRED: Final = {"Float8E4M3FN": "e4m3x2", "Float8E5M2": "e5m2x2"}
"""The 8-bit floats that PTX converts in pairs, and what it calls a pair."""

_FLOAT_BITS: Final = 24
_WIDTH: Final = {"half": 16, "bfloat": 16, "float": 32, "double": 64}


def convert(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int, *, in_pairs: bool) -> str:
    """One conversion; where no narrow float takes part, LLVM's own. `in_pairs`: the target has `cvt` of byte pairs."""
    source, target = element_type(op.operands[0].type), element_type(op.results[0].type)
    narrow_source, narrow_target = format_of(source), format_of(target)
    if isinstance(source, IntegerType) and isinstance(target, BFloat16Type) and bit_width(source) > _FLOAT_BITS:
        # LLVM goes through float32 for targets before sm_90, and rounds twice.
        wide = integer_as_double(f, op.name.partition(".")[2], x[0], op.operands[0].type, lanes)
        return _resized(f, round_to_odd(module, f, wide, lanes), shaped(f32, lanes), shaped(target, lanes))
    if isinstance(source, BFloat16Type) and target == f32 and lanes > 1 and lanes % 2 == 0:
        return _pairs_widened(f, x[0], lanes)
    if narrow_source is None and narrow_target is None:
        return ELEMENTWISE[op.name](module, f, op, x, lanes)
    text, paired = x[0], in_pairs and lanes > 1 and lanes % 2 == 0
    if narrow_source is not None and narrow_source.name in _PAIRED and paired:
        text, source = _pairs_to_halves(f, text, _PAIRED[narrow_source.name], lanes), f16
    elif narrow_source is not None:
        text, source = widen_float8(f, text, narrow_source, lanes), f32
    if isinstance(source, IntegerType):
        text, source = integer_as_double(f, op.name.partition(".")[2], text, source, lanes), f64
    if isinstance(target, IntegerType):
        name = f"llvm.{op.name.partition('.')[2]}.sat.{suffix(target, lanes)}.{suffix(source, lanes)}"
        return call(module, f, name, shaped(target, lanes), [(shaped(source, lanes), text)])
    if narrow_target is None:
        return _resized(f, text, shaped(source, lanes), shaped(target, lanes))
    if source == f64:
        text = round_to_odd(module, f, text, lanes)
    else:
        text = _resized(f, text, shaped(source, lanes), shaped(f32, lanes))
    if narrow_target.name in _PAIRED and paired:
        return _floats_to_pairs(f, text, _PAIRED[narrow_target.name], lanes)
    return narrow_float8(module, f, text, narrow_target, lanes)


def _pairs_to_halves(f: FunctionText, text: str, pair: str, lanes: int) -> str:
    """Bytes as float16, exactly, one instruction for two. Source: PTX ISA, `cvt`."""
    codes, halves = f"<{lanes // 2} x i16>", f"<{lanes // 2} x i32>"
    given = f.op(f"bitcast <{lanes} x i8> {text} to {codes}")
    made = "poison"
    for k in range(lanes // 2):
        code = f.op(f"extractelement {codes} {given}, i32 {k}")
        # LLVM has no type of 8-bit floats. No side effect: what nobody reads goes.
        both = f.op(f'call i32 asm "cvt.rn.f16x2.{pair} $0, $1;", "=r,h"(i16 {code})')
        made = f.op(f"insertelement {halves} {made}, i32 {both}, i32 {k}")
    return f.op(f"bitcast {halves} {made} to <{lanes} x half>")


def _floats_to_pairs(f: FunctionText, text: str, pair: str, lanes: int) -> str:
    """Float32 as bytes, rounded to nearest even and saturated, one instruction for two. Source: PTX ISA, `cvt`."""
    codes, made = f"<{lanes // 2} x i16>", "poison"
    for k in range(lanes // 2):
        low, high = (f.op(f"extractelement <{lanes} x float> {text}, i32 {2 * k + i}") for i in range(2))
        line = f'call i16 asm "cvt.rn.satfinite.{pair}.f32 $0, $1, $2;", "=h,f,f"(float {high}, float {low})'
        made = f.op(f"insertelement {codes} {made}, i16 {f.op(line)}, i32 {k}")
    return f.op(f"bitcast {codes} {made} to <{lanes} x i8>")


def _pairs_widened(f: FunctionText, text: str, lanes: int) -> str:
    """Pairs of bfloat16 as float32, one instruction each: LLVM takes the upper ones apart before it shifts them."""
    words = f"<{lanes // 2} x i32>"
    pairs = f.op(f"bitcast <{lanes} x bfloat> {text} to {words}")
    lower = f.op(f"shl {words} {pairs}, splat (i32 16)")
    upper = f.op(f"and {words} {pairs}, splat (i32 -65536)")
    order = ", ".join(f"i32 {k}, i32 {k + lanes // 2}" for k in range(lanes // 2))
    joined = f.op(f"shufflevector {words} {lower}, {words} {upper}, <{lanes} x i32> <{order}>")
    return f.op(f"bitcast <{lanes} x i32> {joined} to <{lanes} x float>")


def _resized(f: FunctionText, text: str, source: str, target: str) -> str:
    """A float in another of LLVM's types."""
    if source == target:
        return text
    have, want = (_WIDTH[kind.split()[-1].rstrip(">")] for kind in (source, target))
    return f.op(f"{'fpext' if have < want else 'fptrunc'} {source} {text} to {target}")
