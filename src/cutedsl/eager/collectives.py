"""Shuffles, votes and barriers over the lanes of a block."""

from __future__ import annotations

import numpy as np

from cutedsl.eager.block import WARP, Block
from cutedsl.eager.values import Array
from cutedsl.errors import fail


def shuffle(block: Block, mode: str, data: Array, offset: Array, clamp: Array) -> Array:
    """Another lane's value: lane `j` of the warp, or one's own where `j` is out of the segment.

    Source: PTX ISA, "Data Movement and Conversion: shfl.sync".
    """
    lane = np.arange(block.lanes) % WARP
    amount, bound = offset.astype(np.int64) & 31, clamp.astype(np.int64)
    segment, limit = bound >> 8 & 31, bound & 31
    least = lane & segment
    last = least | (limit & ~segment & 31)
    match mode:
        case "up":
            source = lane - amount
            valid = source >= last
        case "down":
            source = lane + amount
            valid = source <= last
        case "bfly":
            source = lane ^ amount
            valid = source <= last
        case _:
            source = least | (amount & ~segment & 31)
            valid = source <= last
    base = np.arange(block.lanes) - lane
    return np.broadcast_to(data, block.lanes)[base + np.where(valid, source, lane)]


def elect(block: Block) -> Array:
    """The first live lane of each warp. Source: PTX ISA, "Parallel Synchronization: elect.sync"."""
    live = block.live.reshape(-1, WARP)
    first = np.zeros_like(live)
    rows = np.flatnonzero(live.any(axis=1))
    first[rows, live[rows].argmax(axis=1)] = True
    return first.reshape(-1)


def vote(block: Block, mode: str, predicate: Array, mask: Array) -> Array:
    """`any`, `all`, `uni` or `ballot` over the live lanes of the mask, the same in all lanes of a warp.

    Source: PTX ISA, "Parallel Synchronization: vote.sync".
    """
    bit = np.arange(block.lanes) % WARP
    asked = (np.broadcast_to(mask, block.lanes).astype(np.int64) >> bit & 1).astype(np.bool_)
    voters = (asked & block.live).reshape(-1, WARP)
    yes = np.broadcast_to(predicate, block.lanes).reshape(-1, WARP) & voters
    match mode:
        case "any":
            result = yes.any(axis=1)
        case "all":
            result = (yes == voters).all(axis=1)
        case "uni":
            result = (yes == voters).all(axis=1) | ~yes.any(axis=1)
        case _:
            result = (yes.astype(np.uint64) << np.arange(WARP, dtype=np.uint64)).sum(axis=1).astype(np.uint32)
    return np.repeat(result, WARP)


def barrier(block: Block, count: int | None) -> None:
    """All that wait are here already, as the block runs in lockstep: the others must have returned.

    Errors: barrier-divergent where lanes of a warp are missing, eager-warps-wait where whole warps are; at once if a
    barrier missed one of those that are here, or a named one waits for more, else when one that is missing goes on.
    """
    live = block.live
    if not live.any():
        return
    block.go_on()
    warps = live.reshape(-1, WARP)
    missing = block.existing.reshape(-1, WARP) & ~warps & warps.any(axis=1, keepdims=True)
    if missing.any():
        lane = int(np.argmax(missing.reshape(-1)))
        message = f"{block.name_of(lane)} is not at the barrier that other threads of its warp wait at"
        block.miss(missing.reshape(-1), "barrier-divergent", message)
    here, awaited = int(warps.any(axis=1).sum()), -(-(block.threads if count is None else count) // WARP)
    if here == awaited:
        return
    message = f"{here} of the {awaited} warps that a barrier waits for come to it together"
    if count is not None:
        raise fail("eager-warps-wait", message)
    block.miss(np.repeat(~warps.any(axis=1), WARP) & block.existing, "eager-warps-wait", message)
