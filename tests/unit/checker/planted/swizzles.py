"""Shared memory that one side uses with another swizzle than the other: threads, the copy engine, multiplies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync, warpgroup
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.tma import barriers
from tests.unit.checker.planted.wgmma import F16, M, fragments, multiplying, product, small

ROWS: Final = 16
COLUMNS: Final = 32


def same(x: np.ndarray) -> np.ndarray:
    return x


def with_tiles(kernel: Any, block: int = 64) -> Callable[[Any, Any, bool], None]:
    """The host function of a kernel (load, source, store, target, x, out, layout, bug): one tile."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        atom = warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.K_SW64, F16)
        layout = cute.tile_to_shape(atom, (ROWS, COLUMNS), (0, 1))
        tiler = (ROWS, COLUMNS)
        load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, tiler)
        store, target = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), out, layout, tiler)
        kernel(load, source, store, target, x, out, layout, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


def atom_of(bits: int) -> Any:
    """A tile of shared memory with another swizzle."""
    kinds = warpgroup.SmemLayoutAtomKind
    kind = {0: kinds.K_INTER, 1: kinds.K_SW32, 2: kinds.K_SW64}[bits]
    return cute.tile_to_shape(warpgroup.make_smem_layout_atom(kind, F16), (ROWS, COLUMNS), (0, 1))


def parts(atom: Any, s: Any, g: Any) -> tuple[Any, Any]:
    tile = cute.group_modes(cute.local_tile(g, (ROWS, COLUMNS), (0, 0)), 0, 2)
    return cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(s, 0, 2), tile)


def halves() -> np.ndarray:
    return np.random.default_rng(0).integers(-8, 8, (ROWS, COLUMNS)).astype(np.float16)


