"""How decoding against latents is cut: sizes of keys and values, and what the kernel is specialised for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutedsl.ops.decode.tiles import DecodeTiles

LATENT: Final = 512
"""Dims of a value."""

WIDTH: Final = 576
"""Dims of a key: the latent's, and 64 that carry the position."""

ROWS: Final = 64
"""Rows of queries that a block works on."""

GROUP: Final = 128
"""Threads of a warp group."""

HALVES: Final = 2
"""Warp groups that share the columns of the values."""

COLUMNS: Final = LATENT // HALVES

PIECE: Final = 64
"""Dims of a row that lie together in shared memory: 128 bytes, swizzled."""

PIECES: Final = WIDTH // PIECE
PARTS: Final = 2
"""Parts of a group's columns that are multiplied one after the other, and no longer needed as early."""

RELEASED: Final = (0, 1), (4, 5), (2, 3), (6, 7, 8)
"""Pieces in the order in which the groups' parts release them; the last one holds the probabilities of both."""

BOXES: Final = 64, 16
"""Keys of a box of the copy engine, which must divide a page; lanes copy the rows of other pages."""

WIDE: Final = DecodeTiles(LATENT, 2, ROWS // 16)
"""What partial results are: 64 rows of all columns."""


REGISTERS: Final = {1: (64, 112, 168), 2: (32, 64, 160)}
"""Of a thread that copies, one that takes the softmax, and one that multiplies values, by the groups for scores."""


@dataclass(frozen=True, slots=True)
class LatentTiles(DecodeTiles):
    """As `DecodeTiles`; `keys` are a tile's.

    Attributes:
        box: keys that one copy brings, 0 where lanes copy rows.
        scorers: warp groups that take scores, each of every `scorers`-th tile.
        cluster: blocks of neighbouring groups of rows, each of which copies its part of a tile to all of them.
    """

    box: int = 0
    scorers: int = 1
    cluster: int = 1

    @property
    def unit(self) -> int:
        return self.keys

    @property
    def portions(self) -> int:
        """Parts in which a tile's probabilities become ready, so that their values are multiplied sooner."""
        return 2 if self.scorers == 1 else 1

    @property
    def prefetched(self) -> bool:
        """Whether the next tile is brought into the second-level cache. Where memory is the floor, that costs 10 %."""
        return self.scorers > 1


def latent_tiles(page_size: int | None, row_groups: int = 1) -> LatentTiles:
    """The tiles for pages of a size, None without pages, and groups of `ROWS` rows.

    From two groups on the matrix units are the floor. Then a second group for scores works on a tile while the first
    one takes the softmax, and two blocks share the copies.
    """
    box = next((box for box in BOXES if (page_size or 0) % box == 0), 0)
    shared = 2 if box and row_groups % 2 == 0 else 1
    warps = 4 * (HALVES + shared + 1)
    paged = page_size is not None
    return LatentTiles(LATENT, 2, 1, warps, BOXES[0], 2, paged, box=box, scorers=shared, cluster=shared)
