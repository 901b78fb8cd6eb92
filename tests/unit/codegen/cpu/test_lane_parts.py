"""Loops written for parts of the lanes, and the accesses that make them fast: the same bits on every machine."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.cpu import module as cpu_module
from cutedsl.codegen.llvm.compile import Machine, Registers

RNG = np.random.default_rng(7)
TILE, DEPTH = 64, 16


@cute.kernel
def product_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """A tile of a product: 4 x 4 sums a thread, a remainder and a scale in the loop."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    sa = smem.allocate_tensor(cutlass.Float32, cute.make_layout((TILE, DEPTH), stride=(1, TILE)))
    sb = smem.allocate_tensor(cutlass.Float32, cute.make_layout((DEPTH, TILE), stride=(TILE, 1)))
    sums = cute.make_rmem_tensor(cute.make_layout((4, 4)), cutlass.Float32)
    sums.fill(0.0)
    ty, tx = tidx // 16, tidx % 16
    weight = cutlass.Float32(tidx % 7)
    last = cutlass.Float32(0.0)
    for k0 in range(0, a.shape[1], DEPTH):
        for i in cutlass.range_constexpr(4):
            e = tidx + 256 * i
            sa[e // DEPTH, e % DEPTH] = a[e // DEPTH, k0 + e % DEPTH]
            sb[e // TILE, e % TILE] = b[k0 + e // TILE, e % TILE]
        cute.arch.sync_threads()
        for k in range(DEPTH):
            last = last * 0.5 + sb[k, tx] * weight
            for i in cutlass.range_constexpr(4):
                for j in cutlass.range_constexpr(4):
                    sums[i, j] += sa[ty * 4 + i, k] * sb[k, tx * 4 + j]
        cute.arch.sync_threads()
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):
            c[ty * 4 + i, tx * 4 + j] = sums[i, j] + last


@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches it."""
    product_kernel(a, b, c).launch(grid=1, block=256)


ENOUGH = Registers(16, 1 << 20)
"""Registers for all that a loop carries: it is written for all lanes at once."""


def _run(function: Any, arrays: list[np.ndarray], registers: Registers, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    machine = Machine("", "", "")
    monkeypatch.setattr(Machine, "registers", property(lambda _: registers))
    monkeypatch.setattr(cpu_module, "host_machine", lambda: machine)
    program = cute.compile(function, *arrays, options="--target cpu")
    program(*arrays)
    return program.artifacts.llvm


def test_a_loop_that_spills_in_parts_too_is_not_written_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It carries 17 numbers; ten registers hold two thirds of them at the most."""
    a, b = (RNG.standard_normal(shape, dtype=np.float32) for shape in ((TILE, 48), (48, TILE)))
    text = _run(product, [a, b, np.empty((TILE, TILE), np.float32)], Registers(64, 10), monkeypatch)
    assert "fmul <16 x float>" not in text and "fmul <32 x float>" in text


@pytest.mark.parametrize(("registers", "lanes"), [((64, 32), 16), ((32, 16), 8), ((16, 32), 4)])
def test_a_product_is_the_same_in_parts(
    registers: tuple[int, int], lanes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = (RNG.standard_normal(shape, dtype=np.float32) for shape in ((TILE, 48), (48, TILE)))
    whole, parts = (np.full((TILE, TILE), np.nan, np.float32) for _ in range(2))
    text = _run(product, [a, b, whole], ENOUGH, monkeypatch)
    assert f"fmul <{lanes} x float>" not in text
    text = _run(product, [a, b, parts], Registers(*registers), monkeypatch)
    assert f"fmul <{lanes} x float>" in text
    np.testing.assert_array_equal(parts, whole)
    tidx = np.arange(256)
    last = np.zeros(256, np.float32)
    for k in range(48):
        last = last * np.float32(0.5) + b[k, tidx % 16] * (tidx % 7).astype(np.float32)
    want = a @ b + last.reshape(16, 16).repeat(4, 0).repeat(4, 1)
    assert np.linalg.norm(parts - want) / np.linalg.norm(want) < 1e-6


@cute.kernel
def communicating_kernel(x: cute.Tensor):
    """Sixteen numbers a lane, but the loop writes what other lanes read: it must stay whole."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32))
    sums = cute.make_rmem_tensor(cute.make_layout(16), cutlass.Float32)
    sums.fill(0.0)
    s[tidx] = x[tidx]
    for _ in range(5):
        for i in cutlass.range_constexpr(16):
            sums[i] += s[(tidx + i) % 32]
        s[tidx] = sums[0] + sums[15]
    total = cutlass.Float32(0.0)
    for i in cutlass.range_constexpr(16):
        total += sums[i]
    x[tidx] = total


@cute.jit
def communicating(x: cute.Tensor):
    """Launches it."""
    communicating_kernel(x).launch(grid=1, block=32)


def test_a_loop_in_which_lanes_meet_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    x = RNG.standard_normal(32, dtype=np.float32)
    s, sums = x.copy(), np.zeros((16, 32), np.float32)
    for _ in range(5):
        for i in range(16):
            sums[i] += s[(np.arange(32) + i) % 32]
        s = sums[0] + sums[15]
    want = np.zeros(32, np.float32)
    for row in sums:
        want += row
    text = _run(communicating, [x], Registers(64, 32), monkeypatch)
    assert "fadd <16 x float>" not in text
    np.testing.assert_array_equal(x, want)


@cute.kernel
def rows_kernel(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    """Tiles of 2 x 16 and 4 x 8, rows at a stride that the call gives; some lanes stay out."""
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx // 16, tidx % 16] = x[tidx // 16, tidx % 16 + 1] * 2.0
    y[tidx // 8, 16 + tidx % 8] = x[tidx // 8, 3 + tidx % 8]
    if tidx < n:
        y[tidx // 16, 24 + tidx % 16] = x[tidx // 16, tidx % 16]


@cute.jit
def rows(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    """Launches it."""
    rows_kernel(x, y, n).launch(grid=1, block=64)


def test_rows_of_a_dynamic_stride_are_vector_accesses() -> None:
    x, y = RNG.standard_normal((8, 41), dtype=np.float32), np.zeros((8, 43), np.float32)
    program = cute.compile(rows, x, y, 50, options="--target cpu")
    program(x, y, 50)
    want = np.zeros_like(y)
    want[:4, :16] = x[:4, 1:17] * 2
    want[:8, 16:24] = x[:8, 3:11]
    for thread in range(50):
        want[thread // 16, 24 + thread % 16] = x[thread // 16, thread % 16]
    np.testing.assert_array_equal(y, want)
    text = program.artifacts.llvm
    assert "load <16 x float>" in text
    assert "store <8 x float>" in text


@pytest.mark.parametrize(("cols", "thread", "element", "extent"), [(17, 32, 167, 140), (10, 31, 133, 133)])
def test_a_lane_of_a_row_that_is_outside_is_named(cols: int, thread: int, element: int, extent: int) -> None:
    x, y = np.zeros((8, 41), np.float32)[:4, :cols], np.zeros((8, 43), np.float32)
    program = cute.compile(rows, x, y, 50, options="--target cpu")
    message = f"thread ({thread}, 0, 0) of block (0, 0, 0) reads element {element} of `x`, which has {extent}"
    with pytest.raises(cutlass.DSLRuntimeError, match=re.escape(message)):
        program(x, y, 50)


@cute.kernel
def fourths_kernel(x: cute.Tensor, y: cute.Tensor):
    """Loads of every fourth element; a store between them changes what the later ones read."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(132))
    for i in cutlass.range_constexpr(4):
        s[tidx * 4 + i] = x[tidx * 4 + i]
    before = s[tidx * 4] + s[tidx * 4 + 1] * 2.0
    s[tidx * 4 + 2] = before
    y[tidx] = s[tidx * 4 + 1] + s[tidx * 4 + 2] * 4.0 + s[tidx * 4 + 3] * 8.0


@cute.jit
def fourths(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    fourths_kernel(x, y).launch(grid=1, block=32)


def test_a_load_of_every_fourth_element_sees_the_store_before_it() -> None:
    x, y = RNG.standard_normal((32, 4), dtype=np.float32), np.zeros(32, np.float32)
    program = cute.compile(fourths, x.reshape(-1), y, options="--target cpu")
    program(x.reshape(-1), y)
    before = x[:, 0] + x[:, 1] * np.float32(2)
    np.testing.assert_array_equal(y, x[:, 1] + before * np.float32(4) + x[:, 3] * np.float32(8))
