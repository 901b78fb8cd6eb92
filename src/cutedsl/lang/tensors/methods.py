"""The algebra as methods of tensors: `t.logical_divide(tiler)` is `cute.logical_divide(t, tiler)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutedsl.lang.emission.mlir_places import methods_take_places

if TYPE_CHECKING:
    from cutedsl.lang.tensors.tensor import Tensor


@methods_take_places
class TensorAlgebra:
    """What a tensor shares with its layout: the same memory under the resulting layout.

    The imports stand inside because `lang/layouts/algebra.py` is built on `Tensor`.

    Source: the typed interface of examples/gemm_python.py (`A.logical_divide((16, 16))`).
    """

    __slots__ = ()

    def coalesce(self, *, target_profile: Any = None) -> Tensor:
        """The same elements in the same order with fewer modes. See `cute.coalesce`."""
        from cutedsl.lang.layouts import algebra

        return algebra.coalesce(self, target_profile=target_profile)  # pyright: ignore[reportReturnType]

    def composition(self, tiler: Any) -> Tensor:
        """The elements that `tiler` picks. See `cute.composition`."""
        from cutedsl.lang.layouts import algebra

        return algebra.composition(self, tiler)  # pyright: ignore[reportReturnType]

    def logical_divide(self, tiler: Any) -> Tensor:
        """Each mode as (tile, rest). See `cute.logical_divide`."""
        from cutedsl.lang.layouts import algebra

        return algebra.logical_divide(self, tiler)  # pyright: ignore[reportReturnType]

    def zipped_divide(self, tiler: Any) -> Tensor:
        """Tiles in mode 0, the rest in mode 1. See `cute.zipped_divide`."""
        from cutedsl.lang.layouts import algebra

        return algebra.zipped_divide(self, tiler)  # pyright: ignore[reportReturnType]

    def tiled_divide(self, tiler: Any) -> Tensor:
        """Tiles in mode 0, rest modes after it. See `cute.tiled_divide`."""
        from cutedsl.lang.layouts import algebra

        return algebra.tiled_divide(self, tiler)  # pyright: ignore[reportReturnType]

    def flat_divide(self, tiler: Any) -> Tensor:
        """Tile modes and rest modes side by side. See `cute.flat_divide`."""
        from cutedsl.lang.layouts import algebra

        return algebra.flat_divide(self, tiler)  # pyright: ignore[reportReturnType]

    def group_modes(self, begin: int, end: int | None = None) -> Tensor:
        """Modes `begin` to `end` as one. See `cute.group_modes`."""
        from cutedsl.lang.layouts import algebra

        return algebra.group_modes(self, begin, end)  # pyright: ignore[reportReturnType]

    def local_tile(self, tiler: Any, coord: Any, proj: Any = None) -> Tensor:
        """The tile at `coord`. See `cute.local_tile`."""
        from cutedsl.lang.layouts import algebra

        return algebra.local_tile(self, tiler, coord, proj)  # pyright: ignore[reportArgumentType]

    def local_partition(self, tiler: Any, index: Any, proj: Any = 1) -> Tensor:
        """What the worker `index` of the layout `tiler` owns. See `cute.local_partition`."""
        from cutedsl.lang.layouts import algebra

        return algebra.local_partition(self, tiler, index, proj)  # pyright: ignore[reportArgumentType]

    def slice_(self, coord: Any) -> Any:
        """The modes where `coord` has `None`. See `cute.slice_`."""
        from cutedsl.lang.layouts import algebra

        return algebra.slice_(self, coord)

    def size(self) -> int | Any:
        """Number of elements. See `cute.size`."""
        from cutedsl.lang.layouts import algebra

        return algebra.size(self)
