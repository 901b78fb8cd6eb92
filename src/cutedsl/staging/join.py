"""Joining two values of one variable, from two paths: which type holds both, and what is an error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from types import FunctionType
from typing import Any

from cutedsl.errors import Span, fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frames import module_of
from cutedsl.errors.frozen import frozen
from cutedsl.staging.literal import Literal, fits, round_float
from cutedsl.staging.numeric import Numeric, numeric_class
from cutedsl.staging.operators import dtype_of_literal, is_numeric
from cutedsl.staging.protocol import Handle, Type, current_emitter
from cutedsl.staging.tree import Fixed, Leaf, Raw, Shape, flatten, rebuild, released
from cutedsl.staging.unset import UNSET
from cutedsl.types import DType


@frozen
class Paths:
    """How messages speak of the two values, and the error that says they differ."""

    error: str
    first: str
    second: str


BRANCHES = Paths("branch-type-mismatch", "where the condition holds", "where it does not hold")
LOOP = Paths("loop-type-changed", "before the loop", "at the end of its body")


@frozen
class Variable:
    """A variable for messages: its name as the author writes it, and where it is assigned; `returned` if it is what the
    function returns, which has no name.
    """

    name: str
    span: Span | None = None
    constexpr: bool = False
    returned: bool = False


@dataclass(slots=True)
class Joined:
    """The outcome: `first` and `second` are the handles that have to be merged, `build` makes the variable of them.

    Without handles the value is known while tracing, and `build([])` gives it.
    """

    first: list[Handle]
    second: list[Handle]
    types: list[Type]
    build: Callable[[list[Handle]], Any]
    dtypes: list[DType | None]


@frozen
class Merge:
    """One leaf that needs merging: two handles of one type, and the leaf that a handle of the result makes."""

    first: Handle
    second: Handle
    type: Type
    leaf: Callable[[Handle], Leaf]
    dtype: DType | None = None


def join(variable: Variable, paths: Paths, first: Any, second: Any) -> Joined:
    """Joins what a variable holds on two paths; `UNSET` on one path leaves its value undefined there.

    Errors: the one of `paths`, container-structure-changed, assign-python-to-dynamic, requires-constexpr.
    """
    if first is second:
        return Joined([], [], [], lambda _: first, [])
    if type(first) is type(second) and is_numeric(first) and not (first._static or second._static):  # pyright: ignore[reportPrivateUsage]
        return _join_numbers(variable, paths, first, second)  # the usual case, for speed
    before, after = released(first), released(second)
    if before is after and flatten(first)[1] == flatten(second)[1]:  # else `values += [x]` on one path
        return Joined([], [], [], lambda _: before, [])
    if first is UNSET or second is UNSET:
        present = flatten(second if first is UNSET else first)
        leaves = [_with_undefined(leaf, first is UNSET) for leaf in present[0]]
        return _collect(leaves, present[1])
    (leaves_1, shape_1), (leaves_2, shape_2) = flatten(first), flatten(second)
    if shape_1 != shape_2 or len(leaves_1) != len(leaves_2):
        raise structure_changed(variable, paths, before, after)
    pairs = zip(leaves_1, leaves_2, strict=True)
    return _collect([_join_leaf(variable, paths, a, b) for a, b in pairs], shape_1)


def _join_numbers(variable: Variable, paths: Paths, first: Numeric, second: Numeric) -> Joined:
    """Joins two run-time values of one type."""
    a, b = first._value, second._value  # pyright: ignore[reportPrivateUsage]
    if a is b:
        return Joined([], [], [], lambda _: first, [])
    if variable.constexpr:
        raise not_constexpr(variable, paths)
    make, dtype = first.from_handle, first.spec
    return Joined([a], [b], [current_emitter().dtype_type(dtype)], lambda handles: make(handles[0]), [dtype])


def _collect(leaves: list[Leaf | Merge], shape: Shape) -> Joined:
    """Gathers what has to be merged."""
    merges = [leaf for leaf in leaves if isinstance(leaf, Merge)]

    def build(handles: list[Handle]) -> Any:
        results = iter(handles)
        return rebuild(shape, [leaf.leaf(next(results)) if isinstance(leaf, Merge) else leaf for leaf in leaves])

    return Joined(
        [merge.first for merge in merges],
        [merge.second for merge in merges],
        [merge.type for merge in merges],
        build,
        [merge.dtype for merge in merges],
    )


def _with_undefined(leaf: Leaf, first_missing: bool) -> Leaf | Merge:
    """A leaf that only one path has: nothing to merge if it is known now."""
    emitter = current_emitter()
    if isinstance(leaf, Raw):
        handle, make = leaf.handle, Raw
    elif is_numeric(leaf) and not leaf.is_static:
        handle, make = leaf.ir_value(), type(leaf).from_handle
    else:
        return leaf
    kind = emitter.type_of(handle)
    missing = emitter.undefined(kind)
    return Merge(missing, handle, kind, make) if first_missing else Merge(handle, missing, kind, make)


def _join_leaf(variable: Variable, paths: Paths, a: Leaf, b: Leaf) -> Leaf | Merge:
    """The common leaf of two, or their merge."""
    if same_static(a, b):
        return a
    if variable.constexpr:
        raise not_constexpr(variable, paths)
    a, b = _softened(a), _softened(b)
    if isinstance(a, Raw) and isinstance(b, Raw):
        emitter = current_emitter()
        kind = emitter.type_of(a.handle)
        if kind != emitter.type_of(b.handle):
            raise mismatch(variable, paths, a, b)
        return a if a.handle is b.handle else Merge(a.handle, b.handle, kind, Raw)
    dtype = _common_dtype(variable, paths, a, b)
    cls = type(a) if is_numeric(a) and type(a) is type(b) else numeric_class(dtype)
    kind = current_emitter().dtype_type(dtype)
    return Merge(as_handle(a, dtype), as_handle(b, dtype), kind, cls.from_handle, dtype)


def _softened(leaf: Leaf) -> Leaf:
    """A leaf that may become a run-time number as one: also the member of an `IntEnum` and its like, which is one."""
    if not isinstance(leaf, Fixed):
        return leaf
    if isinstance(leaf.value, Enum) and isinstance(leaf.value, int | float):
        return int(leaf.value) if isinstance(leaf.value, int) else float(leaf.value)
    return leaf.value if leaf.soft else leaf


def _common_dtype(variable: Variable, paths: Paths, a: Leaf, b: Leaf) -> DType:
    """The numeric type that holds both leaves; literals adopt the type of a Numeric."""
    if isinstance(a, Raw | Fixed) or isinstance(b, Raw | Fixed):
        raise mismatch(variable, paths, a, b)
    if type(a) is not type(b) and any(is_numeric(leaf) and leaf._of_program for leaf in (a, b)):
        raise mismatch(variable, paths, a, b)
    if is_numeric(a) and is_numeric(b):
        if a.spec is not b.spec:
            raise mismatch(variable, paths, a, b)
        return a.spec
    if is_numeric(a) or is_numeric(b):
        number: Leaf = a if is_numeric(a) else b
        literal: Leaf = b if is_numeric(a) else a
        if not adopts(literal, number.spec):
            raise mismatch(variable, paths, a, b)
        return number.spec
    if type(a) is not type(b):
        raise mismatch(variable, paths, a, b)
    literals: tuple[Leaf, Leaf] = (a, b)
    first, second = map(dtype_of_literal, literals)
    return first if first.width >= second.width else second


def adopts(literal: Literal, dtype: DType) -> bool:
    """Whether a Python number is a value of the type without changing kind or losing anything but float digits."""
    if isinstance(literal, bool) or dtype.is_bool:
        return isinstance(literal, bool) and dtype.is_bool
    if isinstance(literal, int):
        return fits(literal, dtype) if dtype.is_integer else round_float(float(literal), dtype) == literal
    return dtype.is_float


def as_handle(leaf: Leaf, dtype: DType) -> Handle:
    """The handle of a leaf as a value of `dtype`; literals become constants."""
    return leaf.ir_value() if is_numeric(leaf) else numeric_class(dtype).of_literal(leaf).ir_value()


def same_static(a: Leaf, b: Leaf) -> bool:
    """Whether two leaves are the same thing that is known now (or the very same run-time value)."""
    if a is b:
        return True
    if is_numeric(a) or is_numeric(b):
        return (
            type(a) is type(b)
            and (a.value is b.value if not (a.is_static and b.is_static) else _same_number(a.value, b.value))
            and a.is_static == b.is_static
        )
    if isinstance(a, Fixed) and isinstance(b, Fixed):
        return _same_object(a.value, b.value)
    if isinstance(a, Raw) or isinstance(b, Raw):
        return isinstance(a, Raw) and isinstance(b, Raw) and a.handle is b.handle
    return type(a) is type(b) and _same_number(a, b)


def _same_number(a: Any, b: Any) -> bool:
    """Equality of literals that tells 0.0 from -0.0 and takes NaN as itself."""
    return repr(a) == repr(b) if isinstance(a, float) else a == b


def _same_object(a: Any, b: Any) -> bool:
    """Equality of compile-time objects; those that cannot say count as different."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    equal = a == b
    return equal is True


