"""Quantisation: elements as 8-bit floats or integers times a scale, one for each block of rows and columns.

Floor for M x N elements of b bytes: (b+1)*M*N bytes moved; on an H200 (copy 4.3 TB/s) 16384 x 8192 bf16 takes 94 us.
How it gets there: a block of elements is read once, into registers or shared memory, for its largest and for the
result. Columns as a whole are held by the shared memory of all multiprocessors (`columns`), or read twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, dtype_named, number_of, result, view_of, with_axes
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.pointwise.functions import fused
from cutedsl.ops.programs import launch
from cutedsl.ops.quantization.columns import quantized_in_slabs
from cutedsl.ops.quantization.scales import LARGEST, factor_of, magnitude, rounded, scale_of
from cutedsl.ops.reduction.fold_modes import reshaped
from cutedsl.ops.reduction.folds import ABSMAX
from cutedsl.ops.reduction.reductions import reduced
from cutedsl.ops.refuse import refused
from cutedsl.ops.rowwise.reader import write_row
from cutedsl.ops.rowwise.ring import each_row
from cutedsl.ops.rowwise.rows import cluster_of, flat_rows, fold, grid_of, pieces, row_merged
from cutedsl.ops.rowwise.tile import (
    LOADS,
    MOST_LOADS,
    MOST_THREADS,
    RowTile,
    power_at_least,
    rows_of,
    tile_of_exchange,
    vector_of,
    widest,
)

MOST_IN_BLOCK: Final = 1 << 14
"""Elements of several rows that share a scale: the threads of a block hold them."""
ELEMENTS: Final = 32
"""Of a thread at most, where accesses are wide; narrow ones take more threads."""
Block = tuple[int | None, int | None]


def row_magnitude(own: Any, tile: RowTile, turn: Any = 0) -> Any:
    """The largest absolute value of a row from those of its threads."""
    return row_merged([own], lambda a, b: [magnitude(a[0], b[0])], tile, turn)[0]


@cute.kernel
def quantize_rows_kernel(
    x: cute.Tensor, y: cute.Tensor, scales: cute.Tensor, tile: cutlass.Constexpr[RowTile],
    largest: cutlass.Constexpr[float],
):  # fmt: skip
    """A row by the threads of a tile: its scale, and its elements divided by it."""
    each_row((x,), tile, lambda row: quantize_row(row, y, scales, largest))


@cute.jit
def quantize_row(row: Any, y: Any, scales: Any, largest: cutlass.Constexpr[float]) -> None:
    """A row's scale, and its results."""
    own = cutlass.Float32(0.0)
    for piece in range(pieces(row.sources[0], row.tile)):
        own = magnitude(own, fold(row.read(piece)[0], magnitude))
    top = row_magnitude(own, row.tile, row.turn)
    factor = factor_of(top, largest)
    write_row(row, lambda _, values: rounded(values * factor, largest), y)
    if row.lane == 0 and row.present:
        flat_rows(scales)[(row.index, 0)] = scale_of(top, largest)


@cute.jit
def quantize_rows(
    x: cute.Tensor, y: cute.Tensor, scales: cute.Tensor, tile: cutlass.Constexpr[RowTile],
    largest: cutlass.Constexpr[float],
):  # fmt: skip
    """`scales[r..., 0] = max(abs(x[r..., :])) / largest`, `y = x / scales`."""
    rows = cute.size(flat_rows(x), mode=[0])
    quantize_rows_kernel(x, y, scales, tile, largest).launch(
        grid=grid_of(rows, tile), block=(tile.block, 1, 1), cluster=cluster_of(tile)
    )


