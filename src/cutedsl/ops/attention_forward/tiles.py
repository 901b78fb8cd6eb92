"""How attention is cut into tiles: the sizes for each head size, and what the kernel is specialised for.

Floor of the forward pass on an H200, for head size 128: 4 * 128 * (scores) operations on the matrix units, at the
clock's 4096 a cycle and multiprocessor; one exponential a score, at 16 a cycle and multiprocessor. A tile of 128 x
176 scores takes 2816 cycles of multiplies and 1408 of exponentials. So the exponentials must overlap with the
multiplies, which are then the only limit.

Registers: a multiplying thread holds 64 x head_dim / 128 sums of the output, tile_n / 2 scores and tile_n / 4 words
of probabilities. That is 64 + 88 + 44 = 196 of its 240.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutedsl.ops.refuse import refused

WARP_GROUP: Final = 128
"""Threads of a warp group."""

_MULTIPLE: Final = 8
"""16-bit elements that the copy engine moves at least."""

SCALED: Final = 128
"""Queries or keys of 8 bits that share a scale."""

ROWS: Final = 64
"""Rows of queries that a warp group multiplies."""


@dataclass(frozen=True, slots=True)
class AttentionTiles:
    """What a program is compiled for.

    Attributes:
        head_dim: elements of a head of queries and keys, or more where tiles are filled up with zeros.
        value_dim: those of a head of values.
        tile_n: keys of a tile.
        consumers: warp groups that multiply, `ROWS` queries each.
        stages: tiles of keys, and of values, in shared memory.
        registers: of a thread that copies, and of one that multiplies.
        bounded_left: whether a query sees only some keys before it.
        bounded_right: whether a query sees only some keys after it (none, if causal).
        packed: whether sequences of several lengths lie one after the other.
        capped: whether scores go through a softcap.
        block: queries and keys of a block of a block mask, None without one.
        item_bytes: of elements of queries, keys and values; 1 are float8_e4m3fn.
        scaled_blocks: whether queries and keys of 8 bits have a scale for each `SCALED` of them, not for each head.
        turns: whether the multiplying groups take turns at handing multiplies to the matrix units.
        cluster: blocks that share keys and values: each copies its part of a tile to all of them.
    """

    head_dim: int
    value_dim: int
    tile_n: int
    consumers: int = 2
    stages: int = 2
    registers: tuple[int, int] = (24, 240)
    bounded_left: bool = False
    bounded_right: bool = False
    packed: bool = False
    capped: bool = False
    block: tuple[int, int] | None = None
    item_bytes: int = 2
    scaled_blocks: bool = False
    turns: bool = True
    cluster: int = 1

    @property
    def looks_ahead(self) -> bool:
        """Whether the next tile's place is found beside a multiply: its divisions are 6 % of 32 x 512 x 16 heads.

        Neither three groups with a bound nor block masks leave registers for it.
        """
        return self.block is None and (self.consumers < 3 or not self.bounded_right)

    @property
    def passes_over(self) -> bool:
        """Whether a group without queries just lets the others have their turns. Not with windows or wide heads.

        These lack registers for it.
        """
        return self.consumers > 2 and self.value_dim <= 64 and not (self.packed or self.bounded_left)

    @property
    def ends_apart(self) -> bool:
        """Whether the tiles that queries do not fill come after all others; a bound puts those with few keys last.

        4 x 4096 x 32 heads of 64 have 2688 filled tiles and 128 of one warp group: 21 rounds of blocks instead of 22.
        """
        return self.passes_over and not self.bounded_right

    @property
    def narrow(self) -> bool:
        """Whether elements have 8 bits."""
        return self.item_bytes == 1

    @property
    def slack_log2(self) -> float:
        """How far a row's scores may pass what it subtracts: 2**8 is far from overflow, in float16 too."""
        return 3.0 if self.narrow else 8.0

    @property
    def lift_log2(self) -> float:
        """What probabilities are multiplied by: with the slack, they use the range of float8_e4m3fn, up to 448."""
        return 5.0 if self.narrow else 0.0

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


@dataclass(frozen=True, slots=True)
class _Cut:
    """How a head size is cut on a GPU.

    Attributes:
        whole, cut: keys of a tile; where a query sees no key after some place, or there are few.
        groups: multiplying warp groups.
        modified: keys of a tile where an author's function changes scores, which takes registers. Two groups multiply.
        blocked: the same under a block mask: keys that divide 128.
        stages: tiles of keys, and of values, in shared memory; `cut_stages` where a tile has `cut` keys.
    """

    whole: int
    cut: int
    groups: int
    modified: int
    blocked: int
    stages: int = 2
    cut_stages: int = 0


_ON_GPU: Final = {
    (64, 64): _Cut(128, 128, 3, 128, 128, 3),
    (96, 96): _Cut(112, 112, 3, 96, 128, 3),
    (128, 128): _Cut(176, 128, 2, 96, 128, cut_stages=3),
    (192, 128): _Cut(112, 112, 2, 96, 64),
    (192, 192): _Cut(96, 96, 2, 64, 64),
    (256, 256): _Cut(80, 80, 2, 64, 64),
}
"""By head sizes of keys and values, in the order in which others are filled up to them."""

