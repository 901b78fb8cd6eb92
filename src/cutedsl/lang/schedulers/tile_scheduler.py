"""Tile schedulers: they assign output tiles to blocks.

Source: BSD-3 `cutlass/gemm/kernel/tile_scheduler.hpp`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.fast_divmod import FastDivmodDivisor
from cutedsl.staging.choose import max as larger
from cutedsl.staging.choose import min as smaller
from cutedsl.staging.choose import select_
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Boolean, Int32
from cutedsl.staging.tree import extract_mlir_values, new_from_mlir_values


def _ceil_div(a: Any, b: int) -> Any:
    return (a + b - 1) // b


def _is_static(number: Any) -> bool:
    return as_numeric(number).is_static


def _prepared(number: Any) -> Any:
    """A divisor; that of a problem without tiles divides nothing, but is made all the same."""
    return number if _is_static(number) else FastDivmodDivisor(larger(number, 1))


@methods_take_places
@frozen(slots=False)
class PersistentTileSchedulerParams:
    """The tiles of a problem, in clusters: `problem_shape_ntile_mnl` tiles along M, N and L.

    Clusters follow each other along M (N if not `raster_along_m`), `swizzle_size` of them side by side along the other
    mode, so that neighbours share operands in the cache. Errors: scheduler-params.

    Those made in the host function keep `divisors` of its numbers. A division takes 30 instructions, and two stand one
    after the other before a block's first tile; by a prepared divisor it takes 10.
    """

    problem_shape_ntile_mnl: Any
    cluster_shape_mnk: tuple[int, int, int]
    swizzle_size: int = 1
    raster_along_m: bool = True
    divisors: tuple[Any, Any] | None = field(default=None, kw_only=True, repr=False, compare=False)
    """The clusters of a batch, and of a slab of `swizzle_size`; None: they are divided by as they are."""

    def __post_init__(self) -> None:
        m, n, k = self.cluster_shape_mnk
        if k != 1 or m < 1 or n < 1:
            raise fail("scheduler-params", f"the K mode of cluster_shape_mnk must be 1, got {self.cluster_shape_mnk}")
        if self.swizzle_size < 1:
            raise fail("scheduler-params", f"swizzle_size must be at least 1, got {self.swizzle_size}")
        sizes = self.divided_by()
        if self.divisors is None and not all(map(_is_static, sizes)) and not cute_emitter().in_kernel:
            object.__setattr__(self, "divisors", tuple(map(_prepared, sizes)))

    def __extract_mlir_values__(self) -> list[Handle]:
        return list(extract_mlir_values((tuple(self.problem_shape_ntile_mnl), self.divisors)))

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        shape, divisors = new_from_mlir_values((tuple(self.problem_shape_ntile_mnl), self.divisors), list(values))
        return replace(self, problem_shape_ntile_mnl=shape, divisors=divisors)

    def divided_by(self) -> tuple[Any, Any]:
        """What numbers of clusters are divided by to find their place."""
        m, n, _ = self.problem_layout_ncluster_mnl
        return m * n, (m if self.raster_along_m else n) * self.swizzle_size

    @property
    def problem_layout_ncluster_mnl(self) -> tuple[Any, Any, Any]:
        """The number of clusters along M, N and L."""
        (m, n, batch), (cm, cn, _) = self.problem_shape_ntile_mnl, self.cluster_shape_mnk
        return _ceil_div(m, cm), _ceil_div(n, cn), batch

    def get_grid_shape(self, max_active_clusters: Any) -> tuple[Any, Any, Any]:
        """The grid of a persistent launch: a cluster for each that runs at once, at most the problem's own."""
        m, n, batch = self.problem_layout_ncluster_mnl
        cm, cn, _ = self.cluster_shape_mnk
        return cm, cn, smaller(m * n * batch, max_active_clusters)


@methods_take_places
@frozen(slots=False)
class WorkTileInfo:
    """A tile: its (m, n, l), whether the problem has it, and for schedulers of groups where it lies."""

    tile_idx: Any
    is_valid_tile: Any
    group_search_result: Any = None

    def __post_init__(self) -> None:
        # Loops go on while it holds, so that a constant, too, becomes a value that their body may change.
        if isinstance(self.is_valid_tile, bool | Boolean) and as_numeric(self.is_valid_tile).is_static:
            object.__setattr__(self, "is_valid_tile", Boolean.from_handle(Boolean(self.is_valid_tile).ir_value()))


