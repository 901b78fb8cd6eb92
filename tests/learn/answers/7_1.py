import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def kernel(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor):
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    m, n = by * 8 + ty, bx * 8 + tx
    total = cutlass.Float32(0)
    if m < out.shape[0] and n < out.shape[1]:
        for k in range(a.shape[1]):
            total += a[m, k] * b[k, n]
        out[m, n] = total


@cute.jit
def solve(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor):
    grid = (cute.ceil_div(out.shape[1], 8), cute.ceil_div(out.shape[0], 8), 1)
    kernel(a, b, out).launch(grid=grid, block=(8, 8, 1))
