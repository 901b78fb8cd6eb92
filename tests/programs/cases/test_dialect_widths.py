"""Widths and comparisons of MLIR's dialects: single bits, integers without signs, vectors in memory, operations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.compat.mlir import arith, ir, llvm, vector
from cutedsl.compat.mlir import types as T
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def _bits(x: cute.Tensor, y: cute.Tensor):
    number = x[0].ir_value()
    holds = arith.cmpi(arith.CmpIPredicate.sgt, number, arith.constant(T.i32(), 0))
    parts = (
        *(llvm.zext(T.i32(), holds), llvm.sext(T.i32(), holds), arith.extui(T.i32(), holds)),
        *(arith.extsi(T.i32(), holds), arith.extui(T.i32(), llvm.trunc(ir.IntegerType.get_signless(1), number))),
        *(arith.extui(T.i32(), arith.trunci(T.bool(), x[1].ir_value())), arith.divsi(x[2].ir_value(), number)),
        arith.remsi(x[2].ir_value(), number),
    )
    for k in cutlass.range_constexpr(len(parts)):
        y[k] = cutlass.Int32(parts[k])


@cute.jit
def bits(x: cute.Tensor, y: cute.Tensor):
    _bits(x, y).launch(grid=1, block=1)


def test_a_single_bit_is_widened_and_cut_as_mlir_says() -> None:
    x, y = np.array([2, 5, -7], np.int32), np.zeros(8, np.int32)
    bits(from_dlpack(x), from_dlpack(y))
    assert y.tolist() == [1, -1, 1, -1, 0, 1, -3, -1]


@cute.kernel
def _floats(x: cute.Tensor, y: cute.Tensor, flags: cute.Tensor):
    y[0] = cutlass.Uint32(cutlass.Int32(arith.fptoui(T.i32(), x[0].ir_value())))
    for k in cutlass.range_constexpr(16):
        for pair in cutlass.range_constexpr(3):
            held = arith.cmpf(arith.CmpFPredicate(k), x[1 + pair].ir_value(), x[2].ir_value())
            flags[k, pair] = cutlass.Int32(arith.extui(T.i32(), held))


@cute.jit
def floats(x: cute.Tensor, y: cute.Tensor, flags: cute.Tensor):
    _floats(x, y, flags).launch(grid=1, block=1)


def test_floats_become_unsigned_integers_and_compare_by_all_sixteen_predicates() -> None:
    x = np.array([3e9, 1.0, 2.0, np.nan], np.float32)
    y, flags = np.zeros(1, np.uint32), np.zeros((16, 3), np.int32)
    floats(from_dlpack(x), from_dlpack(y), from_dlpack(flags))
    assert y[0] == 3_000_000_000
    less, equal, unordered = flags.T.tolist()
    names = [one.name for one in arith.CmpFPredicate]
    assert [name for name, held in zip(names, less, strict=True) if held] == (
        ["OLT", "OLE", "ONE", "ORD", "ULT", "ULE", "UNE", "AlwaysTrue"]
    )
    assert [name for name, held in zip(names, equal, strict=True) if held] == (
        ["OEQ", "OGE", "OLE", "ORD", "UEQ", "UGE", "ULE", "AlwaysTrue"]
    )
    assert [name for name, held in zip(names, unordered, strict=True) if held] == (
        ["UEQ", "UGT", "UGE", "ULT", "ULE", "UNE", "UNO", "AlwaysTrue"]
    )


@cute.kernel
def _vectors(x: cute.Tensor, y: cute.Tensor, place: cutlass.Int32):
    four = llvm.load(ir.VectorType.get([4], T.f32()), x.iterator)
    seven = arith.constant(T.f32(), ir.FloatAttr.get(T.f32(), 7.0))
    four = vector.insertelement(seven, four, position=place.ir_value())
    llvm.store(four, y.iterator)
    made = ir.Operation.create(
        "llvm.mlir.constant", results=[T.i32()], attributes={"value": ir.IntegerAttr.get(T.i32(), 3)}
    )
    y[4] = cutlass.Float32(vector.extractelement(four, position=made.result))
    y[5] = cutlass.Float32(vector.extract(four, [place.ir_value()], [-(2**31)]))
    sums = arith.mulf(arith.addf(four, four), four)
    halves = arith.truncf(ir.VectorType.get([4], T.f16()), sums)
    words = llvm.bitcast(ir.VectorType.get([2], T.i32()), halves)
    pair = llvm.bitcast(ir.VectorType.get([2], T.f16()), vector.extractelement(words, position=1))
    again = llvm.bitcast(T.i32(), pair)
    y[6] = cutlass.Float16(vector.extractelement(pair, position=0)).to(cutlass.Float32)
    y[7] = cutlass.Float32(arith.uitofp(T.f32(), arith.shrui(again, arith.constant(T.i32(), 16))))


@cute.jit
def vectors(x: cute.Tensor, y: cute.Tensor, place: cutlass.Int32):
    _vectors(x, y, place).launch(grid=1, block=1)


def test_vectors_are_read_and_written_whole_and_by_places_known_at_run_time() -> None:
    x, y = np.arange(4, dtype=np.float32), np.zeros(8, np.float32)
    vectors(from_dlpack(x), from_dlpack(y), 2)
    assert y.tolist() == [0, 1, 7, 3, 3, 7, 98, np.float16(18).view(np.uint16)]


@pytest.mark.parametrize(
    "use",
    [
        lambda: ir.Operation.create("arith.addi", results=[T.i32()]),
        lambda: ir.Operation.create("arith.constant", results=["i7"], attributes={"value": 1}),
        lambda: vector.extract(0, [], [0, 1]),
    ],
)
def test_what_is_not_here_is_refused_by_name(use: Any) -> None:
    @cute.jit
    def refused():
        use()

    with pytest.raises(DSLUserCodeError, match="not supported yet"):
        refused()
