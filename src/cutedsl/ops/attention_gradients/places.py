"""Which tile of keys a block works on, which queries see it, and where a sequence lies in the float32 sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.attention_gradients.tiles import BackwardTiles

_SHORT: Final = 4096
"""Up to so many queries a pass over their sums takes longer than what blocks wait for each other."""

_LAST: Final = 3
"""Sections of heads that the last one takes in."""


@dataclass(frozen=True)
class Plan:
    """What a block needs to find its tiles of keys: counts, starts of packed sequences, lengths and the window.

    `numbers` are tiles of keys, heads of keys, heads of queries for each of these, heads worked on together, and heads
    of keys of all batches. `zeroed` is 1 if the sums of queries' gradients are set to 0 before; if 0, the first tile of
    keys stores and the others wait for it.
    """

    numbers: tuple[Any, ...]
    starts: Any
    lengths: tuple[Any, Any]
    window: tuple[Any, Any]
    zeroed: Any
    tiles: BackwardTiles
    lists: Any = None

    def total(self) -> Any:
        """How many tiles of keys there are."""
        return self.numbers[0] * self.numbers[4]

    def work(self, number: Any) -> Work:
        """The tile of keys with a number."""
        n_tiles, heads_k, group, section, pairs = self.numbers
        n, head_k, batch = place(number, n_tiles, heads_k, section, pairs, self.tiles)
        from_q, from_k, slot, len_q, len_k, row = sequence(batch, self.starts, self.lengths, self.tiles)
        first, last = seeing_tiles(n, len_q, len_k, *self.window, self.tiles)
        backwards = self.tiles.bounded_right
        return Work(n, head_k, batch, group, first, last, from_q, from_k, slot, len_q, len_k, row, backwards)

    def count(self, work: Work) -> Any:
        """Steps: tiles of queries of each head, the same for all heads unless a block mask says otherwise; 0 if nobody
        sees the keys."""
        if self.tiles.block is None:
            return work.group * (work.last - work.first)
        return count_blocks(self, work)

    def seeing(self, work: Work, head: Any) -> Seeing:
        """The tiles of queries of a head that see a tile of keys by a block mask."""
        block, tiles = self.tiles.block, self.tiles
        assert block is not None
        keys, queries = block[1] // tiles.tile_n, block[0] // tiles.tile_m
        return seeing_blocks((work.batch, head, work.n // keys), work.n % keys, self.lists, (queries, keys))


@dataclass(frozen=True)
class Work:
    """A tile of keys `n` of a head of keys, against the tiles of queries from `first` to before `last`.

    Attributes:
        batch: the sequence.
        group: heads of queries that share the keys.
        from_q, from_k: where the sequences begin in slot `slot` of the tensors.
        len_q, len_k: their lengths.
        row: the first row of the float32 sums.
        backwards: whether the last queries come first.
    """

    n: Any
    head_k: Any
    batch: Any
    group: Any
    first: Any
    last: Any
    from_q: Any
    from_k: Any
    slot: Any
    len_q: Any
    len_k: Any
    row: Any
    backwards: bool

    def queries(self, j: Any) -> Any:
        """The tile of queries that is number `j` of those from `first` to before `last`.

        Under a causal mask all tiles of keys are seen by the last queries: blocks that begin there read the same.
        """
        return self.first + self.last - 1 - j if self.backwards else j


@dataclass(frozen=True)
class Seeing:
    """The tiles of queries that see a tile of keys by a block mask: number 0 to before `count`.

    Attributes:
        partial: how many of the first tiles the mask function cuts; the others it leaves whole.
        lists: blocks of queries of both kinds, and for each how many blocks of keys its queries see before.
        many: tiles of queries, and of keys, of a block.
        part: the tile of keys in its block.
    """

    count: Any
    partial: Any
    lists: Any
    many: tuple[int, int]
    part: Any

    def queries(self, j: Any) -> Any:
        """The tile of queries that is number j."""
        return self._of_block(0, j) * self.many[0] + j % self.many[0]

    def turn(self, j: Any) -> Any:
        """How many tiles of keys add to it before this one, where sums are ordered."""
        return self._of_block(1, j) * self.many[1] + self.part

    def is_cut(self, j: Any) -> Any:
        """Whether the mask function cuts it."""
        return j < self.partial

    def _of_block(self, which: int, j: Any) -> Any:
        cut, whole = self.lists[2 * which : 2 * which + 2]
        block, cut_blocks = j // self.many[0], self.partial // self.many[0]
        return cutlass.select_(self.is_cut(j), cut[block], whole[cutlass.max(block - cut_blocks, 0)])


@cute.jit
def count_blocks(plan: Any, work: Any):
    """The tiles of queries of all heads of a block mask that see a tile of keys."""
    count = cutlass.Int32(0)
    for h in range(work.group):
        count += plan.seeing(work, work.head_k * work.group + h).count
    return count


def seeing_blocks(at: Any, part: Any, lists: Any, many: tuple[int, int]) -> Seeing:
    """What the lists of a block mask, of `queries_of_keys`, say of a block of keys `at` (batch, head, block)."""
    cut_counts, cut, cut_turns, whole_counts, whole, whole_turns = lists
    partial = cut_counts[at] * many[0]
    rows = tuple(x[*at, None] for x in (cut, whole, cut_turns, whole_turns))
    return Seeing(partial + whole_counts[at] * many[0], partial, rows, many, part)


def place(
    number: Any, n_tiles: Any, heads: Any, section: Any, pairs: Any, tiles: BackwardTiles
) -> tuple[Any, Any, Any]:
    """A block's place: (tile of keys, head of keys, batch).

    First all tiles of `section` heads whose queries fit into the second-level cache together, of these the keys that
    most queries see. Under a mask the last sections are one, dealt out by length, so that all blocks end together.
    """
    whole = section * n_tiles
    last = cutlass.max(pairs // section - (_LAST if tiles.bounded else 0), 0)
    index = cutlass.min(number // whole, last)
    start = index * section
    is_last = index >= last
    width = cutlass.select_(is_last, pairs - start, section)
    inside = number - index * whole
    pair, n = start + inside % width, inside // width
    if tiles.bounded_left and not tiles.bounded_right:
        n = n_tiles - 1 - n
    return n, pair % heads, pair // heads


def sequence(batch: Any, starts: Any, lengths: Any, tiles: BackwardTiles) -> tuple[Any, ...]:
    """Where the batch's sequences begin, their slot in the tensors, both lengths, and the first row of the sums."""
    len_q, len_k = lengths
    from_q, from_k, slot, row = 0, 0, batch, cutlass.Int32(0)
    if tiles.packed:
        from_q, from_k = (side[batch] for side in starts)
        len_q, len_k = (side[batch + 1] - side[batch] for side in starts)
        slot, row = 0, (from_q // tiles.tile_m + batch) * tiles.tile_m
    return from_q, from_k, slot, len_q, len_k, row


def seeing_tiles(n: Any, len_q: Any, len_k: Any, left: Any, right: Any, tiles: BackwardTiles) -> tuple[Any, Any]:
    """The tiles of queries (first, one past the last) that see a tile of keys; none where there are no such keys."""
    M, N = tiles.tile_m, tiles.tile_n
    shift = len_k - len_q
    first, end = cutlass.Int32(0), len_q
    if tiles.bounded_right:
        first = cutlass.max(n * N - shift - right, 0) // M
    if tiles.bounded_left:
        end = cutlass.min(end, cutlass.min((n + 1) * N, len_k) - shift + left)
    last = cute.ceil_div(cutlass.max(end, 0), M)
    last = cutlass.select_(n * N < len_k, last, first)
    return first, cutlass.max(first, last)


def seen_tiles(m: Any, len_q: Any, len_k: Any, left: Any, right: Any, tiles: BackwardTiles) -> tuple[Any, Any]:
    """The tiles of keys (first, last) that a tile of queries sees; the last is before the first if it sees none."""
    M, N = tiles.tile_m, tiles.tile_n
    place = m * M + len_k - len_q
    first, last = cutlass.Int32(0), cute.ceil_div(len_k, N) - 1
    if tiles.bounded_left:
        first = cutlass.max(place - left, 0) // N
    if tiles.bounded_right:
        end = place + M - 1 + right
        last = cutlass.select_(end < 0, -1, cutlass.min(last, end // N))
    return first, last


def turn_of(n: Any, m: Any, len_q: Any, len_k: Any, window: tuple[Any, Any], tiles: BackwardTiles) -> Any:
    """How many tiles of keys add to a tile of queries before this one, where sums are ordered.

    A block waits only for blocks that were launched before it, so that one of them always goes on.
    """
    first, last = seen_tiles(m, len_q, len_k, *window, tiles)
    return last - n if tiles.bounded_left and not tiles.bounded_right else n - first


def is_zeroed(length: int, tiles: BackwardTiles) -> bool:
    """Whether the sums of queries' gradients are set to 0 before.

    That takes a pass over memory. Without it blocks wait for those of the first keys, the longer the more begin at the
    same time, as they do where all are as long. Summed in order they wait for each other anyway. By a block mask some
    queries see no keys, so that nobody would store.
    """
    if tiles.block is not None:
        return True
    return not tiles.ordered and not (tiles.bounded_right and length <= _SHORT)


def padded_rows(rows: int, batches: int, packed: bool, tile_m: int) -> int:
    """Rows of the float32 sums of a head: each sequence begins at a multiple of a tile."""
    return (rows // tile_m + batches) * tile_m if packed else -(-rows // tile_m) * tile_m
