"""A grouped matrix product in Triton, as a baseline: persistent programs, tiles of all groups one after the other.

Written as Triton's users write it: operands by tensor descriptors, the best of some configurations chosen by timing.
"""

from __future__ import annotations

from typing import Any

import torch
import triton  # pyright: ignore[reportMissingImports]
import triton.language as tl  # pyright: ignore[reportMissingImports]
from triton.tools.tensor_descriptor import TensorDescriptor  # pyright: ignore[reportMissingImports]

TILES = ((128, 256, 64, 8, 3), (128, 256, 64, 8, 4), (128, 128, 64, 8, 4), (128, 128, 64, 4, 4), (64, 256, 64, 4, 4))


@triton.jit
def _grouped(a, b, out, ends, groups, N, K, SMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    number = tl.program_id(0)
    done, start = 0, 0
    across = tl.cdiv(N, BN)
    for group in range(groups):
        end = tl.load(ends + group)
        tiles = tl.cdiv(end - start, BM) * across
        while number < done + tiles:
            tile = number - done
            down = tl.cdiv(end - start, BM)
            row, column = start + tile % down * BM, tile // down * BN
            sums = tl.zeros((BM, BN), dtype=tl.float32)
            for k in range(0, K, BK):
                sums = tl.dot(a.load([row, k]), b.load([group * N + column, k]).T, sums)
            rows, columns = row + tl.arange(0, BM), column + tl.arange(0, BN)
            places = out + rows[:, None].to(tl.int64) * N + columns[None, :]
            tl.store(places, sums.to(tl.bfloat16), mask=(rows < end)[:, None] & (columns < N)[None, :])
            number += SMS
        done += tiles
        start = end


def grouped(a: torch.Tensor, b: torch.Tensor, ends: torch.Tensor, out: torch.Tensor, tile: tuple[int, ...]) -> Any:
    """A run of `out[rows of g] = a[rows of g] b[g]^T`; `b` is (groups, N, K), K contiguous."""
    sms = torch.cuda.get_device_properties(0).multi_processor_count
    groups, n, k = b.shape
    bm, bn, bk, warps, stages = tile
    given = TensorDescriptor.from_tensor(a, [bm, bk]), TensorDescriptor.from_tensor(b.view(-1, k), [bn, bk])

    def run() -> torch.Tensor:
        _grouped[(sms,)](  # pyright: ignore
            *given, out, ends, groups, n, k, sms, bm, bn, bk, num_warps=warps, num_stages=stages
        )
        return out

    return run
