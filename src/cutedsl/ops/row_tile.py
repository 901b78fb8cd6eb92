"""How rows are shared out: the tile of a block, chosen from the length of a row and the width of an access."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, Literal

import cutedsl.cute as cute
from cutedsl.ops.arrays import LARGEST_EXTENT, View
from cutedsl.utils import HardwareInfo

ACCESS_BYTES: Final = 16
LOADS: Final = 4
"""Accesses of a thread that are under way before the first value is used, where a row is long enough."""
MOST_LOADS: Final = 16
"""Accesses of a thread that are under way where they are narrow."""
MOST_ELEMENTS: Final = 64
"""Elements that a thread holds at most: float32 values in as many registers."""
RESIDENT_THREADS: Final = 1024
"""Threads that a multiprocessor holds where each has 64 registers."""
LONG_ROW_BYTES: Final = 16 << 10
ROWS_IN_TURN: Final = 8
"""Rows of a block that reads what they share once: enough to make little of that, few enough to keep blocks many."""
SHARED_ROW_THREADS: Final = 512
SHARED_ROW_BYTES: Final = (32 << 10, 100 << 10)
"""Rows that are held in shared memory: above what 512 threads hold, and at least two of them on a multiprocessor."""
SHARED_BYTES: Final = 200 << 10
"""Shared memory of a multiprocessor that a tile may count on. Source: PTX ISA, sm_90, less what exchanges take."""
THREADS: Final = 128
"""Threads of a block at least: short rows share one."""
MOST_THREADS: Final = 1024
"""Threads of a block that a row has before it gets a second block."""
MOST_BLOCKS: Final = 8
"""Blocks of a cluster that run on every GPU with clusters. Source: PTX ISA, `.reqnctapercluster`."""


@dataclass(frozen=True, slots=True)
class RowTile:
    """The tile of a block: `rows` rows, each by `threads` threads of `blocks` blocks, `loads` accesses a thread.

    A row is `held` in registers as one piece; a longer one is read piece by piece, as often as the result needs it.
    With `most`, each of so many blocks works on many rows in turn, `stages` of them on their way through shared memory;
    `stages` without `most` are the pieces of one row that is held there.
    `keep` says where a thread keeps what all rows share.
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
    RowTile(vector=8, threads=32, rows=4, loads=4, blocks=1, held=True, stages=0, most=0, keep='registers')
    >>> row_tile(65536, 8, 16)
    RowTile(vector=8, threads=1024, rows=1, loads=4, blocks=2, held=True, stages=0, most=0, keep='registers')
    """
    loads = min(MOST_LOADS, wide_loads * ACCESS_BYTES * 8 // (vector * bits))
    accesses = -(-columns // vector)
    wanted = power_at_least(-(-accesses // loads))
    threads = min(max(wanted, 4), most_threads)
    blocks = min(max(wanted // threads, 1), MOST_BLOCKS)
    each = max(1, -(-accesses // (threads * blocks)))
    held = each <= max(loads, MOST_ELEMENTS // vector)
    return RowTile(vector, threads, max(1, THREADS // threads), each if held else loads, blocks, held)


def tile_in_shared_memory(columns: int, vector: int, bits: int) -> RowTile | None:
    """The tile for rows too long for several blocks' registers on a multiprocessor, held in shared memory; or None.

    A thread then works on little at a time, and two or three blocks share a multiprocessor: one computes while the
    others wait for memory.
    """
    row_bytes = columns * bits // 8
    if vector * bits != 8 * ACCESS_BYTES or not SHARED_ROW_BYTES[0] < row_bytes <= SHARED_ROW_BYTES[1]:
        return None
    tile = RowTile(vector, SHARED_ROW_THREADS, 1, 2, 1, held=False)
    return replace(tile, stages=-(-columns // tile.columns))


def tile_of_norm(columns: int, rows: int, vector: int, bits: int, shared_bits: int) -> RowTile:
    """The tile for rows that are multiplied and shifted by what all rows share, `shared_bits` a column.

    Short rows read it again each; blocks with long ones keep it in shared memory and work on several rows in turn.
    """
    tile = row_tile(columns, vector, bits)
    if shared_bits <= bits or not tile.held:
        return tile
    if columns * bits < 8 * LONG_ROW_BYTES or tile.blocks > 1 or columns * shared_bits > 8 * SHARED_BYTES:
        return replace(tile, keep="memory")
    return replace(tile, most=max(_multiprocessors(), power_at_least(rows // ROWS_IN_TURN)), keep="shared")


def tile_in_turn(columns: int, vector: int, bits: int, tensors: int) -> RowTile:
    """The tile for blocks that work on many rows in turn, with that many tensors of a row on their way.

    Fewer elements a thread than `row_tile`, as a thread also holds its part of what all rows add up to.
    """
    tile = row_tile(columns, vector, bits, MOST_THREADS // 2, LOADS // 2)
    if not tile.held:
        return tile
    each = max(1, RESIDENT_THREADS // tile.block)
    most = max(each * _multiprocessors() // tile.blocks, 1) * tile.blocks
    stages = 2
    bytes_a_block = tensors * stages * tile.block * tile.loads * vector * bits // 8
    ring = tile.blocks == 1 and vector * bits == 8 * ACCESS_BYTES and each * bytes_a_block <= SHARED_BYTES
    return replace(tile, stages=stages if ring else 0, most=most)


@cache
def _multiprocessors() -> int:
    return HardwareInfo().get_device_multiprocessor_count()


def vector_of(views: Sequence[View]) -> int:
    """Elements of the widest access that every row of every view allows: up to 16 bytes of the narrowest type."""
    wide = ACCESS_BYTES // min(view.item_bytes for view in views)
    while wide > 1 and not all(allows(view, wide) for view in views):
        wide //= 2
    return wide


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
    return View(view.array, view.dtype_name, shape, strides, view.pointer, view.device)


def fake_rows(view: View, vector: int) -> Any:
    """The tensor to compile with for all arrays like this one: any sizes, rows of whole accesses where it has those."""
    vector = vector if allows(view, vector) else 1
    extents = [cute.sym_int() for _ in view.shape[:-1]] + [cute.sym_int(divisibility=vector)]
    steps: list[Any] = [cute.sym_int64(divisibility=vector) for _ in view.shape[:-1]]
    steps.append(view.strides[-1] if view.strides[-1] in (0, 1) else cute.sym_int64())
    return cute.runtime.make_fake_tensor(view.dtype, extents, steps, assumed_align=access_align(view, vector))
