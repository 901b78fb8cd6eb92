"""Algorithms on nested tuples: repeat, filter, transform, find."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.inttuple import flatten_to_tuple, transform_leaf
from cutedsl.layout.leaf import provably_equal


def repeat_as_tuple(x: Any, n: int) -> tuple[Any, ...]:
    """A tuple of `n` times `x`."""
    return (x,) * n


def repeat(x: Any, n: int) -> Any:
    """`n` times `x`: a tuple, but `x` itself for n = 1.

    >>> repeat(4, 2), repeat(4, 1)
    ((4, 4), 4)
    """
    if n < 1:
        raise fail("rank-mismatch", f"repeat needs at least one copy, got {n}")
    return x if n == 1 else (x,) * n


def repeat_like(x: Any, target: Any) -> Any:
    """`x` at every leaf of the profile of `target`.

    >>> repeat_like(1, (4, (2, 3)))
    (1, (1, 1))
    """
    return transform_leaf(lambda _: x, target)


def transform_apply(*tuples: Any, f: Callable[..., Any], g: Callable[..., Any]) -> Any:
    """`g` on the results of `f` over the modes of tuples of one rank; leaves count as one mode.

    >>> transform_apply((1, 2), (3, 4), f=lambda a, b: a * b, g=lambda *c: sum(c))
    11
    """
    if not isinstance(tuples[0], tuple):
        return g(f(*tuples))
    return g(*[f(*parts) for parts in zip(*tuples, strict=True)])


def filter_tuple(*tuples: Any, f: Callable[..., tuple[Any, ...]]) -> tuple[Any, ...]:
    """The tuples that `f` gives for each mode, joined: `()` drops a mode, `(x,)` keeps one.

    >>> filter_tuple((1, 2, 3), f=lambda x: (x,) if x != 2 else ())
    (1, 3)
    """
    return tuple_cat(*[f(*parts) for parts in zip(*tuples, strict=True)])


def tuple_cat(*tuples: Any) -> tuple[Any, ...]:
    """Tuples joined end to end; a leaf counts as a 1-tuple.

    >>> tuple_cat((1, 2), 3, (4,))
    (1, 2, 3, 4)
    """
    out: tuple[Any, ...] = ()
    for t in tuples:
        out += t if isinstance(t, tuple) else (t,)
    return out


def find_if(t: Any, pred_fn: Callable[[Any], Any], hierarchical: bool = True) -> Any:
    """Where the first mode that satisfies a predicate is: its number (a path if nested), or `None`.

    With `hierarchical` the leaves are asked; else the top modes.

    >>> find_if((4, (2, 3)), lambda x: x == 3), find_if((4, 3), lambda x: x == 3)
    ((1, 1), 1)
    """
    if not isinstance(t, tuple):
        return 0 if pred_fn(t) else None
    for i, e in enumerate(t):
        if hierarchical and isinstance(e, tuple):
            inner = find_if(e, pred_fn)
            if inner is not None:
                return (i, *(inner if isinstance(inner, tuple) else (inner,)))
        elif pred_fn(e):
            return i
    return None


def find(t: Any, x: Any, hierarchical: bool = True) -> Any:
    """Where the first mode equal to `x` is (see `find_if`); a dynamic leaf equals only itself.

    >>> find((4, (2, 3)), 2)
    (1, 0)
    """
    return find_if(t, lambda e: provably_equal(e, x), hierarchical=hierarchical)


def front(input: Any) -> Any:
    """The first leaf of a nested tuple."""
    return flatten_to_tuple(input)[0]
