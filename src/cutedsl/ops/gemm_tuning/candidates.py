"""The ways to cut a matrix product on Hopper that may be the fastest for its shape."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from cutedsl.ops.gemm.config import EPILOGUE_BYTES, EPILOGUE_ROWS, SHARED_BYTES, GemmConfig, epilogue_columns

WIDEST: Final = 256
"""The columns of the widest multiply."""
_WIDTHS: Final = (64, 128, 192, 256)
_NARROWEST: Final = 80
"""Of tiles that are cut to fit many columns."""
_NARROW: Final = 48
"""Of tiles that are cut to fit up to `_MOST_NARROW` columns."""
_MOST_NARROW: Final = 384
_MOST_FITTED: Final = 1024
"""Beyond so many columns the usual widths leave little outside, but for the rounds of a small product."""
_FEW_ROUNDS: Final = 6
_FORMS: Final = ((64, 1, False), (128, 2, False), (256, 2, False), (192, 3, False), (128, 2, True), (64, 2, True))
"""Rows of a tile, warp groups that multiply, and whether these take turns."""
_MOST_SUMS: Final = {1: 128, 2: 192, 3: 96}
"""Sums of a thread, by the warp groups that multiply."""
_MOST_BLOCKS: Final = 8
"""Of a cluster."""
_CLUSTERS: Final = ((1, 1), (2, 1), (4, 1), (1, 2))
"""Blocks along M, which share tiles of B, and along N, which share those of A. None of (2, 2), (4, 2), (1, 4), nor a
pair along N that also shares tiles along K, was the fastest of 191 products by 1 %."""
_SMALL_CLUSTERS: Final = ((4, 2),)
"""Of products whose operands are both not contiguous along K (10.3 us for 10.9 at 200x1600x1600)."""
_ACROSS: Final = 32
"""Tiles of an operand that is not contiguous along K end at half lines, of so many 16-bit elements. That takes twice
the requests, but less lies outside (160 columns instead of 192: 43.6 us for 46.7 at 160x3584x18944). Those that end at
quarters took up to twice as long."""
LINE: Final = 64
"""16-bit elements of a whole line. Of so few columns a tile may have any 16."""
_FEW: Final = (16, 96)
"""Columns beyond which halves of them are tiles for a pair of blocks, which then share those of the larger operand."""
_MOST_STAGES: Final = 12
_FEWEST_STAGES: Final = 3
_MANY_STAGES: Final = 7
"""One fewer than more of them costs less than narrow parts of results."""
_BARRIER_BYTES: Final = 16 * _MOST_STAGES
_ALIGN_BYTES: Final = 1 << 10
"""Stages begin at multiples of so many bytes, and the system keeps as many of each block's shared memory."""


@dataclass(frozen=True, slots=True)
class Problem:
    """`batches` products (M,N,K) of `item_bytes` an element, results of `out_bytes`, on `blocks` multiprocessors.

    `a_along_k` and `b_along_k` say which operands are contiguous along K. `adds` says that matrices are added, which
    may have the result's place. `integers` says that elements are integers, whose multiplies have columns in steps of
    16, not of 8.
    """

    m: int
    n: int
    k: int
    batches: int = 1
    item_bytes: int = 2
    out_bytes: int = 2
    blocks: int = 132
    a_along_k: bool = True
    b_along_k: bool = True
    adds: bool = False
    integers: bool = False


@dataclass(frozen=True, slots=True)
class _Tile:
    """A tile before its stages are known."""

    tile_m: int
    tile_n: int
    groups: int
    pingpong: bool
    swap: bool

    @property
    def sharing(self) -> int:
        return 1 if self.pingpong else self.groups


