"""Products of block-scaled matrices on the CPU that stands for a GPU: `torch._scaled_mm` and `scaled_grouped_mm`.

torch has them for GPUs only. Scale factors have the layout that the tensor cores read: tiles of 128 rows and 4 blocks
of K, 512 bytes each. In a tile, row r and block s have byte 16 (r mod 32) + 4 (r div 32) + s.

Source: PTX ISA, `tcgen05.mma`, "Scale Factor A layout"; torch's documentation of `torch.nn.functional.scaled_mm`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, Final

_VALUES_OF_E2M1: Final = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
_TILE_ROWS: Final = 128
_TILE_BLOCKS: Final = 4


def provide_scaled_products(torch: Any) -> None:
    """Replaces torch's functions, for good; other scales than those of blocks stay torch's own."""
    torch._scaled_mm = scaled_product(torch, torch._scaled_mm)
    functional = torch.nn.functional
    if hasattr(functional, "scaled_grouped_mm"):  # since torch 2.10
        functional.scaled_grouped_mm = grouped_product(torch, functional.scaled_grouped_mm)


def scaled_product(torch: Any, own: Callable[..., Any]) -> Callable[..., Any]:
    """`torch._scaled_mm` that also takes scales of blocks, in float32; `own` does the rest."""

    def product(
        a: Any, b: Any, scale_a: Any, scale_b: Any, bias: Any = None, *others: Any, out_dtype: Any = None, **named: Any
    ) -> Any:
        block = _block_extent(torch, a.dtype, scale_a.dtype)
        if block is None or others:
            return own(a, b, scale_a, scale_b, bias, *others, out_dtype=out_dtype, **named)
        made = _product(torch, a, b, scale_a, scale_b, block)
        return (made if bias is None else made + bias.float()).to(out_dtype or torch.bfloat16)

    return product


def grouped_product(torch: Any, own: Callable[..., Any]) -> Callable[..., Any]:
    """`scaled_grouped_mm` of rows of A in groups, each with a B of its own; `own` does the rest.

    The scale factors of A are in whole tiles of 128 rows for each group.
    """

    def product(
        a: Any, b: Any, scale_a: Any, recipe_a: Any, scale_b: Any, recipe_b: Any, *args: Any, **named: Any
    ) -> Any:
        first, second = _listed(scale_a), _listed(scale_b)
        block = _block_extent(torch, a.dtype, first[0].dtype)
        if block is None or args or b.dim() != 3 or named.get("offs") is None:
            return own(a, b, scale_a, recipe_a, scale_b, recipe_b, *args, **named)
        made: list[Any] = []
        start = place = 0
        width = first[0].reshape(-1).numel() // max(_padded_rows(named["offs"]), 1)
        for group, end in enumerate(named["offs"].tolist()):
            rows = -(-(end - start) // _TILE_ROWS) * _TILE_ROWS
            factors = first[0].reshape(-1)[place * width : (place + rows) * width]
            one = _product(torch, a[start:end], b[group], factors, second[0][group], block)
            for whole in (*first[1:], *second[1:]):
                one = one * whole[group]
            made.append(one)
            start, place = end, place + rows
        return torch.cat(made).to(named.get("output_dtype") or torch.bfloat16)

    def by_name(a: Any, b: Any, **named: Any) -> Any:
        names = ("scale_a", "scale_recipe_a", "scale_b", "scale_recipe_b")
        return product(a, b, *(named.pop(name) for name in names), **named)

    return lambda a, b, *args, **named: product(a, b, *args, **named) if args else by_name(a, b, **named)


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _padded_rows(ends: Any) -> int:
    """Rows of scale factors of all groups, each in whole tiles."""
    begins = [0, *ends.tolist()]
    return sum(-(-(b - a) // _TILE_ROWS) * _TILE_ROWS for a, b in itertools.pairwise(begins))


def _product(torch: Any, a: Any, b: Any, scale_a: Any, scale_b: Any, block: int) -> Any:
    """The product of a row-major A and a column-major B in float32."""
    extent_k = a.shape[1] * (2 if a.dtype is torch.float4_e2m1fn_x2 else 1)
    left = numbers(torch, a) * _factors(scale_a, a.shape[0], extent_k, block)
    return left @ (numbers(torch, b.t()) * _factors(scale_b, b.shape[1], extent_k, block)).t()


def numbers(torch: Any, matrix: Any) -> Any:
    """The elements of a row-major matrix as float32; of two 4-bit floats in a byte the low one comes first."""
    if matrix.dtype is not torch.float4_e2m1fn_x2:
        return matrix.float()
    codes = matrix.contiguous().view(torch.uint8)
    table = torch.tensor((*_VALUES_OF_E2M1, *(-value for value in _VALUES_OF_E2M1)))
    pairs = torch.stack((codes & 15, codes >> 4), dim=-1)
    return table[pairs.long()].reshape(codes.shape[0], -1)


def _block_extent(torch: Any, kind: Any, scale: Any) -> int | None:
    """The elements along K that a scale factor is for; None where it is not one of a block."""
    if scale is torch.float8_e8m0fnu:
        return 32
    return 16 if scale is torch.float8_e4m3fn and kind is torch.float4_e2m1fn_x2 else None


def _factors(scales: Any, rows: int, extent_k: int, block: int) -> Any:
    """(rows, K): the scale factor of each element."""
    blocks = -(-extent_k // block)
    tiles_m, tiles_k = -(-rows // _TILE_ROWS), -(-blocks // _TILE_BLOCKS)
    tiles = scales.float().reshape(tiles_m, tiles_k, 32, 4, _TILE_BLOCKS)
    plain = tiles.permute(0, 3, 2, 1, 4).reshape(tiles_m * _TILE_ROWS, tiles_k * _TILE_BLOCKS)
    return plain[:rows, :blocks].repeat_interleave(block, dim=1)[:, :extent_k]
