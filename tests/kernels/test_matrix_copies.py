"""`ldmatrix` and `stmatrix` in every shape: lanes get the elements that the table's layouts name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.checker import checking
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import warp
from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import size
from cutedsl.utils import LayoutEnum, sm100
from tests.kernels.arrays import TARGETS, Arrays
from tests.programs.test_inline_ptx import ptx_of

SHAPES = [(transpose, count) for transpose in (False, True) for count in (1, 2, 4)]


@cute.kernel
def through(mX: cute.Tensor, mY: cute.Tensor, op: cutlass.Constexpr):
    """Loads (32 lanes, values) of Y from the rows X of shared memory, or stores Y's there and reads X back."""
    lane, _, _ = cute.arch.thread_idx()
    atom = cute.make_copy_atom(op, cutlass.Int16)
    rows = cute.size(mX, [0])
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int16, cute.make_layout((rows, 8), stride=(8, 1)), 16)
    fragment = cute.make_rmem_tensor((cute.size(mY, [1]),), cutlass.Int16)
    row = tile[lane % rows, None]
    if cutlass.const_expr(isinstance(op, warp.LdMatrix8x8x16bOp)):
        for r in range(rows):
            if lane < 8:
                tile[r, lane] = mX[r, lane]
        cute.arch.sync_warp()
        cute.copy(atom, row, fragment)
        cute.autovec_copy(fragment, mY[lane, None])
    else:
        cute.autovec_copy(mY[lane, None], fragment)
        cute.copy(atom, fragment, row)
        cute.arch.sync_warp()
        for r in range(rows):
            if lane < 8:
                mX[r, lane] = tile[r, lane]


@cute.jit
def run(mX: cute.Tensor, mY: cute.Tensor, op: cutlass.Constexpr):
    through(mX, mY, op).launch(grid=1, block=32)


