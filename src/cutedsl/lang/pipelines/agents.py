"""Who takes part: cooperative groups, named barriers, and the synchronisation around the set-up of pipelines."""

from __future__ import annotations

from enum import Enum
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang import arch
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.intrinsics import sync as arch_sync
from cutedsl.layout import size
from cutedsl.staging.tree import register_tree


class Agent(Enum):
    """What a cooperative group counts."""

    Thread = 1
    Warp = 2
    ThreadBlock = 3
    ThreadBlockCluster = 4


class PipelineOp(Enum):
    """What the agents of one side of a pipeline do, as programs name it along with their group.

    Source: CuTe DSL documentation, "pipeline".
    """

    AsyncThread = "threads"
    TCGen05Mma = "multiplies of Blackwell's tensor cores"
    TmaLoad = "loads by tensor map"
    ClcLoad = "queries of the cluster launch control"
    TmaStore = "stores by tensor map"
    Composite = "several of these"
    AsyncLoad = "asynchronous loads of threads"


@frozen
class CooperativeGroup:
    """`size` agents that act together; a pipeline's barriers count so many arrivals of them.

    A whole float, as `threads / 32` gives, is its integer. Errors: pipeline-group.
    """

    agent: Agent
    size: int = 1
    alignment: int | None = None

    def __post_init__(self) -> None:
        if isinstance(self.size, float) and self.size.is_integer():  # pyright: ignore[reportUnnecessaryIsInstance]
            object.__setattr__(self, "size", int(self.size))
        if not isinstance(self.size, int) or self.size < 1:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise fail("pipeline-group", f"a cooperative group needs at least 1 member, got {self.size}")


@methods_take_places
@frozen
class NamedBarrier:
    """One of the 16 barriers of a block (0 serves `sync_threads`), for `num_threads` threads in whole warps."""

    barrier_id: int
    num_threads: int

    def __post_init__(self) -> None:
        arch_sync.check_named_barrier(self.barrier_id, self.num_threads)

    def arrive(self) -> None:
        """Counts this warp in and goes on."""
        arch_sync.barrier_arrive(barrier_id=self.barrier_id, number_of_threads=self.num_threads)

    arrive_unaligned = arrive

    def arrive_and_wait(self) -> None:
        """Counts this warp in and waits for the others."""
        arch.barrier(barrier_id=self.barrier_id, number_of_threads=self.num_threads)

    wait = arrive_and_wait
    wait_unaligned = arrive_and_wait
    sync = arrive_and_wait

    def get_barrier(self) -> int:
        """Its number."""
        return self.barrier_id


def _blocks(cluster_shape: Any) -> int:
    return 1 if cluster_shape is None else size(cluster_shape)


def pipeline_init_arrive(cluster_shape_mn: Any = None, is_relaxed: bool = False) -> None:
    """After pipelines were made with `defer_sync`: shows their mbarriers, and arrives at the cluster's barrier."""
    arch_sync.mbarrier_init_fence()
    if _blocks(cluster_shape_mn) > 1:
        (arch_sync.cluster_arrive_relaxed if is_relaxed else arch_sync.cluster_arrive)()


def pipeline_init_wait(cluster_shape_mn: Any = None) -> None:
    """Waits for all that share the mbarriers: the cluster, or the block."""
    if _blocks(cluster_shape_mn) > 1:
        arch_sync.cluster_wait()
    else:
        arch.sync_threads()


def agent_sync(group: Agent, is_relaxed: bool = False) -> None:
    """All threads of a block, or of a cluster, wait for each other.

    Errors: not-yet for other agents.
    """
    match group:
        case Agent.ThreadBlock:
            arch.sync_threads()
        case Agent.ThreadBlockCluster:
            (arch_sync.cluster_arrive_relaxed if is_relaxed else arch_sync.cluster_arrive)()
            arch_sync.cluster_wait()
        case _:
            raise fail("not-yet", f"agent_sync of a {group.name}")


def arrive(barrier_id: int, num_threads: int) -> None:
    """Counts this warp in at a named barrier and goes on."""
    NamedBarrier(barrier_id, num_threads).arrive()


def arrive_and_wait(barrier_id: int, num_threads: int) -> None:
    """Counts this warp in at a named barrier and waits for the others."""
    NamedBarrier(barrier_id, num_threads).arrive_and_wait()


arrive_unaligned = arrive
wait = arrive_and_wait
wait_unaligned = arrive_and_wait


def sync(barrier_id: int = 0) -> None:
    """All threads of the block wait for each other at one of its barriers. Errors: barrier-arguments."""
    if barrier_id:
        arch.barrier(barrier_id=barrier_id)
    else:
        arch.sync_threads()


for _kind in (CooperativeGroup, NamedBarrier):
    register_tree(_kind, lambda value: ((), value), lambda value, _: value)
