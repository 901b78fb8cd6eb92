"""Element-by-element ops as LLVM instructions, for a scalar or for a vector of any length.

One table serves every target: the warp emitter asks for 32 lanes, the scalar emitters for none, `vector<NxT>` for N.
Divisions come unguarded here; a target that must survive a zero divisor replaces those entries in its own table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import Float16Type
from xdsl.ir import Attribute, Operation

from cutedsl.codegen.llvm.attributes import fast_math, integer
from cutedsl.codegen.llvm.constants import int_text
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import bit_width, element_type, scalar_type, shaped, suffix
from cutedsl.ir.fast import operands_of

Emit = Callable[[ModuleText, FunctionText, Operation, Sequence[str], int], str]
"""(module, function, op, operand texts, lanes or 0) -> the result's text."""

_HALF_BITS: Final = 17
"""Integers of this many bits reach beyond the finite numbers of float16."""

CMPI: Final = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
CMPF: Final = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)


def splat(value: int | str, llvm_type: str, lanes: int) -> str:
    """A constant repeated in every lane (`value` itself for no lanes)."""
    return f"splat ({llvm_type} {value})" if lanes else str(value)


def call(
    module: ModuleText,
    f: FunctionText,
    name: str,
    result: str,
    args: Sequence[tuple[str, str]],
    flags: str = "",
) -> str:
    """Calls `@name` and declares it; `args` are (type, text) pairs."""
    module.declare(f"{result} @{name}({', '.join(kind for kind, _ in args)})")
    return f.op(f"call {flags}{result} @{name}({', '.join(f'{kind} {text}' for kind, text in args)})")


def _result(op: Operation) -> Attribute:
    (made,) = op.results
    return made.type


