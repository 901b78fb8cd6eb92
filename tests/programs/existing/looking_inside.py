"""Names of single launches, operations while they are recorded, the program of a device, the time of day."""

from __future__ import annotations

import time

import cutlass
import cutlass.cute as cute
import torch
from cutlass._mlir import ir

recorded = []


@cute.kernel
def fill(out: cute.Tensor, value: cutlass.Int64):
    now = cute.arch.globaltimer().to(cutlass.Int64)
    if cute.arch.thread_idx()[0] == 0:
        out[0] = now
        out[1] = value


@cute.jit
def twice(out: cute.Tensor, value: cutlass.Int64):
    fill(out, value, _name_prefix="first_pass").launch(grid=1, block=32)
    total = value + 1
    recorded.extend(op.get_asm(assume_verified=True) for op in ir.InsertionPoint.current.block.operations)
    fill(out, total, _name_prefix=f"pass_{2}").launch(grid=1, block=32)


if __name__ == "__main__":
    device = "cuda" if torch.cuda.is_available() else "cpu"
    out = torch.zeros(2, dtype=torch.int64, device=device)
    compiled = cute.compile(twice, out, cutlass.Int64(6))
    compiled.to(0)(out, cutlass.Int64(6))
    assert out[1].item() == 7
    assert abs(out[0].item() - time.time_ns()) < 60e9
    assert all(name in compiled.__mlir__ for name in ("_first_pass_", "_pass_2_")), compiled.__mlir__
    assert any("arith.addi %value" in text for text in recorded), recorded
    print("PASS")
