"""The mbarriers of a pipeline: one for each stage, all with the same number of arrivals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang import arch, arch_sync
from cutedsl.lang.mlir_places import methods_take_places
from cutedsl.lang.pointer import Pointer
from cutedsl.lang.smem import SmemAllocator
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Int64


@methods_take_places
@dataclass(frozen=True, slots=True)
class MbarrierArray:
    """`num_stages` mbarriers in a row, each ending its phases after `arrive_count` arrivals."""

    barrier_storage: Pointer
    num_stages: int
    arrive_count: int

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

    def arrive(self, index: object) -> None:
        """One arrival of each thread."""
        arch_sync.mbarrier_arrive(self.get_barrier(index))

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


def make_barriers(storage: Pointer | None, num_stages: int, counts: tuple[int, ...]) -> tuple[MbarrierArray, ...]:
    """Arrays of mbarriers one after another, initialised by one thread; nobody is told yet.

    Errors: pipeline-stages, mbarrier-pointer, mbarrier-count.
    """
    if num_stages < 1:
        raise fail("pipeline-stages", f"a pipeline of {num_stages} stages")
    if storage is None:
        storage = SmemAllocator().allocate_array(Int64, len(counts) * num_stages)
    arrays = tuple(MbarrierArray(storage + k * num_stages, num_stages, n) for k, n in enumerate(counts))
    staged_function(_initialise)(arrays)
    return arrays
