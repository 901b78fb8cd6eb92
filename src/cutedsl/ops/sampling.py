"""Tokens drawn from rows of logits, of the k most likely, or of the most likely that make up a probability.

Floor for M x N elements of b bytes: M*N*b bytes read; on an H200 (reads 4.4 TB/s) 64 x 128256 bf16 takes 4 us. How it
gets there: a row is read once, into the registers of a cluster, and nothing is sorted. The least logit that stays is
found two bits at a time, by counts and sums over the row. Each element that stays draws a time, and the first one
wins.
"""

from __future__ import annotations

import math
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, number_of, result, same_device, same_shape, view_of, with_axes
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.random_numbers import exponential_draw, words_from
from cutedsl.ops.reduction.fold_modes import reduced_mode, reshaped
from cutedsl.ops.reduction.folds import ARGMAX
from cutedsl.ops.refuse import refused
from cutedsl.ops.rowwise.reader import sums
from cutedsl.ops.rowwise.ring import each_row
from cutedsl.ops.rowwise.rows import (
    add,
    cluster_of,
    exchanges_over,
    flat_rows,
    fold,
    grid_of,
    largest,
    pieces,
    row_merged,
)
from cutedsl.ops.rowwise.tile import RowTile, row_tile, rows_of, vector_of
from cutedsl.ops.softmaxes import LOG2_E

STEP: Final = 2
"""Bits of a logit that an iteration finds: three bounds, of which each element is compared with all."""
THREADS: Final = 512
"""Of a block: each has 128 registers, for the elements of a row and what is made of them."""


@cute.jit
def logit_of(key: Any, kind: cutlass.Constexpr[Any]) -> Any:
    """The number of a type whose place in the order of all its numbers is `key`; beyond the infinities, these."""
    sign, exponent = 1 << (kind.width - 1), ((1 << kind.exponent_width) - 1) << kind.mantissa_width
    word = key ^ sign if key >= sign else ~key & (2 * sign - 1)
    if cutlass.const_expr(kind.width == 16):
        number = cutlass.Uint16(word).bitcast(kind).to(cutlass.Float32)
    else:
        number = cutlass.Uint32(word).bitcast(kind)
    number = cutlass.Float32.inf if key > sign + exponent else number
    return -cutlass.Float32.inf if key < sign - 1 - exponent else number


