"""A tile inside of its swizzle's pattern is right where the tensor's pointer swizzles, as the copy engine does."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import checking
from tests.unit.checker.planted.swizzles import COLUMNS, F16, ROWS, halves, parts, with_tiles
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
