"""Checks of coordinates in checked programs: each entry against the extent of its mode, where an author indexes.

The algebra allows any coordinate, and one outside of its mode may lie inside of the array: row 0, column 8 of (4, 8)
is row 1, column 0. Copies and partitions rely on that; an element that a kernel names by a coordinate of the tensor's
own rank is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from xdsl.dialects.builtin import IntegerAttr, StringAttr, UnitAttr, i32
from xdsl.ir import Attribute, SSAValue

from cutedsl.ir.coord import parse_pattern
from cutedsl.ir.fast import fast
from cutedsl.ir.ops.check import CheckModeOp
from cutedsl.layout import product
from cutedsl.passes.expand.expansion import Expansion
from cutedsl.passes.expand.views import View
from cutedsl.passes.integers.index_math import MAX_INT32, IRInt


def check_coordinate(state: Expansion, view: View, text: str, indices: Sequence[SSAValue], *, writes: bool) -> None:
    """Checks of the entries of a coordinate that has one for each mode; none of a linear index into several."""
    shape: Any = view.layout.shape
    if (not isinstance(shape, tuple) or len(shape) == 1) and view.extent is not None and not view.derived:
        return  # what is outside of its only mode is out of bounds
    shape = shape if isinstance(shape, tuple) else (shape,)
    supply = iter([IRInt(state.values[i], state.builder) for i in indices])
    entries: Any = _filled(parse_pattern(text), supply)
    if len(entries) != len(shape):
        return
    for mode, (entry, extent) in enumerate(zip(entries, shape, strict=True)):
        for at, size in _leaves(entry, extent):
            _check(state, view, at, size, mode, writes)


def _filled(mode: Any, supply: Iterator[IRInt]) -> Any:
    if isinstance(mode, tuple):
        return tuple(_filled(m, supply) for m in mode)
    return next(supply) if mode == "?" else mode


def _leaves(entry: Any, extent: Any) -> Iterator[tuple[Any, Any]]:
    """The integers of one entry with how many places each has: an integer for a nested mode counts through it."""
    if isinstance(entry, tuple) and isinstance(extent, tuple):
        for one, of in zip(entry, extent, strict=True):
            yield from _leaves(one, of)
    elif entry is not None and not isinstance(entry, tuple):
        yield entry, product(extent)


def _check(state: Expansion, view: View, at: Any, size: Any, mode: int, writes: bool) -> None:
    if isinstance(at, int) and isinstance(size, int) and 0 <= at < size:
        return
    wide = any(x.width > 32 if isinstance(x, IRInt) else abs(x) > MAX_INT32 for x in (at, size))
    operands = tuple(state.builder.value(x, 64 if wide else 32) for x in (at, size))
    properties: dict[str, Attribute] = {"mode": IntegerAttr(mode, i32)}
    if writes:
        properties["writes"] = UnitAttr()
    label: dict[str, Attribute] = {} if view.name is None else {"name": StringAttr(view.name)}
    builder = state.builder
    fast(CheckModeOp, operands, (), properties, builder.location, builder.block, (), label)
