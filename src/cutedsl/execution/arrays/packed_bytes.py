"""Bytes in the place of packed elements: frameworks have no tensors of 4 or 6 bits, so programs pass their bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from cutedsl.execution.arrays.dlpack import ArrayView
from cutedsl.types import DType

_BYTE = 8


def packed_view(view: ArrayView, dtype: DType, shape: Sequence[object], strides: Sequence[object]) -> ArrayView:
    """The view of bytes as the elements of a compiled program; the same view where they do not stand for them.

    Law: bytes stand for elements narrower than a byte if the compiled layout is known, both lie without gaps, and both
    cover the same memory; the modes of the bytes do not matter then.

    >>> from cutedsl.types import dtype_named
    >>> rows = ArrayView(0, (3, 8), (8, 1), dtype_named("Uint8"), "cpu", 0, None)
    >>> packed_view(rows, dtype_named("Float4E2M1FN"), (16, 3), (1, 16)).shape
    (16, 3)
    """
    if dtype.storage_bits >= _BYTE or not view.dtype.is_integer or view.dtype.storage_bits != _BYTE:
        return view
    extents = [extent for extent in shape if isinstance(extent, int)]
    steps = [step for step in strides if isinstance(step, int)]
    if len(extents) != len(shape) or len(steps) != len(strides):
        return view
    same = prod(extents) * dtype.storage_bits == prod(view.shape) * _BYTE
    if not (same and _has_no_gaps(extents, steps) and _has_no_gaps(view.shape, view.strides)):
        return view
    return replace(view, dtype=dtype, shape=tuple(extents), strides=tuple(steps))


def _has_no_gaps(shape: Sequence[int], strides: Sequence[int]) -> bool:
    """Whether elements lie one after the other, in some order of the modes."""
    expected = 1
    for stride, extent in sorted((d, n) for d, n in zip(strides, shape, strict=True) if n != 1):
        if stride != expected:
            return False
        expected *= extent
    return True