@methods_take_places
@dataclass
class StaticPersistentTileScheduler:
    """Hands out every n-th cluster of tiles, where n clusters run: no communication, every tile once.

    Law: over all blocks, the valid tiles of `initial_work_tile_info` and then of `get_current_work` after each
    `advance_to_next_work` are exactly the tiles of the clusters that cover the problem.
    """

    params: PersistentTileSchedulerParams
    num_persistent_clusters: Any
    current_work_linear_idx: Any
    cta_id_in_cluster: Any
    num_tiles_executed: Any = field(default_factory=lambda: Int32.from_handle(Int32(0).ir_value()))

    @classmethod
    def create(cls, params: PersistentTileSchedulerParams, block_idx: Any, grid_dim: Any) -> Self:
        """This block's scheduler; the launch has the grid of `get_grid_shape`."""
        cm, cn, _ = params.cluster_shape_mnk
        blocks = grid_dim[0] * grid_dim[1] * grid_dim[2]
        inside = (block_idx[0] % cm, block_idx[1] % cn, 0)
        return cls(params, blocks // (cm * cn), block_idx[2], inside)

    @staticmethod
    def get_grid_shape(params: PersistentTileSchedulerParams, max_active_clusters: Any) -> tuple[Any, Any, Any]:
        """The grid of a persistent launch; see `PersistentTileSchedulerParams.get_grid_shape`."""
        return params.get_grid_shape(max_active_clusters)

    def __extract_mlir_values__(self) -> list[Handle]:
        return list(extract_mlir_values(self.numbers()))

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        return type(self)(*new_from_mlir_values(self.numbers(), list(values)))

    def numbers(self) -> tuple[Any, ...]:
        """What it is made of, in order."""
        return (
            self.params,
            self.num_persistent_clusters,
            self.current_work_linear_idx,
            self.cta_id_in_cluster,
            self.num_tiles_executed,
        )

    def initial_work_tile_info(self) -> WorkTileInfo:
        """The first tile."""
        return self.get_current_work()

    def get_current_work(self) -> WorkTileInfo:
        """The current tile."""
        return self._get_current_work_for_linear_idx(self.current_work_linear_idx)

    def _get_current_work_for_linear_idx(self, current_work_linear_idx: Any) -> WorkTileInfo:
        """This block's tile of a cluster by its number. Programs with an order of their own call it."""
        m, n, batch = self.params.problem_layout_ncluster_mnl
        place = cluster_place(current_work_linear_idx, self.params, self.cta_id_in_cluster)
        return WorkTileInfo(place, current_work_linear_idx < m * n * batch)

    def advance_to_next_work(self, *, advance_count: int = 1) -> None:
        """Advances to this block's next tile."""
        self.current_work_linear_idx = self.current_work_linear_idx + advance_count * self.num_persistent_clusters
        self.num_tiles_executed = self.num_tiles_executed + 1


@methods_take_places
@dataclass
class StaticPersistentRuntimeTileScheduler(StaticPersistentTileScheduler):
    """Hands out every n-th cluster of tiles without an end, for problems whose size the kernel finds while it runs.

    Law: cluster number i is at (i % m, i // m) of the (m, n) clusters for `inner_mode` 0, and at (i // n, i % n) for 1;
    the other coordinate grows without bound, as `n` (or `m`) of `params` is no limit here. L is 0. Each tile is valid:
    the kernel's own search says where the work ends. Errors: scheduler-params for another `inner_mode`.
    Source: NVIDIA's documentation of `cutlass.utils`.
    """

    inner_mode: int = 1

    def __post_init__(self) -> None:
        if self.inner_mode not in (0, 1):
            raise fail("scheduler-params", f"inner_mode must be 0 (M) or 1 (N), got {self.inner_mode}")

    @classmethod
    def create(cls, params: PersistentTileSchedulerParams, block_idx: Any, grid_dim: Any, inner_mode: int = 1) -> Self:
        """This block's scheduler, in a grid of whole clusters along Z."""
        return replace(super().create(params, block_idx, grid_dim), inner_mode=inner_mode)

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        return replace(super().__new_from_mlir_values__(values), inner_mode=self.inner_mode)

    def _get_current_work_for_linear_idx(self, current_work_linear_idx: Any) -> WorkTileInfo:
        """A cluster by its number: `tile_idx` counts clusters, and is the same for each of their blocks."""
        inner = self.params.problem_layout_ncluster_mnl[self.inner_mode]
        fast, slow = current_work_linear_idx % inner, current_work_linear_idx // inner
        m, n = (fast, slow) if self.inner_mode == 0 else (slow, fast)
        return WorkTileInfo((m, n, Int32(0)), True)


def cluster_place(index: Any, params: PersistentTileSchedulerParams, inside: Any) -> tuple[Any, Any, Any]:
    """The tile (m, n, l) of the block at `inside` of cluster number `index`."""
    along_m, along_n, along_l = _cluster_of(index, params.problem_layout_ncluster_mnl, params)
    cm, cn, _ = params.cluster_shape_mnk
    return along_m * cm + inside[0], along_n * cn + inside[1], along_l


def _cluster_of(index: Any, clusters: tuple[Any, Any, Any], params: PersistentTileSchedulerParams) -> tuple[Any, ...]:
    """The (m, n, l) of cluster number `index`: slabs `swizzle_size` wide across, each walked along the fast mode."""
    m, n, _ = clusters
    fast, slow = (m, n) if params.raster_along_m else (n, m)
    each, wide = params.divisors or params.divided_by()
    batch, rest = index // each, index % each
    width = params.swizzle_size
    if width == 1:
        along, across = rest % wide, rest // wide
    else:
        whole = slow // width * width
        inside = rest < whole * fast
        slab, at = rest // wide, rest % wide
        remaining = larger(slow - whole, 1)
        after = rest - whole * fast
        across = select_(inside, slab * width + at % width, whole + after % remaining)
        along = select_(inside, at // width, after // remaining)
    return (along, across, batch) if params.raster_along_m else (across, along, batch)
