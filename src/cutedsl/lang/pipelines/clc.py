"""A ring for the answers of cluster launch control: one warp of a cluster asks, all warps of all its blocks read.

Source: PTX ISA, "clusterlaunchcontrol.try_cancel"; names and arguments from public programs.
"""

from __future__ import annotations

from typing import Any, Self

from cutedsl.errors.frozen import frozen
from cutedsl.lang import arch
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.intrinsics import sync as arch_sync
from cutedsl.lang.pipelines.agents import CooperativeGroup, PipelineOp
from cutedsl.lang.pipelines.barriers import make_barriers
from cutedsl.lang.pipelines.rings import PipelineAsync, show_barriers
from cutedsl.lang.pipelines.state import PipelineState
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.layout import size
from cutedsl.staging.rewrite import staged_function


@methods_take_places
@frozen(slots=False)
class PipelineClcFetchAsync(PipelineAsync):
    """Block 0 of a cluster asks: it waits until all readers of the cluster are done, and announces 16 bytes to each."""

    blocks: int = 1

    @classmethod
    def create(  # pyright: ignore[reportIncompatibleMethodOverride]
        cls,
        *,
        num_stages: int,
        producer_group: CooperativeGroup,
        consumer_group: CooperativeGroup,
        tx_count: Any,
        barrier_storage: Pointer | None = None,
        cta_layout_vmnk: Any = None,
        producer_mask: object = None,
        consumer_mask: object = None,
        defer_sync: bool = False,
        name: str = "",
    ) -> Self:
        """The pipeline; `consumer_group.size` threads, of all blocks of the cluster, read an answer.

        Errors: pipeline-stages, mbarrier-pointer, mbarrier-count.
        """
        blocks = 1 if cta_layout_vmnk is None else size(cta_layout_vmnk)
        agents = ((PipelineOp.ClcLoad, producer_group), (PipelineOp.AsyncThread, consumer_group))
        full, empty = make_barriers(barrier_storage, num_stages, agents, tx_count)
        show_barriers(blocks, defer_sync)
        return cls(full, empty, num_stages, None, None if blocks == 1 else 0, blocks)

    def producer_acquire(self, state: PipelineState, try_acquire_token: object = None) -> None:
        super().producer_acquire(state, try_acquire_token)
        staged_function(_announce)(self.sync_object_full, state.index, self.blocks)

    def producer_commit(self, state: PipelineState) -> None:
        """Nothing: the answer counts its own bytes."""


def _announce(barriers: Any, index: Any, blocks: int) -> None:
    lane = arch.lane_idx()
    if lane < blocks:
        peer = None if blocks == 1 else lane
        arch_sync.mbarrier_arrive_and_expect_tx(barriers.get_barrier(index), barriers.tx_count, peer)