def _integer(instruction: str) -> Emit:
    def emit(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        return f.op(f"{instruction} {shaped(_result(op), lanes)} {x[0]}, {x[1]}")

    return emit


def _float(instruction: str) -> Emit:
    def emit(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        return f.op(f"{instruction} {fast_math(op)}{shaped(_result(op), lanes)} {', '.join(x)}")

    return emit


def _cast(instruction: str) -> Emit:
    def emit(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        source, result = shaped(operands_of(op)[0].type, lanes), shaped(_result(op), lanes)
        return x[0] if source == result else f.op(f"{instruction} {source} {x[0]} to {result}")

    return emit


def intrinsic(name: str) -> Emit:
    """`llvm.name.<suffix>` over operands of the result's type."""

    def emit(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        kind = shaped(_result(op), lanes)
        full = f"llvm.{name}.{suffix(_result(op), lanes)}"
        return call(module, f, full, kind, [(kind, text) for text in x], fast_math(op))

    return emit


def flaggedintrinsic(name: str) -> Emit:
    """As `intrinsic`, with the final `i1 false` that `abs` and `ctlz` take (no poison)."""

    def emit(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        kind = shaped(_result(op), lanes)
        return call(module, f, f"llvm.{name}.{suffix(_result(op), lanes)}", kind, [(kind, x[0]), ("i1", "false")])

    return emit


def _from_integer(instruction: str) -> Emit:
    cast = _cast(instruction)

    def emit(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        return cast(module, f, op, [clamped_for_half(module, f, op, x[0], lanes)], lanes)

    return emit


def clamped_for_half(module: ModuleText, f: FunctionText, op: Operation, text: str, lanes: int) -> str:
    """The operand of a conversion to float16, brought to where float16 is infinite already.

    LLVM takes an integer of few significant bits (`x << 31`) for exact in float16, however large it is, and would
    leave the conversion out of float32(float16(x)).
    """
    source = op.operands[0].type
    if not isinstance(element_type(_result(op)), Float16Type) or bit_width(source) <= _HALF_BITS:
        return text
    kind, scalar = shaped(source, lanes), scalar_type(source)
    high, low = (splat(limit, scalar, lanes) for limit in ((1 << _HALF_BITS) - 1, 1 - (1 << _HALF_BITS)))
    if op.name == "arith.uitofp":
        return call(module, f, f"llvm.umin.{suffix(source, lanes)}", kind, [(kind, text), (kind, high)])
    least = call(module, f, f"llvm.smax.{suffix(source, lanes)}", kind, [(kind, text), (kind, low)])
    return call(module, f, f"llvm.smin.{suffix(source, lanes)}", kind, [(kind, least), (kind, high)])


def _saturating(name: str) -> Emit:
    """Float to integer; out of range saturates and NaN gives 0, as the hardware's conversion does."""

    def emit(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        source, result = op.operands[0].type, _result(op)
        full = f"llvm.{name}.sat.{suffix(result, lanes)}.{suffix(source, lanes)}"
        return call(module, f, full, shaped(result, lanes), [(shaped(source, lanes), x[0])])

    return emit


def _shift(instruction: str) -> Emit:
    """Shifts; by the width or more they give 0, or copies of the sign, as PTX defines (LLVM leaves it open)."""

    def emit(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        kind, scalar, width = shaped(_result(op), lanes), scalar_type(_result(op)), bit_width(_result(op))
        value, amount = x
        if amount.isdigit() and int(amount) < width:
            return f.op(f"{instruction} {kind} {value}, {amount}")
        last = splat(width - 1, scalar, lanes)
        name = f"llvm.umin.{suffix(_result(op), lanes)}"
        safe = call(module, f, name, kind, [(kind, amount), (kind, last)])
        moved = f.op(f"{instruction} {kind} {value}, {safe}")
        if instruction == "ashr":
            return moved
        inside = f.op(f"icmp ule {kind} {amount}, {last}")
        zero = "zeroinitializer" if lanes else "0"
        return f.op(f"select {shaped_bool(lanes)} {inside}, {kind} {moved}, {kind} {zero}")

    return emit


def shaped_bool(lanes: int) -> str:
    """`i1`, or a vector of them."""
    return f"<{lanes} x i1>" if lanes else "i1"


def _cmpi(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    return f.op(f"icmp {CMPI[integer(op, 'predicate')]} {shaped(op.operands[0].type, lanes)} {x[0]}, {x[1]}")


def _cmpf(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    predicate = CMPF[integer(op, "predicate")]
    return f.op(f"fcmp {fast_math(op)}{predicate} {shaped(op.operands[0].type, lanes)} {x[0]}, {x[1]}")


def _select(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    kind = shaped(_result(op), lanes)
    return f.op(f"select {shaped_bool(lanes)} {x[0]}, {kind} {x[1]}, {kind} {x[2]}")


def _floordiv(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    return floor_division(f, _result(op), x[0], x[1], lanes)


def floor_division(f: FunctionText, mlir: Attribute, a: str, b: str, lanes: int) -> str:
    """`floor(a / b)`, signed: one less than the truncated quotient where signs differ and a remainder is left.

    By a constant power of two it is a shift; LLVM does not find that in eight instructions.
    """
    divisor = b.removeprefix(f"splat ({scalar_type(mlir)} ").removesuffix(")")
    if divisor.isdecimal() and (power := int(divisor)).bit_count() == 1 and power.bit_length() < bit_width(mlir):
        shift = splat(power.bit_length() - 1, scalar_type(mlir), lanes)
        return f.op(f"ashr {shaped(mlir, lanes)} {a}, {shift}")
    return _adjusted_division(f, mlir, a, b, lanes, "slt", "sext")


def _ceildiv(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    return ceil_division(f, _result(op), x[0], x[1], lanes)


def ceil_division(f: FunctionText, mlir: Attribute, a: str, b: str, lanes: int) -> str:
    """`ceil(a / b)`, signed: one more than the truncated quotient where signs agree and a remainder is left."""
    return _adjusted_division(f, mlir, a, b, lanes, "sge", "zext")


def _adjusted_division(f: FunctionText, mlir: Attribute, a: str, b: str, lanes: int, signs: str, extend: str) -> str:
    kind, boolean = shaped(mlir, lanes), shaped_bool(lanes)
    zero = "zeroinitializer" if lanes else "0"
    quotient = f.op(f"sdiv {kind} {a}, {b}")
    remainder = f.op(f"sub {kind} {a}, {f.op(f'mul {kind} {quotient}, {b}')}")
    inexact = f.op(f"icmp ne {kind} {remainder}, {zero}")
    chosen = f.op(f"icmp {signs} {kind} {f.op(f'xor {kind} {remainder}, {b}')}, {zero}")
    adjust = f.op(f"and {boolean} {inexact}, {chosen}")
    return f.op(f"add {kind} {quotient}, {f.op(f'{extend} {boolean} {adjust} to {kind}')}")


def _ceildivui(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    kind = shaped(_result(op), lanes)
    quotient = f.op(f"udiv {kind} {x[0]}, {x[1]}")
    remainder = f.op(f"urem {kind} {x[0]}, {x[1]}")
    inexact = f.op(f"icmp ne {kind} {remainder}, {'zeroinitializer' if lanes else '0'}")
    return f.op(f"add {kind} {quotient}, {f.op(f'zext {shaped_bool(lanes)} {inexact} to {kind}')}")


def _permute_bytes(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    """Each byte of the result by four bits of the selector: which of eight bytes, or eight copies of its sign."""
    kind, wide = shaped(_result(op), lanes), f"<{lanes} x i64>" if lanes else "i64"

    def number(value: int, scalar: str = "i32") -> str:
        return splat(value, scalar, lanes)

    low, high = (f.op(f"zext {kind} {text} to {wide}") for text in x[:2])
    upper = f.op(f"shl {wide} {high}, {number(32, 'i64')}")
    both = f.op(f"or {wide} {low}, {upper}")
    out = number(0)
    for index in range(4):
        choice = f.op(f"lshr {kind} {x[2]}, {number(4 * index)}")
        shift = f.op(f"shl {kind} {f.op(f'and {kind} {choice}, {number(7)}')}, {number(3)}")
        moved = f.op(f"lshr {wide} {both}, {f.op(f'zext {kind} {shift} to {wide}')}")
        byte = f.op(f"and {kind} {f.op(f'trunc {wide} {moved} to {kind}')}, {number(255)}")
        sign = f.op(f"ashr {kind} {f.op(f'shl {kind} {byte}, {number(24)}')}, {number(31)}")
        copies = f.op(f"and {kind} {sign}, {number(255)}")
        plain = f.op(f"icmp eq {kind} {f.op(f'and {kind} {choice}, {number(8)}')}, {number(0)}")
        chosen = f.op(f"select {shaped_bool(lanes)} {plain}, {kind} {byte}, {kind} {copies}")
        out = f.op(f"or {kind} {out}, {f.op(f'shl {kind} {chosen}, {number(8 * index)}')}")
    return out


ELEMENTWISE: Final[Mapping[str, Emit]] = MappingProxyType(
    {
        "cute.brev": intrinsic("bitreverse"),
        "cute.prmt": _permute_bytes,
        "arith.addi": _integer("add"),
        "arith.subi": _integer("sub"),
        "arith.muli": _integer("mul"),
        "arith.andi": _integer("and"),
        "arith.ori": _integer("or"),
        "arith.xori": _integer("xor"),
        "arith.divsi": _integer("sdiv"),
        "arith.divui": _integer("udiv"),
        "arith.remsi": _integer("srem"),
        "arith.remui": _integer("urem"),
        "arith.floordivsi": _floordiv,
        "arith.ceildivsi": _ceildiv,
        "arith.ceildivui": _ceildivui,
        "arith.shli": _shift("shl"),
        "arith.shrsi": _shift("ashr"),
        "arith.shrui": _shift("lshr"),
        "arith.minsi": intrinsic("smin"),
        "arith.maxsi": intrinsic("smax"),
        "arith.minui": intrinsic("umin"),
        "arith.maxui": intrinsic("umax"),
        "arith.cmpi": _cmpi,
        "arith.cmpf": _cmpf,
        "arith.select": _select,
        "arith.addf": _float("fadd"),
        "arith.subf": _float("fsub"),
        "arith.mulf": _float("fmul"),
        "arith.divf": _float("fdiv"),
        "arith.remf": _float("frem"),
        "arith.negf": _float("fneg"),
        "arith.maximumf": intrinsic("maximum"),
        "arith.minimumf": intrinsic("minimum"),
        "arith.maxnumf": intrinsic("maxnum"),
        "arith.minnumf": intrinsic("minnum"),
        "arith.extf": _cast("fpext"),
        "arith.truncf": _cast("fptrunc"),
        "arith.sitofp": _from_integer("sitofp"),
        "arith.uitofp": _from_integer("uitofp"),
        "arith.fptosi": _saturating("fptosi"),
        "arith.fptoui": _saturating("fptoui"),
        "arith.extsi": _cast("sext"),
        "arith.extui": _cast("zext"),
        "arith.trunci": _cast("trunc"),
        "arith.bitcast": _cast("bitcast"),
        "math.absf": intrinsic("fabs"),
        "math.absi": flaggedintrinsic("abs"),
        "math.ctlz": flaggedintrinsic("ctlz"),
        "math.ctpop": intrinsic("ctpop"),
        "math.floor": intrinsic("floor"),
        "math.ceil": intrinsic("ceil"),
        "math.trunc": intrinsic("trunc"),
        "math.round": intrinsic("round"),
        "math.roundeven": intrinsic("roundeven"),
        "math.sqrt": intrinsic("sqrt"),
        "math.fma": intrinsic("fma"),
        "math.copysign": intrinsic("copysign"),
    }
)
"""Ops whose LLVM form is the same on every target. `math.exp` and its like are each target's own."""


def lane_constants(values: Sequence[int], mlir: Attribute) -> str:
    """A constant vector of integers, one a lane, wrapped to the element type.

    >>> from xdsl.dialects.builtin import i32
    >>> lane_constants([0, 1], i32)
    '<i32 0, i32 1>'
    """
    return _lane_constants(tuple(values), scalar_type(element_type(mlir)))


@lru_cache(maxsize=1024)
def _lane_constants(values: tuple[int, ...], scalar: str) -> str:
    """Cached: the accesses of a kernel are apart in the same few ways."""
    return "<" + ", ".join(f"{scalar} {int_text(value, scalar)}" for value in values) + ">"
