"""Conversions from and to floats of 8, 6 and 4 bits on the GPU.

Pairs of 8-bit floats have instructions of their own from Hopper on, those of 6 and 4 bits and scales on Blackwell; all
else is made of what every target has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from xdsl.dialects.builtin import BFloat16Type, IntegerType, bf16, f16, f32, f64
from xdsl.ir import Attribute, Operation

from cutedsl.arch.availability import Availability
from cutedsl.arch.targets import GpuTarget
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
_BLACKWELL: Final = {"Float6E2M3FN": "e2m3x2", "Float6E3M2FN": "e3m2x2", "Float4E2M1FN": "e2m1x2"}
"""Those of 6 and 4 bits, which Blackwell converts in pairs."""
_NIBBLES: Final = "e2m1x2"
_SCALES: Final = "Float8E8M0FNU"
"""Factors: of them only what widens is one instruction, as PTX rounds them toward zero or up alone."""
BLACKWELL_CONVERSIONS: Final = Availability((10, 0), (8, 6), ("sm_100a", "sm_103a", "sm_120a", "sm_121a"))
"""Where these are. Source: PTX ISA, `cvt`."""

_FLOAT_BITS: Final = 24
_WIDTH: Final = {"half": 16, "bfloat": 16, "float": 32, "double": 64}


def pairs_of(target: GpuTarget) -> Mapping[str, str]:
    """The narrow floats that a target converts in pairs, with what PTX calls a pair."""
    if BLACKWELL_CONVERSIONS.on(target):
        return _PAIRED | _BLACKWELL | {_SCALES: "ue8m0x2"}
    return _PAIRED if target.at_least(9) else {}


def convert(
    module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int, pairs: Mapping[str, str]
) -> str:
    """One conversion; where no narrow float takes part, LLVM's own. `pairs`: those that the target has (`pairs_of`)."""
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
    text, known = x[0], pairs if lanes > 1 and lanes % 2 == 0 else {}
    if narrow_source is not None and narrow_source.name in known:
        text, source = _pairs_widen(f, text, known[narrow_source.name], lanes)
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
    if narrow_target.name in known and narrow_target.name != _SCALES:
        return _floats_to_pairs(f, text, known[narrow_target.name], lanes)
    return narrow_float8(module, f, text, narrow_target, lanes)


def _pairs_widen(f: FunctionText, text: str, pair: str, lanes: int) -> tuple[str, Attribute]:
    """Bytes as float16, or factors as bfloat16, exactly, one instruction for two. Source: PTX ISA, `cvt`."""
    scales = pair.startswith("ue")
    wide, name = (bf16, "bfloat") if scales else (f16, "half")
    instruction = f"cvt.rn.{'bf16x2' if scales else 'f16x2'}.{pair} $0, $1;"
    if pair == _NIBBLES:  # its operand has 8 bits, which no constraint of LLVM has
        instruction = f"{{ .reg .b8 n; cvt.u8.u16 n, $1; cvt.rn.f16x2.{pair} $0, n; }}"
    codes, halves = f"<{lanes // 2} x i16>", f"<{lanes // 2} x i32>"
    given = f.op(f"bitcast <{lanes} x i8> {text} to {codes}")
    made = "poison"
    for k in range(lanes // 2):
        code = f.op(f"extractelement {codes} {given}, i32 {k}")
        if pair == _NIBBLES:
            code = f.op(f"or i16 {code}, {f.op(f'lshr i16 {code}, 4')}")
        # LLVM has no type of 8-bit floats. No side effect: what nobody reads goes.
        both = f.op(f'call i32 asm "{instruction}", "=r,h"(i16 {code})')
        made = f.op(f"insertelement {halves} {made}, i32 {both}, i32 {k}")
    return f.op(f"bitcast {halves} {made} to <{lanes} x {name}>"), wide


def _floats_to_pairs(f: FunctionText, text: str, pair: str, lanes: int) -> str:
    """Float32 as bytes, rounded to nearest even and saturated, one instruction for two. Source: PTX ISA, `cvt`."""
    codes, made = f"<{lanes // 2} x i16>", "poison"
    for k in range(lanes // 2):
        low, high = (f.op(f"extractelement <{lanes} x float> {text}, i32 {2 * k + i}") for i in range(2))
        instruction = f"cvt.rn.satfinite.{pair}.f32 $0, $1, $2;"
        if pair == _NIBBLES:
            instruction = f"{{ .reg .b8 n; cvt.rn.satfinite.{pair}.f32 n, $1, $2; cvt.u16.u8 $0, n; }}"
        code = f.op(f'call i16 asm "{instruction}", "=h,f,f"(float {high}, float {low})')
        if pair == _NIBBLES:  # a code a byte
            apart = f.op(f"or i16 {f.op(f'and i16 {code}, 15')}, {f.op(f'shl i16 {code}, 4')}")
            code = f.op(f"and i16 {apart}, 3855")
        made = f.op(f"insertelement {codes} {made}, i16 {code}, i32 {k}")
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
    if {source.split()[-1].rstrip(">"), target.split()[-1].rstrip(">")} == {"half", "bfloat"}:
        wide = source.replace("bfloat", "float").replace("half", "float")
        return _resized(f, _resized(f, text, source, wide), wide, target)
    have, want = (_WIDTH[kind.split()[-1].rstrip(">")] for kind in (source, target))
    return f.op(f"{'fpext' if have < want else 'fptrunc'} {source} {text} to {target}")