@cute.kernel
def quantize_blocks_kernel(
    x: cute.Tensor, y: cute.Tensor, scales: cute.Tensor, tile: cutlass.Constexpr[RowTile],
    block: cutlass.Constexpr[tuple[int, int]], largest: cutlass.Constexpr[float],
):  # fmt: skip
    """Some rows and columns of a matrix (batch..., rows, columns), held in registers."""
    number, _, _ = cute.arch.block_idx()
    thread, _, _ = cute.arch.thread_idx()
    gX, gY, gS = (cute.group_modes(t, 0, cute.rank(t) - 2) for t in (x, y, scales))
    across = gS.shape[2]
    of_matrix = gS.shape[1] * across
    batch, at = number // of_matrix, number % of_matrix
    row, column = at // across * block[0], at % across * (block[1] // tile.vector)
    source, target = (cute.zipped_divide(t[(batch, None, None)], (1, tile.vector)) for t in (gX, gY))
    accesses = gX.shape[2] // tile.vector
    per_row = block[1] // tile.vector
    held = cute.make_rmem_tensor((tile.vector, tile.loads), x.element_type)
    held.fill(0)
    for k in cutlass.range_constexpr(tile.loads):
        e = k * tile.threads + thread
        r, c = row + e // per_row, column + e % per_row
        if e < block[0] * per_row and r < gX.shape[1] and c < accesses:
            held[(None, k)].store(source[((0, None), (r, c))].load())
    values = held.load().to(cutlass.Float32)
    top = row_magnitude(fold(values, magnitude), tile)
    made = rounded(values * factor_of(top, largest), largest)
    for k in cutlass.range_constexpr(tile.loads):
        e = k * tile.threads + thread
        r, c = row + e // per_row, column + e % per_row
        if e < block[0] * per_row and r < gX.shape[1] and c < accesses:
            target[((0, None), (r, c))].store(made[(None, k)].to(y.element_type))
    if thread == 0:
        gS[(batch, at // across, at % across)] = scale_of(top, largest)


@cute.jit
def quantize_blocks(
    x: cute.Tensor, y: cute.Tensor, scales: cute.Tensor, tile: cutlass.Constexpr[RowTile],
    block: cutlass.Constexpr[tuple[int, int]], largest: cutlass.Constexpr[float],
):  # fmt: skip
    """As `quantize_rows`, with a scale for each block of rows and columns."""
    quantize_blocks_kernel(x, y, scales, tile, block, largest).launch(
        grid=(cute.size(scales), 1, 1), block=(tile.block, 1, 1)
    )


def _by_rows(given: View, made: View, scales: View, width: int, largest: float) -> None:
    """Launches the quantisation of pieces of rows; the last piece of a row may be shorter."""
    columns = given.shape[-1]
    if columns % width and columns > width:
        whole = columns // width * width
        for part, steps in ((slice(None, whole), slice(None, -1)), (slice(whole, None), slice(-1, None))):
            first, second = (view_of(v.name, v.array[..., part], (v.dtype_name,)) for v in (given, made))
            _by_rows(first, second, view_of("scales", scales.array[..., steps]), min(width, first.shape[-1]), largest)
        return
    width = min(width, columns)
    cut = [
        reshaped(v, (*v.shape[:-1], columns // width, n), (*v.strides[:-1], n * v.strides[-1], v.strides[-1]))
        for v, n in ((given, width), (made, width), (scales, 1))
    ]
    source, target, factors = (rows_of(v, v.rank - 1) for v in cut)
    vector = widest((target,), vector_of((source,)))
    launch(quantize_rows, (source, target, factors), tile_of_exchange(width, vector, given.dtype.width), largest)


def _by_blocks(given: View, made: View, scales: View, block: tuple[int, int], largest: float) -> None:
    """Launches the quantisation of blocks of several rows."""
    views = [v if v.rank > 2 else reshaped(v, (1, *v.shape), (0, *v.strides)) for v in (given, made, scales)]
    vector = math.gcd(widest(views[1:2], vector_of(views[:1])), block[1])
    accesses = -(-block[0] * block[1] // vector)
    wanted = -(-block[0] * block[1] // ELEMENTS) if vector >= LOADS else accesses // MOST_LOADS
    threads = min(max(power_at_least(wanted), 32), MOST_THREADS)
    tile = RowTile(vector, threads, 1, -(-accesses // threads), 1)
    launch(quantize_blocks, views, tile, block, largest)


def _by_columns(given: View, made: View, scales: View, axes: tuple[int, ...], largest: float) -> None:
    """Quantises with a scale for all elements along some axes: their largest is found first."""
    if axes == (-2,) and quantized_in_slabs(given, made, scales, largest):
        return
    tops = view_of("x", reduced(given.array, axes, True, None, ABSMAX))
    fused(_scales_by(largest), [tops], [scales])
    fused(_results_by(largest), [given, tops], [made])


def _scales_by(largest: float) -> Callable[[Any], Any]:
    """As `scale_of`; what it reads is known, so that its program is remembered."""
    return lambda top: cutlass.select_(top == 0.0, 1.0, top / largest)


def _results_by(largest: float) -> Callable[[Any, Any], Any]:
    """As `factor_of` and `rounded`."""
    if largest == LARGEST["int8"]:
        return lambda x, top: cute.math.roundeven(x * cutlass.select_(top == 0.0, 1.0, largest / top))
    return lambda x, top: x * cutlass.select_(top == 0.0, 1.0, largest / top)


def _block_of(block: Any, given: View) -> Block:
    """The block as it is given, checked. Errors: ops-shape, ops-number."""
    if not isinstance(block, tuple | list) or len(block) != 2:  # pyright: ignore[reportUnknownArgumentType]
        raise refused("ops-shape", f"`block` is {block!r}; it must be (rows, columns), None for all of them")
    rows, columns = (None if n is None else number_of("block", n, int) for n in block)  # pyright: ignore
    if any(n is not None and n < 1 for n in (rows, columns)):
        raise refused("ops-shape", f"`block` is {block!r}; rows and columns are at least 1")
    fits = rows == 1 or (rows is None and columns in (None, 1))
    if not fits and (rows is None or columns is None or rows * columns > MOST_IN_BLOCK):
        raise refused(
            "ops-shape",
            f"`block` is {block!r}: {MOST_IN_BLOCK} elements of several rows share a scale at most",
            fix="Use (1, n), (1, None), (None, 1), (None, None), or smaller blocks.",
        )
    if rows != 1 and given.rank < 2:
        raise refused("ops-shape", f"`x` has the shape {given.shape}; blocks of rows need two axes")
    return rows, columns


@remembered
def quantize(
    x: Any, dtype: Any = "float8_e4m3fn", *, block: Block = (1, 128), out: Any = None, scales: Any = None
) -> tuple[Any, Any]:
    """`(y, scales)` with 8-bit elements: `y * scales` is `x`, the largest of each block of the last two axes exactly.

    `dtype` is float8_e4m3fn, float8_e5m2 (torch only) or int8; a scale is the block's largest absolute value divided by
    the type's largest (448, 57344, 127), or 1 for zeros. Results are rounded to nearest, of equals to even. `block` is
    (rows, columns), None for all: (1, 128) and (128, 128) are what `blockscaled_matmul` takes, (1, None) is for
    `scale_a` of `matmul`, (None, 1) for its `scale_b`. A block with NaN or infinite elements has such a scale.

    **Shapes**: `x` (..., M, N), `y` alike, `scales` (..., M / rows, N / columns), rounded up, of float32.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number.

    >>> import numpy as np
    >>> quantize(np.array([[1.0, -2.0, 0.5, 0.0]], np.float32), "int8", block=(1, None))
    (array([[  64, -127,   32,    0]], dtype=int8), array([[0.01574803]], dtype=float32))
    """
    given = with_axes("x", x)
    name = dtype_named("dtype", dtype, tuple(LARGEST))
    if name != "int8" and given.framework == "numpy":
        raise refused("ops-dtype", f"`dtype` is {name}, which NumPy has not; torch tensors have it")
    rows, columns = _block_of(block, given)
    largest, made = LARGEST[name], result(given, given.shape, out, name)
    width = columns or given.shape[-1]
    sizes = (rows or given.shape[-2], width) if given.rank > 1 else (width,)
    counts = tuple(-(-n // max(size, 1)) for n, size in zip(given.shape[-len(sizes) :], sizes, strict=True))
    factors = result(given, (*given.shape[: -len(counts)], *counts), scales, "float32", "scales")
    if 0 in given.shape:
        not_again()
        factors.native()[...] = 1
    elif rows == 1:
        _by_rows(given, made, factors, width, largest)
    elif rows is None:
        _by_columns(given, made, factors, (-2,) if columns == 1 else (-2, -1), largest)
    else:
        _by_blocks(given, made, factors, (rows, width), largest)
    return made.array, factors.array