_NARROW: Final = {
    (64, 64): _Cut(128, 128, 3, 128, 128, 3),
    (128, 128): _Cut(96, 96, 3, 128, 128, 4),
    (256, 256): _Cut(96, 96, 2, 64, 64, 3),
}
"""The same of elements of 8 bits; keys are a multiple of 32. Those that blocks have scales for divide `SCALED`."""

_MANY_QUERIES: Final = {(128, 128): _Cut(80, 80, 3, 80, 64, 4)}
"""The same for many queries and keys where nothing but causal masks is asked for: three groups share keys."""

_MANY_KEYS: Final = {False: 4096, True: 8192}
"""From so many keys on, without a bound to the right and with one.

1 x 16384 x 16 heads of 128: 3073 -> 2867 us, causal 1586 -> 1439 us; 4 x 4096, causal, would take 4 % longer.
"""

_FEW_KEYS: Final = 8192
"""Below, large tiles lose more at the end of the keys than they gain (4 x 4096 x 16 heads of 128: 833 -> 821 us)."""

_SHARING_QUERIES: Final = 1024
"""From so many queries on, two blocks share keys and values, which halves the traffic of the second-level cache.

4 x 4096 x 16 heads of 128: 797 -> 780 us. Of heads of 64 and 96, three groups of queries share them already.
"""

_REGISTERS: Final = {2: (24, 240), 3: (32, 160)}
"""Registers of copying and multiplying threads by the number of multiplying groups: all of a multiprocessor's."""


def padded_sizes(head_dim: int, value_dim: int, narrow: bool = False) -> tuple[int, int] | None:
    """The head sizes of keys and values that tiles are filled up to with zeros, None where there are none.

    >>> padded_sizes(72, 72), padded_sizes(192, 128), padded_sizes(264, 64), padded_sizes(60, 60)
    ((96, 96), (192, 128), None, None)
    """
    multiple = 2 * _MULTIPLE if narrow else _MULTIPLE
    if min(head_dim, value_dim) <= 0 or head_dim % multiple or value_dim % multiple:
        return None
    return next(
        (sizes for sizes in (_NARROW if narrow else _ON_GPU) if head_dim <= sizes[0] and value_dim <= sizes[1]), None
    )


def tiles_of(
    sizes: tuple[int, int],
    on_gpu: bool,
    bounded_left: bool,
    bounded_right: bool,
    packed: bool,
    capped: bool = False,
    modified: bool = False,
    block: tuple[int, int] | None = None,
    item_bytes: int = 2,
    scaled_blocks: bool = False,
    lengths: tuple[int, int] = (0, 0),
) -> AttentionTiles | None:
    """The tiles for the head sizes of keys and values, None where there are none. The CPU compiles small ones sooner.

    `modified` are scores that an author's function changes; tiles divide blocks of 128 queries and keys. `lengths` are
    those of queries and keys, of packed ones the longest.
    """
    narrow = item_bytes == 1
    padded = padded_sizes(*sizes, narrow=narrow)
    if padded is None:
        return None
    cut = (_NARROW if narrow else _ON_GPU)[padded]
    is_bare = not (bounded_left or packed or narrow or modified) and block is None
    if is_bare and not capped and lengths[0] >= _SHARING_QUERIES and lengths[1] >= _MANY_KEYS[bounded_right]:
        cut = _MANY_QUERIES.get(padded, cut)
    whole, bounded, groups = cut.whole, cut.cut, cut.groups
    if modified or block is not None or (scaled_blocks and SCALED % whole):
        whole = bounded = cut.modified if block is None else cut.blocked
        groups = 2
    keys = (32 if narrow else 16) if not on_gpu else bounded if bounded_right or lengths[1] < _FEW_KEYS else whole
    tile_m = ROWS * groups
    is_shared = groups == 2 and lengths[0] >= _SHARING_QUERIES and -(-lengths[0] // tile_m) % 2 == 0
    return AttentionTiles(
        *padded,
        keys,
        groups if on_gpu else 1,
        cut.cut_stages if keys == cut.cut and cut.cut_stages else cut.stages,
        registers=_REGISTERS[groups],
        bounded_left=bounded_left,
        bounded_right=bounded_right,
        packed=packed,
        capped=capped,
        block=block,
        item_bytes=item_bytes,
        scaled_blocks=scaled_blocks,
        turns=on_gpu,
        cluster=2 if on_gpu and is_shared and is_bare and not bounded_right else 1,
    )


def head_sizes() -> tuple[tuple[int, int], ...]:
    """The head sizes of keys and values that there are tiles for."""
    return tuple(_ON_GPU)


def size_refused(head_dim: int, value_dim: int, narrow: bool = False) -> Exception:
    """The error attention-head-size."""
    multiple = 2 * _MULTIPLE if narrow else _MULTIPLE
    what = f"{head_dim}" if head_dim == value_dim else f"{head_dim} and {value_dim}"
    most = max(_ON_GPU)[0]
    return refused("attention-head-size", f"heads of {what} elements; a multiple of {multiple} up to {most} is taken")
