"""What the laws are checked against: enumeration by hand, random layouts, and integers known only at run time."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from cutedsl.layout import ComposedLayout, Layout, Swizzle

EXTENTS = (1, 2, 3, 4, 6, 8)
STRIDES = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24)


def leaves_of(t: Any) -> list[Any]:
    """The leaves of a nested tuple, in order."""
    return [leaf for e in t for leaf in leaves_of(e)] if isinstance(t, tuple) else [t]


def count(shape: Any) -> int:
    """The number of elements of a shape."""
    total = 1
    for s in leaves_of(shape):
        total *= s
    return total


def at(layout: Layout, index: int) -> int:
    """The value of a static layout at a linear index: leftmost leaf fastest, the last one unbounded."""
    return _at(leaves_of(layout.shape), leaves_of(layout.stride), index)


def _at(extents: list[int], strides: list[int], index: int) -> int:
    value, last = 0, len(extents) - 1
    for k, (s, d) in enumerate(zip(extents, strides, strict=True)):
        value += d * (index if k == last else index % s)
        index //= s
    return value


def values(layout: Layout) -> list[int]:
    """The values of a static layout at 0, 1, …, size - 1."""
    extents, strides = leaves_of(layout.shape), leaves_of(layout.stride)
    return [_at(extents, strides, i) for i in range(count(layout.shape))]


def _random_shape(rng: Random, leaves: int, depth: int = 0) -> Any:
    """A nested shape of at most `leaves` extents."""
    if depth and (leaves < 2 or depth == 3 or rng.random() < 0.6):
        return rng.choice(EXTENTS)
    if depth == 0 and rng.random() < 0.15:
        return rng.choice(EXTENTS)
    modes = rng.randint(1, min(3, leaves))
    return tuple(_random_shape(rng, leaves // modes, depth + 1) for _ in range(modes))


def _random_layout(rng: Random, leaves: int) -> Layout:
    """A compact layout in any order of modes, a padded one, or one with free strides (which may overlap)."""
    while count(shape := _random_shape(rng, leaves)) > 64:
        pass
    extents = leaves_of(shape)
    kind = rng.choice(["compact", "padded", "free"])
    if kind == "free":
        strides = [rng.choice(STRIDES) for _ in extents]
    else:
        strides, step = [0] * len(extents), 1
        for k in rng.sample(range(len(extents)), len(extents)):
            strides[k] = step
            step *= extents[k] * (rng.choice([1, 1, 2, 3]) if kind == "padded" else 1)
    return Layout.unchecked(shape, refill(shape, iter(strides)))


@cache
def _pool(leaves: int) -> list[Layout]:
    """Distinct random layouts, the simplest first, so that a failure shrinks to a simple one."""
    rng = Random(leaves)
    wanted = 3 * settings().max_examples
    found: dict[str, Layout] = {}
    for _ in range(20 * wanted):
        layout = _random_layout(rng, leaves)
        found[str(layout)] = layout
        if len(found) == wanted:
            break
    return sorted(found.values(), key=lambda a: (len(leaves_of(a.shape)), count(a.shape), len(str(a)), str(a)))


def layouts(max_leaves: int = 6) -> st.SearchStrategy[Layout]:
    """Compact, padded and overlapping layouts of at most 64 elements, nested up to three deep.

    They come from a pool that is made once: one draw a layout, which keeps 200 examples of a law well under a second.
    """
    return st.deferred(lambda: st.sampled_from(_pool(max_leaves)))


def shapes(max_leaves: int = 6) -> st.SearchStrategy[Any]:
    """Nested shapes of at most 64 elements."""
    return layouts(max_leaves).map(lambda a: a.shape)


def refill(profile: Any, leaves: Any) -> Any:
    """The leaves of an iterator in the profile of a tuple."""
    return tuple(refill(e, leaves) for e in profile) if isinstance(profile, tuple) else next(leaves)


class RunTimeInt:
    """An integer that is computed with but never compared: what a kernel's tracer allows."""

    width = 32

    def __init__(self, value: int, divisibility: int = 1) -> None:
        assert value % divisibility == 0
        self.value, self.divisibility = value, divisibility

    def _with(self, value: int) -> RunTimeInt:
        return RunTimeInt(value)

    def __add__(self, other: Any) -> RunTimeInt:
        return self._with(self.value + known(other))

    def __mul__(self, other: Any) -> RunTimeInt:
        divisibility = self.divisibility * (abs(other) if isinstance(other, int) else other.divisibility)
        return RunTimeInt(self.value * known(other), divisibility or 1)

    def __sub__(self, other: Any) -> RunTimeInt:
        return self._with(self.value - known(other))

    def __rsub__(self, other: Any) -> RunTimeInt:
        return self._with(known(other) - self.value)

    def __floordiv__(self, other: Any) -> RunTimeInt:
        return self._with(self.value // known(other))

    def __rfloordiv__(self, other: Any) -> RunTimeInt:
        return self._with(known(other) // self.value)

    def __mod__(self, other: Any) -> RunTimeInt:
        return self._with(self.value % known(other))

    def __rmod__(self, other: Any) -> RunTimeInt:
        return self._with(known(other) % self.value)

    def __and__(self, other: Any) -> RunTimeInt:
        return self._with(self.value & known(other))

    def __xor__(self, other: Any) -> RunTimeInt:
        return self._with(self.value ^ known(other))

    def __rlshift__(self, other: Any) -> RunTimeInt:
        return self._with(known(other) << self.value)

    def __rshift__(self, other: Any) -> RunTimeInt:
        return self._with(self.value >> known(other))

    __radd__, __rmul__ = __add__, __mul__

    def _refuse(self, *_: Any) -> Any:
        raise AssertionError("the algebra compared a run-time integer")

    __eq__ = __ne__ = __lt__ = __gt__ = __le__ = __ge__ = __bool__ = __hash__ = __index__ = _refuse


def known(x: Any) -> Any:
    """Run-time integers replaced by their values, in a leaf, tuple or layout."""
    if isinstance(x, tuple):
        return tuple(known(e) for e in x)
    if isinstance(x, Layout):
        return Layout.unchecked(known(x.shape), known(x.stride))
    return x.value if isinstance(x, RunTimeInt) else x


def hidden(layout: Layout, choice: int) -> Layout:
    """The layout with the leaves that bits of `choice` pick known only at run time, some with their divisibility."""
    bits = iter(range(0, 64, 2))

    def hide(x: Any) -> Any:
        if isinstance(x, tuple):
            return tuple(hide(e) for e in x)
        k = next(bits)
        if x <= 1 or not choice >> k & 1:
            return x
        return RunTimeInt(x, x & -x) if choice >> k + 1 & 1 else RunTimeInt(x)

    return Layout.unchecked(hide(layout.shape), hide(layout.stride))


CHOICES = st.integers(0, (1 << 32) - 1)


def partly_dynamic(layout: Layout) -> st.SearchStrategy[Layout]:
    """The layout with some extents and strides known only at run time."""
    return CHOICES.map(lambda choice: hidden(layout, choice))


SWIZZLES = [Swizzle(b, m, s) for b in range(4) for m in range(5) for s in range(b, 6)]


def swizzles() -> st.SearchStrategy[Swizzle]:
    """Swizzles of at most three bits."""
    return st.sampled_from(SWIZZLES)


def moved(s: Swizzle, x: int) -> int:
    """The swizzle, bit by bit."""
    for k in range(s.num_bits):
        if x >> (s.num_base + s.num_shift + k) & 1:
            x ^= 1 << (s.num_base + k)
    return x


def composed() -> st.SearchStrategy[ComposedLayout]:
    """A swizzle, a layout or a function, moved by an offset, over a layout."""
    inner = st.one_of(swizzles(), layouts(), st.just(lambda i: 7 * i + 3))
    return st.builds(ComposedLayout, inner, st.integers(0, 20), layouts())


def inner_at(c: ComposedLayout, i: int) -> int:
    """The inner part of a composed layout, by the oracle."""
    if isinstance(c.inner, Swizzle):
        return moved(c.inner, i)
    return at(c.inner, i) if isinstance(c.inner, Layout) else c.inner(i)


def composed_values(c: ComposedLayout) -> list[int]:
    """The values of a composed layout at 0, 1, …, size - 1."""
    return [inner_at(c, c.offset + v) for v in values(c.outer)]
