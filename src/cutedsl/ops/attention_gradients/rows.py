"""What comes before and after the products: sums of each row, and the gradient of queries from float32 sums."""

from __future__ import annotations

import math
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.attention_forward.tiles import WARP_GROUP
from cutedsl.ops.attention_gradients.places import seen_tiles, sequence
from cutedsl.ops.attention_gradients.tiles import BackwardTiles

VECTOR: Final = 8
"""16-bit elements of an access."""

_WARP: Final = 32

_PADDING: Final = 8
"""Elements after a row in shared memory, so that rows begin in other banks."""


@cute.kernel
def prepare_kernel(
    mO: cute.Tensor,
    mG: cute.Tensor,
    mLSE: cute.Tensor,
    sinks: cute.Tensor | None,
    sums: tuple[Any, ...],
    starts: Any,
    len_q: cutlass.Int32,
    zeroed: cutlass.Int32,
    tiles: cutlass.Constexpr[BackwardTiles],
):
    """One block: for a tile of queries, the sum of output times gradient of each row and the logarithm to base 2, and
    what begins at 0.

    Rows that do not count have the logarithm +inf. A sink counts in the logarithm.

    `mO`, `mG` (sequence, head_dim, heads, batch), `mLSE` (sequence, heads, batch).
    """
    mSum, mLog, mQ, taken, turns = sums
    D, DV, M = tiles.head_dim, cute.size(mO, [1]), tiles.tile_m
    tidx, _, _ = cute.arch.thread_idx()
    m, head, batch = cute.arch.block_idx()
    from_q, _, slot, rows, _, base = sequence(batch, (starts, starts), (len_q, len_q), tiles)
    first = m * M
    cute.arch.griddepcontrol_launch_dependents()
    if (tidx == 0) & (m + head + batch == 0):
        taken[0] = cutlass.Int32(0)
    if first < rows:
        if zeroed != 0:
            sums_of_tile = cute.make_tensor(mQ[slot, head, base + first, None].iterator, cute.make_layout(M * D))
            zeros = cute.make_rmem_tensor(4, cutlass.Float32)
            zeros.fill(0.0)
            for turn in cutlass.range_constexpr(M * D // 4 // tiles.multipliers):
                cute.autovec_copy(zeros, cute.local_tile(sums_of_tile, (4,), (turn * tiles.multipliers + tidx,)))
        elif tidx == 0:
            turns[slot, head, base // M + m] = cutlass.Int32(0)
        if cutlass.const_expr(tiles.block is not None and tiles.ordered):
            if tidx == 0:
                turns[slot, head, base // M + m] = cutlass.Int32(0)
        lanes = 1 << (tiles.value_dim // VECTOR - 1).bit_length()
        for turn in cutlass.range_constexpr(M * lanes // tiles.multipliers):
            number = turn * tiles.multipliers + tidx
            row, lane = number // lanes, number % lanes
            total, logarithm = cutlass.Float32(0.0), cutlass.Float32.inf
            is_there = first + row < rows
            if cutlass.const_expr(lanes * VECTOR > DV):
                is_there = is_there & (lane * VECTOR < DV)
            if is_there:
                o, g = (
                    cute.local_tile(x[None, None, head, slot], (1, VECTOR), (from_q + first + row, lane))
                    for x in (mO, mG)
                )
                a, b = (cute.make_rmem_tensor(cute.make_layout((1, VECTOR)), mO.element_type) for _ in range(2))
                cute.autovec_copy(o, a)
                cute.autovec_copy(g, b)
                for i in cutlass.range_constexpr(VECTOR):
                    total += a[i].to(cutlass.Float32) * b[i].to(cutlass.Float32)
                found = mLSE[from_q + first + row, head, slot]
                if found != -cutlass.Float32.inf:
                    logarithm = found * math.log2(math.e)
                    if cutlass.const_expr(sinks is not None):
                        logarithm = with_sink(logarithm, sinks, head)
            total = cute.arch.warp_reduction_sum(total, threads_in_group=lanes)
            if lane == 0:
                mSum[slot, head, base + first + row] = total
                mLog[slot, head, base + first + row] = logarithm


@cute.kernel
def finish_kernel(
    mQ: cute.Tensor,
    mdQ: cute.Tensor,
    scale: cutlass.Float32,
    zeroed: cutlass.Int32,
    starts: Any,
    lengths: tuple[cutlass.Int32, cutlass.Int32],
    window: tuple[cutlass.Int32, cutlass.Int32],
    mma: cute.TiledMma,
    tiles: cutlass.Constexpr[BackwardTiles],
):
    """One block: a tile of the gradient of queries, from the order of the accumulators to rows of 16-bit elements.

    `mdQ` (sequence, head_dim, heads, batch).
    """
    D, M = tiles.head_dim, tiles.tile_m
    tidx, _, _ = cute.arch.thread_idx()
    m, head, batch = cute.arch.block_idx()
    from_q, _, slot, rows, keys, base = sequence(batch, starts, lengths, tiles)
    first = m * M
    kind = mdQ.element_type
    padded = cute.make_layout((M, D), stride=(D + _PADDING, 1))
    s = utils.SmemAllocator().allocate_tensor(kind, padded, 16)
    cute.arch.griddepcontrol_wait()
    if first < rows:
        values = M * D // tiles.multipliers
        start = mQ[slot, head, base + first, None].iterator + cute.assume(tidx // 128 * (128 * values), divby=4)
        source = lane_sums(start, tidx % 128, values)
        read = cute.make_rmem_tensor(cute.make_layout(source.shape), cutlass.Float32)
        cute.autovec_copy(source, read)
        low, high = seen_tiles(m, rows, keys, *window, tiles)
        if (zeroed == 0) & (high < low):  # nobody wrote the sums
            read.fill(0.0)
        shape = (D, M) if tiles.swapped else (M, D)
        places = mma.get_slice(tidx).partition_C(cute.make_identity_tensor(shape))
        for i in cutlass.range_constexpr(values):
            a, b = places[i]
            value = (read[i] * scale).to(kind)
            if cutlass.const_expr(tiles.swapped):
                s[b, a] = value
            else:
                s[a, b] = value
        cute.arch.sync_threads()
        lanes = cute.size(mdQ, [1]) // VECTOR
        for turn in cutlass.range_constexpr(cute.ceil_div(M * lanes, tiles.multipliers)):
            number = turn * tiles.multipliers + tidx
            row, lane = number // lanes, number % lanes
            is_there = first + row < rows
            if cutlass.const_expr(M * lanes % tiles.multipliers):
                is_there = is_there & (row < M)
            if is_there:
                target = cute.local_tile(mdQ[None, None, head, slot], (1, VECTOR), (from_q + first + row, lane))
                cute.autovec_copy(cute.local_tile(s, (1, VECTOR), (row, lane)), target)


def lane_sums(start: Any, thread: Any, values: Any) -> cute.Tensor:
    """A thread's accumulators in its warp group's memory, 16 bytes next to those of its neighbours."""
    offset = cute.assume(thread * 4, divby=4)
    return cute.make_tensor(start + offset, cute.make_layout((4, values // 4), stride=(1, 512)))


def with_sink(logarithm: Any, sinks: Any, head: Any) -> Any:
    """A row's logarithm to base 2 with the logit of the head's sink in the total."""
    logit = sinks[head] * math.log2(math.e)
    most = cute.arch.fmax(logarithm, logit)
    return most + cute.math.log2(cute.arch.exp2(logarithm - most) + cute.arch.exp2(logit - most))


@cute.kernel
def sinks_kernel(
    mSum: cute.Tensor,
    mLog: cute.Tensor,
    sinks: cute.Tensor,
    mdSinks: cute.Tensor,
    starts: Any,
    len_q: cutlass.Int32,
    batches: cutlass.Int32,
    tiles: cutlass.Constexpr[BackwardTiles],
):
    """One block: the gradient of a head's sink, minus its probability times the sum of output times gradient of each
    row, added up in a fixed order."""
    tidx, _, _ = cute.arch.thread_idx()
    head, _, _ = cute.arch.block_idx()
    logit = sinks[head] * math.log2(math.e)
    total = cutlass.Float32(0.0)
    for batch in range(batches):
        _, _, slot, rows, _, base = sequence(batch, (starts, starts), (len_q, len_q), tiles)
        for row in range(tidx, rows, WARP_GROUP):
            total -= cute.arch.exp2(logit - mLog[slot, head, base + row]) * mSum[slot, head, base + row]
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(WARP_GROUP // _WARP), 16)
    total = cute.arch.warp_reduction_sum(total)
    if cute.arch.lane_idx() == 0:
        s[tidx // _WARP] = total
    cute.arch.sync_threads()
    if tidx == 0:
        whole = cutlass.Float32(0.0)
        for w in cutlass.range_constexpr(WARP_GROUP // _WARP):
            whole += s[w]
        mdSinks[head] = whole
