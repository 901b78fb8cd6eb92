import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def kernel(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor):
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    m, n = by * 16 + ty * 2, bx * 16 + tx * 2
    sums = cute.make_rmem_tensor((2, 2), cutlass.Float32)
    sums.fill(0.0)
    for k in range(a.shape[1]):
        left, right = (a[m, k], a[m + 1, k]), (b[k, n], b[k, n + 1])
        for i in cutlass.range_constexpr(2):
            for j in cutlass.range_constexpr(2):
                sums[i, j] += left[i] * right[j]
    for i in cutlass.range_constexpr(2):
        for j in cutlass.range_constexpr(2):
            out[m + i, n + j] = sums[i, j]


@cute.jit
def solve(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor):
    grid = (out.shape[1] // 16, out.shape[0] // 16, 1)
    kernel(a, b, out).launch(grid=grid, block=(8, 8, 1))
