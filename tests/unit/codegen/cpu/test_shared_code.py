"""Long kernels call functions of their module for what they do at many places, and compute the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.cpu.memory import scattered, shared_code
from cutedsl.codegen.cpu.scalar import arithmetic
from cutedsl.codegen.cpu.tiles import matrix_copies
from cutedsl.config import override
from cutedsl.cute.nvgpu import warp
from tests.kernels.arrays import Arrays
from tests.kernels.test_gemm_tensorop import gemm, operands
from tests.kernels.test_gemm_tensorop import tensors as as_tensors
from tests.kernels.test_matrix_copies import arrays_of, run

pytestmark = pytest.mark.cutedsl_unchecked
ON_CPU = "--target cpu"


@pytest.fixture
def every_kernel_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels of any length share code."""
    for module in (scattered, arithmetic):
        monkeypatch.setattr(module, "ACCESS_OPS", 1)
    for module in (shared_code, matrix_copies):
        monkeypatch.setattr(module, "MATRIX_OPS", 1)


def _compiled(function: Any, *arguments: Any) -> tuple[Any, str]:
    with override(cache=False):
        made: Any = cute.compile(function, *arguments, options=ON_CPU)
    return made, made.artifacts.llvm


def _product() -> tuple[np.ndarray, str]:
    arrays = Arrays("cpu")
    given = operands(arrays)[2]
    made, text = _compiled(gemm, *as_tensors(given))
    made(*as_tensors(given))
    return arrays.get(given[2]), text


def test_a_product_with_predicated_copies_is_the_same(request: pytest.FixtureRequest) -> None:
    plain, longer = _product()
    request.getfixturevalue("every_kernel_shares")
    shared, text = _product()
    assert np.array_equal(shared, plain)
    assert text.count("\n") < longer.count("\n")
    # A matrix load of a fragment writes it; no branch of a copy is written a second time.
    assert "@cute.shared.ldmatrix.x4.f16.i32.put(" in text
    assert "{ <32 x half>" not in text.split("@cute.shared.ldmatrix.x4.f16.i32")[1].split("\n")[0]
    assert "\nall" not in text.split(".warp")[1]


@pytest.mark.usefixtures("every_kernel_shares")
@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_matrix_loads_write_the_pieces_that_they_gave(transpose: bool, count: int) -> None:
    op = warp.LdMatrix8x8x16bOp(transpose, count)
    rows, wanted = arrays_of(op)
    found = np.zeros_like(wanted)
    tensors = [cute.runtime.from_dlpack(x) for x in (rows, found)]
    made, text = _compiled(run, *tensors, op)
    made(*tensors)
    assert np.array_equal(found, wanted)
    assert f".x{count}{'.trans' if transpose else ''}.i16.i32.put(" in text


@cute.kernel
def _curve(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, n: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    far = tidx * tidx % 64
    if tidx < n:
        value = cute.math.exp2(x[far]) + cute.math.exp(x[far])
        y[tidx] = value
        z[far] = value.to(cutlass.BFloat16)
    else:
        z[far + 64] = x[far].to(cutlass.BFloat16)


@cute.jit
def _curves(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, n: cutlass.Int32):
    _curve(x, y, z, n).launch(grid=1, block=32)


@pytest.mark.parametrize("n", [0, 5, 32])
def test_functions_and_roundings_of_some_lanes_are_the_same(n: int, request: pytest.FixtureRequest) -> None:
    torch = pytest.importorskip("torch")
    x = np.linspace(-4, 4, 64, dtype=np.float32)
    found = []
    for shares in (False, True):
        if shares:
            request.getfixturevalue("every_kernel_shares")
        y, z = np.zeros(32, np.float32), torch.zeros(128, dtype=torch.bfloat16)
        made, text = _compiled(_curves, x, y, z, n)
        made(x, y, z, n)
        found.append((y, z.to(torch.float32).numpy()))
        assert ("@cute.shared.math.exp2.f32.f32(" in text) == shares
        assert ("@cute.shared.arith.truncf.f32.bf16(" in text) == shares
    assert all(np.array_equal(a, b) for a, b in zip(*found, strict=True))
    assert np.any(found[0][1] != 0)