def mismatch(variable: Variable, paths: Paths, a: Leaf, b: Leaf) -> Exception:
    """The error for two leaves without a common type."""
    first, second = describe(a), describe(b)
    if variable.returned:
        return _returns_differ(variable, first, second)
    if isinstance(a, Fixed) or isinstance(b, Fixed):
        return fail(
            "assign-python-to-dynamic",
            _differ(variable, paths, first, second),
            span=variable.span,
            fix=_fix_for_objects(variable, a, b),
        )
    return fail(
        paths.error,
        _differ(variable, paths, first, second),
        span=variable.span,
        fix=_conversion(variable, paths, a, b),
    )


def _differ(variable: Variable, paths: Paths, first: str, second: str) -> str:
    """What a variable is on each path; two objects of one class are said to be two."""
    if first == second:
        second = "another one"
    return f"`{variable.name}` is {first} {paths.first} and {second} {paths.second}"


def _fix_for_objects(variable: Variable, a: Leaf, b: Leaf) -> str | None:
    """The one change that lets two objects of an author's class be joined; None for other things."""
    cls = type(a.value) if isinstance(a, Fixed) else None
    if cls is FunctionType:
        return "Call the functions in the branches, and use what they return."
    if cls is None or not isinstance(b, Fixed) or cls is not type(b.value) or "__dict__" not in dir(cls):
        return None
    if issubclass(cls, type) or module_of(cls) == "builtins":
        return None
    name = variable.name
    return f"Make `{cls.__name__}` a dataclass, whose fields are carried, or assign to the attributes of `{name}`."


