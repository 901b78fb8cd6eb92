"""Rounding to the 16-bit floats on the CPU, and arithmetic in bfloat16.

LLVM would call library functions that no process has (`__truncdfhf2`), or use an instruction that flushes subnormal
numbers (`vcvtneps2bf16`; see `bfloats.py`). So bfloat16 computes in float32, whose results round a second time without
harm (24 bits are at least 2 * 8 + 2), and rounding is written in integer arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float64Type, f32
from xdsl.ir import Attribute, Operation

from cutedsl.codegen.cpu.scalar.to_integers import to_integer
from cutedsl.codegen.llvm.attributes import fast_math, integer
from cutedsl.codegen.llvm.elementwise import CMPF, ELEMENTWISE, Emit, call, clamped_for_half, shaped_bool, splat
from cutedsl.codegen.llvm.narrow_floats import format_of, integer_as_double, narrow_float8, round_to_odd, widen_float8
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import element_type, shaped

_SIGN: Final = -1 << 15
_SIZE: Final = (1 << 15) - 1
"""The bits of a bfloat16, as integers of 16 bits."""


def _llvm_kind(scalar: str, lanes: int) -> str:
    return f"<{lanes} x {scalar}>" if lanes else scalar


def to_bfloat(f: FunctionText, text: str, lanes: int) -> str:
    """A float32 rounded to nearest even as a bfloat16; NaN stays NaN."""
    real, bits, half = _llvm_kind("float", lanes), _llvm_kind("i32", lanes), _llvm_kind("i16", lanes)
    sixteen = splat(16, "i32", lanes)
    pattern = f.op(f"bitcast {real} {text} to {bits}")
    last = f.op(f"and {bits} {f.op(f'lshr {bits} {pattern}, {sixteen}')}, {splat(1, 'i32', lanes)}")
    bias = f.op(f"add {bits} {last}, {splat(0x7FFF, 'i32', lanes)}")
    rounded = f.op(f"add {bits} {pattern}, {bias}")
    quiet = f.op(f"or {bits} {pattern}, {splat(0x400000, 'i32', lanes)}")
    unordered = f.op(f"fcmp uno {real} {text}, {text}")
    chosen = f.op(f"select {shaped_bool(lanes)} {unordered}, {bits} {quiet}, {bits} {rounded}")
    top = f.op(f"trunc {bits} {f.op(f'lshr {bits} {chosen}, {sixteen}')} to {half}")
    return f.op(f"bitcast {half} {top} to {_llvm_kind('bfloat', lanes)}")


def narrowed(module: ModuleText, f: FunctionText, text: str, source: Attribute, target: Attribute, lanes: int) -> str:
    """A float rounded once to a smaller float type."""
    source, target = element_type(source), element_type(target)
    if source == target:
        return text
    form = format_of(target)
    small = form is not None or isinstance(target, Float16Type | BFloat16Type)
    if isinstance(source, Float64Type) and small:
        text, source = round_to_odd(module, f, text, lanes), f32
    if form is not None:
        return narrow_float8(module, f, widened(f, text, source, f32, lanes), form, lanes)
    if isinstance(target, BFloat16Type):
        return to_bfloat(f, text, lanes)
    return f.op(f"fptrunc {shaped(source, lanes)} {text} to {shaped(target, lanes)}")


def widened(f: FunctionText, text: str, source: Attribute, target: Attribute, lanes: int) -> str:
    """A value in a larger float type; itself where the types agree."""
    if element_type(source) == element_type(target):
        return text
    if isinstance(element_type(source), BFloat16Type):
        text, source = bfloat_as_float(f, text, lanes), f32
        if element_type(target) == f32:
            return text
    return f.op(f"fpext {shaped(source, lanes)} {text} to {shaped(target, lanes)}")


def bfloat_as_float(f: FunctionText, text: str, lanes: int) -> str:
    """A bfloat16 as a float32: the upper half of its bits."""
    kind, bits, half = (_llvm_kind(scalar, lanes) for scalar in ("bfloat", "i32", "i16"))
    wide = f.op(f"zext {half} {f.op(f'bitcast {kind} {text} to {half}')} to {bits}")
    upper = f.op(f"shl {bits} {wide}, {splat(16, 'i32', lanes)}")
    return f.op(f"bitcast {bits} {upper} to {_llvm_kind('float', lanes)}")


def _truncf(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    return _converted(module, f, x[0], op.operands[0].type, op.results[0].type, lanes)


def _converted(module: ModuleText, f: FunctionText, text: str, source: Attribute, target: Attribute, lanes: int) -> str:
    """A float as any other float; the narrow ones go through float32, which holds them all."""
    source, target = element_type(source), element_type(target)
    form = format_of(source)
    if form is not None:
        text, source = widen_float8(f, text, form, lanes), f32
    wider = isinstance(target, Float64Type) or (target == f32 and not isinstance(source, Float64Type))
    if wider:
        return widened(f, text, source, target, lanes)
    return narrowed(module, f, text, source, target, lanes)


def _extf(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    return _converted(module, f, x[0], op.operands[0].type, op.results[0].type, lanes)


def _to_integer(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    """From floats of 16 bits and fewer through float32: LLVM's own conversion of float16 NaNs to i16 gives -32768."""
    text, source = x[0], element_type(op.operands[0].type)
    form = format_of(source)
    if form is not None:
        text, source = widen_float8(f, text, form, lanes), f32
    elif isinstance(source, Float16Type | BFloat16Type):
        text, source = widened(f, text, source, f32, lanes), f32
    return to_integer(module, f, text, source, op.results[0].type, lanes, signed=op.name == "arith.fptosi")


