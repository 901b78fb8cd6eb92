"""The pipeline classes: how a producer acquires and commits a stage, and a consumer waits for and releases it.

Source: CuTe DSL documentation, "pipeline".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang import arch
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.intrinsics import sync as arch_sync
from cutedsl.lang.pipelines.agents import Agent, CooperativeGroup, PipelineOp, agent_sync
from cutedsl.lang.pipelines.barriers import MbarrierArray, make_barriers
from cutedsl.lang.pipelines.participants import PipelineConsumer, PipelineProducer
from cutedsl.lang.pipelines.state import PipelineState, PipelineUserType, make_pipeline_state
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.layout import size
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Int32
from cutedsl.staging.tree import register_tree


@methods_take_places
@frozen(slots=False)
class PipelineAsync:
    """A ring between threads: producers write a stage and arrive at its full mbarrier, consumers at its empty one.

    Law: a stage is written only when all consumers of its last use have released it, and read only when all producers
    have committed it.
    """

    sync_object_full: MbarrierArray
    sync_object_empty: MbarrierArray
    num_stages: int
    producer_mask: Any
    consumer_mask: Any

    _PRODUCER: ClassVar[PipelineOp] = PipelineOp.AsyncThread

    @classmethod
    def create(
        cls,
        *,
        num_stages: int,
        producer_group: CooperativeGroup,
        consumer_group: CooperativeGroup,
        barrier_storage: Pointer | None = None,
        producer_mask: object = None,
        consumer_mask: object = None,
        defer_sync: bool = False,
        name: str = "",
    ) -> Self:
        """The pipeline, its mbarriers initialised and (unless `defer_sync`) shown to the block.

        The masks are ranks in the cluster: whose full mbarrier a commit, and whose empty one a release arrives at.
        `name` is for profilers, which this package does not serve.
        Errors: pipeline-stages, mbarrier-pointer, mbarrier-count.
        """
        agents = ((cls._PRODUCER, producer_group), (PipelineOp.AsyncThread, consumer_group))
        full, empty = make_barriers(barrier_storage, num_stages, agents)
        show_barriers(1, defer_sync)
        return cls(full, empty, num_stages, producer_mask, consumer_mask)

    @staticmethod
    def _make_sync_object(
        barrier_storage: Pointer,
        num_stages: int,
        agent: tuple[PipelineOp, CooperativeGroup],
        tx_count: Any = 0,
        name: str = "",
        phase: str = "",
    ) -> MbarrierArray:
        """The mbarriers of one side, for pipelines of a library's own."""
        return MbarrierArray(barrier_storage, num_stages, agent, tx_count)

    # -- the producer's side -----------------------------------------------------------------------------------------
    def producer_acquire(self, state: PipelineState, try_acquire_token: object = None) -> None:
        """Waits until the stage is empty, unless the token says that it is."""
        self.sync_object_empty.wait_unless(try_acquire_token, state.index, state.phase)

    def producer_try_acquire(self, state: PipelineState) -> Any:
        """A token: whether the stage is empty."""
        return self.sync_object_empty.try_wait(state.index, state.phase)

    def producer_commit(self, state: PipelineState) -> None:
        """The stage is written."""
        self.sync_object_full.arrive(state.index, self.producer_mask)

    def producer_get_barrier(self, state: PipelineState) -> Pointer:
        """The stage's full mbarrier, for copies that count their bytes there."""
        return self.sync_object_full.get_barrier(state.index)

    def producer_tail(self, state: PipelineState) -> None:
        """Waits until the consumers have released every stage, so that the block may end."""
        last = state.clone()
        for _ in range(self.num_stages):
            self.sync_object_empty.wait(last.index, last.phase)
            last.advance()

    # -- the consumer's side -----------------------------------------------------------------------------------------
    def consumer_wait(self, state: PipelineState, try_wait_token: object = None) -> None:
        """Waits until the stage is full, unless the token says that it is."""
        self.sync_object_full.wait_unless(try_wait_token, state.index, state.phase)

    def consumer_try_wait(self, state: PipelineState) -> Any:
        """A token: whether the stage is full."""
        return self.sync_object_full.try_wait(state.index, state.phase)

    def consumer_release(self, state: PipelineState) -> None:
        """The stage is read."""
        self.sync_object_empty.arrive(state.index, self.consumer_mask)

    def consumer_get_barrier(self, state: PipelineState) -> Pointer:
        """The stage's empty mbarrier."""
        return self.sync_object_empty.get_barrier(state.index)

    # -- participants ------------------------------------------------------------------------------------------------
    def make_producer(self) -> PipelineProducer:
        """The producer with a state of its own."""
        return PipelineProducer(self, make_pipeline_state(PipelineUserType.Producer, self.num_stages))

    def make_consumer(self) -> PipelineConsumer:
        """The consumer with a state of its own."""
        return PipelineConsumer(self, make_pipeline_state(PipelineUserType.Consumer, self.num_stages))

    def make_participants(self) -> tuple[PipelineProducer, PipelineConsumer]:
        """Both."""
        return self.make_producer(), self.make_consumer()


