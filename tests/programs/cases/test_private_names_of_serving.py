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
from cutedsl.compat.mlir import arith, llvm, nvvm, nvvm_sync
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
