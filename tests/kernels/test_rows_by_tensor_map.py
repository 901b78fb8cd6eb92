"""Four rows of a matrix in one bulk copy (`tile::gather4`, `tile::scatter4`), against NumPy's indices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.checker import checking
from cutedsl.codegen.nvptx import assemble
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.instructions import primitives_copies as copies
from cutedsl.lang.instructions import tensor_maps

ROWS, COLUMNS, WIDTH = 12, 96, 32
GATHER, SCATTER = copies.TMALoadMode.TILE_GATHER4, copies.TMAStoreMode.TILE_SCATTER4
Map = tensor_maps.GridConstant[tensor_maps.TensorMap]


@cute.kernel
def move_rows(
    source: Map, target: Map, rows: cute.Tensor, column: cutlass.Int32, kept: cute.Tensor, waits: cutlass.Constexpr
):
    """Four rows by a gather; what came to shared memory to `kept`; then to four other rows by a scatter."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(cutlass.Float32, cute.make_layout((4, WIDTH), stride=(WIDTH, 1)), 1024)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, 4 * WIDTH * 4)
        at = [column, *(rows[k] for k in range(4))]
        copies.cp_async_bulk_tensor_shared_cluster_global(stage.iterator, source, at, barrier, mode=GATHER)
    if waits:
        cute.arch.mbarrier_wait(barrier, 0)
    for k in range(4):
        kept[k, tidx] = stage[k, tidx]
    cute.arch.mbarrier_wait(barrier, 0)
    cute.arch.sync_threads()
    if tidx == 0:
        at = [column, *(rows[4 + k] for k in range(4))]
        copies.cp_async_bulk_tensor_global_shared_cta(target, stage.iterator, at, mode=SCATTER)
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


def host(swizzle: Any = tensor_maps.TensorMapSwizzle.none, *, waits: bool = True, box_rows: int = 1) -> Any:
    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor, rows: cute.Tensor, column: cutlass.Int32, kept: cute.Tensor):
        maps = [
            tensor_maps.create_tensor_map_tiled_from_view(one, (box_rows, WIDTH), swizzle, stride_order=(1, 0))
            for one in (x, y)
        ]
        move_rows(*maps, rows, column, kept, waits).launch(grid=1, block=WIDTH)

    return run


def given(rows: list[int]) -> list[np.ndarray]:
    x = np.arange(1, ROWS * COLUMNS + 1, dtype=np.float32).reshape(ROWS, COLUMNS)
    return [x, np.full_like(x, -1), np.array(rows, np.int32), np.full((4, WIDTH), -2, np.float32)]


def compiled(run: Any, arrays: list[np.ndarray], column: int) -> Any:
    x, y, rows, kept = (cute.runtime.from_dlpack(one, assumed_align=16) for one in arrays)
    return cute.compile(run, x, y, rows, column, kept, options="--target cpu --gpu-arch sm_100a"), (x, y, rows, kept)


def line(row: int) -> slice | None:
    return slice(row, row + 1) if 0 <= row < ROWS else None


@pytest.mark.parametrize("column", [0, 32, 80])
@pytest.mark.parametrize("rows", [[3, 0, 11, 7, 1, 2, 10, 4], [5, 5, 5, 5, 0, 1, 2, 3], [-1, 12, 2, 99, 6, -3, 12, 7]])
def test_four_rows_come_and_go_by_their_numbers(rows: list[int], column: int) -> None:
    """Rows and columns that the matrix does not have are zero in a load, and left out of a store."""
    arrays = given(rows)
    program, (x, y, numbers, kept) = compiled(host(), arrays, column)
    program(x, y, numbers, column, kept)
    padded = np.pad(arrays[0], ((0, 0), (0, WIDTH)))[:, column : column + WIDTH]
    want = np.stack([padded[row] if line(row) else np.zeros(WIDTH, np.float32) for row in rows[:4]])
    np.testing.assert_array_equal(arrays[3], want)
    stored = np.full_like(arrays[0], -1)
    for value, row in zip(want, rows[4:], strict=True):
        if line(row):
            stored[row, column : column + WIDTH] = value[: COLUMNS - column]
    np.testing.assert_array_equal(arrays[1], stored)


@pytest.mark.cutedsl_unchecked  # it reads the stage without its swizzle, which is a finding there
def test_each_row_is_turned_by_the_swizzle_at_its_place() -> None:
    arrays = given([3, 0, 11, 7, 1, 2, 10, 4])
    program, (x, y, numbers, kept) = compiled(host(tensor_maps.TensorMapSwizzle.s128b), arrays, 32)
    program(x, y, numbers, 32, kept)
    for k, row in enumerate((3, 0, 11, 7)):
        pieces = arrays[0][row, 32:64].reshape(8, 4)
        np.testing.assert_array_equal(arrays[3][k].reshape(8, 4), pieces[np.arange(8) ^ k])
    np.testing.assert_array_equal(arrays[1][[1, 2, 10, 4], 32:64], arrays[0][[3, 0, 11, 7], 32:64])


@pytest.mark.parametrize("waits", [True, False])
def test_a_checked_run_finds_rows_that_nobody_waited_for(waits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_ARCH", "sm_100a")
    arrays = given([3, 0, 11, 7, 1, 2, 10, 4])
    x, y, rows, kept = (cute.runtime.from_dlpack(one, assumed_align=16) for one in arrays)
    with checking() as report:
        host(waits=waits)(x, y, rows, 32, kept)
    assert {finding.kind for finding in report.findings} == (set() if waits else {"tma-not-waited"})


def test_a_box_of_more_rows_is_refused() -> None:
    arrays = given([0] * 8)
    with pytest.raises(DSLUserCodeError, match="four rows") as caught:
        compiled(host(box_rows=2), arrays, 0)
    assert caught.value.name == "tma-layout"


@pytest.mark.parametrize("arch", ["sm_100a", "sm_103a"])
def test_ptxas_takes_both(arch: str, ptxas: Path) -> None:
    program, _ = compiled(host(), given([0] * 8), 0)
    ptx = program.artifacts.ptx(arch)
    assert "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [" in ptx
    assert "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [" in ptx
    assemble(ptx, gpu_target(arch), ["-O0"], ptxas=str(ptxas))


def test_a_target_without_them_refuses() -> None:
    program, _ = compiled(host(), given([0] * 8), 0)
    with pytest.raises(DSLUserCodeError, match="does not exist on sm_90a"):
        program.artifacts.ptx("sm_90a")
