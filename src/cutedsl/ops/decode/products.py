"""The two products of a warp's chunk on the matrix units, 16 rows of queries against 16 bytes of keys or values.

`ldmatrix` moves 16-byte pieces of rows, whatever they hold. Of 16-bit elements a piece is half of what one `mma` of
16 x 8 x 16 contracts; of 8-bit elements it is all of it, and the elements become float16 on the way. There a lane's
four elements lie side by side. So the contraction takes dims in another order, the same for queries and keys, and
neighbouring columns of values go to different `mma`s: `dim_of` and `column_of` tell where.
"""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warp
from cutedsl.ops.decode.tiles import ROWS, DecodeTiles

PIECE: Final = 32
"""Bytes of a row that one `ldmatrix` of four matrices takes."""

A_VALUES, B_VALUES, C_VALUES = 8, 4, 4


def warp_mma(kind: Any) -> cute.TiledMma:
    """One warp's multiply."""
    return cute.make_tiled_mma(warp.MmaF16BF16Op(kind, cutlass.Float32, (ROWS, 8, 16)))


def steps_of(tiles: DecodeTiles) -> int:
    """Multiplies that contract a head."""
    return tiles.head_dim // 16


def dim_of(step: int, half: int, lane: Any, tiles: DecodeTiles) -> Any:
    """The first of two neighbouring dims of a lane's query elements 0, 1 (`half` 0) and 4, 5 (1) of a step."""
    if tiles.item_bytes == 2:
        return 16 * step + 8 * half + lane % 4 * 2
    return 16 * step + lane % 4 * 4 + 2 * half


def column_of(tile: int, c: int, lane: Any, tiles: DecodeTiles) -> Any:
    """The column of a lane's sum `c` (0 or 1) of a tile of eight columns of the result."""
    if tiles.item_bytes == 2:
        return 8 * tile + lane % 4 * 2 + c
    return 16 * (tile // 2) + lane % 4 * 4 + 2 * c + tile % 2


@cute.jit
def operands(
    chunk: Any, values: cutlass.Constexpr, at: cutlass.Constexpr, kind: cutlass.Constexpr,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> Any:  # fmt: skip
    """Right operands of multiplies, four elements of `kind` each, from piece `at` (16 keys, 32 bytes) of a chunk.

    Of keys: for each eight keys, each step that the piece holds. Of `values`, transposed on the way: for each eight
    columns of the result.
    """
    lane = cute.arch.lane_idx()
    key, half = lane // 16 * 8 + lane % 8, lane // 8 % 2
    if cutlass.const_expr(values):
        key, half = lane % 16, lane // 16
    load = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(values, 4), cutlass.Int16)
    fixed = int(values) * tiles.chunk_words + at[0] * 8 * tiles.row_bytes
    if cutlass.const_expr(tiles.boxes):
        fixed = fixed + at[1] // 4 * tiles.box_words
        access = (at[1] % 4 * 2 + half) ^ (lane % 8)
    else:
        fixed = fixed + at[1] * (PIECE // 2)
        access = half
    offset = key * (tiles.row_bytes // 2) + access * 8
    held = cute.make_rmem_tensor(8, cutlass.Int16)
    cute.copy(load, cute.make_tensor(chunk + fixed + cute.assume(offset, divby=8), cute.make_layout(8)), held)
    if cutlass.const_expr(tiles.item_bytes == 2):
        return cute.make_tensor(cute.recast_ptr(held.iterator, dtype=kind), cute.make_layout(8))
    words = cute.make_tensor(cute.recast_ptr(held.iterator, dtype=cutlass.Int32), cute.make_layout(4))
    if cutlass.const_expr(values):
        for block in cutlass.range_constexpr(2):
            upper, lower = words[2 * block], words[2 * block + 1]
            words[2 * block] = cute.arch.prmt(upper, lower, 0x6420)
            words[2 * block + 1] = cute.arch.prmt(upper, lower, 0x7531)
    found = cute.make_rmem_tensor(16, kind)
    small = cute.make_tensor(cute.recast_ptr(held.iterator, dtype=cutlass.Float8E4M3FN), cute.make_layout(16))
    found.store(small.load().to(kind))
    return found


def fragment(values: Any, at: Any, count: int) -> cute.Tensor:
    """`count` of a thread's values from `at` on as an operand of one multiply."""
    shape = {A_VALUES: (2, 2, 2), B_VALUES: (2, 2)}[count]
    return cute.make_tensor(values.iterator + at, cute.make_layout((shape, 1, 1)))


@cute.jit
def multiply_keys(
    scores: Any, queries: Any, chunk: Any, mma: cute.TiledMma, kind: cutlass.Constexpr,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> None:  # fmt: skip
    """scores (4, 8 keys, row tiles) = queries (8, lanes, steps, row tiles) times a chunk of keys."""
    scores.fill(0.0)
    steps, lane = 2 // tiles.item_bytes, cute.arch.lane_idx()
    left = cute.make_rmem_tensor((A_VALUES, steps, tiles.row_tiles), kind)
    for piece in cutlass.range_constexpr(tiles.head_bytes // PIECE):
        for step in cutlass.range_constexpr(steps):
            for row_tile in cutlass.range_constexpr(tiles.row_tiles):
                cute.autovec_copy(queries[None, lane, piece * steps + step, row_tile], left[None, step, row_tile])
        for group in cutlass.range_constexpr(tiles.keys // 16):
            held = operands(chunk, False, (group, piece), kind, tiles)
            for n in cutlass.range_constexpr(2):
                for step in cutlass.range_constexpr(steps):
                    right = fragment(held, 4 * (n * steps + step), B_VALUES)
                    for row_tile in cutlass.range_constexpr(tiles.row_tiles):
                        at = 4 * (2 * group + n) + 4 * (tiles.keys // 8) * row_tile
                        sums = fragment(scores, at, C_VALUES)
                        own = fragment(left, A_VALUES * (step + steps * row_tile), A_VALUES)
                        cute.gemm(mma, sums, own, right, sums)


@cute.jit
def multiply_values(
    output: Any, powers: Any, chunk: Any, mma: cute.TiledMma, kind: cutlass.Constexpr,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> None:  # fmt: skip
    """output (4, 8 columns, row tiles) += powers (8, 16 keys, row tiles) times a chunk of values."""
    count = 4 // tiles.item_bytes
    for group in cutlass.range_constexpr(tiles.keys // 16):
        for piece in cutlass.range_constexpr(tiles.head_bytes // PIECE):
            held = operands(chunk, True, (group, piece), kind, tiles)
            for n in cutlass.range_constexpr(count):
                right = fragment(held, 4 * n, B_VALUES)
                for row_tile in cutlass.range_constexpr(tiles.row_tiles):
                    sums = fragment(output, 4 * (count * piece + n) + tiles.head_dim // 2 * row_tile, C_VALUES)
                    left = fragment(powers, 8 * (group + tiles.keys // 16 * row_tile), A_VALUES)
                    cute.gemm(mma, sums, left, right, sums)