def _from_integer(instruction: str) -> Emit:
    """To a float of 16 bits or fewer through float64, so that it rounds once."""

    def emit(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        target = element_type(op.results[0].type)
        if not isinstance(target, Float16Type | BFloat16Type) and format_of(target) is None:
            return ELEMENTWISE[op.name](module, f, op, x, lanes)
        number = clamped_for_half(module, f, op, x[0], lanes)
        exact = integer_as_double(f, instruction, number, op.operands[0].type, lanes)
        return narrowed(module, f, exact, Float64Type(), target, lanes)

    return emit


def _arithmetic(instruction: str) -> Emit:
    def emit(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        mlir = op.results[0].type
        a, b = (widened(f, text, mlir, f32, lanes) for text in x)
        return to_bfloat(f, f.op(f"{instruction} {fast_math(op)}{_llvm_kind('float', lanes)} {a}, {b}"), lanes)

    return emit


def _intrinsic(name: str) -> Emit:
    def emit(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        kind, mlir = _llvm_kind("float", lanes), op.results[0].type
        args = [(kind, widened(f, text, mlir, f32, lanes)) for text in x]
        suffix = f"v{lanes}f32" if lanes else "f32"
        return to_bfloat(f, call(module, f, f"llvm.{name}.{suffix}", kind, args, fast_math(op)), lanes)

    return emit


def _bitwise(instruction: str, mask: int) -> Emit:
    """Changes the sign of a bfloat16 and nothing else: NaN keeps its other bits."""

    def emit(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        kind, half, all_masks = _llvm_kind("bfloat", lanes), _llvm_kind("i16", lanes), splat(mask, "i16", lanes)
        bits = f.op(f"bitcast {kind} {x[0]} to {half}")
        return f.op(f"bitcast {half} {f.op(f'{instruction} {half} {bits}, {all_masks}')} to {kind}")

    return emit


def _copysign(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    kind, half = _llvm_kind("bfloat", lanes), _llvm_kind("i16", lanes)
    size, sign = (f.op(f"bitcast {kind} {text} to {half}") for text in x)
    size = f.op(f"and {half} {size}, {splat(_SIZE, 'i16', lanes)}")
    sign = f.op(f"and {half} {sign}, {splat(_SIGN, 'i16', lanes)}")
    return f.op(f"bitcast {half} {f.op(f'or {half} {size}, {sign}')} to {kind}")


def _compared(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    source = element_type(op.operands[0].type)
    if not isinstance(source, BFloat16Type):
        return ELEMENTWISE[op.name](module, f, op, x, lanes)
    a, b = (widened(f, text, source, f32, lanes) for text in x)
    return f.op(f"fcmp {fast_math(op)}{CMPF[integer(op, 'predicate')]} {_llvm_kind('float', lanes)} {a}, {b}")


def combined_bfloats(module: ModuleText, f: FunctionText, kind: str, old: str, operand: str) -> str:
    """The sum ("add"), or the larger or smaller ("max", "min") of two."""
    a, b = bfloat_as_float(f, old, 0), bfloat_as_float(f, operand, 0)
    if kind == "add":
        return to_bfloat(f, f.op(f"fadd float {a}, {b}"), 0)
    return to_bfloat(f, call(module, f, f"llvm.{kind}num.f32", "float", [("float", a), ("float", b)]), 0)


def _fused(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    """A multiply-add of 16-bit floats that rounds once: exact product and sum in float64, the sum rounded to odd."""
    wide, bits, mlir = _llvm_kind("double", lanes), _llvm_kind("i64", lanes), op.results[0].type
    a, b, c = (widened(f, text, mlir, Float64Type(), lanes) for text in x)
    product = f.op(f"fmul {wide} {a}, {b}")
    near = f.op(f"fadd {wide} {product}, {c}")
    part = f.op(f"fsub {wide} {near}, {product}")
    rest = f.op(f"fsub {wide} {near}, {part}")
    lost = f.op(f"fadd {wide} {f.op(f'fsub {wide} {product}, {rest}')}, {f.op(f'fsub {wide} {c}, {part}')}")
    zero, one = (splat(str(k), "i64", lanes) for k in (0, 1))
    inexact = f.op(f"fcmp one {wide} {lost}, {splat('0.0', 'double', lanes)}")
    pattern, sign = (f.op(f"bitcast {wide} {text} to {bits}") for text in (near, lost))
    inward = f.op(f"icmp slt {bits} {f.op(f'xor {bits} {pattern}, {sign}')}, {zero}")
    down = f.op(f"zext {shaped_bool(lanes)} {f.op(f'and {shaped_bool(lanes)} {inward}, {inexact}')} to {bits}")
    odd = f.op(f"or {bits} {f.op(f'sub {bits} {pattern}, {down}')}, {one}")
    chosen = f.op(f"select {shaped_bool(lanes)} {inexact}, {bits} {odd}, {bits} {pattern}")
    return narrowed(module, f, f.op(f"bitcast {bits} {chosen} to {wide}"), Float64Type(), mlir, lanes)


CONVERSIONS: Final[Mapping[str, Emit]] = MappingProxyType(
    {
        "arith.truncf": _truncf,
        "arith.extf": _extf,
        "arith.sitofp": _from_integer("sitofp"),
        "arith.uitofp": _from_integer("uitofp"),
        "arith.fptosi": _to_integer,
        "arith.fptoui": _to_integer,
        "arith.cmpf": _compared,
    }
)
"""Conversions and comparisons of floats on the CPU."""

BFLOAT: Final[Mapping[str, Emit]] = MappingProxyType(
    {
        "arith.addf": _arithmetic("fadd"),
        "arith.subf": _arithmetic("fsub"),
        "arith.mulf": _arithmetic("fmul"),
        "arith.divf": _arithmetic("fdiv"),
        "cute.fmod": _arithmetic("frem"),
        **{
            f"arith.{op}": _intrinsic(name)
            for op, name in {
                "maximumf": "maximum",
                "minimumf": "minimum",
                "maxnumf": "maxnum",
                "minnumf": "minnum",
            }.items()
        },
        **{f"math.{name}": _intrinsic(name) for name in ("floor", "ceil", "trunc", "round", "roundeven", "sqrt")},
        "math.fma": _fused,
        "arith.negf": _bitwise("xor", _SIGN),
        "math.absf": _bitwise("and", _SIZE),
        "math.copysign": _copysign,
    }
)
"""Ops whose result is a bfloat16."""

HALF: Final[Mapping[str, Emit]] = MappingProxyType({"math.fma": _fused})
"""Ops whose result is a float16 and that the machine does not have."""
