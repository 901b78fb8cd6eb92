"""Functions of elements, fused into one pass: any Python function.

Floor for n elements of b bytes, k arrays read and m written: (k+m)*n*b bytes moved, at 4.3 TB/s on an H200.
How it gets there: a thread works on several 16-byte accesses, all of whose loads are under way before the first value
is used; arrays that are repeated along an axis are read once where they are repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import DTYPES, LARGEST_EXTENT, View, apart, result, same_device, view_of
from cutedsl.ops.epilogues import callable_of, numbers_of
from cutedsl.ops.function_meaning import function_meaning
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.reduction.fold_modes import reshaped
from cutedsl.ops.refuse import refused
from cutedsl.ops.rowwise.rows import flat_rows, load, store
from cutedsl.ops.rowwise.tile import LOADS, RowTile, power_at_least, vector_of

THREADS: Final = 256
"""Eight warps: with 16-byte accesses a block moves 4 KiB at a time, and eight blocks fill an SM of 2048 threads."""


@cute.kernel
def pointwise_kernel(
    tensors: Any, tile: cutlass.Constexpr[RowTile], function: cutlass.Constexpr[Callable[..., Any]],
    reads: cutlass.Constexpr[int],
):  # fmt: skip
    """A piece of some rows: the first `reads` tensors are given, the others written."""
    block, _, _ = cute.arch.block_idx()
    thread, _, _ = cute.arch.thread_idx()
    flat = [flat_rows(x) for x in tensors]
    rows, columns = cute.size(flat[0], mode=[0]), cute.size(flat[0], mode=[1])
    pieces = cute.ceil_div(columns, tile.columns)
    index, lane = block // pieces * tile.rows + thread // tile.threads, thread % tile.threads
    present, at = index < rows, cute.idx2crd(index, flat[0].shape[0])
    piece = block % pieces
    values = [piece_of(x[(at, None)], present, lane, tile, piece) for x in flat[:reads]]
    results = [numbers_of(function, elements, len(flat) - reads) for elements in zip(*values, strict=True)]
    for k in cutlass.range_constexpr(len(flat) - reads):
        out = cute.make_rmem_tensor((tile.vector, tile.loads), cutlass.Float32)
        for e in cutlass.range_constexpr(len(results)):
            out[e] = cutlass.Float32(results[e][k])
        store(out.load(), flat[reads + k][(at, None)], present, lane, tile, piece)


def piece_of(row: Any, present: Any, lane: Any, tile: RowTile, piece: Any) -> list[Any]:
    """Float32 elements of this thread; an element that its row repeats is read once."""
    if cute.is_static(row.stride) and not cute.size(row.stride):
        return [row[0].to(cutlass.Float32)] * (tile.vector * tile.loads)
    values = load(row, present, lane, tile, 0.0, piece)
    return [values.element(k) for k in range(values.count)]


@cute.jit
def pointwise(
    tile: cutlass.Constexpr[RowTile], function: cutlass.Constexpr[Callable[..., Any]], reads: cutlass.Constexpr[int],
    *tensors: Any,
):  # fmt: skip
    """`written... = function(given...)`, element by element; all tensors have one shape (rows..., columns)."""
    flat = flat_rows(tensors[0])
    pieces = cute.ceil_div(cute.size(flat, mode=[1]), tile.columns)
    groups = cute.ceil_div(cute.size(flat, mode=[0]), tile.rows)
    pointwise_kernel(tensors, tile, function, reads).launch(grid=(groups * pieces, 1, 1), block=(tile.block, 1, 1))


def common_shape(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape that all are spread to: axes from the last on, extents 1 repeat. Errors: ops-shape.

    >>> common_shape([(4, 1), (3,), ()])
    (4, 3)
    """
    rank = max(map(len, shapes))
    padded = [(1,) * (rank - len(shape)) + shape for shape in shapes]
    extents = tuple(next((n for n in column if n != 1), 1) for column in zip(*padded, strict=True))
    if any(n not in (1, m) for shape in padded for n, m in zip(shape, extents, strict=True)):
        raise refused("ops-shape", f"the shapes {', '.join(map(str, shapes))} have no common shape")
    return extents


def spread(view: View, shape: tuple[int, ...]) -> View:
    """The view repeated, by strides of 0, to a shape."""
    missing = len(shape) - view.rank
    strides = (0,) * missing + tuple(0 if n == 1 else d for n, d in zip(view.shape, view.strides, strict=True))
    return reshaped(view, shape, strides)


def merged(views: Sequence[View]) -> list[View]:
    """Views of one shape as (rows..., columns), axes merged where all allow it, the innermost row axis first."""
    modes: list[tuple[int, tuple[int, ...]]] = []
    shape = views[0].shape
    for k in reversed(range(len(shape))):
        strides = tuple(view.strides[k] for view in views)
        if shape[k] == 1:
            continue
        fits = bool(modes) and modes[-1][0] * shape[k] <= LARGEST_EXTENT
        if fits and all(modes[-1][0] * a == b for a, b in zip(modes[-1][1], strides, strict=True)):
            modes[-1] = (modes[-1][0] * shape[k], modes[-1][1])
        else:
            modes.append((shape[k], strides))
    if not modes:
        modes.append((1, (1,) * len(views)))
    if len(modes) < 2:
        modes.append((1, (0,) * len(views)))
    modes = [*modes[1:], modes[0]]
    extents = tuple(n for n, _ in modes)
    return [reshaped(view, extents, tuple(d[i] for _, d in modes)) for i, view in enumerate(views)]


def fused(function: Callable[..., Any], given: Sequence[View], written: Sequence[View]) -> None:
    """Launches `pointwise` on views, which are spread to the shape of what is written."""
    if 0 in written[0].shape:
        return
    views = merged([*(spread(view, written[0].shape) for view in given), *written])
    vector = vector_of([view for view in views if view.strides[-1] != 0])
    accesses = -(-views[0].shape[-1] // vector)
    threads = min(THREADS, power_at_least(accesses))
    loads = min(LOADS, -(-accesses // threads))
    tile = RowTile(vector, threads, max(1, THREADS // threads), loads, 1)
    launch(pointwise, views, tile, function, len(given), last=True, meaning=function_meaning(function))


@remembered
def elementwise(function: Callable[..., Any], *tensors: Any, out: Any = None) -> Any:
    """Applies `function` to the elements of broadcast arrays, in one pass and in float32.

    `function` takes and returns numbers; `cute.math` has the functions, and a function that decides by values
    (`x if x > 0 else 0`) is decorated with `@cute.jit`. It is compiled at its first call; captured values are
    read again at each call. **Shapes**: broadcast as in NumPy; the result is like the first array.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-function.

    >>> import numpy as np
    >>> elementwise(lambda x, y: x * y + 1, np.ones((2, 2), np.float32), np.arange(2, dtype=np.float32))
    array([[1., 2.],
           [1., 2.]], dtype=float32)
    """
    callable_of("function", function)
    if not tensors:
        raise refused("ops-array", "`elementwise` got no array")
    given = [view_of(f"tensors[{k}]", x, tuple(DTYPES)) for k, x in enumerate(tensors)]
    same_device(given[0], **{f"tensors[{k}]": view for k, view in enumerate(given)})
    made = result(given[0], common_shape([view.shape for view in given]), out)
    apart(made, *given, in_place=True)
    fused(function, given, [made])
    return made.array
