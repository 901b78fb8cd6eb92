"""Launching a kernel on the CPU by Python: launches of a new kind, and those with listeners, limits or checks.

Launches like one before do not come here, where machine code makes the call (`native/cpu/launch.c`).
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from cutedsl.arch.abi.host import (
    BLOCK,
    CLUSTER,
    GRID,
    MAX_BLOCK_THREADS,
    SMEM_ALIGN_BYTES,
    SMEM_REQUEST,
    KernelInfo,
)
from cutedsl.arch.launch_limits import MAX_BLOCK, MAX_GRID, cooperative_launch_too_large, sizes_text
from cutedsl.errors import fail, internal_error
from cutedsl.execution.cpu.context import CallContext
from cutedsl.execution.cpu.pool import pool, told_launches
from cutedsl.native.pool import INLINE_BLOCKS, PLAN_DIMS
from cutedsl.native.structures import structure

_PLAN: Final = structure("Plan")

RESIDENT_CLUSTERS: Final = 256
"""How many clusters of a launch that is not cooperative each worker runs together, where blocks may wait for others."""
COOPERATIVE_THREADS: Final = 132 * 2048
"""What fits on an H200 at a time."""
_WORD_BYTES: Final = 8
_DIMS: Final = struct.Struct(f"={PLAN_DIMS}i")
_PLANS: Final = 1024
_LISTED: Final = 64
"""How many plans of a kernel machine code looks through."""


def check_launch(kernel: KernelInfo, dims: tuple[int, ...]) -> int:
    """Refuses a launch that no device could run; returns the number of clusters (a block by itself is one).

    Errors: `launch-invalid-grid`, `launch-invalid-block`, `launch-invalid-cluster`, `too-many-threads`,
    `too-much-shared-memory`, `cooperative-launch-too-large`.
    """
    grid, block = tuple(dims[GRID : GRID + 3]), tuple(dims[BLOCK : BLOCK + 3])
    for name, sizes, limits in (("grid", grid, MAX_GRID), ("block", block, MAX_BLOCK)):
        if min(sizes) < 1:
            raise fail(f"launch-invalid-{name}", f"the {name} is {sizes_text(sizes)}; each size must be at least 1")
        if any(size > limit for size, limit in zip(sizes, limits, strict=True)):
            raise fail(f"launch-invalid-{name}", f"the {name} is {sizes}; a GPU takes at most {limits}")
    threads = block[0] * block[1] * block[2]
    if threads > MAX_BLOCK_THREADS:
        raise fail("too-many-threads", f"a block of {block} has {threads} threads; at most {MAX_BLOCK_THREADS} fit")
    smem, limit = max(kernel.smem_bytes, dims[SMEM_REQUEST] & 0xFFFFFFFF), kernel.smem_limit_bytes
    if smem > limit:
        raise fail("too-much-shared-memory", f"a block asks for {smem} bytes of shared memory; it has {limit}")
    if (cluster := tuple(max(size, 1) for size in dims[CLUSTER : CLUSTER + 3])) != kernel.cluster_dim:
        message = f"the cluster is {sizes_text(cluster)}; one whose size is known only at run time has 1 to 8 blocks"
        raise fail("launch-invalid-cluster", message)
    if any(size % part for size, part in zip(grid, kernel.cluster_dim, strict=True)):
        message = f"the grid {grid} is not a multiple of the cluster {kernel.cluster_dim}"
        raise fail("launch-invalid-cluster", message)
    if kernel.block_dim is not None and kernel.block_dim != block:
        raise internal_error(f"{kernel.name} was compiled for blocks of {kernel.block_dim}, launched with {block}")
    if kernel.cooperative and math.prod(grid) * threads > COOPERATIVE_THREADS:
        message = f"{math.prod(grid)} blocks of {threads} threads; together {COOPERATIVE_THREADS} threads fit"
        raise cooperative_launch_too_large(message)
    return math.prod(grid) // math.prod(kernel.cluster_dim)


def arena_bytes(smem_bytes: int, blocks: int) -> int:
    """Room for the shared memory of the blocks of a cluster, which lie one after another.

    >>> arena_bytes(1500, 1), arena_bytes(1500, 2)
    (1500, 3548)
    """
    stride = -(-smem_bytes // SMEM_ALIGN_BYTES) * SMEM_ALIGN_BYTES
    return stride * (blocks - 1) + smem_bytes


def most_together(kernel: KernelInfo, clusters: int) -> int:
    """How many clusters a worker may run together, where blocks wait for each other: of a cooperative launch its part.

    >>> most_together(KernelInfo("k", 0, None, 0, resident=True), 1000)
    256
    """
    if not kernel.resident:
        return 1
    return clusters if kernel.cooperative else RESIDENT_CLUSTERS


@dataclass(slots=True)
class InTurn:
    """How one thread runs clusters: `together` at a time, from the number in `counter` on; it leaves the next there."""

    counter: ctypes.c_int64
    together: int


@dataclass(slots=True)
class Plan:
    """What the launches of a kernel with the same dims come to; `record` is the same for machine code."""

    kernel: KernelInfo
    clusters: int
    record: ctypes.Array[ctypes.c_int64]
    threads: int


class Plans:
    """The plans of one kernel by the bytes of their dims; `newest` is the word that lists them for machine code."""

    def __init__(self, kernel: KernelInfo, worker: int, newest: ctypes.c_int64) -> None:
        self._kernel = kernel
        self._worker = worker
        self._newest = newest
        self._known: dict[bytes, Plan] = {}
        self._listed: list[Plan] = []

    def at(self, dims: int) -> Plan:
        """The plan for the dims at an address. Errors: those of `check_launch`."""
        text = ctypes.string_at(dims, _DIMS.size)
        return self._known.get(text) or self._made(text)

    def _made(self, text: bytes) -> Plan:
        sizes, kernel = _DIMS.unpack(text), self._kernel
        clusters = check_launch(kernel, sizes)
        record = (ctypes.c_int64 * (_PLAN.size_bytes // _WORD_BYTES))()
        values = {
            "next": self._newest.value,
            "clusters": clusters,
            "cluster_blocks": math.prod(kernel.cluster_dim),
            "smem_bytes": max(kernel.smem_bytes, sizes[SMEM_REQUEST]),
            "worker": self._worker,
            "most_together": most_together(kernel, clusters),
        }
        for name, value in values.items():
            record[_PLAN.offset(name) // _WORD_BYTES] = value
        ctypes.memmove(ctypes.addressof(record) + _PLAN.offset("dims"), text, len(text))
        made = Plan(kernel, clusters, record, math.prod(sizes[:CLUSTER]))
        if len(self._known) >= _PLANS:
            self._known.clear()
        self._known[text] = made
        if len(self._listed) < _LISTED:
            self._listed.append(made)
            self._newest.value = ctypes.addressof(record)
        return made


def launch(context: CallContext, plan: Plan, dims: int, params: int, in_turn: InTurn | None = None) -> None:
    """Runs all blocks and returns when they have ended (or the call was stopped); with `in_turn` on one thread."""
    rt, record = context.address, ctypes.addressof(plan.record)
    if in_turn is not None:
        pool().run(rt, record, dims, params, 0, in_turn.counter, in_turn.together)
        return
    ends: list[Callable[[], object]] = []
    for tell in told_launches():
        end = tell(plan.kernel.name, plan.threads)
        if end is not None:
            ends.append(end)
    helpers = 0 if plan.clusters <= INLINE_BLOCKS else min(context.threads, plan.clusters) - 1
    pool().run(rt, record, dims, params, helpers, ctypes.c_int64(0), 0)
    for end in ends:
        end()


def launch_rest(context: CallContext, plan: Plan, dims: int, params: int, first: int) -> None:
    """Runs the blocks of a launch from cluster `first` on, on all threads; listeners do not get it."""
    helpers = min(context.threads, plan.clusters - first) - 1
    counter = ctypes.c_int64(first)
    pool().run(context.address, ctypes.addressof(plan.record), dims, params, max(helpers, 0), counter, 0)


def launch_some(context: CallContext, plan: Plan, dims: int, params: int, numbers: Sequence[int]) -> None:
    """Runs some clusters of a launch that runs them one by one, by their numbers; listeners do not get it."""
    first = plan.clusters - len(numbers)
    helpers = 0 if len(numbers) <= INLINE_BLOCKS else min(context.threads, len(numbers)) - 1
    with context.in_order(numbers, first):
        pool().run(context.address, ctypes.addressof(plan.record), dims, params, helpers, ctypes.c_int64(first), 0)
