"""Division: a layout split into tiles and the rest."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.basis import has_scaled_basis
from cutedsl.layout.complement import complement, has_whole_gaps
from cutedsl.layout.compose import composition
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.construct import join
from cutedsl.layout.inttuple import product
from cutedsl.layout.layout import Layout, not_a_layout
from cutedsl.layout.leaf import ceil_div_leaf, mul, provably_equal
from cutedsl.layout.text import tile_text


def logical_divide(target: Any, tiler: Any) -> Any:
    """Each divided mode becomes (tile, rest): `A o (B, complement(B, size(A)))`, by mode for a tuple tiler.

    **Shapes**: (M,N,L…) by <TM,TN> gives ((TM,RM),(TN,RN),L…); an int that does not divide its mode rounds the rest up
    (over-coverage: predicate). **Errors**: composition-not-divisible, complement-stride, complement-overlap,
    rank-mismatch. Source: BSD-3 `cute/layout.hpp`.

    >>> print(logical_divide(Layout("(4,2,3):(2,1,8)"), Layout("4:2")))
    ((2,2),(2,3)):((4,1),(2,8))
    >>> print(logical_divide(Layout("(6,8):(8,1)"), (3, 4)))
    ((3,2),(4,2)):((8,24),(1,4))
    """
    if isinstance(target, ComposedLayout):
        return target.with_outer(logical_divide(target.outer, tiler))
    if not isinstance(target, Layout):
        raise not_a_layout("logical_divide", target)
    if tiler is None:
        return target
    if isinstance(tiler, tuple):
        _check_rank(target, tiler)
        modes = [logical_divide(target[i], t) for i, t in enumerate(tiler)]
        return join(modes + [target[i] for i in range(len(tiler), len(target))])
    return join(_split(target, tiler))


def _split(target: Layout, tiler: Any) -> tuple[Layout, Layout]:
    """Tile and rest of one mode (or a whole layout) by a layout or an extent."""
    if not isinstance(tiler, Layout):
        if not isinstance(target.shape, tuple) and isinstance(tiler, int) and tiler > 1:
            # The common case, one mode by an extent, needs no walk.
            rest = ceil_div_leaf(target.shape, tiler)
            step = 0 if provably_equal(rest, 1) else mul(target.stride, tiler)
            return Layout.unchecked(tiler, target.stride), Layout.unchecked(rest, step)
        tiler = Layout(tiler)
    if not has_whole_gaps(tiler):
        raise fail(
            "complement-overlap",
            f"{target} cannot be divided by {tiler}: a stride does not start a whole gap after the modes before it",
            fix="Use a tiler whose sorted strides are multiples of extent times stride before them.",
        )
    size = target.shape if has_scaled_basis(tiler.stride) else product(target.shape)
    return composition(target, tiler), composition(target, complement(tiler, size))


def _check_rank(target: Any, tiler: tuple[Any, ...]) -> None:
    """Raises where a tiler has more modes than what it tiles."""
    if len(tiler) > len(target):
        raise fail("rank-mismatch", f"the tiler {tile_text(tiler)} has {len(tiler)} modes, {target} has {len(target)}")


def _unzip(target: Any, tiler: Any) -> tuple[Layout, Layout]:
    """Tile and rest, each gathered over the modes of a tuple tiler.

    `None` leaves its mode as it is: one that has two modes is a tile and a rest already, any other is a rest with one
    element as tile.
    """
    if not isinstance(target, Layout):
        raise not_a_layout("a division", target)
    if tiler is None:
        return (target[0], target[1]) if len(target) == 2 else (Layout.unchecked(1, 0), target)
    if isinstance(tiler, tuple):
        _check_rank(target, tiler)
        pairs = [_unzip(target[i], t) for i, t in enumerate(tiler)]
        later = [target[i] for i in range(len(tiler), len(target))]
        return join([p[0] for p in pairs]), join([p[1] for p in pairs] + later)
    return _split(target, tiler)


def zipped_divide(target: Any, tiler: Any) -> Any:
    """Tiles gathered in mode 0, what remains in mode 1.

    **Shapes**: (M,N,L…) by <TM,TN> gives ((TM,TN),(RM,RN,L…)). **Errors**: as logical_divide.

    >>> print(zipped_divide(Layout("(6,8):(8,1)"), (3, 4)))
    ((3,4),(2,2)):((8,1),(24,4))
    """
    if isinstance(target, ComposedLayout):
        return target.with_outer(zipped_divide(target.outer, tiler))
    return join(_unzip(target, tiler))


def tiled_divide(target: Any, tiler: Any) -> Any:
    """Tiles gathered in mode 0, the rest modes after it.

    **Shapes**: (M,N,L…) by <TM,TN> gives ((TM,TN),RM,RN,L…). **Errors**: as logical_divide.

    >>> print(tiled_divide(Layout("(6,8):(8,1)"), (3, 4)))
    ((3,4),2,2):((8,1),24,4)
    """
    if isinstance(target, ComposedLayout):
        return target.with_outer(tiled_divide(target.outer, tiler))
    tile, rest = _unzip(target, tiler)
    return join([tile, *rest])


def flat_divide(target: Any, tiler: Any) -> Any:
    """Tile modes and rest modes side by side.

    **Shapes**: (M,N,L…) by <TM,TN> gives (TM,TN,RM,RN,L…). **Errors**: as logical_divide.

    >>> print(flat_divide(Layout("(6,8):(8,1)"), (3, 4)))
    (3,4,2,2):(8,1,24,4)
    """
    if isinstance(target, ComposedLayout):
        return target.with_outer(flat_divide(target.outer, tiler))
    tile, rest = _unzip(target, tiler)
    return join([*tile, *rest])