@cute.jit
def least_that_stays(row: Any, likelihood: Any, at_least: Any, floor: Any, counts: cutlass.Constexpr[bool]) -> Any:
    """The largest likelihood of a logit such that the elements from it on are `at_least` in count or in sum.

    Those below `floor` do not count, and it is not below `floor`.
    """
    kind = row.sources[0].element_type
    bounds = cute.make_rmem_tensor(((1 << STEP) - 1,), cutlass.Float32)
    key = cutlass.Uint32(0)
    for step in range(kind.width // STEP):
        shift = kind.width - STEP * (step + 1)
        for digit in cutlass.range_constexpr(cute.size(bounds)):
            bounds[digit] = logit_of(key | (cutlass.Uint32(digit + 1) << shift), kind)
        bounds.store(likelihood(bounds.load()))
        own = [cutlass.Float32(0.0) for _ in range(cute.size(bounds))]
        for piece in range(pieces(row.sources[0], row.tile)):
            (values,) = row.read(piece)
            for digit in cutlass.range_constexpr(cute.size(bounds)):
                stays = values >= cutlass.max(bounds[digit], floor)
                own[digit] += fold(cute.where(stays, stays_as(values, counts), cute.full_like(values, 0.0)), add)
        digits = cutlass.Uint32(0)
        for found in row_merged(own, sums, row.tile):
            digits += cutlass.Uint32(1 if found >= at_least and found > 0.0 else 0)
        exchanges_over(row.tile)
        key = key | (digits << shift)
    bounds[0] = logit_of(key, kind)
    return cutlass.max(likelihood(bounds.load())[0], floor)


def stays_as(values: Any, counts: bool) -> Any:
    """What an element that stays adds: 1, or itself."""
    return cute.full_like(values, 1.0) if counts else values


@cute.kernel
def sample_kernel(
    x: cute.Tensor, tokens: cute.Tensor, temperatures: Any, counts: Any, parts: Any, temperature: cutlass.Float32,
    count: cutlass.Int32, part: cutlass.Float32, seed: cutlass.Int64, offset: cutlass.Int64,
    tile: cutlass.Constexpr[RowTile], limits: cutlass.Constexpr[tuple[bool, bool]],
):  # fmt: skip
    """A row by the threads of a tile."""

    def one_row(row: Any) -> None:
        settings = [
            of_row(some, row, one) for some, one in ((temperatures, temperature), (counts, count), (parts, part))
        ]
        sample_row(row, tokens, settings, (seed, offset), limits)

    each_row((x,), tile, one_row, -math.inf)


@cute.jit
def of_row(some: Any, row: Any, one: Any) -> Any:
    """A row's own setting, or that of all rows."""
    if cutlass.const_expr(some is not None):
        one = some[row.index].to(one.dtype) if row.present else one
    return one


@cute.jit
def sample_row(row: Any, tokens: Any, settings: Any, draws: Any, limits: cutlass.Constexpr[tuple[bool, bool]]) -> None:
    """A row's token; -1 for a row that has no largest finite logit."""
    temperature, count, part = settings
    own = -cutlass.Float32.inf
    for piece in range(pieces(row.sources[0], row.tile)):
        own = largest(own, fold(row.read(piece)[0], largest))
    (top,) = row_merged([own], lambda a, b: [largest(a[0], b[0])], row.tile)
    exchanges_over(row.tile)
    greedy = temperature <= 0.0
    steepness = LOG2_E / (cutlass.Float32(1.0) if greedy else temperature)

    def likelihood(x: Any) -> Any:
        plain = cute.math.exp2((x - top) * steepness)
        only = cute.where(x == top, cute.full_like(x, 1.0), cute.full_like(x, 0.0))
        return cute.where(cute.full_like(x, 0.0) < greedy.to(cutlass.Float32), only, plain)

    row = row.joined(likelihood)
    floor = cutlass.Float32(0.0)
    if cutlass.const_expr(limits[0]):
        floor = least_that_stays(row, likelihood, count.to(cutlass.Float32), floor, True)
    if cutlass.const_expr(limits[1]):
        total = total_from(row, floor)
        floor = least_that_stays(row, likelihood, part.to(cutlass.Float32) * total, floor, False)
    best = winner(row, floor, greedy, draws)
    if row.lane == 0 and row.present:
        token = best[1] if top - top == 0.0 else cutlass.Int32(-1)
        tokens[row.index] = token.to(tokens.element_type)


@cute.jit
def total_from(row: Any, floor: Any) -> Any:
    """The sum of the elements from `floor` on."""
    own = cutlass.Float32(0.0)
    for piece in range(pieces(row.sources[0], row.tile)):
        (values,) = row.read(piece)
        own += fold(cute.where(values >= floor, values, cute.full_like(values, 0.0)), add)
    (total,) = row_merged([own], sums, row.tile)
    exchanges_over(row.tile)
    return total


@cute.jit
def winner(row: Any, floor: Any, greedy: Any, draws: Any) -> Any:
    """The place of the element from `floor` on whose time, drawn for its likelihood, comes first, as (rate, place)."""
    tile: RowTile = row.tile
    best = ARGMAX.start()
    seed, offset = draws
    high = cutlass.Int64(row.index) << 32
    for piece in range(pieces(row.sources[0], tile)):
        (values,) = row.read(piece)
        for k in cutlass.range_constexpr(tile.loads):
            first = ((piece * tile.loads + k) * tile.lanes + row.lane) * tile.vector
            words = words_from(first, tile.vector, offset, seed, high)
            for j in cutlass.range_constexpr(tile.vector):
                value = values[(j, k)]
                time = cutlass.Float32(1.0) if greedy else exponential_draw(words[j])
                rate = value / time if value >= floor and value > 0.0 else cutlass.Float32(-1.0)
                best = ARGMAX.merge(best, [rate, first + j])
    return row_merged(best, ARGMAX.merge, tile)


@cute.jit
def sample_rows(
    x: cute.Tensor, tokens: cute.Tensor, temperatures: Any, counts: Any, parts: Any, temperature: cutlass.Float32,
    count: cutlass.Int32, part: cutlass.Float32, seed: cutlass.Int64, offset: cutlass.Int64,
    tile: cutlass.Constexpr[RowTile], limits: cutlass.Constexpr[tuple[bool, bool]],
):  # fmt: skip
    """`tokens[r]`, drawn from `softmax(x[r, :] / temperature)` within its limits: of count, and of probability."""
    rows = cute.size(flat_rows(x), mode=[0])
    sample_kernel(x, tokens, temperatures, counts, parts, temperature, count, part, seed, offset, tile, limits).launch(
        grid=grid_of(rows, tile), block=(tile.block, 1, 1), cluster=cluster_of(tile)
    )


def _setting(name: str, value: Any, logits: View, kind: type[int] | type[float], plain: float) -> tuple[Any, Any]:
    """A setting as an array of the rows, or None, and as one number. Errors: ops-number, ops-shape, ops-dtype."""
    if value is None:
        return None, plain
    if hasattr(value, "shape"):
        view = view_of(name, value, ("int32", "int64") if kind is int else ("float32",))
        same_shape(name, view, logits.shape[:-1])
        same_device(logits, **{name: view})
        mode = reduced_mode(view, range(view.rank))
        if mode is None:
            raise refused("ops-shape", f"`{name}` has the strides {view.strides}; rows are counted by one stride")
        return reshaped(view, (mode[0],), (mode[1],)), plain
    number = number_of(name, value, kind)
    if not 0 <= number < 2**31 or (kind is int and number < 1):
        raise refused("ops-number", f"`{name}` is {value!r}; it must not be negative, and a count at least 1")
    return None, number


@remembered
def sample(
    logits: Any,
    seed: int,
    *,
    offset: int = 0,
    temperature: Any = 1.0,
    top_k: Any = None,
    top_p: Any = None,
    out: Any = None,
) -> Any:
    """Samples a token (int64) for each row of logits from `softmax(logits / temperature)` along the last axis.

    `top_k` keeps the k largest, `top_p` then the largest whose probabilities add up to at least p (of those `top_k`
    left). Those whose float32 probability equals that at the limit stay too. A temperature of 0 takes the largest, of
    equals the first. The settings are numbers, or arrays with one for each row: temperature and `top_p` of float32,
    `top_k` of int32 or int64. Element i of row r draws by word i % 4 of Philox 4x32-10 with the counter
    (r * 2**32 + i // 4, `offset`) and the key `seed`.
    The same call gives the same tokens. A row without a largest finite logit, or with NaN, gives -1.

    **Shapes**: `logits` (rows..., columns), tokens (rows...). Errors: ops-array, ops-dtype, ops-shape, ops-device,
    ops-number.

    >>> import numpy as np
    >>> sample(np.array([[0.0, 9.0, 1.0], [5.0, 4.0, 5.0]], np.float32), seed=7, top_k=1, temperature=0.0)
    array([1, 0])
    """
    given = with_axes("logits", logits)
    wanted = (("temperature", temperature, float, 1.0), ("top_k", top_k, int, 1), ("top_p", top_p, float, 1.0))
    settings = [_setting(name, value, given, kind, plain) for name, value, kind, plain in wanted]
    draws = [number_of(name, value, int) for name, value in (("seed", seed), ("offset", offset))]
    if any(not -(2**63) <= word < 2**63 for word in draws):
        raise refused(
            "ops-number", f"`seed` is {seed} and `offset` {offset}; they must be integers from -2**63 to 2**63 - 1"
        )
    tokens = result(given, given.shape[:-1], out, "int64")
    mode = reduced_mode(tokens, range(tokens.rank))
    if given.shape[-1] == 0 or mode is None:
        raise refused("ops-shape", f"`logits` has the shape {given.shape}, tokens the strides {tokens.strides}")
    not_again()  # a seed hardly comes twice
    if 0 in given.shape:
        return tokens.array
    source = rows_of(given, given.rank - 1)
    tile = row_tile(source.shape[-1], vector_of((source,)), source.dtype.width, THREADS)
    views = (source, reshaped(tokens, (mode[0],), (mode[1],)), *(view for view, _ in settings))
    limits = top_k is not None, top_p is not None
    launch(sample_rows, views, tile, limits, numbers=[*(number for _, number in settings), *draws])
    return tokens.array
