"""The operations of the algebra by name, each with its argument as text, for the command line and the playground."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any, cast

from cutedsl import layout as algebra
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.layout import ComposedLayout, Layout, Swizzle, parse_layout, parse_tile, parse_tuple, tile_text, tuple_text


@frozen
class Operation:
    """One operation: its name, the function, and how its argument is read (`hint` shows one; empty: it takes none)."""

    name: str
    function: str
    hint: str
    apply: Callable[[Any, Any], Any]
    parse: Callable[[str], Any]
    needs_argument: bool = True


def read_layout(text: str) -> Any:
    """The layout that a person typed: as `str` prints it, or only a shape (then compact, leftmost mode fastest).

    Errors: layout-text and those of `Layout`.

    >>> print(read_layout("(4,8)"), read_layout("(4,8):(8,1)"))
    (4,8):(1,4) (4,8):(8,1)
    """
    if ":" in text or "S<" in text:
        return parse_layout(text)
    shape = parse_tuple(text)
    return Layout(shape)


def read_tiler(text: str) -> Any:
    """The tiler that a person typed: extents by mode, a layout, or `[layout;layout]`.

    >>> read_tiler("(2,4)"), read_tiler("[2:1;_]")
    ((2, 4), (Layout('2:1'), None))
    """
    if "S<" in text:
        raise fail("operation-argument", f"a tile has no swizzle, got {text!r}", fix="Write extents or a layout.")
    return parse_tile(text) if ":" in text or "[" in text else parse_tuple(text)


def _read_right_side(text: str) -> Any:
    """What a layout is composed with: a tiler, or a swizzle."""
    return parse_layout(text) if "S<" in text else read_tiler(text)


def _read_integers(text: str) -> tuple[int, ...]:
    """`0,2` or `(0,2)` or `0`."""
    read = parse_tuple(f"({text.strip().removeprefix('(').removesuffix(')')})")
    if not all(isinstance(i, int) for i in read):
        raise fail("operation-argument", f"integers are needed, got {text!r}", fix="Write integers, as in `0,2`.")
    return read


def _read_coordinate(text: str) -> Any:
    """A coordinate of integers and `_`."""
    read = parse_tuple(text)
    if not all(leaf is None or isinstance(leaf, int) for leaf in algebra.flatten_to_tuple(read)):
        raise fail("operation-argument", f"a coordinate is needed, got {text!r}", fix="Write it as in `(_,2)`.")
    return read


def _read_pair(text: str) -> tuple[int, ...]:
    pair = _read_integers(text)
    if len(pair) != 2:
        raise fail(
            "operation-argument", f"two integers are needed, got {text!r}", fix="Write two integers, as in `0,2`."
        )
    return pair


def _read_swizzle(text: str) -> Swizzle:
    """`3,4,3` or `S<3,4,3>`."""
    numbers = _read_integers(text.strip().removeprefix("S<").removesuffix(">"))
    if len(numbers) != 3:
        raise fail("operation-argument", f"a swizzle has three numbers, got {text!r}", fix="Write `3,4,3`.")
    return Swizzle(*numbers)


def _read_optional(text: str) -> Any:
    return parse_tuple(text) if text.strip() else None


def _swizzled(layout: Any, swizzle: Swizzle) -> Any:
    return ComposedLayout(swizzle, 0, layout)


def _tiled(name: str, function: str, hint: str = "(2,4)") -> Operation:
    return Operation(name, function, hint, algebra.__dict__[function], read_tiler)


def _plain(name: str, function: str) -> Operation:
    whole = algebra.__dict__[function]
    return Operation(name, function, "", lambda layout, _: whole(layout), _read_optional, needs_argument=False)


_TABLE = (
    Operation("compose", "composition", "(4,2):(2,1)", algebra.composition, _read_right_side),
    _tiled("divide", "logical_divide"),
    _tiled("zipped-divide", "zipped_divide"),
    _tiled("tiled-divide", "tiled_divide"),
    _tiled("flat-divide", "flat_divide"),
    _tiled("product", "logical_product", "(2,2):(2,1)"),
    _tiled("zipped-product", "zipped_product", "(2,2)"),
    _tiled("tiled-product", "tiled_product", "(2,2)"),
    _tiled("flat-product", "flat_product", "(2,2)"),
    _tiled("blocked-product", "blocked_product", "(2,2):(2,1)"),
    _tiled("raked-product", "raked_product", "(2,2):(2,1)"),
    Operation("complement", "complement", "64", algebra.complement, _read_optional, needs_argument=False),
    _plain("coalesce", "coalesce"),
    _plain("flatten", "flatten"),
    _plain("filter", "filter"),
    _plain("right-inverse", "right_inverse"),
    _plain("left-inverse", "left_inverse"),
    Operation("group", "group_modes", "0,2", lambda layout, at: algebra.group_modes(layout, *at), _read_pair),
    Operation("select", "select", "1,0", lambda layout, at: algebra.select(layout, list(at)), _read_integers),
    Operation("slice", "slice_", "(_,2)", lambda layout, at: algebra.slice_(layout, at), _read_coordinate),
    Operation(
        "recast", "recast_layout", "16,32", lambda layout, w: algebra.recast_layout(w[1], w[0], layout), _read_pair
    ),
    Operation("swizzle", "make_composed_layout", "3,3,3", _swizzled, _read_swizzle),
)

OPERATIONS = {operation.name: operation for operation in _TABLE}
"""Every operation by the name that the command line and the playground use."""


@frozen
class Step:
    """One operation applied: what it was given, its call as text, and what came out."""

    operation: Operation
    before: Any
    argument: Any
    after: Any

    @property
    def call(self) -> str:
        """The call with `A` for the layout before it."""
        match self.operation.name:
            case "swizzle":
                return f"{self.argument} o 0 o A"
            case "group":
                return f"group_modes(A, {self.argument[0]}, {self.argument[1]})"
            case "recast":
                return f"recast_layout({self.argument[1]}, {self.argument[0]}, A)"
            case _ if self.argument is None:
                return f"{self.operation.function}(A)"
            case _:
                return f"{self.operation.function}(A, {argument_text(self.argument)})"


def argument_text(argument: Any) -> str:
    """An argument as a person would type it."""
    if isinstance(argument, tuple) and any(isinstance(part, Layout) for part in cast("tuple[Any, ...]", argument)):
        return tile_text(argument)
    return str(argument) if isinstance(argument, (Layout, ComposedLayout, Swizzle)) else tuple_text(argument)


def take_step(layout: Any, name: str, text: str) -> Step:
    """Applies the operation `name`, its argument given as text. Errors: operation-unknown, operation-argument.

    >>> print(take_step(Layout("(4,8):(8,1)"), "divide", "(2,4)").after)
    ((2,2),(4,2)):((8,16),(1,4))
    """
    operation = OPERATIONS.get(name)
    if operation is None:
        near = difflib.get_close_matches(name, OPERATIONS, n=1)
        fix = f"Use `{near[0]}`." if near else None
        raise fail(
            "operation-unknown", f"there is no operation {name!r}; the operations are {', '.join(OPERATIONS)}", fix=fix
        )
    if operation.needs_argument and not text.strip():
        raise fail("operation-argument", f"{name} needs an argument", fix=f"Write one, as in `{operation.hint}`.")
    if not operation.hint and text.strip():
        raise fail("operation-argument", f"{name} takes no argument, got {text!r}", fix="Leave the argument out.")
    argument = operation.parse(text)
    return Step(operation, layout, argument, operation.apply(layout, argument))
