"""Arithmetic, bit counts and special registers by the private functions that programs import."""

from __future__ import annotations

import inspect

import cutlass
import cutlass.cute as cute
import numpy as np
from cutlass import Float32, Int32, Int64
from cutlass._mlir import ir
from cutlass._mlir.dialects import arith, llvm, nvgpu, nvvm, vector
from cutlass._mlir.dialects._nvvm_enum_gen import CpAsyncBulkTensorLoadMode
from cutlass._mlir.extras import types as T
from cutlass._mlir_helpers.arith import recast_type
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def integers_kernel(out: cute.Tensor, x: cute.Tensor):
    minus_5, three = (-x[0].to(Int32)).ir_value(), Int32(3).ir_value()
    out[0] = Int64(arith.extui(T.i64(), minus_5, loc=None, ip=None))
    out[1] = Int64(arith.extsi(T.i64(), minus_5))
    out[2] = Int64(Int32(arith.shrui(minus_5, arith.constant(T.i32(), 28))))
    out[3] = Int64(Int32(arith.shrsi(minus_5, arith.constant(T.i32(), 1))))
    wide = arith.shli(arith.extui(T.i64(), three), arith.constant(T.i64(), 30))
    out[4] = Int64(Int32(llvm.trunc(T.i32(), wide, llvm.IntegerOverflowFlags.none)))
    out[5] = Int64(Int32(arith.select(arith.cmpi(arith.CmpIPredicate.slt, minus_5, three), three, minus_5)))
    out[6] = Int64(Int32(arith.select(arith.cmpi(6, minus_5, three), three, minus_5)))
    out[7] = Int64(Int32(arith.maxui(minus_5, three)))
    out[8] = Int64(Int32(arith.divui(minus_5, three)))
    out[9] = Int64(Int32(llvm.intr_ctlz(three, False)))
    out[10] = Int64(Int32(llvm.intr_ctpop(minus_5)))
    four = llvm.mlir_undef(ir.VectorType.get([4], T.i32(), loc=None))
    four = vector.insert(three, four, dynamic_position=[], static_position=[2], loc=None, ip=None)
    out[11] = Int64(Int32(vector.extract(four, [], [2])))
    four = llvm.InsertElementOp(four, minus_5, arith.constant(T.i32(), 1))
    out[14] = Int64(Int32(llvm.extractelement(four, (x[0].to(Int32) - 4).ir_value())))
    out[15] = Int64(Int32(llvm.extractelement(four, arith.constant(T.i32(), 2), loc=None, ip=None)))
    out[12] = Int64(Int32(nvvm.read_ptx_sreg_ntid_x(T.i32())))
    start = Int64(nvvm.read_ptx_sreg_clock64(T.i64()))
    out[13] = Int64(nvvm.read_ptx_sreg_clock64(T.i64())) - start


@cute.kernel
def floats_kernel(out: cute.Tensor, x: cute.Tensor):
    five, nan, zero = x[0].ir_value(), x[1].ir_value(), Float32(0.0).ir_value()
    out[0] = Float32(arith.maxnumf(nan, zero))
    out[1] = Float32(arith.maximumf(nan, zero))
    out[2] = Float32(arith.minimumf(five, zero, loc=None, ip=None))
    out[3] = Float32(arith.sitofp(T.f32(), arith.fptosi(T.i32(), arith.negf(five))))
    out[4] = Float32(arith.select(arith.cmpf(arith.CmpFPredicate.OLT, nan, zero), five, zero))
    out[5] = Float32(arith.bitcast(T.f32(), arith.constant(T.i32(), 0x40000000)))
    out[6] = cute.math.rcp(x[0], approx=True, ftz=True)
    out[7] = cute.math.sqrt(x[0] - 1, approx=True)
    out[8] = cute.arch.exp_packed_f32x2((x[0], Float32(0.0)))[1]


@cute.kernel
def elected_kernel(out: cute.Tensor):
    lane = cute.arch.lane_idx()
    if cutlass.Boolean(nvvm.elect_sync(T.bool(), loc=None, ip=None)):
        out[0] = out[0] + lane + 7


@cute.kernel
def phases_kernel(out: cute.Tensor):
    barrier = cutlass.utils.SmemAllocator().allocate_array(Int64, 1)
    thread = cute.arch.thread_idx()[0]
    if thread == 0:
        cute.arch.mbarrier_init(barrier, 32)
    cute.arch.sync_threads()
    first = cutlass.Boolean(nvvm.mbarrier_try_wait_parity_timelimit(barrier.llvm_ptr, Int32(1).ir_value(), 100))
    cute.arch.mbarrier_arrive(barrier)
    while not cutlass.Boolean(nvvm.mbarrier_try_wait_parity_timelimit(barrier.llvm_ptr, Int32(0).ir_value(), 100)):
        pass
    out[thread] = Int32(first)


