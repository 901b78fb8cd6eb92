"""Tiles with an extra coordinate, sizes of tiled operations, a TiledMma that goes through loops and functions."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warpgroup
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError
from cutedsl.utils import sm90 as hopper


@cute.jit
def tiles(a: cute.Tensor, b: cute.Tensor):
    named = cute.local_tile(input=b, tiler=(4, 2), coord=(0, None))
    third = cute.local_tile(a, (4, 8, 2), (1, 0, None, 1), proj=(1, None, 1))
    return str(named.layout), str(third.layout), str(cute.local_tile(a, (4, 2), (1, None, 2)).layout)


@cute.jit
def threads():
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((4, 32)), cute.make_layout((1, 4)))
    multiply = cute.make_tiled_mma(cute.nvgpu.MmaUniversalOp(cutlass.Float32), cute.make_layout((8, 4, 1)))
    return cute.size(copy), cute.size(multiply), cute.size(copy.get_slice(3)), cute.size(cute.make_layout((3, 4)))


def test_tiles_by_name_and_with_an_extra_coordinate() -> None:
    a = from_dlpack(np.zeros((3, 8, 6), np.float32).transpose(1, 2, 0))
    b = from_dlpack(np.zeros((8, 6), np.float32))
    assert tiles(a, b) == ("(4,2,3):(6,1,2)", "(4,2,3):(6,1,2)", "(4,2,3):(6,1,2)")
    with pytest.raises(DSLUserCodeError, match="rank-mismatch"):
        short(a)


@cute.jit
def short(a: cute.Tensor):
    cute.local_tile(a, (4, 8), (1, 0, None, 1), proj=(1, None, 1))  # the tiler lacks a mode


def test_the_offset_of_an_extra_coordinate() -> None:
    @cute.jit
    def picked(a: cute.Tensor, out: cute.Tensor):
        part = cute.local_tile(a, (4, 8, 2), (1, 0, None, 1), proj=(1, None, 1))
        out[0] = part[2, 1, 2]

    a = np.arange(8 * 6 * 3, dtype=np.float32).reshape(3, 8, 6).transpose(1, 2, 0)
    out = np.zeros(1, np.float32)
    picked(from_dlpack(a), from_dlpack(out))
    assert out[0] == a[4 + 2, 2 * 2 + 1, 1]


def test_sizes_of_tiled_operations_are_numbers_of_threads() -> None:
    assert threads() == (128, 32, 128, 12)


@cute.jit
def consume(mma: cute.TiledMma, iters: cutlass.Int32, n: cutlass.Int32):
    mma.set(warpgroup.Field.ACCUMULATE, False)
    for _ in cutlass.range(iters):
        mma.set(warpgroup.Field.ACCUMULATE, True)
    return n + 1, mma


@cute.kernel
def _consumes(mma: cute.TiledMma, tiles: cutlass.Int32, iters: cutlass.Int32, out: cute.Tensor):
    n = cutlass.Int32(0)
    while n < tiles:
        n, mma = consume(mma, iters, n)
    if cute.arch.thread_idx()[0] == 0:
        out[0] = n
        out[1] = cutlass.Int32(1) if mma.get(warpgroup.Field.ACCUMULATE) else cutlass.Int32(0)


@cute.jit
def consumes(tiles: cutlass.Int32, iters: cutlass.Int32, out: cute.Tensor):
    major = cute.nvgpu.OperandMajorMode.K
    mma = hopper.make_trivial_tiled_mma(
        cutlass.Float16, cutlass.Float16, major, major, cutlass.Float32, (1, 1, 1), tiler_mn=(64, 64)
    )
    _consumes(mma, tiles, iters, out).launch(grid=(1, 1, 1), block=(128, 1, 1))


@pytest.mark.parametrize(("tiles", "iters", "accumulates"), [(0, 2, 1), (3, 2, 1), (3, 0, 0)])
def test_a_multiply_that_a_function_returns_in_a_loop(tiles: int, iters: int, accumulates: int) -> None:
    out = np.full(2, -1, np.int32)
    consumes(tiles, iters, out)
    assert out.tolist() == [tiles, accumulates]
