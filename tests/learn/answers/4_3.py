import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def kernel(x: cute.Tensor, out: cute.Tensor):
    parts = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(4))
    thread, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    value = cute.arch.warp_reduction_max(x[row, thread])
    if lane == 0:
        parts[warp] = value
    cute.arch.sync_threads()
    for i in cutlass.range_constexpr(4):
        value = cutlass.max(value, parts[i])
    if thread == 0:
        out[row] = value


@cute.jit
def solve(x: cute.Tensor, out: cute.Tensor):
    kernel(x, out).launch(grid=x.shape[0], block=128)
