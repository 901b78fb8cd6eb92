"""Bugs of Ampere's style: `cp.async`, `ldmatrix`, `stmatrix`, warp multiplies, attention with staged keys."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync, warp
from tests.unit.checker.planted.case import Bug, planted

F = cutlass.Float32
F16 = cutlass.Float16
A = cute.arch
MMA_SHAPE = (16, 8, 16)
"""One warp multiplies (16, 16) by (8, 16)."""


def shared(shape: tuple[int, ...], stride: tuple[int, ...], kind: Any = F16, align: int = 128) -> Any:
    return utils.SmemAllocator().allocate_tensor(kind, cute.make_layout(shape, stride=stride), align)


def halves(rows: int, columns: int) -> Any:
    return lambda: np.random.default_rng(0).integers(-2, 3, (rows, columns)).astype(np.float16)


def product(x: np.ndarray) -> np.ndarray:
    """A (16, k) times B (8, k), A above B."""
    wide = x.astype(np.float64)
    return wide[:16] @ wide[16:24].T


def one_warp(kernel: Any, block: int) -> Any:
    """The host of kernels (x, out, copy, mma, bug); `copy` moves 16 bytes a thread, a row of 16 by two threads."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        op = cute.make_copy_atom(cpasync.CopyG2SOp(), F16, num_bits_per_copy=128)
        copy = cute.make_tiled_copy_tv(op, cute.make_layout((16, 2), stride=(2, 1)), cute.make_layout((1, 8)))
        mma = cute.make_tiled_mma(warp.MmaF16BF16Op(F16, F, MMA_SHAPE))
        rows, k = x.shape
        x16 = cute.make_tensor(x.iterator.align(16), cute.make_layout((rows, k), stride=(k, 1)))
        kernel(x16, out, copy, mma, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    def call(x: Any, out: Any, bug: bool) -> None:
        cute.compile(host, static(x), out, bug)(static(x), out)

    return call


def static(x: Any) -> Any:
    return cute.runtime.from_dlpack(x, assumed_align=16)


def load_both(mma: Any, t: Any, sA: Any, sB: Any) -> Any:
    """Fragments by `ldmatrix`: (A, B, what to copy from, copies)."""
    thr = mma.get_slice(t)
    rA, rB = mma.make_fragment_A(thr.partition_A(sA)), mma.make_fragment_B(thr.partition_B(sB))
    a = cute.make_tiled_copy_A(cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), F16), mma)
    b = cute.make_tiled_copy_B(cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 2), F16), mma)
    ta, tb = a.get_slice(t), b.get_slice(t)
    return rA, rB, (a, ta.partition_S(sA), ta.retile(rA)), (b, tb.partition_S(sB), tb.retile(rB))


