"""A scheduler with cluster launch control, which takes over clusters that have not started.

Names and arguments from public programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from cutedsl.errors.frozen import frozen
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.intrinsics.clc import clc_response, issue_clc_query
from cutedsl.lang.intrinsics.election import elect_one
from cutedsl.lang.intrinsics.sync import fence_proxy
from cutedsl.lang.schedulers.tile_scheduler import PersistentTileSchedulerParams, WorkTileInfo, cluster_place
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.protocol import Handle
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Boolean, Int32
from cutedsl.staging.tree import extract_mlir_values, new_from_mlir_values


@methods_take_places
@frozen(slots=False)
class ClcDynamicPersistentTileSchedulerParams(PersistentTileSchedulerParams):
    """The tiles of a problem, in clusters: a launch has a cluster for each."""

    def get_grid_shape(self, max_active_clusters: Any = None) -> tuple[Any, Any, Any]:
        """The grid: the blocks of all clusters."""
        m, n, batch = self.problem_layout_ncluster_mnl
        cm, cn, _ = self.cluster_shape_mnk
        return m * cm, n * cn, batch


@methods_take_places
@dataclass
class ClcDynamicPersistentTileScheduler:
    """Hands out the tile of this cluster, then those of clusters that it takes over before they begin.

    Law: over all clusters of the launch, the valid tiles are exactly the problem's.
    """

    params: ClcDynamicPersistentTileSchedulerParams
    cta_id_in_cluster: Any
    num_tiles_executed: Any
    clc_response_ptr: Pointer
    block_idx: Any
    insert_fence: bool = True

    @classmethod
    def create(
        cls,
        params: ClcDynamicPersistentTileSchedulerParams,
        block_idx: Any,
        grid_dim: Any,
        clc_response_ptr: Pointer,
        insert_fence: bool = True,
    ) -> Self:
        """This block's scheduler; answers come to the 16 bytes at `clc_response_ptr`.

        `insert_fence=False` is for programs that order their reads of an answer before the copy engine writes the next.
        """
        cm, cn, _ = params.cluster_shape_mnk
        none = Int32.from_handle(Int32(0).ir_value())
        place = (block_idx[0] % cm, block_idx[1] % cn, 0)
        return cls(params, place, none, clc_response_ptr, tuple(block_idx), insert_fence)

    @staticmethod
    def get_grid_shape(params: ClcDynamicPersistentTileSchedulerParams) -> tuple[Any, Any, Any]:
        """The grid of the launch; see `ClcDynamicPersistentTileSchedulerParams.get_grid_shape`."""
        return params.get_grid_shape()

    def _parts(self) -> tuple[Any, ...]:
        return self.params, self.cta_id_in_cluster, self.num_tiles_executed, self.clc_response_ptr, self.block_idx

    def __extract_mlir_values__(self) -> list[Handle]:
        return list(extract_mlir_values(self._parts()))

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        return type(self)(*new_from_mlir_values(self._parts(), list(values)), insert_fence=self.insert_fence)

    def initial_work_tile_info(self) -> WorkTileInfo:
        """This cluster's own tile."""
        return self._tile(self.block_idx, Boolean.from_handle(Boolean(True).ir_value()))

    def get_current_work(self) -> WorkTileInfo:
        """The tile of the last answer; not valid where no cluster was left."""
        return self.work_tile_info_from_clc_response(self.clc_response_ptr)

    def work_tile_info_from_clc_response(self, result_addr: Pointer) -> WorkTileInfo:
        """The tile of the answer in the 16 bytes at a pointer to shared memory."""
        x, y, z, canceled = clc_response(result_addr)
        if self.insert_fence:
            fence_proxy("async.shared", space="cta")
        return self._tile((x, y, z), canceled)

    def _tile(self, block: tuple[Any, Any, Any], valid: Any) -> WorkTileInfo:
        cm, cn, _ = self.params.cluster_shape_mnk
        m, n, _ = self.params.problem_layout_ncluster_mnl
        index = block[0] // cm + (block[1] // cn + block[2] * n) * m
        return WorkTileInfo(cluster_place(index, self.params, self.cta_id_in_cluster), valid)

    def advance_to_next_work(self, mbarrier_addr: Pointer) -> None:
        """Requests the next tile from one lane of the warp; the response arrives at the mbarrier."""
        staged_function(_ask)(mbarrier_addr, self.clc_response_ptr)
        self.num_tiles_executed = self.num_tiles_executed + 1


def _ask(barrier: Pointer, response: Pointer) -> None:
    with elect_one():
        issue_clc_query(barrier, response)
