"""`nvvm`'s mbarriers and tensor memory by the names of newer programs."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.compat.mlir import nvvm, nvvm_floats, nvvm_tcgen05
from cutedsl.staging.scalars import Int32, Uint64

Txn, Space = nvvm.MBarrierTxnKind, nvvm.MBarrierSpaceKind


@cute.kernel
def meet(out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    full = cutlass.utils.SmemAllocator().allocate_array(cutlass.Int64, 2)
    if tidx == 0:
        cute.arch.mbarrier_init(full, 32)
        cute.arch.mbarrier_init(full + 1, 32)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    nvvm.mbarrier_txn(full.to_llvm_ptr(), Int32(1).ir_value(), kind=Txn.ARRIVE, order=nvvm.MemOrderKind.RELEASE)
    cute.arch.mbarrier_wait(full, 0)
    none = Int32(0).ir_value()
    nvvm.mbarrier_txn((full + 1).to_llvm_ptr(), none, kind=Txn.ARRIVE_EXPECT_TX, space=Space.CTA)
    cute.arch.mbarrier_wait(full + 1, 0)
    nvvm.nanosleep(Int32(1).ir_value())
    out[tidx] = tidx


def test_threads_meet_at_an_mbarrier_of_nvvm() -> None:
    @cute.jit
    def host(out: cute.Tensor):
        meet(out).launch(grid=1, block=32)

    out = np.full(32, -1, np.int32)
    host(out)
    assert (out == np.arange(32)).all()


@cute.kernel
def copy_and_load(out: cute.Tensor):
    shapes, repeats = nvvm_tcgen05.Tcgen05CpShape, nvvm_tcgen05.Tcgen05CpMulticast
    base = cutlass.utils.SmemAllocator().allocate_array(Int32, 1)
    address = base.load()
    group = nvvm_tcgen05.CTAGroupKind.CTA_1
    nvvm_tcgen05.tcgen05_cp(
        shapes.SHAPE_32x128b, address.ir_value(), Uint64(1).ir_value(), group=group, multicast=repeats.WARPX4
    )
    kind = cutlass.Float32.mlir_type
    shape = nvvm_tcgen05.Tcgen05LdStShape.SHAPE_32X32B
    out[0] = cutlass.Float32(nvvm_tcgen05.tcgen05_ld(kind, shape, address.ir_value()))


def test_copies_and_loads_of_tensor_memory_are_those_of_ptx() -> None:
    @cute.jit
    def host(out: cute.Tensor):
        copy_and_load(out).launch(grid=1, block=32)

    program = cute.compile(host, np.zeros(1, np.float32), options="--target cpu --gpu-arch sm_100a")
    ptx = program.artifacts.ptx("sm_100a")
    assert "tcgen05.cp.cta_group::1.32x128b.warpx4" in ptx
    assert "tcgen05.ld.sync.aligned.32x32b.x1" in ptx


def test_older_programs_name_roundings_as_the_newer_ones_do() -> None:
    assert nvvm_floats.RoundingModeKind.RN is nvvm_floats.FPRoundingMode.RN
