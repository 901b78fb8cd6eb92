"""The mbarriers of a pipeline: one for each stage, all with the same number of arrivals."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang import arch
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.emission.op_places import assigned_name, name_value
from cutedsl.lang.intrinsics import sync as arch_sync
from cutedsl.lang.pipelines.agents import CooperativeGroup, PipelineOp
from cutedsl.lang.shared.smem import SmemAllocator
from cutedsl.lang.tensors.make import make_tensor
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.layout import Layout
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Int64


class MbarrierLayout(Enum):
    """The format of an mbarrier in memory; there is one.

    >>> list(MbarrierLayout)
    [<MbarrierLayout.V0: 1>]
    """

    V0 = 1


@methods_take_places
@frozen
class MbarrierArray:
    """`num_stages` mbarriers in a row, each ending its phases after `cg.size` arrivals of the kind `op_type`.

    Attributes:
        agent: `(PipelineOp, CooperativeGroup)`, given when it is made; `op_type` and `cg` are its parts.
        tx_count: the bytes that an arrival of `PipelineOp.TmaLoad` announces.

    Making one initialises the mbarriers by one thread; a fence and a barrier show them to others.
    """

    barrier_storage: Pointer
    num_stages: int
    op_type: PipelineOp
    cg: CooperativeGroup
    tx_count: Any

    def __init__(
        self,
        barrier_storage: Pointer,
        num_stages: int,
        agent: tuple[PipelineOp, CooperativeGroup],
        tx_count: Any = 0,
        mbarrier_layout: MbarrierLayout | None = None,
        name: str = "",
    ) -> None:
        self._initialise_barriers(barrier_storage, num_stages, agent, tx_count)
        self.mbarrier_init()

    def _initialise_barriers(
        self, storage: Pointer, num_stages: int, agent: tuple[PipelineOp, CooperativeGroup], bytes_: Any
    ) -> None:
        _check_stages(num_stages)
        values = (storage, num_stages, *agent, bytes_)
        for name, value in zip(("barrier_storage", "num_stages", "op_type", "cg", "tx_count"), values, strict=True):
            object.__setattr__(self, name, value)

    def recast_to_new_op_type(self, new_op_type: PipelineOp) -> MbarrierArray:
        """The same mbarriers for arrivals of another kind; they are not initialised again."""
        recast = object.__new__(MbarrierArray)
        recast._initialise_barriers(self.barrier_storage, self.num_stages, (new_op_type, self.cg), self.tx_count)
        return recast

    def mbarrier_init(self) -> None:
        """Initialises the mbarriers again, by one thread."""
        staged_function(_initialise)((self,))

    @property
    def arrive_count(self) -> int:
        """Arrivals that end a phase."""
        return self.cg.size

    def get_barrier(self, index: object) -> Pointer:
        """The mbarrier of a stage."""
        return self.barrier_storage + index

    def wait(self, index: object, phase: object) -> None:
        """Waits for the phase of a stage."""
        arch_sync.mbarrier_wait(self.get_barrier(index), phase)

    def wait_unless(self, token: object, index: object, phase: object) -> None:
        """`wait`, skipped where `token` says that the phase is complete (None: not known)."""
        if token is None:
            self.wait(index, phase)
        else:
            staged_function(_wait_unless)(token, self.get_barrier(index), phase)

    def try_wait(self, index: object, phase: object) -> Any:
        """Whether the phase of a stage is complete."""
        return arch_sync.mbarrier_try_wait(self.get_barrier(index), phase)

    def test_wait(self, index: object, phase: object) -> Any:
        """Whether the phase of a stage is complete, without any waiting."""
        return arch_sync.mbarrier_test_wait(self.get_barrier(index), phase)

    def arrive(self, index: object, dst: Any = None, cta_group: Any = None) -> None:
        """An arrival of this kind: of each thread (at block `dst` of the cluster, or here), of its copies, of a load.

        Of multiplies of tensor memory, by one lane of the warp, when they have ended: `dst` is a mask of blocks.

        Errors: not-yet for other kinds.
        """
        match self.op_type:
            case PipelineOp.AsyncThread:
                self.arrive_mbarrier(index, dst)
            case PipelineOp.AsyncLoad:
                self.arrive_cp_async_mbarrier(index)
            case PipelineOp.TmaLoad:
                self.arrive_and_expect_tx(index, self.tx_count)
            case PipelineOp.TCGen05Mma:
                self.arrive_tcgen05mma(index, dst, cta_group)
            case _:
                raise fail("not-yet", f"arrivals of {self.op_type}")

    def arrive_mbarrier(self, index: object, dst_rank: Any = None) -> None:
        """An arrival of each thread, here or at a block of the cluster."""
        arch_sync.mbarrier_arrive(self.get_barrier(index), dst_rank)

    def arrive_tcgen05mma(self, index: object, mask: Any, cta_group: Any = None) -> None:
        """An arrival when the multiplies so far have ended, by one lane of the warp, at the blocks of `mask`."""
        from cutedsl.lang.blackwell.umma_order import commit_once

        commit_once(self.get_barrier(index), mask, *(() if cta_group is None else (cta_group,)))

    def arrive_cp_async_mbarrier(self, index: object) -> None:
        """An arrival of each thread when its `cp.async` copies so far have ended."""
        arch_sync.cp_async_mbarrier_arrive_noinc(self.get_barrier(index))

    def release(self, index: object) -> None:
        """One arrival of each thread for its warp, whose lanes come here together."""
        arch_sync.arrive_for_warp(self.get_barrier(index))

    def release_at(self, index: object, peer: object) -> None:
        """One arrival of each thread for its warp at another block's mbarrier, after reads only."""
        arch_sync.arrive_for_warp(self.get_barrier(index), peer, scope="cta")

    def arrive_and_expect_tx(self, index: object, tx_count: object) -> None:
        """One arrival of the warp, and `tx_count` bytes to come."""
        staged_function(_expect_once)(self.get_barrier(index), tx_count, None)

    def arrive_and_expect_tx_with_dst(self, index: object, tx_count: object, dst: Any = None) -> None:
        """The same at a block of the cluster."""
        staged_function(_expect_once)(self.get_barrier(index), tx_count, dst)


