"""Rows of a matrix by their numbers, gathered and scattered by atoms, against NumPy's indices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
from cutedsl import cute, utils
from cutedsl.arch.targets import target
from cutedsl.checker import checking
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.errors import DSLUserCodeError

OPTIONS = "--target cpu --gpu-arch sm_100a"
ROWS, COLUMNS, TILE = 24, 128, (8, 64)
KINDS = tcgen05.SmemLayoutAtomKind


@cute.kernel
def moved(
    gather: cute.CopyAtom,
    gA: cute.Tensor,
    scatter: cute.CopyAtom,
    gO: cute.Tensor,
    taken: cute.Tensor,
    put: cute.Tensor,
    layout: cutlass.Constexpr,
    is_row_major: cutlass.Constexpr,
):
    """Tile b of the rows in `taken` goes to shared memory, and from there to the rows in `put`."""
    tidx, (block, part, _) = cute.arch.thread_idx()[0], cute.arch.block_idx()
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, swizzle=layout.inner)
    bar = smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(bar, cute.size(TILE) * 2)
    cute.arch.sync_threads()
    tile = TILE if cutlass.const_expr(is_row_major) else TILE[::-1]
    at = (block, part) if cutlass.const_expr(is_row_major) else (part, block)
    shared, one = cute.group_modes(stage, 0, 2), cute.make_layout(1)
    tiles = [cute.group_modes(cute.local_tile(x, tile, at), 0, 2) for x in (gA, taken, gO, put)]
    tAsA, tAgA, tAgI = cpasync.tma_partition(gather, 0, one, shared, tiles[:2])
    cute.copy(gather, [tAgA, tAgI], tAsA, tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)
    tOsO, tOgO, tOgI = cpasync.tma_partition(scatter, 0, one, shared, tiles[2:])
    cute.copy(scatter, tOsO, [tOgO, tOgI])
    cute.arch.cp_async_bulk_commit_group()
    cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def move(
    a: cute.Tensor,
    out: cute.Tensor,
    taken: cute.Tensor,
    put: cute.Tensor,
    is_row_major: cutlass.Constexpr,
    kind: cutlass.Constexpr,
):
    """Columns of a column-major matrix go by their numbers as rows of a row-major one do."""
    atom = tcgen05.make_smem_layout_atom(kind, cutlass.Float16)
    order, tile = ((0, 1), TILE) if cutlass.const_expr(is_row_major) else ((1, 0), TILE[::-1])
    layout = cute.tile_to_shape(atom, tile, order)
    count = taken.shape[0]
    shape, stride = ((count, COLUMNS), (1, 0)) if cutlass.const_expr(is_row_major) else ((COLUMNS, count), (0, 1))
    numbers = [cute.make_tensor(x.iterator, cute.make_layout(shape, stride=stride)) for x in (taken, put)]
    ops = cpasync.CopyBulkTensor2DGather4G2SOp(), cpasync.CopyBulkTensor2DScatter4S2GOp()
    (gather, gA), (scatter, gO) = (
        cpasync.make_tiled_tma_atom(op, x, layout, tile, gmem_coord_tensor=rows)
        for op, x, rows in zip(ops, (a, out), numbers, strict=True)
    )
    grid = (count // TILE[0], COLUMNS // TILE[1], 1)
    moved(gather, gA, scatter, gO, *numbers, layout, is_row_major).launch(grid=grid, block=32)


def arrays(is_row_major: bool) -> tuple[Any, ...]:
    a = np.arange(ROWS * COLUMNS, dtype=np.float16).reshape(ROWS, COLUMNS)
    taken = np.array([3, 0, 23, 7, 7, 2, 1, 24, 9, 8, 5, -1, 11, 20, 3, 4], np.int32)  # two that a does not have
    put = np.array([0, 5, 2, 9, 7, 6, 4, 1, 10, 3, 8, 11, 14, 13, 99, 12], np.int32)
    out = np.full((ROWS, COLUMNS), -1, np.float16)
    return (a if is_row_major else a.T), (out if is_row_major else out.T), taken, put


@pytest.mark.parametrize("kind", ["SW128", "SW64", "INTER"])
@pytest.mark.parametrize("is_row_major", [True, False], ids=["row-major", "column-major"])
def test_rows_go_where_their_numbers_say(is_row_major: bool, kind: str, ptxas: Path) -> None:
    """Rows of an interleaved layout have 16 bytes: every second copy of four begins at 64 bytes, which ends a kernel on
    an H200 (tried with tiles)."""
    a, out, taken, put = arrays(is_row_major)
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, out, taken, put)]
    options = is_row_major, KINDS[f"{'K' if is_row_major else 'MN'}_{kind}"]
    with checking() as report:
        program = cute.compile(move, *given, *options, options=OPTIONS)
        program(*given)
    assert report.launches == 1
    assert {one.kind for one in report.findings} == ({"misaligned"} if kind == "INTER" else set())
    rows, wanted = (a if is_row_major else a.T), np.full((ROWS, COLUMNS), -1, np.float16)
    for source, to in zip(taken, put, strict=True):
        if to < ROWS:
            wanted[to] = rows[source] if 0 <= source < ROWS else 0
    assert ((out if is_row_major else out.T) == wanted).all()
    ptx = program.artifacts.ptx("sm_100a")
    assert "tile::gather4" in ptx and "tile::scatter4" in ptx
    assemble(ptx, target("sm_100a"), ["-O1"], ptxas=str(ptxas))


@cute.kernel
def shared_out(
    gather: cute.CopyAtom, gA: cute.Tensor, numbers: cute.Tensor, out: cute.Tensor, layout: cutlass.Constexpr
):
    """Each block of a pair gathers half of the rows, for both."""
    tidx, block = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    smem = utils.SmemAllocator()
    stage, bar = smem.allocate_tensor(cutlass.Float16, layout, 1024), smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(bar, cute.size(TILE) * 2)
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    tiles = [cute.group_modes(cute.local_tile(x, TILE, (0, 1)), 0, 2) for x in (gA, numbers)]
    shared = cute.group_modes(stage, 0, 2)
    tAsA, tAgA, tAgI = cpasync.tma_partition(gather, block, cute.make_layout(2), shared, tiles)
    cute.copy(gather, [tAgA, tAgI], tAsA, tma_bar_ptr=bar, mcast_mask=cutlass.Int16(3))
    cute.arch.mbarrier_wait(bar, 0)
    for row in cutlass.range_constexpr(TILE[0]):
        for column in cutlass.range_constexpr(2):
            out[block, row, 32 * column + tidx] = stage[row, 32 * column + tidx]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def share(a: cute.Tensor, taken: cute.Tensor, out: cute.Tensor):
    layout = cute.make_ordered_layout(TILE, order=(1, 0))
    numbers = cute.make_tensor(taken.iterator, cute.make_layout((16, COLUMNS), stride=(1, 0)))
    op = cpasync.CopyBulkTensor2DGather4G2SMulticastOp()
    gather, gA = cpasync.make_tiled_tma_atom(op, a, layout, TILE, 2, gmem_coord_tensor=numbers)
    shared_out(gather, gA, numbers, out, layout).launch(grid=2, block=32, cluster=(2, 1, 1))


def test_blocks_of_a_cluster_share_what_they_gather() -> None:
    a, _, taken, _ = arrays(True)
    out = np.zeros((2, *TILE), np.float16)
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, taken, out)]
    cute.compile(share, *given, options=OPTIONS)(*given)
    rows = np.stack([a[row] if 0 <= row < ROWS else 0 * a[0] for row in taken[: TILE[0]]])
    assert (out == rows[:, TILE[1] :]).all()


def test_numbers_of_rows_have_a_mode_without_a_step() -> None:
    a, _, taken, _ = arrays(True)

    @cute.jit
    def wrong(a: cute.Tensor, taken: cute.Tensor, with_numbers: cutlass.Constexpr):
        layout = cute.make_ordered_layout(TILE, order=(1, 0))
        numbers = cute.make_tensor(taken.iterator, cute.make_layout((4, 4)))
        op = cpasync.CopyBulkTensor2DGather4G2SOp()
        cpasync.make_tiled_tma_atom(op, a, layout, TILE, gmem_coord_tensor=numbers if with_numbers else None)

    with pytest.raises(DSLUserCodeError, match=r"tma-layout.*one of two modes has stride 0"):
        cute.compile(wrong, a, taken, True, options=OPTIONS)
    with pytest.raises(DSLUserCodeError, match=r"operation-argument.*needs the numbers of rows"):
        cute.compile(wrong, a, taken, False, options=OPTIONS)
