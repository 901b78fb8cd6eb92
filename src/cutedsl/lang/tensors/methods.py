"""The algebra as methods of tensors: `t.logical_divide(tiler)` is `cute.logical_divide(t, tiler)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from cutedsl import layout as algebra
from cutedsl.lang.emission.mlir_places import methods_take_places

if TYPE_CHECKING:
    from cutedsl.lang.tensors.tensor import Tensor


@methods_take_places
class TensorAlgebra:
    """What a tensor shares with its layout: the same memory under the resulting algebra.

    Source: the typed interface of examples/gemm_python.py (`A.logical_divide((16, 16))`).
    """

    __slots__ = ()

    if TYPE_CHECKING:
        layout: Any
        tiled_layout: Any

        def __getitem__(self, coord: Any) -> Any: ...
        def with_layout(self, layout: Any, offset: object = 0) -> Tensor: ...

    def coalesce(self, *, target_profile: Any = None) -> Tensor:
        """The same elements in the same order with fewer modes. See `cute.coalesce`."""
        return self.with_layout(algebra.coalesce(self.tiled_layout, target_profile=target_profile))

    def composition(self, tiler: Any) -> Tensor:
        """The elements that `tiler` picks. See `cute.composition`."""
        return self.with_layout(algebra.composition(self.tiled_layout, tiler))

    def logical_divide(self, tiler: Any) -> Tensor:
        """Each mode as (tile, rest). See `cute.logical_divide`."""
        return self.with_layout(algebra.logical_divide(self.tiled_layout, tiler))

    def zipped_divide(self, tiler: Any) -> Tensor:
        """Tiles in mode 0, the rest in mode 1. See `cute.zipped_divide`."""
        return self.with_layout(algebra.zipped_divide(self.tiled_layout, tiler))

    def tiled_divide(self, tiler: Any) -> Tensor:
        """Tiles in mode 0, rest modes after it. See `cute.tiled_divide`."""
        return self.with_layout(algebra.tiled_divide(self.tiled_layout, tiler))

    def flat_divide(self, tiler: Any) -> Tensor:
        """Tile modes and rest modes side by side. See `cute.flat_divide`."""
        return self.with_layout(algebra.flat_divide(self.tiled_layout, tiler))

    def group_modes(self, begin: int, end: int | None = None) -> Tensor:
        """Modes `begin` to `end` as one. See `cute.group_modes`."""
        return self.with_layout(algebra.group_modes(self.tiled_layout, begin, end))

    def local_tile(self, tiler: Any, coord: Any, proj: Any = None) -> Tensor:
        """The tile at `coord`. See `cute.local_tile`."""
        return self.with_layout(*algebra.local_tile(self.tiled_layout, tiler, coord, proj))

    def local_partition(self, tiler: Any, index: Any, proj: Any = 1) -> Tensor:
        """What the worker `index` of the layout `tiler` owns. See `cute.local_partition`."""
        return self.with_layout(*algebra.local_partition(self.tiled_layout, tiler, index, proj))

    def mark_layout_dynamic(self, leading_dim: int | None = None) -> Self:
        """This tensor: what a compilation may rely on was settled before its trace began."""
        return self

    def mark_compact_shape_dynamic(
        self, mode: int, stride_order: tuple[int, ...] | None = None, divisibility: int = 1
    ) -> Self:
        """This tensor, as `mark_layout_dynamic`. Say what divides a value with `cute.assume`."""
        return self

    def slice_(self, coord: Any) -> Any:
        """The modes where `coord` has `None`. See `cute.slice_`."""
        return self[coord]

    def size(self, mode: Any = ()) -> int | Any:
        """Number of elements, or of those of one mode. See `cute.size`."""
        return algebra.size(self.layout, mode)
