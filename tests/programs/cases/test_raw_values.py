"""What programs with MLIR of their own do: types, operators and pointers of dialect functions."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.compat.mlir import arith, llvm, nvvm
from cutedsl.compat.private_names import T
from cutedsl.cute.runtime import from_dlpack
from cutedsl.eager.session import Session, running
from cutedsl.errors import DSLUserCodeError

Kind = nvvm.AtomicOpKind


@cute.kernel
def _bits(x: cute.Tensor, y: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    raw: Any = llvm.bitcast(cutlass.Uint32.mlir_type, x[t].ir_value())
    y[t, 0] = cutlass.Int32(raw)
    y[t, 1] = cutlass.Int32((raw >> 23) & 255)
    y[t, 2] = cutlass.Int32(1 - raw) + cutlass.Int32(-raw)
    large: Any = x[t].ir_value() > 1.0
    y[t, 3] = cutlass.Boolean(large).to(cutlass.Int32)
    y[t, 4] = cutlass.Int32(raw + arith.constant(T.i32(), 2)) - cutlass.Int32(llvm.bitcast(T.i32(), x[t].ir_value()))


@cute.jit
def bits(x: cute.Tensor, y: cute.Tensor):
    _bits(x, y).launch(grid=1, block=4)


@pytest.mark.parametrize("around", [contextlib.nullcontext(), running(Session())], ids=["compiled", "eager"])
def test_operators_of_raw_values(around: contextlib.AbstractContextManager[object]) -> None:
    x = np.array([1.0, 2.0, -1.0, 0.5], np.float32)
    y = np.full((4, 5), -9, np.int32)
    with around:
        bits(from_dlpack(x), from_dlpack(y))
    raw = x.view(np.int32)
    assert (y[:, 0] == raw).all()
    assert y[:, 1].tolist() == [127, 128, 127, 126]
    assert (y[:, 2] == 1 - raw - raw).all()
    assert y[:, 3].tolist() == [0, 1, 0, 0]
    assert y[:, 4].tolist() == [2] * 4


@cute.kernel
def _updates(x: cute.Tensor, n: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    nvvm.atomicrmw(res=T.f32(), op=Kind.FADD, ptr=x.iterator.llvm_ptr, a=cutlass.Float32(1).ir_value())
    nvvm.atomicrmw(T.i32(), Kind.MAX, n.iterator.llvm_ptr, t.ir_value())
    nvvm.atomicrmw(T.i32(), Kind.UMAX, (n.iterator + 1).llvm_ptr, (t - 1).ir_value())
    nvvm.atomicrmw(T.i32(), Kind.CAS, n.iterator + 2, cutlass.Int32(5), b=t)
    nvvm.atomicrmw(cutlass.Int32.mlir_type, Kind.ADD, (n.iterator + 3).llvm_ptr, 2)
    nvvm.atomicrmw(op=Kind.INC, ptr=(n.iterator + 4).llvm_ptr, a=cutlass.Int32(9).ir_value())
    nvvm.atomicrmw(op=Kind.DEC, ptr=(n.iterator + 5).llvm_ptr, a=cutlass.Int32(9).ir_value())
    nvvm.atomicrmw(Kind.ADD, (n.iterator + 6).llvm_ptr, cutlass.Int32(3).ir_value())
    nvvm.atomicrmw(Kind.CAS, n.iterator + 7, a=cutlass.Int32(1), b=t)


@cute.jit
def updates(x: cute.Tensor, n: cute.Tensor):
    _updates(x, n).launch(grid=1, block=32)


def test_atomics_on_the_pointer_of_a_tensor() -> None:
    x, n = np.zeros(1, np.float32), np.array([-1, 3, 5, 0, 1, 1, 0, 1], np.int32)
    updates(from_dlpack(x), from_dlpack(n))
    assert x[0] == 32 and n[0] == 31
    assert n[1] == -1  # unsigned: the largest of all
    assert n[2] in range(32) and n[3] == 64
    assert n[6] == 96 and n[7] in range(32)
    assert (n[4], n[5]) == ((1 + 32) % 10, (1 - 32) % 10)


def test_an_atomic_without_its_value_is_refused() -> None:
    with pytest.raises(DSLUserCodeError, match="operation-argument"):
        nvvm.atomicrmw(T.i32(), Kind.CAS, None, 1)


@cute.kernel
def _through_pointers(x: cute.Tensor, y: cute.Tensor, divisor: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    kept = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(4), 16)
    kept[t] = x[t]
    cute.arch.sync_threads()
    shared = cute.make_ptr(cutlass.Float32, kept.iterator.llvm_ptr, cute.AddressSpace.generic)
    whole = cute.make_ptr(cutlass.Float32, y.iterator.toint(), cute.AddressSpace.generic)
    t % divisor  # pyright: ignore[reportUnusedExpression]
    cute.arch.atomic_add(whole + t, (shared + 3 - t).load())


@cute.jit
def through_pointers(x: cute.Tensor, y: cute.Tensor, divisor: cutlass.Int32):
    _through_pointers(x, y, divisor).launch(grid=1, block=4)


def test_generic_pointers_and_a_remainder_that_nothing_reads() -> None:
    x, y = np.arange(4, dtype=np.float32), np.ones(4, np.float32)
    through_pointers(from_dlpack(x), from_dlpack(y), cutlass.Int32(0))
    assert y.tolist() == [4, 3, 2, 1]


@cute.kernel
def _passed_on(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    bits = llvm.bitcast(cutlass.Uint32.mlir_type, x[i])
    kept = cute.make_rmem_tensor(4, cutlass.Uint32)
    kept.fill(bits)
    kept[bits & 3] = bits ^ cutlass.Uint32(1)
    total = bits & cutlass.Uint32(0xFFFF)
    for _ in range(3):
        total = total + 1
    y[i] = total.to(cutlass.Int32) - kept[bits & 3]
    z[i] = llvm.bitcast(cutlass.Float32.mlir_type, bits)


@cute.jit
def passed_on(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor):
    _passed_on(x, y, z).launch(grid=1, block=8)


def test_a_raw_value_is_a_number_wherever_one_is_taken() -> None:
    x, y, z = (
        np.random.default_rng(0).standard_normal(8).astype(np.float32),
        np.zeros(8, np.int32),
        np.zeros(8, np.float32),
    )
    passed_on(from_dlpack(x), from_dlpack(y), from_dlpack(z))
    bits = x.view(np.int32)
    assert y.tolist() == ((bits & 0xFFFF) + 3 - (bits ^ 1)).tolist()
    assert z.tolist() == x.tolist()


@cute.kernel
def _carried(y: cute.Tensor, n: cutlass.Int32):
    bits = llvm.bitcast(cutlass.Int32.mlir_type, cutlass.Float32(1.0).ir_value())
    for _ in range(n):
        bits = bits + 1
    turns = cutlass.Int32(0)
    while turns < n:
        bits = 5 ^ bits
        turns += 1
    if n > 2:
        bits = bits * 2
    y[0] = bits - 1


@cute.jit
def carried(y: cute.Tensor, n: cutlass.Int32):
    _carried(y, n).launch(grid=1, block=1)


def test_raw_values_keep_their_operators_in_loops_and_branches_and_after_them() -> None:
    y = np.zeros(1, np.int32)
    carried(from_dlpack(y), cutlass.Int32(3))
    assert y[0] == ((0x3F800000 + 3) ^ 5) * 2 - 1


@cute.kernel
def _conditions(x: cute.Tensor, y: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    raw: Any = llvm.bitcast(cutlass.Uint32.mlir_type, x[t].ir_value())
    sign, odd = raw & 0x80000000, raw & 1
    y[t, 0] = 0
    if sign:
        y[t, 0] = 1
    y[t, 1] = 1 if sign else 0
    y[t, 2] = 1 if not sign else 0
    y[t, 3] = 1 if sign and odd else 0
    n = cutlass.Int32(0)
    while odd and n < 3:
        n += 1
    y[t, 4] = n


@cute.jit
def conditions(x: cute.Tensor, y: cute.Tensor):
    _conditions(x, y).launch(grid=1, block=4)


@pytest.mark.parametrize("around", [contextlib.nullcontext(), running(Session())], ids=["compiled", "eager"])
def test_raw_values_as_conditions(around: contextlib.AbstractContextManager[object]) -> None:
    next_to_one = np.nextafter(np.float32(1), np.float32(2))
    x = np.array([-1.0, 1.0, -next_to_one, next_to_one], np.float32)
    y = np.full((4, 5), -9, np.int32)
    with around:
        conditions(from_dlpack(x), from_dlpack(y))
    assert y.tolist() == [[1, 1, 0, 0, 0], [0, 0, 1, 0, 0], [1, 1, 0, 1, 3], [0, 0, 1, 0, 3]]
