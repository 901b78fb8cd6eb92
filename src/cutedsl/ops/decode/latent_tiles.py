"""How decoding against latents is cut: sizes of keys and values, and what the kernels are specialised for."""

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


@dataclass(frozen=True, slots=True)
class LatentTiles(DecodeTiles):
    """As `DecodeTiles`; `keys` are a warp group's."""

    @property
    def unit(self) -> int:
        return HALVES * self.keys


@dataclass(frozen=True, slots=True)
class RingTiles(DecodeTiles):
    """As `DecodeTiles`; `keys` are a tile's.

    Attributes:
        box: keys that one copy brings, 0 where lanes copy rows.
        cluster: neighbouring groups of rows whose blocks copy each tile together, a part each, for all of them.
        early: whether the second-level cache is asked for a tile before there is room for it.
        whole: whether a tile is copied at once, when all of its stage is free.
        registers: of a thread that copies, one that takes the softmax, and one that multiplies values.
    """

    box: int = 0
    cluster: int = 1
    early: bool = False
    whole: bool = False
    registers: tuple[int, int, int] = (40, 120, 176)

    @property
    def unit(self) -> int:
        return self.keys


def latent_tiles(on_gpu: bool, paged: bool) -> LatentTiles:
    """The tiles; the CPU compiles small ones sooner."""
    return LatentTiles(LATENT, 2, 1, 4 * HALVES, 32 if on_gpu else 16, 2, paged)


def ring_tiles(page_size: int | None, row_groups: int) -> RingTiles:
    """The tiles for pages of a size, None without pages, and so many groups of rows of a sequence."""
    box = next((box for box in BOXES if (page_size or 0) % box == 0), 0)
    cluster = 2 if row_groups % 2 == 0 and box == BOXES[0] else 1
    return RingTiles(LATENT, 2, 1, 16, BOXES[0], 2, page_size is not None, box=box, cluster=cluster)
