"""Arrays and instructions by the names of `cutlass.experimental.primitives`."""

from __future__ import annotations

import cutlass
import cutlass.cute as cute
import torch
from cutlass import Float32, Int32
from cutlass.experimental import primitives as prims

FULL = 0xFFFFFFFF


@cute.kernel
def warp_kernel(out: cutlass.Array):
    lane = cute.arch.lane_idx()
    value = lane * 3
    out[lane, 0] = Int32(prims.vote_sync(FULL, lane < 31, prims.VoteSync.ALL))
    out[lane, 1] = Int32(prims.vote_sync(FULL, lane < 1, prims.VoteSync.ANY))
    out[lane, 2] = Int32(prims.vote_sync(FULL, lane >= 0, prims.VoteSync.UNI))
    out[lane, 3] = prims.vote_sync(FULL, lane < 5, prims.VoteSync.BALLOT)
    up, is_up = prims.shfl_sync(FULL, value, 1, 0, prims.Shfl.UP, return_value_and_is_valid=True)
    down, is_down = prims.shfl_sync(FULL, value, 1, 0x181F, prims.Shfl.DOWN, return_value_and_is_valid=True)
    out[lane, 4], out[lane, 5] = up, Int32(is_up)
    out[lane, 6], out[lane, 7] = down, Int32(is_down)
    out[lane, 8] = prims.shfl_sync(FULL, value, 16, 0x1F, prims.Shfl.BFLY)
    out[lane, 9] = prims.shfl_sync(FULL, value, 7, 0x1F, prims.Shfl.IDX)
    out[lane, 10] = prims.redux_sync(value, prims.ReductionKind.ADD, FULL)
    out[lane, 11] = prims.redux_sync(lane - 1, prims.ReductionKind.UMAX, FULL)
    out[lane, 12] = Int32(prims.elect_sync()) + 2 * Int32(prims.elect_sync(membermask=0xFF00))


@cute.kernel
def block_kernel(src: cutlass.Array, dst: cutlass.Array, total: cute.Tensor):
    thread = cute.arch.thread_idx()[0]
    tile = cutlass.Array(Float32, (64, 4), space=cutlass.AddressSpace.smem, alignment=16)
    bars = cutlass.Array(cutlass.Int64, 2, space=cutlass.AddressSpace.smem)
    if thread == 0:
        for k in cutlass.range_constexpr(2):
            prims.mbarrier_init(bars.subview(k), 64)
        prims.fence_mbarrier_init()
    prims.barrier_cta_sync(0)
    prims.cp_async_shared_global(tile.data_ptr() + thread * 4, src.data_ptr() + thread * 4, 16, "cg")
    prims.cp_async_mbarrier_arrive(bars, noinc=True)
    while not prims.mbarrier_try_wait_parity(bars, 0, time_limit=1000):
        pass
    other = 63 - thread
    dst[thread * 4 : 4] = (tile.data_ptr() + other * 4).load(count=4, alignment=16)
    prims.red(prims.ReductionOp.ADD, prims.ReductionType.F32, total.iterator, tile[thread, 3])
    prims.barrier_cta_sync(barrier_id=1, thread_count=64)
    tile[thread, 0] = tile[thread, 1] + 1
    prims.mbarrier_arrive(bars.subview(1))
    while not prims.mbarrier_try_wait_parity(bars.subview(1), 0):
        pass
    if thread == 0:
        dst.store(tile[5, 0], 0, is_volatile=True)


@cute.jit
def run(lanes: cutlass.Array, src: cutlass.Array, dst: cutlass.Array, total: cute.Tensor):
    warp_kernel(lanes).launch(grid=1, block=32)
    assert len(lanes.shape) == 2 and src.dtype is Float32
    block_kernel(src, cutlass.make_array_view(dst), total).launch(grid=1, block=64)
    prims.print_runtime("{} elements\n", src.shape[0])


if __name__ == "__main__":
    lanes = torch.zeros(32, 13, dtype=torch.int32, device="cuda")
    src = torch.randn(256, device="cuda")
    dst, total = torch.zeros(256, device="cuda"), torch.zeros(1, device="cuda")
    print("PASS unless an assertion fails", flush=True)
    run(lanes, src, dst, total)
    for lane, row in enumerate(lanes.tolist()):
        assert row == [
            *(0, 1, 1, 31, 3 * max(lane - 1, 0), int(lane > 0)),
            *(3 * (lane if lane % 8 == 7 else lane + 1), int(lane % 8 < 7), 3 * (lane ^ 16), 21),
            *(3 * 31 * 16, -1, int(lane == 0) + 2 * (lane == 8)),
        ], (lane, row)
    wanted = src.view(64, 4).flip(0).reshape(-1).clone()
    wanted[0] = src[21] + 1
    assert torch.equal(dst, wanted) and torch.allclose(total[0], src[3::4].sum(), atol=1e-4)
