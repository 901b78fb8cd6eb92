"""Block-scaled products of 8-bit floats in Triton, as baselines: one product, and rows of groups one after another.

Written as Triton's users write them: operands by tensor descriptors, persistent programs, the best of some tiles chosen
by timing.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
import triton  # pyright: ignore[reportMissingImports]
import triton.language as tl  # pyright: ignore[reportMissingImports]
from triton.tools.tensor_descriptor import TensorDescriptor  # pyright: ignore[reportMissingImports]

TILES = ((128, 128, 8, 4), (128, 128, 4, 4), (64, 128, 4, 5), (64, 128, 8, 4), (128, 64, 4, 5))


@triton.jit
def _tiles(a, b, out, sa, sb, ends, groups, M, N, K, SMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    number = tl.program_id(0)
    done, start = 0, 0
    across, blocks_k, blocks_n = tl.cdiv(N, BN), tl.cdiv(K, 128), tl.cdiv(N, 128)
    for group in range(groups):
        end = tl.load(ends + group)
        down = tl.cdiv(end - start, BM)
        tiles = down * across
        while number < done + tiles:
            tile = number - done
            row, column = start + tile % down * BM, tile // down * BN
            rows, columns = row + tl.arange(0, BM), column + tl.arange(0, BN)
            sums = tl.zeros((BM, BN), dtype=tl.float32)
            scales_a = sa + tl.minimum(rows, M - 1)
            scales_b = sb + (group * blocks_n + column // 128) * blocks_k
            for k in range(blocks_k):
                one = tl.load(scales_a + k * M)
                other = tl.load(scales_b + k)
                part = tl.dot(a.load([row, k * 128]), b.load([group * N + column, k * 128]).T)
                sums += part * (one * other)[:, None]
            places = out + rows[:, None].to(tl.int64) * N + columns[None, :]
            tl.store(places, sums.to(tl.bfloat16), mask=(rows < end)[:, None] & (columns < N)[None, :])
            number += SMS
        done += tiles
        start = end


def blockscaled(
    a: torch.Tensor,
    b: torch.Tensor,
    scale_a: torch.Tensor,
    scale_b: torch.Tensor,
    ends: torch.Tensor,
    out: torch.Tensor,
    tile: tuple[int, ...],
) -> Callable[[], object]:
    """A run of `out[rows of g] = a[rows of g] b[g]^T`, scaled.

    **Shapes**: `b` (G,N,K), `scale_a` (K/128, M), `scale_b` (G, N/128, K/128), each contiguous.
    """
    sms = torch.cuda.get_device_properties(0).multi_processor_count
    groups, n, k = b.shape
    bm, bn, warps, stages = tile
    given = TensorDescriptor.from_tensor(a, [bm, 128]), TensorDescriptor.from_tensor(b.view(-1, k), [bn, 128])

    def run() -> torch.Tensor:
        _tiles[(sms,)](  # pyright: ignore
            *given,
            out,
            scale_a,
            scale_b,
            ends,
            groups,
            a.shape[0],
            n,
            k,
            sms,
            bm,
            bn,
            num_warps=warps,
            num_stages=stages,
        )
        return out

    return run
