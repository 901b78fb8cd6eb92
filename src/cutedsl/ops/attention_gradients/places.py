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

    def total(self) -> Any:
        """How many tiles of keys there are."""
        return self.numbers[0] * self.numbers[4]

    def work(self, number: Any) -> Work:
        """The tile of keys with a number."""
        n_tiles, heads_k, group, section, pairs = self.numbers
        n, head_k, batch = place(number, n_tiles, heads_k, section, pairs, self.tiles)
        from_q, from_k, slot, len_q, len_k, row = sequence(batch, self.starts, self.lengths, self.tiles)
        first, last = seeing_tiles(n, len_q, len_k, *self.window, self.tiles)
        return Work(n, head_k, group, first, last, from_q, from_k, slot, len_q, len_k, row, self.tiles.bounded_right)


@dataclass(frozen=True)
class Work:
    """A tile of keys `n` of a head of keys, against the tiles of queries from `first` to before `last`.

    Attributes:
        group: heads of queries that share the keys.
        from_q, from_k: where the sequences begin in slot `slot` of the tensors.
        len_q, len_k: their lengths.
        row: the first row of the float32 sums.
        backwards: whether the last queries come first.
    """

    n: Any
    head_k: Any
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

    @property
    def count(self) -> Any:
        """Steps: tiles of queries of each head."""
        return self.group * (self.last - self.first)


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
    same time, as they do where all are as long. Summed in order they wait for each other anyway.
    """
    return not tiles.ordered and not (tiles.bounded_right and length <= _SHORT)


def padded_rows(rows: int, batches: int, packed: bool, tile_m: int) -> int:
    """Rows of the float32 sums of a head: each sequence begins at a multiple of a tile."""
    return (rows // tile_m + batches) * tile_m if packed else -(-rows // tile_m) * tile_m
