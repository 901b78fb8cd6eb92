"""Keys and values on their way into shared memory: each warp copies its own chunks, 16 bytes a lane."""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import LoadCacheMode, cpasync
from cutedsl.ops.decode.tiles import ACCESS_BYTES, BOX_BYTES, WARP, DecodeTiles

WORD_BYTES = 2
ACCESS_WORDS = ACCESS_BYTES // WORD_BYTES


def as_words(cache: cute.Tensor) -> tuple[Any, tuple[Any, Any, Any]]:
    """A cache (pages or sequences, keys, heads, size) as 16-bit words: pointer, strides of the first three modes."""
    item_bytes = cache.element_type.width // 8
    strides = tuple(cache.stride[mode] * item_bytes // WORD_BYTES for mode in range(3))
    return cute.recast_ptr(cache.iterator, dtype=cutlass.Int16), strides


@cute.jit
def spot_of(table: Any, page_size: Any, cursor: Any, warp: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> Any:
    """The page of this lane's key of a warp's chunk and the slot in it; for the copy engine, of the chunk's first key.

    They are requested a unit ahead of the copies. Keys beyond the last one are the last one again: their scores are
    hidden, and no memory beyond is touched.
    """
    batch, _, unit_key, stop = cursor
    own = 0 if cutlass.const_expr(tiles.boxes) else cute.arch.lane_idx() % tiles.keys
    key = cutlass.min(unit_key + warp * tiles.keys + own, stop - 1)
    page, slot = batch, key
    if cutlass.const_expr(tiles.paged):
        at = cutlass.max(key, 0)
        page, slot = table[cutlass.min(batch, table.shape[0] - 1), at // page_size], at % page_size
    return page, slot


@cute.jit
def fetch_chunk(
    caches: Any, spot: Any, cursor: Any, side: Any, member: Any, chunk: Any, warp: Any,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> None:  # fmt: skip
    """Starts the copies of a warp's chunk of a unit; `chunk` is its memory, first of keys, then of values."""
    _, heads, unit_key, stop = cursor
    first = unit_key + warp * tiles.keys
    if first < stop:
        lane = cute.arch.lane_idx()
        lanes = tiles.head_bytes // ACCESS_BYTES
        head = cutlass.Int64(heads * side + member)
        atom = cute.make_copy_atom(cpasync.CopyG2SOp(LoadCacheMode.GLOBAL), cutlass.Int16, num_bits_per_copy=128)
        for which in cutlass.range_constexpr(2):
            words, strides = caches[which]
            base = head * strides[2]
            for access in cutlass.range_constexpr(tiles.keys * lanes // WARP):
                at = access * WARP + lane
                row, column = at // lanes, at % lanes * ACCESS_WORDS
                page, slot = spot[0], cutlass.min(first + row, stop - 1)
                if cutlass.const_expr(tiles.paged):
                    page, slot = cute.arch.shuffle_sync(spot[0], row), cute.arch.shuffle_sync(spot[1], row)
                place = base + cutlass.Int64(page) * strides[0] + cutlass.Int64(slot) * strides[1]
                source = vector(words + cute.assume(place + column, divby=ACCESS_WORDS))
                offset = which * tiles.chunk_words + row * (tiles.row_bytes // WORD_BYTES) + column
                cute.copy(atom, source, vector(chunk + cute.assume(offset, divby=ACCESS_WORDS)))


@cute.jit
def fetch_boxes(
    atoms: Any, boxes: Any, barrier: Any, spot: Any, cursor: Any, side: Any, member: Any, warp: Any,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> None:  # fmt: skip
    """As `fetch_chunk`, by the copy engine: a chunk lies in one page, and begins at a multiple of its keys.

    `boxes` is a stage: (box, blocks of 128 bytes, keys or values, warps). Keys beyond the last one come too.
    """
    _, heads, unit_key, stop = cursor
    first = unit_key + warp * tiles.keys
    if first < stop:
        page, slot = spot
        blocks = tiles.head_bytes // BOX_BYTES
        if cute.arch.lane_idx() == 0:
            cute.arch.mbarrier_arrive_and_expect_tx(barrier, 2 * tiles.keys * tiles.head_bytes)
        for which in cutlass.range_constexpr(2):
            atom, cache = atoms[which]
            width = cute.size(boxes, [0, 1])
            rows = cute.local_tile(cache[None, None, heads * side + member, page], (tiles.keys, width), (None, None))
            target, source = cpasync.tma_partition(
                atom, 0, cute.make_layout(1), boxes[None, None, which, warp], cute.group_modes(rows, 0, 2)
            )
            for block in cutlass.range_constexpr(blocks):
                cute.copy(atom, source[None, slot // tiles.keys, block], target[None, block], tma_bar_ptr=barrier)


@cute.jit
def clear_beyond(chunk: Any, count: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> None:
    """Zeroes the values of a chunk from row `count` on: they are anybody's, and 0 * NaN is NaN."""
    if count < tiles.keys:
        accesses, blocks = BOX_BYTES // ACCESS_BYTES, tiles.head_bytes // BOX_BYTES
        for at in range(cute.arch.lane_idx(), (tiles.keys - count) * (accesses * blocks), WARP):
            row, block = count + at // (accesses * blocks), at // accesses % blocks
            place = row * (BOX_BYTES // WORD_BYTES) + block * tiles.box_words + at % accesses * ACCESS_WORDS
            vector(chunk + cute.assume(tiles.chunk_words + place, divby=ACCESS_WORDS)).fill(0)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_warp()


def vector(pointer: Any) -> cute.Tensor:
    """One access."""
    return cute.make_tensor(pointer, cute.make_layout(ACCESS_WORDS))
