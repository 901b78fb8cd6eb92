import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def kernel(x: cute.Tensor, out: cute.Tensor):
    layout = cute.make_layout((32, 32), stride=(33, 1))
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, layout)
    lane, warp, _ = cute.arch.thread_idx()
    for row in range(warp, 32, 4):
        tile[row, lane] = x[row, lane]
    cute.arch.sync_threads()
    for row in range(warp, 32, 4):
        out[row, lane] = tile[lane, row]


@cute.jit
def solve(x: cute.Tensor, out: cute.Tensor):
    kernel(x, out).launch(grid=1, block=(32, 4, 1))
