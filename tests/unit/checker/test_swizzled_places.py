"""A tile inside of its swizzle's pattern is right where the tensor's pointer swizzles, as the copy engine does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import checking
from cutedsl.codegen.cpu import sites
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.swizzles import COLUMNS, F16, ROWS, atom_of, halves, parts, with_tiles
from tests.unit.checker.planted.tma import barriers


@cute.kernel
def by_its_pointer(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, layout: Any, bug: Any
):
    tidx, _, _ = cute.arch.thread_idx()
    full = barriers(1)
    flat = utils.SmemAllocator().allocate_tensor(F16, cute.make_layout(2048), 1024)
    tile = cute.make_tensor(cute.recast_ptr(flat.iterator + 64, layout.inner, dtype=F16), layout.outer)
    to, of = parts(load, tile, source)
    if tidx < 32:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, ROWS * COLUMNS * 2)
        cute.copy(load, of, to, tma_bar_ptr=full)
    cute.arch.mbarrier_wait(full, 0)
    for i in range(tidx, ROWS * COLUMNS, 64):
        out[i // COLUMNS, i % COLUMNS] = tile[i // COLUMNS, i % COLUMNS]


def test_a_tile_anywhere_is_right_under_a_pointer_that_swizzles() -> None:
    x, out = halves(), np.zeros((ROWS, COLUMNS), np.float16)
    with checking() as report:
        with_tiles(by_its_pointer)(x, out, False)
    assert report.findings == []
    assert np.array_equal(out, x)


@cute.kernel
def by_one_statement(loads: Any, sources: Any, out: cute.Tensor, layouts: Any):
    tidx, _, _ = cute.arch.thread_idx()
    full, smem = barriers(2), utils.SmemAllocator()
    tiles = [smem.allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner) for layout in layouts]
    for step in cutlass.range_constexpr(2):
        to, of = parts(loads[step], tiles[step], sources[step])
        if tidx < 32:
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(full + step, ROWS * COLUMNS * 2)
            cute.copy(loads[step], of, to, tma_bar_ptr=full + step)
    for step in cutlass.range_constexpr(2):
        cute.arch.mbarrier_wait(full + step, 0)
    for i in range(tidx, ROWS * COLUMNS, 64):
        row, column = i // COLUMNS, i % COLUMNS
        out[row, column] = tiles[0][row, column] + tiles[1][row, column]


@cute.jit
def with_two_swizzles(x: cute.Tensor, out: cute.Tensor):
    layouts, copy = (atom_of(0), atom_of(2)), cpasync.CopyBulkTensorTileG2SOp()
    made = [cpasync.make_tiled_tma_atom(copy, x, layout, (ROWS, COLUMNS)) for layout in layouts]
    loads, sources = zip(*made, strict=True)
    by_one_statement(loads, sources, out, layouts).launch(grid=[1, 1, 1], block=[64, 1, 1])


def test_one_statement_may_write_tiles_of_several_swizzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a kernel of many places the copies of an unrolled loop share one, with whatever descriptors."""
    monkeypatch.setattr(sites, "CROWDED", 0)
    x, out = halves(), np.zeros((ROWS, COLUMNS), np.float16)
    with checking() as report:
        with_two_swizzles(x, out)
    assert report.findings == []
    assert np.array_equal(out, 2 * x)