def candidates(problem: Problem, parts: bool = True) -> Iterator[GemmConfig]:
    """Every way that is worth a look: tiles as rows or as columns of the result, whole, shared along K, in clusters.

    Without `parts`, and where the product adds matrices, parts of results do not overlap.
    """
    problem = replace(problem, adds=problem.adds or not parts)
    for swap in (False, True):
        rows, columns = (problem.n, problem.m) if swap else (problem.m, problem.n)
        rows_along_k, along_k = problem.a_along_k, problem.b_along_k
        if swap:
            rows_along_k, along_k = along_k, rows_along_k
        unit = 16 if along_k or columns <= LINE else _ACROSS
        rounds = rows * columns * problem.batches / (128 * WIDEST * problem.blocks)
        fit = rounds <= _FEW_ROUNDS or columns <= _MOST_FITTED
        step = 16 if problem.integers else 8
        widths = fitting_widths(columns, unit, fit, step)
        if not along_k and _FEW[0] < columns < LINE:
            widths = tuple({*widths, LINE})  # a whole line is one request for each element of K
        if along_k and _FEW[0] < columns <= _FEW[1]:
            widths = tuple({*widths, -(-columns // (2 * step)) * step})
        for width in sorted(widths):
            for tile_m, groups, turns in _FORMS:
                tile = _Tile(tile_m, width, groups, turns, swap)
                # What lies outside of a tensor map is slow where its lines are: along the rows of the tile.
                least = 1 if rows_along_k or max(rows, columns) < 64 else 64
                enough = rows >= least if tile_m == 64 else tile_m < 2 * rows
                if enough and tile_m * width // (128 * tile.sharing) <= _MOST_SUMS[groups]:
                    yield from _variants(problem, tile, rows, columns)


def fitting_widths(columns: int, unit: int = 16, fit: bool = True, step: int = 8) -> tuple[int, ...]:
    """Widths of tiles for so many columns: those that cut them into few tiles with little outside, and the usual."""
    narrowest = _NARROWEST if columns > _MOST_NARROW else _NARROW
    most_parts = max(columns // narrowest, 3) if fit else 1
    fits = {-(-columns // (unit * parts)) * unit for parts in range(1, most_parts + 1)}
    if unit == 16:
        exact = {-(-columns // (step * parts)) * step for parts in range(1, most_parts + 1)}
        fits |= {width for width in exact if width > _NARROW}
    found = {width for width in fits if width <= WIDEST and (width >= _NARROW or width >= columns)}
    if columns > 64:
        found |= {width for width in _WIDTHS if width < columns + (unit if unit == 16 else LINE)}
    return tuple(sorted(found))


def _variants(problem: Problem, tile: _Tile, rows: int, columns: int) -> Iterator[GemmConfig]:
    """A tile's forms: alone, in clusters that share tiles of B, shared along K by handing sums over or in a cluster."""
    down, across = -(-rows // tile.tile_m), -(-columns // tile.tile_n)
    tiles = down * across * problem.batches
    if tiles > 8 * problem.blocks and across > 1 and tile.tile_m * tile.tile_n < 128 * 128:
        return
    slab = 16 if across > 1 else 64
    found: list[GemmConfig | None] = []
    beside = across > 1 and tiles <= _FEW_ROUNDS * problem.blocks
    halves = across == 2 and tile.tile_n < _NARROW
    small = not (problem.a_along_k or problem.b_along_k) and tiles <= problem.blocks
    for cluster_m, cluster_n in ((1, 2),) if halves else (*_CLUSTERS, *_SMALL_CLUSTERS[:small]):
        if cluster_m >= 2 * down or (cluster_n > 1 and not (beside and cluster_n < 2 * across)):
            continue
        made = partial(
            fitted, problem, tile, cluster_m=cluster_m, cluster_n=cluster_n, slab_m=max(slab // cluster_m, 8)
        )
        if tiles % problem.blocks:
            found.append(made(stream_k=True))
        if not tile.pingpong or tiles > problem.blocks:  # otherwise the second group has no tile
            found.append(made())
    if not tile.pingpong and not halves:
        for cluster_k in (2, 3, 4, 5, 6, 8):
            if tiles * cluster_k > 2 * problem.blocks or problem.k < 512 * cluster_k:
                continue
            for cluster_m in (1, 2, 4):
                if cluster_m < 2 * down and cluster_m * cluster_k <= _MOST_BLOCKS:
                    found.append(fitted(problem, tile, cluster_m=cluster_m, cluster_k=cluster_k, slab_m=64))
    if tile.groups == 1 and tile.tile_n <= 64 and tiles > problem.blocks:
        found.append(fitted(problem, tile, resident=2, slab_m=64))
    yield from (config for config in found if config is not None)


def fitted(
    problem: Problem,
    tile: _Tile,
    *,
    cluster_m: int = 1,
    cluster_n: int = 1,
    cluster_k: int = 1,
    stream_k: bool = False,
    slab_m: int = 16,
    resident: int = 1,
) -> GemmConfig | None:
    """A tile with as many stages as shared memory holds, or None where there would be less than three."""
    narrow = tile.tile_m * tile.tile_n <= 64 * 96 or resident > 1
    step_bytes = 256 if narrow and problem.k * problem.item_bytes >= 1024 else 128
    found = _rings(tile, step_bytes, problem.out_bytes, cluster_k, resident, problem.adds)
    if found is None:
        return None
    stages, results, part_n = found
    return GemmConfig(
        tile.tile_m,
        tile.tile_n,
        step_bytes // problem.item_bytes,
        stages,
        tile.groups,
        cluster_m,
        slab_m,
        results,
        stream_k,
        tile.swap,
        tile.pingpong,
        cluster_k,
        2 if narrow and cluster_m * cluster_n == 1 and resident == 1 else 0,
        resident,
        part_n,
        cluster_n,
    )


@lru_cache(1 << 13)
def _rings(
    tile: _Tile, step_bytes: int, out_bytes: int, cluster_k: int, resident: int, adds: bool
) -> tuple[int, int, int] | None:
    """Stages of K, of results, and the columns of a part of these, where it is not the widest divisor.

    All products have the same ones; they are kept, as each tile is looked at in several clusters.
    """
    room = SHARED_BYTES // resident - (resident > 1) * _ALIGN_BYTES - 2 * _ALIGN_BYTES - _BARRIER_BYTES
    columns = epilogue_columns(tile.tile_n, out_bytes)
    stage_bytes = (tile.tile_m + tile.tile_n) * step_bytes
    enough = 4 if tile.tile_m * tile.tile_n >= 128 * 192 else 5

    def rings(width: int) -> tuple[int, int] | None:
        """Stages of K, and of results in parts of so many columns."""
        result_bytes = EPILOGUE_ROWS * width * out_bytes * tile.groups
        parts = tile.tile_m // EPILOGUE_ROWS // tile.sharing * -(-tile.tile_n // width)
        sent = -(-parts // cluster_k) * (cluster_k - 1) * EPILOGUE_ROWS * width * 4 * tile.groups
        found: tuple[int, int] | None = None
        for results in range(min(parts, 4), 0, -1):
            left = room - results * result_bytes
            if cluster_k > 1 and results * result_bytes <= _FEWEST_STAGES * tile.tile_n * step_bytes:
                left = room  # results lie in the stages of B
            stages = min(left // stage_bytes, _MOST_STAGES)
            if sent > stages * tile.tile_m * step_bytes:  # sums that others send do not fit the stages of A
                stages = min((left - sent) // stage_bytes, stages)
            if stages < _FEWEST_STAGES:
                continue
            if found is None or (found[0] < enough and stages > found[0] and results >= min(parts, 2)):
                found = stages, results
        return found

    best, part_n = rings(columns), 0
    for wide in wider_parts(tile.tile_n, columns, out_bytes) if cluster_k == 1 and not adds else ():
        other = rings(wide)
        if (
            best is not None
            and other is not None
            and other[0] >= min(best[0], _MANY_STAGES)
            and other[1] >= min(best[1], 2)
        ):
            best, part_n = other, wide
            break
    if best is None or (part_n or columns) % 16:
        return None  # transposed results leave 16 columns at a time
    return *best, part_n


def wider_parts(tile_n: int, columns: int, out_bytes: int) -> tuple[int, ...]:
    """Columns of parts of a tile that are fewer than those of a divisor, as the last part may overlap, widest first.

    Any are, where the divisor is no multiple of the 16 columns that leave at a time.

    >>> wider_parts(176, 16, 2), wider_parts(192, 64, 2), wider_parts(56, 56, 2)
    ((64, 48, 32), (), (48, 32, 16))
    """
    most = min(EPILOGUE_BYTES // out_bytes, tile_n) // 16 * 16
    if columns % 16:
        return tuple(range(most, 0, -16))
    return tuple(width for width in range(most, columns, -16) if -(-tile_n // width) < tile_n // columns)
