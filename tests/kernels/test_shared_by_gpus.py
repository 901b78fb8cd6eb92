"""`utils.distributed`: flags that blocks wait for, and what goes to every GPU by a multicast address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.compat.mlir import ir as mlir_ir
from cutedsl.compat.mlir import llvm as mlir_llvm
from cutedsl.errors import DSLUserCodeError
from cutedsl.utils import distributed as together
from tests.kernels.arrays import TARGETS, Arrays
from tests.lowered import lowered


@cute.kernel
def turns_kernel(flags: cute.Tensor, out: cute.Tensor) -> None:
    """Warp 0 writes and says so by one flag; warp 1 waits, and answers by another."""
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if lane == 0:
        if warp == 0:
            out[0] = 7
            together.red_add1(flags.iterator, order="release", scope="gpu")
            together.spin_lock_ld_lt_relaxed_wait(flags.iterator + 1, expected_val=2, scope="gpu")
            together.spin_lock_atom_cas_relaxed_wait(flags.iterator + 1, expected_val=2, reset_val=5, scope="gpu")
        else:
            together.spin_lock_atom_cas_acquire_wait(flags.iterator, expected_val=1, reset_val=3, scope="gpu")
            out[1] = out[0] + 1
            together.red_add1(flags.iterator + 1)
            together.red_add1(flags.iterator + 1, order="release", scope="sys")


@cute.jit
def take_turns(flags: cute.Tensor, out: cute.Tensor) -> None:
    turns_kernel(flags, out).launch(grid=1, block=64)


@pytest.mark.parametrize("target", TARGETS)
def test_warps_wait_for_flags(target: str) -> None:
    arrays = Arrays(target)
    flags, out = arrays.put(np.zeros(2, np.int32)), arrays.poisoned((2,), np.int32)
    take_turns(flags, out)
    assert arrays.get(flags).tolist() == [3, 5] and arrays.get(out).tolist() == [7, 8]


KINDS: dict[str, tuple[Any, int, str]] = {
    "f32": (cutlass.Float32, 4, "multimem.ld_reduce.relaxed.sys.global.add.v4.f32"),
    "f16": (cutlass.Float16, 8, "multimem.ld_reduce.relaxed.sys.global.add.acc::f32.v4.f16x2"),
    "bf16": (cutlass.BFloat16, 4, "multimem.ld_reduce.relaxed.sys.global.add.acc::f32.v2.bf16x2"),
    "e4m3": (cutlass.Float8E4M3FN, 4, "multimem.ld_reduce.relaxed.sys.global.add.acc::f16.v4.e4m3x4"),
    "e5m2": (cutlass.Float8E5M2, 4, "multimem.ld_reduce.relaxed.sys.global.add.acc::f16.v4.e5m2x4"),
}


@cute.kernel
def sums_kernel(x: cute.Tensor, flag: cute.Tensor, kind: cutlass.Constexpr, count: cutlass.Constexpr) -> None:
    place = cute.recast_ptr(x.iterator, dtype=kind) + 16 * cute.arch.thread_idx()[0]
    together.multimem_st(place, *together.multimem_ld_reduce(place, dtype=kind, num_elements=count))
    if cutlass.const_expr(kind is cutlass.Float16):
        together.multimem_st(place, *together.multimem_ld_reduce_8xf16(place))
    if cutlass.const_expr(kind is cutlass.BFloat16):
        together.multimem_st(place, *together.multimem_ld_reduce_8xbf16(place))
    if cutlass.const_expr(kind is cutlass.Float32):
        together.multimem_st_4xb32(place, *together.multimem_ld_reduce_4xf32(place))
    if cutlass.const_expr(kind is cutlass.Float8E4M3FN):
        together.multimem_st(place, *together.multimem_ld_reduce_16xe4m3(place))
    if cutlass.const_expr(kind is cutlass.Float8E5M2):
        together.multimem_st(place, *together.multimem_ld_reduce_16xe5m2(place))
    together.multimem_red_add1(flag.iterator, order="release", scope="sys")
    together.multimem_red_release_sys_add1(flag.iterator)
    together.multimem_red_relaxed_gpu_add1(flag.iterator)


@cute.jit
def add_up(x: cute.Tensor, flag: cute.Tensor, kind: cutlass.Constexpr, count: cutlass.Constexpr) -> None:
    sums_kernel(x, flag, kind, count).launch(grid=1, block=32)


@pytest.mark.parametrize("kind", list(KINDS))
def test_sums_over_gpus_are_instructions(kind: str, ptxas: Path) -> None:
    cls, count, instruction = KINDS[kind]
    x, flag = (
        cute.runtime.make_fake_compact_tensor(t, (4096,), assumed_align=16) for t in (cutlass.Uint8, cutlass.Int32)
    )
    ptx = lowered(lambda: cute.compile(add_up, x, flag, cls, count), "sm_100a").ptx("sm_100a")
    assert instruction in ptx and "multimem.st.relaxed.sys.global" in ptx
    assert ptx.count("multimem.red.release.sys.global.add.u32") == 2
    assert "multimem.red.relaxed.gpu.global.add.u32" in ptx
    assert len(assemble(ptx, gpu_target("sm_100a"), ["-O0"], ptxas=str(ptxas)).kernels) == 1


def test_vectors_of_three_elements_are_refused() -> None:
    x = cute.runtime.from_dlpack(np.zeros(64, np.uint8))
    with pytest.raises(DSLUserCodeError, match="multimem_ld_reduce does not support 3 elements of Float16"):
        cute.compile(add_up, x, x, cutlass.Float16, 3)


def test_structures_by_their_text() -> None:
    assert mlir_ir.Type.parse("!llvm.struct<(i32, f32)>") == mlir_llvm.StructType((cutlass.Int32, cutlass.Float32))
