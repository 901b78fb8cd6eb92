"""The operators of numeric values: which type they compute in, folding of literals, and the call of the emitter."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeGuard, cast

from cutedsl.errors import fail, warn
from cutedsl.staging.fold import DIVISIONS, SHIFTS, fold_binary, fold_compare, fold_unary, negative_shift
from cutedsl.staging.literal import Literal, fits, to_literal, wrap
from cutedsl.staging.protocol import current_emitter
from cutedsl.types import BOOLEAN, FLOAT32, INT32, INT64, DType, promote

if TYPE_CHECKING:
    from cutedsl.staging.numeric import Numeric

CLASS_OF: dict[DType, type[Numeric]] = {}
"""The class of each numeric type; filled when the classes are made."""

SYMBOL = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "floordiv": "//", "rem": "%", "pow": "**", "and": "&", "or": "|",
    "xor": "^", "shl": "<<", "shr": ">>", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=",
    "neg": "-", "invert": "~", "abs": "abs", "min": "min", "max": "max",
}  # fmt: skip
_BITWISE = frozenset({"and", "or", "xor"})
_INTEGER_ONLY = frozenset({"and", "or", "xor", "shl", "shr"})
_COMMON_DIVISOR = frozenset({"add", "sub", "min", "max", "rem"})
_PYTHON = {
    "add": "add", "sub": "sub", "mul": "mul", "div": "truediv", "floordiv": "floordiv", "rem": "mod", "pow": "pow",
    "and": "and", "or": "or", "xor": "xor", "shl": "lshift", "shr": "rshift",
}  # fmt: skip
"""Python's name of each operator on two numbers."""
OPERATORS_FILE = __file__
"""Whose frames stand between an author's operator and the emitter."""
_new = object.__new__


def dtype_of_literal(value: Literal) -> DType:
    """The type that a Python number has by itself: Boolean, Int32 (Int64 if it does not fit), Float32."""
    if isinstance(value, bool):
        return BOOLEAN
    if isinstance(value, int):
        return INT32 if fits(value, INT32) else INT64
    return FLOAT32


def literal_of(value: object) -> Literal | None:
    """`value` as a Python number, or None: bool, int, float, and the scalars of NumPy."""
    match value:
        case bool() | int() | float():
            return value
        case numbers.Integral():
            return int(value)
        case numbers.Real():
            return float(value)
        case _:
            return bool(value) if type(value).__name__ in ("bool_", "bool") else None  # NumPy's, of either name


def dtype_beside(literal: Literal, other: DType) -> DType:
    """The type that a Python number takes beside an operand of type `other`: that type wherever it can hold it."""
    own = dtype_of_literal(literal)
    if own is BOOLEAN or other is BOOLEAN:
        return own
    if other.is_float and other.width >= 16:
        return other
    if other.is_integer and own.is_integer and fits(int(literal), other):
        return other
    return other if other.is_float else own


def is_numeric(value: object) -> TypeGuard[Numeric]:
    """Whether `value` is a value of a numeric type, static or dynamic."""
    return isinstance(value, Operators)


def operands(a: Numeric, other: object, op: str = "") -> tuple[Numeric, Numeric] | None:
    """Both sides of the operator `op` in their common type, or None if `other` is not a number.

    Errors: numeric-promotion.
    """
    cls = type(a)
    if cls is type(other):
        return a, other  # type: ignore[return-value]
    if type(other) is int:  # the usual cases, for speed: `i + 1`, `x * 2.0`
        known = _int_literal(cls, other)
        if known is not None:
            return a, known
    elif type(other) is float and cls.spec.is_float:
        return a, (
            _float_literal(cls, other) if other else cls.of_literal(other)
        )  # `-0.0` is not a key: it equals `0.0`
    if is_numeric(other):
        common = CLASS_OF[promote(a.spec, other.spec)]
        return a.to(common), other.to(common)
    literal = literal_of(other)
    if literal is None:
        return None
    beside = dtype_beside(literal, a.spec)
    common = CLASS_OF[a.spec if beside is a.spec else promote(a.spec, beside)]
    return a.to(common), common.known(to_literal(as_bits(op, literal, common.spec), common.spec))


def as_bits(op: str, value: Any, dtype: DType) -> Any:
    """A negative Python integer in a bitwise operator beside an unsigned type: its bits, as in `x & ~mask`.

    Everything else is given back as it is, so that numbers with more bits than the type warn.
    """
    if op in _BITWISE and type(value) is int and value < 0 and dtype.is_integer and -value <= 1 << dtype.width - 1:
        return wrap(value, dtype)
    return value


@lru_cache(maxsize=4096)
def _int_literal(cls: type[Numeric], literal: int) -> Numeric | None:
    """The static value of an integer that a type of integers holds; None for the others."""
    spec = cls.spec
    return cls.known(literal) if spec.is_integer and not spec.is_bool and fits(literal, spec) else None


