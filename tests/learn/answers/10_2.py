import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def kernel(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor):
    row, _, _ = cute.arch.thread_idx()
    if row < x.shape[0]:
        largest = cutlass.max(x[row, 0], y[row, 0])
        left, right = cute.math.exp(x[row, 0] - largest), cute.math.exp(y[row, 0] - largest)
        out[row, 0] = largest
        for c in cutlass.range_constexpr(1, 3):
            out[row, c] = x[row, c] * left + y[row, c] * right


@cute.jit
def solve(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor):
    kernel(x, y, out).launch(grid=1, block=64)
