"""One row of the conformance table: an operation, its arguments, and how this package computes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cutedsl.layout as cute
from cutedsl.layout import Layout, Swizzle, parse_layout, parse_tuple, tuple_text

OPERATIONS: dict[str, Callable[..., Any]] = {
    name: getattr(cute, name)
    for name in (
        "coalesce",
        "filter",
        "flatten",
        "composition",
        "complement",
        "logical_divide",
        "zipped_divide",
        "tiled_divide",
        "flat_divide",
        "logical_product",
        "blocked_product",
        "raked_product",
        "right_inverse",
        "left_inverse",
        "max_common_vector",
        "max_common_layout",
        "max_alignment",
        "nullspace",
        "tile_to_shape",
        "make_ordered_layout",
        "make_layout",
        "make_layout_like",
        "make_fragment_layout",
        "slice_",
    )
}
OPERATIONS |= {
    "upcast": lambda a, n: cute.upcast(n, a),
    "downcast": lambda a, n: cute.downcast(n, a),
    "swizzled_divide": lambda a, t: cute.zipped_divide(cute.make_composed_layout(Swizzle(2, 1, 3), 0, a), t),
    "swizzled_upcast": lambda a, n: cute.upcast(n, cute.make_composed_layout(Swizzle(2, 3, 3), 0, a)),
    "group_modes": lambda a, n: cute.group_modes(a, 0, n),
    "append": cute.append,
    "prepend": cute.prepend,
    "idx2crd": lambda a, i: tuple_text(cute.idx2crd(i, a.shape)),
    "values": lambda a: _values(a),
    "swizzled_values": lambda a, n: _values(cute.make_composed_layout(Swizzle(2, 1, 3), n, a)),
    "composed_values": lambda a, b, n: _values(cute.make_composed_layout(b, n, a)),
}


def _values(layout: Any) -> str:
    """A layout as a function: its values at 0, 1, 2, … up to its size."""
    return tuple_text(tuple([layout(i) for i in range(layout.size())]))


class Absent:
    """The argument that an operation does not take."""

    def __str__(self) -> str:
        return "-"


ABSENT = Absent()


@dataclass(frozen=True)
class Case:
    """An operation on up to three arguments: layouts, tuples, integers."""

    operation: str
    a: Any
    b: Any = ABSENT
    c: Any = ABSENT

    def texts(self) -> tuple[str, ...]:
        """The row's cells before the result."""
        return (self.operation, *[_text(x) for x in (self.a, self.b, self.c)])


def _text(x: Any) -> str:
    """An argument as the table spells it."""
    return str(x) if isinstance(x, (Layout, Absent)) else tuple_text(x)


def _argument(text: str) -> Any:
    """The argument that a cell of the table spells."""
    if text == "-":
        return ABSENT
    return parse_layout(text) if ":" in text else parse_tuple(text)


def from_texts(cells: list[str]) -> Case:
    """The case of a row."""
    return Case(cells[0], *[_argument(text) for text in cells[1:]])


def apply(case: Case) -> Any:
    """What this package gives for a case."""
    arguments = [x for x in (case.a, case.b, case.c) if x is not ABSENT]
    return OPERATIONS[case.operation](*arguments)
