"""How decoding is cut: keys of a warp's chunk, chunks in flight, and what the kernel is specialised for.

Floor: a decode step reads each key and value of the cache once and does 4 multiply-adds for each of their elements
and query head. So it takes at least the time to read K and V. On an H200 a plain read reaches 4.4 TB/s: 19 bytes a
cycle on each of the 132 multiprocessors. At a latency of about 1 us that needs 33 KB in flight on each of them; the
ring below keeps 64 to 140.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

WARP: Final = 32
ROWS: Final = 16
"""Rows of queries that one `mma` multiplies."""

ACCESS_BYTES: Final = 16
BOX_BYTES: Final = 128
"""Of each key in a box of the copy engine, swizzled so that eight rows meet all banks."""

HEAD_SIZES: Final = (64, 96, 128, 256)
SMALL_PAGE: Final = 16
"""Keys of a page that is one warp's chunk: six warps with four chunks on their way each take 1 to 3 % less time than
eight with three. With pages of 64 and 256 keys they take 1 % more."""
_RING_BYTES: Final = 216 << 10


@dataclass(frozen=True, slots=True)
class DecodeTiles:
    """What a program is compiled for.

    Attributes:
        head_dim: elements of a head.
        item_bytes: of an element of the cache.
        row_tiles: `ROWS` rows (a query of one head each) that a block works on.
        warps: of a block; each has its own keys.
        keys: of a warp's chunk.
        stages: chunks of a warp in shared memory.
        paged: whether a table tells where keys lie.
        boxes: whether the copy engine brings chunks, which then lie in boxes of 128 bytes a key, swizzled; else lanes
            copy rows.
        bounded_left: whether a query sees only some keys before it.
        capped: whether scores go through a softcap.
        splits: blocks of a cluster that share a sequence and head of keys; 0 where all blocks share all sequences.
    """

    head_dim: int
    item_bytes: int
    row_tiles: int = 1
    warps: int = 8
    keys: int = 16
    stages: int = 3
    paged: bool = False
    bounded_left: bool = False
    capped: bool = False
    boxes: bool = False
    splits: int = 0

    @property
    def threads(self) -> int:
        return WARP * self.warps

    @property
    def unit(self) -> int:
        """Keys of a block's step."""
        return self.warps * self.keys

    @property
    def head_bytes(self) -> int:
        return self.head_dim * self.item_bytes

    @property
    def row_bytes(self) -> int:
        """From one key to the next in shared memory: an odd number of accesses, so that eight rows meet all banks."""
        return BOX_BYTES if self.boxes else self.head_bytes + ACCESS_BYTES

    @property
    def chunk_words(self) -> int:
        """16-bit words of a warp's chunk of keys, or of values."""
        return self.keys * (self.head_bytes if self.boxes else self.row_bytes) // 2

    @property
    def box_words(self) -> int:
        """16-bit words of 128 bytes of all keys of a chunk."""
        return self.keys * BOX_BYTES // 2

    @property
    def stage_words(self) -> int:
        """16-bit words of one stage of all warps."""
        return 2 * self.chunk_words * self.warps


def tiles_of(
    head_dim: int,
    item_bytes: int,
    rows: int,
    on_gpu: bool,
    page_size: int | None,
    bounded_left: bool,
    capped: bool,
) -> DecodeTiles:
    """The tiles for heads of a size and `rows` queries of heads that share keys; `page_size` None without pages.

    The copy engine needs chunks that lie in one page, and heads of whole boxes.
    """
    row_tiles = 2 if rows > ROWS and head_dim <= 128 else 1
    head_bytes = head_dim * item_bytes
    keys = 32 if head_bytes <= 128 else 16
    boxes = head_bytes % BOX_BYTES == 0 and (page_size or 0) % keys == 0
    warps = 4 if head_bytes > 256 else 6 if boxes and page_size == keys == SMALL_PAGE else 8
    paged = page_size is not None
    tiles = DecodeTiles(head_dim, item_bytes, row_tiles, warps, keys, 1, paged, bounded_left, capped, boxes)
    if not on_gpu:
        return replace(tiles, warps=2, stages=3)
    return replace(tiles, stages=min(4, _RING_BYTES // (2 * tiles.stage_words)))
