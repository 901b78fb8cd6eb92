"""How rows are shared out: the tile of a block, chosen from the length of a row and the width of an access."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, Literal, Protocol

import cutedsl.cute as cute
from cutedsl.ops.arrays import LARGEST_EXTENT, View
from cutedsl.utils.hardware_info import blocks_at_once

ACCESS_BYTES: Final = 16
LOADS: Final = 4
"""Accesses of a thread that are under way before the first value is used, where a row is long enough."""
MOST_LOADS: Final = 16
"""Accesses of a thread that are under way where they are narrow."""
MOST_ELEMENTS: Final = 64
"""Elements that a thread holds at most: float32 values in as many registers."""
RESIDENT_THREADS: Final = ((16, 1024), (32, 768), (1 << 30, 512))
"""Elements that a thread holds at most, and so many such threads on a multiprocessor: each has 64 registers or more."""
LEAN_ELEMENTS: Final = 32
LEAN_THREADS: Final = 1024
"""From this many threads on, each with few elements, an access requests its part of what rows share in its turn."""
SHORT_ROW_BYTES: Final = 4 << 10
LONG_ROW_BYTES: Final = 8 << 10
TURN_THREADS: Final = 512
"""Threads of a multiprocessor that work on rows in turn: each has 128 registers."""
TURN_STAGES: Final = 2
TURN_ELEMENTS: Final = 16
"""Elements of a thread up to which rows in turn leave the cache last."""
CROWDED_BLOCKS: Final = 4
"""Blocks of a cluster from which on not every multiprocessor gets one."""
SHARED_ROW_THREADS: Final = 512
SHARED_ROW_BYTES: Final = (32 << 10, 100 << 10)
"""Rows that are held in shared memory: above what 512 threads hold, and at least two of them on a multiprocessor."""
LONG_ROW_PART_BYTES: Final = 64 << 10
"""What a block holds of a row longer than that, at most: three of them share a multiprocessor."""
SHARED_BYTES: Final = 200 << 10
"""Shared memory of a multiprocessor that a tile may count on. Source: PTX ISA, sm_90, less what exchanges take."""
THREADS: Final = 128
"""Threads of a block at least: short rows share one."""
MOST_THREADS: Final = 1024
"""Threads of a block that a row has before it gets a second block."""
MOST_BLOCKS: Final = 8
"""Blocks of a cluster that run on every GPU with clusters. Source: PTX ISA, `.reqnctapercluster`."""


class Tile(Protocol):
    """How an operation's work is shared out: a value, as its program is compiled for it."""

    @property
    def vector(self) -> int:
        """Elements of an access."""
        ...


