"""`cutlass._mlir.dialects.arith`: arithmetic on handles. MLIR's integers have no signs; the operations say which."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum, IntFlag
from typing import Any

from cutedsl.compat.mlir.handles import numeric_class_of, value_of
from cutedsl.compat.mlir.ir import FloatAttr, IntegerAttr
from cutedsl.lang import arch
from cutedsl.lang.emission.raw_values import class_of
from cutedsl.lang.register_vectors.tensor_ssa import vector_of
from cutedsl.lang.register_vectors.type import VectorType
from cutedsl.staging.choose import max as larger
from cutedsl.staging.choose import min as smaller
from cutedsl.staging.choose import select_
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Boolean, Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64

_UNSIGNED: dict[type[Numeric], type[Numeric]] = {Int8: Uint8, Int16: Uint16, Int32: Uint32, Int64: Uint64}


class FastMathFlags(IntFlag):
    """What an operation on floats may give away. Operations here take it and stay exact."""

    none = 0
    reassoc, nnan, ninf, nsz, arcp, contract, afn = (1 << bit for bit in range(7))
    fast = 127


class CmpIPredicate(IntEnum):
    """How `cmpi` compares; `s` and `u` read the operands with and without signs."""

    eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge = range(10)


class CmpFPredicate(IntEnum):
    """How `cmpf` compares; `O` is false and `U` true where an operand is not a number."""

    AlwaysFalse, OEQ, OGT, OGE, OLT, OLE, ONE, ORD, UEQ, UGT, UGE, ULT, ULE, UNE, UNO, AlwaysTrue = range(16)


def constant(result: Any, value: Any = None, *, loc: object = None, ip: object = None) -> Handle:
    """A number of a type."""
    kind, number = (value, result) if isinstance(result, bool | int | float) else (result, value)
    if isinstance(number, IntegerAttr | FloatAttr):
        number = number.value
    return numeric_class_of(kind)(number).ir_value()


def _unsigned(given: Any) -> Any:
    value = value_of(given)
    kind = _UNSIGNED.get(type(value))
    return value if kind is None else value.bitcast(kind)


def _signed(given: Any) -> Any:
    """A value as MLIR reads it with a sign: the one of a single bit is -1."""
    value = value_of(given)
    return -value.to(Int32) if isinstance(value, Boolean) else value


def _binary(operate: Callable[[Any, Any], Any], read: Callable[[Any], Any] = value_of) -> Callable[..., Handle]:
    """An operation on two operands of one type, numbers or vectors; an unsigned one on numbers only."""

    def op(
        lhs: Any,
        rhs: Any,
        *,
        fastmath: object = None,
        overflow_flags: object = None,
        results: object = None,
        loc: object = None,
        ip: object = None,
    ) -> Handle:
        vectors = vector_of(lhs), vector_of(rhs)
        if read is value_of and all(vector is not None for vector in vectors):
            return operate(*vectors).handle
        return operate(read(lhs), read(rhs)).ir_value()

    return op


def _divided_toward_zero(a: Any, b: Any) -> Any:
    return (a - a % b) // b  # `%` has the sign of `a`, so the division is exact


addf = addi = _binary(lambda a, b: a + b)
subf = subi = _binary(lambda a, b: a - b)
mulf = muli = _binary(lambda a, b: a * b)
divf = _binary(lambda a, b: a / b)
divui = _binary(lambda a, b: a // b, _unsigned)
remui = _binary(lambda a, b: a % b, _unsigned)
divsi = _binary(_divided_toward_zero)
remsi = _binary(lambda a, b: a % b)
andi = _binary(lambda a, b: a & b)
ori = _binary(lambda a, b: a | b)
xori = _binary(lambda a, b: a ^ b)
shli = _binary(lambda a, b: a << b)
shrsi = _binary(lambda a, b: a >> b)
shrui = _binary(lambda a, b: a >> b, _unsigned)
maxsi, minsi = _binary(larger), _binary(smaller)
maxui, minui = _binary(larger, _unsigned), _binary(smaller, _unsigned)
maxnumf = _binary(lambda a, b: arch.fmax(a, b))
"""The larger; of a number and what is none, the number."""
minnumf = _binary(lambda a, b: arch.fmin(a, b))
maximumf = _binary(lambda a, b: arch.fmax(a, b, nan=True))
"""The larger; not a number where an operand is none."""
minimumf = _binary(lambda a, b: arch.fmin(a, b, nan=True))


def _conversion(read: Callable[[Any], Any] = value_of) -> Callable[..., Handle]:
    """An operand as another type, by its value."""

    def op(
        out: Any,
        in_: Any,
        *,
        fastmath: object = None,
        roundingmode: object = None,
        overflow_flags: object = None,
        loc: object = None,
        ip: object = None,
    ) -> Handle:
        vector = vector_of(in_)
        if read is value_of and vector is not None and isinstance(out, VectorType):
            return vector.to(out.element_type).handle
        return _converted(read(in_), numeric_class_of(out)).ir_value()

    return op


def _converted(value: Any, kind: type[Numeric]) -> Any:
    """A value of another type; a single bit is the lowest one of an integer."""
    if kind is Boolean and type(value).is_integer:
        return (value & 1) != 0
    return value.to(kind)


extf = truncf = fptosi = trunci = _conversion()
extsi = sitofp = index_cast = _conversion(_signed)
extui = uitofp = _conversion(_unsigned)


def recast_type(src_type: Any, res_elem_type: Any) -> Any:
    """A type like `src_type`, of a number or a vector, with other elements."""
    element = numeric_class_of(res_elem_type)
    return VectorType(src_type.count, element) if isinstance(src_type, VectorType) else element


def fptoui(out: Any, in_: Any, *, fastmath: object = None, loc: object = None, ip: object = None) -> Handle:
    """A float as an integer without a sign, whose bits the result has."""
    kind = numeric_class_of(out)
    return value_of(in_).to(_UNSIGNED.get(kind, kind)).bitcast(kind).ir_value()


def bitcast(out: Any, in_: Any, *, loc: object = None, ip: object = None) -> Handle:
    """The same bits as another type; the type comes first, or second as in `_mlir_helpers.arith`."""
    kind, value = (out, in_) if class_of(out) is not None else (in_, out)
    return value_of(value).bitcast(numeric_class_of(kind)).ir_value()


def negf(operand: Any, *, fastmath: object = None, loc: object = None, ip: object = None) -> Handle:
    """The operand with its sign changed."""
    return (-value_of(operand)).ir_value()


def select(condition: Any, true_value: Any, false_value: Any, *, loc: object = None, ip: object = None) -> Handle:
    """One of two values, both of which exist."""
    chosen: Any = select_(value_of(condition).to(Boolean), value_of(true_value), value_of(false_value))
    return chosen.ir_value()


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
_FLOAT_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "AlwaysFalse": lambda a, b: Boolean(False),
    "OEQ": lambda a, b: a == b,
    "OGT": lambda a, b: a > b,
    "OGE": lambda a, b: a >= b,
    "OLT": lambda a, b: a < b,
    "OLE": lambda a, b: a <= b,
    "ONE": lambda a, b: (a < b) | (a > b),
    "ORD": lambda a, b: (a == a) & (b == b),
    "UEQ": lambda a, b: _not((a < b) | (a > b)),
    "UGT": lambda a, b: _not(a <= b),
    "UGE": lambda a, b: _not(a < b),
    "ULT": lambda a, b: _not(a >= b),
    "ULE": lambda a, b: _not(a > b),
    "UNE": lambda a, b: a != b,
    "UNO": lambda a, b: (a != a) | (b != b),
    "AlwaysTrue": lambda a, b: Boolean(True),
}
"""By the names of `CmpFPredicate`; no comparison holds with what is not a number, but `!=`."""


def _not(condition: Any) -> Any:
    return condition.to(Boolean) == False  # noqa: E712  # of a run-time value


def cmpi(predicate: Any, lhs: Any, rhs: Any, *, loc: object = None, ip: object = None) -> Handle:
    """A comparison of integers by a `CmpIPredicate`."""
    name = CmpIPredicate(int(predicate)).name
    read = _unsigned if name.startswith("u") else value_of
    return _COMPARE[name[-2:]](read(lhs), read(rhs)).ir_value()


def cmpf(
    predicate: Any, lhs: Any, rhs: Any, *, fastmath: object = None, loc: object = None, ip: object = None
) -> Handle:
    """A comparison of floats by a `CmpFPredicate`."""
    name = CmpFPredicate(int(predicate)).name
    return Boolean(_FLOAT_COMPARE[name](value_of(lhs), value_of(rhs))).ir_value()
