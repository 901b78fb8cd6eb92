"""Asking for and rearranging the modes of tuples, layouts and composed layouts."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.layout.basis import ScaledBasis
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.coords import index_of, shape_crd2idx
from cutedsl.layout.inttuple import flatten_to_tuple, product, tuple_depth, tuple_rank
from cutedsl.layout.layout import Layout
from cutedsl.layout.swizzle import Swizzle
from cutedsl.layout.tuple_text import tuple_text
from cutedsl.layout.value_type import ValueType


def is_static(x: Any) -> bool:
    """Whether all of a leaf, tuple or layout is known: `int`s, `None`, scaled bases and swizzles of them.

    >>> is_static(Layout("(4,8):(8,1)")), is_static((4, Layout("?:1").shape))
    (True, False)
    """
    match x:
        case tuple():
            return all(is_static(e) for e in x)
        case Layout():
            return is_static(x.shape) and is_static(x.stride)
        case ComposedLayout():
            return x.is_normal and is_static((x.inner, x.offset, x.outer))
        case ScaledBasis():
            return isinstance(x.value, int)
        case ValueType():
            return is_static(x.layout)
        case _:
            return x is None or isinstance(x, (int, Swizzle))


def _check_mode(x: Any, mode: object) -> None:
    """Errors: mode-out-of-range."""
    if not isinstance(mode, int):
        kind = with_article(type(mode).__name__)
        raise fail(
            "mode-out-of-range",
            f"a mode of {_text(x)} is an int that is known while tracing, got {kind}",
            fix="Loop over modes with `cutlass.range_constexpr`.",
        )
    if not 0 <= mode < rank(x):
        raise fail("mode-out-of-range", f"mode {mode} of {_text(x)}, which has {rank(x)}")


def get(x: Any, mode: Any = ()) -> Any:
    """The part of a tuple or layout that a path of modes names.

    >>> get(((2, 3), 4), [0, 1])
    3
    """
    for m in mode if isinstance(mode, (tuple, list)) else (mode,):
        _check_mode(x, m)
        x = x[m] if isinstance(x, (tuple, Layout, ComposedLayout)) else x
    return x


def shape(x: Any, *, mode: Any = ()) -> Any:
    """The shape of a layout, or of one mode; of a tuple, which is a shape or a tiler, those of its parts.

    >>> shape((4, Layout("(2,3):(3,1)")))
    (4, (2, 3))
    """
    x = get(x, mode)
    if isinstance(x, tuple):
        return tuple(part if isinstance(part, int) else shape(part) for part in x)
    return x.shape if isinstance(x, (Layout, ComposedLayout)) else x


def size(x: Any, mode: Any = ()) -> Any:
    """Number of elements: the product of the shape's leaves, or of one mode's.

    >>> size(Layout("(4,(2,3)):(1,(4,8))"), mode=[1])
    6
    """
    found = product(x if mode == () and isinstance(x, (int, tuple)) else shape(x, mode=mode))
    if found is None or isinstance(found, (str, float)) or hasattr(found, "__array_interface__"):
        raise fail(
            "leaf-not-integer",
            f"`size` got {x!r} of type {type(x).__name__}",
            fix="Give a shape, layout or tensor.",
        )
    return found


def rank(a: Any, mode: Any = ()) -> int:
    """Number of modes; a leaf has one."""
    return tuple_rank(shape(a, mode=mode)) if mode != () else tuple_rank(_shape(a))


def depth(a: Any, mode: Any = ()) -> int:
    """Levels of nesting of the shape: 0 for a leaf."""
    return tuple_depth(shape(a, mode=mode))


def _shape(x: Any) -> Any:
    """The shape of a layout; a tuple is its own."""
    return x.shape if isinstance(x, (Layout, ComposedLayout)) else x


def _text(x: Any) -> str:
    """A tuple or layout for a message."""
    return str(x) if isinstance(x, (Layout, ComposedLayout)) else tuple_text(x)


def crd2idx(coord: Any, layout: Any) -> Any:
    """The index of a coordinate: through a layout, or colexicographic in a shape.

    >>> crd2idx((1, 2), Layout("(4,8):(8,1)")), crd2idx((1, 2), (4, 8))
    (10, 9)
    """
    match layout:
        case Layout():
            return index_of(coord, layout.shape, layout.stride)
        case ComposedLayout():
            return layout(coord)
        case _:
            return shape_crd2idx(coord, layout)


def _mapped(x: Any, f: Callable[[Any], Any]) -> Any:
    """`f` on a tuple, or on shape and stride of a layout alike."""
    match x:
        case Layout():
            return Layout.unchecked(f(x.shape), f(x.stride))
        case ComposedLayout():
            return x.with_outer(_mapped(x.outer, f))
        case _:
            return f(x)


def flatten(a: Any) -> Any:
    """Without nesting; a leaf stays a leaf.

    >>> print(flatten(Layout("(4,(2,3)):(1,(4,8))")))
    (4,2,3):(1,4,8)
    """
    return _mapped(a, lambda t: flatten_to_tuple(t) if isinstance(t, tuple) else t)


def select(x: Any, mode: Any) -> Any:
    """The listed top modes, in that order.

    >>> print(select(Layout("(4,8,2):(1,4,32)"), [2, 0]))
    (2,4):(32,1)
    """
    for m in mode:
        _check_mode(x, m)
    return _mapped(x, lambda t: tuple([t[m] if isinstance(t, tuple) else t for m in mode]))


def group_modes(input: Any, begin: int, end: int | None = None) -> Any:
    """Modes [begin, end) as one nested mode.

    >>> print(group_modes(Layout("(4,5,6):(1,4,20)"), 0, 2))
    ((4,5),6):((1,4),20)
    """
    stop = rank(input) if end is None or end == -1 else end
    if not 0 <= begin <= stop <= rank(input):
        raise fail("mode-out-of-range", f"modes {begin} to {stop} of {_text(input)}, which has {rank(input)}")
    return _mapped(input, lambda t: (*t[:begin], t[begin:stop], *t[stop:]) if isinstance(t, tuple) else (t,))


def append(input: Any, elem: Any, up_to_rank: int | None = None) -> Any:
    """`input` with `elem` as last mode, once, or as often as it takes to reach a rank.

    >>> append((4, 8), 1, up_to_rank=4)
    (4, 8, 1, 1)
    """
    return _extended(input, elem, up_to_rank, lambda t, more: (*_modes(t), *more))


def prepend(input: Any, elem: Any, up_to_rank: int | None = None) -> Any:
    """`input` with `elem` as first mode, once, or as often as it takes to reach a rank.

    >>> print(prepend(Layout("(4,8):(1,4)"), Layout("1:0")))
    (1,4,8):(0,1,4)
    """
    return _extended(input, elem, up_to_rank, lambda t, more: (*more, *_modes(t)))


def _modes(t: Any) -> tuple[Any, ...]:
    """The modes of a tuple; a leaf is one mode."""
    return t if isinstance(t, tuple) else (t,)


def _extended(x: Any, elem: Any, up_to_rank: int | None, put: Callable[[Any, Any], Any]) -> Any:
    """`x` with copies of `elem` put at an end."""
    if isinstance(x, ComposedLayout):
        return x.with_outer(_extended(x.outer, elem, up_to_rank, put))
    count = 1 if up_to_rank is None else max(0, up_to_rank - rank(x))
    if isinstance(x, Layout):
        mode = elem if isinstance(elem, Layout) else Layout(elem)
        if up_to_rank is not None and count == 0:
            return x
        return Layout.unchecked(put(x.shape, [mode.shape] * count), put(x.stride, [mode.stride] * count))
    return x if count == 0 else put(x, [elem] * count)


def prepend_ones(t: Any, up_to_rank: int | None = None) -> Any:
    """`t` with modes of extent 1 before it (stride 0 for a layout)."""
    return prepend(t, Layout.unchecked(1, 0) if isinstance(t, (Layout, ComposedLayout)) else 1, up_to_rank)


def append_ones(t: Any, up_to_rank: int | None = None) -> Any:
    """`t` with modes of extent 1 after it (stride 0 for a layout).

    >>> print(append_ones(Layout("4:1"), up_to_rank=3))
    (4,1,1):(1,0,0)
    """
    return append(t, Layout.unchecked(1, 0) if isinstance(t, (Layout, ComposedLayout)) else 1, up_to_rank)


def leading_dim(shape: Any, stride: Any) -> Any:
    """The first mode of static stride 1: its number, a path where it is nested, or `None`.

    >>> leading_dim((4, 8), (8, 1)), leading_dim((4, (2, 4)), (8, (4, 1))), leading_dim((4, 8), (8, 2))
    (1, (1, 1), None)
    """
    if not isinstance(stride, tuple):
        return 0 if isinstance(stride, int) and stride == 1 else None
    path = _unit_path(stride)
    return path[0] if path is not None and len(path) == 1 else path


def _unit_path(stride: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """The path to the first static 1."""
    for i, d in enumerate(stride):
        if isinstance(d, tuple):
            inner = _unit_path(d)
            if inner is not None:
                return (i, *inner)
        elif isinstance(d, int) and d == 1:
            return (i,)
    return None


def is_major(mode: int, stride: Any) -> bool:
    """Whether a top mode of a stride has stride 1 somewhere inside."""
    part = stride[mode] if isinstance(stride, tuple) else stride
    return any(isinstance(d, int) and d == 1 for d in flatten_to_tuple(part))
