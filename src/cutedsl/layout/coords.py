"""Coordinates and indices: the maps between them, for shapes with or without strides."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.basis import ScaledBasis, add_coords, as_coord
from cutedsl.layout.inttuple import flatten_to_tuple, is_weakly_congruent, product, transform_leaf
from cutedsl.layout.leaf import Coord, IntTuple, add, floor_div, mod, mul, widened
from cutedsl.layout.tuple_text import tuple_text


def inner_product(coord: Coord, shape: IntTuple, stride: Any) -> Any:
    """Sum of stride times coordinate: the value of the layout `shape:stride` at `coord`.

    An integer for a tuple shape splits colexicographically (leftmost mode fastest); the last mode takes the rest of the
    quotient, unbounded. With scaled bases the value is a coordinate.

    Errors: coord-not-congruent. Source: BSD-3 `cute/stride.hpp`.
    """
    if not isinstance(shape, tuple):
        if isinstance(coord, int) and isinstance(stride, int):
            return coord * stride
        if isinstance(coord, tuple):
            raise _not_congruent(coord, shape)
        if coord is None:
            return 0
        _check_leaf(coord)
        return as_coord(stride * coord if isinstance(stride, ScaledBasis) else mul(coord, stride))
    if isinstance(coord, tuple):
        if len(coord) != len(shape):
            raise _not_congruent(coord, shape)
        parts = [inner_product(c, s, d) for c, s, d in zip(coord, shape, stride, strict=True)]
        return _sum(parts)
    if coord is None:
        return 0
    _check_leaf(coord)
    return _sum(_split_product(coord, shape, stride))


_MAX_INT32 = 2**31 - 1


def index_of(coord: Coord, shape: IntTuple, stride: Any) -> Any:
    """`inner_product` in as many bits as the indices of the layout need.

    Run-time leaves of the coordinate are made 64 bits wide if the layout is static and has indices beyond 31 bits. A
    layout with run-time leaves computes in the widest type among them and the coordinate.
    """
    if not _is_static(coord) and _reaches_beyond(shape, stride):
        coord = transform_leaf(widened, coord)
    return inner_product(coord, shape, stride)


def _is_static(tree: Any) -> bool:
    if isinstance(tree, tuple):
        return all(map(_is_static, tree))
    return tree is None or isinstance(tree, int)


def _reaches_beyond(shape: Any, stride: Any) -> bool:
    """Whether a static layout has indices that 32 bits with a sign do not hold."""
    last = 0
    for extent, step in zip(flatten_to_tuple(shape), flatten_to_tuple(stride), strict=True):
        if not (isinstance(extent, int) and isinstance(step, int)):
            return False
        last += (extent - 1) * abs(step)
    return last > _MAX_INT32


def _check_leaf(coord: Any) -> None:
    """Raises for coordinates that Python could multiply, but that are not integers."""
    if isinstance(coord, (float, str, bytes, complex)):
        raise fail("leaf-not-integer", f"a coordinate must be integers and tuples, got {coord!r}")


def _split_product(index: Any, shape: tuple[Any, ...], stride: tuple[Any, ...]) -> list[Any]:
    """The contributions of an index split over the modes of a tuple shape."""
    parts: list[Any] = []
    last = len(shape) - 1
    for k, (s, d) in enumerate(zip(shape, stride, strict=True)):
        size = product(s) if isinstance(s, tuple) else s
        c = index if k == last else mod(index, size)
        if isinstance(s, tuple) or not (isinstance(c, int) and isinstance(d, int)):
            parts.append(inner_product(c, s, d))
        else:
            parts.append(c * d)
        if k != last:
            index = floor_div(index, size)
    return parts


def _sum(parts: list[Any]) -> Any:
    """Sum of integers or coordinates, folding static zeros."""
    total: Any = 0
    for p in parts:
        total = add_coords(total, p) if isinstance(p, tuple) or isinstance(total, tuple) else add(total, p)
    return total


def _not_congruent(coord: Any, shape: Any) -> Exception:
    """The error of a coordinate that does not fit a shape."""
    return fail(
        "coord-not-congruent",
        f"the coordinate {tuple_text(coord)} does not fit the shape {tuple_text(shape)}",
        fix="Give an integer, or one entry for each mode of the shape.",
    )


def shape_crd2idx(coord: Coord, shape: IntTuple) -> Any:
    """The colexicographic index of `coord` in `shape` (left-major compact strides).

    >>> shape_crd2idx((1, 2), (4, 8))
    9
    """
    if coord is None:
        return 0
    if not isinstance(coord, tuple):
        return coord
    if not isinstance(shape, tuple) or len(coord) != len(shape):
        raise _not_congruent(coord, shape)
    index: Any = 0
    for c, s in zip(reversed(coord), reversed(shape), strict=True):
        index = add(shape_crd2idx(c, s), mul(product(s), index))
    return index


def idx2crd(idx: Any, shape: IntTuple) -> Any:
    """The coordinate of `idx` in `shape`, leftmost mode fastest: c_k = (idx / product of the sizes before) mod s_k.

    A leaf shape returns the index unchanged; a tuple index goes mode by mode. Shapes: the result is congruent with
    `shape`. Errors: coord-not-congruent. Source: BSD-3 `cute/layout.hpp`.

    >>> idx2crd(9, (4, 8)), idx2crd(25, (4, (2, 8)))
    ((1, 2), (1, (0, 3)))
    """
    if not isinstance(shape, tuple):
        if isinstance(idx, tuple):
            raise _not_congruent(idx, shape)
        return idx
    if isinstance(idx, tuple):
        if len(idx) != len(shape):
            raise _not_congruent(idx, shape)
        return tuple([idx2crd(i, s) for i, s in zip(idx, shape, strict=True)])
    return _split_index(idx, shape, last=False)


def _split_index(idx: Any, shape: Any, *, last: bool) -> Any:
    """The coordinate of an index below the size of `shape`; one beyond it makes the very last leaf larger if `last`."""
    if not isinstance(shape, tuple):
        return idx
    out: list[Any] = []
    for k, s in enumerate(shape):
        size = product(s)
        open_end = k == len(shape) - 1 and (last or (isinstance(idx, int) and not isinstance(size, int)))
        out.append(_split_index(idx if open_end else mod(idx, size), s, last=open_end))
        idx = floor_div(idx, size)
    return tuple(out)


def strided_idx2crd(idx: Any, shape: Any, stride: Any) -> Any:
    """The coordinate at which a layout without overlaps has the value `idx`: (idx / stride) mod extent in each leaf.

    >>> strided_idx2crd(10, (4, 8), (8, 1))
    (1, 2)
    """
    if isinstance(shape, tuple):
        return tuple([strided_idx2crd(idx, s, d) for s, d in zip(shape, stride, strict=True)])
    if isinstance(shape, int) and shape == 1:
        return 0
    if isinstance(stride, int) and stride == 0:
        raise fail(
            "layout-division-by-zero",
            f"there is no coordinate of index {idx}: all coordinates of the mode {shape}:0 have the index 0",
        )
    return mod(floor_div(idx, stride), shape)


def increment_coord(coord: Any, shape: IntTuple) -> Any:
    """The next coordinate in colexicographic order; the last mode goes on beyond its extent, where a loop ends.

    >>> increment_coord((3, (1, 0)), (4, (2, 3))), increment_coord((3, 7), (4, 8))
    ((0, (0, 1)), (0, 8))
    """
    if not is_weakly_congruent(coord, shape) or not is_weakly_congruent(shape, coord):
        raise _not_congruent(coord, shape)
    return _split_index(add(shape_crd2idx(coord, shape), 1), shape, last=True)


def elem_less(lhs: Any, rhs: Any) -> Any:
    """Whether every entry of `lhs` is below that of `rhs`: a `bool` where it is known, else a run-time Boolean.

    **Law**: the conjunction of `<` over the leaves; a tuple `lhs` may have fewer modes than `rhs`. A leaf against a
    tuple compares with its size. Source: BSD-3 `cute/int_tuple.hpp`.

    >>> elem_less((1, (2, 3)), (4, (3, 4))), elem_less((1, 9), (4, 8))
    (True, False)
    """
    if isinstance(lhs, tuple) and isinstance(rhs, tuple):
        if len(lhs) > len(rhs):
            raise _not_congruent(lhs, rhs)
        return _all([elem_less(x, y) for x, y in zip(lhs, rhs, strict=False)])
    if isinstance(lhs, tuple):
        raise _not_congruent(lhs, rhs)
    return lhs < (product(rhs) if isinstance(rhs, tuple) else rhs)


def _all(parts: list[Any]) -> Any:
    """Conjunction that drops static `True` and stops at a static `False`."""
    if any(p is False for p in parts):
        return False
    result: Any = True
    for p in parts:
        if p is not True:
            result = p if result is True else result & p
    return result
