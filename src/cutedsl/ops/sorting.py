"""Rows in order, with the places that their elements had.

Floor for M x N elements of b bytes: (2*b+8)*M*N bytes moved. How it gets there: a row's elements and their numbers are
64-bit integers in shared memory, whose order is that of the elements, of equals that of their numbers; a bitonic
network puts them in order, a pair of elements a thread at a time.
Source: Batcher, "Sorting networks and their applications", 1968.
"""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.arrays import FLOATS, axis_of, result, view_of
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.refuse import refused
from cutedsl.ops.rowwise.rows import flat_rows
from cutedsl.ops.rowwise.tile import MOST_THREADS, RowTile, power_at_least, rows_of

LONGEST: Final = 1 << 14
"""Elements of a row at most: 128 KB of shared memory."""
_SIGN: Final = 1 << 31
_LAST: Final = (1 << 32) - 1


@cute.jit
def key_of(x: Any, descending: cutlass.Constexpr[bool]) -> Any:
    """A Uint32 whose order is that of the elements: NaN the largest, both zeros equal."""
    if cutlass.const_expr(x.dtype.is_float):
        value = x.to(cutlass.Float32) + 0.0
        bits = value.bitcast(cutlass.Uint32)
        key = ~bits if bits >= cutlass.Uint32(_SIGN) else bits | cutlass.Uint32(_SIGN)
        key = cutlass.Uint32(_LAST) if value != value else key
    else:
        key = cutlass.Uint32(x) ^ cutlass.Uint32(_SIGN)
    return ~key if cutlass.const_expr(descending) else key


@cute.kernel
def sort_kernel(
    x: cute.Tensor, values: cute.Tensor, places: cute.Tensor, tile: cutlass.Constexpr[RowTile],
    size: cutlass.Constexpr[int], descending: cutlass.Constexpr[bool],
):  # fmt: skip
    """A row by a block; `size`, a power of two, is at least its length."""
    row, _, _ = cute.arch.block_idx()
    thread, _, _ = cute.arch.thread_idx()
    source = flat_rows(x)[(row, None)]
    count = cute.size(source)
    held = utils.SmemAllocator().allocate_tensor(cutlass.Uint64, cute.make_layout(size))
    for at in range(thread, size, tile.threads):
        key = cutlass.Uint32(_LAST)  # what fills the row up comes after all, by its number
        if at < count:
            key = key_of(source[at], descending)
        held[at] = cutlass.Uint64(key) << 32 | cutlass.Uint64(at)
    cute.arch.sync_threads()
    put_in_order(held, thread, tile, size)
    sorted_values, sorted_places = flat_rows(values)[(row, None)], flat_rows(places)[(row, None)]
    for at in range(thread, count, tile.threads):
        place = cutlass.Int32(held[at] & cutlass.Uint64(_LAST))
        sorted_values[at] = source[place]
        sorted_places[at] = place.to(places.element_type)


@cute.jit
def put_in_order(held: Any, thread: Any, tile: cutlass.Constexpr[RowTile], size: cutlass.Constexpr[int]) -> None:
    """The bitonic network: runs of `run` elements, in turn rising and falling, become runs twice as long."""
    run = cutlass.Int32(2)
    while run <= size:
        step = run // 2
        while step > 0:
            for pair in range(thread, size // 2, tile.threads):
                low = pair % step
                first = (pair - low) * 2 + low
                a, b = held[first], held[first + step]
                if (a > b) == (first & run == 0):
                    held[first] = b
                    held[first + step] = a
            cute.arch.sync_threads()
            step = step // 2
        run = run * 2


@cute.jit
def sort_rows(
    x: cute.Tensor, values: cute.Tensor, places: cute.Tensor, tile: cutlass.Constexpr[RowTile],
    size: cutlass.Constexpr[int], descending: cutlass.Constexpr[bool],
):  # fmt: skip
    """`values[r..., :]` are those of `x[r..., :]` in order, `places` where they stood."""
    rows = cute.size(flat_rows(x), mode=[0])
    sort_kernel(x, values, places, tile, size, descending).launch(grid=(rows, 1, 1), block=(tile.block, 1, 1))


@remembered
def sort(x: Any, axis: int = -1, *, descending: bool = False) -> tuple[Any, Any]:
    """Sorts along an axis, and returns the elements and their old indices (int64); the sort is stable.

    NaN counts as largest, as in torch. **Shapes**: both results are like `x`, of floats or int32; at most 16384
    elements along the axis. Errors: ops-array, ops-dtype, ops-axis, ops-shape, ops-number.

    >>> import numpy as np
    >>> sort(np.array([3, 1, 2], np.float32))
    (array([1., 2., 3.], dtype=float32), array([1, 2, 0]))
    """
    given = view_of("x", x, (*FLOATS, "int32"))
    at = axis_of(given, axis)
    count = given.shape[at]
    if count > LONGEST:
        raise refused("ops-shape", f"{count} elements along axis {axis}; `sort` holds {LONGEST} at most")
    made, places = result(given, given.shape, None), result(given, given.shape, None, "int64")
    if 0 in given.shape:
        return made.array, places.array
    size = power_at_least(count)
    views = [rows_of(view, at) for view in (given, made, places)]
    threads = min(max(size // 2, 32), MOST_THREADS)
    launch(sort_rows, views, RowTile(1, threads, 1, 1, 1), size, bool(descending))
    return made.array, places.array
