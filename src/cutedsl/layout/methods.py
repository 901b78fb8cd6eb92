"""The algebra as methods: `a.logical_divide(b)` is `logical_divide(a, b)`, for layouts and composed layouts."""

from __future__ import annotations

from typing import Any


class AlgebraMethods:
    """What `Layout` and `ComposedLayout` share. The imports stand inside because the functions are built on both."""

    __slots__ = ()

    def coalesce(self, *, target_profile: Any = None) -> Any:
        """See `coalesce`."""
        from cutedsl.layout.coalesce import coalesce

        return coalesce(self, target_profile=target_profile)

    def filter(self, *, target_profile: Any = None) -> Any:
        """See `filter`."""
        from cutedsl.layout.coalesce import filter

        return filter(self, target_profile=target_profile)

    def filter_zeros(self, *, target_profile: Any = None) -> Any:
        """See `filter_zeros`."""
        from cutedsl.layout.coalesce import filter_zeros

        return filter_zeros(self, target_profile=target_profile)

    def composition(self, tiler: Any) -> Any:
        """See `composition`."""
        from cutedsl.layout.compose import composition

        return composition(self, tiler)

    def complement(self, cotarget: Any = None) -> Any:
        """See `complement`."""
        from cutedsl.layout.complement import complement

        return complement(self, cotarget)

    def cosize(self, mode: Any = None) -> Any:
        """See `cosize`."""
        from cutedsl.layout.complement import cosize

        return cosize(self, mode)

    def right_inverse(self) -> Any:
        """See `right_inverse`."""
        from cutedsl.layout.inverse import right_inverse

        return right_inverse(self)

    def left_inverse(self) -> Any:
        """See `left_inverse`."""
        from cutedsl.layout.inverse import left_inverse

        return left_inverse(self)

    def logical_divide(self, tiler: Any) -> Any:
        """See `logical_divide`."""
        from cutedsl.layout.divide import logical_divide

        return logical_divide(self, tiler)

    def zipped_divide(self, tiler: Any) -> Any:
        """See `zipped_divide`."""
        from cutedsl.layout.divide import zipped_divide

        return zipped_divide(self, tiler)

    def tiled_divide(self, tiler: Any) -> Any:
        """See `tiled_divide`."""
        from cutedsl.layout.divide import tiled_divide

        return tiled_divide(self, tiler)

    def flat_divide(self, tiler: Any) -> Any:
        """See `flat_divide`."""
        from cutedsl.layout.divide import flat_divide

        return flat_divide(self, tiler)

    def logical_product(self, tiler: Any) -> Any:
        """See `logical_product`."""
        from cutedsl.layout.product import logical_product

        return logical_product(self, tiler)

    def zipped_product(self, tiler: Any) -> Any:
        """See `zipped_product`."""
        from cutedsl.layout.product import zipped_product

        return zipped_product(self, tiler)

    def tiled_product(self, tiler: Any) -> Any:
        """See `tiled_product`."""
        from cutedsl.layout.product import tiled_product

        return tiled_product(self, tiler)

    def flat_product(self, tiler: Any) -> Any:
        """See `flat_product`."""
        from cutedsl.layout.product import flat_product

        return flat_product(self, tiler)

    def blocked_product(self, tiler: Any) -> Any:
        """See `blocked_product`."""
        from cutedsl.layout.product import blocked_product

        return blocked_product(self, tiler)

    def raked_product(self, tiler: Any) -> Any:
        """See `raked_product`."""
        from cutedsl.layout.product import raked_product

        return raked_product(self, tiler)

    def tile_to_shape(self, shape: Any, order: Any = None) -> Any:
        """See `tile_to_shape`."""
        from cutedsl.layout.product import tile_to_shape

        return tile_to_shape(self, shape, order)

    def slice_(self, coord: Any) -> Any:
        """See `slice_`."""
        from cutedsl.layout.slicing import slice_

        return slice_(self, coord)

    def dice(self, coord: Any) -> Any:
        """See `dice`."""
        from cutedsl.layout.slicing import dice

        return dice(self, coord)

    def flatten(self) -> Any:
        """See `flatten`."""
        from cutedsl.layout.modes import flatten

        return flatten(self)

    def select(self, mode: Any) -> Any:
        """See `select`."""
        from cutedsl.layout.modes import select

        return select(self, mode)

    def group_modes(self, begin: int, end: int | None = None) -> Any:
        """See `group_modes`."""
        from cutedsl.layout.modes import group_modes

        return group_modes(self, begin, end)

    def append(self, elem: Any, up_to_rank: int | None = None) -> Any:
        """See `append`."""
        from cutedsl.layout.modes import append

        return append(self, elem, up_to_rank)

    def prepend(self, elem: Any, up_to_rank: int | None = None) -> Any:
        """See `prepend`."""
        from cutedsl.layout.modes import prepend

        return prepend(self, elem, up_to_rank)

    def rank(self) -> Any:
        """See `rank`."""
        from cutedsl.layout.modes import rank

        return rank(self)

    def depth(self) -> Any:
        """See `depth`."""
        from cutedsl.layout.modes import depth

        return depth(self)

    def get_hier_coord(self, index: Any) -> Any:
        """See `get_hier_coord`."""
        from cutedsl.layout.tile import get_hier_coord

        return get_hier_coord(self, index)

    def get_flat_coord(self, index: Any) -> Any:
        """See `get_flat_coord`."""
        from cutedsl.layout.tile import get_flat_coord

        return get_flat_coord(self, index)

    def get_1d_coord(self, index: Any) -> Any:
        """See `get_1d_coord`."""
        from cutedsl.layout.tile import get_1d_coord

        return get_1d_coord(self, index)

    @property
    def max_alignment(self) -> int:
        """The longest vector, in elements, into which every access certainly falls whole (see `max_alignment`)."""
        from cutedsl.layout.recast import max_alignment

        return max_alignment(self)
