"""Tiles combined with global memory by what the tensor map says that the elements are; zeros by `st.bulk`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import cpasync
from cutedsl.errors import DSLUserCodeError
from tests.unit.checker.planted.case import aligned

OPTIONS = "--target cpu --gpu-arch sm_100a"
ROWS, COLUMNS = 4, 32


@cute.kernel
def combined(
    atom: cute.CopyAtom,
    there: cute.Tensor,
    x: cute.Tensor,
    place: cute.Tensor,
    kind: cutlass.Constexpr,
    own: cutlass.Constexpr,
):
    """One tile; by the atom where `own` says so, else by PTX."""
    tidx, _, _ = cute.arch.thread_idx()
    layout = cute.make_ordered_layout((ROWS, COLUMNS), order=(1, 0))
    shared = utils.SmemAllocator().allocate_tensor(x.element_type, layout, 128)
    for row in cutlass.range_constexpr(ROWS):
        shared[row, tidx] = x[row, tidx]
    if tidx == 0:
        cpasync.copy_tensormap(atom, place.iterator)
        cpasync.fence_tma_desc_release()
    cpasync.fence_tma_desc_acquire(place.iterator)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if cutlass.const_expr(own):
        tile = cute.group_modes(cute.local_tile(there, (ROWS, COLUMNS), (0, 0)), 0, 2)
        source, target = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(shared, 0, 2), tile)
        cute.copy(atom, source, target)
    elif tidx == 0:
        cute.arch.inline_ptx(
            f"cp.reduce.async.bulk.tensor.2d.global.shared::cta.{kind}.tile.bulk_group [{{$r1}}, {{0, 0}}], [{{$r0}}];",
            read_only_args=[shared.iterator.toint(), place.iterator.toint()],
        )
    cute.arch.cp_async_bulk_commit_group()
    cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, place: cute.Tensor, kind: cutlass.Constexpr, own: cutlass.Constexpr):
    layout = cute.make_ordered_layout((ROWS, COLUMNS), order=(1, 0))
    op = cpasync.CopyReduceBulkTensorTileS2GOp(cute.ReductionKind(kind))
    atom, there = cpasync.make_tiled_tma_atom(op, y, layout, (ROWS, COLUMNS))
    combined(atom, there, x, place, kind, own).launch(grid=1, block=32)


CASES: list[tuple[str, type[Any], Callable[[Any, Any], Any]]] = [
    ("min", np.uint32, np.minimum),
    ("max", np.uint64, np.maximum),
    ("min", np.int32, np.minimum),
    ("max", np.int64, np.maximum),
    ("add", np.uint32, np.add),
    ("xor", np.uint32, np.bitwise_xor),
    ("add", np.float32, np.add),
    ("max", np.float16, np.maximum),
]


@pytest.mark.parametrize("own", [True, False], ids=["atom", "ptx"])
@pytest.mark.parametrize(("kind", "dtype", "combine"), CASES, ids=[f"{c[0]}-{c[1].__name__}" for c in CASES])
def test_a_tile_is_combined_by_the_type_of_its_map(
    kind: str, dtype: type[Any], combine: Callable[[Any, Any], Any], own: bool
) -> None:
    rng = np.random.default_rng(5)
    if np.issubdtype(dtype, np.integer):
        limits = np.iinfo(dtype)
        x, y = (rng.integers(limits.min, limits.max, (ROWS, COLUMNS), dtype) for _ in range(2))
    else:
        x, y = (rng.integers(-9, 9, (ROWS, COLUMNS)).astype(dtype) for _ in range(2))
    wanted = combine(x, y)
    run(x, y, aligned(np.zeros(16, np.int64)), kind, own)
    np.testing.assert_array_equal(y, wanted)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_elements_that_cannot_be_combined_so_end_the_call() -> None:
    x, y = np.zeros((ROWS, COLUMNS), np.float32), np.zeros((ROWS, COLUMNS), np.float32)

    @cute.jit
    def wrong(x: cute.Tensor, y: cute.Tensor, place: cute.Tensor):
        layout = cute.make_ordered_layout((ROWS, COLUMNS), order=(1, 0))
        op = cpasync.CopyReduceBulkTensorTileS2GOp(cute.ReductionKind.ADD)
        atom, there = cpasync.make_tiled_tma_atom(op, y, layout, (ROWS, COLUMNS))
        combined(atom, there, x, place, "xor", False).launch(grid=1, block=32)

    with pytest.raises(DSLUserCodeError, match="a bulk xor of elements that the tensor map's type does not have"):
        wrong(x, y, aligned(np.zeros(16, np.int64)))


@cute.kernel
def cleared(y: cute.Tensor, count: cutlass.Int64):
    tidx, _, _ = cute.arch.thread_idx()
    shared = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(64), 128)
    for k in cutlass.range_constexpr(2):
        shared[32 * k + tidx] = 7
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.inline_ptx(
            "st.bulk.weak.shared::cta [{$r0}], {$r1}, 0; st.bulk.weak.shared::cta [{$r0} + 192], 16, 0;",
            read_only_args=[shared.iterator.toint(), count],
        )
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(2):
        y[32 * k + tidx] = shared[32 * k + tidx]


@cute.jit
def clear(y: cute.Tensor, count: cutlass.Int64):
    cleared(y, count).launch(grid=1, block=32)


@pytest.mark.parametrize("count", [0, 8, 128])
def test_bulk_zeros_fill_so_many_bytes(count: int) -> None:
    y = np.zeros(64, np.int32)
    clear(y, count)
    assert y.tolist() == [0 if k < count // 4 or 48 <= k < 52 else 7 for k in range(64)]


def test_ptxas_takes_both(ptxas: Path) -> None:
    x, place = np.zeros((ROWS, COLUMNS), np.uint32), aligned(np.zeros(16, np.int64))
    for program in (
        cute.compile(run, x, x, place, "min", False, options=OPTIONS),
        cute.compile(clear, x.reshape(-1)[:64], 8, options=OPTIONS),
    ):
        assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas))
