"""How the blocks of a cluster that share a tile along K add up their sums: through each other's shared memory.

Each block ends up with the sums of its own parts of the tile, 64 rows of results by a stage of the epilogue each.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.gemm.config import GemmConfig

_ACCESS = 4
"""Sums in one access of 16 bytes."""


def inbox(kind: Any, values: Any, parts: int, config: GemmConfig, ring: cute.Tensor) -> cute.Tensor:
    """Shared memory for the sums that other blocks send, (values, thread, part, sender): the ring if it has room."""
    threads, senders = 128 * config.groups, config.cluster_k - 1
    own = -(-parts // config.cluster_k)
    shape = ((_ACCESS, values // _ACCESS), threads, own, senders)
    strides = ((1, _ACCESS * threads), _ACCESS, values * threads, values * threads * own)
    layout = cute.make_layout(shape, stride=strides)
    if has_room(ring, kind, layout):
        return cute.make_tensor(cute.recast_ptr(ring.iterator, dtype=kind), layout)
    return utils.SmemAllocator().allocate_tensor(kind, layout, 16)


def has_room(ring: cute.Tensor, kind: Any, layout: Any) -> bool:
    """Whether the stages of an operand hold a tensor of a type and layout, once they have been read."""
    return cute.cosize(layout) * kind.width <= cute.cosize(ring.layout) * ring.element_type.width


def part_of(acc: cute.Tensor, number: int, values: Any) -> cute.Tensor:
    """A thread's sums of a part, in accesses."""
    return cute.make_tensor(acc.iterator + number * values, cute.make_layout((_ACCESS, values // _ACCESS)))


@cute.jit
def add_of_cluster(acc: cute.Tensor, box: cute.Tensor, parts: int, spot: Any, thread: Any, config: Any) -> None:
    """Sends the sums of others' parts to them and adds those sent here to this block's own.

    `spot` is where the block is in its cluster: among those with other tiles, and along K.
    """
    blocks, values = config.cluster_k, cute.size(box, [0])
    beside, rank = spot
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()  # nobody reads the ring any more
    for number in cutlass.range_constexpr(parts):
        owner = number % blocks
        if rank != owner:
            sender = (rank + (blocks - 1 - owner)) % blocks
            place = box[None, thread, number // blocks, sender]
            there = cute.make_tensor(
                cute.arch.map_dsmem_ptr(place.iterator, beside + config.across * owner), place.layout
            )
            cute.autovec_copy(part_of(acc, number, values), there)
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    for number in cutlass.range_constexpr(parts):
        if rank == number % blocks:
            own = part_of(acc, number, values)
            for sender in cutlass.range_constexpr(blocks - 1):
                read = cute.make_rmem_tensor(own.layout, box.element_type)
                cute.autovec_copy(box[None, thread, number // blocks, sender], read)
                own.store(own.load() + read.load())
