"""Launching a kernel on the CPU: blocks over threads by a shared counter."""

from __future__ import annotations

import ctypes
import math
import queue
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cutedsl.arch.host_abi import (
    BLOCK,
    DIMS_COUNT,
    GRID,
    MAX_BLOCK_THREADS,
    RT,
    SMEM_ALIGN_BYTES,
    SMEM_REQUEST,
    KernelInfo,
)
from cutedsl.arch.launch_limits import MAX_BLOCK, MAX_GRID
from cutedsl.errors import fail, internal_error
from cutedsl.execution.cpu_context import CallContext
from cutedsl.execution.cpu_pool import arena, pool

Worker = Callable[[int, int, int, int, int, int, int], None]
"""(counter, dims, params, rt, poll word, shared memory: addresses; shared memory in bytes)."""

WORKER_TYPE: Final = ctypes.CFUNCTYPE(
    None,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_int64,
)

RESIDENT_CLUSTERS: Final = 256
"""How many clusters of a launch that is not cooperative each worker runs together, where blocks may wait for others."""
COOPERATIVE_THREADS: Final = 132 * 2048
"""What fits on an H200 at a time."""
_DIMS: Final = struct.Struct(f"={DIMS_COUNT}i")
_PLANS: Final = 1024
_CALLER_POLL: Final = RT["caller_poll"].offset
_WORKER_POLL: Final = RT["worker_poll"].offset
INLINE_BLOCKS: Final = 4
"""Grids of at most this many blocks run on the calling thread: waking another one costs more."""


def check_launch(kernel: KernelInfo, dims: tuple[int, ...]) -> int:
    """Refuses a launch that no device could run; gives the number of clusters (a block by itself is one).

    Errors: `launch-invalid-grid`, `launch-invalid-block`, `launch-invalid-cluster`, `too-many-threads`,
    `too-much-shared-memory`.
    """
    grid, block = tuple(dims[GRID : GRID + 3]), tuple(dims[BLOCK : BLOCK + 3])
    for name, sizes, limits in (("grid", grid, MAX_GRID), ("block", block, MAX_BLOCK)):
        if min(sizes) < 1:
            raise fail(f"launch-invalid-{name}", f"the {name} is {sizes}; each size must be at least 1")
        if any(size > limit for size, limit in zip(sizes, limits, strict=True)):
            raise fail(f"launch-invalid-{name}", f"the {name} is {sizes}; a GPU takes at most {limits}")
    threads = block[0] * block[1] * block[2]
    if threads > MAX_BLOCK_THREADS:
        raise fail("too-many-threads", f"a block of {block} has {threads} threads; at most {MAX_BLOCK_THREADS} fit")
    smem, limit = max(kernel.smem_bytes, dims[SMEM_REQUEST] & 0xFFFFFFFF), kernel.smem_limit_bytes
    if smem > limit:
        raise fail("too-much-shared-memory", f"a block asks for {smem} bytes of shared memory; it has {limit}")
    if any(size % part for size, part in zip(grid, kernel.cluster_dim, strict=True)):
        message = f"the grid {grid} is not a multiple of the cluster {kernel.cluster_dim}"
        raise fail("launch-invalid-cluster", message)
    if kernel.block_dim is not None and kernel.block_dim != block:
        raise internal_error(f"{kernel.name} was compiled for blocks of {kernel.block_dim}, launched with {block}")
    if kernel.cooperative and math.prod(grid) * threads > COOPERATIVE_THREADS:
        message = f"a cooperative launch of {math.prod(grid)} blocks of {threads} threads; {COOPERATIVE_THREADS} fit"
        raise fail("too-many-threads", message)
    return math.prod(grid) // math.prod(kernel.cluster_dim)


