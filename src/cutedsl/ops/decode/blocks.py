"""What a block of decoding has: its ring of copies, the queries it multiplies, and the work on a chunk of keys."""

from __future__ import annotations

import math
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.decode.finish import HALF
from cutedsl.ops.decode.loads import clear_beyond, fetch_boxes, fetch_chunk
from cutedsl.ops.decode.products import dim_of, multiply_keys, multiply_values, steps_of
from cutedsl.ops.decode.softmax import cap_scores, hide, take_powers
from cutedsl.ops.decode.tiles import BOX_BYTES, ROWS, WARP, DecodeTiles


def shared_memory(kind: Any, tiles: DecodeTiles) -> tuple[Any, ...]:
    """The allocator, the ring, the queries, their factors, and the maxima and totals of each warp's rows.

    `factors` are the powers of two that queries for 8-bit caches were divided by.
    """
    smem = utils.SmemAllocator()
    ring = smem.allocate_array(cutlass.Int16, tiles.stages * tiles.stage_words, byte_alignment=1024)
    steps, row_tiles = steps_of(tiles), tiles.row_tiles
    fragments = cute.make_layout((8, WARP, steps, row_tiles), stride=(1, 8, 8 * WARP, 8 * WARP * steps))
    queries = smem.allocate_tensor(kind, fragments, 16)
    factors = smem.allocate_tensor(cutlass.Float32, cute.make_layout(ROWS * row_tiles), 16)
    stats = smem.allocate_tensor(cutlass.Float32, cute.make_layout((2, HALF, tiles.warps), stride=(1, 2, 2 * HALF)), 16)
    return smem, ring, queries, factors, stats


