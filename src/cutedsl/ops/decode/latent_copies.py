"""What the copying warp group of latent decoding does: queries, and tiles of keys into the ring of shared memory."""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import LoadCacheMode, cpasync
from cutedsl.ops.decode.latent_tiles import GROUP, PIECE, PIECES, RELEASED, ROWS, WIDTH, LatentTiles
from cutedsl.ops.decode.loads import ACCESS_WORDS, vector
from cutedsl.ops.decode.schedule import next_unit

_AT_ONCE: Final = 4
"""Rows that a warp's copies take at a time, 128 bytes of each."""

_COPIED: Final = 4
"""The named barrier of the group whose lanes copy rows."""


@cute.jit
def fetch_row(words: Any, place: Any, memory: Any, line: Any, extent: cutlass.Constexpr) -> None:
    """Eight lanes start the copies of a row of 576 elements to row `line` of swizzled memory of `extent` rows."""
    lane = cute.arch.lane_idx() % 8
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(LoadCacheMode.GLOBAL), cutlass.Int16, num_bits_per_copy=128)
    source = words + cute.assume(place + lane * ACCESS_WORDS, divby=ACCESS_WORDS)
    target = memory + cute.assume(line * PIECE + (lane ^ (line % 8)) * ACCESS_WORDS, divby=ACCESS_WORDS)
    for block in cutlass.range_constexpr(PIECES):
        cute.copy(atom, vector(source + block * PIECE), vector(target + block * (extent * PIECE)))


