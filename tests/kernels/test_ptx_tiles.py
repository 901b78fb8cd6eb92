"""Inline PTX that copies tiles by tensor maps in memory: loads, gathers, multicast, stores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.arch.targets import target
from cutedsl.checker import checking
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import cpasync
from cutedsl.errors import DSLUserCodeError
from tests.unit.checker.planted.case import aligned

OPTIONS = "--target cpu --gpu-arch sm_100a"
ROWS, COLUMNS = 8, 32
MAP_WORDS = 16
COUNTED = ".mbarrier::complete_tx::bytes"
COPY = "[{$r0}], [{$r1}, { {$r3}, {$r4} }], [{$r2}]"
FORMS = {
    "load": (f"shared::cluster.global.tile{COUNTED} {COPY};", 0),
    "own": (f"shared::cta.global{COUNTED}.L2::cache_hint {COPY}, p;", 0),
    "cluster": (f"shared::cluster.global{COUNTED}.multicast::cluster {COPY}, m;", 0),
    "gather": (
        f"shared::cluster.global.tile::gather4{COUNTED} [{{$r0}}], [{{$r1}}, {{ {{$r3}}, 9, 3, 14, {{$r4}} }}], "
        "[{$r2}];",
        1,
    ),
}


@cute.kernel
def tiles_kernel(load: Any, store: Any, out: cute.Tensor, maps: cute.Tensor, form: cutlass.Constexpr):
    """Block b loads the tile at row 5 b, column 4, stores it at row 8 b, column 0."""
    tidx, block = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    smem = utils.SmemAllocator()
    stage = smem.allocate_array(cutlass.Float32, ROWS * COLUMNS, byte_alignment=128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    places = [maps.iterator + 2 * MAP_WORDS * block + MAP_WORDS * k for k in range(2)]
    text, of_rows = FORMS[form]
    count = cutlass.const_expr((4 if of_rows else ROWS) * COLUMNS * 4)
    for k in range(tidx, ROWS * COLUMNS, 32):
        stage[k] = 0.0
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
        cpasync.copy_tensormap(load, places[0])
        cpasync.copy_tensormap(store, places[1])
        cpasync.fence_tma_desc_release()
    for place in places:
        cpasync.fence_tma_desc_acquire(place)
    cute.arch.mbarrier_init_fence()
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    here = [stage.toint(), places[0].toint(), bar.toint(), cutlass.Int32(4), 5 * block]
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, count)
        if cutlass.const_expr(form != "cluster"):
            ptx = "{ .reg .b64 p; createpolicy.fractional.L2::evict_first.b64 p, 1.0; cp.async.bulk.tensor.2d." + text
            cute.arch.inline_ptx(ptx + " }", read_only_args=here)
        elif block == 0:
            ptx = "{ .reg .b16 m; mov.b16 m, 3; cp.async.bulk.tensor.2d." + text + " }"
            cute.arch.inline_ptx(ptx, read_only_args=here)
    cute.arch.mbarrier_wait(bar, 0)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if tidx == 0:
        there = [stage.toint(), places[1].toint(), ROWS * block]
        cute.arch.inline_ptx(
            "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [{$r1}, {0, {$r2}}];"
            "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [{$r1}, {0, {$r2}}], [{$r0}];"
            "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;",
            read_only_args=there,
        )
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def tiles(x: cute.Tensor, out: cute.Tensor, maps: cute.Tensor, form: cutlass.Constexpr):
    layout = cute.make_ordered_layout((ROWS, COLUMNS), order=(1, 0))
    row = cute.make_ordered_layout((1, COLUMNS), order=(1, 0))
    of_rows = FORMS[form][1]
    box = row if of_rows else layout
    load, _ = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, box, (1 if of_rows else ROWS, COLUMNS))
    store, _ = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), out, layout, (ROWS, COLUMNS))
    tiles_kernel(load, store, out, maps, form).launch(grid=2, block=32, cluster=(2, 1, 1))


def arrays() -> tuple[Any, Any, Any]:
    x = np.arange(16 * 64, dtype=np.float32).reshape(16, 64)
    return x, np.zeros((2 * ROWS, COLUMNS), np.float32), aligned(np.zeros(4 * MAP_WORDS, np.int64))


def expected(x: Any, form: str) -> Any:
    if form == "gather":
        rows = [[9, 3, 14, 5 * block] for block in range(2)]
        parts = [np.concatenate([x[found, 4 : 4 + COLUMNS], np.zeros((4, COLUMNS))]) for found in rows]
    else:
        starts = (0, 0) if form == "cluster" else (0, 5)
        parts = [x[start : start + ROWS, 4 : 4 + COLUMNS] for start in starts]
    return np.concatenate(parts)


@pytest.mark.parametrize("form", FORMS)
def test_a_tile_goes_to_shared_memory_and_back(form: str, ptxas: Path) -> None:
    x, out, maps = arrays()
    program = cute.compile(tiles, x, out, maps, form, options=OPTIONS)
    program(x, out, maps)
    assert np.array_equal(out, expected(x, form))
    assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas))


def test_the_checker_follows_such_copies() -> None:
    x, out, maps = arrays()
    with checking() as report:
        cute.compile(tiles, x, out, maps, "load", options=OPTIONS)(x, out, maps)
    assert report.launches == 1
    assert not report.findings


@cute.jit
def short(x: cute.Tensor):
    short_kernel(x).launch(grid=1, block=32)


@cute.kernel
def short_kernel(x: cute.Tensor):
    cute.arch.inline_ptx(
        "cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [{$r0}, {0, 0}], [{$r1}];",
        read_only_args=[x.iterator.toint(), cutlass.Int32(0)],
    )


def test_a_copy_with_too_few_coordinates_is_named() -> None:
    with pytest.raises(DSLUserCodeError, match=r"inline-ptx-on-cpu.*of 2 coordinates"):
        cute.compile(short, np.zeros(4, np.float32), options=OPTIONS)
