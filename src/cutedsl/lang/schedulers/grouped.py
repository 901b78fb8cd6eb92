"""Tile schedulers of many products at once: which product a tile belongs to, found from their sizes in global memory.

The cluster tiles of all groups are numbered one after another. Source: CuTe DSL documentation, "utils".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang import arch
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.intrinsics.integer_bits import popc
from cutedsl.lang.schedulers.tile_scheduler import (
    PersistentTileSchedulerParams,
    StaticPersistentTileScheduler,
    WorkTileInfo,
)
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.staging.choose import max as larger
from cutedsl.staging.choose import min as smaller
from cutedsl.staging.protocol import Handle
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Boolean, Int32
from cutedsl.staging.tree import extract_mlir_values, new_from_mlir_values

_LANES = arch.WARP_SIZE
_STEPS = (1, 2, 4, 8, 16)


@frozen(slots=False)
class GroupSearchResult:
    """Where a tile lies: its group, the tile's place in the group's C, the group's sizes and its tiles along K."""

    group_idx: Any
    cta_tile_idx_m: Any
    cta_tile_idx_n: Any
    problem_shape_m: Any
    problem_shape_n: Any
    problem_shape_k: Any
    cta_tile_count_k: Any


@dataclass
class GroupedGemmGroupSearchState:
    """How far a search has come: groups before `start_group_idx` have `tile_count_prev_group` cluster tiles in all.

    `tile_count_searched` counts those of the group too where one was `found`.
    """

    start_group_idx: Any
    tile_count_prev_group: Any
    tile_count_searched: Any
    found: Any

    # Control flow carries what the schedulers keep here, an object of this package, by these methods only.
    def __extract_mlir_values__(self) -> list[Handle]:
        return list(extract_mlir_values(self._parts()))

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        return type(self)(*new_from_mlir_values(self._parts(), list(values)))

    def _parts(self) -> tuple[Any, Any, Any, Any]:
        return self.start_group_idx, self.tile_count_prev_group, self.tile_count_searched, self.found


def create_initial_search_state() -> GroupedGemmGroupSearchState:
    """A search that has not begun."""
    group, before, searched = (Int32.from_handle(Int32(0).ir_value()) for _ in range(3))
    return GroupedGemmGroupSearchState(group, before, searched, Boolean.from_handle(Boolean(False).ir_value()))


@methods_take_places
class GroupedGemmTileSchedulerHelper:
    """Finds the group of a scheduler's tile; it remembers where it was, so tiles are requested in ascending order.

    `cluster_tile_shape_mnk` are the elements of a cluster's tile. All lanes of a warp ask together.
    Errors: scheduler-params.
    """

    def __init__(
        self,
        group_count: int,
        tile_sched_params: PersistentTileSchedulerParams,
        cluster_tile_shape_mnk: tuple[int, int, int],
        search_state: GroupedGemmGroupSearchState,
    ) -> None:
        if any(not isinstance(n, int) or n < 1 for n in cluster_tile_shape_mnk):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise fail(
                "scheduler-params", f"the extents of a cluster tile must be static, got {cluster_tile_shape_mnk}"
            )
        self.group_count = group_count
        self.params = tile_sched_params
        self.cluster_tile_shape_mnk = cluster_tile_shape_mnk
        self.search_state = replace(search_state)

    def delinearize_z(self, cta_tile_coord: tuple[Any, Any, Any], problem_shape_mnkl: Tensor) -> GroupSearchResult:
        """The group of the cluster tile number `cta_tile_coord[2]`; the other two are the block's place in the cluster.

        **Shapes**: `problem_shape_mnkl` (groups, 4), Int32: M, N, K and L of each group, L being 1.
        """
        return self._search(cta_tile_coord, problem_shape_mnkl)[0]

    def search_cluster_tile_count_k(self, cta_tile_coord: tuple[Any, Any, Any], problem_shape_mnkl: Tensor) -> Any:
        """(Tiles along K, group) of a cluster tile; see `delinearize_z`."""
        found = self._search(cta_tile_coord, problem_shape_mnkl)[0]
        return found.cta_tile_count_k, found.group_idx

    def locate(self, cta_tile_coord: tuple[Any, Any, Any], problem_shape_mnkl: Tensor) -> tuple[GroupSearchResult, Any]:
        """`delinearize_z`, and whether any group has the tile."""
        return self._search(cta_tile_coord, problem_shape_mnkl)

    def _search(self, coord: tuple[Any, Any, Any], problems: Tensor) -> tuple[GroupSearchResult, Any]:
        tile_m, tile_n, tile_k = self.cluster_tile_shape_mnk
        state = self.search_state
        group, before, searched, found = staged_function(_find)(
            Int32(coord[2]),
            state.start_group_idx,
            state.tile_count_prev_group,
            self.group_count,
            problems,
            (tile_m, tile_n),
        )
        state.start_group_idx, state.tile_count_prev_group = group, before
        state.tile_count_searched, state.found = searched, found
        known = smaller(group, self.group_count - 1)
        m, n, k = (problems[known, mode] for mode in range(3))
        clusters_m, clusters_n = _tiles(m, tile_m), _tiles(n, tile_n)
        at = Int32(coord[2]) - before
        fast = larger(clusters_m if self.params.raster_along_m else clusters_n, 1)  # a tile beyond all groups
        along, across = at % fast, at // fast
        cluster_m, cluster_n = (along, across) if self.params.raster_along_m else (across, along)
        cm, cn, _ = self.params.cluster_shape_mnk
        place = (cluster_m * cm + coord[0], cluster_n * cn + coord[1])
        return GroupSearchResult(known, *place, m, n, k, _tiles(k, tile_k)), found

    def __extract_mlir_values__(self) -> list[Handle]:
        return list(extract_mlir_values(self._numbers()))

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        params, state = new_from_mlir_values(self._numbers(), list(values))
        return type(self)(self.group_count, params, self.cluster_tile_shape_mnk, state)

    def _numbers(self) -> tuple[Any, Any]:
        return self.params, self.search_state


