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

_UNDER_WAY: Final = 3
"""Parts of tiles whose copies by lanes are under way while the next one's are started: three quarters of a tile."""

_COPIED: Final = 4
"""The named barrier of the group whose lanes copy rows."""


@cute.jit
def row_places(cache: Any, table: Any, page_size: Any, cursor: Any, warp: Any, tiles: cutlass.Constexpr) -> list[Any]:
    """Where the rows lie that a group of eight lanes copies of a tile; those beyond the last key are it again."""
    batch, _, first, stop = cursor
    strides = cache[1]
    places = []
    for turn in cutlass.range_constexpr(tiles.keys // 4 // _AT_ONCE):
        key = cutlass.min(first + row_of(warp, turn, tiles), stop - 1)
        page, slot = batch, key
        if cutlass.const_expr(tiles.paged):
            page, slot = table[batch, key // page_size], key % page_size
        places.append(cutlass.Int64(page) * strides[0] + cutlass.Int64(slot) * strides[1])
    return places


def row_of(warp: Any, turn: int, tiles: LatentTiles) -> Any:
    """The row of a tile that this lane's group of eight copies in a turn."""
    return warp * (tiles.keys // 4) + turn * _AT_ONCE + cute.arch.lane_idx() // 8


@cute.jit
def fetch_rows(
    words: Any, places: Any, stage: Any, warp: Any, pieces: cutlass.Constexpr, tiles: cutlass.Constexpr[LatentTiles]
) -> None:
    """Starts the copies of some pieces of a warp's rows, to swizzled memory."""
    lane = cute.arch.lane_idx() % 8
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(LoadCacheMode.GLOBAL), cutlass.Int16, num_bits_per_copy=128)
    for turn in cutlass.range_constexpr(tiles.keys // 4 // _AT_ONCE):
        line = row_of(warp, turn, tiles)
        source = words + cute.assume(places[turn] + lane * ACCESS_WORDS, divby=ACCESS_WORDS)
        target = stage + cute.assume(line * PIECE + (lane ^ (line % 8)) * ACCESS_WORDS, divby=ACCESS_WORDS)
        for piece in pieces:
            cute.copy(atom, vector(source + piece * PIECE), vector(target + piece * (tiles.keys * PIECE)))


@cute.jit
def tell_copied(full: Any, warp: Any, under_way: cutlass.Constexpr, pieces: cutlass.Constexpr) -> None:
    """Waits until no more than some groups of copies are under way, and says that the pieces of the one before came."""
    cute.arch.cp_async_wait_group(under_way)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.barrier(barrier_id=_COPIED, number_of_threads=GROUP)
    if (warp == 0) & (cute.arch.lane_idx() < len(pieces)):
        cute.arch.mbarrier_arrive(full + pieces[0] + cute.arch.lane_idx())


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
    """Starts the copies of some pieces of a tile, each with a barrier of its own.

    Two blocks of a cluster bring every second piece each, to both.
    """
    atom, _ = source
    for piece in pieces:
        if cute.arch.lane_idx() == 0:
            cute.arch.mbarrier_arrive_and_expect_tx(full + piece, tiles.keys * PIECE * 2)
        if cutlass.const_expr(tiles.cluster == 1) or cute.arch.block_idx_in_cluster() == piece % 2:
            for box in cutlass.range_constexpr(tiles.keys // tiles.box):
                to, at = box_sides(source, target, places, box, tiles)
                if cutlass.const_expr(tiles.cluster == 1):
                    cute.copy(atom, at[None, piece], to[None, piece], tma_bar_ptr=full + piece)
                else:
                    both = cutlass.Int16(3)
                    cute.copy(atom, at[None, piece], to[None, piece], tma_bar_ptr=full + piece, mcast_mask=both)


@cute.jit
def prefetch_tile(source: Any, target: Any, places: Any, tiles: cutlass.Constexpr[LatentTiles]) -> None:
    """Brings a tile, or this block's pieces of it, into the second-level cache."""
    atom, _ = source
    for piece in [piece for pieces in RELEASED for piece in pieces]:
        if cutlass.const_expr(tiles.cluster == 1) or cute.arch.block_idx_in_cluster() == piece % 2:
            for box in cutlass.range_constexpr(tiles.keys // tiles.box):
                _, at = box_sides(source, target, places, box, tiles)
                cute.prefetch(atom, at[None, piece])


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
        batch, _, key, stop = cursor
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
                if cutlass.const_expr(tiles.prefetched):
                    prefetch_tile(keys, boxes[None, None, None, stage], next_places, tiles)
            for part in cutlass.range_constexpr(len(RELEASED)):
                cute.arch.mbarrier_wait(free + (stage * len(RELEASED) + part), parity)
                fetch_pieces(keys, boxes[None, None, None, stage], own, places, RELEASED[part], tiles)
            places = next_places
        else:
            at = row_places(words, table, page_size, cursor, warp, tiles)
            before = full + (stage + tiles.stages - 1) % tiles.stages * PIECES
            for part in cutlass.range_constexpr(len(RELEASED)):
                cute.arch.mbarrier_wait(free + (stage * len(RELEASED) + part), parity)
                fetch_rows(words[0], at, ring + stage * stage_words, warp, RELEASED[part], tiles)
                cute.arch.cp_async_commit_group()
                if cutlass.const_expr(part < _UNDER_WAY):
                    if (number > unit) & (key > 0):
                        tell_copied(before, warp, _UNDER_WAY, RELEASED[part - _UNDER_WAY])
                else:
                    tell_copied(own, warp, _UNDER_WAY, RELEASED[part - _UNDER_WAY])
            if (number + 1 == stop_unit) | (key + tiles.keys >= stop):  # the next queries wait for this sequence's end
                for part in cutlass.range_constexpr(len(RELEASED) - _UNDER_WAY, len(RELEASED)):
                    tell_copied(own, warp, len(RELEASED) - 1 - part, RELEASED[part])
        cursor = ahead
