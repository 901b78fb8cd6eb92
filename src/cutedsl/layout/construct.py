"""Making layouts: compact, ordered, alike, identity, or from modes."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.basis import basis_like
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.inttuple import (
    all_int,
    compact_strides,
    flatten_to_tuple,
    is_weakly_congruent,
    product_like,
    transform_leaf,
    unflatten,
)
from cutedsl.layout.layout import Layout, not_a_layout
from cutedsl.layout.leaf import Leaf, mul, provably_equal
from cutedsl.layout.tuple_text import tuple_text


def make_layout(shape: Any, *, stride: Any = None) -> Layout:
    """A layout of `shape` and `stride`, or the layouts of an iterable as its modes.

    Without `stride` the layout is compact, leftmost mode fastest. Errors: shape-not-positive,
    shape-stride-not-congruent, leaf-not-integer. Source: BSD-3 `cute/layout.hpp`.

    >>> print(make_layout((4, (2, 3))), make_layout((4, 8), stride=(8, 1)))
    (4,(2,3)):(1,(4,8)) (4,8):(8,1)
    >>> print(make_layout([Layout("4:1"), Layout("(2,3):(0,4)")]))
    (4,(2,3)):(1,(0,4))
    """
    if isinstance(shape, Layout):
        return shape
    if isinstance(shape, tuple) and not any(isinstance(s, Layout) for s in shape):
        return Layout(shape, stride)
    if isinstance(shape, Iterable) and not isinstance(shape, (str, bytes, dict, set)):
        modes: list[Any] = list(shape)
        if stride is None and all(isinstance(m, Layout) for m in modes):
            return join(modes)
        return Layout(tuple(modes), stride)
    return Layout(shape, stride)


def join(modes: Iterable[Layout]) -> Layout:
    """The layout whose modes are the given layouts."""
    modes = list(modes)
    return Layout.unchecked(tuple([m.shape for m in modes]), tuple([m.stride for m in modes]))


def make_ordered_layout(shape: Any, order: Any) -> Layout:
    """A compact layout whose modes get their strides by increasing `order`; equal orders go left to right.

    `order` may be coarser than `shape`: then a mode is compact inside, leftmost fastest. Errors:
    order-not-congruent. Source: BSD-3 `cute/stride.hpp` (compact_order).

    >>> print(make_ordered_layout((4, 3, 2), order=(2, 1, 0)), make_ordered_layout((4, (3, 2)), order=(1, 0)))
    (4,3,2):(6,2,1) (4,(3,2)):(6,(1,3))
    """
    shape = Layout(shape).shape
    order = tuple(order) if isinstance(order, list) else order
    if not is_weakly_congruent(order, shape):
        raise fail(
            "order-not-congruent",
            f"the order {tuple_text(order)} does not fit the shape {tuple_text(shape)}",
        )
    sizes = flatten_to_tuple(product_like(shape, order))
    ranks = flatten_to_tuple(order)
    if not all(isinstance(r, int) for r in ranks):
        raise fail("order-not-congruent", f"the order must be static integers, got {tuple_text(order)}")
    return Layout.unchecked(shape, _strides_from(shape, order, iter(ordered_starts(sizes, ranks))))


def ordered_starts(sizes: Sequence[Leaf], ranks: Sequence[int]) -> list[Leaf]:
    """For each mode the product of the sizes of those before it, by increasing rank."""
    starts: list[Leaf] = [1] * len(sizes)
    running: Leaf = 1
    for i in sorted(range(len(sizes)), key=ranks.__getitem__):
        starts[i] = running
        running = mul(running, sizes[i])
    return starts


def _strides_from(shape: Any, order: Any, starts: Iterator[Leaf]) -> Any:
    """Strides of the parts of `shape` at the leaves of `order`, each compact from its own start."""
    if isinstance(order, tuple):
        return tuple([_strides_from(s, o, starts) for s, o in zip(shape, order, strict=True)])
    return compact_strides(shape, next(starts))[0]


def _plain(layout: Any, operation: str) -> Layout:
    """The layout itself, or the outer part of a composed one."""
    plain = layout.outer if isinstance(layout, ComposedLayout) else layout
    if not isinstance(plain, Layout):
        raise not_a_layout(operation, layout)
    return plain


def make_layout_like(input: Any) -> Layout:
    """The compact layout with the stride order of `input`; stride 0 stays 0.

    Shapes: the result has the shape of `input`.

    Modes with dynamic strides come last, left to right. Source: BSD-3 `cute/layout.hpp`.

    >>> print(make_layout_like(Layout("(4,8,2):(16,1,0)")))
    (4,8,2):(8,1,0)
    """
    plain = _plain(input, "make_layout_like")
    shapes, strides = flatten_to_tuple(plain.shape), flatten_to_tuple(plain.stride)
    static = [i for i, d in enumerate(strides) if isinstance(d, int)]
    last = [i for i, d in enumerate(strides) if not isinstance(d, int)]
    out: list[Any] = [0] * len(shapes)
    running: Any = 1
    for i in sorted(static, key=lambda i: abs(strides[i])) + last:
        if provably_equal(strides[i], 0) or provably_equal(shapes[i], 1):
            continue
        out[i] = running
        running = mul(running, shapes[i])
    return Layout.unchecked(plain.shape, unflatten(out, plain.shape))


def make_fragment_layout(layout: Any) -> Layout:
    """The compact layout of a thread's own copy: mode 0 leftmost fastest, the others in the stride order of `layout`.

    Stride 0 stays 0 in mode 0 only: other modes get elements of their own. A layout that is not static becomes
    left-major. Source: BSD-3 `cute/layout.hpp` (make_fragment_like).

    >>> print(make_fragment_layout(Layout("((2,2),4,8):((1,64),8,2)")))
    ((2,2),4,8):((1,2),32,4)
    """
    plain = _plain(layout, "make_fragment_layout")
    shape, stride = plain.shape, plain.stride
    if not isinstance(shape, tuple) or len(shape) < 2 or not all_int((shape, stride)):
        return Layout(shape)
    first = filter_extents(shape[0], stride[0])
    head, reach = compact_strides(first)
    rest = make_ordered_layout(shape[1:], stride[1:])
    tail = transform_leaf(lambda d: d * reach, rest.stride)
    return Layout.unchecked(shape, (head, *tail))


def filter_extents(shape: Any, stride: Any) -> Any:
    """`shape` with extent 1 where the stride is a static 0."""
    if isinstance(stride, tuple):
        return tuple([filter_extents(s, d) for s, d in zip(shape, stride, strict=True)])
    return transform_leaf(lambda _: 1, shape) if provably_equal(stride, 0) else shape


def make_identity_layout(shape: Any) -> Layout:
    """The layout that maps each coordinate of `shape` to itself, with unit bases as strides.

    >>> make_identity_layout((4, 8))(1, 2)
    (1, 2)
    >>> print(make_identity_layout((4, (2, 3))))
    (4,(2,3)):(1@0,(1@0@1,1@1@1))
    """
    checked = Layout(shape).shape
    return Layout.unchecked(checked, basis_like(checked))
