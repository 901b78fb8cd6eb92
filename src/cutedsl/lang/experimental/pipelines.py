"""Pipelines of `cute.experimental`, which keep both sides' places in the ring themselves.

Source: names and arguments from public programs; the rings are those of `cutlass.pipeline`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from cutedsl.errors.frozen import frozen
from cutedsl.lang import arch
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.experimental.kinds import OperationTypeEnum
from cutedsl.lang.intrinsics import sync as arch_sync
from cutedsl.lang.intrinsics.election import elect_one
from cutedsl.lang.pipelines.agents import Agent, CooperativeGroup, NamedBarrier
from cutedsl.lang.pipelines.participants import StageHandle
from cutedsl.lang.pipelines.rings import PipelineAsync, PipelineTmaStore, senders_of
from cutedsl.lang.pipelines.state import PipelineState, PipelineUserType, make_pipeline_state, run_time
from cutedsl.lang.pipelines.umma import PipelineTmaUmma, PipelineUmmaAsync
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.protocol import Handle
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Int32


@methods_take_places
@frozen(slots=False)
class CountedTmaUmma(PipelineTmaUmma):
    """A ring whose loads announce their own bytes; the producer's commit is the arrival that ends the phase."""

    def producer_acquire(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, state: PipelineState, try_acquire_token: object = None, *, expected_tx: object = None
    ) -> None:
        """Waits until the stage is empty."""
        PipelineAsync.producer_acquire(self, state, try_acquire_token)

    def producer_commit(self, state: PipelineState) -> None:
        """Arrives at the stage's full mbarrier, by one thread of the block that issues for its pair."""
        self._if_leader(lambda: staged_function(_arrive)(self.producer_get_barrier(state)))


def _arrive(barrier: Pointer) -> None:
    with elect_one():
        arch_sync.mbarrier_arrive(barrier)


@methods_take_places
@dataclass
class _TwoSided:
    """A ring with a producer's and a consumer's place in it, which loops and branches carry."""

    raw_pipeline: Any
    producer_state: PipelineState
    consumer_state: PipelineState

    @classmethod
    def _of(cls, ring: PipelineAsync) -> Self:
        kinds = (PipelineUserType.Producer, PipelineUserType.Consumer)
        return cls(ring, *(make_pipeline_state(kind, ring.num_stages) for kind in kinds))

    def producer_acquire_and_get_stage(self) -> tuple[StageHandle, Any]:
        """Waits until the stage is empty; returns a token for `get_mbarrier` and the stage's number."""
        self.raw_pipeline.producer_acquire(self.producer_state)
        return StageHandle(self.raw_pipeline, self.producer_state.clone()), self.producer_state.index

    def producer_commit(self) -> None:
        """The stage is written, or will be by the copies and multiplies issued for it."""
        self.raw_pipeline.producer_commit(self.producer_state)

    def producer_commit_and_advance(self) -> None:
        """`producer_commit`, then on to the next stage."""
        self.producer_commit()
        self.producer_state.advance()

    def consumer_wait_and_get_stage(self) -> tuple[StageHandle, Any]:
        """Waits until the stage is full; returns a token and the stage's number."""
        self.raw_pipeline.consumer_wait(self.consumer_state)
        return StageHandle(self.raw_pipeline, self.consumer_state.clone()), self.consumer_state.index

    def consumer_release_and_advance(self) -> None:
        """The stage is read, or will be by the multiplies issued; then on to the next one."""
        self.raw_pipeline.consumer_release(self.consumer_state)
        self.consumer_state.advance()

    def __extract_mlir_values__(self) -> list[Handle]:
        states = (self.producer_state, self.consumer_state)
        return [handle for state in states for handle in state.__extract_mlir_values__()]

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        return replace(
            self,
            producer_state=self.producer_state.__new_from_mlir_values__(values[:3]),
            consumer_state=self.consumer_state.__new_from_mlir_values__(values[3:]),
        )