def _wait_unless(token: Any, barrier: Pointer, phase: Any) -> None:
    if token == 0:
        arch_sync.mbarrier_wait(barrier, phase)


def _expect_once(barrier: Pointer, tx_count: Any, peer: Any) -> None:
    if arch.lane_idx() == 0:
        arch_sync.mbarrier_arrive_and_expect_tx(barrier, tx_count, peer)


def _initialise(arrays: tuple[MbarrierArray, ...]) -> None:
    if (arch.warp_idx() == 0) & (arch.lane_idx() == 0):
        for array in arrays:
            _initialise_one(array)


def _initialise_one(array: MbarrierArray) -> None:
    for index in range(array.num_stages):
        arch_sync.init_mbarrier(array.get_barrier(index), array.arrive_count, ring=True)


def make_barriers(
    storage: Pointer | None, num_stages: int, agents: Sequence[tuple[PipelineOp, CooperativeGroup]], tx_count: Any = 0
) -> tuple[MbarrierArray, ...]:
    """Arrays of mbarriers one after another, initialised together by one thread; nothing orders others after it yet.

    Errors: pipeline-stages, mbarrier-pointer, mbarrier-count.
    """
    _check_stages(num_stages)
    if storage is None:
        storage = _allocated(len(agents) * num_stages)
    arrays: list[MbarrierArray] = []
    pipe = assigned_name() or "pipeline"  # by the variable that the pipeline is assigned to
    for k, agent in enumerate(agents):
        array = object.__new__(MbarrierArray)
        start = _named_barriers(storage + k * num_stages, num_stages, f"{pipe}.{_SIDES[k]}")
        array._initialise_barriers(start, num_stages, agent, tx_count)
        arrays.append(array)
    staged_function(_initialise)(tuple(arrays))
    return tuple(arrays)


_SIDES: Final = ("full", "empty")


def _check_stages(num_stages: int) -> None:
    if num_stages < 1:
        raise fail("pipeline-stages", f"a pipeline cannot have {num_stages} stages")


def _named_barriers(start: Pointer, num_stages: int, name: str) -> Pointer:
    """A pointer to some stages' mbarriers, which reports call by the pipeline's name."""
    tensor = make_tensor(start, Layout(num_stages))
    pointer = tensor.iterator
    name_value(tensor.handle, name)  # the last op of the expression has the name of its variable: this one no more
    return pointer


def alloc_reserved_mbarrier(num_stages: int) -> Pointer:
    """Shared memory for the mbarriers of so many stages: first those that say full, then those that say empty.

    Errors: pipeline-stages.
    """
    return _allocated(2 * num_stages)


def _allocated(num_barriers: int) -> Pointer:
    """Shared memory for so many mbarriers, 8 bytes each. Errors: pipeline-stages."""
    if num_barriers < 1:
        raise fail("pipeline-stages", f"cannot place {num_barriers} mbarriers")
    return SmemAllocator().allocate_array(Int64, num_barriers)
