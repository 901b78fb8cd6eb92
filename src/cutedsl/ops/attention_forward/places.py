"""Which tile of queries a block works on, and which tiles of keys that tile sees."""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.attention_forward.tiles import ROWS, AttentionTiles


def rounds(all_tiles: Any) -> Any:
    """How many tiles of queries this block works on."""
    blocks, _, _ = cute.arch.grid_dim()
    whole = all_tiles // blocks
    return whole + cutlass.select_(_turn(whole) < all_tiles % blocks, 1, 0)


def tile_of(number: Any) -> Any:
    """The tile that is this block's in a round.

    The blocks' order turns round each time, so that who begins with a long tile goes on with a short one.
    """
    blocks, _, _ = cute.arch.grid_dim()
    return number * blocks + _turn(number)


def _turn(number: Any) -> Any:
    block, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    return block + number % 2 * (blocks - 1 - 2 * block)


def place(tile: Any, numbers: Any, tiles: AttentionTiles) -> tuple[Any, Any, Any]:
    """A tile's place: (tile of queries, head, batch).

    First all tiles of heads whose keys fit into the second-level cache together, of these the ones with most keys.
    """
    m_tiles, heads, _, section, pairs = numbers
    whole = section * m_tiles
    start = tile // whole * section
    width = cutlass.min(pairs - start, section)
    m = tile % whole // width
    pair = start + tile % whole % width
    if tiles.bounded_right:
        m = m_tiles - 1 - m
    return m, pair % heads, pair // heads


def extent(m: Any, batch: Any, starts: Any, lengths: Any, tiles: AttentionTiles) -> tuple[Any, ...]:
    """Where the batch's sequences begin, its slot in the tensors, the first piece of `ROWS` queries of tile m, the
    tiles of keys seen, and both lengths."""
    len_q, len_k, left, right = lengths
    from_q, from_k, slot = 0, 0, batch
    if tiles.packed:
        from_q, from_k = (side[batch] for side in starts)
        len_q, len_k = (side[batch + 1] - side[batch] for side in starts)
        slot = 0
    piece = first_piece(m, len_q, tiles)
    return from_q, from_k, slot, piece, *seen_tiles(piece * ROWS, len_q, len_k, left, right, tiles), len_q, len_k


def first_piece(m: Any, len_q: Any, tiles: AttentionTiles) -> Any:
    """Which `ROWS` queries tile m begins with.

    Where later queries see more keys, the tile that the queries do not fill is the first one, which sees fewest; its
    pieces before 0 are empty.
    """
    if not tiles.bounded_right:
        return m * tiles.consumers
    pieces = cute.ceil_div(len_q, ROWS)
    return m * tiles.consumers + pieces - cute.ceil_div(pieces, tiles.consumers) * tiles.consumers


def seen_tiles(row: Any, len_q: Any, len_k: Any, left: Any, right: Any, tiles: AttentionTiles) -> tuple[Any, Any]:
    """The tiles of keys (first, one past the last) that a tile of queries from `row` on sees; none without queries."""
    M, N = tiles.tile_m, tiles.tile_n
    shift = len_k - len_q
    first, last = cutlass.Int32(0), cute.ceil_div(len_k, N)
    if tiles.bounded_right:
        end = cutlass.min(row + M, len_q)
        last = cutlass.min(last, cute.ceil_div(cutlass.max(end + shift + right, 0), N))
    if tiles.bounded_left:
        first = cutlass.max(row + shift - left, 0) // N
    last = cutlass.select_(row < len_q, last, first)
    return first, cutlass.max(first, last)
