"""The functions of `cute.math` in kernels, on both targets, give the bits of their LLVM text on single numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from tests.kernels.arrays import EVERYWHERE, Arrays
from tests.math_accuracy import IN_CUTE, NAMES, NUMPY, apply, every_float, exact_bits, of_cpu

KINDS = ("f32", "f64")


def arguments(kind: str, count: int = 4096) -> tuple[np.ndarray, np.ndarray]:
    """Floats of every size, and of those that functions are mostly called with."""
    rng = np.random.default_rng(7)
    near = [rng.uniform(-top, top, count).astype(NUMPY[kind]) for top in (1, 4, 100)]
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 0.5, 1e-45, 3e38], NUMPY[kind])
    x = np.concatenate([every_float(rng, count, kind), *near, special])
    return x, rng.permutation(x)


@pytest.mark.gpu
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_same_bits_on_the_gpu(name: str, kind: str) -> None:
    import torch

    x, y = arguments(kind)
    out = torch.full((x.size,), 77.0, dtype=torch.float32 if kind == "f32" else torch.float64, device="cuda")
    apply(torch.from_numpy(x).cuda(), torch.from_numpy(y).cuda(), out, name)
    got, want = out.cpu().numpy(), exact_bits(name, kind, x, y)
    unlike = (got.view(f"u{got.itemsize}") != want.view(f"u{got.itemsize}")) & ~(np.isnan(got) & np.isnan(want))
    assert not unlike.any(), (x[unlike][:4], y[unlike][:4], got[unlike][:4], want[unlike][:4])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_same_bits_in_kernels_on_the_cpu(name: str, kind: str) -> None:
    """Lanes side by side; some of them with angles that are reduced apart."""
    x, y = arguments(kind)
    with np.errstate(all="ignore"):
        got, want = of_cpu(name, kind, x, y), exact_bits(name, kind, x, y)
    unlike = (got.view(f"u{got.itemsize}") != want.view(f"u{got.itemsize}")) & ~(np.isnan(got) & np.isnan(want))
    assert not unlike.any(), (x[unlike][:4], y[unlike][:4], got[unlike][:4], want[unlike][:4])


@cute.kernel
def everything(x: cute.Tensor, out: cute.Tensor, names: cutlass.Constexpr):
    i = cute.arch.thread_idx()[0]
    for k in cutlass.range_constexpr(len(names)):
        function = getattr(cute.math, IN_CUTE[names[k]])
        out[k, i] = function(x[i], x[i]) if cutlass.const_expr(names[k] in ("powf", "atan2")) else function(x[i])


@cute.jit
def run_everything(x: cute.Tensor, out: cute.Tensor, names: cutlass.Constexpr):
    everything(x, out, names).launch(grid=1, block=32)


@pytest.mark.parametrize("kind", [np.float64, np.float16], ids=["float64", "float16"])
def test_every_function_assembles_without_spills(kind: Any, ptxas: Path) -> None:
    x, out = np.zeros(32, kind), np.zeros((len(NAMES), 32), kind)
    artifacts = cute.compile(run_everything, x, out, NAMES, options="--target cpu").artifacts
    report = assemble(artifacts.ptx("sm_90a"), gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills == 0


@cute.kernel
def others(x: cute.Tensor, n: cute.Tensor, out: cute.Tensor, whole: cute.Tensor):
    i = cute.arch.thread_idx()[0]
    m = cute.math
    out[0, i] = m.fpowi(x[i], n[i])
    out[1, i] = m.clamp(x[i], -1.0, 0.5)
    out[2, i] = m.max(x[i], 0) + m.min(0.25, x[i])
    out[3, i] = m.add(m.neg(m.abs(x[i])), m.mul(x[i], m.sub(x[i], m.div(x[i], 4.0))))
    out[4, i] = m.rem(x[i], 0.75)
    out[5, i] = m.isnormal(x[i]).to(cutlass.Float32)
    pair = cute.full((2,), x[i], cutlass.Float32)
    out[6, i] = m.clamp(pair, -1.0, 0.5)[1] + m.fpowi(pair, n[i])[0]
    whole[0, i] = m.ipowi(n[i], 3) + m.absi(n[i])
    whole[1, i] = m.clamp(n[i], -2, 1)


@cute.jit
def run_others(x: cute.Tensor, n: cute.Tensor, out: cute.Tensor, whole: cute.Tensor):
    others(x, n, out, whole).launch(grid=1, block=x.shape[0])


@pytest.mark.parametrize("target", EVERYWHERE)
def test_operators_by_name_give_what_numpy_gives(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).uniform(-3, 3, 64).astype(np.float32)
    x[:6] = 0.0, -0.0, 1e-40, np.inf, np.nan, -1.0
    n = np.random.default_rng(7).integers(-5, 6, 64).astype(np.int32)
    out, whole = arrays.poisoned((7, 64)), arrays.poisoned((2, 64), np.int32)
    run_others(arrays.put(x), arrays.put(n), out, whole)
    with np.errstate(all="ignore"):
        powers = np.power(x.astype(np.float64), n).astype(np.float32)
        clamped = np.minimum(np.maximum(x, np.float32(-1)), np.float32(0.5))
        extremes = np.fmax(x, np.float32(0)) + np.fmin(np.float32(0.25), x)
        mixed = -np.abs(x) + x * (x - x / np.float32(4))
        normal = np.isfinite(x) & (np.abs(x) >= np.finfo(np.float32).tiny)
        exact = np.stack([powers, clamped, extremes, mixed, np.fmod(x, np.float32(0.75)), normal, clamped + powers])
    found = arrays.get(out)
    np.testing.assert_allclose(found[3], exact[3], rtol=3e-7, atol=5e-7)  # a GPU rounds x * y + z once
    np.testing.assert_allclose(np.delete(found, 3, 0), np.delete(exact, 3, 0), rtol=3e-7)
    assert np.array_equal(arrays.get(whole), np.stack([n**3 + np.abs(n), np.clip(n, -2, 1)]))


@cute.kernel
def extremes(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, kind: cutlass.Constexpr):
    i = cute.arch.thread_idx()[0]
    a, b, m = x[i].to(kind), y[i].to(kind), cute.math
    out[0, i] = m.max(a, b, ftz=True).to(cutlass.Float32)
    out[1, i] = m.min(a, b).to(cutlass.Float32)
    out[2, i] = m.max(a, b, propagate_nan=True).to(cutlass.Float32)
    pair = cute.full((2,), b, kind)
    out[3, i] = m.min(a, pair, propagate_nan=True)[1].to(cutlass.Float32)
    out[4, i] = m.max(pair, a)[0].to(cutlass.Float32)


@cute.jit
def run_extremes(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, kind: cutlass.Constexpr):
    extremes(x, y, out, kind).launch(grid=1, block=x.shape[0])


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("kind", [cutlass.Float32, cutlass.BFloat16])
def test_an_extreme_of_a_nan_is_the_other_number_unless_it_is_to_propagate(target: str, kind: Any) -> None:
    arrays = Arrays(target)
    x = np.array([1, np.nan, 3, np.nan], np.float32)
    y = np.array([2, 2, np.nan, np.nan], np.float32)
    out = arrays.poisoned((5, 4))
    run_extremes(arrays.put(x), arrays.put(y), out, kind)
    exact = np.stack([np.fmax(x, y), np.fmin(x, y), np.maximum(x, y), np.minimum(x, y), np.fmax(x, y)])
    np.testing.assert_array_equal(arrays.get(out), exact)


def test_functions_of_bits_refuse_other_types() -> None:
    x = np.zeros(4, np.float32)

    @cute.jit
    def powers(x: cute.Tensor):
        x[0] = cute.math.fpowi(x[0], x[1])

    @cute.jit
    def roots(x: cute.Tensor):
        x[0] = cute.math.ipowi(x[0], 2)

    @cute.jit
    def narrow(x: cute.Tensor):
        x[0] = cute.math.exp(x[0].to(cutlass.Float8E5M2)).to(cutlass.Float32)

    for function, text in ((powers, "an integer"), (roots, "an integer"), (narrow, "not defined for Float8E5M2")):
        with pytest.raises(TypeError, match=text):
            function(x)
