"""Pipelines of the tensor core with tensor memory: its commits release operands, and say that accumulators are full.

Source: PTX ISA, "tcgen05 Memory Consistency Model"; names and arguments from public programs.
"""

from __future__ import annotations

from typing import Any, Self

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.tma import create_tma_multicast_mask
from cutedsl.lang.atoms.umma_ops import CtaGroup
from cutedsl.lang.blackwell.umma_order import commit_once
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.intrinsics import sync as arch_sync
from cutedsl.lang.pipelines.agents import CooperativeGroup, PipelineOp
from cutedsl.lang.pipelines.barriers import make_barriers
from cutedsl.lang.pipelines.rings import PipelineAsync, senders_of, show_barriers
from cutedsl.lang.pipelines.state import PipelineState
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.layout import size
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Int32


def _multiplies_in_pairs(layout: Any) -> bool:
    """Whether the blocks of a cluster multiply in pairs."""
    return layout is not None and size(layout, [0]) == 2


def _blocks(layout: Any) -> int:
    return 1 if layout is None else size(layout)


def _leads(layout: Any) -> Any:
    """Whether this block issues for its pair."""
    return arch_sync.block_idx_in_cluster() % 2 == 0 if _multiplies_in_pairs(layout) else True


def _operand_mask(layout: Any, mcast_mode_mn: tuple[int, int]) -> Any:
    """The blocks whose loads one multiply's operands came from: those along M and N of this one and of its peer."""
    if _blocks(layout) == 1:
        return None
    rank = arch_sync.block_idx_in_cluster()
    ranks = (rank, rank ^ 1) if _multiplies_in_pairs(layout) else (rank,)
    mask: Any = None
    for one in ranks:
        coord = layout.get_flat_coord(one)
        for wanted, mode in zip(mcast_mode_mn, (2, 1), strict=True):
            if wanted:
                part = create_tma_multicast_mask(layout, coord, mode)
                mask = part if mask is None else mask | part
    return mask


def _pair_mask(layout: Any) -> Any:
    """Both blocks of this pair."""
    if not _multiplies_in_pairs(layout):
        return None
    return Int32(3) << arch_sync.block_idx_in_cluster() // 2 * 2


def _leader(layout: Any) -> Any:
    """The rank of the block that issues for this pair; None for this block alone."""
    return arch_sync.block_idx_in_cluster() // 2 * 2 if _multiplies_in_pairs(layout) else None


def _group(layout: Any) -> CtaGroup:
    return CtaGroup.TWO if _multiplies_in_pairs(layout) else CtaGroup.ONE


@methods_take_places
@frozen(slots=False)
class _UmmaRing(PipelineAsync):
    """A ring with the tensor core on one side."""

    is_leader_cta: Any = True
    cta_group: CtaGroup = CtaGroup.ONE

    def _if_leader(self, action: Any) -> None:
        if self.is_leader_cta is True:
            action()
        else:
            staged_function(_run_if)(self.is_leader_cta, action)


def _run_if(holds: Any, action: Any) -> None:
    if holds:
        action()


@methods_take_places
@frozen(slots=False)
class PipelineTmaUmma(_UmmaRing):
    """A ring filled by bulk copies and read by multiplies: a release is a commit, to every block that loads for it.

    With pairs, the leader's full mbarrier counts the bytes of both blocks.
    """

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
        mcast_mode_mn: tuple[int, int] = (1, 1),
        defer_sync: bool = False,
        enable_multicast_signaling: bool = False,
        name: str = "",
    ) -> Self:
        """The pipeline; `tx_count` are the bytes of a stage, of both blocks of a pair.

        `consumer_group.size` commits release a stage: one of each block, or pair, that it is loaded for. With
        `enable_multicast_signaling` it is those of one block, and the others are counted here.
        Shapes: `cta_layout_vmnk` static, (V, M, N, K) to the rank in the cluster.
        Errors: pipeline-group, pipeline-stages, mbarrier-pointer, mbarrier-count.
        """
        if enable_multicast_signaling:
            senders = senders_of(cta_layout_vmnk, mcast_mode_mn)
            consumer_group = CooperativeGroup(consumer_group.agent, consumer_group.size * senders)
        agents = ((PipelineOp.TmaLoad, producer_group), (PipelineOp.TCGen05Mma, consumer_group))
        full, empty = make_barriers(barrier_storage, num_stages, agents, tx_count)
        show_barriers(_blocks(cta_layout_vmnk), defer_sync)
        mask = _operand_mask(cta_layout_vmnk, mcast_mode_mn)
        return cls(full, empty, num_stages, None, mask, _leads(cta_layout_vmnk), _group(cta_layout_vmnk))

    def producer_acquire(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, state: PipelineState, try_acquire_token: object = None, *, expected_tx: object = None
    ) -> None:
        """Waits until the stage is empty, and announces its bytes: `expected_tx`, or `tx_count` of the pipeline."""
        super().producer_acquire(state, try_acquire_token)
        full = self.sync_object_full
        bytes_ = full.tx_count if expected_tx is None else expected_tx
        self._if_leader(lambda: full.arrive_and_expect_tx(state.index, bytes_))

    def producer_commit(self, state: PipelineState) -> None:
        """Nothing: the copies count their own bytes."""

    def consumer_release(self, state: PipelineState) -> None:
        self.sync_object_empty.arrive(state.index, self.consumer_mask, self.cta_group)


