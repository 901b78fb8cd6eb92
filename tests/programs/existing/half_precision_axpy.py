"""y = a x + y on matrices that `cutlass.torch` makes, timed as programs for CuTe DSL are."""

from __future__ import annotations

import cutlass
import cutlass.cute as cute
import cutlass.cute.testing as testing
import cutlass.torch as cutlass_torch
import torch
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def axpy_kernel(gX: cute.Tensor, gY: cute.Tensor, alpha: cutlass.Float32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, bidz = cute.arch.block_idx()
    index = bidx * cute.arch.block_dim()[0] + tidx
    m, n = index % gX.shape[0], index // gX.shape[0]
    if n < gX.shape[1]:
        value = gX[m, n, bidz].to(cutlass.Float32) * alpha + gY[m, n, bidz].to(cutlass.Float32)
        gY[m, n, bidz] = value.to(gY.element_type)


@cute.jit
def axpy(x: cute.Tensor, y: cute.Tensor, alpha: cutlass.Float32):
    count = x.shape[0] * x.shape[1]
    axpy_kernel(x, y, alpha).launch(grid=(cute.ceil_div(count, 128), 1, cute.size(x, mode=[2])), block=(128, 1, 1))


def run(m: int, n: int, batches: int, dtype: type[cutlass.Numeric], x_m_major: bool) -> None:
    torch.manual_seed(torch.seed())
    x = cutlass_torch.matrix(batches, m, n, x_m_major, cutlass.Float32, device="cuda")
    y = cutlass_torch.matrix(
        batches, m, n, False, cutlass.Float32, cutlass_torch.TensorInitType.GAUSSIAN,
        cutlass_torch.GaussianInitConfig(scale=0.5), device="cuda",
    )  # fmt: skip
    x_cute, x_torch = cutlass_torch.cute_tensor_like(x, dtype, is_dynamic_layout=True, assumed_align=2)
    y_cute, y_torch = cutlass_torch.cute_tensor_like(y, dtype, is_dynamic_layout=True, assumed_align=2)
    assert x_cute.element_type is dtype and x_torch.dtype is cutlass_torch.dtype(dtype)
    before = y_torch.to(torch.float32).clone()
    compiled = cute.compile(axpy, x_cute, y_cute, 2.0)
    compiled(x_cute, y_cute, 2.0)
    torch.testing.assert_close(y_torch.float(), (before + 2 * x_torch.float()).to(y_torch.dtype).float())

    def workspace() -> testing.JitArguments:
        return testing.JitArguments(
            from_dlpack(x_torch).mark_layout_dynamic(cutlass_torch.get_leading_dim(x_torch)), y_cute, 0.5
        )

    count = testing.get_workspace_count(x_torch.numel() * x_torch.element_size() * 2, 1, 3)
    time_us = testing.benchmark(
        compiled, workspace_generator=workspace, workspace_count=min(count, 2), warmup_iterations=1, iterations=3
    )
    assert time_us > 0


if __name__ == "__main__":
    run(33, 17, 3, cutlass.Float16, True)
    run(20, 40, 1, cutlass.BFloat16, False)
    print("PASS", cutlass.__version__, cutlass_torch.current_stream() is not None)
