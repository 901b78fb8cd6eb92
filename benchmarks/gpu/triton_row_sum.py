"""The row sum in Triton, as a baseline: one row a program, a loop over the row."""

from __future__ import annotations

import torch
import triton  # pyright: ignore[reportMissingImports]
import triton.language as tl  # pyright: ignore[reportMissingImports]


@triton.jit
def _row_sum(x, out, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * n + columns, mask=columns < n, other=0.0)
    tl.store(out + row, tl.sum(total, 0))


@triton.jit
def _add_one(x):
    place = x + tl.program_id(0)
    tl.store(place, tl.load(place) + 1)


def add_one(x: torch.Tensor) -> None:
    """`x[i] += 1`."""
    _add_one[(x.shape[0],)](x)  # pyright: ignore


def row_sum(x: torch.Tensor, out: torch.Tensor) -> None:
    """`out[i] = sum(x[i, :])`."""
    _row_sum[(x.shape[0],)](x, out, x.shape[1], BLOCK=1024, num_warps=4)  # pyright: ignore