def _tiles(extent: Any, tile: int) -> Any:
    return (extent + (tile - 1)) // tile


def _find(tile: Any, first: Any, before: Any, groups: int, problems: Tensor, shape: tuple[int, int]) -> Any:
    """Of a tile: its group, the tiles before and up to the end of it, whether it exists; each lane looks at a group."""
    lane = arch.lane_idx()
    found = Boolean(False)
    searched = before
    while (found == 0) & (first < groups):
        own = first + lane
        count = Int32(0)
        if own < groups:
            count = _tiles(problems[own, 0], shape[0]) * _tiles(problems[own, 1], shape[1])
        upto = count
        for step in _STEPS:
            left = arch.shuffle_sync_up(upto, step)
            if lane >= step:
                upto = upto + left
        holders = arch.vote_ballot_sync(before + upto > tile)
        if holders != 0:
            holder = popc((holders & -holders) - 1)
            first = first + holder
            searched = before + arch.shuffle_sync(upto, holder)
            before = before + arch.shuffle_sync(upto - count, holder)
            found = Boolean(True)
        else:
            before = before + arch.shuffle_sync(upto, _LANES - 1)
            searched = before
            first = first + _LANES
    return first, before, searched, found


@methods_take_places
@dataclass
class StaticPersistentGroupTileScheduler(StaticPersistentTileScheduler):
    """`StaticPersistentTileScheduler` over the tiles of all groups; each work tile says its group too.

    Its parameters have one cluster along M and N, and all groups' cluster tiles (or more) along L. Law: over all
    blocks the valid tiles are each tile of each group once. All lanes of a warp ask together.
    """

    helper: Any = None
    problem_shape_mnkl: Any = None

    @classmethod
    def create(  # pyright: ignore[reportIncompatibleMethodOverride]
        cls,
        params: PersistentTileSchedulerParams,
        block_idx: Any,
        grid_dim: Any,
        cluster_tile_shape_mnk: tuple[int, int, int],
        initial_search_state: GroupedGemmGroupSearchState,
        group_count: int,
        problem_shape_mnkl: Tensor,
    ) -> Self:
        """This block's scheduler; see `GroupedGemmTileSchedulerHelper` for the shapes."""
        made = super().create(params, block_idx, grid_dim)
        made.helper = GroupedGemmTileSchedulerHelper(group_count, params, cluster_tile_shape_mnk, initial_search_state)
        made.problem_shape_mnkl = problem_shape_mnkl
        return made

    def numbers(self) -> tuple[Any, ...]:
        return (*super().numbers(), self.helper, self.problem_shape_mnkl)

    def get_current_work(self) -> WorkTileInfo:
        """The tile under work: `group_search_result` says where it lies."""
        work = super().get_current_work()
        result, found = self.helper.locate(work.tile_idx, self.problem_shape_mnkl)
        return WorkTileInfo(work.tile_idx, found & work.is_valid_tile, result)
