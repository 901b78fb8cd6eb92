"""The algebra as methods: `a.logical_divide(b)` is `logical_divide(a, b)`, for layouts and composed layouts.

The functions are built on both classes, so the methods cannot stand in them: this module, which importing
`cutedsl.layout` loads, puts them in.
"""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.layout.coalesce import coalesce, filter, filter_zeros
from cutedsl.layout.complement import complement, cosize
from cutedsl.layout.compose import composition
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.divide import flat_divide, logical_divide, tiled_divide, zipped_divide
from cutedsl.layout.inverse import left_inverse, right_inverse
from cutedsl.layout.layout import Layout
from cutedsl.layout.modes import append, depth, flatten, group_modes, prepend, rank, select
from cutedsl.layout.products import (
    blocked_product,
    flat_product,
    logical_product,
    raked_product,
    tile_to_shape,
    tiled_product,
    zipped_product,
)
from cutedsl.layout.recast import max_alignment
from cutedsl.layout.slicing import dice, slice_
from cutedsl.layout.value_type import layout_type


class LayoutAlgebra:
    """What `Layout` and `ComposedLayout` share."""

    __slots__ = ()

    @property
    def type(self) -> Any:
        """The type of this value, which prints as `!cute.layout<"(4,8):(8,1)">`. See `ValueType`."""
        return layout_type(self)  # pyright: ignore[reportArgumentType]

    @property
    def value(self) -> Any:
        """What functions of the dialects take for the layout: the layout itself."""
        return self

    def coalesce(self, *, target_profile: Any = None) -> Any:
        """The same function with fewer modes. See `cute.coalesce`."""
        return coalesce(self, target_profile=target_profile)

    def filter(self, *, target_profile: Any = None) -> Any:
        """Without stride-0 modes and extents of 1. See `cute.filter`."""
        return filter(self, target_profile=target_profile)

    def filter_zeros(self, *, target_profile: Any = None) -> Any:
        """With extent 1 where the stride is 0. See `cute.filter_zeros`."""
        return filter_zeros(self, target_profile=target_profile)

    def composition(self, tiler: Any) -> Any:
        """`self o tiler`; by mode for an int or a tuple. See `cute.composition`."""
        return composition(self, tiler)

    def complement(self, cotarget: Any = None) -> Any:
        """The layout that fills the gaps of this one. See `cute.complement`."""
        return complement(self, cotarget)

    def cosize(self, mode: Any = None) -> Any:
        """One more than the largest index. See `cute.cosize`."""
        return cosize(self, mode)

    def right_inverse(self) -> Any:
        """The largest layout R with `self(R(i)) == i`. See `cute.right_inverse`."""
        return right_inverse(self)

    def left_inverse(self) -> Any:
        """The layout L with `L(self(i)) == i`. See `cute.left_inverse`."""
        return left_inverse(self)

    def logical_divide(self, tiler: Any) -> Any:
        """Each mode as (tile, rest). See `cute.logical_divide`."""
        return logical_divide(self, tiler)

    def zipped_divide(self, tiler: Any) -> Any:
        """Tiles in mode 0, the rest in mode 1. See `cute.zipped_divide`."""
        return zipped_divide(self, tiler)

    def tiled_divide(self, tiler: Any) -> Any:
        """Tiles in mode 0, rest modes after it. See `cute.tiled_divide`."""
        return tiled_divide(self, tiler)

    def flat_divide(self, tiler: Any) -> Any:
        """Tile modes and rest modes side by side. See `cute.flat_divide`."""
        return flat_divide(self, tiler)

    def logical_product(self, tiler: Any) -> Any:
        """This layout and where its copies start. See `cute.logical_product`."""
        return logical_product(self, tiler)

    def zipped_product(self, tiler: Any) -> Any:
        """Block modes in mode 0, copies in mode 1. See `cute.zipped_product`."""
        return zipped_product(self, tiler)

    def tiled_product(self, tiler: Any) -> Any:
        """Block modes in mode 0, copies after it. See `cute.tiled_product`."""
        return tiled_product(self, tiler)

    def flat_product(self, tiler: Any) -> Any:
        """Block modes and copies side by side. See `cute.flat_product`."""
        return flat_product(self, tiler)

    def blocked_product(self, tiler: Any) -> Any:
        """Per mode (block, copies). See `cute.blocked_product`."""
        return blocked_product(self, tiler)

    def raked_product(self, tiler: Any) -> Any:
        """Per mode (copies, block). See `cute.raked_product`."""
        return raked_product(self, tiler)

    def tile_to_shape(self, shape: Any, order: Any = None) -> Any:
        """This layout repeated until it fills a shape. See `cute.tile_to_shape`."""
        return tile_to_shape(self, shape, order)

    def slice_(self, coord: Any) -> Any:
        """The modes where `coord` has `None`. See `cute.slice_`."""
        return slice_(self, coord)

    def dice(self, coord: Any) -> Any:
        """The modes where `coord` has integers. See `cute.dice`."""
        return dice(self, coord)

    def flatten(self) -> Any:
        """The same modes without nesting. See `cute.flatten`."""
        return flatten(self)

    def select(self, mode: Any) -> Any:
        """The listed top modes. See `cute.select`."""
        return select(self, mode)

    def group_modes(self, begin: int, end: int | None = None) -> Any:
        """Modes [begin, end) as one. See `cute.group_modes`."""
        return group_modes(self, begin, end)

    def append(self, elem: Any, up_to_rank: int | None = None) -> Any:
        """With `elem` as last mode. See `cute.append`."""
        return append(self, elem, up_to_rank)

    def prepend(self, elem: Any, up_to_rank: int | None = None) -> Any:
        """With `elem` as first mode. See `cute.prepend`."""
        return prepend(self, elem, up_to_rank)

    def rank(self) -> Any:
        """Number of modes. See `cute.rank`."""
        return rank(self)

    def depth(self) -> Any:
        """Levels of nesting. See `cute.depth`."""
        return depth(self)

    @property
    def max_alignment(self) -> int:
        """The longest vector, in elements, into which every access certainly falls whole (see `max_alignment`)."""
        return max_alignment(self)


def _put_in(cls: type) -> None:
    """Makes the algebra methods of a class, as if it were a base; what the class has of its own stays."""
    for name, method in vars(LayoutAlgebra).items():
        if not name.startswith("__") and name not in vars(cls):
            setattr(cls, name, method)


_put_in(Layout)
_put_in(ComposedLayout)
