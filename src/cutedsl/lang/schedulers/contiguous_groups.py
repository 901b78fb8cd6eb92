"""Tiles of groups that follow each other along one mode of a tensor: which group a tile belongs to, and where it ends.

Group g has the elements from `cumsum[g]` to `cumsum[g + 1]` along the mode; each group's tiles begin at its start.
Source: names and arguments from public programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from cutedsl.errors.frozen import frozen
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.staging.protocol import Handle
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Int32
from cutedsl.staging.tree import extract_mlir_values, new_from_mlir_values


@dataclass
class ContiguousGroupSearchState:
    """How far a search has come. `cur_group_idx` counts groups from 1; beyond the last one there is no tile.

    `cur_start` is where the tile begins along the mode, `cur_boundary` where its group ends.
    """

    cur_group_idx: Any
    cur_start: Any
    cur_boundary: Any
    tiles_before: Any
    """Of the groups before this one."""
    tiles_so_far: Any

    # Control flow carries what the schedulers keep here, an object of this package, by these methods only.
    def __extract_mlir_values__(self) -> list[Handle]:
        return list(extract_mlir_values(self._parts()))

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        return type(self)(*new_from_mlir_values(self._parts(), list(values)))

    def _parts(self) -> tuple[Any, ...]:
        return self.cur_group_idx, self.cur_start, self.cur_boundary, self.tiles_before, self.tiles_so_far


def create_initial_contiguous_group_search_state() -> ContiguousGroupSearchState:
    """A search that has not begun."""
    return ContiguousGroupSearchState(*[Int32.from_handle(Int32(0).ir_value()) for _ in range(5)])


def contiguous_group_search(
    cluster_tile_shape_mnk: tuple[int, int, int],
    group_count: Any,
    cluster_tile_idx: Any,
    search_state: ContiguousGroupSearchState,
    cumsum: Tensor,
    search_mode: int,
) -> ContiguousGroupSearchState:
    """The state at the cluster tile number `cluster_tile_idx` along the mode; tiles are requested in ascending order.

    Shapes: `cumsum` has `group_count + 1` elements.
    """
    group, start, end, before, upto = staged_function(_search)(
        cluster_tile_shape_mnk[search_mode],
        group_count,
        Int32(cluster_tile_idx),
        search_state.cur_group_idx,
        search_state.tiles_before,
        search_state.tiles_so_far,
        cumsum,
    )
    return ContiguousGroupSearchState(group, start, end, before, upto)


def _search(extent: int, groups: Any, tile: Any, group: Any, before: Any, upto: Any, cumsum: Tensor) -> Any:
    while (tile >= upto) & (group <= groups):
        group += 1
        before = upto
        if group <= groups:
            upto += (Int32(cumsum[group]) - Int32(cumsum[group - 1]) + (extent - 1)) // extent
    start, end = Int32(0), Int32(0)
    if group <= groups:
        start = Int32(cumsum[group - 1]) + (tile - before) * extent
        end = Int32(cumsum[group])
    return group, start, end, before, upto


@methods_take_places
@frozen(slots=False)
class ContiguousGroupWorkTileInfo:
    """A block's tile: its number along M, its first column, its group from 0 on, and the columns left in the group."""

    is_valid_tile: Any
    cta_coord_m: Any
    coord_n: Any
    group_idx: Any
    distance_to_boundary: Any


def make_contiguous_group_work_tile_info(group_count: Any, tile_info: Tensor) -> ContiguousGroupWorkTileInfo:
    """The tile that a scheduling warp wrote: (tile along M, first column, group, columns left in the group)."""
    along_m, column, group, left = (Int32(tile_info[k]) for k in range(4))
    return ContiguousGroupWorkTileInfo(group < group_count, along_m, column, group, left)
