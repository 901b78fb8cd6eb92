import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def kernel(x: cute.Tensor, out: cute.Tensor, turns: cutlass.Int32):
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    i, _, _ = cute.arch.thread_idx()
    tile[i] = x[i]
    for _turn in range(turns):
        cute.arch.sync_threads()
        value = tile[(i + 1) % 64]
        cute.arch.sync_threads()
        tile[i] = value
    out[i] = tile[i]


@cute.jit
def solve(x: cute.Tensor, out: cute.Tensor, turns: cutlass.Int32):
    kernel(x, out, turns).launch(grid=1, block=64)