@cute.jit
def fetch_rows(
    cache: Any, table: Any, page_size: Any, cursor: Any, stage: Any, warp: Any, tiles: cutlass.Constexpr[LatentTiles]
) -> None:
    """Starts the copies of a warp's keys of a tile; those beyond the last key are the last key again."""
    batch, _, first, stop = cursor
    own = tiles.keys // 4
    words, strides = cache
    for turn in cutlass.range_constexpr(own // _AT_ONCE):
        line = warp * own + turn * _AT_ONCE + cute.arch.lane_idx() // 8
        key = cutlass.min(first + line, stop - 1)
        page, slot = batch, key
        if cutlass.const_expr(tiles.paged):
            page, slot = table[batch, key // page_size], key % page_size
        place = cutlass.Int64(page) * strides[0] + cutlass.Int64(slot) * strides[1]
        fetch_row(words, place, stage, line, tiles.keys)


@cute.jit
def box_places(table: Any, page_size: Any, cursor: Any, tiles: cutlass.Constexpr[LatentTiles]) -> Any:
    """The page of the tile's box whose number this lane has, and its first key there.

    Boxes beyond the last key are the last key's again: nobody counts them, and no memory beyond is touched.
    """
    batch, _, first, stop = cursor
    key = cutlass.min(first + cute.arch.lane_idx() % (tiles.keys // tiles.box) * tiles.box, cutlass.max(stop - 1, 0))
    page, slot = batch, key
    if cutlass.const_expr(tiles.paged):
        page, slot = table[cutlass.min(batch, table.shape[0] - 1), key // page_size], key % page_size
    return page, slot // tiles.box


@cute.jit
def box_sides(
    source: Any, target: Any, places: Any, box: cutlass.Constexpr, tiles: cutlass.Constexpr[LatentTiles]
) -> Any:
    """Both sides of the copies of a tile's box, (box, pieces).

    `source` is the atom and the tensor (keys, dims, pages), `target` a stage (box, boxes, pieces).
    """
    atom, cache = source
    page, slot = places
    if cutlass.const_expr(tiles.box < tiles.keys):
        page, slot = cute.arch.shuffle_sync(page, box), cute.arch.shuffle_sync(slot, box)
    rows = cute.local_tile(cache[None, None, page], (tiles.box, PIECE), (slot, None))
    return cpasync.tma_partition(atom, 0, cute.make_layout(1), target[None, box, None], cute.group_modes(rows, 0, 2))


@cute.jit
def fetch_pieces(
    source: Any, target: Any, full: Any, places: Any, pieces: cutlass.Constexpr, tiles: cutlass.Constexpr[LatentTiles]
) -> None:
    """Starts the copies of some pieces of a tile, each with a barrier of its own."""
    atom, _ = source
    for piece in pieces:
        if cute.arch.lane_idx() == 0:
            cute.arch.mbarrier_arrive_and_expect_tx(full + piece, tiles.keys * PIECE * 2)
        for box in cutlass.range_constexpr(tiles.keys // tiles.box):
            to, at = box_sides(source, target, places, box, tiles)
            cute.copy(atom, at[None, piece], to[None, piece], tma_bar_ptr=full + piece)


@cute.jit
def fetch_queries(source: Any, target: Any, full: Any, batch: Any, row_group: Any) -> None:
    """Starts the copies of a sequence's rows; rows beyond the last one are 0."""
    atom, queries = source
    rows = cute.local_tile(queries[None, None, batch], (ROWS, PIECE), (row_group, None))
    to, at = cpasync.tma_partition(atom, 0, cute.make_layout(1), target, cute.group_modes(rows, 0, 2))
    if cute.arch.lane_idx() == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(full, ROWS * WIDTH * 2)
    for piece in cutlass.range_constexpr(PIECES):
        cute.copy(atom, at[None, piece], to[None, piece], tma_bar_ptr=full)


@cute.jit
def copy_in(
    sources: Any, targets: Any, barriers: Any, share: Any, where: Any, warp: Any, tiles: cutlass.Constexpr[LatentTiles]
) -> None:
    """The copying group: the keys of a block's share, and each sequence's queries once those before are read.

    The copy engine is asked by warp 0 of the group alone. Rows that lanes copy are waited for, and then told of.
    """
    queries, keys, words = sources
    rows_of_q, boxes, ring = targets
    full, free, full_q, free_q = barriers
    unit, stop_unit, cursor, sizes = share
    table, page_size, row_group = where
    stage_words = tiles.keys * WIDTH
    sequences = cutlass.Int32(0)
    places = (cutlass.Int32(0), cutlass.Int32(0))
    if cutlass.const_expr(tiles.box > 0):
        places = box_places(table, page_size, cursor, tiles)
    for number in range(unit, stop_unit):
        batch, _, key, _ = cursor
        turn = number - unit
        stage, parity = turn % tiles.stages, (turn // tiles.stages & 1) ^ 1
        if (number == unit) | (key == 0):
            if warp == 0:
                cute.arch.mbarrier_wait(free_q, (sequences & 1) ^ 1)
                fetch_queries(queries, rows_of_q, full_q, batch, row_group)
            sequences = sequences + 1
        own, ahead = full + stage * PIECES, next_unit(cursor, sizes, tiles)
        if cutlass.const_expr(tiles.box > 0):
            next_places = places
            if number + 1 < stop_unit:
                next_places = box_places(table, page_size, ahead, tiles)
            for part in cutlass.range_constexpr(len(RELEASED)):
                cute.arch.mbarrier_wait(free + (stage * len(RELEASED) + part), parity)
                fetch_pieces(keys, boxes[None, None, None, stage], own, places, RELEASED[part], tiles)
            places = next_places
        else:
            for part in cutlass.range_constexpr(len(RELEASED)):
                cute.arch.mbarrier_wait(free + (stage * len(RELEASED) + part), parity)
            fetch_rows(words, table, page_size, cursor, ring + stage * stage_words, warp, tiles)
            cute.arch.cp_async_commit_group()
            cute.arch.cp_async_wait_group(0)
            cute.arch.fence_proxy("async.shared", space="cta")
            cute.arch.barrier(barrier_id=_COPIED, number_of_threads=GROUP)
            if (warp == 0) & (cute.arch.lane_idx() < PIECES):
                cute.arch.mbarrier_arrive(own + cute.arch.lane_idx())
        cursor = ahead
