"""How attention is cut into tiles: the sizes for each head size, and what the kernel is specialised for.

Floor of the forward pass on an H200, for head size 128: 4 * 128 * (scores) operations on the matrix units, at the
clock's 4096 a cycle and multiprocessor; one exponential a score, at 16 a cycle and multiprocessor. A tile of 128 x 176
scores takes 2816 cycles of multiplies and 1408 of exponentials, so the exponentials must run under the multiplies, and
then the multiplies alone are the limit.

Registers: a multiplying thread holds 64 x head_dim / 128 sums of the output, tile_n / 2 scores and tile_n / 4 words of
probabilities: 64 + 88 + 44 = 196 of its 240.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WARP_GROUP: Final = 128
"""Threads of a warp group."""

ROWS: Final = 64
"""Rows of queries that a warp group multiplies."""


@dataclass(frozen=True, slots=True)
class AttentionTiles:
    """What a program is compiled for.

    Attributes:
        head_dim: elements of a head.
        tile_n: keys of a tile.
        consumers: warp groups that multiply, `ROWS` queries each.
        stages: tiles of keys, and of values, in shared memory.
        registers: of a thread that copies, and of one that multiplies.
        bounded_left: whether a query sees only some keys before it.
        bounded_right: whether a query sees only some keys after it (none, if causal).
        packed: whether sequences of several lengths lie one after the other.
        capped: whether scores go through a softcap.
        block: queries and keys of a block of a block mask, None without one.
        turns: whether the two multiplying groups take turns at handing multiplies to the matrix units.
    """

    head_dim: int
    tile_n: int
    consumers: int = 2
    stages: int = 2
    registers: tuple[int, int] = (24, 240)
    bounded_left: bool = False
    bounded_right: bool = False
    packed: bool = False
    capped: bool = False
    block: tuple[int, int] | None = None
    turns: bool = True

    @property
    def tile_m(self) -> int:
        """Queries of a tile."""
        return ROWS * self.consumers

    @property
    def multipliers(self) -> int:
        """Threads that multiply."""
        return WARP_GROUP * self.consumers

    @property
    def threads(self) -> int:
        """Threads of a block: one more warp group copies."""
        return WARP_GROUP + self.multipliers


_ON_GPU: Final = {64: (128, 128, 3), 128: (176, 128, 2), 256: (80, 80, 2)}
"""By head size: keys of a tile, the same where a query sees no key after some place, and multiplying groups."""

_MODIFIED: Final = {64: 128, 128: 96, 256: 64}
"""Keys of a tile by head size where an author's function changes scores, which takes registers."""

_REGISTERS: Final = {2: (24, 240), 3: (32, 160)}
"""Registers of copying and multiplying threads by the number of multiplying groups: all of a multiprocessor's."""


def tiles_of(
    head_dim: int,
    on_gpu: bool,
    bounded_left: bool,
    bounded_right: bool,
    packed: bool,
    capped: bool = False,
    modified: bool = False,
    block: tuple[int, int] | None = None,
) -> AttentionTiles | None:
    """The tiles for a head size, None where there are none. The CPU compiles small ones sooner.

    `modified` are scores that an author's function changes; tiles divide blocks of 128 queries and keys.
    """
    if head_dim not in _ON_GPU:
        return None
    whole, cut, groups = _ON_GPU[head_dim]
    if modified or block is not None:
        whole = cut = _MODIFIED[head_dim] if block is None else 1 << cut.bit_length() - 1
        groups = 2
    keys = 16 if not on_gpu else cut if bounded_right else whole
    return AttentionTiles(
        head_dim,
        keys,
        groups if on_gpu else 1,
        registers=_REGISTERS[groups],
        bounded_left=bounded_left,
        bounded_right=bounded_right,
        packed=packed,
        capped=capped,
        block=block,
        turns=on_gpu and groups == 2,
    )


def head_sizes() -> tuple[int, ...]:
    """The head sizes that there are tiles for."""
    return tuple(_ON_GPU)
