"""Private names that kernels of serving libraries use: barriers and numbers of `nvvm`, promises, marks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.architectures import Arch
from cutedsl.compat.host.triton import HostKernel
from cutedsl.compat.imports import module_of
from cutedsl.compat.mlir import arith, ir, llvm, nvvm, nvvm_floats, nvvm_sync, vector
from cutedsl.compat.mlir import math as mlir_math
from cutedsl.cute import iket
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def _neighbours(x: cute.Tensor, y: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    shared = cute.arch.alloc_smem(cutlass.Int32, 32)
    (shared + t).store(x[rank * 32 + t])
    nvvm_sync.cluster_arrive(aligned=True)
    nvvm_sync.cluster_wait(aligned=True)
    remote: Any = cute.arch.map_dsmem_ptr(shared + t, 1 - rank)
    y[rank * 32 + t] = cute.arch.inline_ptx(
        "ld.shared::cluster.s32 {$w0}, [{$r0}];",
        write_only_types=[cutlass.Int32],
        read_only_args=[remote.ir_value()],
    )
    nvvm_sync.cluster_arrive_relaxed(aligned=True)
    nvvm_sync.cluster_wait(aligned=True)


@cute.jit
def neighbours(x: cute.Tensor, y: cute.Tensor):
    _neighbours(x, y).launch(grid=2, block=32, cluster=[2, 1, 1])


def test_barriers_of_a_cluster_and_values_of_pointers() -> None:
    x, y = np.arange(64, dtype=np.int32), np.zeros(64, np.int32)
    neighbours(from_dlpack(x), from_dlpack(y))
    assert y.tolist() == [*range(32, 64), *range(32)]


@cute.kernel
def _numbers(x: cute.Tensor, y: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    number = x[t]
    begun = iket.range_start("numbers")
    llvm.intr_assume((t >= 0).ir_value(), [], [])
    y[t, 0] = cutlass.Float32(nvvm.fabs(number.ir_value(), ftz=False))
    raw = number.ir_value()
    y[t, 1] = cutlass.Float32(mlir_math.fma(raw, raw, raw, fastmath=arith.FastMathFlags.none))
    place = llvm.getelementptr(None, x.iterator.ir_value(), [], [1], cutlass.Float32, llvm.GEPNoWrapFlags(0))
    y[t, 2] = cutlass.Float32(llvm.load(cutlass.Float32, place))
    iket.range_end(begun)


@cute.jit
def numbers(x: cute.Tensor, y: cute.Tensor):
    _numbers(x, y).launch(grid=1, block=4)


def test_numbers_promises_and_marks() -> None:
    x, y = np.array([-1.0, 3.0, -0.0, 1 + 2**-23], np.float32), np.zeros((4, 3), np.float32)
    numbers(from_dlpack(x), from_dlpack(y))
    assert y[:, 0].tolist() == [1, 3, 0, x[3]] and not np.signbit(y[2, 0])
    once = np.float32(np.float64(x[3]) * np.float64(x[3]) + np.float64(x[3]))
    assert y[:, 1].tolist() == [0, 12, 0, once] and y[:, 2].tolist() == [3] * 4


def test_absolute_values_that_flush_are_refused() -> None:
    with pytest.raises(DSLUserCodeError, match="not-yet"):
        nvvm.fabs(cutlass.Float32(1), ftz=True)


def test_names_that_programs_read_or_replace() -> None:
    place: Any = module_of("cutlass_dsl.cutlass")
    assert place._build_kernel_attrs(None) == {}
    assert Arch.sm_103f < Arch.sm_107 < Arch.sm_107a < Arch.sm_110
    assert HostKernel("triton.jit").__name__ == "triton.jit"


@cute.kernel
def _bytes(x: cute.Tensor, y: cute.Tensor):
    one = arith.constant(value=ir.IntegerAttr.get(cutlass.Int32.mlir_type, 1), result=cutlass.Int32.mlir_type)
    low, high = x[0].ir_value(), x[cutlass.Int32(one)].ir_value()
    pair = ir.VectorType.get([2], cutlass.Int8.mlir_type)
    kind = ir.TypeAttr.get(cutlass.Float8E4M3FN.mlir_type)
    rounding, saturation = nvvm_floats.FPRoundingMode.RN, nvvm_floats.SaturationMode.SATFINITE
    packed = nvvm_floats.convert_f32x2_to_f8x2(pair, high, low, kind, rnd=rounding, sat=saturation)
    swapped = vector.shuffle(packed, packed, [1, 2])
    same = vector.shape_cast(pair, swapped)
    for k in cutlass.range_constexpr(2):
        y[k] = cutlass.Int8(vector.extract(packed, [], [k]))
        y[2 + k] = cutlass.Int8(vector.extract(same, [], [k]))


@cute.jit
def bytes_of(x: cute.Tensor, y: cute.Tensor):
    _bytes(x, y).launch(grid=1, block=1)


def test_pairs_of_bytes_and_their_places() -> None:
    x, y = np.array([1.0, -1000.0], np.float32), np.zeros(4, np.int8)
    bytes_of(from_dlpack(x), from_dlpack(y))
    one, least = 0x38, 0xFE - 256  # 1.0, and -448, the least of E4M3
    assert y.tolist() == [one, least, least, one]


def test_forms_of_byte_pairs_that_are_refused() -> None:
    pair, number = ir.VectorType(2, cutlass.Int8), cutlass.Float32(1)
    with pytest.raises(DSLUserCodeError, match="not-yet"):
        nvvm_floats.convert_f32x2_to_f8x2(pair, number, number, cutlass.Float8E4M3FN, relu=True)


def test_attributes_of_arguments() -> None:
    found = ir.DictAttr.get({"llvm.byval": ir.TypeAttr.get(cutlass.Int32), "grid_constant": ir.UnitAttr.get()})
    assert found == {"llvm.byval": ir.TypeAttr(cutlass.Int32), "grid_constant": ir.UnitAttr()}
    assert int(ir.IntegerAttr.get(cutlass.Int32, 7)) == 7 and ir.DictAttr.get() == {}


def test_offsets_of_a_struct_by_their_private_name() -> None:
    @cute.struct
    class Storage:
        first: cute.struct.MemRange[cutlass.Int8, 3]
        second: cute.struct.MemRange[cutlass.Int64, 2]

    found: Any = Storage
    assert dict(found._offsets) == {"first": 0, "second": 8}
