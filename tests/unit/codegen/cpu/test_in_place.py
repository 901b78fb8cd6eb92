"""Matrix multiplies of fragments in private memory read and write them where they lie, where nothing else can tell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.cpu.memory import scattered
from cutedsl.codegen.cpu.tiles import matrix_copies
from cutedsl.config import override


@cute.kernel
def _kernel(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32, form: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    multiply = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)))
    a = multiply.make_fragment_A(multiply.partition_shape_A((16, 32)))
    b = multiply.make_fragment_B(multiply.partition_shape_B((8, 32)))
    c = cute.make_rmem_tensor(multiply.partition_shape_C((16, 8)), cutlass.Float32)
    d = cute.make_rmem_tensor(multiply.partition_shape_C((16, 8)), cutlass.Float32)
    for i in cutlass.range_constexpr(cute.size(a)):
        a[i] = x[tidx * tidx % 64, i]
    for i in cutlass.range_constexpr(cute.size(b)):
        b[i] = x[tidx, i]
    c.fill(1.0)
    d.fill(2.0)
    if cutlass.const_expr(form == "runs"):  # the values of one multiply lie in two places of the array
        apart = cute.make_rmem_tensor(cute.make_layout(((2, 2, 2), 1, 2), stride=((1, 2, 8), 0, 4)), cutlass.Float16)
        for i in cutlass.range_constexpr(cute.size(a)):
            apart[i] = a[i]
        for k in cutlass.range_constexpr(2):
            cute.gemm(multiply, c, apart[None, None, k], b[None, None, k], c)
    elif cutlass.const_expr(form == "back"):  # C is written where it was read
        for k in cutlass.range_constexpr(2):
            cute.gemm(multiply, c, a[None, None, k], b[None, None, k], c)
    elif cutlass.const_expr(form == "away"):  # C stays what it was
        cute.mma_atom_call(multiply, d[None, 0, 0], a[None, 0, 0], b[None, 0, 0], c[None, 0, 0])
    elif cutlass.const_expr(form == "loop"):  # in a loop of unknown length
        for _ in cutlass.range(n, unroll=1):
            cute.gemm(multiply, c, a[None, None, 1], b[None, None, 1], c)
    for i in cutlass.range_constexpr(4):
        y[tidx, i] = c[i]
        y[tidx, 4 + i] = d[i]
    if tidx < n:  # pairs of halves for some lanes, far apart
        for i in cutlass.range_constexpr(4):
            y[tidx, 8 + i] = x[tidx * tidx % 64, i].to(cutlass.Float32)


@cute.jit
def _run(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32, form: cutlass.Constexpr):
    _kernel(x, y, n, form).launch(grid=1, block=32)


def _computed(form: str, *without: str) -> tuple[np.ndarray, str]:
    x = (np.random.default_rng(5).integers(-8, 9, (64, 16)) / 8).astype(np.float16)
    y = np.zeros((32, 12), np.float32)
    with override(without=frozenset(without), cache=False):
        made: Any = cute.compile(_run, x, y, 5, form, options="--target cpu")
    made(x, y, 5)
    return y, made.artifacts.llvm


@pytest.mark.cutedsl_unchecked
@pytest.mark.parametrize(("form", "slots"), [("back", 0), ("away", 1), ("loop", 0), ("runs", 0)])
def test_multiplies_in_place_compute_the_same(form: str, slots: int) -> None:
    here, text = _computed(form)
    plain, longer = _computed(form, "multiplies-in-place")
    assert np.array_equal(here, plain)
    assert np.ptp(plain[:, :4] if form != "away" else plain[:, 4:8]) > 0
    assert text.count("alloca [128 x float]") - slots < longer.count("alloca [128 x float]")
    assert text.count("alloca [256 x half]") < longer.count("alloca [256 x half]")
    assert ('.of.4-4.4.4"(' in text) == (form == "runs")


@pytest.mark.cutedsl_unchecked
def test_shared_code_computes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, _ = _computed("back")
    monkeypatch.setattr(scattered, "ACCESS_OPS", 1)
    monkeypatch.setattr(matrix_copies, "MATRIX_OPS", 1)
    shared, text = _computed("back")
    assert np.array_equal(shared, plain)
    assert "@cute.shared.gather.f16" in text


@cute.kernel
def _whole_numbers(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    far = tidx * tidx % 64
    y[far] = x[far]
    if tidx < n:
        y[64 + far] = x[far]


@cute.jit
def _run_numbers(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    _whole_numbers(x, y, n).launch(grid=1, block=32)


@pytest.mark.cutedsl_unchecked
@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_shared_code_has_names_of_its_own(kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scattered, "ACCESS_OPS", 1)
    x, y = np.arange(1, 65).astype(kind), np.zeros(128, kind)
    with override(cache=False):
        made: Any = cute.compile(_run_numbers, x, y, 20, options="--target cpu")
    made(x, y, 20)
    for part, count in ((y[:64], 32), (y[64:], 20)):
        wanted = np.zeros_like(part)
        for tid in range(count):
            wanted[tid * tid % 64] = x[tid * tid % 64]
        assert np.array_equal(part, wanted)