def _float_literal(cls: type[Numeric], literal: float) -> Numeric:
    """The static value of a float literal other than 0; warns (literal-out-of-range) if it becomes 0 or infinite."""
    known = _rounded_literal(cls, literal)
    if not known._value or math.isinf(known._value):  # pyright: ignore[reportArgumentType, reportPrivateUsage]
        to_literal(literal, cls.spec)  # warns at this line too, if something is lost
    return known


@lru_cache(maxsize=4096)
def _rounded_literal(cls: type[Numeric], literal: float) -> Numeric:
    """A float literal as a static value, rounded; such values never change."""
    return cls.of_literal(literal)


def common_pair(a: object, b: object) -> tuple[Numeric, Numeric] | None:
    """Two values in their common type, if both are numbers; a Python number beside a Numeric takes its type."""
    if is_numeric(a):
        return operands(a, b)
    if is_numeric(b):
        swapped = operands(b, a)
        return None if swapped is None else (swapped[1], swapped[0])
    literal = literal_of(a)
    return None if literal is None else operands(CLASS_OF[dtype_of_literal(literal)].of_literal(literal), b)


def binary(op: str, a: Any, b: Any) -> Any:
    """`a op b` in the common type of both; NotImplemented if `b` is not a number.

    Errors: numeric-promotion; operand-type for an operator that the type does not have.
    """
    return _binary(a, b, op, op in _COMMON_DIVISOR)


def _binary(a: Any, b: Any, op: str, joins: bool) -> Any:
    """The same; `joins` says that what divides both sides divides the result."""
    cls = type(a)
    if cls is not type(b):
        pair = operands(a, b, op)
        if pair is None:
            return NotImplemented
        a, b = pair
        cls = type(a)
    computed = _computed_in(op, cls)
    if computed is not cls:
        result = _binary(a.to(computed), b.to(computed), op, joins)
        return result.to(cls) if cls.spec.is_bool and op in ("min", "max") else result
    spec, emitter = cls.spec, current_emitter()
    if a._static and b._static:
        if not _waits_for_run_time(op, spec, b.literal):
            if op == "rem" and a.literal < 0:
                _warn_of_remainder(a.literal, b.literal)
            return cls.of_literal(fold_binary(op, spec, a.literal, b.literal))
        handle = emitter.binary(op, spec, emitter.constant(a._value, spec), emitter.constant(b._value, spec))
    elif a._static:
        handle = emitter.binary(op, spec, emitter.constant(a._value, spec), b._value)
    elif b._static:
        if op in SHIFTS and b.literal < 0:
            raise negative_shift(op, b.literal)
        handle = emitter.binary(op, spec, a._value, emitter.constant(b._value, spec))
    else:
        handle = emitter.binary(op, spec, a._value, b._value)
    value = _new(cls)  # `from_handle`, in one call less
    value._value = handle
    value._static = False
    one = (not a._static and a._divisibility == 1) or (not b._static and b._divisibility == 1)
    if spec.is_float or (joins and one):
        value._divisibility = 1  # nothing is known of most values
    else:
        value._divisibility = divisibility_of(op, a, b)
    return value


def _waits_for_run_time(op: str, dtype: DType, divisor: Literal) -> bool:
    """Whether an operation on two literals has no result, in a part of the program that may never run."""
    if op not in DIVISIONS or divisor != 0 or dtype.is_float:
        return False
    from cutedsl.staging import trace  # late: it is made of what uses these operators

    return bool(trace.open_scopes() or trace.open_expressions())


@lru_cache(maxsize=1024)
def _computed_in(op: str, cls: type[Numeric]) -> type[Numeric]:
    """The class that an operator on two values of a class computes in; error operand-type."""
    spec = cls.spec
    if spec.is_float:
        if op in _INTEGER_ONLY or spec.width < 16:
            raise _no_operator(op, spec)
        return cls
    if op == "div":
        return CLASS_OF[FLOAT32]
    return CLASS_OF[INT32] if spec.is_bool and op not in _BITWISE else cls


def compare(op: str, a: Any, b: Any) -> Any:
    """`a op b` as a Boolean; NotImplemented if `b` is not a number.

    Errors: numeric-promotion; operand-type for types that only store numbers.
    """
    return _compare(a, b, op)


def _compare(a: Any, b: Any, op: str) -> Any:
    """The same."""
    if type(a) is not type(b):
        if type(b) is int and b < 0 and not a.spec.signed and a.spec.is_integer and not a.spec.is_bool:
            return CLASS_OF[BOOLEAN].of_literal(op in ("gt", "ge", "ne"))  # no value of the type is below 0
        pair = operands(a, b)
        if pair is None:
            return NotImplemented
        a, b = pair
    spec, boolean = a.spec, CLASS_OF[BOOLEAN]
    if spec.is_float and spec.width < 16:
        raise _no_operator(op, spec)
    if a._static and b._static:
        return boolean.of_literal(fold_compare(op, a.literal, b.literal))
    emitter = current_emitter()
    left = emitter.constant(a._value, spec) if a._static else a._value
    right = emitter.constant(b._value, spec) if b._static else b._value
    return boolean.from_handle(emitter.compare(op, spec, left, right))


