"""Warp-group multiplies from swizzled shared memory and from registers, D = A B + C, against float64."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import OperandMajorMode, warpgroup
from cutedsl.cute.nvgpu.warpgroup import OperandSource, SmemLayoutAtomKind
from tests.kernels.arrays import TARGETS, Arrays
from tests.kernels.test_warp_mma import BF16, E4M3, E5M2, F16, F32, I8, NUMPY, U8, in_tf32, operand, passed

K, MN = OperandMajorMode.K, OperandMajorMode.MN
SMEM, RMEM = OperandSource.SMEM, OperandSource.RMEM
M, N = 128, 48


@cute.kernel
def tiles(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    mD: cute.Tensor,
    tiled_mma: cute.TiledMma,
    layouts: cutlass.Constexpr,
    keep: cutlass.Constexpr,
):
    """Two warp groups of one block, each 64 rows."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    layout_a, layout_b = layouts
    sA = smem.allocate_tensor(mA.element_type, layout_a.outer, 1024, swizzle=layout_a.inner)
    sB = smem.allocate_tensor(mB.element_type, layout_b.outer, 1024, swizzle=layout_b.inner)
    for i in range(tidx, cute.size(mA), 256):
        sA[i] = mA[i]
    for i in range(tidx, cute.size(mB), 256):
        sB[i] = mB[i]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    thr = tiled_mma.get_slice(tidx)
    tCsA, tCsB, tCgC, tCgD = thr.partition_A(sA), thr.partition_B(sB), thr.partition_C(mC), thr.partition_C(mD)
    tCrA, tCrB = tiled_mma.make_fragment_A(tCsA), tiled_mma.make_fragment_B(tCsB)
    if cutlass.const_expr(tCrA.memspace == cutlass.AddressSpace.rmem):
        cute.autovec_copy(tCsA, tCrA)
    acc = tiled_mma.make_fragment_C(tCgC)
    cute.autovec_copy(tCgC, acc)
    tiled_mma.set(warpgroup.Field.ACCUMULATE, keep)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgD)


@cute.jit
def multiply(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    mD: cute.Tensor,
    op: cutlass.Constexpr,
    kinds: cutlass.Constexpr,
    keep: cutlass.Constexpr,
):
    layouts = tuple(smem_layout(kind, x) for kind, x in zip(kinds, (mA, mB), strict=True))
    tiled_mma = cute.make_tiled_mma(op, (2, 1, 1))
    tiles(mA, mB, mC, mD, tiled_mma, layouts, keep).launch(grid=1, block=256)


def smem_layout(kind: SmemLayoutAtomKind, tensor: cute.Tensor) -> Any:
    atom = warpgroup.make_smem_layout_atom(kind, tensor.element_type)
    return cute.tile_to_shape(atom, tensor.shape, (0, 1) if kind.name[0] == "K" else (1, 0))


def case(name: str, a: Any, b: Any, c: Any, ulp: float, kinds: tuple[str, str], source: Any = SMEM) -> Any:
    """`kinds` are the shared-memory layouts of A and B; they say the major modes."""
    majors = [K if kind[0] == "K" else MN for kind in kinds]
    make = {F16: warpgroup.MmaF16BF16Op, BF16: warpgroup.MmaF16BF16Op, E4M3: warpgroup.MmaF8Op, E5M2: warpgroup.MmaF8Op}
    if a is F32:
        op: Any = warpgroup.MmaTF32Op((64, N), source)
    elif a in (F16, BF16):
        op = warpgroup.MmaF16BF16Op(a, c, (64, N), source, *majors)
    else:
        op = make.get(a, warpgroup.MmaI8Op)(a, b, c, (64, N), source, *majors)
    return pytest.param(op, (a, b, c), ulp, tuple(SmemLayoutAtomKind[kind] for kind in kinds), id=name)


CASES = [
    case("f16-k128", F16, F16, F32, 2**-23, ("K_SW128", "K_SW128")),
    case("bf16-k64-k32", BF16, BF16, F32, 2**-23, ("K_SW64", "K_SW32")),
    case("f16-interleaved", F16, F16, F32, 2**-23, ("K_INTER", "MN_INTER")),
    case("f16-mn128-mn32", F16, F16, F32, 2**-23, ("MN_SW128", "MN_SW32")),
    case("f16-registers", F16, F16, F32, 2**-23, ("K_SW128", "MN_SW32"), RMEM),
    case("f16-f16", F16, F16, F16, 2**-11, ("K_SW64", "K_SW128")),
    case("tf32", F32, F32, F32, 2**-23, ("K_SW128", "K_SW64")),
    case("e4m3-e5m2", E4M3, E5M2, F32, 2**-13, ("K_SW64", "K_SW64")),
    case("e5m2-registers", E5M2, E4M3, F32, 2**-13, ("K_SW64", "K_SW64"), RMEM),
    case("s8-u8", I8, U8, cutlass.Int32, 0, ("K_SW64", "K_SW32")),
]


def arguments(op: Any, kinds: tuple[Any, Any, Any]) -> list[np.ndarray]:
    k = 64
    a, b, c = kinds
    return [operand(a, (M, k)), operand(b, (N, k)), operand(c, (M, N)), np.full((M, N), -77, NUMPY[c])]


def program_of(op: Any, given: list[Any], layouts: Any, keep: bool, options: str) -> Any:
    return cute.compile(multiply, *(cute.runtime.from_dlpack(x) for x in given), op, layouts, keep, options=options)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("op", "kinds", "ulp", "layouts"), CASES)
def test_tiles_are_within_their_bound(target: str, op: Any, kinds: Any, ulp: float, layouts: Any) -> None:
    arrays = Arrays(target)
    values = arguments(op, kinds)
    given = passed(arrays, values)
    keep = kinds[0] is not BF16
    program_of(op, given, layouts, keep, arrays.options)(*(cute.runtime.from_dlpack(x) for x in given))
    left, right, addend = (v.astype(np.float64) for v in values[:3])
    if op.record().type_a == "tf32":
        left, right = in_tf32(values[0]).astype(np.float64), in_tf32(values[1]).astype(np.float64)
    addend = addend if keep else 0 * addend
    exact = left @ right.T + addend
    bound = (left.shape[1] + 1) * ulp * (np.abs(left) @ np.abs(right).T + np.abs(addend))
    assert np.all(np.abs(arrays.get(given[3]).astype(np.float64) - exact) <= bound)


@pytest.mark.parametrize(("op", "kinds", "ulp", "layouts"), CASES)
def test_ptxas_assembles_it(op: Any, kinds: Any, ulp: float, layouts: Any, ptxas: Path) -> None:
    program = program_of(op, passed(Arrays("cpu"), arguments(op, kinds)), layouts, True, "--target cpu")
    ptx = program.artifacts.ptx("sm_90a")
    assert op.record().ptx in ptx
    report = assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills == 0
    assert report.kernels[0].stack_bytes == 0