@planted(
    Bug.SHARED_RACE,
    "The epilogue stages its sums in A's memory, which another warp still reads by `ldmatrix`.",
    x=halves(24, 16),
    out=(2, 16, 8),
    dtype=np.float32,
    host=one_warp,
    block=64,
    want=lambda x: np.stack([product(x)] * 2),
)
@cute.kernel
def sums_staged_over_a(x: cute.Tensor, out: cute.Tensor, copy: Any, mma: Any, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    lane, w = A.lane_idx(), A.warp_idx()
    sA, sB = shared((16, 16), (16, 1)), shared((8, 16), (16, 1))
    sC = cute.make_tensor(cute.recast_ptr(sA.iterator, dtype=F), cute.make_layout((16, 8), stride=(8, 1)))
    for i in range(t, 256, 64):
        sA[i // 16, i % 16] = x[i // 16, i % 16]
    for i in range(t, 128, 64):
        sB[i // 16, i % 16] = x[16 + i // 16, i % 16]
    A.sync_threads()
    rA, rB, a, b = load_both(mma, lane, sA, sB)
    cute.copy(a[0], a[1], a[2])  # found
    cute.copy(b[0], b[1], b[2])
    thr = mma.get_slice(lane)
    acc = mma.make_fragment_C(thr.partition_C(sC))
    acc.fill(0.0)
    cute.gemm(mma, acc, rA, rB, acc)
    if cutlass.const_expr(not bug):
        A.sync_threads()
    if w == 0:
        cute.autovec_copy(acc, thr.partition_C(sC))  # found
    A.sync_threads()
    for i in range(t, 128, 64):
        out[0, i // 8, i % 8] = sC[i // 8, i % 8]
        out[1, i // 8, i % 8] = sC[i // 8, i % 8]


@planted(
    Bug.SHARED_RACE,
    "colibri#1099: a tile of sums is stored by `stmatrix` and read back by rows without `sync_warp`.",
    x=halves(16, 16),
    dtype=np.float16,
    block=32,
    want=lambda x: x[::-1],
)
@cute.kernel
def stored_by_matrix_read_by_row(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = A.lane_idx()
    s = shared((16, 16), (16, 1))
    regs = cute.make_rmem_tensor(cute.make_layout(8), F16)
    row, col = lane // 4, lane % 4 * 2
    for i in cutlass.range_constexpr(8):
        regs[i] = x[row + i // 2 % 2 * 8, col + i % 2 + i // 4 * 8]
    store = cute.make_copy_atom(warp.StMatrix8x8x16bOp(False, 4), F16)
    lay = cute.make_layout(((4, 8), (2, 2, 2)), stride=((32, 1), (16, 8, 128)))
    tiled = cute.make_tiled_copy(store, lay, (16, 16))
    thr = tiled.get_slice(lane)
    to = thr.partition_D(s)
    cute.copy(tiled, cute.make_tensor(regs.iterator, cute.make_layout(to.shape)), to)  # found
    if cutlass.const_expr(not bug):
        A.sync_warp()
    for i in cutlass.range_constexpr(8):
        at = lane + 32 * i
        out[at // 16, at % 16] = s[15 - at // 16, at % 16]  # found


@planted(
    Bug.GLOBAL_RACE,
    "`cp.async` reads a row of global memory that another warp's threads change in place.",
    also=(Bug.COPY_WAIT,),
    x=lambda: np.arange(128, dtype=np.float32),
    out=(128,),
    want=lambda x: x,
)
@cute.kernel
def source_changed_under_the_copy(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    s = shared((128,), (1,), F)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), F, num_bits_per_copy=32)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout(64), cute.make_layout(1))
    thr = tiled.get_slice(t)
    flat = cute.make_tensor(x.iterator, cute.make_layout(128))
    cute.copy(tiled, thr.partition_S(flat), thr.partition_D(s))  # found
    A.cp_async_commit_group()
    if cutlass.const_expr(not bug):
        A.cp_async_wait_group(0)
        A.sync_threads()
    x[127 - t] = -1.0  # found
    A.cp_async_wait_group(0)
    A.sync_threads()
    out[t] = s[t]
    out[64 + t] = s[64 + t]


@planted(
    Bug.MISALIGNED,
    "A buffer of bytes in front of the tile shifts it, and `ldmatrix` takes rows at a multiple of eight bytes.",
    x=halves(24, 16),
    out=(16, 8),
    dtype=np.float32,
    host=one_warp,
    block=32,
    want=product,
)
@cute.kernel
def tile_behind_a_small_buffer(x: cute.Tensor, out: cute.Tensor, copy: Any, mma: Any, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    raw = shared((1024,), (1,), F16)
    base = raw.iterator + (4 if bug else 8)
    sA = cute.make_tensor(base.align(16), cute.make_layout((16, 16), stride=(16, 1)))
    sB = cute.make_tensor((base + 256).align(16), cute.make_layout((8, 16), stride=(16, 1)))
    for i in range(t, 256, 32):
        sA[i // 16, i % 16] = x[i // 16, i % 16]
    for i in range(t, 128, 32):
        sB[i // 16, i % 16] = x[16 + i // 16, i % 16]
    A.sync_warp()
    rA, rB, a, b = load_both(mma, t, sA, sB)
    cute.copy(a[0], a[1], a[2])  # found
    cute.copy(b[0], b[1], b[2])  # found
    tC = mma.get_slice(t).partition_C(cute.make_tensor(out.iterator, cute.make_layout((16, 8), stride=(8, 1))))
    acc = mma.make_fragment_C(tC)
    acc.fill(0.0)
    cute.gemm(mma, acc, rA, rB, acc)
    cute.autovec_copy(acc, tC)


@planted(
    Bug.UNINITIALISED,
    "B has as many rows as the tile but for the last, which nobody loads.",
    x=halves(24, 16),
    out=(16, 8),
    dtype=np.float32,
    host=one_warp,
    block=32,
    want=product,
)
@cute.kernel
def last_row_of_b(x: cute.Tensor, out: cute.Tensor, copy: Any, mma: Any, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    sA, sB = shared((16, 16), (16, 1)), shared((8, 16), (16, 1))
    for i in range(t, 256, 32):
        sA[i // 16, i % 16] = x[i // 16, i % 16]
    for i in range(t, 112 if bug else 128, 32):
        sB[i // 16, i % 16] = x[16 + i // 16, i % 16]
    A.sync_warp()
    rA, rB, a, b = load_both(mma, t, sA, sB)
    cute.copy(a[0], a[1], a[2])
    cute.copy(b[0], b[1], b[2])  # found
    tC = mma.get_slice(t).partition_C(cute.make_tensor(out.iterator, cute.make_layout((16, 8), stride=(8, 1))))
    acc = mma.make_fragment_C(tC)
    acc.fill(0.0)
    cute.gemm(mma, acc, rA, rB, acc)
    cute.autovec_copy(acc, tC)