def _reflected(a: Any, other: object, op: str) -> Any:
    """`other op a`."""
    pair = operands(a, other, op)
    return NotImplemented if pair is None else binary(op, pair[1], pair[0])


def _unary(a: Any, op: str) -> Any:
    """`op a`."""
    spec: DType = a.spec
    narrow = spec.is_float and spec.width < 16
    if narrow or (op == "invert" and spec.is_float) or (op == "neg" and spec.is_bool):
        raise _no_operator(op, spec)
    cls = CLASS_OF[spec]
    if op == "abs" and not spec.signed and spec.is_integer:
        return a
    if a.is_static:
        return cls.of_literal(fold_unary(op, spec, a.literal))
    return cls.from_handle(current_emitter().unary(op, spec, a.ir_value()), 1 if op == "invert" else a.divisibility)


def _warn_of_remainder(a: Literal, b: Literal) -> None:
    """Warns (negative-remainder) where C's remainder of two numbers is not Python's."""
    if b and a % b != math.fmod(a, b):
        left = math.fmod(a, b) if isinstance(a, float) else int(math.fmod(a, b))
        text = f"{a} % {b} is {left} for numbers of the program, where Python's is {a % b}"
        warn("negative-remainder", text)


def _no_operator(op: str, spec: DType) -> Exception:
    """The error for an operator that a type lacks."""
    if spec.is_float and spec.width < 16:
        fix = "Convert the operands first: `x.to(Float32)`."
        return fail(
            "operand-type", f"`{SYMBOL[op]}` is not defined for {spec.name}, which only stores numbers", fix=fix
        )
    fix = None
    if SYMBOL[op] in ("&", "|"):
        word = "and" if SYMBOL[op] == "&" else "or"
        fix = f"Convert to `x.to(Int32)`. Join conditions with `{word}`: `{SYMBOL[op]}` binds tighter than `<`."
    return fail("operand-type", f"`{SYMBOL[op]}` is not defined for {spec.name}", fix=fix)


def divisibility_of(op: str, a: Numeric, b: Numeric) -> int:
    """The largest known divisor of `a op b`; 1 when nothing is known."""
    da = abs(int(a._value)) if a._static else a._divisibility  # a literal divides itself; 0 stays 0 here
    db = abs(int(b._value)) if b._static else b._divisibility
    if da == db == 1 or ((da == 1 or db == 1) and op in _COMMON_DIVISOR):
        return 1  # nothing is known of most values
    match op:
        case _ if op in _COMMON_DIVISOR:
            known = math.gcd(da, db)
        case "mul":
            known = da * db
        case "shl" if b.is_static:
            known = da << int(b.literal)
        case "floordiv" if b.is_static and b.literal != 0:
            divisor = abs(int(b.literal))
            known = da // divisor if da % divisor == 0 else 1
        case "and":
            known = max(da & -da, db & -db)
        case "xor" | "or":
            known = math.gcd(da & -da, db & -db)
        case "shr" if b.is_static:
            known = (da & -da) >> int(b.literal)
        case _:
            known = 1
    return known or 1


def _power(a: Any, b: Any, modulus: object = None) -> Any:
    """`a ** b`; error operand-type for a modulus."""
    if modulus is not None:
        name = type(a).__name__
        raise fail(
            "operand-type",
            f"`pow` with a modulus is not defined for {name}",
            fix="Write `pow(a, b) % m`, which may wrap.",
        )
    if isinstance(b, int) and b < 0 and a.spec.is_integer:
        fix = f"Convert the base first: `x.to(Float32) ** {b}`."
        raise fail("operand-type", f"an integer to the power of {b} is not an integer", fix=fix)
    return binary("pow", a, b)


def _method(body: Callable[..., Any], name: str, *defaults: object) -> Any:
    """An operator's method: a copy of a function's code whose last parameters have the values `defaults`.

    One call less for each operator than a method that calls the function, and CPython remembers at each instruction of
    a copy what this operator met there.
    """
    code = cast(FunctionType, body).__code__.replace(co_name=name)
    return FunctionType(code, globals(), name, defaults)


def _methods() -> Iterator[tuple[str, Any]]:
    """Python's operators by the names of their methods."""
    for op, name in _PYTHON.items():
        if op != "pow":
            yield f"__{name}__", _method(_binary, f"__{name}__", op, op in _COMMON_DIVISOR)
        yield f"__r{name}__", _method(_reflected, f"__r{name}__", op)
    for op in ("lt", "le", "gt", "ge", "eq", "ne"):
        yield f"__{op}__", _method(_compare, f"__{op}__", op)
    for op in ("neg", "abs", "invert"):
        yield f"__{op}__", _method(_unary, f"__{op}__", op)


class Operators:
    """Mixin of `Numeric`: Python's operators on values of a numeric type. `OperatorTypes` says what editors know."""

    __slots__ = ()

    __pow__ = _power
    __hash__ = None  # type: ignore[assignment]  # Numeric defines it

    def __pos__(self) -> Any:
        return self


for _name, _operator in _methods():
    setattr(Operators, _name, _operator)
