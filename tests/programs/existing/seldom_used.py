"""Names that few programs use, each doing its work."""

from __future__ import annotations

import cutlass
import cutlass.cute as cute
import torch
from cutlass import CUDA_VERSION, Int32, dynamic_expr
from cutlass._mlir import ir
from cutlass._mlir.dialects import llvm, nvvm
from cutlass.base_dsl.arch import Arch
from cutlass.experimental import primitives as prims
from cutlass.pipeline import PipelineOp
from cutlass.utils.ampere_helpers import SMEM_CAPACITY
from cutlass.utils.static_persistent_tile_scheduler import WorkTileInfo

FULL = 0xFFFFFFFF


@cute.kernel
def bits_kernel(out: cute.Tensor):
    lane = cute.arch.lane_idx()
    kinds = prims.ReductionKind
    for k, kind in enumerate((kinds.AND, kinds.OR, kinds.XOR, kinds.UMIN)):
        out[lane, k] = prims.redux_sync(lane | 32, kind, FULL)
    slot = cutlass.Array(Int32, 1, space=cutlass.AddressSpace.smem)
    if lane == 0:
        slot[0] = 11
    prims.bar_warp_sync(FULL)
    out[lane, 4] = slot[0]


@cute.kernel
def cluster_kernel(out: cute.Tensor):
    thread = cute.arch.thread_idx()[0]
    rank = cute.arch.block_idx_in_cluster()
    own = cutlass.Array(Int32, 1, addrspace=3)
    if thread == 0:
        own[0] = rank + 5
    prims.barrier_cluster_arrive()
    prims.barrier_cluster_wait()
    if thread == 0:
        out[prims.cluster_ctarank()] = prims.mapa(own, 1 - rank)[0]
    prims.barrier_cluster_arrive_relaxed()
    prims.barrier_cluster_wait()


@cute.kernel
def barriers_kernel(out: cute.Tensor):
    thread = cute.arch.thread_idx()[0]
    slot = cutlass.Array(Int32, 1, space=cutlass.AddressSpace.smem)
    bar = cutlass.Array(cutlass.Int64, 1, space=cutlass.AddressSpace.smem)
    if thread == 0:
        prims.mbarrier_init(bar, 1)
        prims.fence_mbarrier_init()
    prims.barrier_cta_sync_aligned()
    if thread < 32:
        if thread == 0:
            slot[0] = 8
            prims.mbarrier_arrive_expect_tx(bar, 0)
        prims.barrier_cta_arrive(2, 64)
    else:
        prims.barrier(barrier_id=2, number_of_threads=64)
        out[thread - 32] = slot[0]
    while not prims.mbarrier_try_wait_parity_timelimit(bar, 0, 100):
        pass
    prims.barrier()
    if thread == 0:
        prims.mbarrier_inval(bar)
    place = out.iterator + 32
    order, scope = prims.MemOrder.RELAXED, prims.MemScope.GPU
    prims.red(prims.ReductionOp.ADD, prims.ReductionType.S32, place, 1, mem_order=order, mem_scope=scope)


@cute.kernel
def copies_kernel(x: cute.Tensor, y: cute.Tensor):
    cute.basic_copy(x, cute.make_tensor(y.iterator, 4))
    some = cute.make_rmem_tensor(4, cutlass.Boolean)
    for k in cutlass.range_constexpr(4):
        some[k] = k != 2
    first = cute.make_tensor(y.iterator + 4, 4)
    cute.basic_copy_if(some, x, first)
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)
    cute.copy_atom_call(atom, cute.make_tensor(x.iterator, 1), cute.make_tensor(y.iterator + 8, 1))
    generic = llvm.addrspacecast(llvm.PointerType.get(0), x.iterator.to_llvm_ptr())
    assert "generic" in str(generic.type)


@cute.jit
def run(bits: cute.Tensor, ranks: cute.Tensor, barriers: cute.Tensor, x: cute.Tensor, y: cute.Tensor):
    assert dynamic_expr(x.element_type is cutlass.Float32)
    bits_kernel(bits).launch(grid=1, block=32)
    cluster_kernel(ranks).launch(grid=2, block=32, cluster=(2, 1, 1))
    barriers_kernel(barriers).launch(grid=1, block=64)
    four = cute.make_tensor(x.iterator, 4)
    copies_kernel(four, y).launch(grid=1, block=1)


def on_the_host(loc: ir.Location | None = None, ip: ir.InsertionPoint | None = None) -> None:
    assert nvvm.CpAsyncBulkTensorLoadMode.TILE is not None
    assert (CUDA_VERSION.major, CUDA_VERSION.minor) >= (12, 0)
    majors = [arch.major for arch in (Arch.sm_101, Arch.sm_101f, Arch.sm_103, Arch.sm_110, Arch.sm_110f)]
    assert majors == [10, 10, 10, 11, 11]
    assert cute.prepend_ones(cute.make_layout(4), up_to_rank=2).shape == (1, 4)
    assert isinstance(cute.sym_int(), cute.SymInt)
    assert cute.arch.ProxyKind.async_shared and PipelineOp.TCGen05Mma and WorkTileInfo is cutlass.utils.WorkTileInfo


if __name__ == "__main__":
    on_the_host()
    columns = cute.arch.SM100_TMEM_MIN_ALLOC_COLUMNS, cute.arch.SM100_TMEM_CAPACITY_COLUMNS
    assert columns == (cute.arch.get_min_tmem_alloc_cols("sm_100"), cute.arch.get_max_tmem_alloc_cols("sm_100"))
    assert (SMEM_CAPACITY["sm80"], SMEM_CAPACITY["sm86"]) == (163 * 1024, 99 * 1024)
    whole = {"dtype": torch.int32, "device": "cuda"}
    bits, ranks, barriers = torch.zeros(32, 5, **whole), torch.zeros(2, **whole), torch.zeros(33, **whole)
    x, y = torch.randn(4, device="cuda"), torch.zeros(9, device="cuda")
    run(bits, ranks, barriers, x, y)
    assert bits.unique(dim=0).tolist() == [[32, 63, 0, 32, 11]] and ranks.tolist() == [6, 5]
    assert barriers.tolist() == [8] * 32 + [64]
    x0, x1, _, x3 = x.tolist()
    assert torch.equal(y, torch.tensor([*x.tolist(), x0, x1, 0, x3, x0])), (x, y)
    print("PASS")
