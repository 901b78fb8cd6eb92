"""Conversions from and to floats of 8, 6 and 4 bits on the GPU, in instructions that every target has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.dialects.builtin import BFloat16Type, IntegerType, f32, f64
from xdsl.ir import Operation

from cutedsl.codegen.llvm.elementwise import ELEMENTWISE, call
from cutedsl.codegen.llvm.narrow_floats import format_of, integer_as_double, narrow_float8, round_to_odd, widen_float8
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import bit_width, element_type, shaped, suffix

CONVERSIONS: Final = frozenset(
    {"arith.extf", "arith.truncf", "arith.sitofp", "arith.uitofp", "arith.fptosi", "arith.fptoui"}
)
"""Ops that take or give narrow floats."""

_FLOAT_BITS: Final = 24
_WIDTH: Final = {"half": 16, "bfloat": 16, "float": 32, "double": 64}


def convert(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    """One conversion; where no narrow float takes part, LLVM's own."""
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
    text = x[0]
    if narrow_source is not None:
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
    return narrow_float8(module, f, text, narrow_target, lanes)


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