@dataclass(frozen=True, slots=True)
class RowTile:
    """The tile of a block: `rows` rows, each by `threads` threads of `blocks` blocks, `loads` accesses a thread.

    A row is `held` in registers as one piece; a longer one is read piece by piece, as often as the result needs it.
    With `most`, each of so many blocks works on many rows in turn, `stages` of them on their way through shared memory;
    `stages` without `most` are the pieces of one row that is held there.
    `keep` says where a thread keeps what all rows share: "shared" takes `stages`, whose first wait covers those copies
    too. `leaves` says when the second-level cache lets go of what is read:
    "first", so that what others wrote stays there, or "last", so that results go to memory before rows that are on
    their way, in the order of the rows.
    Units: `vector` elements an access. Everything is known while tracing; the length of a row is not.
    """

    vector: int
    threads: int
    rows: int
    loads: int
    blocks: int
    held: bool = True
    stages: int = 0
    most: int = 0
    keep: Literal["registers", "shared", "memory"] = "registers"
    leaves: Literal["", "first", "last"] = ""

    @property
    def lanes(self) -> int:
        """Threads of a row, in all its blocks."""
        return self.threads * self.blocks

    @property
    def columns(self) -> int:
        """The elements of a piece: the longest row that is held in registers."""
        return self.lanes * self.loads * self.vector

    @property
    def block(self) -> int:
        """Threads of a block."""
        return self.threads * self.rows

    @property
    def turns(self) -> int:
        """Sets of places that a row's warps exchange numbers through: two rows in turn use one each."""
        return 2 if self.most else 1

    @property
    def warps(self) -> int:
        """Warps of a row, in all its blocks."""
        return max(1, self.threads // 32) * self.blocks


def power_at_least(n: int) -> int:
    """The least power of two that is not below `n`.

    >>> [power_at_least(n) for n in (0, 1, 5, 64)]
    [1, 1, 8, 64]
    """
    return 1 << max(0, n - 1).bit_length()


def row_tile(
    columns: int, vector: int, bits: int, most_threads: int = MOST_THREADS, wide_loads: int = LOADS
) -> RowTile:
    """The tile for rows of `columns` elements of `bits` bits read `vector` at a time.

    >>> row_tile(1024, 8, 16)
    RowTile(vector=8, threads=32, rows=4, loads=4, blocks=1, held=True, stages=0, most=0, keep='registers', leaves='')
    >>> row_tile(65536, 8, 16)
    RowTile(vector=8, threads=1024, rows=1, loads=4, blocks=2, held=True, stages=0, most=0, keep='registers', leaves='')
    """
    loads = min(MOST_LOADS, wide_loads * ACCESS_BYTES * 8 // (vector * bits))
    accesses = -(-columns // vector)
    wanted = power_at_least(-(-accesses // loads))
    threads = min(max(wanted, 4), most_threads)
    blocks = min(max(wanted // threads, 1), MOST_BLOCKS)
    each = max(1, -(-accesses // (threads * blocks)))
    held = each <= max(loads, MOST_ELEMENTS // vector)
    return RowTile(vector, threads, max(1, THREADS // threads), each if held else loads, blocks, held)


def tile_of_exchange(columns: int, vector: int, bits: int, reads_only: bool = False) -> RowTile:
    """The tile for rows whose threads exchange what they found before they go on.

    Threads with fewer loads end sooner, which pays for short rows. Rows too long for several blocks' registers on a
    multiprocessor lie in shared memory. Results of long rows go to memory in the order of the rows.

    >>> tile_of_exchange(1024, 8, 16).threads, tile_of_exchange(8192, 8, 16, reads_only=True).threads
    (64, 128)
    """
    row_bytes = columns * bits // 8
    in_shared_memory = vector * bits == 8 * ACCESS_BYTES and SHARED_ROW_BYTES[0] < row_bytes <= SHARED_ROW_BYTES[1]
    if in_clusters(columns, vector, bits):
        tile = tile_in_clusters(columns, vector, bits, 256, 4 if reads_only else 2)
        return replace(tile, leaves="first" if reads_only else "last")
    if reads_only:
        return (
            tile_in_shared_memory(columns, vector, 2, 4) if in_shared_memory else tile_of_reads(columns, vector, bits)
        )
    if row_bytes <= SHORT_ROW_BYTES:
        return row_tile(columns, vector, bits, wide_loads=LOADS // 2)
    tile = tile_in_shared_memory(columns, vector) if in_shared_memory else row_tile(columns, vector, bits)
    return replace(tile, leaves="last")


def tile_of_reads(columns: int, vector: int, bits: int) -> RowTile:
    """The tile for rows of which next to nothing is written: one warp has a short one, and needs no barrier.

    What was written before stays in the cache: to make room for what is read once, it would go to memory now.

    >>> tile_of_reads(1024, 8, 16).threads, tile_of_reads(2048, 8, 16).threads, tile_of_reads(4096, 8, 16).threads
    (32, 32, 128)
    """
    row_bytes = columns * bits // 8
    few = SHORT_ROW_BYTES // 2 < row_bytes <= SHORT_ROW_BYTES or row_bytes > LONG_ROW_BYTES
    return replace(row_tile(columns, vector, bits, wide_loads=2 * LOADS if few else LOADS), leaves="first")


def tile_in_shared_memory(columns: int, vector: int, halves: int = 1, loads: int = 2) -> RowTile:
    """The tile for rows held in shared memory, read in pieces by 512 threads, or by a part of them.

    A thread then works on little at a time, and two or three blocks share a multiprocessor: one computes while the
    others wait for memory.
    """
    tile = RowTile(vector, SHARED_ROW_THREADS // halves, 1, loads, 1, held=False)
    return replace(tile, stages=-(-columns // tile.columns))


def in_clusters(columns: int, vector: int, bits: int) -> bool:
    """Whether a row is held in the shared memory of several blocks: too long for one, and not for eight."""
    row_bytes = columns * bits // 8
    return vector * bits == 8 * ACCESS_BYTES and SHARED_ROW_BYTES[1] < row_bytes <= MOST_BLOCKS * SHARED_ROW_BYTES[1]


def tile_in_clusters(columns: int, vector: int, bits: int, threads: int, loads: int, tensors: int = 1) -> RowTile:
    """The tile for rows of `tensors` held in the shared memory of a cluster's blocks, 64 KB a block where eight are
    enough.

    As with one block, the others on a multiprocessor compute while one waits: in registers a row of 256 KB leaves room
    for one alone (`benchmarks.gpu.row_tiles softmax 4096x131072`: 528 us for 692).

    >>> tile_in_clusters(131072, 8, 16, 256, 2).blocks, tile_in_clusters(131072, 8, 16, 256, 2).stages
    (4, 8)
    """
    blocks = min(power_at_least(-(-tensors * columns * bits // 8 // LONG_ROW_PART_BYTES)), MOST_BLOCKS)
    tile = RowTile(vector, threads, 1, loads, blocks, held=False)
    return replace(tile, stages=-(-columns // tile.columns))


def tile_of_norm(columns: int, vector: int, bits: int, shared_bits: int, tensors: int = 1) -> RowTile:
    """The tile for rows of `tensors` that are multiplied and shifted by what all rows share, `shared_bits` a column.

    Blocks read it again for each row, from the caches, up to rows of 8 KB access by access: a thread then needs fewer
    registers. Rows of 8 to 16 KB lie in shared memory, which leaves registers for twice as many of them
    (`benchmarks.gpu.row_tiles layer_norm 32768x8192`). Where what they share is more than a long row itself, one block
    on a multiprocessor keeps it in shared memory and works on many rows in turn.

    >>> [(t.threads, t.loads, t.rows) for t in (tile_of_norm(n, 8, 16, 32) for n in (1024, 2048, 4096))]
    [(32, 4, 2), (128, 2, 1), (128, 4, 1)]
    """
    row_bytes, shared_bytes = columns * bits // 8, columns * shared_bits // 8
    if tensors > 1 and in_clusters(tensors * columns, vector, bits):
        return replace(tile_in_clusters(columns, vector, bits, 256, 4, tensors), leaves="last")
    if in_clusters(columns, vector, bits):
        few = shared_bits <= bits
        tile = tile_in_clusters(columns, vector, bits, 512 if few else 256, 2 if few else 4)
        kept = (row_bytes + shared_bytes) // tile.blocks <= SHARED_BYTES and tile.blocks <= CROWDED_BLOCKS
        return replace(tile, leaves="last") if few or not kept else tile_of_clusters_in_turn(tile)
    if shared_bits <= bits:
        tile = tile_of_exchange(columns, vector, bits)
        return replace(tile, keep="memory") if SHORT_ROW_BYTES // 2 < row_bytes <= SHORT_ROW_BYTES else tile
    if (
        row_bytes > SHARED_ROW_BYTES[0]
        and tensors * row_bytes + shared_bytes <= SHARED_BYTES
        and vector * bits == 8 * ACCESS_BYTES
    ):
        tile = row_tile(columns, vector, bits, SHARED_ROW_THREADS, 2 * LOADS)
        return replace(tile, stages=1, most=multiprocessors(), keep="shared", leaves="last")
    if LONG_ROW_BYTES < row_bytes <= 2 * LONG_ROW_BYTES and vector * bits == 8 * ACCESS_BYTES:
        return replace(tile_in_shared_memory(columns, vector, 4, 4), leaves="last")
    if row_bytes > LONG_ROW_BYTES:
        return replace(row_tile(columns, vector, bits), leaves="last")
    if row_bytes <= SHORT_ROW_BYTES // 2:
        tile = row_tile(columns, vector, bits)
        return replace(tile, rows=max(1, THREADS // 2 // tile.threads), keep="memory")
    loads = LOADS // 2 if row_bytes <= SHORT_ROW_BYTES else LOADS
    return replace(row_tile(columns, vector, bits, wide_loads=loads), keep="memory", leaves="last")


def tile_of_clusters_in_turn(tile: RowTile) -> RowTile:
    """The tile for such rows where as many clusters as run at once keep what the rows share, a block on each
    multiprocessor.

    Blocks that read a weight and a bias again for each row take as many bytes from the second-level cache as from
    memory (`benchmarks.gpu.row_tiles layer_norm 8192x65536 turn`: 535 us for 580; clusters of four 570 for 588, of
    eight 638 for 616).

    >>> tile = tile_of_clusters_in_turn(tile_in_clusters(65536, 8, 16, 256, 4))
    >>> tile.blocks, tile.threads, tile.loads, tile.stages
    (2, 256, 16, 1)
    """
    most = clusters_at_once(tile.blocks) * tile.blocks
    loads = tile.loads * tile.stages
    return replace(tile, loads=loads, held=True, stages=1, most=most, keep="shared", leaves="last")


def tile_in_turn(columns: int, vector: int, bits: int, tensors: int, sums: int) -> RowTile:
    """The tile for blocks that work on many rows in turn, with that many tensors of a row on their way.

    Few elements a thread, as it also holds its part of the `sums` that all rows add up to; longer rows have clusters.
    """
    tile = row_tile(columns, vector, bits, TURN_THREADS, LOADS // 2)
    if tile.blocks > 1:
        lean = sums < 2 and tensors < 3
        tile = row_tile(columns, vector, bits, TURN_THREADS, LOADS if lean else LOADS // 2)
        # Two blocks share a multiprocessor, and one computes while the other waits for its cluster: 624 us for 725
        # (`benchmarks.gpu.row_tiles layer_norm_backward 8192x32768`).
        shared = row_tile(columns, vector, bits, TURN_THREADS // 2, LOADS)
        tile = tile if lean or not shared.held else shared
    if not tile.held:
        return tile
    if tile.blocks == 1:
        tile = replace(tile, rows=max(1, TURN_THREADS // tile.threads))
    each = max(1, TURN_THREADS // tile.block)
    tile = replace(tile, most=each * clusters_at_once(tile.blocks) * tile.blocks)
    stages = TURN_STAGES if tile.blocks < CROWDED_BLOCKS else 1
    bytes_a_block = (tensors * stages + 2) * tile.block * tile.loads * vector * bits // 8  # float32 weights too
    if vector * bits != 8 * ACCESS_BYTES or each * bytes_a_block > SHARED_BYTES:
        return tile
    # Results go to memory in the order of the rows: 108 us for 113 (rms_norm_backward 16384x4096). Longer rows gain
    # nothing by it, and with 32 elements a thread the code of ptxas 13.0 ends in an illegal instruction.
    leaves = "last" if tile.loads * tile.vector <= TURN_ELEMENTS else ""
    return replace(tile, stages=stages, keep="shared", leaves=leaves)


def clusters_at_once(blocks: int) -> int:
    """Clusters that run at once, a block on a multiprocessor; one more would run after all others.

    A GPU's multiprocessors come in groups that clusters of more than two do not fill. The 132 of an H200 would hold
    33 clusters of four; it runs 30.
    """
    count = max(multiprocessors() // blocks, 1)
    return count if blocks < CROWDED_BLOCKS else max(count - -(-count // 11), 1)


def resident_blocks(tile: RowTile) -> int:
    """Blocks that a multiprocessor is to hold at least: while one ends its rows, others wait for memory.

    The compiler keeps to fewer registers for it; of clusters it would guess too few blocks by itself, or too many.
    """
    if tile.most:
        return max(1, tile.most // multiprocessors())
    elements = tile.loads * tile.vector
    if tile.keep == "memory" and elements <= LEAN_ELEMENTS:
        return max(1, LEAN_THREADS // tile.block)
    return max(1, next(threads for most, threads in RESIDENT_THREADS if elements <= most) // tile.block)


@cache
def multiprocessors() -> int:
    """Of the GPU; without one, the cores of this machine."""
    return blocks_at_once()


def vector_of(views: Sequence[View]) -> int:
    """Elements of the widest access that every row of every view allows: up to 16 bytes of the narrowest type."""
    return widest(views, ACCESS_BYTES // min(view.item_bytes for view in views))


def widest(views: Sequence[View], vector: int) -> int:
    """Elements of the widest access up to `vector` that every row of every view allows; single elements always are."""
    while vector > 1 and not all(allows(view, vector) for view in views):
        vector //= 2
    return vector


def allows(view: View, vector: int) -> bool:
    """Whether every row of a view consists of whole aligned accesses."""
    *batch, last = view.strides
    extents = view.shape
    steps = all(d % vector == 0 for d, n in zip(batch, extents[:-1], strict=True) if n > 1)
    return steps and last == 1 and extents[-1] % vector == 0 and view.pointer % access_align(view, vector) == 0


def access_align(view: View, vector: int) -> int:
    """Bytes that the address of an access is aligned to; more than 16 bytes are several accesses."""
    return min(ACCESS_BYTES, vector * view.item_bytes)


def rows_of(view: View, axis: int) -> View:
    """The view with `axis` last and the others, innermost first, merged where their strides allow; at least two modes.

    Law: flat row r of every array of one shape is the same row.
    """
    modes: list[tuple[int, int]] = []
    for k in reversed([k for k in range(view.rank) if k != axis]):
        extent, stride = view.shape[k], view.strides[k]
        if extent == 1:
            continue
        if modes and modes[-1][0] * modes[-1][1] == stride and modes[-1][0] * extent <= LARGEST_EXTENT:
            modes[-1] = (modes[-1][0] * extent, modes[-1][1])
        else:
            modes.append((extent, stride))
    length, step = view.shape[axis], view.strides[axis]
    modes = modes or [(1, length)]
    shape = (*(n for n, _ in modes), length)
    strides = (*(d for _, d in modes), 1 if length <= 1 else step)
    return replace(view, shape=shape, strides=strides)


def fake_rows(view: View, vector: int) -> Any:
    """The tensor to compile with for all arrays like this one: any sizes, rows of whole accesses where it has those."""
    vector = vector if allows(view, vector) else 1
    extents = [cute.sym_int() for _ in view.shape[:-1]] + [cute.sym_int(divisibility=vector)]
    steps: list[Any] = [cute.sym_int64(divisibility=vector) for _ in view.shape[:-1]]
    steps.append(view.strides[-1] if view.strides[-1] in (0, 1) else cute.sym_int64())
    return cute.runtime.make_fake_tensor(view.dtype, extents, steps, assumed_align=access_align(view, vector))
