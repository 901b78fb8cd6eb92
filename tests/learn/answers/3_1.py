import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def kernel(x: cute.Tensor, out: cute.Tensor):
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(128))
    i, _, _ = cute.arch.thread_idx()
    tile[i] = x[i]
    cute.arch.sync_threads()
    out[i] = tile[127 - i]


@cute.jit
def solve(x: cute.Tensor, out: cute.Tensor):
    kernel(x, out).launch(grid=1, block=128)
