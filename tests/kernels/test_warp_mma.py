"""Every warp multiply on one tile, D = A B + C, against float64; with B's fragment through `ldmatrix` for f16."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.atoms.mma import mma_record
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import warp
from tests.kernels.arrays import TARGETS, Arrays

F16, BF16, F32, F64 = cutlass.Float16, cutlass.BFloat16, cutlass.Float32, cutlass.Float64
E4M3, E5M2, I8, U8 = cutlass.Float8E4M3FN, cutlass.Float8E5M2, cutlass.Int8, cutlass.Uint8
NUMPY: dict[Any, Any] = {
    F16: np.float16, BF16: ml_dtypes.bfloat16, F32: np.float32, F64: np.float64, E4M3: ml_dtypes.float8_e4m3fn,
    E5M2: ml_dtypes.float8_e5m2, I8: np.int8, U8: np.uint8, cutlass.Int32: np.int32,
}  # fmt: skip
# The operation, types of A, B and C, and the unit in the last place that sums are rounded to.
CASES = [
    pytest.param(op, a, b, c, ulp, id=op.record().name)
    for op, a, b, c, ulp in (
        *((warp.MmaF16BF16Op(F16, F16, (16, 8, k)), F16, F16, F16, 2**-11) for k in (8, 16)),
        *((warp.MmaF16BF16Op(F16, F32, (16, 8, k)), F16, F16, F32, 2**-23) for k in (8, 16)),
        *((warp.MmaF16BF16Op(BF16, F32, (16, 8, k)), BF16, BF16, F32, 2**-23) for k in (8, 16)),
        *((warp.MmaTF32Op((16, 8, k)), F32, F32, F32, 2**-23) for k in (4, 8)),
        (warp.MmaFP8Op(E4M3, F32, (16, 8, 32)), E4M3, E4M3, F32, 2**-13),
        (warp.MmaFP8Op(E5M2, F16, (16, 8, 32), E4M3), E5M2, E4M3, F16, 2**-11),
        (warp.MmaFP8Op(E4M3, F32, (16, 8, 16), E5M2), E4M3, E5M2, F32, 2**-13),
        *((warp.MmaI8Op(I8, U8, (16, 8, k)), I8, U8, cutlass.Int32, 0) for k in (16, 32)),
        (warp.MmaI8Op(U8, I8, (8, 8, 16)), U8, I8, cutlass.Int32, 0),
        (warp.MmaF64Op((8, 8, 4)), F64, F64, F64, 2**-52),
        *((warp.MmaF64Op((16, 8, k)), F64, F64, F64, 2**-52) for k in (4, 8, 16)),
    )
]


@cute.kernel
def one_tile(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, mD: cute.Tensor, tiled_mma: cute.TiledMma):
    lane, _, _ = cute.arch.thread_idx()
    thr = tiled_mma.get_slice(lane)
    gA, gB, gC, gD = thr.partition_A(mA), thr.partition_B(mB), thr.partition_C(mC), thr.partition_C(mD)
    rA, rB, rC = tiled_mma.make_fragment_A(gA), tiled_mma.make_fragment_B(gB), tiled_mma.make_fragment_C(gC)
    cute.autovec_copy(gA, rA)
    cute.autovec_copy(gB, rB)
    cute.autovec_copy(gC, rC)
    rD = tiled_mma.make_fragment_C(gD)
    cute.gemm(tiled_mma, rD, rA, rB, rC)
    cute.autovec_copy(rD, gD)


@cute.jit
def multiply(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, mD: cute.Tensor, op: cutlass.Constexpr):
    one_tile(mA, mB, mC, mD, cute.make_tiled_mma(op)).launch(grid=1, block=32)


def operand(kind: Any, shape: tuple[int, int]) -> np.ndarray:
    """Random numbers that the type holds: all of an integer's, some around 1 of a float's."""
    random = np.random.default_rng(7)
    if np.issubdtype(NUMPY[kind], np.integer):
        info = np.iinfo(NUMPY[kind])
        return random.integers(max(info.min, -(2**20)), min(info.max, 2**20), shape, endpoint=True).astype(NUMPY[kind])
    return random.standard_normal(shape).astype(np.float32).astype(NUMPY[kind])


def in_tf32(x: np.ndarray) -> np.ndarray:
    """The bits of a float32 that a TFloat32 multiply reads."""
    return (x.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)


def arguments(op: Any, a: Any, b: Any, c: Any) -> list[np.ndarray]:
    m, n, k = op.record().shape_mnk
    return [operand(a, (m, k)), operand(b, (n, k)), operand(c, (m, n)), np.full((m, n), -77, NUMPY[c])]


def passed(arrays: Arrays, values: list[np.ndarray]) -> list[Any]:
    return [arrays.put(x) if x.dtype.isbuiltin == 1 else arrays.narrow(x) for x in values]


def program_of(op: Any, arguments: list[Any], options: str) -> Any:
    return cute.compile(multiply, *(cute.runtime.from_dlpack(x) for x in arguments), op, options=options)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("op", "a", "b", "c", "ulp"), CASES)
def test_one_tile_is_within_its_bound(target: str, op: Any, a: Any, b: Any, c: Any, ulp: float) -> None:
    arrays = Arrays(target)
    values = arguments(op, a, b, c)
    given = passed(arrays, values)
    program_of(op, given, arrays.options)(*(cute.runtime.from_dlpack(x) for x in given))
    left, right, addend = (v.astype(np.float64) for v in values[:3])
    if op.record().type_a == "tf32":
        left, right = in_tf32(values[0]).astype(np.float64), in_tf32(values[1]).astype(np.float64)
    exact = left @ right.T + addend
    # Each of the k sums rounds, as does the result; every partial sum is below the sum of magnitudes.
    k = op.record().shape_mnk[2]
    bound = (k + 1) * ulp * (np.abs(left) @ np.abs(right).T + np.abs(addend))
    assert np.all(np.abs(arrays.get(given[3]).astype(np.float64) - exact) <= bound)


@pytest.mark.parametrize(("op", "a", "b", "c", "ulp"), CASES)
def test_ptxas_assembles_it(op: Any, a: Any, b: Any, c: Any, ulp: float, ptxas: Path) -> None:
    program = program_of(op, passed(Arrays("cpu"), arguments(op, a, b, c)), "--target cpu")
    where = mma_record(op.record().name).where
    arch = "sm_90a" if where.capability == (9, 0) else f"sm_{where.capability[0]}{where.capability[1]}"
    ptx = program.artifacts.ptx(arch)
    assert op.record().ptx in ptx
    assert assemble(ptx, gpu_target(arch), ["-O1"], ptxas=str(ptxas)).spills == 0


def test_an_architecture_without_it_is_named() -> None:
    op = warp.MmaFP8Op(E4M3, F32, (16, 8, 32))
    program = program_of(op, passed(Arrays("cpu"), arguments(op, E4M3, E4M3, F32)), "--target cpu")
    with pytest.raises(ValueError, match=r"unsupported-arch.*does not exist on sm_80; it exists on sm_89 and later"):
        program.artifacts.ptx("sm_80")
