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


REGISTERS: Final = 40, 120, 176
"""Of a thread that copies, one that takes the softmax, and one that multiplies values."""


@dataclass(frozen=True, slots=True)
class LatentTiles(DecodeTiles):
    """As `DecodeTiles`; `keys` are a tile's.

    Attributes:
        box: keys that one copy brings, 0 where lanes copy rows.
    """

    box: int = 0

    @property
    def unit(self) -> int:
        return self.keys


def latent_tiles(page_size: int | None) -> LatentTiles:
    """The tiles for pages of a size, None without pages."""
    box = next((box for box in BOXES if (page_size or 0) % box == 0), 0)
    return LatentTiles(LATENT, 2, 1, 16, BOXES[0], 2, page_size is not None, box=box)
