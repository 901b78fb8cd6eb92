"""What a compilation relies on, of a tensor: tensors of which it is the same share one object."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

from cutedsl.layout import Unknown
from cutedsl.types import DType


@dataclass(slots=True, eq=False)
class Kind:
    """The element type, place, alignment and layout that tensors are compiled for; `kind_of` gives one for equal ones.

    `absent` says why tensors of this kind have no memory, and is empty for others. `marks` remembers the kinds that
    tensors with this static layout get by being marked.
    """

    dtype: DType
    device_kind: str
    absent: str
    backwards: bool
    align_bytes: int
    shape: tuple[int | Unknown, ...]
    stride: tuple[int | Unknown, ...]
    stride_bits: int
    compact_order: tuple[int, ...] | None
    marks: dict[Hashable, Kind] = field(default_factory=dict, init=False, repr=False)


_MOST_KINDS: Final = 4096
"""A program with ever new shapes must not fill memory; when it is full, the table begins anew."""
_KINDS: Final[dict[Hashable, Kind]] = {}


def kind_of(
    memory: tuple[DType, str, str, bool],
    align_bytes: int,
    shape: tuple[int | Unknown, ...],
    stride: tuple[int | Unknown, ...],
    stride_bits: int,
    compact_order: tuple[int, ...] | None = None,
) -> Kind:
    """The one kind of tensors in such memory (element type, device, why it is absent, whether it runs backwards)."""
    of = (*memory, align_bytes, shape, stride, stride_bits, compact_order)
    found = _KINDS.get(of)
    if found is None:
        if len(_KINDS) >= _MOST_KINDS:
            _KINDS.clear()
        found = _KINDS[of] = Kind(*of)
    return found