@planted(
    Bug.SWIZZLE,
    "Threads write the tile without the swizzle that the bulk store's descriptor has.",
    x=halves,
    dtype=np.float16,
    want=same,
    host=with_tiles,
)
@cute.kernel
def stored_without_the_swizzle(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, layout: Any, bug: Any
):
    tidx, _, _ = cute.arch.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(F16, layout.outer, 1024, swizzle=None if bug else layout.inner)
    for i in range(tidx, ROWS * COLUMNS, 64):
        s[i // COLUMNS, i % COLUMNS] = x[i // COLUMNS, i % COLUMNS]  # found
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if tidx < 32:
        tiled = cute.make_tensor(cute.recast_ptr(s.iterator, layout.inner, dtype=F16), layout.outer)
        of, to = parts(store, tiled, target)
        cute.copy(store, of, to)  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.SWIZZLE,
    "Threads read a tile that the copy engine loaded with a swizzle as if there were none.",
    x=halves,
    dtype=np.float16,
    want=same,
    host=with_tiles,
)
@cute.kernel
def read_without_the_swizzle(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, layout: Any, bug: Any
):
    tidx, _, _ = cute.arch.thread_idx()
    full = barriers(1)
    s = utils.SmemAllocator().allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner)
    to, of = parts(load, s, source)
    if tidx < 32:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, ROWS * COLUMNS * 2)
        cute.copy(load, of, to, tma_bar_ptr=full)  # found
    cute.arch.mbarrier_wait(full, 0)
    view = s
    if cutlass.const_expr(bug):
        view = cute.make_tensor(cute.recast_ptr(s.iterator, dtype=F16), layout.outer)
    for i in range(tidx, ROWS * COLUMNS, 64):
        out[i // COLUMNS, i % COLUMNS] = view[i // COLUMNS, i % COLUMNS]  # found


@planted(
    Bug.SWIZZLE,
    "The tile was given the swizzle of 32 bytes, the descriptor has that of 64.",
    x=halves,
    dtype=np.float16,
    want=same,
    host=with_tiles,
)
@cute.kernel
def stored_with_a_lesser_swizzle(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, layout: Any, bug: Any
):
    tidx, _, _ = cute.arch.thread_idx()
    written = atom_of(1) if bug else layout
    s = utils.SmemAllocator().allocate_tensor(F16, layout.outer, 1024, swizzle=written.inner)
    for i in range(tidx, ROWS * COLUMNS, 64):
        s[i // COLUMNS, i % COLUMNS] = x[i // COLUMNS, i % COLUMNS]  # found
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if tidx < 32:
        tiled = cute.make_tensor(cute.recast_ptr(s.iterator, layout.inner, dtype=F16), layout.outer)
        of, to = parts(store, tiled, target)
        cute.copy(store, of, to)  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.SWIZZLE,
    "A tile that came with a swizzle is changed in place through a plain view before it is stored.",
    x=halves,
    dtype=np.float16,
    want=lambda x: x + 1,
    host=with_tiles,
)
@cute.kernel
def changed_through_a_plain_view(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, layout: Any, bug: Any
):
    tidx, _, _ = cute.arch.thread_idx()
    full = barriers(1)
    s = utils.SmemAllocator().allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner)
    to, of = parts(load, s, source)
    if tidx < 32:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, ROWS * COLUMNS * 2)
        cute.copy(load, of, to, tma_bar_ptr=full)  # found
    cute.arch.mbarrier_wait(full, 0)
    view = s
    if cutlass.const_expr(bug):
        view = cute.make_tensor(cute.recast_ptr(s.iterator, dtype=F16), layout.outer)
    for i in range(tidx, ROWS * COLUMNS, 64):
        value = view[i // COLUMNS, i % COLUMNS]  # found
        view[i // COLUMNS, i % COLUMNS] = value + F16(1.0)  # found
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if tidx < 32:
        out_of, out_to = parts(store, s, target)
        cute.copy(store, out_of, out_to)  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.SWIZZLE,
    "The operands of a warp-group multiply are filled through views without their swizzle.",
    x=small,
    out=(64, 8),
    block=128,
    want=product,
    host=multiplying,
)
@cute.kernel
def operand_filled_without_swizzle(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr
):
    smem = utils.SmemAllocator()
    tidx, _, _ = cute.arch.thread_idx()
    sA, sB = (smem.allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner) for layout in layouts)
    plain = sA
    if cutlass.const_expr(bug):
        plain = cute.make_tensor(cute.recast_ptr(sA.iterator, dtype=F16), layouts[0].outer)
    for i in range(tidx, M * 16, 128):
        plain[i // 16, i % 16] = x[i // 16, i % 16]  # found
    sB[tidx // 16, tidx % 16] = x[M + tidx // 16, tidx % 16]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


@planted(
    Bug.SWIZZLE,
    "The layout composes a swizzle of elements where the descriptor turns bytes.",
    x=halves,
    dtype=np.float16,
    want=same,
    host=with_tiles,
)
@cute.kernel
def swizzle_of_elements(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, layout: Any, bug: Any
):
    tidx, _, _ = cute.arch.thread_idx()
    turned = cute.make_swizzle(2, 4 if bug else 3, 3)
    flat = utils.SmemAllocator().allocate_tensor(F16, layout.outer, 1024)
    composed = cute.make_composed_layout(turned, 0, layout.outer)
    s = cute.make_tensor(flat.iterator, composed)
    for i in range(tidx, ROWS * COLUMNS, 64):
        s[i // COLUMNS, i % COLUMNS] = x[i // COLUMNS, i % COLUMNS]  # found
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if tidx < 32:
        tiled = cute.make_tensor(cute.recast_ptr(flat.iterator, layout.inner, dtype=F16), layout.outer)
        of, to = parts(store, tiled, target)
        cute.copy(store, of, to)  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.SWIZZLE,
    "The readers' view of a tile that no engine uses turns one bit less than the writers'.",
    x=halves,
    dtype=np.float16,
    want=same,
)
@cute.kernel
def two_swizzles_of_threads(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    tile = cute.make_layout((ROWS, COLUMNS), stride=(COLUMNS, 1))
    flat = utils.SmemAllocator().allocate_tensor(F16, tile, 1024)
    written = cute.make_tensor(cute.recast_ptr(flat.iterator, cute.make_swizzle(2, 2, 4), dtype=F16), tile)
    read = cute.make_tensor(cute.recast_ptr(flat.iterator, cute.make_swizzle(1 if bug else 2, 2, 4), dtype=F16), tile)
    for i in range(tidx, ROWS * COLUMNS, 64):
        written[i // COLUMNS, i % COLUMNS] = x[i // COLUMNS, i % COLUMNS]  # found
    cute.arch.sync_threads()
    for i in range(tidx, ROWS * COLUMNS, 64):
        out[i // COLUMNS, i % COLUMNS] = read[i // COLUMNS, i % COLUMNS]  # found