@methods_take_places
@frozen(slots=False)
class PipelineCpAsync(PipelineAsync):
    """A ring filled by `cp.async`: a commit arrives when the thread's copies so far have ended."""

    _PRODUCER: ClassVar[PipelineOp] = PipelineOp.AsyncLoad

    @classmethod
    def create(  # pyright: ignore[reportIncompatibleMethodOverride]
        cls,
        barrier_storage: Pointer | None = None,
        num_stages: int = 0,
        producer_group: Any = None,
        consumer_group: Any = None,
        producer_mask: object = None,
        consumer_mask: object = None,
        *,
        defer_sync: bool = False,
        name: str = "",
    ) -> Self:
        """The pipeline, as `PipelineAsync.create`; its arguments may come by position too, the mbarriers first.

        Errors: pipeline-group, pipeline-stages, mbarrier-pointer, mbarrier-count.
        """
        for group in (producer_group, consumer_group):
            if not isinstance(group, CooperativeGroup):
                raise fail("pipeline-group", f"PipelineCpAsync.create takes a CooperativeGroup, got {group!r}")
        return super().create(
            num_stages=num_stages,
            producer_group=producer_group,
            consumer_group=consumer_group,
            barrier_storage=barrier_storage,
            producer_mask=producer_mask,
            consumer_mask=consumer_mask,
            defer_sync=defer_sync,
            name=name,
        )


