"""Tensor memory, its multiply and a reduction in a cluster by the private functions that programs import."""

from __future__ import annotations

import os

os.environ["CUTEDSL_ARCH"] = "sm_100a"

import cutlass
import cutlass.cute as cute
import numpy as np
from cutlass import Boolean, Float16, Float32, Int32, Uint64
from cutlass._mlir import ir
from cutlass._mlir.dialects import llvm, nvvm
from cutlass.cute.runtime import from_dlpack

M, N, K = 128, 16, 16
COLUMNS = 32


def tmem(address):
    """A pointer into tensor memory, as MLIR has it."""
    kind = llvm.PointerType.get(cute.AddressSpace.tmem.value)
    return llvm.inttoptr(kind, Int32(address).ir_value())


def descriptor(tile, rows):
    """Core matrices of 8 rows of 16 bytes, row after row, without a swizzle."""
    address = Uint64(tile.iterator.toint()) >> 4
    return address | (rows * 16 >> 4 << 16) | (128 >> 4 << 32) | (1 << 46)


@cute.kernel
def multiply_kernel(out: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    a = smem.allocate_tensor(Float16, cute.make_layout(M * K), 128)
    b = smem.allocate_tensor(Float16, cute.make_layout(N * K), 128)
    done = smem.allocate_array(cutlass.Int64, 1)
    base = smem.allocate_array(Int32, 1)
    thread, warp = cute.arch.thread_idx()[0], cute.arch.warp_idx()
    for k in range(K):
        a[thread * K + k] = Float16(1.0)
    for k in range(2):
        b[thread * 2 + k] = Float16(0.5)
    if warp == 0:
        nvvm.tcgen05_alloc(base.llvm_ptr, Int32(COLUMNS).ir_value(), group=nvvm.Tcgen05GroupKind.CTA_1)
    if thread == 0:
        cute.arch.mbarrier_init(done, 1)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    nvvm.tcgen05_fence(nvvm.Tcgen05FenceKind.AFTER_THREAD_SYNC)
    start = base.load()
    mine = tmem(start + (warp * 32 << 16))
    first = Int32(thread).to(Float32)
    ones = cute.make_rmem_tensor(N, Float32)
    ones.fill(first)
    nvvm.tcgen05_st(nvvm.Tcgen05LdStShape.SHAPE_32X32B, N, mine, ones.load().ir_value())
    nvvm.tcgen05_wait(nvvm.Tcgen05WaitKind.STORE)
    nvvm.tcgen05_fence(nvvm.Tcgen05FenceKind.BEFORE_THREAD_SYNC)
    cute.arch.sync_threads()
    if thread == 0:
        nvvm.tcgen05_fence(nvvm.Tcgen05FenceKind.AFTER_THREAD_SYNC)
        kind = (1 << 4) | (N >> 3 << 17) | (M >> 4 << 24)
        nvvm.tcgen05_mma(
            nvvm.Tcgen05MMAKind.F16,
            nvvm.Tcgen05GroupKind.CTA_1,
            tmem(start),
            descriptor(a, M).ir_value(),
            descriptor(b, N).ir_value(),
            Int32(kind).ir_value(),
            Boolean(True).ir_value(),
        )
        nvvm.tcgen05_commit(done.llvm_ptr)
    cute.arch.mbarrier_wait(done, 0)
    nvvm.tcgen05_fence(nvvm.Tcgen05FenceKind.AFTER_THREAD_SYNC)
    words = nvvm.tcgen05_ld(ir.VectorType.get([N], Float32.mlir_type), nvvm.Tcgen05LdStShape.SHAPE_32X32B, N, mine)
    nvvm.tcgen05_wait(nvvm.Tcgen05WaitKind.LOAD)
    sums = cute.TensorSSA(words, (N,), Float32)
    for n in cutlass.range_constexpr(N):
        out[thread, n] = sums[n]
    cute.arch.sync_threads()
    if warp == 0:
        nvvm.tcgen05_relinquish_alloc_permit()
        nvvm.tcgen05_dealloc(tmem(start), Int32(COLUMNS).ir_value(), group=nvvm.Tcgen05GroupKind.CTA_1)


@cute.kernel
def reduce_kernel(out: cute.Tensor):
    total = cutlass.utils.SmemAllocator().allocate_array(Int32, 1)
    rank = cute.arch.block_idx_in_cluster()
    if cute.arch.thread_idx()[0] == 0:
        total.store(Int32(0))
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    nvvm.red(
        op=nvvm.ReductionOp.ADD,
        type_=nvvm.ReductionType.S32,
        a=cute.arch.mapa(total, Int32(0)),
        b=(rank + 1).ir_value(),
        mem_order=nvvm.MemOrderKind.RELAXED,
        shared_space=nvvm.SharedSpace.shared_cluster,
        mem_scope=nvvm.MemScopeKind.CLUSTER,
    )
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if (rank == 0) & (cute.arch.thread_idx()[0] == 0):
        out[0] = total.load()


@cute.jit
def both(products: cute.Tensor, total: cute.Tensor):
    multiply_kernel(products).launch(grid=1, block=M)
    reduce_kernel(total).launch(grid=2, block=32, cluster=(2, 1, 1))


if __name__ == "__main__":
    products, total = np.zeros((M, N), np.float32), np.zeros(1, np.int32)
    both(from_dlpack(products), from_dlpack(total))
    np.testing.assert_array_equal(products, np.arange(M)[:, None] + np.full((1, N), K * 0.5))
    assert total[0] == 32 * (1 + 2), total
    print("PASS")