def _conversion(variable: Variable, paths: Paths, a: Leaf, b: Leaf) -> str | None:
    """The one change that makes the types agree."""
    if isinstance(a, Raw) or isinstance(b, Raw):
        return None
    target = type(b).__name__ if is_numeric(b) else numeric_class(dtype_of_literal(b)).__name__
    if paths is LOOP:
        shown = repr(a) if not is_numeric(a) else repr(a.value) if a.is_static else "..."
        return f"start with `{variable.name} = {target}({shown})`, or convert at the end of the body"
    dtypes = [x.spec if is_numeric(x) else dtype_of_literal(x) for x in (a, b)]  # pyright: ignore[reportArgumentType]
    wider = numeric_class(max(dtypes, key=lambda dtype: (dtype.is_float, dtype.width))).__name__
    if variable.name.startswith("..."):  # an expression, which has no name
        return f"Convert one side, so that both are numbers of one type: `{wider}(...)`."
    return f"convert in both branches, as in `{variable.name} = {wider}(...)`"


def structure_changed(variable: Variable, paths: Paths, first: Any, second: Any) -> Exception:
    """The error for values of different structure."""
    if variable.returned:
        return _returns_differ(variable, _result(first), _result(second))
    if type(first) is type(second) and isinstance(first, list | tuple | dict):
        text = f"`{variable.name}` has {len(first)} elements {paths.first} and {len(second)} {paths.second}"
        if len(first) == len(second):
            text = f"the elements of `{variable.name}` have other types {paths.first} than {paths.second}"
        return fail("container-structure-changed", text, span=variable.span)
    return fail(
        paths.error,
        _differ(variable, paths, describe_value(first), describe_value(second)),
        span=variable.span,
    )


def _returns_differ(variable: Variable, first: str, second: str) -> Exception:
    """The error for a function whose `return` statements give different types."""
    nothing = "None" in (first, second)
    return fail(
        "branch-type-mismatch",
        f"the function returns {first} on one path and {second} on another, which are chosen at run time",
        span=variable.span,
        fix="Return a value on every path; a kernel returns none, and writes results into tensors."
        if nothing
        else "Convert to the same type in every `return`.",
    )


def _result(value: Any) -> str:
    """What a function returns, as messages name it."""
    return f"{len(value)} values" if isinstance(value, tuple) else describe_value(value)


def not_constexpr(variable: Variable, paths: Paths) -> Exception:
    """The error for a Constexpr variable whose value depends on the path."""
    return fail(
        "requires-constexpr",
        f"`{variable.name}` is declared Constexpr and has another value {paths.second} than {paths.first}",
        span=variable.span,
        fix=f"remove the Constexpr annotation of `{variable.name}`",
    )


def describe(leaf: Leaf) -> str:
    """A leaf as messages name it: its type, as kernels write it."""
    match leaf:
        case Raw(handle):
            return str(current_emitter().type_of(handle))
        case Fixed(value):
            return describe_value(value)
        case bool() | int() | float():
            return numeric_class(dtype_of_literal(leaf)).__name__
        case _:
            return type(leaf).__name__


def describe_value(value: Any) -> str:
    """A Python value as messages name it."""
    if value is None:
        return "None"
    if isinstance(value, bool | int | float) or is_numeric(value):
        return describe(value)
    if isinstance(value, str):
        return f"the string {value!r}"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if isinstance(value, FunctionType):
        return f"the function {value.__name__}"
    return with_article(type(value).__name__)
