"""Sums of the rows that have the same number: each sum is made by one block, which writes it once.

Floor for M rows of N elements that are added into R rows, of b bytes each: (M + R)*N*b bytes moved, at 4.3 TB/s on an
H200. How it gets there: the rows are put in the order of their numbers first, by counting, in three small launches; no
sum is in memory before it is whole, as it would be if each row were added to it.
"""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.rowwise.rows import grid_of, load, pieces, place, store
from cutedsl.ops.rowwise.tile import RowTile

THREADS: Final = 256
WARP: Final = 32
AHEAD: Final = 2
"""Rows that a block has asked for before it adds the first."""
SUM_THREADS: Final = 2048
"""Threads of a multiprocessor that add rows up: a row of sums is in their registers."""


@cute.jit
def number_at(numbers: Any, index: Any, count: Any) -> Any:
    """A row's number, and whether there is such a row among `count`."""
    number = cutlass.Int64(-1)
    if index < cute.size(numbers):
        number = numbers[index].to(cutlass.Int64)
    inside = (number >= 0) & (number < count)
    return cutlass.Int32(number if inside else cutlass.Int64(0)), inside


def thread_number() -> Any:
    """This thread's number in the grid."""
    block, _, _ = cute.arch.block_idx()
    thread, _, _ = cute.arch.thread_idx()
    return block * THREADS + thread


@cute.kernel
def count_kernel(numbers: cute.Tensor, rows: cutlass.Int32, order: cute.Tensor, flags: cute.Tensor):
    """How many rows have each number, in `flags` from 1 on, and in `order` how many of the same number came before."""
    at = thread_number()
    number, inside = number_at(numbers, at, rows)
    if inside:
        order[at] = cute.arch.atomic_add(flags.iterator + 1 + number, cutlass.Int32(1))


@cute.kernel
def start_kernel(count: cutlass.Int32, rows: cutlass.Int32, order: cute.Tensor, flags: cute.Tensor):
    """Where the places of each number's rows begin, and how many they are: a warp takes room for its numbers from
    `flags[0]`. What it has read is 0 for the next launch."""
    at = thread_number()
    lane = at % WARP
    own = flags[1 + at] if at < rows else cutlass.Int32(0)
    until = own
    for k in cutlass.range_constexpr(WARP.bit_length() - 1):
        before = cute.arch.shuffle_sync_up(until, 1 << k, mask_and_clamp=0)
        until += before if lane >= 1 << k else 0
    first = cutlass.Int32(0)
    if lane == WARP - 1:
        first = cute.arch.atomic_add(flags.iterator, until)
    first = cute.arch.shuffle_sync(first, WARP - 1)
    if at < rows:
        order[2 * count + 2 * at] = first + until - own
        order[2 * count + 2 * at + 1] = own
        flags[1 + at] = cutlass.Int32(0)


@cute.kernel
def order_kernel(
    numbers: cute.Tensor, count: cutlass.Int32, rows: cutlass.Int32, order: cute.Tensor, flags: cute.Tensor
):
    """Puts the rows in the order of their numbers, behind how many of the same number came before."""
    at = thread_number()
    number, inside = number_at(numbers, at, rows)
    if inside:
        order[count + order[2 * count + 2 * number] + order[at]] = at
    if at == 0:
        flags[0] = cutlass.Int32(0)


@cute.jit
def rows_with(order: Any, count: Any, number: Any, numbers: Any) -> Any:
    """Where the rows with a number begin in their order, and how many there are."""
    first, found = cutlass.Int32(0), cutlass.Int32(0)
    if number < numbers:
        first, found = order[2 * count + 2 * number], order[2 * count + 2 * number + 1]
    return first, found


@cute.kernel
def sum_kernel(source: cute.Tensor, out: cute.Tensor, order: cute.Tensor, tile: cutlass.Constexpr[RowTile]):
    """Rows of sums in turn, by the threads of a tile: most have few rows to add, or none."""
    index, lane = place(tile)
    blocks, _, _ = cute.arch.grid_dim()
    count, numbers = source.shape[0], out.shape[0]
    first, found = rows_with(order, count, index, numbers)
    while index < numbers:
        following = index + blocks * tile.rows
        next_first, next_found = rows_with(order, count, following, numbers)  # on its way while this row is added up
        target = out[(index, None)]
        for piece in range(pieces(target, tile)):
            total = cute.make_rmem_tensor((tile.vector, tile.loads), cutlass.Float32)
            total.fill(0.0)
            for k in cutlass.range(found, unroll=AHEAD):
                row = source[(order[count + first + k], None)]
                total.store(total.load() + load(row, True, lane, tile, 0.0, piece))
            store(total.load(), target, True, lane, tile, piece)
        index, first, found = following, next_first, next_found


@cute.jit
def sums_by_number(
    numbers: cute.Tensor, source: cute.Tensor, out: cute.Tensor, order: cute.Tensor, flags: cute.Tensor,
    tile: cutlass.Constexpr[RowTile],
):  # fmt: skip
    """`out[n, :]` is the sum of `source[r, :]` over all rows r with `numbers[r] == n`.

    `order` has room for two numbers of each row of the source and of each row of sums; `flags` has one more than there
    are sums, all 0 before and after.
    """
    count, rows = source.shape[0], out.shape[0]
    of_source, of_sums = (cute.ceil_div(extent, THREADS) for extent in (count, rows))
    count_kernel(numbers, rows, order, flags).launch(grid=(of_source, 1, 1), block=(THREADS, 1, 1))
    start_kernel(count, rows, order, flags).launch(grid=(of_sums, 1, 1), block=(THREADS, 1, 1))
    order_kernel(numbers, count, rows, order, flags).launch(grid=(of_source, 1, 1), block=(THREADS, 1, 1))
    sum_kernel(source, out, order, tile).launch(grid=grid_of(rows, tile), block=(tile.block, 1, 1))
