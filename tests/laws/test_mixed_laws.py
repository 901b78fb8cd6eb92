"""One law for every operation on modes: run-time leaves and inner parts change how a result is known, not what it is.

For a static layout A and an operation f: f of A with run-time leaves has the values of f(A), and f of `inner o offset
o A` has the values `inner(offset + f(A)(i))`, with static and with run-time parts. Where f refuses a run-time layout
there is nothing to compare; each operation must get through often enough to mean something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import (
    ComposedLayout,
    Layout,
    append,
    blocked_product,
    coalesce,
    composition,
    dice,
    filter,
    filter_zeros,
    flat_divide,
    flat_product,
    flatten,
    group_modes,
    logical_divide,
    logical_product,
    prepend,
    raked_product,
    select,
    tile_to_shape,
    tiled_divide,
    tiled_product,
    zipped_divide,
    zipped_product,
)
from tests.laws.oracle import (
    CHOICES,
    RunTimeInt,
    composed_values,
    count,
    hidden,
    inner_at,
    known,
    layouts,
    swizzles,
    values,
)

Operation = Callable[[Any], Any]


def by_modes(f: Callable[[Any, Any], Any]) -> Callable[[Layout, int], Operation]:
    """`f` with an extent (or `None`) for each mode but perhaps the last."""

    def make(a: Layout, n: int) -> Operation:
        tiler = tuple((None, 1, 2, 3, 4)[n >> 3 * k & 7] if n >> 3 * k & 7 < 5 else 2 for k in range(len(a)))
        tiler = tuple(2 if t is None and f is not logical_divide else t for t in tiler)
        return lambda x: f(x, tiler[: max(1, len(a) - n % 2)])

    return make


def by_layout(f: Callable[[Any, Any], Any]) -> Callable[[Layout, int], Operation]:
    """`f` with one of a few small layouts."""
    small = [Layout(t) for t in ("2:1", "4:1", "2:4", "(2,2):(1,4)", "(2,2):(2,1)", "(2,3):(1,2)", "(2,4):(1,8)")]
    return lambda _, n: lambda x: f(x, small[n % len(small)])


def filled(a: Layout, n: int) -> Operation:
    """`tile_to_shape` to some copies of each mode, in one of two orders."""
    copies = [1 + (n >> 2 * k) % 3 for k in range(len(a))]
    shapes = a.shape if isinstance(a.shape, tuple) else (a.shape,)
    full = tuple(count(s) * c for s, c in zip(shapes, copies, strict=True))
    order = tuple(range(len(a)))[:: 1 if n % 2 else -1]
    return lambda x: tile_to_shape(x, full, order)


def rotated(a: Layout, n: int) -> Operation:
    """`select` of all modes, from another one on."""
    modes = [(k + n) % len(a) for k in range(len(a))]
    return lambda x: select(x, modes)


OPERATIONS: dict[str, Callable[[Layout, int], Operation]] = {
    "coalesce": lambda a, n: coalesce,
    "coalesce by mode": lambda a, n: lambda x: coalesce(x, target_profile=(1,) * len(a)),
    "filter": lambda a, n: filter,
    "filter_zeros": lambda a, n: filter_zeros,
    "flatten": lambda a, n: flatten,
    "group_modes": lambda a, n: lambda x: group_modes(x, n % len(a), len(a)),
    "select": rotated,
    "append": lambda a, n: lambda x: append(x, Layout(2, 512)),
    "prepend": lambda a, n: lambda x: prepend(x, Layout(2, 512)),
    "dice": lambda a, n: lambda x: dice(x, (1, *[None] * (len(a) - 1))) if isinstance(a.shape, tuple) else x,
    "composition by mode": by_modes(composition),
    "composition": by_layout(composition),
    "logical_divide": by_modes(logical_divide),
    "zipped_divide": by_modes(zipped_divide),
    "tiled_divide": by_modes(tiled_divide),
    "flat_divide": by_modes(flat_divide),
    "divide by a layout": by_layout(zipped_divide),
    "logical_product": by_layout(logical_product),
    "zipped_product": by_layout(zipped_product),
    "tiled_product": by_layout(tiled_product),
    "flat_product": by_layout(flat_product),
    "blocked_product": by_layout(blocked_product),
    "raked_product": by_layout(raked_product),
    "tile_to_shape": filled,
}
# These walk the modes of a layout. A run-time extent merges with no neighbour, so their steps fit fewer layouts.
WALKING = {name for name in OPERATIONS if "divide" in name or "composition" in name}


def merges(a: Layout) -> bool:
    """Whether modes of a layout, or the leaves within one mode, are neighbours that coalesce."""
    return coalesce(a) != flatten(a) or any(coalesce(m) != coalesce(flatten(m)) or m.shape == 1 for m in a)


def attempt(f: Operation, x: Any) -> Any:
    """`f(x)`, or `None` where a precondition is not met."""
    try:
        return f(x)
    except DSLUserCodeError:
        return None


def known_composed(c: ComposedLayout) -> ComposedLayout:
    """A composed layout with the values of its run-time parts."""
    return ComposedLayout(c.inner, known(c.offset), known(c.outer))


@pytest.mark.parametrize("name", OPERATIONS)
def test_run_time_leaves_and_inner_parts_keep_the_result(name: str):
    alive = {"static": 0, "run-time": 0}
    inners = st.one_of(swizzles(), layouts(3), st.just(lambda i: 7 * i + 3))

    @given(layouts(), inners, st.integers(0, 20), st.integers(0, 255), CHOICES)
    def law(a: Layout, inner: Any, offset: int, n: int, choice: int) -> None:
        f = OPERATIONS[name](a, n)
        result = attempt(f, a)
        if result is None:
            return
        alive["static"] += 1
        expected = values(result)
        c = ComposedLayout(inner, offset, a)
        through = [inner_at(c, offset + v) for v in expected]
        assert composed_values(f(c)) == through
        if name in WALKING and merges(a):
            return
        partly = hidden(a, choice)
        dynamic = attempt(f, partly)
        if dynamic is None:
            return
        alive["run-time"] += 1
        assert values(known(dynamic)) == expected
        moving = f(ComposedLayout(inner, RunTimeInt(offset), partly))
        assert composed_values(known_composed(moving)) == through

    law()
    enough = settings().max_examples // 20
    assert min(alive.values()) >= enough, alive
