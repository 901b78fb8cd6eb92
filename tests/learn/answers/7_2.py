import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def kernel(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    tile_a = smem.allocate_tensor(cutlass.Float32, cute.make_layout((16, 16), stride=(16, 1)))
    tile_b = smem.allocate_tensor(cutlass.Float32, cute.make_layout((16, 16), stride=(16, 1)))
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    total = cutlass.Float32(0)
    for first in range(0, a.shape[1], 16):
        tile_a[ty, tx] = a[by * 16 + ty, first + tx]
        tile_b[ty, tx] = b[first + ty, bx * 16 + tx]
        cute.arch.sync_threads()
        for k in range(16):
            total += tile_a[ty, k] * tile_b[k, tx]
        cute.arch.sync_threads()
    out[by * 16 + ty, bx * 16 + tx] = total


@cute.jit
def solve(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor):
    grid = (out.shape[1] // 16, out.shape[0] // 16, 1)
    kernel(a, b, out).launch(grid=grid, block=(16, 16, 1))
