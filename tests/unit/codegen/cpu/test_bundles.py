"""Loops that keep neighbouring words in memory's order, and stores that fill rows: the same bits as lane by lane."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.cpu import module as cpu_module
from cutedsl.codegen.cpu.memory import row_stores
from cutedsl.codegen.llvm.compile import Machine, Registers
from tests.products import each_value

RNG = np.random.default_rng(11)
TILE, DEPTH = 64, 16
MACHINES = [Registers(64, 32), Registers(32, 16), Registers(16, 32)]


def _staged(a: cute.Tensor, b: cute.Tensor, k0: Any, sa: cute.Tensor, sb: cute.Tensor, tidx: cutlass.Int32):
    """A tile of each matrix."""
    for i in cutlass.range_constexpr(4):
        e = tidx + 256 * i
        sa[e // DEPTH, e % DEPTH] = a[e // DEPTH, k0 + e % DEPTH]
        sb[e // TILE, e % TILE] = b[k0 + e // TILE, e % TILE]


def _tiles(kind: Any) -> tuple[Any, Any]:
    smem = cutlass.utils.SmemAllocator()
    sa = smem.allocate_tensor(kind, cute.make_layout((TILE, DEPTH), stride=(1, TILE)))
    return sa, smem.allocate_tensor(kind, cute.make_layout((DEPTH, TILE), stride=(TILE, 1)))


@cute.kernel
def plain_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Sums in step, which another loop scales and a branch reads, between two loops that add to them."""
    tidx, _, _ = cute.arch.thread_idx()
    sa, sb = _tiles(cutlass.Float32)
    sums = cute.make_rmem_tensor(cute.make_layout((4, 4)), cutlass.Float32)
    for i in cutlass.range_constexpr(16):
        sums[i % 4, i // 4] = cutlass.Float32(i)
    ty, tx = tidx // 16, tidx % 16
    for k0 in range(0, a.shape[1], DEPTH):
        _staged(a, b, k0, sa, sb, tidx)
        cute.arch.sync_threads()
        for k in range(DEPTH):
            for i in cutlass.range_constexpr(4):
                for j in cutlass.range_constexpr(4):
                    sums[i, j] += sa[ty * 4 + i, k] * sb[k, tx * 4 + j]
        cute.arch.sync_threads()
        for i in cutlass.range_constexpr(4):
            sums[i, i] = sums[i, i] - 0.5
        if tidx % 3 == 0:
            sums[1, 2] = sums[2, 1] + cutlass.Float32(tidx)
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):
            c[ty * 4 + i, tx * 4 + j] = sums[i, j]


