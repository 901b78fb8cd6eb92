"""Composition: `R(c) = A(B(c))`, exact or an error."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.basis import ScaledBasis, basis_get, has_scaled_basis
from cutedsl.layout.coalesce import by_mode, coalesce_unbounded
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.construct import make_layout
from cutedsl.layout.layout import Layout
from cutedsl.layout.leaf import ceil_div_leaf, floor_div, minimum, mul
from cutedsl.layout.swizzle import Swizzle
from cutedsl.layout.swizzle_algebra import swizzle_from_masks, swizzle_moves


def composition(lhs: Any, rhs: Any) -> Any:
    """The layout `R(c) = lhs(rhs(c))` on the coordinates of `rhs`; by mode where `rhs` is an int or a tuple tiler.

    **Law**: `result(i) == lhs(rhs(i))` for `0 <= i < size(rhs)`, and the shape of `rhs` is compatible with the
    result's. In a tiler an int `n` is the layout `n:1`, `None` keeps the mode, tuples recurse, and modes of `lhs`
    that the tiler does not reach go. A composed `lhs` is composed below its inner part.
    **Errors**: composition-not-divisible where no layout has these values; rank-mismatch. There is none if the extents
    of `lhs` and the steps of `rhs` do not divide one another, or if modes of `rhs` together carry over an extent of
    `lhs`. Source: BSD-3 `cute/layout.hpp`; the conditions are exact, so stricter than those of `cute/layout.hpp` where
    that gives other values.

    >>> print(composition(Layout("(6,2):(8,2)"), Layout("(4,3):(3,1)")))
    ((2,2),3):((24,2),8)
    >>> print(composition(Layout("(12,(4,8)):(59,(13,1))"), (3, 8)))
    (3,(4,2)):(59,(13,1))
    """
    if isinstance(lhs, Layout):
        if isinstance(rhs, Layout):
            return _compose(lhs, rhs)
        if isinstance(rhs, tuple):
            return make_layout(list(by_mode(lhs, rhs, composition))[: len(rhs)])
        if rhs is None:
            return lhs
        if isinstance(rhs, (ComposedLayout, Swizzle)):
            return _compose_right(lhs, rhs)
        return _compose(lhs, Layout.unchecked(rhs, 1) if type(rhs) is int and rhs > 0 else Layout(rhs))
    if isinstance(lhs, ComposedLayout):
        return lhs.with_outer(composition(lhs.outer, rhs))
    if isinstance(rhs, ComposedLayout):
        return _collapse(lhs, rhs)
    return rhs if isinstance(lhs, Swizzle) and not lhs.num_bits else ComposedLayout(lhs, 0, rhs)


def _collapse(a: Any, b: ComposedLayout) -> Any:
    """A swizzle or function over a composed layout: only the identity swizzle can vanish."""
    if isinstance(b.inner, Swizzle) and not b.inner.num_bits:
        return ComposedLayout(a, b.offset, b.outer)
    raise fail("composition-unsupported", f"{a} cannot be composed with {b}: two inner functions")


def _compose_right(a: Layout, b: ComposedLayout | Swizzle) -> Any:
    """An affine layout over a swizzle: the swizzle whose bits are the images of the old bits."""
    if isinstance(b, ComposedLayout):
        if not isinstance(b.inner, (Layout, Swizzle)):
            raise fail("composition-unsupported", f"{a} cannot be composed with {b}: its inner part is a function")
        if isinstance(b.inner, Layout):
            return ComposedLayout(composition(a, b.inner), b.offset, b.outer)
        if not (isinstance(b.offset, int) and b.offset == 0):
            raise fail("composition-unsupported", f"{a} cannot be composed with {b}: its offset is not 0")
        return composition(_compose_right(a, b.inner), b.outer)
    if not b.num_bits:
        return a
    if not swizzle_moves(a, b):
        raise fail("composition-unsupported", f"{a} does not map the bits of {b} one to one")
    return ComposedLayout(swizzle_from_masks(a(b.source_mask), a(b.target_mask)), 0, a)


class _Walk:
    """The flat modes of A (or of the mode of A that a basis picks), and how far B's modes reach in each together."""

    __slots__ = ("a", "b", "extents", "reached", "strides")

    def __init__(self, a: Layout, b: Layout) -> None:
        self.a, self.b = a, b
        self.extents, self.strides = coalesce_unbounded(a)
        self.reached = [0] * len(self.extents)

    def modes(self, shape: Any, stride: Any) -> tuple[Any, Any]:
        """Composition distributes over the modes of B, as long as their sum carries nothing from mode to mode of A."""
        if not isinstance(shape, tuple):
            return self.leaf(shape, stride)
        out_s: list[Any] = []
        out_d: list[Any] = []
        for s, d in zip(shape, stride, strict=True):
            r = self.modes(s, d) if isinstance(s, tuple) else self.leaf(s, d)
            out_s.append(r[0])
            out_d.append(r[1])
        return tuple(out_s), tuple(out_d)

    def leaf(self, s: Any, r: Any) -> tuple[Any, Any]:
        """The mode `s:r` of B."""
        if isinstance(r, int) and r == 0:
            return s, 0
        if len(self.extents) == 1:
            return s, mul(r, self.strides[0])
        if isinstance(r, int) and r < 0:
            raise self.error(f"{s}:{r}", "a step back has no place in a layout of several modes")
        if isinstance(s, int) and isinstance(r, int):
            return self.static_mode(s, r)
        return _dynamic_leaf(self.extents, self.strides, s, r, self)

    def static_mode(self, s: int, r: int) -> tuple[Any, Any]:
        """A static mode of B: skip the modes of A that a step jumps over, then take what is left to take."""
        whole = f"{s}:{r}"
        out_s: list[Any] = []
        out_d: list[Any] = []
        last = len(self.extents) - 1
        for k in range(last):
            n = self.extents[k]
            if not isinstance(n, int):
                return _joined(out_s, out_d, _dynamic_leaf(self.extents[k:], self.strides[k:], s, r, self))
            if r >= n:
                if r % n:
                    raise self.error(whole, f"the step {r} is not a multiple of the extent {n}")
                r //= n
                continue
            if (s - 1) * r < n:  # everything left lies inside this mode
                if s == 1:
                    r = 1
                    break
                take, s = s, 1
            else:
                take = n // r
                if n % r or s % take:
                    raise self.error(whole, f"{s} steps of {r} do not tile the extent {n}")
                s //= take
            self.reached[k] += (take - 1) * r
            out_s.append(take)
            out_d.append(mul(r, self.strides[k]))
            r = 1
            if s == 1:
                return _mode(out_s, out_d)
        if s != 1 or not out_s:
            out_s.append(s)
            out_d.append(mul(r, self.strides[last]))
        return _mode(out_s, out_d)

    def check_carry(self) -> None:
        """Raises where B's modes together run beyond an extent of A that each alone respects."""
        for n, reached in zip(self.extents[:-1], self.reached, strict=False):
            if isinstance(n, int) and reached >= n:
                raise self.error(str(self.b), f"together its modes reach {reached} in the extent {n}")

    def error(self, mode: str, why: str) -> Exception:
        """The error of a composition that no layout expresses."""
        return fail(
            "composition-not-divisible",
            f"{self.a} cannot be composed with {self.b}: at {mode}, {why}",
            fix="Choose a tile whose extents divide those of the layout, mode by mode.",
        )


