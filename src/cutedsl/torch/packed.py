"""4-bit elements in torch's memory: two per byte, the first in the low half."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    size = values.abs().to(torch.float32)
    middles = torch.tensor(_MIDDLES, device=values.device)
    below, above = (torch.bucketize(size, middles, right=right) for right in (False, True))
    codes = torch.where((below != above) & (below % 2 == 0), below, above)
    return (codes + 8 * torch.signbit(values).to(codes.dtype)).to(torch.uint8)


def int4_codes(values: Any) -> Any:
    """The low 4 bits of the numbers, rounded toward zero.

    >>> int4_codes(torch.tensor([7.9, -1.0, -8.0])).tolist()
    [7, 15, 8]
    """
    return (values.to(torch.int32) & 15).to(torch.uint8)


_CODES: Final[Mapping[type[cutlass.Numeric], Callable[[Any], Any]]] = MappingProxyType(
    {cutlass.Float4E2M1FN: float4_codes, cutlass.Int4: int4_codes}
)


def check_packed(kind: type[cutlass.Numeric], what: str) -> None:
    """Errors: not-yet for types of less than 8 bits but Float4E2M1FN and Int4."""
    if kind not in _CODES:
        raise fail("not-yet", f"`{what}` for {kind.__name__}")


def packed_pairs(values: Any, kind: type[cutlass.Numeric], device: Any) -> Any:
    """Values as pairs: a byte tensor with half the extent in the mode whose elements are neighbours.

    Errors: argument-shape where that extent is odd.

    >>> packed_pairs(torch.tensor([[1.0, 0.5], [6.0, -1.0]]), cutlass.Float4E2M1FN, "cpu").tolist()
    [[18], [167]]
    """
    order = sorted(range(values.ndim), key=lambda mode: (values.stride(mode), -values.size(mode)), reverse=True)
    codes = _CODES[kind](values.to(device)).permute(order)
    if codes.shape[-1] % 2:
        raise fail(
            "argument-shape",
            f"rows of {kind.__name__} need an even length, as two elements share a byte; got {codes.shape[-1]}",
        )
    pairs = codes[..., 0::2] | codes[..., 1::2] << 4
    back = [order.index(mode) for mode in range(values.ndim)]
    return pairs.contiguous().permute(back)
