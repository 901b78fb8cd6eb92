"""Private memory with constant indices lives in registers, also in kernels whose warps wait for each other."""

from __future__ import annotations

import re

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.llvm.compile import NativeObject


@cute.kernel
def sum_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    sums = cute.make_rmem_tensor(4, cutlass.Float32)
    sums.fill(0.0)
    for row in range(x.shape[0]):
        tile[tidx] = x[row, tidx]
        cute.arch.sync_threads()
        for k in range(16):
            for i in cutlass.range_constexpr(4):
                sums[i] += tile[k] * tile[tidx]
        cute.arch.sync_threads()
    for i in cutlass.range_constexpr(4):
        y[i, tidx] = sums[i]


@cute.jit
def sums(x: cute.Tensor, y: cute.Tensor):
    sum_kernel(x, y).launch(grid=[1, 1, 1], block=[64, 1, 1])


def test_accumulators_between_barriers_stay_in_registers() -> None:
    x, y = np.random.default_rng(3).standard_normal((5, 64), dtype=np.float32), np.full((4, 64), np.nan, np.float32)
    program = cute.compile(sums, x, y, options="--target cpu")
    program(x, y)
    want = (x[:, :16].sum(axis=1, dtype=np.float64)[:, None] * x).sum(axis=0)
    np.testing.assert_allclose(y, np.tile(want, (4, 1)), rtol=1e-4, atol=1e-4)
    native = program.artifacts.native
    assert isinstance(native, NativeObject)
    text = native.ir_text()
    # Where the machine's registers hold a part of the sums only, a part is stored once a row, not once an addition.
    first, *_, last = (found.start() for found in re.finditer(r"fadd <\d+ x float>", text))
    assert len(re.findall(r"store <\d+ x float>", text[first:last])) <= text.count("fadd", first, last) / 16