def boxes_of(ring: Any, kind: Any, tiles: DecodeTiles) -> cute.Tensor:
    """The ring as (box, blocks of 128 bytes, keys or values, warps, stages), where a box is (keys, elements)."""
    width, blocks = BOX_BYTES * 8 // kind.width, tiles.head_bytes // BOX_BYTES
    box = tiles.keys * width
    layout = cute.make_layout(
        (((8, tiles.keys // 8), (width, 1)), blocks, 2, tiles.warps, tiles.stages),
        stride=(((width, 8 * width), (1, 0)), box, blocks * box, 2 * blocks * box, 2 * blocks * box * tiles.warps),
    )
    return cute.make_tensor(cute.recast_ptr(ring, cute.make_swizzle(3, 4, 3), kind), layout)


@cute.jit
def start_barriers(barriers: Any, warp: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> None:
    """One barrier for each warp's stages, which only that warp uses; a copy's bytes complete it."""
    if cute.arch.lane_idx() == 0:
        for stage in cutlass.range_constexpr(tiles.stages):
            cute.arch.mbarrier_init(barriers + (stage * tiles.warps + warp), 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_warp()


@cute.jit
def fetch(
    sources: Any, spot: Any, cursor: Any, side: Any, member: Any, target: Any, warp: Any,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> None:  # fmt: skip
    """Starts the copies of a warp's chunk of a unit to a stage."""
    caches, atoms = sources
    chunk, boxes, barriers, stage = target
    if cutlass.const_expr(tiles.boxes):
        own = barriers + (stage * tiles.warps + warp)
        fetch_boxes(atoms, boxes[None, None, None, None, stage], own, spot, cursor, side, member, warp, tiles)
    else:
        fetch_chunk(caches, spot, cursor, side, member, chunk, warp, tiles)


@cute.jit
def open_pair(mQ: Any, sQ: Any, factors: Any, place: Any, rows: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> None:
    """All threads: a pair's queries into shared memory, as each lane's left operands; eight rows a warp."""
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    for part in cutlass.range(warp, 2 * tiles.row_tiles, tiles.warps, unroll=1):
        held = cute.make_rmem_tensor((2, 2, steps_of(tiles)), mQ.element_type)
        _ask_part(mQ, part, held, place, rows, tiles)
        _keep_part(held, part, sQ, factors, tiles)
    cute.arch.sync_threads()


@cute.jit
def queries_of(mQ: Any, place: Any, rows: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> Any:
    """A warp's part of a pair's queries: of each turn eight rows, (2, halves of a step, steps, turns)."""
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    held = cute.make_rmem_tensor((2, 2, steps_of(tiles), _turns(tiles)), mQ.element_type)
    for turn in cutlass.range_constexpr(_turns(tiles)):
        if warp + turn * tiles.warps < 2 * tiles.row_tiles:
            _ask_part(mQ, warp + turn * tiles.warps, held[None, None, None, turn], place, rows, tiles)
    return held


@cute.jit
def keep_queries(held: Any, sQ: Any, factors: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> None:
    """All threads: what `queries_of` gave to each warp into shared memory."""
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    for turn in cutlass.range_constexpr(_turns(tiles)):
        if warp + turn * tiles.warps < 2 * tiles.row_tiles:
            _keep_part(held[None, None, None, turn], warp + turn * tiles.warps, sQ, factors, tiles)
    cute.arch.sync_threads()


def _turns(tiles: DecodeTiles) -> int:
    """How often a warp takes eight rows, at most."""
    return -(-2 * tiles.row_tiles // tiles.warps)


@cute.jit
def _ask_part(
    mQ: Any, part: Any, held: Any, place: Any, rows: Any, tiles: cutlass.Constexpr[DecodeTiles]
) -> None:  # fmt: skip
    """Requests eight rows of a pair's queries."""
    batch, head = place
    first_row, count, group = rows
    lane = cute.arch.lane_idx()
    row = first_row + HALF * part + lane // 4
    at = cutlass.select_(row < count, row, 0)
    source = mQ[batch, at // group, head * group + at % group, None]
    for step in cutlass.range_constexpr(steps_of(tiles)):
        for half in cutlass.range_constexpr(2):
            pair = source.iterator + cute.assume(dim_of(step, half, lane, tiles), divby=2)
            cute.autovec_copy(cute.make_tensor(pair, cute.make_layout(2)), held[None, half, step])


@cute.jit
def _keep_part(held: Any, part: Any, sQ: Any, factors: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> None:
    """Eight rows of queries into shared memory.

    Queries for 8-bit caches are divided by a power of two of their row's magnitude, kept in `factors`, to be float16.
    """
    lane = cute.arch.lane_idx()
    made = cute.make_rmem_tensor((2, 2, steps_of(tiles)), sQ.element_type)
    if cutlass.const_expr(tiles.item_bytes == 1):
        values = held.load().to(cutlass.Float32)
        power, inverse = power_below(values)
        made.store((values * inverse).to(sQ.element_type))
        if lane % 4 == 0:
            factors[HALF * part + lane // 4] = power
    else:
        made.store(held.load())
    for step in cutlass.range_constexpr(steps_of(tiles)):
        for half in cutlass.range_constexpr(2):
            place = sQ[None, lane, step, part // 2].iterator + cute.assume(4 * half + 2 * (part % 2), divby=2)
            cute.autovec_copy(made[None, half, step], cute.make_tensor(place, cute.make_layout(2)))


@cute.jit
def row_numbers(
    factors: Any, part: cutlass.Constexpr, head: Any, stop: Any, rows: Any, scale: Any, k_scales: Any,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> Any:  # fmt: skip
    """What a row's scores are multiplied by (log2(e) included, unless they are capped), and where its keys end."""
    first_row, count, group = rows
    own = HALF * part + cute.arch.lane_idx() // 4
    row = first_row + own
    factor = scale
    if cutlass.const_expr(k_scales is not None):
        factor = factor * k_scales[head % cute.size(k_scales)]
    if cutlass.const_expr(tiles.item_bytes == 1):
        factor = factor * factors[own]
    if cutlass.const_expr(not tiles.capped):
        factor = factor * math.log2(math.e)
    return factor, cutlass.select_(row < count, stop - (count // group - 1 - row // group), stop)


@cute.jit
def power_below(values: Any) -> Any:
    """The power of two at or below a row's largest magnitude, and its inverse; queries scaled by it fit float16."""
    most = values.reduce(cute.ReductionOp.MAX, 0.0, 0)
    least = values.reduce(cute.ReductionOp.MIN, 0.0, 0)
    top = cute.arch.warp_reduction(cute.arch.fmax(most, -least), cute.arch.fmax, threads_in_group=4)
    word = cute.make_rmem_tensor(2, cutlass.Float32)
    bits = cute.make_tensor(cute.recast_ptr(word.iterator, dtype=cutlass.Int32), cute.make_layout(2))
    word[0] = top
    exponent = cutlass.max(cutlass.min(bits[0] >> 23 & 255, 253), 1)
    bits[0], bits[1] = exponent << 23, (254 - exponent) << 23
    return word[0], word[1]


def state_of(kind: Any, tiles: DecodeTiles) -> tuple[Any, ...]:
    """Registers: scores, powers, sums of values, maxima, totals, and of each row its scale and the end of its keys."""
    row_tiles = tiles.row_tiles
    scores = cute.make_rmem_tensor((4, tiles.keys // 8, row_tiles), cutlass.Float32)
    powers = cute.make_rmem_tensor((8, tiles.keys // 16, row_tiles), kind)
    output = cute.make_rmem_tensor((4, tiles.head_dim // 8, row_tiles), cutlass.Float32)
    highest, whole, scales = (cute.make_rmem_tensor(2 * row_tiles, cutlass.Float32) for _ in range(3))
    ends = cute.make_rmem_tensor(2 * row_tiles, cutlass.Int32)
    return scores, powers, output, highest, whole, scales, ends


def begin(output: Any, highest: Any, whole: Any) -> None:
    """Before a pair's first chunk."""
    output.fill(0.0)
    whole.fill(0.0)
    highest.fill(-cutlass.Float32.inf)


@cute.jit
def attend(
    state: Any, sQ: Any, place: Any, of_rows: Any, span: Any, mma: cute.TiledMma, kind: cutlass.Constexpr,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> None:  # fmt: skip
    """A warp's work on a chunk: scores, softmax, and what its values add to the sums.

    `place` has the chunk, its barrier and the phase that ends the copies; `span` the chunk's first key, the end of the
    sequence's keys, the number of queries, and that of keys to the left that a query sees.
    """
    scores, powers, output, highest, whole = state
    chunk, barrier, phase = place
    scales, ends, softcap = of_rows
    first, stop, queries, left = span
    if cutlass.const_expr(tiles.boxes):
        cute.arch.mbarrier_wait(barrier, phase)
        clear_beyond(chunk, stop - first, tiles)
    multiply_keys(scores, sQ, chunk, mma, kind, tiles)
    if cutlass.const_expr(tiles.capped):
        cap_scores(scores, scales, softcap, tiles)
    hide(scores, first, ends, (stop - queries + 1, stop, left + 1), tiles)
    take_powers(scores, output, highest, whole, scales, tiles)
    powers.store(scores.load().to(kind).reshape(powers.shape))
    multiply_values(output, powers, chunk, mma, kind, tiles)
