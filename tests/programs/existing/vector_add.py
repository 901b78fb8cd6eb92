"""Adds two vectors on "cuda", the way programs for CuTe DSL are written; prints what they import as."""

from __future__ import annotations

import argparse

import cuda.bindings.driver as cuda
import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack

VALUES = 4


@cute.kernel
def add_kernel(gA: cute.Tensor, gB: cute.Tensor, gC: cute.Tensor, n: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    bdim, _, _ = cute.arch.block_dim()
    i = bidx * bdim + tidx
    if i < n:
        gC[i] = gA[i] + gB[i]


@cute.jit
def add(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, stream: cuda.CUstream, threads: cutlass.Constexpr[int]):
    n = cute.size(a)
    add_kernel(a, b, c, n).launch(grid=(cute.ceil_div(n, threads), 1, 1), block=(threads, 1, 1), stream=stream)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--n", type=int, default=1000)
    options = parser.parse_args()
    if not torch.cuda.is_available():
        raise RuntimeError("a GPU is required")
    a = torch.randn(options.n, device="cuda", dtype=torch.float32)
    b = torch.randn(options.n).cuda()
    c = torch.full_like(a, float("nan"))
    stream = cuda.CUstream(torch.cuda.current_stream().cuda_stream)
    tensors = [from_dlpack(t, assumed_align=16).mark_layout_dynamic() for t in (a, b, c)]
    compiled = cute.compile(add, *tensors, stream, 128)
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    compiled(*tensors, stream)
    end.record()
    torch.cuda.synchronize()
    assert a.is_cuda and start.elapsed_time(end) > 0
    torch.testing.assert_close(c, a + b)
    print("PASS", options.n)


if __name__ == "__main__":
    main()
