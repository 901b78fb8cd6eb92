"""Dropout: elements set to 0 at random, by a generator that knows an element's number and keeps no state.

Floor for n elements of b bytes: 2*n*b bytes moved, at 4.3 TB/s on an H200. How it gets there: four elements share a
turn of the generator, of seven rounds (with ten 151 us for 135, `benchmarks.gpu.row_operations dropout`), which runs
while other threads wait for memory; no mask is written, as the gradient makes it
anew.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import number_of, result, same_device, same_shape, view_of
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.pointwise.functions import THREADS
from cutedsl.ops.programs import launch
from cutedsl.ops.random_numbers import FEWEST_ROUNDS, words_from
from cutedsl.ops.reduction.fold_modes import reshaped
from cutedsl.ops.refuse import refused
from cutedsl.ops.rowwise.rows import flat_rows, load, store
from cutedsl.ops.rowwise.tile import LOADS, RowTile, power_at_least, rows_of, vector_of


@cute.kernel
def dropout_kernel(
    x: cute.Tensor, residual: Any, y: cute.Tensor, dropped: cutlass.Uint32, scale: cutlass.Float32, seed: cutlass.Int64,
    offset: cutlass.Int64, tile: cutlass.Constexpr[RowTile],
):  # fmt: skip
    """A piece of some rows."""
    block, _, _ = cute.arch.block_idx()
    thread, _, _ = cute.arch.thread_idx()
    flat, out = flat_rows(x), flat_rows(y)
    rows, columns = cute.size(flat, mode=[0]), cute.size(flat, mode=[1])
    pieces = cute.ceil_div(columns, tile.columns)
    index, lane = block // pieces * tile.rows + thread // tile.threads, thread % tile.threads
    piece, present = block % pieces, index < rows
    values = load(flat[(index, None)], present, lane, tile, 0.0, piece)
    if cutlass.const_expr(residual is not None):
        added = load(flat_rows(residual)[(index, None)], present, lane, tile, 0.0, piece)
    kept = cute.make_rmem_tensor((tile.vector, tile.loads), cutlass.Float32)
    for k in cutlass.range_constexpr(tile.loads):
        first = cutlass.Int64(index) * columns + ((piece * tile.loads + k) * tile.lanes + lane) * tile.vector
        words = words_from(first, tile.vector, offset, seed, rounds=FEWEST_ROUNDS)
        for j in cutlass.range_constexpr(tile.vector):
            kept[j, k] = values[(j, k)] * scale if words[j] >= dropped else cutlass.Float32(0.0)
    total = kept.load()
    if cutlass.const_expr(residual is not None):
        total = total + added
    store(total, out[(index, None)], present, lane, tile, piece)


@cute.jit
def dropout_rows(
    x: cute.Tensor, residual: Any, y: cute.Tensor, dropped: cutlass.Uint32, scale: cutlass.Float32, seed: cutlass.Int64,
    offset: cutlass.Int64, tile: cutlass.Constexpr[RowTile],
):  # fmt: skip
    """`y = residual + scale * x` where the generator's word is at least `dropped`, else `residual`."""
    flat = flat_rows(x)
    pieces = cute.ceil_div(cute.size(flat, mode=[1]), tile.columns)
    groups = cute.ceil_div(cute.size(flat, mode=[0]), tile.rows)
    dropout_kernel(x, residual, y, dropped, scale, seed, offset, tile).launch(
        grid=(groups * pieces, 1, 1), block=(tile.block, 1, 1)
    )


@remembered
def dropout(x: Any, p: float, seed: int, *, offset: int = 0, residual: Any = None, out: Any = None) -> Any:
    """`x / (1 - p)` where an element stays, and 0 where it is dropped, with probability `p`; `residual` is added.

    Element number i, counted row by row, stays where word i % 4 of Philox 4x32-7 is at least p * 2**32; its counter is
    (i // 4, `offset`), its key `seed`. So the gradient of x is `dropout(grad, p, seed, offset=offset)`, and calls of
    one seed differ by their offsets. A captured CUDA graph drops the same elements each time it runs.

    **Shapes**: all alike. `p` is at least 0 and below 1; `seed` and `offset` are integers from -2**63 to 2**63 - 1.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number.

    >>> import numpy as np
    >>> dropout(np.ones(8, np.float32), 0.5, seed=1)
    array([2., 0., 0., 0., 0., 2., 0., 2.], dtype=float32)
    """
    given = view_of("x", x)
    other = None if residual is None else view_of("residual", residual)
    if other is not None:
        same_shape("residual", other, given.shape)
        same_device(given, residual=other)
    rate = number_of("p", p, float)
    if not 0 <= rate < 1:
        raise refused("ops-number", f"`p` is {p!r}; it must be at least 0 and below 1")
    words = [number_of(name, value, int) for name, value in (("seed", seed), ("offset", offset))]
    for name, word in zip(("seed", "offset"), words, strict=True):
        if not -(2**63) <= word < 2**63:
            raise refused("ops-number", f"`{name}` is {word}; it must be an integer from -2**63 to 2**63 - 1")
    made = result(given, given.shape, out)
    not_again()  # a seed hardly comes twice
    if 0 in given.shape:
        return made.array
    wide = [None if v is None else v if v.rank else reshaped(v, (1,), (1,)) for v in (given, other, made)]
    rows = [None if v is None else rows_of(v, v.rank - 1) for v in wide]
    views = [v for v in rows if v is not None]
    vector = vector_of(views)
    accesses = -(-views[0].shape[-1] // vector)
    threads = min(THREADS, power_at_least(accesses))
    tile = RowTile(vector, threads, max(1, THREADS // threads), min(LOADS, -(-accesses // threads)), 1)
    launch(dropout_rows, rows, tile, numbers=[round(rate * 2**32), 1 / (1 - rate), *words])
    return made.array
