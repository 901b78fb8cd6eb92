"""Coordinates of elements as ops have them: a pattern with `?` for what only run time knows, and those indices."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

from cutedsl.errors import fail, warn
from cutedsl.errors.article import with_article
from cutedsl.lang.tensors.python import no_index, slice_of_tensor
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle, is_handle
from cutedsl.staging.scalars import Boolean, Int32, Int64, Uint32, Uint64

NESTED = (tuple, list)
_INDICES = frozenset({Int32, Int64, Uint32, Uint64})


def pattern_of(coord: Sequence[Any], operands: list[Handle]) -> str:
    """A coordinate with `?` for what only run time knows, whose handles are added to `operands`."""
    return "(" + ",".join([index_of(index, operands) for index in coord]) + ")"


def index_of(index: Any, operands: list[Handle]) -> str:
    """One place of a coordinate, in the same form."""
    cls: type[Any] = type(index)
    if cls in _INDICES and not index._static:  # first what is traced most
        operands.append(index._value)
        return "?"
    if index is None:
        return "_"
    if cls is bool or cls is Boolean:
        raise fail(
            "index-not-integer",
            "a Boolean cannot be an index",
            fix="Choose with `if` or `cute.where`; as the number 0 or 1 it is `Int32(b)`.",
        )
    if isinstance(index, int):
        if index < 0:
            _warn_negative(index)
        return str(int(index))
    if isinstance(index, NESTED):
        return pattern_of(index, operands)  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(index, slice):
        if index == slice(None):
            return "_"
        raise slice_of_tensor(index)  # pyright: ignore[reportUnknownArgumentType]
    if is_handle(index):
        index = as_numeric(index)
    if not isinstance(index, Numeric):
        if isinstance(index, Integral):  # of NumPy
            return index_of(int(index), operands)
        raise no_index(index)
    if index.is_static:
        return str(int(index.value))
    if index.spec.is_float:
        raise fail("index-not-integer", f"{with_article(index.spec.name)} value cannot be an index")
    operands.append(at_least_32_bits(index).ir_value())
    return "?"


def _warn_negative(index: int) -> None:
    """Warns of an index that Python would count from the end."""
    warn(
        "negative-index",
        f"the index {index} is not counted from the end: it is {-index} before the first element",
        fix=f"Write `x[x.shape[0] - {-index}]` to count from the end. Only a shifted tensor has "
        "elements before its first.",
    )


def at_least_32_bits(index: Numeric) -> Numeric:
    """An index in a type that index arithmetic has: a narrow one keeps its value, with or without a sign."""
    return index.to(Int32) if index.width < 32 else index


def nesting(coord: object) -> object:
    """The nesting of a coordinate with 0 at its leaves."""
    return tuple(nesting(c) for c in coord) if isinstance(coord, tuple | list) else 0  # pyright: ignore
