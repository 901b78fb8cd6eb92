"""A tensor's methods give the views that the functions of the same names give."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warp
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def by_methods(x: cute.Tensor, y: cute.Tensor):
    i, j, _ = cute.arch.block_idx()
    print("zipped", x.zipped_divide((4, 8)))
    print("logical", x.logical_divide((4, 8)))
    print("tiled", x.tiled_divide((4, 8)), x.flat_divide((4, 8)))
    print("grouped", x.group_modes(0, 2), x.group_modes(0, 2).coalesce())
    tile = x.local_tile((4, 8), (i, j))
    again = x.zipped_divide((4, 8)).slice_(((None, None), (i, j)))
    part = again.local_partition(cute.make_layout((2, 8)), 1)
    picked = tile.composition(cute.make_layout((2, 2), stride=(1, 4)))
    out = y.flat_divide((1, 1)).slice_((None, None, i, j))
    out[0, 0] = tile[3, 2] * 100 + part[1, 0] * 10 + picked[1, 1] + tile.size(0) * tile.size(1)


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor):
    by_methods(x, y).launch(grid=(2, 2, 1), block=(1, 1, 1))


def test_methods_make_views(capsys: pytest.CaptureFixture[str]):
    x = np.arange(8 * 16, dtype=np.float32).reshape(8, 16)
    y = np.full((2, 2), -1, np.float32)
    cute.compile(run, x, y, options="--target cpu")(x, y)
    for i in range(2):
        for j in range(2):
            tile = x[4 * i : 4 * i + 4, 8 * j : 8 * j + 8]
            # Worker 1 of (2,8) owns rows 1 and 3; index (1, 1) of (2,2):(1,4) is element 5, row 1 and column 1.
            assert y[i, j] == tile[3, 2] * 100 + tile[3, 0] * 10 + tile[1, 1] + 32
    shown = capsys.readouterr().out
    assert "o ((4,8),(?,?))" in shown
    assert "o ((4,?),(8,?))" in shown


def test_slices_of_one_pattern_are_aligned_as_their_index_allows() -> None:
    seen: list[int] = []

    @cute.jit
    def look(x: cute.Tensor, k: cutlass.Int32):
        pairs = cute.zipped_divide(x, (2,))
        for index in (k, cute.assume(k, divby=2), k, k * 2):
            seen.append(pairs[None, index].align_bytes)

    cute.compile(look, from_dlpack(np.zeros(64, np.float32), assumed_align=16), 1)
    assert seen == [8, 16, 8, 16]


def test_modes_are_appended_to_tensors() -> None:
    shapes: list[object] = []

    @cute.jit
    def look(x: cute.Tensor, k: cutlass.Int32):
        row = x[k, None]
        longer = cute.append_ones(row, up_to_rank=3)
        shapes.extend([str(longer.layout), str(cute.prepend_ones(row).layout), str(cute.append(row, 2).layout)])
        x[0, 0] = cute.tiled_divide(longer, (2, 1))[(1, 0), 3, 0, 0]

    x = np.arange(64, dtype=np.float32).reshape(4, 16)
    cute.compile(look, from_dlpack(x), 1)(from_dlpack(x), 2)
    assert shapes == ["(16,1,1):(1,0,0)", "(1,16):(0,1)", "(16,2):(1,1)"]
    assert x[0, 0] == 2 * 16 + 7


@cute.kernel
def by_values(x: cute.Tensor, y: cute.Tensor):
    one = x.__new_from_mlir_values__(x.__extract_mlir_values__())
    number = cutlass.Int32(cute.arch.thread_idx()[0])
    same = number.__new_from_mlir_values__(number.__extract_mlir_values__())
    y[same] = one[same] + 1.0


@cute.jit
def run_by_values(x: cute.Tensor, y: cute.Tensor):
    by_values(x, y).launch(grid=1, block=4)


def test_tensors_and_numbers_are_made_again_of_their_values():
    x, y = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    run_by_values(x, y)
    assert y.tolist() == [1.0, 2.0, 3.0, 4.0]


def test_only_copies_of_matrices_of_bytes_unpack_bits():
    assert warp.LdMatrix8x16x8bOp(unpack_bits=4).record(128, 8).name.endswith(".b4")
    for op in (warp.LdMatrix8x8x16bOp, warp.StMatrix8x8x16bOp):
        assert op(unpack_bits=None).record(128, 16)
        with pytest.raises(DSLUserCodeError, match=f"{op.__name__} does not support unpack_bits"):
            op(unpack_bits=4).record(128, 16)
