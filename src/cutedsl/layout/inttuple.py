"""Integer tuples: nested tuples of leaves, and what can be said about their profile."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.leaf import IntTuple, Leaf, mul


def tuple_rank(x: Any) -> int:
    """Number of modes; a leaf has one."""
    return len(x) if isinstance(x, tuple) else 1


def tuple_depth(x: Any) -> int:
    """Levels of nesting: 0 for a leaf, 1 for a flat tuple.

    >>> tuple_depth((4, (2, 3)))
    2
    """
    return 1 + max([tuple_depth(e) for e in x], default=0) if isinstance(x, tuple) else 0


def all_int(x: Any) -> bool:
    """Whether every leaf is an `int`: a static tuple without scaled bases."""
    return all(all_int(e) for e in x) if isinstance(x, tuple) else isinstance(x, int)


def product(a: IntTuple) -> Any:
    """Product of all leaves; 1 for `()`.

    >>> product((4, (2, 3)))
    24
    """
    if not isinstance(a, tuple):
        return a
    result: Any = 1
    for e in a:
        factor = product(e) if isinstance(e, tuple) else e
        result = result * factor if type(result) is int and type(factor) is int else mul(result, factor)
    return result


def product_each(a: IntTuple) -> tuple[Any, ...]:
    """The product of each top mode, as a flat tuple.

    >>> product_each(((2, 3), 4))
    (6, 4)
    """
    return tuple([product(e) for e in wrap(a)])


def product_like(a: IntTuple, target_profile: Any) -> Any:
    """Products of the parts of `a` that meet the leaves of `target_profile`.

    >>> product_like(((2, 3), (4, (5, 6))), (0, (0, 0)))
    (6, (4, 30))
    """
    if not isinstance(target_profile, tuple):
        return product(a)
    if not isinstance(a, tuple) or len(a) != len(target_profile):
        raise fail("profile-mismatch", f"{a} does not refine the profile {target_profile}")
    return tuple([product_like(e, p) for e, p in zip(a, target_profile, strict=True)])


def wrap(x: Any) -> tuple[Any, ...]:
    """`x` itself if a tuple, else the 1-tuple of it."""
    return x if isinstance(x, tuple) else (x,)


def unwrap(x: Any) -> Any:
    """Strips 1-tuples from the outside: `((4,),)` is 4."""
    while isinstance(x, tuple) and len(x) == 1:
        x = x[0]
    return x


def flatten_to_tuple(a: Any) -> tuple[Any, ...]:
    """The leaves from left to right, always as a tuple.

    >>> flatten_to_tuple((4, (2, (3,))))
    (4, 2, 3)
    """
    if not isinstance(a, tuple):
        return (a,)
    for e in a:
        if isinstance(e, tuple):
            out: list[Any] = []
            _flatten_into(a, out)
            return tuple(out)
    return a


def _flatten_into(x: tuple[Any, ...], out: list[Any]) -> None:
    """Appends the leaves of `x` to `out`."""
    for e in x:
        if isinstance(e, tuple):
            _flatten_into(e, out)
        else:
            out.append(e)


def unflatten(sequence: Iterable[Any], profile: Any) -> Any:
    """The elements of `sequence` in the profile of `profile`; both need as many leaves.

    >>> unflatten((4, 2, 3), (0, (0, 0)))
    (4, (2, 3))
    """
    items = list(sequence)
    if len(items) != len(flatten_to_tuple(profile)):
        raise fail("profile-mismatch", f"{len(items)} elements do not fill the profile {profile}")
    it = iter(items)
    return transform_leaf(lambda _: next(it), profile)


def transform_leaf(f: Callable[..., Any], *tuples: Any) -> Any:
    """`f` on the leaves of congruent tuples, in the same profile.

    >>> transform_leaf(lambda a, b: a + b, (1, (2, 3)), (10, (20, 30)))
    (11, (22, 33))
    """
    first = tuples[0]
    if not isinstance(first, tuple):
        return f(*tuples)
    if not all(isinstance(t, tuple) and len(t) == len(first) for t in tuples):
        raise fail("profile-mismatch", "the tuples are not congruent: " + ", ".join(map(str, tuples)))
    return tuple([transform_leaf(f, *parts) for parts in zip(*tuples, strict=True)])


def _nested(x: Any) -> Any:
    """A tuple as it is; the shape of a layout or a tensor, if that is a tuple."""
    if isinstance(x, (tuple, int)):
        return x
    shape = getattr(x, "shape", None)
    return shape if isinstance(shape, tuple) and shape else x  # the shape of a NumPy integer is ()


def is_congruent(a: Any, b: Any) -> bool:
    """Whether two tuples, or the shapes of layouts or tensors, have the same profile.

    >>> is_congruent((4, (2, 3)), (0, (1, 1))), is_congruent((4, 6), (4, (2, 3)))
    (True, False)
    """
    a, b = _nested(a), _nested(b)
    if isinstance(a, tuple):
        if not isinstance(b, tuple) or len(a) != len(b):
            return False
        for x, y in zip(a, b, strict=True):
            if (isinstance(x, tuple) or isinstance(y, tuple)) and not is_congruent(x, y):
                return False
        return True
    return not isinstance(b, tuple)


def is_weakly_congruent(a: Any, b: Any) -> bool:
    """Whether the profile of `a` becomes that of `b` by refining leaves of `a` (a partial order).

    Layouts and tensors count as their shapes.

    >>> is_weakly_congruent((4, 6), (4, (2, 3))), is_weakly_congruent((4, (2, 3)), (4, 6))
    (True, False)
    """
    a, b = _nested(a), _nested(b)
    if not isinstance(a, tuple):
        return True
    if not isinstance(b, tuple) or len(a) != len(b):
        return False
    return all(is_weakly_congruent(x, y) for x, y in zip(a, b, strict=True))


def is_compatible(a: IntTuple, b: IntTuple) -> bool:
    """Whether every coordinate of the static shape `a` is one of `b`: equal size at each leaf of `a`.

    >>> is_compatible((4, 6), (4, (2, 3))), is_compatible((4, 6), (6, 4))
    (True, False)
    """
    if not isinstance(a, tuple):
        return isinstance(a, int) and isinstance(size := product(b), int) and a == size
    if not isinstance(b, tuple) or len(a) != len(b):
        return False
    return all(is_compatible(x, y) for x, y in zip(a, b, strict=True))


def compact_strides(shape: IntTuple, start: Leaf = 1) -> tuple[Any, Any]:
    """Compact left-major strides of `shape` from `start`, and the stride that would come next.

    A static extent of 1 gets stride 0, as in CuTe.

    >>> compact_strides((4, (2, 1, 3)))
    ((1, (4, 0, 8)), 24)
    """
    if not isinstance(shape, tuple):
        return (0, start) if isinstance(shape, int) and shape == 1 else (start, mul(start, shape))
    strides: list[Any] = []
    for s in shape:
        if isinstance(s, tuple):
            stride, start = compact_strides(s, start)
            strides.append(stride)
        elif isinstance(s, int) and s == 1:
            strides.append(0)
        else:
            strides.append(start)
            start = mul(start, s)
    return tuple(strides), start
