"""How attention's backward pass is cut into tiles: the sizes for each head size, and what its kernels are compiled for.

Floor of the backward pass on an H200: five products of 2 * (scores) * (head size) operations each, at 4096 operations
a cycle and multiprocessor. For a tile of 80 queries by 128 keys with heads of 128 that is 3200 cycles; its operands
take 2370 cycles of shared memory's 128 bytes a cycle, and what comes and goes 1100 more. Wider tiles of queries read
fewer bytes for an operation, but scores, their gradient and both sums must fit into the registers of two warp groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutedsl.ops.attention_forward.tiles import ROWS, WARP_GROUP


@dataclass(frozen=True, slots=True)
class BackwardTiles:
    """What the kernels are compiled for.

    Attributes:
        head_dim: elements of a head.
        tile_m: queries of a tile.
        groups: warp groups that multiply, `ROWS` keys each unless they are `split`.
        swapped: whether the gradient of queries is multiplied transposed, (head_dim, tile_m).
        stages: tiles of queries, of the result's gradient, and of scores' gradients in shared memory.
        bounded_left: whether a query sees only some keys before it.
        bounded_right: whether a query sees only some keys after it (none, if causal).
        packed: whether sequences of several lengths lie one after the other.
        ordered: whether the gradient of queries is summed in a fixed order.
        split: whether the groups share their keys: each takes scores of some queries, and some of a head's elements.
        registers: of a thread that copies, and of one that multiplies.
    """

    head_dim: int
    tile_m: int
    groups: int = 2
    swapped: bool = True
    stages: int = 2
    bounded_left: bool = False
    bounded_right: bool = False
    packed: bool = False
    ordered: bool = False
    split: bool = False
    registers: tuple[int, int] = (24, 240)

    @property
    def tile_n(self) -> int:
        """Keys of a tile."""
        return ROWS if self.split else ROWS * self.groups

    @property
    def own_queries(self) -> int:
        """Queries whose scores a warp group takes."""
        return self.tile_m // self.groups if self.split else self.tile_m

    @property
    def own_elems(self) -> int:
        """Elements of a head in a warp group's gradients of keys and values."""
        return self.head_dim // self.groups if self.split else self.head_dim

    @property
    def slope_stages(self) -> int:
        """Tiles of scores' gradients in shared memory."""
        return 1 if self.split else self.stages

    @property
    def handed_elems(self) -> int:
        """Float32 numbers of the memory that a warp group hands results on in: its part of queries' gradients, or its
        keys' gradients in 16 bits."""
        return max(self.tile_m * self.head_dim // self.groups, ROWS * self.own_elems // 2)

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


_ON_GPU: Final = {64: (128, 128, False), 128: (80, 64, True), 256: (48, 48, True)}
"""By head size: queries of a tile, the same where a mask cuts tiles, and whether queries' gradients are transposed."""

_SPLIT: Final = 256
"""From this head size on the sums of all keys of a warp group do not fit into its registers."""

_ON_CPU_QUERIES: Final = 16


def backward_tiles(
    head_dim: int, on_gpu: bool, bounded_left: bool, bounded_right: bool, packed: bool, ordered: bool
) -> BackwardTiles | None:
    """The tiles for a head size, None where there are none. The CPU compiles small ones sooner."""
    if head_dim not in _ON_GPU:
        return None
    whole, cut, swapped = _ON_GPU[head_dim]
    queries = cut if bounded_left or bounded_right else whole
    return BackwardTiles(
        head_dim,
        queries if on_gpu else _ON_CPU_QUERIES,
        2 if on_gpu else 1,
        swapped if on_gpu else True,
        split=on_gpu and head_dim >= _SPLIT,
        bounded_left=bounded_left,
        bounded_right=bounded_right,
        packed=packed,
        ordered=ordered,
    )


def backward_head_sizes() -> tuple[int, ...]:
    """The head sizes that there are tiles for."""
    return tuple(_ON_GPU)
