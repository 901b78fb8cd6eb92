"""One warp's sparse multiplies against float64, A expanded by its metadata; each assembles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.atoms.sparse import SPARSE_ATOMS
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import warp
from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import size
from tests.kernels.arrays import TARGETS, Arrays
from tests.kernels.test_warp_mma import NUMPY, in_tf32, operand, passed
from tests.products import long

F16, F32, BF16, TF32, I8, U8, I32 = (
    cutlass.Float16, cutlass.Float32, cutlass.BFloat16, cutlass.TFloat32, cutlass.Int8, cutlass.Uint8, cutlass.Int32,
)  # fmt: skip
E4M3, E5M2 = cutlass.Float8E4M3FN, cutlass.Float8E5M2
CASES = [
    *((warp.MmaF16BF16SparseOp(F16, F16, (16, 8, k)), F16, F16, F16, 2**-10) for k in (16, 32)),
    *((warp.MmaF16BF16SparseOp(F16, F32, (16, 8, k)), F16, F16, F32, 2**-22) for k in (16, 32)),
    *((warp.MmaF16BF16SparseOp(BF16, F32, (16, 8, k)), BF16, BF16, F32, 2**-22) for k in (16, 32)),
    *((warp.MmaTF32SparseOp((16, 8, k)), F32, F32, F32, 2**-22) for k in (8, 16)),
    *((warp.MmaI8SparseOp(a, b, (16, 8, k)), a, b, I32, 0.0) for k in (32, 64) for a, b in ((I8, I8), (U8, I8))),
    (warp.MmaFP8SparseOp(E4M3, F32, (16, 8, 64)), E4M3, E4M3, F32, 2**-12),
    (warp.MmaFP8SparseOp(E5M2, F32, (16, 8, 64), E4M3), E5M2, E4M3, F32, 2**-12),
]  # fmt: skip
IDS = [case[0].record().name for case in CASES]


def metadata_of(op: Any, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Random places of the stored elements, (M, stored K) -> k; and each lane's word that says so."""
    record = op.record()
    m, _, k = record.shape_mnk
    group = 2 if record.type_a == "tf32" else 4
    columns, bits = np.zeros((m, k // 2), np.int64), np.zeros((m, k // group), np.uint64)
    for row in range(m):
        for g in range(k // group):
            kept = np.sort(rng.choice(group, group // 2, replace=False))
            columns[row, g * (group // 2) : (g + 1) * (group // 2)] = g * group + kept
            bits[row, g] = (4, 14)[kept[0]] if group == 2 else kept[0] + 4 * kept[1]
    layout, words = record.metadata, np.zeros(32, np.uint32)
    values = size(layout, [1])
    for lane in range(32):
        for value in range(0, values, group):
            row, at = layout(lane, value) % m, layout(lane, value) // m
            words[lane] |= np.uint32(int(bits[row, at // group]) << (value * 32 // values))
    return columns, words


@cute.kernel
def one_tile(
    mA: cute.Tensor,
    mE: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    mD: cute.Tensor,
    mma: cute.TiledMma,
    adds: cutlass.Constexpr,
):
    lane, _, _ = cute.arch.thread_idx()
    thr = mma.get_slice(lane)
    gA, gB, gC, gD = thr.partition_A(mA), thr.partition_B(mB), thr.partition_C(mC), thr.partition_C(mD)
    rA, rB, rC = mma.make_fragment_A(gA), mma.make_fragment_B(gB), mma.make_fragment_C(gC)
    rE = cute.make_rmem_tensor((1, 1, 1), cutlass.Uint32)
    rE[0] = mE[lane]
    cute.autovec_copy(gA, rA)
    cute.autovec_copy(gB, rB)
    cute.autovec_copy(gC, rC)
    if cutlass.const_expr(adds is not None):
        mma.set(warp.Field.ACCUMULATE, adds if cutlass.const_expr(isinstance(adds, bool)) else mE[0] != 0)
    cute.gemm(mma, rC, [rA, rE], rB, rC)
    cute.autovec_copy(rC, gD)


@cute.jit
def multiply(
    mA: cute.Tensor,
    mE: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    mD: cute.Tensor,
    op: cutlass.Constexpr,
    adds: cutlass.Constexpr = None,
):
    one_tile(mA, mE, mB, mC, mD, cute.make_tiled_mma(op), adds).launch(grid=1, block=32)


def arguments(op: Any, a: Any, b: Any, c: Any) -> tuple[np.ndarray, list[np.ndarray]]:
    m, n, k = op.record().shape_mnk
    columns, words = metadata_of(op, np.random.default_rng(7))
    return columns, [
        operand(a, (m, k // 2)),
        words,
        operand(b, (n, k)),
        operand(c, (m, n)),
        np.full((m, n), -77, NUMPY[c]),
    ]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("op", "a", "b", "c", "ulp"), CASES, ids=IDS)
def test_one_tile_is_within_its_bound(target: str, op: Any, a: Any, b: Any, c: Any, ulp: float) -> None:
    arrays = Arrays(target)
    columns, values = arguments(op, a, b, c)
    given = passed(arrays, values)
    tensors = [cute.runtime.from_dlpack(x) for x in given]
    cute.compile(multiply, *tensors, op, options=arrays.options)(*tensors)
    stored, right = (in_tf32(v) if op.record().type_a == "tf32" else v for v in (values[0], values[2]))
    left = np.zeros((op.record().shape_mnk[0], op.record().shape_mnk[2]))
    np.put_along_axis(left, columns, stored.astype(np.float64), axis=1)
    right, addend = right.astype(np.float64), values[3].astype(np.float64)
    exact = left @ right.T + addend
    bound = (left.shape[1] + 1) * ulp * (np.abs(left) @ np.abs(right).T + np.abs(addend))
    assert np.all(np.abs(arrays.get(given[4]).astype(np.float64) - exact) <= bound)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("adds", [False, True, "at run time"])
def test_c_is_added_where_the_field_says_so(target: str, adds: Any) -> None:
    arrays, op = Arrays(target), warp.MmaF16BF16SparseOp(F16, F32, (16, 8, 16))
    columns, values = arguments(op, F16, F16, F32)
    given = passed(arrays, values)
    multiply(*(cute.runtime.from_dlpack(x) for x in given), op, adds)
    left = np.zeros((16, 16))
    np.put_along_axis(left, columns, values[0].astype(np.float64), axis=1)
    exact = left @ values[2].astype(np.float64).T + (values[3] if adds is not False else 0)
    np.testing.assert_allclose(arrays.get(given[4]), exact, atol=1e-4)


@pytest.mark.parametrize(
    ("op", "a", "b", "c", "ulp"), [case if number % 2 else long(*case) for number, case in enumerate(CASES)]
)
def test_ptxas_assembles_it(op: Any, a: Any, b: Any, c: Any, ulp: float, ptxas: Path) -> None:
    _, values = arguments(op, a, b, c)
    tensors = [cute.runtime.from_dlpack(x) for x in passed(Arrays("cpu"), values)]
    artifacts = cute.compile(multiply, *tensors, op, options="--target cpu").artifacts
    for arch in ("sm_80", "sm_89", "sm_90a"):
        if op.record().where.on(gpu_target(arch)):
            ptx = artifacts.ptx(arch)
            assert op.record().ptx in ptx
            assemble(ptx, gpu_target(arch), ptxas=str(ptxas))


@pytest.mark.parametrize("record", SPARSE_ATOMS.values(), ids=list(SPARSE_ATOMS))
def test_layouts_hold_each_element_once(record: Any) -> None:
    m, n, k = record.shape_mnk
    for layout, count in ((record.a, m * k // 2), (record.b, n * k), (record.c, m * n)):
        held = [layout(t, v) for t in range(32) for v in range(size(layout, [1]))]
        assert sorted(held) == list(range(count))
    told = {record.metadata(t, v) for t in range(32) for v in range(size(record.metadata, [1]))}
    assert told == set(range(m * k))


def test_a_sparse_multiply_takes_its_metadata() -> None:
    op = warp.MmaF16BF16SparseOp(F16, F32, (16, 8, 16))

    @cute.kernel
    def alone(mC: cute.Tensor, mma: cute.TiledMma):
        fragments = [cute.make_rmem_tensor((values, 1, 1), kind) for values, kind in ((4, F16), (4, F16), (4, F32))]
        cute.gemm(mma, fragments[2], fragments[0], fragments[1], fragments[2])

    @cute.jit
    def run(mC: cute.Tensor):
        alone(mC, cute.make_tiled_mma(op)).launch(grid=1, block=32)

    with pytest.raises(DSLUserCodeError) as found:
        run(np.zeros(4, np.float32))
    assert found.value.name == "gemm-operands"
    assert "takes `[a, e]`" in str(found.value)
    with pytest.raises(DSLUserCodeError) as found:
        warp.MmaF16BF16SparseOp(F16, F32, (16, 8, 8)).record()
    assert found.value.name == "mma-shape"