@methods_take_places
@frozen(slots=False)
class PipelineTmaAsync(PipelineAsync):
    """A ring filled by bulk copies: acquiring a stage announces its bytes, the copies themselves make it full.

    With clusters, lane l of a consumer warp releases the stage in block l, if that block's copies come here too.
    """

    cta_layout: Any = None
    mcast_mode_mn: tuple[int, int] = (1, 1)
    lane: int | None = None
    """The lane that every thread counts as, where the program gives one number for all; else its own."""

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
        tidx: object = None,
        mcast_mode_mn: tuple[int, int] = (1, 1),
        defer_sync: bool = False,
        enable_multicast_signaling: bool = False,
        name: str = "",
    ) -> Self:
        """The pipeline; `tx_count` are the bytes of a stage's copies into this block.

        A thread releases stages by its lane, or by the lane of `tidx` where that is known while compiling. With
        `tidx=0` and no cluster, each consumer thread arrives.

        Shapes: `cta_layout_vmnk` static, (V, M, N, K) to the rank in the cluster.
        Errors: pipeline-group, pipeline-stages, mbarrier-pointer, mbarrier-count.
        """
        arrivals = consumer_group.size
        if enable_multicast_signaling:
            if consumer_group.agent is not Agent.Warp:
                if arrivals % arch.WARP_SIZE:
                    raise fail("pipeline-group", f"consumers must be whole warps, got {arrivals} threads")
                arrivals //= arch.WARP_SIZE
            arrivals *= senders_of(cta_layout_vmnk, mcast_mode_mn)
        consumers = CooperativeGroup(consumer_group.agent, arrivals)
        agents = ((PipelineOp.TmaLoad, producer_group), (PipelineOp.AsyncThread, consumers))
        full, empty = make_barriers(barrier_storage, num_stages, agents, tx_count)
        show_barriers(1 if cta_layout_vmnk is None else size(cta_layout_vmnk), defer_sync)
        known: Any = tidx.literal if is_numeric(tidx) and tidx.is_static else tidx
        lane = known % arch.WARP_SIZE if isinstance(known, int) else None
        return cls(full, empty, num_stages, None, None, cta_layout_vmnk, mcast_mode_mn, lane)

    def producer_acquire(self, state: PipelineState, try_acquire_token: object = None) -> None:
        super().producer_acquire(state, try_acquire_token)
        self.sync_object_full.arrive(state.index)

    def producer_commit(self, state: PipelineState) -> None:
        """Nothing: the copies count their own bytes."""

    def consumer_release(self, state: PipelineState) -> None:
        layout = self.cta_layout
        blocks = 1 if layout is None else size(layout)
        lane: Any = arch.lane_idx() if self.lane is None else self.lane
        if blocks == 1:
            staged_function(_arrive_once)(self.sync_object_empty, state.index, lane)
            return
        peer, signals = self.init_empty_barrier_arrive_signal(layout, lane, self.mcast_mode_mn)
        staged_function(_arrive_at)(self.sync_object_empty, state.index, peer, signals)

    @staticmethod
    def init_empty_barrier_arrive_signal(
        cta_layout_vmnk: Any, tidx: Any, mcast_mode_mn: tuple[int, int] = (1, 1)
    ) -> tuple[Any, Any]:
        """At which block of the cluster lane `tidx` of a warp releases a stage, and whether it does."""
        blocks = size(cta_layout_vmnk)
        peer, own = tidx % blocks, arch_sync.block_idx_in_cluster()
        v, m, n = (size(cta_layout_vmnk, [mode]) for mode in range(3))
        rows = [(rank // v) % m for rank in (peer, own)]
        columns = [(rank // (v * m)) % n for rank in (peer, own)]
        by_row, by_column = mcast_mode_mn
        shares = (rows[0] == rows[1]) & bool(by_row) | (columns[0] == columns[1]) & bool(by_column)
        alike = peer % v == own % v  # of a pair each block fills its own memory
        if blocks > v * m * n:  # blocks at other places of K copy for themselves
            alike = alike & (peer // (v * m * n) == own // (v * m * n))
        return peer, (tidx < blocks) & alike & shares


def _arrive_once(barriers: MbarrierArray, index: Any, lane: Any) -> None:
    if lane == 0:
        barriers.release(index)


def _arrive_at(barriers: MbarrierArray, index: Any, peer: Any, signals: Any) -> None:
    if signals:
        barriers.release_at(index, peer)


def senders_of(layout: Any, mcast_mode_mn: tuple[int, int]) -> int:
    """Blocks whose consumers release a stage of one block."""
    if layout is None:
        return 1
    m, n = size(layout, [1]), size(layout, [2])
    by_row, by_column = mcast_mode_mn
    return (n if by_row else 0) + (m if by_column else 0) - (1 if by_row and by_column else 0)


def show_barriers(blocks: int, defer_sync: bool) -> None:
    """Makes the initialised mbarriers known to all that use them."""
    if defer_sync:
        return
    arch_sync.mbarrier_init_fence()
    agent_sync(Agent.ThreadBlock if blocks == 1 else Agent.ThreadBlockCluster)


@methods_take_places
@frozen(slots=False)
class TmaStoreFence:
    """The bulk stores of a thread in groups: `arrive` ends one, `wait` waits until `num_stages - 1` are left."""

    num_stages: int = 0

    def arrive(self) -> None:
        """The stores issued since the last call are one group."""
        arch_sync.cp_async_bulk_commit_group()

    def wait(self) -> None:
        """Waits until the next of `num_stages` stages of shared memory may be written."""
        arch_sync.cp_async_bulk_wait_group(max(self.num_stages - 1, 0), read=True)

    def arrive_and_wait(self) -> None:
        """`arrive`, then `wait`."""
        self.arrive()
        self.wait()

    def tail(self) -> None:
        """Waits until every store has read its stage."""
        arch_sync.cp_async_bulk_wait_group(0, read=True)


@methods_take_places
@frozen(slots=False)
class PipelineTmaStore:
    """Stages of shared memory that bulk stores read: one is free again when the store of its last use has read it."""

    num_stages: int

    @property
    def sync_object_full(self) -> TmaStoreFence:
        """The groups of its stores."""
        return TmaStoreFence(self.num_stages)

    @classmethod
    def create(cls, *, num_stages: int, producer_group: CooperativeGroup) -> Self:
        """The pipeline; it has no mbarriers. Errors: pipeline-stages."""
        if num_stages < 1:
            raise fail("pipeline-stages", f"a pipeline cannot have {num_stages} stages")
        return cls(num_stages)

    def producer_acquire(self) -> None:
        """Waits until the next stage may be written."""
        self.sync_object_full.wait()

    def producer_commit(self) -> None:
        """The stores issued since the last commit are the stage's."""
        self.sync_object_full.arrive()

    def producer_tail(self) -> None:
        """Waits until every store has read its stage."""
        self.sync_object_full.tail()


@methods_take_places
@dataclass
class PipelineOrder:
    """Turns between `length` groups, `depth` turns ahead: a group waits for its turn, and returns it to the next one.

    Law: the groups pass `wait` in the order 0, 1, ..., length-1, 0, ... Source: BSD-3 `OrderedSequenceBarrier`.
    """

    barriers: MbarrierArray
    depth: int
    length: int
    group_id: Any
    own_state: PipelineState

    @property
    def state(self) -> PipelineState:
        """A copy of this group's own stage and phase, for programs that pass theirs to `wait` and `arrive`."""
        return self.own_state.clone()

    def __extract_mlir_values__(self) -> list[Handle]:
        return self.own_state.__extract_mlir_values__()

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        return replace(self, own_state=self.own_state.__new_from_mlir_values__(values))

    @classmethod
    def create(
        cls,
        *,
        depth: int,
        length: int,
        group_id: Any,
        producer_group: CooperativeGroup,
        barrier_storage: Pointer | None = None,
        defer_sync: bool = False,
        name: str = "",
    ) -> Self:
        """The turns; `producer_group.size` arrivals give one on. Errors: pipeline-stages, mbarrier-pointer."""
        (barriers,) = make_barriers(barrier_storage, depth * length, ((PipelineOp.AsyncThread, producer_group),))
        show_barriers(1, defer_sync)
        state = make_pipeline_state(PipelineUserType.Consumer, depth)
        state.phase = _first_phase(group_id)
        return cls(barriers, depth, length, group_id, state)

    def get_barrier_for_current_stage_idx(self, group_id: Any, state: PipelineState | None = None) -> Any:
        """The number of the mbarrier of a group, in the stage of `state` (without one, of its own)."""
        return (self.own_state if state is None else state).index * self.length + group_id

    def wait(self, state: PipelineState | None = None) -> None:
        """Waits for this group's turn in the stage of `state` (without one, of its own)."""
        phase = (self.own_state if state is None else state).phase
        self.barriers.wait(self.get_barrier_for_current_stage_idx(self.group_id, state), phase)

    def arrive(self, state: PipelineState | None = None) -> PipelineState | None:
        """Passes the turn to the next group, and goes on to the next stage. Returns `state`."""
        following = (self.group_id + 1) % self.length
        self.barriers.arrive(self.get_barrier_for_current_stage_idx(following, state))
        (self.own_state if state is None else state).advance()
        return state


def _first_phase(group_id: Any) -> Any:
    """1 for group 0, whose first turn needs nobody; else 0."""
    return Int32.from_handle((as_numeric(group_id) == 0).to(Int32).ir_value())


for _kind in (PipelineAsync, PipelineTmaStore, MbarrierArray):
    register_tree(_kind, lambda value: ((), value), lambda value, _: value)
