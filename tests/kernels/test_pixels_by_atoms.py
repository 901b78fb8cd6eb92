"""Pixels by CuTe's atoms (`make_im2col_tma_atom`): convolutions as products of matrices, against sums in NumPy."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import (
    cpasync,
    make_im2col_tma_atom_A,
    make_im2col_tma_atom_B,
    make_tiled_tma_atom_A,
    make_tiled_tma_atom_B,
    tcgen05,
)
from cutedsl.errors import DSLUserCodeError
from cutedsl.utils import sm100

ROWS, CHANNELS = 32, 8
"""Of a tile of the matrix of pixels."""
TILE = cute.make_layout((ROWS, CHANNELS), stride=(CHANNELS, 1))
CONVOLUTIONS = {
    "plain": ((2, 5, 6, 16), (3, 3), (0, 0), (0, 0), (1, 1), (1, 1)),
    "padded": ((2, 4, 6, 8), (3, 2), (1, 1), (1, 0), (1, 1), (1, 1)),
    "strides": ((3, 7, 8, 8), (3, 3), (1, 1), (1, 1), (2, 3), (1, 1)),
    "dilation": ((2, 8, 7, 16), (2, 3), (2, 1), (0, 2), (1, 2), (3, 2)),
    "one axis": ((4, 11, 8), (3,), (1,), (1,), (2,), (2,)),
    "three axes": ((2, 3, 4, 5, 8), (2, 1, 2), (1, 0, 1), (0, 0, 1), (1, 2, 1), (1, 1, 2)),
}
"""Pictures, filter, lower and upper padding, stride, dilation: slowest axis first, as NumPy has them."""


def columns(x: np.ndarray, filters: Any, low: Any, high: Any, step: Any, dilation: Any) -> np.ndarray:
    """(pixel, channel, places fastest axis first) of the padded pictures."""
    padded = np.pad(x, [(0, 0), *zip(low, high, strict=True), (0, 0)])
    numbers = list(zip(padded.shape[1:-1], filters, step, dilation, strict=True))
    counts = [(size - (places - 1) * along - 1) // by + 1 for size, places, by, along in numbers]
    found = np.zeros((x.shape[0], *counts, x.shape[-1], *filters[::-1]), x.dtype)
    for place in itertools.product(*map(range, filters)):
        starts = [at * along for at, (*_, along) in zip(place, numbers, strict=True)]
        ends = [start + (n - 1) * by + 1 for start, n, (_, _, by, _) in zip(starts, counts, numbers, strict=True)]
        spans = [slice(*ends_of) for ends_of in zip(starts, ends, step, strict=True)]
        found[(..., *place[::-1])] = padded[(slice(None), *spans, slice(None))]
    return found.reshape(-1, *found.shape[len(counts) + 1 :])


def matrix(x: cute.Tensor) -> cute.Tensor:
    """((W, H, D, pictures), channels) of pictures as NumPy has them."""
    rank = len(x.shape)
    turned = cute.make_tensor(x.iterator, cute.select(x.layout, mode=[*range(rank - 2, -1, -1), rank - 1]))
    return cute.group_modes(turned, 0, rank - 1)


@cute.kernel
def gather(atom: Any, pixels: cute.Tensor, out: cute.Tensor):
    """Each tile of the matrix, in the order (rows, channels, places), to `out`."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    tile, barrier = smem.allocate_tensor(cutlass.Float32, TILE, 128), smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    tiles = cute.local_tile(pixels, (ROWS, (CHANNELS,)), (None, None))
    to, of = cpasync.tma_partition(
        atom, 0, cute.make_layout(1), cute.group_modes(tile, 0, 2), cute.group_modes(tiles, 0, 2)
    )
    flat = cute.group_modes(of, 1, cute.rank(of))
    for k in range(cute.size(flat, mode=[1])):
        if tidx < 32:
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(barrier, ROWS * CHANNELS * 4)
            cute.copy(atom, flat[None, k], to, tma_bar_ptr=barrier)
        cute.arch.mbarrier_wait(barrier, k % 2)
        for i in range(tidx, ROWS * CHANNELS, 64):
            out[k, i // CHANNELS, i % CHANNELS] = tile[i // CHANNELS, i % CHANNELS]
        cute.arch.sync_threads()


def whd(numbers: Any) -> tuple[int, ...]:
    return tuple(numbers[::-1])


@cute.jit
def gather_all(x: cute.Tensor, out: cute.Tensor, case: cutlass.Constexpr):
    filters, low, high, step, dilation = case
    upper = [b - (f - 1) * d for b, f, d in zip(high, filters, dilation, strict=True)]
    atom, pixels = cpasync.make_im2col_tma_atom(
        cpasync.CopyBulkTensorIm2ColG2SOp(), matrix(x), TILE, (ROWS, (CHANNELS,)),
        lower_corner_whd=tuple(-n for n in whd(low)), upper_corner_whd=whd(upper), lower_padding_whd=whd(low),
        upper_padding_whd=whd(high), stride_whd=whd(step), lower_srt=(0,) * len(low), stride_srt=whd(dilation),
    )  # fmt: skip
    gather(atom, pixels, out).launch(grid=1, block=64)


@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_the_matrix_of_a_convolution_is_its_columns(name: str) -> None:
    shape, *case = CONVOLUTIONS[name]
    x = np.arange(1, np.prod(shape) + 1, dtype=np.float32).reshape(shape)
    want = columns(x, *case)
    rows, places = want.shape[0], want.shape[2:]
    tiles, parts = -(-rows // ROWS), shape[-1] // CHANNELS
    out = np.zeros((tiles * parts * int(np.prod(places)), ROWS, CHANNELS), np.float32)
    gather_all(x, out, tuple(case))
    # tiles come one after the other along pixels, then channels, then the places of the filter, fastest axis first
    found = out.reshape(*places[::-1], parts, tiles, ROWS, CHANNELS)
    axes = len(places)
    found = found.transpose(axes + 1, axes + 2, axes, axes + 3, *range(axes)[::-1])
    np.testing.assert_array_equal(found.reshape(tiles * ROWS, *want.shape[1:])[:rows], want)


# -- a convolution in tensor memory ----------------------------------------------------------------------------------
M, N, K, THREADS = 128, 32, 32, 128


@cute.kernel
def convolve(
    mma: cute.TiledMma,
    load_a: Any,
    a: cute.Tensor,
    load_b: Any,
    b: cute.Tensor,
    d: cute.Tensor,
    layouts: Any,
    turned: cutlass.Constexpr,
):
    """D = A B^T; the pixels are the rows of A, or, `turned`, of B. A block has one tile of them."""
    tidx, _, _ = cute.arch.thread_idx()
    tile, _, _ = cute.arch.block_idx()
    at_a, at_b = (0, tile) if turned else (tile, 0)
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    word, bars = smem.allocate_array(cutlass.Int32, 1), smem.allocate_array(cutlass.Int64, 2)
    sA, sB = (smem.allocate_tensor(cutlass.Float16, one.outer, 1024, one.inner) for one in layouts)
    tmem = utils.TmemAllocator(word, barrier_for_retrieve=pipeline.NamedBarrier(1, THREADS))
    tmem.allocate(32)
    if tidx == 0:
        cute.arch.mbarrier_init(bars, 1)
        cute.arch.mbarrier_init(bars + 1, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    tmem.wait_for_alloc()
    pointer = tmem.retrieve_ptr(cutlass.Float32)
    acc = cute.make_tensor(pointer, mma.make_fragment_C(mma.partition_shape_C((M, N))).layout)
    rA, rB = mma.make_fragment_A(sA), mma.make_fragment_B(sB)
    part, one = mma.get_slice(0), cute.make_layout(1)
    gA = part.partition_A(cute.local_tile(a, (M, (K,)), (None, None)))
    gB = part.partition_B(cute.local_tile(b, (N, (K,)), (None, None)))
    tAsA, tAgA = cpasync.tma_partition(load_a, 0, one, cute.group_modes(sA, 0, 3), cute.group_modes(gA, 0, 3))
    tBsB, tBgB = cpasync.tma_partition(load_b, 0, one, cute.group_modes(sB, 0, 3), cute.group_modes(gB, 0, 3))
    shape = cute.shape(tAgA[None, at_a, None], mode=[1])
    for k in range(cute.size(tAgA, mode=[2])):
        if warp == 0:
            at = cute.idx2crd(k, shape)
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(bars, (M + N) * K * 2)
            cute.copy(load_a, tAgA[None, at_a, at], tAsA[None, 0], tma_bar_ptr=bars)
            cute.copy(load_b, tBgB[None, at_b, at], tBsB[None, 0], tma_bar_ptr=bars)
            cute.arch.mbarrier_wait(bars, k % 2)
            for step in cutlass.range_constexpr(K // 16):
                mma.set(tcgen05.Field.ACCUMULATE, (k != 0) | (step != 0))
                cute.gemm(mma, acc, rA[None, None, step, 0], rB[None, None, step, 0], acc)
            with cute.arch.elect_one():
                tcgen05.commit(bars + 1)
        cute.arch.mbarrier_wait(bars + 1, k % 2)
        cute.arch.sync_threads()  # else warp 0 commits again before the others have looked at this phase
    copy = tcgen05.make_tmem_copy(
        cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), cutlass.Float32), acc
    ).get_slice(tidx)
    result = copy.partition_D(part.partition_C(cute.local_tile(d, (M, N), (at_a, at_b))))
    values = cute.make_rmem_tensor(result.shape, cutlass.Float32)
    cute.copy(copy, copy.partition_S(acc), values)
    cute.autovec_copy(values, result)
    cute.arch.sync_threads()
    tmem.relinquish_alloc_permit()
    tmem.free(pointer)


@cute.jit
def convolution(
    x: cute.Tensor,
    w: cute.Tensor,
    d: cute.Tensor,
    low: tuple[cutlass.Int32, ...],
    high: tuple[cutlass.Int32, ...],
    step: tuple[cutlass.Int32, ...],
    dilation: tuple[cutlass.Int32, ...],
    turned: cutlass.Constexpr,
):
    """`w` is (filters, R, S, channels); padding, stride and dilation are numbers of run time, slowest axis first."""
    major = tcgen05.OperandMajorMode.K
    mma = sm100.make_trivial_tiled_mma(cutlass.Float16, major, major, cutlass.Float32, tcgen05.CtaGroup.ONE, (M, N))
    layouts = tuple(
        make(mma, (M, N, K), cutlass.Float16, 1) for make in (sm100.make_smem_layout_a, sm100.make_smem_layout_b)
    )
    one_a, one_b = (cute.slice_(layout, (None, None, None, 0)) for layout in layouts)
    tiler, pixels, plain = (M, N, (K,)), cpasync.CopyBulkTensorIm2ColG2SOp(), cpasync.CopyBulkTensorTileG2SOp()
    numbers = (w.shape[1], w.shape[2]), high, low, step, dilation
    filters = cute.group_modes(cute.make_tensor(w.iterator, cute.select(w.layout, mode=[0, 3, 2, 1])), 1, 4)
    if cutlass.const_expr(turned):
        load_a, a = make_tiled_tma_atom_A(plain, filters, one_a, tiler, mma)
        load_b, b = make_im2col_tma_atom_B(pixels, matrix(x), one_b, tiler, mma, *numbers)
    else:
        load_a, a = make_im2col_tma_atom_A(pixels, matrix(x), one_a, tiler, mma, *numbers)
        load_b, b = make_tiled_tma_atom_B(plain, filters, one_b, tiler, mma)
    tiles = cute.ceil_div(d.shape[1] if turned else d.shape[0], N if turned else M)
    convolve(mma, load_a, a, load_b, b, d, layouts, turned).launch(grid=tiles, block=THREADS)


@pytest.mark.parametrize("turned", [False, True])
def test_a_convolution_by_atoms(turned: bool, ptxas: Path) -> None:
    random = np.random.default_rng(5)
    x = random.integers(-2, 3, (3, 9, 8, 64)).astype(np.float16)
    w = random.integers(-2, 3, (M if turned else N, 3, 2, 64)).astype(np.float16)
    case = (3, 2), (1, 2), (2, 0), (1, 2), (2, 1)
    want = np.einsum("mcsr,krsc->mk", columns(x.astype(np.float64), *case), w.astype(np.float64))
    count, tile = len(want), N if turned else M
    rows = -(-count // tile) * tile
    d = np.zeros((M, rows) if turned else (rows, N), np.float32)
    program = cute.compile(convolution, x, w, d, *case[1:], turned, options="--target cpu --gpu-arch sm_100a")
    program(x, w, d, *case[1:])
    np.testing.assert_array_equal((d.T if turned else d)[:count], want)
    ptx = program.artifacts.ptx("sm_100a")
    assert "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes" in ptx
    assemble(ptx, gpu_target("sm_100a"), ["-O0"], ptxas=str(ptxas))


# -- several blocks --------------------------------------------------------------------------------------------------
@cute.kernel
def share(atom: Any, pixels: cute.Tensor, out: cute.Tensor):
    """Each of two blocks loads half of a tile into both."""
    tidx, _, _ = cute.arch.thread_idx()
    rank, _, _ = cute.arch.block_idx()
    smem = utils.SmemAllocator()
    tile, barrier = smem.allocate_tensor(cutlass.Float32, TILE, 128), smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
    cute.arch.mbarrier_init_fence()
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, ROWS * CHANNELS * 4)
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    tiles = cute.local_tile(pixels, (ROWS, (CHANNELS,)), (0, (0, 0, 0)))
    to, of = cpasync.tma_partition(
        atom, rank, cute.make_layout(2), cute.group_modes(tile, 0, 2), cute.group_modes(tiles, 0, 2)
    )
    cute.copy(atom, of, to, tma_bar_ptr=barrier, mcast_mask=3)
    cute.arch.mbarrier_wait(barrier, 0)
    for i in range(tidx, ROWS * CHANNELS, 32):
        out[rank, i // CHANNELS, i % CHANNELS] = tile[i // CHANNELS, i % CHANNELS]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def share_all(x: cute.Tensor, out: cute.Tensor):
    atom, pixels = cpasync.make_im2col_tma_atom(
        cpasync.CopyBulkTensorIm2ColG2SMulticastOp(), matrix(x), TILE, (ROWS, (CHANNELS,)), num_multicast=2
    )
    share(atom, pixels, out).launch(grid=2, block=32, cluster=(2, 1, 1))


def test_blocks_of_a_cluster_share_pixels() -> None:
    x = np.arange(3 * 4 * 5 * 8, dtype=np.float32).reshape(3, 4, 5, 8)
    out = np.zeros((2, ROWS, CHANNELS), np.float32)
    share_all(x, out)
    np.testing.assert_array_equal(out, np.stack([x.reshape(60, 8)[:ROWS]] * 2))


# -- stores and errors -----------------------------------------------------------------------------------------------
@cute.kernel
def scatter(atom: Any, pixels: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    tile = utils.SmemAllocator().allocate_tensor(cutlass.Float32, TILE, 128)
    tiles = cute.local_tile(pixels, (ROWS, CHANNELS), (None, None))
    of, to = cpasync.tma_partition(
        atom, 0, cute.make_layout(1), cute.group_modes(tile, 0, 2), cute.group_modes(tiles, 0, 2)
    )
    for k in range(cute.size(tiles, mode=[2])):
        for c in range(cute.size(tiles, mode=[3])):
            for i in range(tidx, ROWS * CHANNELS, 32):
                row, channel = k * ROWS + i // CHANNELS, c * CHANNELS + i % CHANNELS
                tile[i // CHANNELS, i % CHANNELS] = cutlass.Float32(100 * row + channel)
            cute.arch.fence_proxy("async.shared", space="cta")
            cute.arch.sync_warp()
            cute.copy(atom, of, to[None, k, c])
            cute.arch.cp_async_bulk_commit_group()
            cute.arch.cp_async_bulk_wait_group(0)
            cute.arch.sync_warp()  # one lane stored, and it alone has waited


@cute.jit
def scatter_all(x: cute.Tensor):
    atom, pixels = cpasync.make_im2col_tma_atom(cpasync.CopyBulkTensorIm2ColS2GOp(), matrix(x), TILE, (ROWS, CHANNELS))
    scatter(atom, cute.coalesce(pixels, target_profile=(1, 1))).launch(grid=1, block=32)


def test_stored_pixels_are_the_rows_of_the_matrix() -> None:
    x = np.zeros((3, 4, 5, 16), np.float32)
    scatter_all(x)
    np.testing.assert_array_equal(x.reshape(60, 16), 100 * np.arange(60)[:, None] + np.arange(16))


@pytest.mark.parametrize(
    ("layout", "grouped", "said"),
    [
        (TILE, False, "takes a tensor of the modes"),
        (cute.make_layout((ROWS, CHANNELS)), True, "has them otherwise"),
    ],
)
def test_other_tensors_and_tiles_are_refused(layout: Any, grouped: bool, said: str) -> None:
    @cute.jit
    def run(x: cute.Tensor):
        tensor = matrix(x) if grouped else x
        cpasync.make_im2col_tma_atom(cpasync.CopyBulkTensorIm2ColG2SOp(), tensor, layout, (ROWS, CHANNELS))

    with pytest.raises(DSLUserCodeError, match=said):
        run(np.zeros((3, 4, 5, 16), np.float32))