def _compose(a: Layout, b: Layout) -> Layout:
    """Composition of two layouts."""
    if has_scaled_basis(b.stride):
        walks: dict[tuple[int, ...], _Walk] = {}
        shape, stride = _along_bases(a, b, b.shape, b.stride, walks)
        for walk in walks.values():
            walk.check_carry()
    else:
        walk = _Walk(a, b)
        shape, stride = walk.modes(b.shape, b.stride)
        if len(walk.extents) > 1:
            walk.check_carry()
    return Layout.unchecked(shape, stride)


def _along_bases(a: Layout, b: Layout, shape: Any, stride: Any, walks: dict[tuple[int, ...], _Walk]) -> tuple[Any, Any]:
    """Composition with a coordinate-valued layout: each basis picks the mode of A that it steps along."""
    if isinstance(shape, tuple):
        parts = [_along_bases(a, b, s, d, walks) for s, d in zip(shape, stride, strict=True)]
        return tuple([p[0] for p in parts]), tuple([p[1] for p in parts])
    if not isinstance(stride, ScaledBasis):
        if isinstance(stride, int) and stride == 0:
            return shape, 0
        raise fail("basis-arithmetic", f"{b} mixes the stride {stride} with scaled bases")
    walk = walks.get(stride.path)
    if walk is None:
        walk = _Walk(Layout.unchecked(basis_get(stride, a.shape), basis_get(stride, a.stride)), b)
        walks[stride.path] = walk
    return walk.leaf(shape, stride.value)


def _mode(shapes: list[Any], strides: list[Any]) -> tuple[Any, Any]:
    """One mode: a leaf, or a tuple of several."""
    return (shapes[0], strides[0]) if len(shapes) == 1 else (tuple(shapes), tuple(strides))


def _dynamic_leaf(ns: list[Any], ds: list[Any], s: Any, r: Any, walk: _Walk) -> tuple[Any, Any]:
    """The same walk where an extent or a step is known only at run time; what can be told is checked."""
    out_s: list[Any] = []
    out_d: list[Any] = []
    for n, d in zip(ns[:-1], ds[:-1], strict=True):
        if isinstance(n, int) and isinstance(r, int) and r >= n and r % n:
            raise walk.error(f"{s}:{r}", f"the step {r} is not a multiple of the extent {n}")
        there, beyond = ceil_div_leaf(n, r), ceil_div_leaf(r, n)
        if _is_one(there) or _is_one(s):
            r = beyond
            continue
        take = minimum(there, s)
        if isinstance(take, int) and isinstance(s, int) and s % take:
            raise walk.error(f"{s}:{r}", f"{s} steps of {r} do not tile the extent {n}")
        out_s.append(take)
        out_d.append(mul(r, d))
        s, r = floor_div(s, take), beyond
    if not out_s or not _is_one(s):
        out_s.append(s)
        out_d.append(mul(r, ds[-1]))
    return _mode(out_s, out_d)


def _joined(out_s: list[Any], out_d: list[Any], rest: tuple[Any, Any]) -> tuple[Any, Any]:
    """Modes taken so far, and those of a walk that went on from there."""
    if not out_s:
        return rest
    shape, stride = rest
    if isinstance(shape, tuple):
        return (*out_s, *shape), (*out_d, *stride)
    if _is_one(shape):
        return _mode(out_s, out_d)
    return (*out_s, shape), (*out_d, stride)


def _is_one(x: Any) -> bool:
    """Whether a leaf is a static 1."""
    return isinstance(x, int) and x == 1
