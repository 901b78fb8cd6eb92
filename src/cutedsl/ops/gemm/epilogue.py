"""What happens to sums before they are stored: scales, addends, the author's function; in Float32."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.epilogues import applied


def finished(halves: Sequence[tuple[Any, Any]], scales: Sequence[Any], epilogue: Any, kind: Any) -> Any:
    """A thread's sums as elements of the result: `epilogue(scales[0] * factors * sum + scales[1 + i] * addends[i])`.

    Each of `halves` is (sums, (factors, addends)). A gated product has two of them, and an epilogue of both.
    Integer results are the sums themselves. Shapes: factors and addends are fragments like the sums; a scale of None
    is 1, and addends beyond the scales go to the epilogue.
    """
    out = cute.make_rmem_tensor(halves[0][0].layout, kind)
    if cutlass.const_expr(kind is cutlass.Int32):
        out.store(halves[0][0].load())
        return out
    count = len(scales) - 1
    totals: list[Any] = []
    for sums, (factors, addends) in halves:
        total = sums.load().to(cutlass.Float32) * scales[0]
        for factor in factors:
            total = total * factor.load()
        for addend, scale in zip(addends[:count], scales[1:], strict=True):
            total = total + (addend.load() if scale is None else addend.load() * scale)
        totals.append(total)
    more = [addend.load() for _, (_, addends) in halves for addend in addends[count:]]
    out.store(applied(epilogue, *totals, *more).to(kind))
    return out


def batch_of(tensor: cute.Tensor, batch: Any) -> Any:
    """Which matrix of an operand (rows, columns, batch) belongs to a batch; a single one serves all."""
    extent: Any = tensor.shape[2]
    return 0 if isinstance(extent, int) and extent == 1 else batch


def half_of(tensor: Any, half: int, halves: int) -> Any:
    """A tensor (rows,K,L) from the first row of a half on; only the last half knows its end."""
    return tensor if half == 0 else cute.domain_offset((half * (tensor.shape[0] // halves), 0, 0), tensor)


def parts_from(tensor: cute.Tensor, thr_mma: Any, tile: tuple[Any, Any], at: tuple[Any, Any, Any]) -> list[Any]:
    """A thread's part of a tile of a tensor (M,N,L), and its coordinates: `at` is (row of tiles, column, plane)."""
    both = (tensor, cute.make_identity_tensor(tensor.shape))
    moved = (cute.domain_offset((0, at[1], 0), t) for t in both)
    return [thr_mma.partition_C(cute.local_tile(t, tile, (at[0], 0, at[2]))) for t in moved]


def halves_of_sums(
    acc: Any,
    firsts: Sequence[int],
    count: Any,
    terms: tuple[Any, Any],
    thr_mma: Any,
    tile: tuple[Any, Any],
    at: tuple[Any, Any, Any],
    columns: Any,
) -> list[tuple[Any, Any]]:
    """A thread's sums of a part of the result, and their terms, for each half: `count` sums from each of `firsts` on.

    The terms of a later half lie `columns` columns after those of the one before.
    """
    found: list[tuple[Any, Any]] = []
    for half, first in enumerate(firsts):
        there = at if half == 0 else (at[0], at[1] + half * columns, at[2])
        sums = cute.make_tensor(acc.iterator + first, cute.make_layout(count))
        found.append((sums, fetched_terms(terms, thr_mma, tile, there, count)))
    return found


def fetched_terms(terms: tuple[Any, Any], thr_mma: Any, tile: tuple[Any, Any], at: Any, count: Any) -> Any:
    """A thread's part of the tile `at` (row of tiles, column, plane) of all factors and addends, for `finished`."""
    return tuple([fetched(tensor, thr_mma, tile, at, count) for tensor in some] for some in terms)


@cute.jit
def fetched(tensor: cute.Tensor, thr_mma: Any, tile: tuple[int, int], at: tuple[Any, Any, Any], count: int) -> Any:
    """A thread's part of tile `at` of a tensor (M,N,L) in Float32; outside it any number.

    Shapes: `count` values, in the order of the thread's accumulators.
    """
    if cutlass.const_expr(is_row(tensor)):
        return _row_fetched(tensor, thr_mma, tile, at, count)
    parts = parts_from(tensor, thr_mma, tile, (at[0], at[1], batch_of(tensor, at[2])))
    values = cute.make_rmem_tensor(cute.make_layout(count), cutlass.Float32)
    for v in cutlass.range_constexpr(count):
        row, column, _ = parts[1][v]
        inside = (row < tensor.shape[0]) & (column < tensor.shape[1])
        values[v] = parts[0][v].to(cutlass.Float32) if inside else cutlass.Float32(0.0)
    return values


def is_row(tensor: cute.Tensor) -> bool:
    """Whether all rows of a tensor are one: an element then serves many of a thread's sums."""
    stride: Any = tensor.stride
    return isinstance(stride[0], int) and stride[0] == 0 and isinstance(stride[1], int)


@cute.jit
def _row_fetched(tensor: cute.Tensor, thr_mma: Any, tile: tuple[int, int], at: tuple[Any, Any, Any], count: int) -> Any:
    """`fetched` of a tensor whose rows are one: each element is read once; the last tile reads the last one again."""
    batch = batch_of(tensor, at[2])
    row, places = parts_from(tensor, thr_mma, tile, (at[0], at[1], batch))
    values = cute.make_rmem_tensor(cute.make_layout(count), cutlass.Float32)
    if at[1] + tile[1] <= tensor.shape[1]:
        _fill_once(values, row, lambda v: row[v])
    else:
        _fill_once(values, row, lambda v: tensor[0, min(places[v][1], tensor.shape[1] - 1), batch])
    return values


def _fill_once(values: Any, row: Any, read: Any) -> None:
    """Fills values with elements of a row, of which each is read once."""
    known: dict[int, Any] = {}
    for v in range(cute.size(values)):
        offset = row.layout(v)
        if offset not in known:
            known[offset] = read(v).to(cutlass.Float32)
        values[v] = known[offset]
