"""Float4E2M1FN in torch's memory: two elements a byte, the first one in the low half."""

from __future__ import annotations

from typing import Any

import torch

import cutedsl as cutlass
from cutedsl.errors import fail

_MIDDLES = (0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0)
"""Between the magnitudes 0, 0.5, 1, 1.5, 2, 3, 4 and 6, whose codes are 0 to 7."""


def check_packed(kind: type[cutlass.Numeric], what: str) -> None:
    """Errors: not-yet for types of less than 8 bits but Float4E2M1FN."""
    if kind is not cutlass.Float4E2M1FN:
        raise fail("not-yet", f"`{what}` for {kind.__name__}")


def float4_codes(values: Any) -> Any:
    """The codes of the nearest elements, of the even one in the middle; beyond 6 the largest.

    >>> float4_codes(torch.tensor([0.25, 0.75, -1.0, 5.0, 9.0])).tolist()
    [0, 2, 10, 6, 7]
    """
    size = values.abs().to(torch.float32)
    middles = torch.tensor(_MIDDLES, device=values.device)
    below, above = (torch.bucketize(size, middles, right=right) for right in (False, True))
    codes = torch.where((below != above) & (below % 2 == 0), below, above)
    return (codes + 8 * torch.signbit(values).to(codes.dtype)).to(torch.uint8)


def packed_float4(values: Any, device: Any) -> Any:
    """Values as pairs: a byte tensor with half the extent in the mode whose elements are neighbours.

    Errors: argument-shape where that extent is odd.

    >>> packed_float4(torch.tensor([[1.0, 0.5], [6.0, -1.0]]), "cpu").tolist()
    [[18], [167]]
    """
    order = sorted(range(values.ndim), key=lambda mode: (values.stride(mode), -values.size(mode)), reverse=True)
    codes = float4_codes(values.to(device)).permute(order)
    if codes.shape[-1] % 2:
        raise fail("argument-shape", f"{codes.shape[-1]} neighbours of Float4E2M1FN; two of them share a byte")
    pairs = codes[..., 0::2] | codes[..., 1::2] << 4
    back = [order.index(mode) for mode in range(values.ndim)]
    return pairs.contiguous().permute(back)