@cute.kernel
def turned_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Lanes that count along the rows of A: its words are in step, and B's are the same for all lanes of a part."""
    tidx, _, _ = cute.arch.thread_idx()
    sa, sb = _tiles(cutlass.Float32)
    sums = cute.make_rmem_tensor(cute.make_layout((4, 4)), cutlass.Float32)
    sums.fill(0.0)
    for k0 in range(0, a.shape[1], DEPTH):
        _staged(a, b, k0, sa, sb, tidx)
        cute.arch.sync_threads()
        for k in range(DEPTH):
            for j in cutlass.range_constexpr(4):
                for i in cutlass.range_constexpr(4):
                    left, right = sa[tidx % 16 * 4 + i, k], sb[k, tidx // 16 * 4 + j]
                    sums[i, j] = cute.arch.fmax(sums[i, j], left * right - sums[i, j] / 3.0)
        cute.arch.sync_threads()
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):
            c[tidx % 16 * 4 + i, tidx // 16 * 4 + j] = sums[i, j]


def _irregular(how: str) -> Any:
    """A kernel in which something is not in step: bundles are left alone, or are those of another order."""

    @cute.kernel
    def kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        sa, sb = _tiles(cutlass.Float32)
        sums = cute.make_rmem_tensor(cute.make_layout((4, 4)), cutlass.Float32)
        last = cute.make_rmem_tensor(cute.make_layout(4), cutlass.Float32)
        sums.fill(1.0)
        last.fill(0.0)
        ty, tx = tidx // 16, tidx % 16
        weight = cutlass.Float32(tidx % 5)
        for k0 in range(0, a.shape[1], DEPTH):
            _staged(a, b, k0, sa, sb, tidx)
            cute.arch.sync_threads()
            for k in range(DEPTH):
                for i in cutlass.range_constexpr(4):
                    before = [sums[i, 3], sums[i, 2], sums[i, 1], sums[i, 0]]
                    for j in cutlass.range_constexpr(4):
                        product = sa[ty * 4 + i, k] * sb[k, tx * 4 + j]
                        if cutlass.const_expr(how == "weighted"):
                            product = product * weight
                        if cutlass.const_expr(how == "swapped"):
                            sums[i, j] = before[j] + product
                        elif cutlass.const_expr(how == "rotated"):
                            sums[i, (j + i) % 4] += product
                        else:
                            sums[i, j] += product
                        if cutlass.const_expr(how == "kept" and i == 3):
                            last[j] = product
                        if cutlass.const_expr(how == "one" and i == j):
                            sums[i, j] += 1.0
            cute.arch.sync_threads()
        for i in cutlass.range_constexpr(4):
            for j in cutlass.range_constexpr(4):
                c[ty * 4 + i, tx * 4 + j] = sums[i, j] + last[j]

    return kernel


@cute.kernel
def half_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Tiles of half the size, whose words are made wider in the loop."""
    tidx, _, _ = cute.arch.thread_idx()
    sa, sb = _tiles(cutlass.Float16)
    sums = cute.make_rmem_tensor(cute.make_layout((4, 4)), cutlass.Float32)
    sums.fill(0.0)
    ty, tx = tidx // 16, tidx % 16
    for k0 in range(0, a.shape[1], DEPTH):
        for i in cutlass.range_constexpr(4):
            e = tidx + 256 * i
            sa[e // DEPTH, e % DEPTH] = a[e // DEPTH, k0 + e % DEPTH].to(cutlass.Float16)
            sb[e // TILE, e % TILE] = b[k0 + e // TILE, e % TILE].to(cutlass.Float16)
        cute.arch.sync_threads()
        for k in range(DEPTH):
            for i in cutlass.range_constexpr(4):
                for j in cutlass.range_constexpr(4):
                    left = sa[ty * 4 + i, k].to(cutlass.Float32)
                    sums[i, j] += left * sb[k, tx * 4 + j].to(cutlass.Float32)
        cute.arch.sync_threads()
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):
            c[ty * 4 + i, tx * 4 + j] = sums[i, j]


IRREGULAR = ("weighted", "swapped", "rotated", "kept", "one")
KERNELS = {"plain": plain_kernel, "turned": turned_kernel, "half": half_kernel} | {
    how: _irregular(how) for how in IRREGULAR
}
IN_STEP = ("plain", "turned", "half", "rotated")


def _launcher(kernel: Any) -> Any:
    @cute.jit
    def launch(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
        kernel(a, b, c).launch(grid=1, block=256)

    return launch


LAUNCHERS = {name: _launcher(kernel) for name, kernel in KERNELS.items()}

ENOUGH = Registers(16, 1 << 20)
"""Registers for all that a loop carries: it is written for all lanes at once."""


def _run(name: str, arrays: list[np.ndarray], registers: Registers, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    machine = Machine("", "", "")
    monkeypatch.setattr(Machine, "registers", property(lambda _: registers))
    monkeypatch.setattr(cpu_module, "host_machine", lambda: machine)
    program = cute.compile(LAUNCHERS[name], *arrays, options="--target cpu")
    program(*arrays)
    return program.artifacts.llvm


@pytest.mark.parametrize(
    ("name", "registers"),
    [
        *each_value(["plain", "turned", "half"], MACHINES),
        *((n, MACHINES[0]) for n in IRREGULAR),
    ],
    ids=lambda one: one if isinstance(one, str) else str(one.size_bytes),
)
def test_sums_in_step_have_the_same_bits(name: str, registers: Registers, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = (RNG.standard_normal(shape, dtype=np.float32) for shape in ((TILE, 48), (48, TILE)))
    whole, parts = (np.full((TILE, TILE), np.nan, np.float32) for _ in range(2))
    text = _run(name, [a, b, whole], ENOUGH, monkeypatch)
    assert "= fmul <64 x float>" not in text
    text = _run(name, [a, b, parts], registers, monkeypatch)
    lanes = registers.size_bytes // 4
    products = text.count(f"= fmul <{4 * lanes} x float>")
    assert products == (128 // lanes if name in IN_STEP else 0)
    np.testing.assert_array_equal(parts, whole)


def _strided(rows: int, cols: int, fill: float) -> np.ndarray:
    """A matrix whose rows are not one after the other."""
    return np.full((rows, cols + 5), fill, np.float32)[:, :cols]


def test_stores_that_fill_a_row_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = (RNG.standard_normal(shape, dtype=np.float32) for shape in ((TILE, 48), (48, TILE)))
    row, apart = _strided(TILE, TILE, np.nan), _strided(TILE, TILE, np.nan)
    text = _run("plain", [a, b, row], Registers(64, 32), monkeypatch)
    assert text.count("\nrow") == 4
    assert text.count("store <64 x float>") >= 8
    monkeypatch.setattr(row_stores, "_MOST_BYTES", 0)  # as if the tensor were larger
    _run("plain", [a, b, apart], Registers(64, 32), monkeypatch)
    np.testing.assert_array_equal(row, apart)
    assert np.isfinite(row).all()
    assert np.isnan(row.base[:, TILE:]).all()  # pyright: ignore[reportOptionalSubscript]


@pytest.mark.parametrize(("rows", "cols", "thread", "element", "extent"), [
    (64, 62, 255, 63 * 67 + 62, 63 * 67 + 62),
    (63, 62, 255, 62 * 67 + 62, 62 * 67 + 62),
])  # fmt: skip
def test_the_store_of_a_row_that_is_outside_is_named(
    rows: int, cols: int, thread: int, element: int, extent: int
) -> None:
    a, b = np.zeros((TILE, 16), np.float32), np.zeros((16, TILE), np.float32)
    c = np.zeros((rows, 67), np.float32)[:, :cols]
    program = cute.compile(LAUNCHERS["plain"], a, b, c, options="--target cpu")
    message = f"thread ({thread}, 0, 0) of block (0, 0, 0) writes element {element} of `c`, which has {extent}"
    with pytest.raises(cutlass.DSLRuntimeError, match=re.escape(message)):
        program(a, b, c)