class TMAToUMMAPipeline(_TwoSided):
    """Bulk loads fill a stage, multiplies read it."""

    @classmethod
    def create(
        cls,
        *,
        num_stages: int,
        mma_operation_type: OperationTypeEnum,
        tma_operation_type: OperationTypeEnum = OperationTypeEnum.SM90_TMA_LOAD,
        cluster_layout_vmnk: Any = None,
    ) -> Self:
        """The pipeline, its mbarriers initialised and shown to the block or the cluster.

        Errors: pipeline-stages, mbarrier-count.
        """
        multicast = "MULTICAST" in tma_operation_type.value
        modes = (1, 1) if multicast else (0, 0)
        commits = senders_of(cluster_layout_vmnk, modes) if multicast else 1
        ring = CountedTmaUmma.create(
            num_stages=num_stages,
            producer_group=CooperativeGroup(Agent.Thread),
            consumer_group=CooperativeGroup(Agent.Thread, commits),
            tx_count=0,
            cta_layout_vmnk=cluster_layout_vmnk,
            mcast_mode_mn=(1, 1),
        )
        return cls._of(ring)

    create_with_mask = create
    """`create` for loads that several blocks share."""


class UMMAtoAsyncPipeline(_TwoSided):
    """Multiplies fill a stage of accumulators, threads read it."""

    @classmethod
    def create(
        cls,
        *,
        num_stages: int,
        mma_operation_type: OperationTypeEnum,
        consumer: OperationTypeEnum,
        consumer_arv_count: int,
        cluster_layout_vmnk: Any = None,
    ) -> Self:
        """The pipeline; `consumer_arv_count` threads, of both blocks of a pair, release a stage.

        Errors: pipeline-stages, mbarrier-count.
        """
        ring = PipelineUmmaAsync.create(
            num_stages=num_stages,
            producer_group=CooperativeGroup(Agent.Thread),
            consumer_group=CooperativeGroup(Agent.Thread, consumer_arv_count),
            cta_layout_vmnk=cluster_layout_vmnk,
        )
        return cls._of(ring)


def pipeline_advance_iterator(raw_pipeline: Any, state: PipelineState) -> PipelineState:
    """The place after this one."""
    following = state.clone()
    following.advance()
    return following


def get_mbarrier(token: StageHandle) -> Pointer:
    """The mbarrier that the copies of an acquired stage count their bytes at."""
    return token.barrier


@methods_take_places
class TMAStorePipeline:
    """Stages of shared memory that `arv_count` threads write, and warp `tma_warp_id` stores from.

    For each stage: `acquire_sync`, writes to stage `get_index()`, `commit_sync`, the stores, `release_advance`.
    Errors: pipeline-stages, barrier-count.
    """

    def __init__(self, *, stages: int, arv_count: int, barrier_id: int, tma_warp_id: int) -> None:
        threads = CooperativeGroup(Agent.Thread, arv_count)
        self.ring = PipelineTmaStore.create(num_stages=stages, producer_group=threads)
        self.barrier = NamedBarrier(barrier_id, arv_count)
        self.warp = tma_warp_id
        self.index: Any = run_time(0)

    def acquire_sync(self) -> None:
        """Waits until the stage may be written."""
        staged_function(_by_warp)(self.warp, self.ring.producer_acquire)
        self.barrier.arrive_and_wait()

    def get_index(self) -> Any:
        """The stage."""
        return self.index

    def commit_sync(self) -> None:
        """Waits until all threads have written the stage, as the copy engine sees it."""
        arch_sync.fence_view_async_shared()
        self.barrier.arrive_and_wait()

    def release_advance(self) -> None:
        """The stores issued are the stage's; on to the next one."""
        staged_function(_by_warp)(self.warp, self.ring.producer_commit)
        self.index = (self.index + 1) % self.ring.num_stages

    def tail(self) -> None:
        """Waits until every store has read its stage."""
        staged_function(_by_warp)(self.warp, self.ring.producer_tail)

    def __extract_mlir_values__(self) -> list[Handle]:
        return [Int32(self.index).ir_value()]

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> TMAStorePipeline:
        made = object.__new__(TMAStorePipeline)
        vars(made).update(vars(self))
        made.index = Int32.from_handle(values[0])
        return made


def _by_warp(warp: int, action: Any) -> None:
    if arch.warp_idx() == warp:
        action()
