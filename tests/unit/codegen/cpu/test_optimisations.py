"""Each optimisation of the CPU target can be left out (`CUTEDSL_WITHOUT`), and changes the program where it is not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.cpu import module as cpu_module
from cutedsl.codegen.cpu.memory import scattered
from cutedsl.codegen.llvm.compile import Machine
from cutedsl.config import OPTIMISATIONS, override
from cutedsl.targets.cpu_compiler import cpu_source
from examples.row_sum import reduce_sum
from tests.lowered import lowered

WIDE = Machine("x86_64-unknown-linux-gnu", "znver4", "+avx512f,+avx2,+avx,+fma")
DEPTH = 16


@cute.kernel
def product_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """A tile of 64 by 64 from tiles in shared memory, 4 by 4 sums a thread."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    sa = smem.allocate_tensor(cutlass.Float32, cute.make_layout((64, DEPTH)))
    sb = smem.allocate_tensor(cutlass.Float32, cute.make_layout((DEPTH, 64), stride=(64, 1)))
    sums = cute.make_rmem_tensor((4, 4), cutlass.Float32)
    sums.fill(0.0)
    for k0 in range(0, a.shape[1], DEPTH):
        for i in cutlass.range_constexpr(4):
            e = tidx + 256 * i
            sa[e // DEPTH, e % DEPTH] = a[e // DEPTH, k0 + e % DEPTH]
            sb[e // 64, e % 64] = b[k0 + e // 64, e % 64]
        cute.arch.sync_threads()
        for k in range(DEPTH):
            for i in cutlass.range_constexpr(4):
                for j in cutlass.range_constexpr(4):
                    sums[i, j] += sa[tidx // 16 * 4 + i, k] * sb[k, tidx % 16 * 4 + j]
        cute.arch.sync_threads()
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):
            c[tidx // 16 * 4 + i, tidx % 16 * 4 + j] = sums[i, j]


@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    product_kernel(a, b, c).launch(grid=1, block=256)


@cute.kernel
def shared_kernel(x: cute.Tensor, y: cute.Tensor):
    """Reads every fourth element of shared memory, and keeps a vector over two barriers."""
    tidx, _, _ = cute.arch.thread_idx()
    shared = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(512))
    kept = x[tidx] * 3.0
    for i in cutlass.range_constexpr(4):
        shared[tidx + 128 * i] = x[tidx] + kept
    cute.arch.sync_threads()
    total = shared[tidx * 4] + shared[tidx * 4 + 3]
    cute.arch.sync_threads()
    y[tidx] = total * kept


@cute.jit
def shared_words(x: cute.Tensor, y: cute.Tensor):
    shared_kernel(x, y).launch(grid=1, block=128)


@cute.kernel
def each_kernel(x: cute.Tensor, y: cute.Tensor):
    """Nothing that a thread could tell its warp by."""
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx] = x[tidx] * 2.0 + 1.0


@cute.jit
def each(x: cute.Tensor, y: cute.Tensor):
    each_kernel(x, y).launch(grid=1, block=128)


@cute.kernel
def rows_kernel(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    """Rows of 16 elements, for some threads, and a remainder by a number of the call."""
    tidx, _, _ = cute.arch.thread_idx()
    value = x[tidx // 16, tidx % 16]
    if tidx < n:
        y[tidx] = value + (tidx * tidx % n).to(cutlass.Float32)


@cute.jit
def rows(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    rows_kernel(x, y, n).launch(grid=1, block=128)


@cute.kernel
def fragments_kernel(x: cute.Tensor, y: cute.Tensor):
    """A multiply of fragments in private memory, and pairs of halves at places that differ from lane to lane."""
    tidx, _, _ = cute.arch.thread_idx()
    multiply = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)))
    a = multiply.make_fragment_A(multiply.partition_shape_A((16, 32)))
    b = multiply.make_fragment_B(multiply.partition_shape_B((8, 32)))
    c = cute.make_rmem_tensor(multiply.partition_shape_C((16, 8)), cutlass.Float32)
    for i in cutlass.range_constexpr(cute.size(a)):
        a[i] = x[tidx * tidx % 64, i]
    for i in cutlass.range_constexpr(cute.size(b)):
        b[i] = x[tidx, i]
    c.fill(0.0)
    for k in cutlass.range_constexpr(2):
        cute.gemm(multiply, c, a[None, None, k], b[None, None, k], c)
    for i in cutlass.range_constexpr(cute.size(c)):
        y[tidx, i] = c[i]


@cute.jit
def fragments(x: cute.Tensor, y: cute.Tensor):
    fragments_kernel(x, y).launch(grid=1, block=32)


def _floats(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.float32)


PROGRAMS: dict[str, Callable[[], Any]] = {
    "product": lambda: cute.compile(product, _floats(64, 256), _floats(256, 64), _floats(64, 64)),
    "row sum": lambda: cute.compile(reduce_sum, _floats(64, 2048), _floats(64)),
    "shared": lambda: cute.compile(shared_words, _floats(128), _floats(128)),
    "rows": lambda: cute.compile(rows, _floats(8, 32)[:, :16], _floats(128), cutlass.Int32(100)),
    "fragments": lambda: cute.compile(fragments, np.zeros((64, 16), np.float16), _floats(32, 4)),
    "each": lambda: cute.compile(each, _floats(128), _floats(128)),
}
CHANGES = {
    "brief-code": "rows",
    "bundles": "product",
    "coherent-branches": "rows",
    "float-quotients": "rows",
    "kept-vectors": "shared",
    "lane-runs": "rows",
    "lane-groups": "each",
    "lane-parts": "product",
    "machine-code": "each",
    "meeting-rounds": "row sum",
    "multiplies-in-place": "fragments",
    "row-accesses": "product",
    "shared-code": "fragments",
    "spilled-arrays": "product",
    "streaming-stores": "each",
    "teams": "row sum",
}
"""A program that each changes; `roll-up` is in `tests/unit/codegen/nvptx/test_optimisations.py`."""


@cache
def _captured(program: str) -> Any:
    return lowered(PROGRAMS[program]).program.module


def _text(program: str, *without: str) -> str:
    with override(without=frozenset(without)):
        return cpu_source(_captured(program), WIDE, "sm_90a").llvm_text


def test_all_have_a_program() -> None:
    assert {*CHANGES, "roll-up"} == {name for name, meaning in OPTIMISATIONS.items() if meaning.startswith("CPU")}


@pytest.mark.parametrize("name", CHANGES)
def test_leaving_it_out_changes_the_program(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in ("brief-code", "lane-groups"):  # of long kernels only
        monkeypatch.setattr(cpu_module, "LONG_OPS", 1)
    monkeypatch.setattr(scattered, "ACCESS_OPS", 1)
    assert _text(CHANGES[name]) != _text(CHANGES[name], name)
