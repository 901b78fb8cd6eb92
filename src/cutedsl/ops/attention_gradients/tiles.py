"""How attention's backward pass is cut into tiles: the sizes for each head size, and what its kernels are compiled for.

Floor of the backward pass on an H200: five products of 2 * (scores) * (head size) operations each, at 4096 operations
a cycle and multiprocessor. For a tile of 64 queries by 128 keys with heads of 128 that is 2560 cycles; its operands
take 2050 cycles of shared memory's 128 bytes a cycle, and what comes and goes 880 more. Wider tiles of queries read
fewer bytes for an operation, but scores, their gradient and both sums must fit into the registers of two warp groups.
Tiles of 80 are 1 to 2 % slower. So is a tile whose scores are multiplied before the last one's gradients are
handed on, by 5 to 10 %.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutedsl.ops.attention_forward.tiles import ROWS, WARP_GROUP, padded_sizes


@dataclass(frozen=True, slots=True)
class BackwardTiles:
    """What the kernels are compiled for.

    Attributes:
        head_dim: elements of a head of queries and keys, or more where tiles are filled up with zeros.
        value_dim: those of a head of values.
        tile_m: queries of a tile.
        groups: warp groups that multiply, `ROWS` keys each unless they are `split`.
        swapped: whether the gradient of queries is multiplied transposed, (head_dim, tile_m).
        stages: tiles of queries, of the result's gradient, and of scores' gradients in shared memory.
        bounded_left: whether a query sees only some keys before it.
        bounded_right: whether a query sees only some keys after it (none, if causal).
        packed: whether sequences of several lengths lie one after the other.
        ordered: whether the gradient of queries is summed in a fixed order.
        split: whether the groups share their keys: each takes scores of some queries, and some of a head's elements.
        capped: whether scores go through a softcap.
        block: queries and keys of a block of a block mask, None without one.
        registers: of a thread that copies, and of one that multiplies.
    """

    head_dim: int
    value_dim: int
    tile_m: int
    groups: int = 2
    swapped: bool = True
    stages: int = 2
    bounded_left: bool = False
    bounded_right: bool = False
    packed: bool = False
    ordered: bool = False
    split: bool = False
    capped: bool = False
    block: tuple[int, int] | None = None
    registers: tuple[int, int] = (24, 240)

    @property
    def tile_n(self) -> int:
        """Keys of a tile."""
        return ROWS if self.split else ROWS * self.groups

    @property
    def own_queries(self) -> int:
        """Queries whose scores a warp group takes."""
        return self.tile_m // self.groups if self.split else self.tile_m

    def own(self, elems: int) -> int:
        """Of a head's elements, those in a warp group's gradients of keys or values."""
        return elems // self.groups if self.split else elems

    @property
    def slope_stages(self) -> int:
        """Tiles of scores' gradients in shared memory."""
        return 1 if self.split else self.stages

    @property
    def handed_elems(self) -> int:
        """Float32 numbers of the memory that a warp group hands results on in: its part of queries' gradients, or its
        keys' gradients in 16 bits."""
        most = max(self.head_dim, self.value_dim)
        return max(self.tile_m * self.head_dim // self.groups, ROWS * self.own(most) // 2)

    @property
    def bounded(self) -> bool:
        """Whether a query sees only some keys."""
        return self.bounded_left or self.bounded_right

    @property
    def multipliers(self) -> int:
        """Threads that multiply."""
        return WARP_GROUP * self.groups

    @property
    def threads(self) -> int:
        """Threads of a block: one more warp group copies."""
        return WARP_GROUP + self.multipliers


@dataclass(frozen=True, slots=True)
class _Cut:
    """How a head size is cut on a GPU.

    Attributes:
        whole, cut, modified: queries of a tile; where a mask cuts tiles; where scores are changed.
        swapped, split, groups: as in `BackwardTiles`.
    """

    whole: int
    cut: int
    modified: int
    swapped: bool = True
    split: bool = False
    groups: int = 2


_ON_GPU: Final = {
    64: _Cut(128, 128, 64, swapped=False),
    128: _Cut(64, 64, 32),
    192: _Cut(48, 48, 48, split=True, groups=3),
    256: _Cut(48, 48, 32, split=True),
}
"""By head size of keys and values. Split are those whose sums of all keys do not fit into a warp group's registers.
There are none for 96: a warp group's half of it is not a whole number of the swizzle's 32 columns."""

_REGISTERS: Final = {2: (24, 240), 3: (32, 160)}
"""Registers of copying and multiplying threads by the number of multiplying groups: all of a multiprocessor's."""

_ON_CPU_QUERIES: Final = 16

_BLOCK: Final = 128
"""Queries that the smallest block of a block mask has on a GPU."""


def backward_tiles(
    sizes: tuple[int, int],
    on_gpu: bool,
    bounded_left: bool,
    bounded_right: bool,
    packed: bool,
    ordered: bool,
    capped: bool = False,
    modified: bool = False,
    block: tuple[int, int] | None = None,
) -> BackwardTiles | None:
    """The tiles for head sizes of keys and values, None where there are none. The CPU compiles small ones sooner."""
    if padded_sizes(*sizes) is None:
        return None
    changed = capped or modified or block is not None
    size, cut = next(
        (size, cut)
        for size, cut in _ON_GPU.items()
        if size >= max(sizes) and (block is None or _BLOCK % cut.modified == 0)
    )
    queries = cut.modified if changed else cut.cut if bounded_left or bounded_right else cut.whole
    return BackwardTiles(
        *(size, size if cut.split else next(filled for filled in _ON_GPU if filled >= sizes[1])),
        queries if on_gpu else _ON_CPU_QUERIES,
        cut.groups if on_gpu else 1,
        cut.swapped if on_gpu else True,
        split=on_gpu and cut.split,
        bounded_left=bounded_left,
        bounded_right=bounded_right,
        packed=packed,
        ordered=ordered,
        capped=capped,
        block=block,
        registers=_REGISTERS[cut.groups],
    )