def arena_bytes(smem_bytes: int, blocks: int) -> int:
    """Room for the shared memory of the blocks of a cluster, which lie one after another.

    >>> arena_bytes(1500, 1), arena_bytes(1500, 2)
    (1500, 3548)
    """
    stride = -(-smem_bytes // SMEM_ALIGN_BYTES) * SMEM_ALIGN_BYTES
    return stride * (blocks - 1) + smem_bytes


def resident_clusters(kernel: KernelInfo, clusters: int, workers: int) -> int:
    """How many clusters each worker runs together: its part of the grid, where blocks wait for each other.

    >>> resident_clusters(KernelInfo("k", 0, None, 0, resident=True), 100, 2)
    50
    """
    if not kernel.resident:
        return 1
    part = -(-clusters // workers)
    return part if kernel.cooperative else min(part, RESIDENT_CLUSTERS)


@dataclass(slots=True)
class InTurn:
    """How one thread runs clusters: `together` at a time, from the number in `counter` on; it leaves the next there."""

    counter: ctypes.c_int64
    together: int


plain_launches: Final[list[Callable[[str], None]]] = []
"""Who wants to be told the kernel of each launch that is not one of a checked run."""


@dataclass(slots=True)
class Plan:
    """What the launches of a kernel with the same dims come to."""

    kernel: KernelInfo
    worker: Worker
    clusters: int
    cluster_blocks: int
    smem_bytes: int
    block_dim: tuple[int, int, int]


class Plans:
    """The plans of one kernel by the bytes of their dims.

    Most launches are as one before, and a kernel that streams leaves nothing of Python's in the caches: a launch looks
    at as little as can be.
    """

    def __init__(self, kernel: KernelInfo, worker: Worker) -> None:
        self._kernel = kernel
        self._worker = worker
        self._known: dict[bytes, Plan] = {}

    def at(self, dims: int) -> Plan:
        """The plan for the dims at an address. Errors: those of `check_launch`."""
        text = ctypes.string_at(dims, _DIMS.size)
        return self._known.get(text) or self._made(text)

    def _made(self, text: bytes) -> Plan:
        sizes, kernel = _DIMS.unpack(text), self._kernel
        clusters = check_launch(kernel, sizes)
        smem_bytes = max(kernel.smem_bytes, sizes[SMEM_REQUEST])
        block_dim = (sizes[BLOCK], sizes[BLOCK + 1], sizes[BLOCK + 2])
        made = Plan(kernel, self._worker, clusters, math.prod(kernel.cluster_dim), smem_bytes, block_dim)
        if len(self._known) >= _PLANS:
            self._known.clear()
        self._known[text] = made
        return made


def launch(context: CallContext, plan: Plan, dims: int, params: int, in_turn: InTurn | None = None) -> None:
    """Runs all blocks and returns when they have ended (or the call was stopped); with `in_turn` on one thread.

    An exception of this thread (Ctrl-C) stops the workers first and is raised when they have ended.
    """
    if in_turn is None:
        for tell in plain_launches:
            tell(plan.kernel.name)
    worker, smem_bytes, clusters = plan.worker, plan.smem_bytes, plan.clusters
    context.block_dim = plan.block_dim
    taken = ctypes.c_int64(0) if in_turn is None else in_turn.counter
    place = ctypes.addressof(taken)
    rt = context.address
    helpers = 0 if in_turn is not None or clusters <= INLINE_BLOCKS else min(context.threads, clusters) - 1
    together = resident_clusters(plan.kernel, clusters, helpers + 1) if in_turn is None else in_turn.together
    context.set_resident(together)
    room = arena_bytes(smem_bytes, plan.cluster_blocks * together)
    if helpers <= 0:
        worker(place, dims, params, rt, rt + _CALLER_POLL, arena(room), smem_bytes)
        return

    def job() -> None:
        worker(place, dims, params, rt, rt + _WORKER_POLL, arena(room), smem_bytes)

    done = pool().start(job, helpers)
    pending: BaseException | None = None
    try:
        worker(place, dims, params, rt, rt + _CALLER_POLL, arena(room), smem_bytes)
    except BaseException as error:
        pending = error
        context.stop()
    pending = _wait(context, done, helpers) or pending
    if pending is not None:
        raise pending


def _wait(context: CallContext, done: queue.SimpleQueue[None], count: int) -> BaseException | None:
    """Waits for the helpers; an exception meanwhile (Ctrl-C) stops them and is given back."""
    pending: BaseException | None = None
    while count:
        try:
            done.get()
            count -= 1
        except BaseException as error:
            pending = error
            context.stop()
    return pending