def expected(op: Any, rows: np.ndarray) -> np.ndarray:
    """What lane and value hold of the rows, by the reference layout in bits."""
    ref = op.record(0, 16).ref
    count = size(ref, [1]) // 16
    return np.array([[rows.reshape(-1)[ref((t, 16 * v)) // 16] for v in range(count)] for t in range(32)])


def arrays_of(op: Any) -> tuple[np.ndarray, np.ndarray]:
    rows = np.random.default_rng(7).permutation(64 * op.num_matrices).astype(np.int16).reshape(-1, 8)
    return rows, expected(op, rows).astype(np.int16)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("transpose", "count"), SHAPES)
def test_loads_of_matrices_give_each_lane_its_elements(target: str, transpose: bool, count: int) -> None:
    op, arrays = warp.LdMatrix8x8x16bOp(transpose, count), Arrays(target)
    rows, wanted = arrays_of(op)
    given = [arrays.put(rows), arrays.poisoned(wanted.shape, np.int16)]
    tensors = [cute.runtime.from_dlpack(x) for x in given]
    cute.compile(run, *tensors, op, options=arrays.options)(*tensors)
    assert np.array_equal(arrays.get(given[1]), wanted)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("transpose", "count"), SHAPES)
def test_stores_of_matrices_put_elements_in_their_places(target: str, transpose: bool, count: int) -> None:
    op, arrays = warp.StMatrix8x8x16bOp(transpose, count), Arrays(target)
    wanted, values = arrays_of(op)
    given = [arrays.poisoned(wanted.shape, np.int16), arrays.put(values)]
    tensors = [cute.runtime.from_dlpack(x) for x in given]
    cute.compile(run, *tensors, op, options=arrays.options)(*tensors)
    assert np.array_equal(arrays.get(given[0]), wanted)


@pytest.mark.parametrize(("transpose", "count"), SHAPES)
def test_ptxas_assembles_it(transpose: bool, count: int, ptxas: Path) -> None:
    for kind in (warp.LdMatrix8x8x16bOp, warp.StMatrix8x8x16bOp):
        op = kind(transpose, count)
        tensors = [cute.runtime.from_dlpack(x) for x in arrays_of(op)]
        ptx = cute.compile(run, *tensors, op, options="--target cpu").artifacts.ptx("sm_90a")
        assert op.record(0, 16).ptx in ptx
        assemble(ptx, gpu_target("sm_90a"), ["-O1"], ptxas=str(ptxas))


@cute.kernel
def unpacked(mX: cute.Tensor, mY: cute.Tensor, op: cutlass.Constexpr):
    lane, _, _ = cute.arch.thread_idx()
    rows = 8 * op.num_matrices * (2 if op.transpose else 1)
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int8, cute.make_layout((rows, 16), stride=(16, 1)), 16)
    for k in range(lane, 16 * rows, 32):
        tile[k // 16, k % 16] = mX[k // 16, k % 16]
    cute.arch.sync_threads()
    fragment = cute.make_rmem_tensor((cute.size(mY, [1]),), cutlass.Int8)
    cute.copy(cute.make_copy_atom(op, cutlass.Int8), tile[lane % rows, None], fragment)
    cute.autovec_copy(fragment, mY[lane, None])


def unpacking(op: Any) -> Any:
    @cute.jit
    def run(mX: cute.Tensor, mY: cute.Tensor):
        unpacked(mX, mY, op).launch(grid=1, block=32)

    return run


BYTES = [
    *(warp.LdMatrix8x16x8bOp(num_matrices=count, unpack_bits=bits) for bits in (None, 4, 6) for count in (1, 2, 4)),
    *(warp.LdMatrix16x16x8bOp(num_matrices=count, unpack_bits=bits) for bits in (None, 4, 6) for count in (1, 2)),
]


@pytest.mark.parametrize("op", BYTES, ids=[op.record(0, 8).name for op in BYTES])
def test_matrices_of_bytes_assemble(op: Any, ptxas: Path) -> None:
    """Blackwell's; not run on hardware."""
    count = op.record(0, 8).bits // 8
    y = cute.runtime.make_fake_compact_tensor(cutlass.Int8, (32, count), stride_order=(1, 0), assumed_align=16)
    x = cute.runtime.make_fake_compact_tensor(cutlass.Int8, (32, 16), stride_order=(1, 0), assumed_align=16)
    ptx = ptx_of(unpacking(op), x, y, arch="sm_100a")
    assert f"{op.record(0, 8).ptx} {{" in ptx
    assemble(ptx, gpu_target("sm_100a"), ["-O1"], ptxas=str(ptxas))
    if "m8n8" not in op.record(0, 8).ptx:
        with pytest.raises(DSLUserCodeError, match="does not exist on sm_90a"):
            ptx_of(unpacking(op), x, y, arch="sm_90a")


@pytest.mark.parametrize("op", BYTES, ids=[op.record(0, 8).name for op in BYTES])
def test_lanes_get_the_bytes_that_ptx_gives_them(op: Any) -> None:
    """Each lane four elements in a row, or in a column: a register. Source: PTX ISA, "ldmatrix", its figures."""
    x = np.random.default_rng(3).integers(0, 256, (8 * op.num_matrices * (2 if op.transpose else 1), 16))
    bits = op.unpack_bits or 8
    packed = [sum(int(byte) << 8 * k for k, byte in enumerate(row)) for row in x]
    elements = np.array([[row >> bits * k & (1 << bits) - 1 for k in range(16)] for row in packed])
    want: list[list[int]] = []
    for lane in range(32):
        own, first = lane // 4, 4 * (lane % 4)
        if op.transpose:
            pieces = [
                elements[16 * matrix + first :][:4, own + 8 * half]
                for matrix in range(op.num_matrices)
                for half in (0, 1)
            ]
        else:
            pieces = [elements[8 * matrix + own, first : first + 4] for matrix in range(op.num_matrices)]
        want.append(np.concatenate(pieces).tolist())
    y = np.zeros((32, len(want[0])), np.int8)
    arguments = [cute.runtime.from_dlpack(array, assumed_align=16) for array in (x.astype(np.uint8).view(np.int8), y)]
    with checking() as report:
        cute.compile(unpacking(op), *arguments, options="--target cpu")(*arguments)
    assert y.view(np.uint8).tolist() == want
    assert report.findings == []


def test_a_copy_of_byte_matrices_refuses_other_shapes() -> None:
    for op, said in (
        (warp.LdMatrix8x16x8bOp(transpose=True), "transposed 16x16"),
        (warp.LdMatrix8x16x8bOp(unpack_bits=5), "unpack_bits must be 4 or 6"),
        (warp.LdMatrix16x16x8bOp(num_matrices=4), "moves (1, 2) matrices"),
    ):
        with pytest.raises(DSLUserCodeError) as found:
            cute.make_copy_atom(op, cutlass.Int8)
        assert said in str(found.value)


def test_accumulators_of_sm_120_leave_by_two_matrices() -> None:
    rows, columns = (LayoutEnum.ROW_MAJOR, LayoutEnum.COL_MAJOR)
    ops = [
        sm100.sm120_get_smem_store_op(layout, kind, cutlass.Float32).op
        for layout, kind in ((rows, cutlass.Float16), (columns, cutlass.BFloat16), (rows, cutlass.Float32))
    ]
    assert ops == [warp.StMatrix8x8x16bOp(False, 2), warp.StMatrix8x8x16bOp(True, 2), cute.nvgpu.CopyUniversalOp()]


@cute.kernel
def product(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, multiply: cute.TiledMma):
    """C (16,8) = A (16,32) B (8,32)^T by one warp, with `ldmatrix` of 4 matrices for A and for B."""
    lane, _, _ = cute.arch.thread_idx()
    allocator = cutlass.utils.SmemAllocator()
    sA = allocator.allocate_tensor(cutlass.Float16, cute.make_layout((16, 32), stride=(32, 1)), 16)
    sB = allocator.allocate_tensor(cutlass.Float16, cute.make_layout((8, 32), stride=(32, 1)), 16)
    for row in range(16):
        sA[row, lane] = mA[row, lane]
    for row in range(8):
        sB[row, lane] = mB[row, lane]
    cute.arch.sync_warp()
    part = multiply.get_slice(lane)
    rA, rB = part.make_fragment_A(part.partition_A(sA)), part.make_fragment_B(part.partition_B(sB))
    rows = part.partition_C(cute.make_tensor(mC.iterator, cute.make_layout((16, 8), stride=(8, 1))))
    rC = part.make_fragment_C(rows)
    rC.fill(0.0)
    atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
    copy_a, copy_b = cute.make_tiled_copy_A(atom, multiply), cute.make_tiled_copy_B(atom, multiply)
    cute.copy(copy_a, copy_a.get_slice(lane).partition_S(sA), copy_a.get_slice(lane).retile(rA))
    cute.copy(copy_b, copy_b.get_slice(lane).partition_S(sB), copy_b.get_slice(lane).retile(rB))
    for block in cutlass.range_constexpr(2):
        cute.gemm(multiply, rC, rA[None, None, block], rB[None, None, block], rC)
    cute.autovec_copy(rC, rows)


@cute.jit
def multiplied(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
    op = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    product(mA, mB, mC, cute.make_tiled_mma(op)).launch(grid=1, block=32)


def test_a_multiply_that_is_8_wide_takes_a_load_of_four_matrices_for_b() -> None:
    random = np.random.default_rng(0)
    a, b = (random.integers(-4, 5, (rows, 32)).astype(np.float16) for rows in (16, 8))
    c = np.zeros((16, 8), np.float32)
    multiplied(a, b, c)
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32).T)


@cute.kernel
def through_c(mC: cute.Tensor, multiply: cute.TiledMma, transpose: cutlass.Constexpr):
    """Stores the C of a multiply of 16x8, one number a lane and value, over a tile of 16x16 by `stmatrix` of 4."""
    lane, _, _ = cute.arch.thread_idx()
    strides = (1, 16) if transpose else (16, 1)
    sC = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float16, cute.make_layout((16, 16), stride=strides), 16)
    part = multiply.get_slice(lane)
    rC = cute.make_fragment_like(part.partition_C(sC))
    for i in cutlass.range_constexpr(cute.size(rC)):
        rC[i] = cutlass.Float16(lane * 8 + i)
    copy = cute.make_tiled_copy_C(cute.make_copy_atom(warp.StMatrix8x8x16bOp(transpose, 4), cutlass.Float16), multiply)
    cute.copy(copy, copy.retile(rC), copy.get_slice(lane).partition_D(sC))
    cute.arch.sync_warp()
    for i in cutlass.range_constexpr(8):
        mC[2 * i + lane // 16, lane % 16] = sC[2 * i + lane // 16, lane % 16]


@cute.jit
def stored_c(mC: cute.Tensor, transpose: cutlass.Constexpr):
    op = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    through_c(mC, cute.make_tiled_mma(op), transpose).launch(grid=1, block=32)


@pytest.mark.parametrize("transpose", [False, True])
def test_a_multiply_that_is_8_wide_takes_a_store_of_four_matrices_for_c(transpose: bool) -> None:
    c = np.zeros((16, 16), np.float16)
    stored_c(c, transpose)
    row, column = np.meshgrid(np.arange(16), np.arange(16), indexing="ij")
    lane, value = row % 8 * 4 + column % 8 // 2, column % 2 + 2 * (row // 8) + 4 * (column // 8)
    np.testing.assert_array_equal(c, (lane * 8 + value).astype(np.float16))
