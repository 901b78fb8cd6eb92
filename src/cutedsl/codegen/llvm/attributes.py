"""Reading attributes of ops: integers, strings, and fast-math flags as LLVM spells them."""

from __future__ import annotations

from functools import lru_cache

from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import DenseArrayBase, FileLineColLoc, IntegerAttr, StringAttr
from xdsl.ir import Attribute, Operation

from cutedsl.errors import Span, internal_error

_FLAG_ORDER = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")


def attribute(op: Operation, name: str) -> Attribute | None:
    """An op's property or attribute."""
    found = op.properties.get(name)  # an attribute of value 0 is false, so `or` would lose it
    return op.attributes.get(name) if found is None else found


def integer(op: Operation, name: str) -> int:
    """An integer attribute that must be there."""
    found = attribute(op, name)
    if not isinstance(found, IntegerAttr):
        raise internal_error(f"{op.name} without integer attribute {name}")
    return found.value.data


def integers(op: Operation, name: str) -> tuple[int, ...]:
    """A dense array of integers that must be there."""
    found = attribute(op, name)
    if not isinstance(found, DenseArrayBase):
        raise internal_error(f"{op.name} without the integers {name}")
    return tuple(int(number) for number in found.get_values())


def string(op: Operation, name: str, default: str | None = None) -> str:
    """A string attribute; required unless there is a default."""
    found = attribute(op, name)
    if isinstance(found, StringAttr):
        return found.data
    if default is None:
        raise internal_error(f"{op.name} without string attribute {name}")
    return default


def position(op: Operation) -> tuple[str, int, int]:
    """File, line and column (1-based) of an op; ("", 0, 0) when unknown."""
    where = op.location
    if isinstance(where, FileLineColLoc):
        return where.filename.data, where.line.data, where.column.data
    return "", 0, 0


def span_of(op: Operation) -> Span | None:
    """The author's place of an op, if it has one."""
    file, line, col = position(op)
    return Span(file, line, max(col - 1, 0), line, max(col - 1, 0)) if line >= 1 else None


def fast_math(op: Operation) -> str:
    """The op's fast-math flags with a trailing space, or nothing."""
    flags = op.properties.get("fastmath")
    return _flags_text(flags) if isinstance(flags, FastMathFlagsAttr) and flags.data else ""


@lru_cache(maxsize=256)
def _flags_text(flags: FastMathFlagsAttr) -> str:
    names = {str(flag.value) for flag in flags.data}
    if names.issuperset(_FLAG_ORDER):
        return "fast "
    return "".join(f"{name} " for name in _FLAG_ORDER if name in names)
