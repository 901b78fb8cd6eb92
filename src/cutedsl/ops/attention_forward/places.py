"""Which tile of queries a block works on, and which tiles of keys that tile sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.attention_forward.tiles import ROWS, AttentionTiles


def rounds(all_tiles: Any, tiles: AttentionTiles) -> Any:
    """How many tiles of queries this block works on; of a cluster's, how many for each block."""
    _, clusters = _cluster(tiles)
    whole = all_tiles // clusters
    return whole + cutlass.select_(_turn(whole, tiles) < all_tiles % clusters, 1, 0)


def tile_of(number: Any, tiles: AttentionTiles) -> Any:
    """The tile that is this block's in a round; for a cluster a tile is one for each of its blocks.

    The blocks' order turns round each time, so that who begins with a long tile goes on with a short one.
    """
    _, clusters = _cluster(tiles)
    return number * clusters + _turn(number, tiles)


def _turn(number: Any, tiles: AttentionTiles) -> Any:
    cluster, clusters = _cluster(tiles)
    return cluster + number % 2 * (clusters - 1 - 2 * cluster)


def _cluster(tiles: AttentionTiles) -> tuple[Any, Any]:
    """Which cluster this block is in, and how many there are."""
    block, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    return block // tiles.cluster, blocks // tiles.cluster


def place(tile: Any, numbers: Any, tiles: AttentionTiles) -> tuple[Any, Any, Any]:
    """A tile's place: (tile of queries, head, batch).

    First all tiles of heads whose keys fit into the second-level cache together, of these the ones with most keys.
    After all heads come the tiles that the queries do not fill: they take less time, so that who has none of the last
    round's filled ones takes them instead.
    """
    m_tiles, filled, heads, _, section, pairs = numbers
    in_sections = filled if tiles.ends_apart else m_tiles
    whole = section * in_sections
    start = tile // whole * section
    width = cutlass.max(cutlass.min(pairs - start, section), 1)  # beyond the last tile there is no pair
    m = tile % whole // width
    pair = start + tile % whole % width
    if tiles.ends_apart:
        beyond = tile - pairs * filled
        m = cutlass.select_(beyond >= 0, filled, m)
        pair = cutlass.select_(beyond >= 0, beyond, pair)
    if tiles.bounded_right:
        m = m_tiles - 1 - m
    if tiles.cluster > 1:
        m = m * tiles.cluster + cute.arch.block_idx_in_cluster()
    return m, pair % heads, pair // heads


def extent(tile: Any, starts: Any, lengths: Any, blocks: Any, tiles: AttentionTiles) -> tuple[Any, ...]:
    """Where the batch's sequences begin, its slot in the tensors, the first piece of `ROWS` queries of a tile, the
    tiles of keys seen, and both lengths. `tile` is (tile of queries, head, batch)."""
    m, _, batch = tile
    len_q, len_k, left, right = lengths
    from_q, from_k, slot = 0, 0, batch
    if tiles.packed:
        from_q, from_k = (side[batch] for side in starts)
        len_q, len_k = (side[batch + 1] - side[batch] for side in starts)
        slot = 0
    piece = first_piece(m, len_q, tiles)
    if tiles.block is None:
        seen: Any = Seen(*seen_tiles(piece * ROWS, len_q, len_k, left, right, tiles))
    else:
        seen = seen_blocks(piece * ROWS, tile, blocks, tiles.block, tiles.block[1] // tiles.tile_n)
    return from_q, from_k, slot, piece, seen, len_q, len_k


@dataclass(frozen=True)
class Seen:
    """The tiles of keys that a tile of queries sees: those from `first` to before `last`, or those that lists name.

    Attributes:
        partial: how many of the last tiles to be worked on the mask function cuts; the others it leaves whole.
        lists: the blocks of keys of both kinds, and how many tiles a block has.
    """

    first: Any
    last: Any
    partial: Any = None
    lists: Any = None

    def tile(self, i: Any) -> Any:
        """The tile of keys that is worked on as number i; the last comes first."""
        at = self.last - 1 - i
        if self.lists is None:
            return at
        cut, whole, tiles_of_block = self.lists
        block, cut_blocks = at // tiles_of_block, self.partial // tiles_of_block
        index = cutlass.select_(self.is_cut(i), cut[block], whole[cutlass.max(block - cut_blocks, 0)])
        return index * tiles_of_block + at % tiles_of_block

    def is_cut(self, i: Any) -> Any:
        """Whether the mask function cuts the tile that is worked on as number i."""
        return True if self.lists is None else self.last - 1 - i < self.partial


def seen_blocks(row: Any, tile: Any, blocks: Any, block: tuple[int, int], many: int) -> Seen:
    """What a block mask says of the tile of queries from `row` on; `many` tiles of keys make a block."""
    _, head, batch = tile
    cut_counts, cut, whole_counts, whole = blocks
    at = batch, head, row // block[0]
    partial = cut_counts[at] * many
    return Seen(cutlass.Int32(0), partial + whole_counts[at] * many, partial, (cut[*at, None], whole[*at, None], many))


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
    if tiles.cluster == 1:  # else a block without queries still copies its share of the keys
        last = cutlass.select_(row < len_q, last, first)
    return first, cutlass.max(first, last)
