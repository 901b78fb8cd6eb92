"""The mbarriers of a pipeline: one for each stage, all with the same number of arrivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang import arch, arch_sync
from cutedsl.lang.mlir_places import methods_take_places
from cutedsl.lang.pipelines.agents import CooperativeGroup, PipelineOp
from cutedsl.lang.pointer import Pointer
from cutedsl.lang.smem import SmemAllocator
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Int64


@methods_take_places
@dataclass(frozen=True, slots=True, init=False)
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
        self, barrier_storage: Pointer, num_stages: int, agent: tuple[PipelineOp, CooperativeGroup], tx_count: Any = 0
    ) -> None:
        self._set(barrier_storage, num_stages, agent, tx_count)
        staged_function(_initialise)((self,))

    def _set(self, storage: Pointer, num_stages: int, agent: tuple[PipelineOp, CooperativeGroup], bytes_: Any) -> None:
        if num_stages < 1:
            raise fail("pipeline-stages", f"a pipeline of {num_stages} stages")
        values = (storage, num_stages, *agent, bytes_)
        for name, value in zip(("barrier_storage", "num_stages", "op_type", "cg", "tx_count"), values, strict=True):
            object.__setattr__(self, name, value)

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

    def arrive(self, index: object, dst: Any = None) -> None:
        """An arrival of this kind: of each thread (at block `dst` of the cluster, or here), of its copies, of a load.

        Errors: not-yet for other kinds.
        """
        match self.op_type:
            case PipelineOp.AsyncThread:
                arch_sync.mbarrier_arrive(self.get_barrier(index), dst)
            case PipelineOp.AsyncLoad:
                self.arrive_cp_async_mbarrier(index)
            case PipelineOp.TmaLoad:
                self.arrive_and_expect_tx(index, self.tx_count)
            case _:
                raise fail("not-yet", f"arrivals of {self.op_type}")

    def arrive_cp_async_mbarrier(self, index: object) -> None:
        """An arrival of each thread when its `cp.async` copies so far have ended."""
        arch_sync.cp_async_mbarrier_arrive_noinc(self.get_barrier(index))

    def release_at(self, index: object, peer: object) -> None:
        """One arrival of each thread at another block's mbarrier, after reads only."""
        arch_sync.mbarrier_arrive(self.get_barrier(index), peer, scope="cta")

    def arrive_and_expect_tx(self, index: object, tx_count: object) -> None:
        """One arrival of the warp, and `tx_count` bytes to come."""
        staged_function(_expect_once)(self.get_barrier(index), tx_count)


def _wait_unless(token: Any, barrier: Pointer, phase: Any) -> None:
    if token == 0:
        arch_sync.mbarrier_wait(barrier, phase)


def _expect_once(barrier: Pointer, tx_count: Any) -> None:
    if arch.lane_idx() == 0:
        arch_sync.mbarrier_arrive_and_expect_tx(barrier, tx_count)


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
    if storage is None:
        storage = alloc_reserved_mbarrier(len(agents) * max(num_stages, 1))
    arrays: list[MbarrierArray] = []
    for k, agent in enumerate(agents):
        array = object.__new__(MbarrierArray)
        array._set(storage + k * num_stages, num_stages, agent, tx_count)
        arrays.append(array)
    staged_function(_initialise)(tuple(arrays))
    return tuple(arrays)


def alloc_reserved_mbarrier(num_barriers: int) -> Pointer:
    """Shared memory for so many mbarriers, 8 bytes each. Errors: pipeline-stages."""
    if num_barriers < 1:
        raise fail("pipeline-stages", f"memory for {num_barriers} mbarriers")
    return SmemAllocator().allocate_array(Int64, num_barriers)