@cute.kernel
def slices_kernel(out: cute.Tensor, x: cute.Tensor):
    registers = cutlass.Array(Float32, 6, alignment=16)
    registers.store((0.0, x[0], 2.0) * 2)
    part = registers.load(1, 4)
    assert part.shape == (4,)
    kind = ir.VectorType(part.ir_value().type)
    assert (kind.shape, str(kind)) == ([4], "vector<4xf32>")
    middle = vector.extract_strided_slice(ir.VectorType.get([2], T.f32()), part.ir_value(), [1], [2], [1])
    whole = vector.broadcast(kind, Float32(9.0).ir_value())
    whole = vector.insert_strided_slice(middle, whole, offsets=[2], strides=[1])
    for k in cutlass.range_constexpr(4):
        out[k] = Float32(vector.extract(whole, [], [k]))
    halves = part.to(cutlass.Float16)
    wider = cute.TensorSSA(nvgpu.cvt_fpext(recast_type(halves.type, T.f32()), halves), halves.shape, Float32)
    out[4] = wider[0]


@cute.kernel
def modes_kernel(out: cute.Tensor, x: cute.Tensor):
    registers = cutlass.Array(Float32, 6)
    for k in cutlass.range_constexpr(6):
        registers[k] = x[k]
    words = cutlass.Array(Int32, 2)
    words[0:2] = registers.load(0, 2).bitcast(cutlass.Uint32)
    registers[0:2] = words.load(0, 2).bitcast(Float32)
    pair, rows, flat = (ir.VectorType.get(shape, T.f32()) for shape in ([2], [3, 2], [6]))
    parts = vector.shape_cast(rows, registers.load(0, 6).ir_value())
    assert str(parts.type) == "vector<3x2xf32>"
    first = vector.extract(parts, dynamic_position=[], static_position=[0])
    twice = vector.broadcast(pair, Float32(2.0).ir_value())
    last = nvvm.mul_packed_f32x2(vector.extract(parts, [], [2]), twice, rnd=nvvm.FPRoundingMode.RN)
    parts = vector.insert(nvvm.add_packed_f32x2(first, last), parts, [], [1])
    parts = vector.insert(Float32(7.0).ir_value(), parts, [], [2, 1])
    whole = vector.shape_cast(flat, parts)
    for k in cutlass.range_constexpr(6):
        out[k] = Float32(vector.extract(whole, [], [k]))


@cute.jit
def modes(out: cute.Tensor, x: cute.Tensor):
    modes_kernel(out, x).launch(grid=1, block=1)


@cute.jit
def slices(out: cute.Tensor, x: cute.Tensor):
    slices_kernel(out, x).launch(grid=1, block=1)


@cute.kernel
def neighbours_kernel(out: cute.Tensor):
    thread, rank = cute.arch.thread_idx()[0], cute.arch.block_idx_in_cluster()
    numbers = cutlass.utils.SmemAllocator().allocate_tensor(Int32, cute.make_layout(4), 16)
    numbers[thread] = rank * 10 + thread
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    own = (numbers.iterator + thread).llvm_ptr
    out[rank, thread] = Int32(llvm.load(T.i32(), nvvm.mapa_shared_cluster(own.type, own, (1 - rank).ir_value())))
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def neighbours(out: cute.Tensor):
    neighbours_kernel(out).launch(grid=2, block=4, cluster=(2, 1, 1))


@cute.jit
def all_of_them(integers: cute.Tensor, floats: cute.Tensor, elected: cute.Tensor, phases: cute.Tensor, x: cute.Tensor):
    integers_kernel(integers, x).launch(grid=1, block=1)
    floats_kernel(floats, x).launch(grid=1, block=1)
    elected_kernel(elected).launch(grid=1, block=32)
    phases_kernel(phases).launch(grid=1, block=32)


if __name__ == "__main__":
    assert "res" not in inspect.signature(nvvm.mbarrier_try_wait_parity_timelimit).parameters
    integers, floats = np.zeros(16, np.int64), np.zeros(9, np.float32)
    elected, phases = np.zeros(1, np.int32), np.zeros(32, np.int32)
    all_of_them(*map(from_dlpack, (integers, floats, elected, phases, np.array([5, np.nan], np.float32))))
    assert integers[:13].tolist() == [
        *(2**32 - 5, -5, 15, -3, (3 << 30) - 2**32, 3, -5, -5, (2**32 - 5) // 3, 30, 31, 3, 1),
    ], integers
    assert integers[14:].tolist() == [-5, 3], integers
    assert integers[13] >= 0 and elected[0] == 7 and phases.tolist() == [1] * 32
    np.testing.assert_allclose(floats, [0, np.nan, 0, -5, 0, 2, 0.2, 2, 1], rtol=1e-6)
    five = np.zeros(5, np.float32)
    slices(from_dlpack(five), from_dlpack(np.array([5], np.float32)))
    assert five.tolist() == [9, 9, 2, 0, 5], five
    assert CpAsyncBulkTensorLoadMode is nvvm.CpAsyncBulkTensorLoadMode
    numbers = np.zeros((2, 4), np.int32)
    neighbours(from_dlpack(numbers))
    assert numbers.tolist() == [[10, 11, 12, 13], [0, 1, 2, 3]], numbers
    six = np.zeros(6, np.float32)
    modes(from_dlpack(six), from_dlpack(np.arange(6, dtype=np.float32)))
    assert six.tolist() == [0, 1, 8, 11, 4, 7], six
    print("PASS")
