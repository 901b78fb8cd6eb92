"""Element-by-element ops in the warp emitter: scalar on bases where the analysis says so, else 32-lane vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import BFloat16Type, Float16Type, IntegerType
from xdsl.ir import Attribute, Operation

from cutedsl.arch.abi.host import ErrorCode
from cutedsl.codegen.cpu.checked.check_wraps import check_carried_sum
from cutedsl.codegen.cpu.control.merge import NO_PLACE
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import UNIFORM, Lanes, constant_lanes
from cutedsl.codegen.cpu.lanes.ranges import range_of
from cutedsl.codegen.cpu.memory.index_guard import guard_index
from cutedsl.codegen.cpu.memory.shared_code import ACCESS_OPS, shared, shares_code
from cutedsl.codegen.cpu.plan.unread import is_unread
from cutedsl.codegen.cpu.scalar.functions import CPU_MATH
from cutedsl.codegen.cpu.scalar.narrow import BFLOAT, CONVERSIONS, HALF
from cutedsl.codegen.cpu.scalar.rounded import emit_rounded
from cutedsl.codegen.cpu.values import Both, Compare, Pointer, Val, vector_val
from cutedsl.codegen.llvm.attributes import attribute, integer
from cutedsl.codegen.llvm.constants import constant_values, number_text, zero_text
from cutedsl.codegen.llvm.elementwise import CMPI, ELEMENTWISE, Emit, splat
from cutedsl.codegen.llvm.types import bit_width, element_type, is_float, scalar_type, shaped, suffix, vector_size
from cutedsl.config import config
from cutedsl.errors import internal_error
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import operands_of
from cutedsl.ir.foreign import signed
from cutedsl.ir.types import PtrType

_TABLE: Final[Mapping[str, Emit]] = MappingProxyType(
    {**ELEMENTWISE, **CONVERSIONS, **CPU_MATH, "cute.rounded": emit_rounded}
)
_NARROW_TABLES: Final[Mapping[type[Attribute], Mapping[str, Emit]]] = MappingProxyType(
    {BFloat16Type: {**_TABLE, **BFLOAT}, Float16Type: {**_TABLE, **HALF}}
)
_SWAPPED: Final = {
    "eq": "eq",
    "ne": "ne",
    "slt": "sgt",
    "sle": "sge",
    "sgt": "slt",
    "sge": "sle",
    "ult": "ugt",
    "ule": "uge",
    "ugt": "ult",
    "uge": "ule",
}


def emit_elementwise(e: WarpEmitter, op: Operation) -> None:
    """Any op of the table; `vector<NxT>` results are written element by element."""
    (result,) = op.results
    shape = e.plan.shapes[result]
    if isinstance(shape, Lanes):
        val = _element(e, op, [e.val(x) for x in operands_of(op)], shape)
        e.env[result] = _frozen(e, val, result.type) if result in e.plan.kept else val
        check_carried_sum(e, op)
        return
    rows = [e.elements(x) for x in operands_of(op)]
    out = [_element(e, op, [row[n % len(row)] for row in rows], lanes) for n, lanes in enumerate(shape)]
    if result in e.plan.kept:
        out = [_frozen(e, val, result.type) for val in out]
    e.env[result] = tuple(out)


def _frozen(e: WarpEmitter, val: Val, mlir: Attribute) -> Val:
    """A vector that is stored while the warp waits (see `kept`)."""
    if val.test is not None or not (val.lanes.varying and e.lanes):
        return val
    return replace(val, text=e.f.op(f"freeze {shaped(element_type(mlir), e.lanes)} {val.text}"))


def _element(e: WarpEmitter, op: Operation, operands: Sequence[Val], lanes: Lanes) -> Val:
    (made,), sources, name = op.results, operands_of(op), op.name
    result, width = made.type, e.lanes if lanes.varying else 0
    if not width and lanes.known and lanes.low is not None:
        return Val(number_text(lanes.low, scalar_type(result)), lanes)
    computes = facts(op).computes
    if computes.divides:
        return _division(e, op, operands, lanes)
    emit = _NARROW_TABLES.get(type(element_type(result)), _TABLE).get(name)
    if emit is None:
        raise internal_error(f"the CPU has no rule for {name}")
    if not width:
        if computes.operation == "extend" and lanes.affine:
            guard_index(e, op, operands[0], bit_width(sources[0].type), unsigned=computes.unsigned)
        return Val(emit(e.module, e.f, op, [x.text for x in operands], 0), lanes)
    lazy = _unevaluated(op, operands)
    if lazy is not None:
        return lazy
    if name == "arith.select" and operands[0].lanes.uniform:
        return _select_uniform(e, op, operands)
    texts = [
        x.text if x.lanes.offsets is None and x.test is None else e.vector(x, source.type)
        for x, source in zip(operands, sources, strict=True)
    ]
    if shares_code(e, ACCESS_OPS) and _takes_many_instructions(op):
        return Val(_by_function(e, op, emit, texts), lanes)
    return Val(emit(e.module, e.f, op, texts, width), lanes)


def _takes_many_instructions(op: Operation) -> bool:
    """Whether an element takes ten instructions and more, and long kernels have many such (softmax, in attention)."""
    return isinstance(op, math.ExpOp | math.Exp2Op) or (
        isinstance(op, arith.TruncFOp) and isinstance(element_type(op.results[0].type), BFloat16Type)
    )


def _by_function(e: WarpEmitter, op: Operation, emit: Emit, texts: Sequence[str]) -> str:
    """An element of all lanes by a function of the module; lanes that are not active compute too."""
    source, result = op.operands[0].type, op.results[0].type
    name = f"{op.name}.{suffix(source)}.{suffix(result)}"

    def write(inner: WarpEmitter, names: Sequence[str]) -> Sequence[str]:
        return [emit(inner.module, inner.f, op, names, inner.lanes)]

    mask, e.mask = e.mask, None
    given = [(shaped(source, e.lanes), text) for text in texts]
    (made,) = shared(e, name, given, [shaped(result, e.lanes)], write)
    e.mask = mask
    return made


def emit_vectors(e: WarpEmitter, op: Operation, texts: Sequence[str], length: int) -> str:
    """An op of the table on vectors of any length; it asks nothing of its operands."""
    (result,) = op.results
    return _NARROW_TABLES.get(type(element_type(result.type)), _TABLE)[op.name](e.module, e.f, op, texts, length)


def _select_uniform(e: WarpEmitter, op: Operation, operands: Sequence[Val]) -> Val:
    """A uniform condition chooses whole vectors."""
    mlir = op.results[0].type
    kind = shaped(mlir, e.lanes)
    a, b = (e.vector(x, mlir) for x in operands[1:])
    return vector_val(e.f.op(f"select i1 {operands[0].text}, {kind} {a}, {kind} {b}"))


def _unevaluated(op: Operation, operands: Sequence[Val]) -> Val | None:
    """A comparison of affine with uniform, or a conjunction with one: kept for the branch that reads it."""
    if op.name == "arith.cmpi" and bit_width(op.operands[0].type) in (32, 64):
        a, b = operands
        predicate = CMPI[integer(op, "predicate")]
        width = bit_width(op.operands[0].type)
        if a.lanes.affine and b.lanes.uniform:
            return Val("", vector_val("").lanes, Compare(predicate, a, b, width))
        if b.lanes.affine and a.lanes.uniform:
            return Val("", vector_val("").lanes, Compare(_SWAPPED[predicate], b, a, width))
    if op.name == "arith.andi" and op.results[0].type == IntegerType(1) and any(x.test for x in operands):
        return Val("", vector_val("").lanes, Both(operands[0], operands[1]))
    return None


def _division(e: WarpEmitter, op: Operation, operands: Sequence[Val], lanes: Lanes) -> Val:
    """An integer division that cannot trap: a zero divisor in an active lane is an error of the author's program.

    One whose result nothing reads divides nothing: a GPU gives some number there. (`sink_divisions` leaves only those
    by a constant.)
    """
    mlir = op.results[0].type
    width = e.lanes if lanes.varying else 0
    if is_unread(op):
        return Val("zeroinitializer" if width else "0", lanes)
    a, b = operands
    texts = [e.vector(a, mlir), e.vector(b, mlir)] if width else [a.text, b.text]
    low, high = b.lanes.low, b.lanes.high
    positive = low is not None and low > 0 and b.lanes.uniform
    signed_op = not facts(op).computes.unsigned
    if positive or (b.lanes.constant not in (None, 0, -1)) or (high is not None and high < -1 and b.lanes.uniform):
        if b.lanes.constant is not None:
            text = _by_bits(e, op, a, b.lanes.constant, texts[0], width)
            return Val(text or _TABLE[op.name](e.module, e.f, op, texts, width), lanes)  # LLVM multiplies instead
        return Val(_quotients(e, op, texts[0], texts[1], mlir, width), lanes)
    shared = bool(width) and b.lanes.uniform  # then one scalar is looked at, and repeated afterwards
    own = 0 if shared else width
    divisor = _nonzero(e, op, b.text if shared else texts[1], mlir, own)
    minus, divisor = _minus_one(e, divisor, mlir, own) if signed_op else (None, divisor)
    text = _quotients(e, op, texts[0], e.splat(divisor, scalar_type(mlir)) if shared else divisor, mlir, width)
    if minus is not None and op.name != "arith.remsi":
        kind = shaped(mlir, width)
        negated = e.f.op(f"sub {kind} {splat(0, scalar_type(mlir), width)}, {texts[0]}")
        text = e.f.op(f"select {f'<{own} x i1>' if own else 'i1'} {minus}, {kind} {negated}, {kind} {text}")
    return Val(text, lanes)


def _minus_one(e: WarpEmitter, divisor: str, mlir: Attribute, width: int) -> tuple[str, str]:
    """Whether a divisor is -1, whose quotient may not exist; and the divisor with 1 in its place."""
    kind, scalar = shaped(mlir, width), scalar_type(mlir)
    minus = e.f.op(f"icmp eq {kind} {divisor}, {splat(-1, scalar, width)}")
    boolean = f"<{width} x i1>" if width else "i1"
    return minus, e.f.op(f"select {boolean} {minus}, {kind} {splat(1, scalar, width)}, {kind} {divisor}")


_BY_BITS: Final = {"div": "lshr", "rem": "and"}


def _by_bits(e: WarpEmitter, op: Operation, a: Val, divisor: int, text: str, width: int) -> str | None:
    """A shift or a mask for a power of two, of numbers that are not negative: LLVM has to find that out first."""
    instruction, mlir = _BY_BITS.get(facts(op).computes.operation), op.results[0].type
    low = a.lanes.low if not width else (range_of(a.lanes, bit_width(mlir)) or (None,))[0]
    if instruction is None or low is None or low < 0 or divisor & (divisor - 1):
        return None
    number = divisor.bit_length() - 1 if instruction == "lshr" else divisor - 1
    return e.f.op(f"{instruction} {shaped(mlir, width)} {text}, {splat(number, scalar_type(mlir), width)}")


def _quotients(e: WarpEmitter, op: Operation, a: str, b: str, mlir: Attribute, width: int) -> str:
    """Quotients or remainders; those of a vector of i32 through f64, where truncated quotients are exact.

    There is no vector instruction for integers: LLVM would divide lane by lane, 160 instructions for 32 lanes.
    """
    computes = facts(op).computes
    sign = "u" if computes.unsigned else "s"
    exact = computes.operation in _BY_BITS and width and bit_width(mlir) == 32
    if not exact or not config().optimises("float-quotients"):
        return _TABLE[op.name](e.module, e.f, op, [a, b], width)
    f, kind, real = e.f, f"<{width} x i32>", f"<{width} x double>"
    x, y = (f.op(f"{sign}itofp {kind} {text} to {real}") for text in (a, b))
    quotient = f.op(f"fpto{sign}i {real} {f.op(f'fdiv {real} {x}, {y}')} to {kind}")
    if op.name.startswith("arith.div"):
        return quotient
    return f.op(f"sub {kind} {a}, {f.op(f'mul {kind} {quotient}, {b}')}")


def _nonzero(e: WarpEmitter, op: Operation, divisor: str, mlir: Attribute, width: int) -> str:
    """Reports a zero divisor in an active lane; lanes that are not active divide by one."""
    kind, scalar = shaped(mlir, width), scalar_type(mlir)
    site = e.sites.add(op, "divide")
    zero = e.f.op(f"icmp eq {kind} {divisor}, {zero_text(kind) if width else 0}")
    if not width:
        e.fail_if(zero, ErrorCode.DIVISION_BY_ZERO, site, e.mask_bits() if e.lanes else "-1")
        return divisor
    bits = e.bits(e.with_mask(zero))
    e.fail_if(e.f.op(f"icmp ne i32 {bits}, 0"), ErrorCode.DIVISION_BY_ZERO, site, bits)
    if e.mask is None:
        return divisor
    return e.f.op(f"select <{width} x i1> {zero}, {kind} {splat(1, scalar, width)}, {kind} {divisor}")


def emit_constant(e: WarpEmitter, op: Operation) -> None:
    """Constants are spelled where they are used."""
    result = op.results[0]
    value = attribute(op, "value")
    assert value is not None
    numbers = constant_values(value)
    vals = tuple(_constant(x, result.type) for x in numbers)
    size = vector_size(result.type)
    if not size:
        e.env[result] = vals[0]
    else:
        e.env[result] = vals if len(vals) == size else vals * size


def _constant(number: int | float, mlir: Attribute) -> Val:
    text = number_text(number, scalar_type(mlir))
    if is_float(mlir) or isinstance(number, float):
        return Val(text, UNIFORM)
    return Val(text, constant_lanes(signed(int(number), bit_width(mlir))))


def emit_poison(e: WarpEmitter, op: Operation) -> None:
    """A value that no path sets: zero, so that every run gives the same."""
    result = op.results[0]
    if isinstance(result.type, PtrType):
        e.env[result] = Pointer(NO_PLACE, Val("0", constant_lanes(0)), result.type.space.data)
        return
    zero = Val("0" if scalar_type(result.type)[0] == "i" else zero_text(scalar_type(result.type)), UNIFORM)
    if scalar_type(result.type) == "i1":
        zero = Val("false", UNIFORM)
    size = vector_size(result.type)
    e.env[result] = (zero,) * size if size else zero


def emit_extract(e: WarpEmitter, op: Operation) -> None:
    """One element of a register vector."""
    e.env[op.results[0]] = e.elements(op.operands[0])[integer(op, "index")]


def emit_pack(e: WarpEmitter, op: Operation) -> None:
    """A register vector is the tuple of its elements; one whose elements stay in memory is for a multiply to read."""
    if isinstance(e.env[op.operands[0]], Pointer):
        return
    e.env[op.results[0]] = tuple(e.val(x) for x in op.operands)


def emit_splat(e: WarpEmitter, op: Operation) -> None:
    """The same element at every place."""
    e.env[op.results[0]] = (e.val(op.operands[0]),) * vector_size(op.results[0].type)
