"""Arithmetic on shapes: ceiling division, rounding up, exact division."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.inttuple import product
from cutedsl.layout.layout import Layout
from cutedsl.layout.leaf import ceil_div_leaf, mul
from cutedsl.layout.tuple_text import tuple_text


def ceil_div(input: Any, tiler: Any) -> Any:
    """How many tiles cover a shape: per mode, rounded up.

    A tuple by an int takes the int from the leftmost modes on; by a layout, the sizes are divided; modes that the tiler
    lacks, or where it has `None`, stay. Errors: rank-mismatch, layout-division-by-zero. Source: BSD-3
    `cute/int_tuple.hpp`.

    >>> ceil_div(1000, 128), ceil_div((1000, 512, 3), (128, 64)), ceil_div((4, 6), 8)
    (8, (8, 8, 3), (1, 3))
    """
    if isinstance(tiler, Layout):
        input, tiler = product(input), product(tiler.shape)
    if tiler is None:
        return input
    if isinstance(input, str) or isinstance(tiler, str):
        raise fail(
            "leaf-not-integer",
            f"`ceil_div` takes integers, got {input!r} and {tiler!r}",
            fix="Give integers: `int(n)`.",
        )
    if isinstance(input, tuple):
        if isinstance(tiler, tuple):
            if len(tiler) > len(input):
                raise _ranks("ceil_div", input, tiler)
            return tuple([ceil_div(s, t) for s, t in zip(input, tiler, strict=False)]) + input[len(tiler) :]
        out: list[Any] = []
        for s in input:
            out.append(ceil_div(s, tiler))
            tiler = ceil_div(tiler, product(s))
        return tuple(out)
    divisor = tiler_size(tiler)
    if isinstance(divisor, int) and divisor < 1:
        raise fail("layout-division-by-zero", f"ceil_div({input}, {divisor}) divides by 0")
    if isinstance(input, float) or isinstance(divisor, float):
        raise fail("leaf-not-integer", f"ceil_div takes integers, got {input} and {divisor}")
    return ceil_div_leaf(input, divisor)


def tiler_size(tiler: Any) -> Any:
    """Elements of a tiler: an int, a layout, or a tuple of tilers."""
    if isinstance(tiler, Layout):
        return product(tiler.shape)
    if isinstance(tiler, tuple):
        return product(tuple([tiler_size(t) for t in tiler]))
    return tiler


def round_up(a: Any, b: Any) -> Any:
    """The least multiple of `b` that is at least `a`, per mode.

    >>> round_up((1000, 30), (128, 8))
    (1024, 32)
    """
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(b) > len(a):
            raise _ranks("round_up", a, b)
        return tuple([round_up(x, y) for x, y in zip(a, b, strict=False)]) + a[len(b) :]
    if isinstance(a, tuple) or isinstance(b, tuple):
        raise _ranks("round_up", a, b)
    if isinstance(b, int) and b < 1:
        raise fail("layout-division-by-zero", f"round_up({a}, {b}) divides by 0")
    return mul(ceil_div_leaf(a, b), b)


def shape_div(lhs: Any, rhs: Any) -> Any:
    """Exact division of shapes: `a / b` where b divides a, 1 where a divides b.

    A tuple by an int takes the int from the leftmost modes on. Errors: shape-div-not-divisible,
    layout-division-by-zero, rank-mismatch. Source: BSD-3 `cute/int_tuple.hpp`.

    >>> shape_div((4, 5, 6), 40), shape_div(8, (2, 2)), shape_div(2, 8)
    ((1, 1, 3), 2, 1)
    """
    if isinstance(lhs, tuple):
        if isinstance(rhs, tuple):
            if len(lhs) != len(rhs):
                raise _ranks("shape_div", lhs, rhs)
            return tuple([shape_div(x, y) for x, y in zip(lhs, rhs, strict=True)])
        out: list[Any] = []
        for x in lhs:
            out.append(shape_div(x, rhs))
            rhs = shape_div(rhs, product(x))
        return tuple(out)
    rhs = product(rhs)
    if isinstance(rhs, int) and rhs < 1:
        raise fail("layout-division-by-zero", f"shape_div({lhs}, {rhs}) divides by 0")
    if isinstance(lhs, int) and isinstance(rhs, int) and lhs % rhs and rhs % lhs:
        raise fail("shape-div-not-divisible", f"shape_div({lhs}, {rhs}): neither of {lhs} and {rhs} divides the other")
    return ceil_div_leaf(lhs, rhs)


def _ranks(what: str, a: Any, b: Any) -> Exception:
    """The error of two shapes whose modes do not pair up."""
    return fail("rank-mismatch", f"{what}: {tuple_text(a)} and {tuple_text(b)} do not have matching modes")
