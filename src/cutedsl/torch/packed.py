"""Elements of 4 and 6 bits in torch's memory, from the low bits on: two a byte, or four in three."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import gcd
from types import MappingProxyType
from typing import Any, Final

import torch

import cutedsl as cutlass
from cutedsl.errors import fail

_MIDDLES = (0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0)
"""Between the magnitudes 0, 0.5, 1, 1.5, 2, 3, 4 and 6, whose codes are 0 to 7."""


def float4_codes(values: Any) -> Any:
    """The codes of the nearest elements, of the even one in the middle; beyond 6 the largest.

    >>> float4_codes(torch.tensor([0.25, 0.75, -1.0, 5.0, 9.0])).tolist()
    [0, 2, 10, 6, 7]
    """
    return _nearest(values, _MIDDLES, 8)


def _nearest(values: Any, middles: Sequence[float], sign: int) -> Any:
    size = values.abs().to(torch.float32)
    between = torch.tensor(middles, device=values.device)
    below, above = (torch.bucketize(size, between, right=right) for right in (False, True))
    codes = torch.where((below != above) & (below % 2 == 0), below, above)
    return (codes + sign * torch.signbit(values).to(codes.dtype)).to(torch.uint8)


def float6_codes(values: Any, kind: type[cutlass.Numeric]) -> Any:
    """The codes of the nearest elements of a type of 6 bits, of the even one halfway; beyond the most the largest.

    >>> float6_codes(torch.tensor([0.125, -7.5, 9.0, 0.0625]), cutlass.Float6E2M3FN).tolist()
    [1, 63, 31, 0]
    """
    mantissa, bias = (3, 1) if kind is cutlass.Float6E2M3FN else (2, 3)
    one = 1 << mantissa
    sizes = [2.0 ** (max(code // one, 1) - bias) * (code % one / one + (code >= one)) for code in range(32)]
    return _nearest(values, [(low + high) / 2 for low, high in itertools.pairwise(sizes)], 32)


def int4_codes(values: Any) -> Any:
    """The low 4 bits of the numbers, rounded toward zero.

    >>> int4_codes(torch.tensor([7.9, -1.0, -8.0])).tolist()
    [7, 15, 8]
    """
    return (values.to(torch.int32) & 15).to(torch.uint8)


_CODES: Final[Mapping[type[cutlass.Numeric], Callable[[Any], Any]]] = MappingProxyType(
    {
        cutlass.Float4E2M1FN: float4_codes,
        cutlass.Int4: int4_codes,
        cutlass.Float6E2M3FN: partial(float6_codes, kind=cutlass.Float6E2M3FN),
        cutlass.Float6E3M2FN: partial(float6_codes, kind=cutlass.Float6E3M2FN),
    }
)


def packed_bytes(values: Any, kind: type[cutlass.Numeric], device: Any) -> Any:
    """Values packed: a byte tensor with half, or three quarters, the extent in the mode whose elements are neighbours.

    Errors: argument-shape where that extent is odd, or of 6 bits not a multiple of 4.

    >>> packed_bytes(torch.tensor([[1.0, 0.5], [6.0, -1.0]]), cutlass.Float4E2M1FN, "cpu").tolist()
    [[18], [167]]
    """
    order = sorted(range(values.ndim), key=lambda mode: (values.stride(mode), -values.size(mode)), reverse=True)
    codes = _CODES[kind](values.to(device)).permute(order)
    bits, length = kind.spec.storage_bits, codes.shape[-1]
    together = 8 // gcd(bits, 8)
    if length % together:
        share = "as two elements share a byte" if together == 2 else "as four elements share three bytes"
        raise fail(
            "argument-shape", f"rows of {kind.__name__} need a length divisible by {together}, {share}; got {length}"
        )
    groups = codes.to(torch.int32).unflatten(-1, (length // together, together))
    word: Any = sum(groups[..., k] << bits * k for k in range(together))
    found = torch.stack([word >> 8 * k & 0xFF for k in range(bits * together // 8)], -1).flatten(-2).to(torch.uint8)
    back = [order.index(mode) for mode in range(values.ndim)]
    return found.contiguous().permute(back)
