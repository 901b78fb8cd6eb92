"""Integers, addresses, fences and extremes by functions of MLIR's dialects."""

from __future__ import annotations

import cutlass.cute as cute
import torch
from cutlass import Float32, Int8, Int32
from cutlass._mlir.dialects import llvm, nvvm
from cutlass._mlir.extras import types as T
from cutlass.base_dsl.typing import MLIR_DYNAMIC_INDEX, get_mlir_types

ROWS, COLUMNS = 4, 8


@cute.kernel
def words_kernel(narrow: cute.Tensor, out: cute.Tensor, floats: cute.Tensor):
    row = cute.arch.thread_idx()[0]
    out[row, 0] = Int32(llvm.zext(T.i32(), narrow[row].ir_value()))
    out[row, 1] = Int32(llvm.sext(T.IntegerType.get_signless(32), narrow[row].ir_value()))
    out[row, 2] = Int32(Int8(llvm.trunc(T.i8(), Int32(300 + row).ir_value())))
    start, kind = Int32(row * COLUMNS + 3).ir_value(), llvm.PointerType.get()
    third = llvm.getelementptr(kind, out.iterator.llvm_ptr, [start], [MLIR_DYNAMIC_INDEX], T.i32())
    llvm.store(Int32(row * 5).ir_value(), third)
    llvm.fence(llvm.AtomicOrdering.release, syncscope="device")
    out[row, 4] = Int32(llvm.load(T.i32(), third)) + 1
    fourth = llvm.getelementptr(kind, third, [], [1], T.i32())
    out[row, 5] = Int32(llvm.load(T.i32(), fourth))
    out[row, 6] = len(get_mlir_types((row, floats[0], out.iterator)))
    number = floats[row].ir_value()
    floats[row] = Float32(nvvm.fmin(T.F32Type.get(), number, Float32(2.0).ir_value(), nan=True))
    floats[row + ROWS] = Float32(nvvm.fmin(number, Float32(2.0).ir_value()))


@cute.jit
def words(narrow: cute.Tensor, out: cute.Tensor, floats: cute.Tensor):
    words_kernel(narrow, out, floats).launch(grid=1, block=ROWS)


if __name__ == "__main__":
    device = "cuda" if torch.cuda.is_available() else "cpu"
    narrow = torch.tensor([1, -1, 100, -128], dtype=torch.int8, device=device)
    out = torch.zeros(ROWS, COLUMNS, dtype=torch.int32, device=device)
    floats = torch.tensor([1.0, 3.0, float("nan"), -1.0, 0, 0, 0, 0], device=device)
    words(narrow, out, floats)
    assert out[:, 0].tolist() == [1, 255, 100, 128]
    assert out[:, 1].tolist() == narrow.tolist()
    assert out[:, 2].tolist() == [44, 45, 46, 47]
    assert out[:, 3].tolist() == [0, 5, 10, 15]
    assert out[:, 4].tolist() == out[:, 5].tolist() == [1, 6, 11, 16]
    assert out[:, 6].tolist() == [3] * ROWS
    assert floats.tolist()[:2] + floats.tolist()[3:] == [1.0, 2.0, -1.0, 1.0, 2.0, 2.0, -1.0]
    assert floats[2].isnan()
    print("PASS")