@methods_take_places
@frozen(slots=False)
class PipelineUmmaAsync(_UmmaRing):
    """A ring of accumulators: multiplies fill them, threads read them, of both blocks of a pair."""

    @classmethod
    def create(  # pyright: ignore[reportIncompatibleMethodOverride]
        cls,
        *,
        num_stages: int,
        producer_group: CooperativeGroup,
        consumer_group: CooperativeGroup,
        barrier_storage: Pointer | None = None,
        cta_layout_vmnk: Any = None,
        defer_sync: bool = False,
        name: str = "",
    ) -> Self:
        """The pipeline; `consumer_group.size` threads, of both blocks of a pair, release a stage.

        Errors: pipeline-stages, mbarrier-pointer, mbarrier-count.
        """
        agents = ((PipelineOp.TCGen05Mma, producer_group), (PipelineOp.AsyncThread, consumer_group))
        full, empty = make_barriers(barrier_storage, num_stages, agents)
        show_barriers(_blocks(cta_layout_vmnk), defer_sync)
        masks = (_pair_mask(cta_layout_vmnk), _leader(cta_layout_vmnk))
        return cls(full, empty, num_stages, *masks, _leads(cta_layout_vmnk), _group(cta_layout_vmnk))

    def producer_commit(self, state: PipelineState) -> None:
        self.sync_object_full.arrive(state.index, self.producer_mask, self.cta_group)

    def producer_tail(self, state: PipelineState) -> None:
        self._if_leader(lambda: PipelineAsync.producer_tail(self, state))


@methods_take_places
@frozen(slots=False)
class PipelineAsyncUmma(_UmmaRing):
    """A ring that threads fill and multiplies read: a release is a commit, to both blocks of a pair."""

    @classmethod
    def create(  # pyright: ignore[reportIncompatibleMethodOverride]
        cls,
        *,
        num_stages: int,
        producer_group: CooperativeGroup,
        consumer_group: CooperativeGroup,
        barrier_storage: Pointer | None = None,
        cta_layout_vmnk: Any = None,
        defer_sync: bool = False,
        name: str = "",
    ) -> Self:
        """The pipeline; `producer_group.size` threads, of both blocks of a pair, fill a stage.

        Errors: pipeline-stages, mbarrier-pointer, mbarrier-count.
        """
        agents = ((PipelineOp.AsyncThread, producer_group), (PipelineOp.TCGen05Mma, consumer_group))
        full, empty = make_barriers(barrier_storage, num_stages, agents)
        show_barriers(_blocks(cta_layout_vmnk), defer_sync)
        masks = (_leader(cta_layout_vmnk), _pair_mask(cta_layout_vmnk))
        return cls(full, empty, num_stages, *masks, _leads(cta_layout_vmnk), _group(cta_layout_vmnk))

    def consumer_release(self, state: PipelineState) -> None:
        self.sync_object_empty.arrive(state.index, self.consumer_mask, self.cta_group)


@methods_take_places
@frozen(slots=False)
class PipelineTmaMultiConsumersAsync(_UmmaRing):
    """A ring filled by bulk copies, which multiplies and threads read: each says at its release which of them it is."""

    @classmethod
    def create(  # pyright: ignore[reportIncompatibleMethodOverride]
        cls,
        *,
        num_stages: int,
        producer_group: CooperativeGroup,
        consumer_group_umma: CooperativeGroup,
        consumer_group_async: CooperativeGroup,
        tx_count: Any,
        barrier_storage: Pointer | None = None,
        cta_layout_vmnk: Any = None,
        mcast_mode_mn: tuple[int, int] = (1, 1),
        tidx: object = None,
        enable_multicast_signaling: bool = False,
        defer_sync: bool = False,
        force_deprecated_per_lane_signaling: bool | None = None,
        name: str = "",
    ) -> Self:
        """The pipeline; commits and threads of both groups together release a stage.

        Errors: pipeline-stages, mbarrier-pointer, mbarrier-count; not-yet for clusters.
        """
        if _blocks(cta_layout_vmnk) != 1:
            raise fail("not-yet", f"PipelineTmaMultiConsumersAsync of {_blocks(cta_layout_vmnk)} blocks")
        both = CooperativeGroup(consumer_group_async.agent, consumer_group_umma.size + consumer_group_async.size)
        agents = ((PipelineOp.TmaLoad, producer_group), (PipelineOp.Composite, both))
        full, empty = make_barriers(barrier_storage, num_stages, agents, tx_count)
        show_barriers(1, defer_sync)
        return cls(full, empty, num_stages, None, None)

    def producer_acquire(self, state: PipelineState, try_acquire_token: object = None) -> None:
        super().producer_acquire(state, try_acquire_token)
        self.sync_object_full.arrive(state.index)

    def producer_commit(self, state: PipelineState) -> None:
        """Nothing: the copies count their own bytes."""

    def consumer_release(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, state: PipelineState, op_type: PipelineOp = PipelineOp.TCGen05Mma
    ) -> None:
        """The stage is read: by multiplies, when they have ended, or by each thread that comes here."""
        barrier = self.sync_object_empty.get_barrier(state.index)
        if op_type is PipelineOp.TCGen05Mma:
            commit_once(barrier)
        else:
            arch_sync.mbarrier_arrive(barrier)
