"""Memory of a replay: pieces with guards on both sides, filled so that nobody can rely on what was there."""

from __future__ import annotations

import ctypes
import mmap
import zlib
from typing import Any, Final

import numpy as np

_GUARD_BYTES: Final = 4096
_GUARD: Final = 0xA5
_SPARSE_BYTES: Final = 256 << 20
"""From here on memory is not looked through: most of it is never touched."""
_NO_RESERVE: Final = 0x4000
POISONS: Final = (0xFF, 0x7B)
"""Every byte of memory that nobody has written: NaN in every float type, and a large number."""


class Memory:
    """One piece; `array` has its bytes."""

    def __init__(self, size: int, origin: str) -> None:
        self.size, self.origin = size, origin
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
        self._map = mmap.mmap(-1, size + 2 * _GUARD_BYTES, flags=flags)
        whole = np.frombuffer(self._map, np.uint8)
        self.sparse = size > _SPARSE_BYTES
        whole[:_GUARD_BYTES] = whole[_GUARD_BYTES + size :] = _GUARD
        self._whole = whole
        self.array = whole[_GUARD_BYTES : _GUARD_BYTES + size]
        self.address = int(whole.ctypes.data) + _GUARD_BYTES
        self.last = origin.split()[0]
        """What wrote to it last, on the host's side: `input`, `alloc`, `fill`, `copy`, `constant` or `literal`."""

    @property
    def guarded(self) -> bool:
        """Whether nobody wrote beside it."""
        end = _GUARD_BYTES + self.size
        return bool((self._whole[:_GUARD_BYTES] == _GUARD).all() and (self._whole[end:] == _GUARD).all())

    def digest(self) -> int:
        """A number of its bytes."""
        return 0 if self.sparse else zlib.crc32(self.array.data)

    def view(self, dtype: str, shape: Any, strides: Any, offset: int) -> Any:
        """Its bytes from `offset` on as a torch tensor. Raises ValueError where it has not as many."""
        import torch

        kind = getattr(torch, dtype)
        item = kind.itemsize
        if 0 in shape:
            return torch.empty(shape, dtype=kind)
        last = sum((n - 1) * d for n, d in zip(shape, strides, strict=True))
        if min(strides, default=0) < 0 or offset < 0 or offset + (last + 1) * item > self.size:
            raise ValueError(f"a view of {list(shape)} by {list(strides)} at byte {offset} of {self.size}")
        count = last + 1
        raw = (ctypes.c_uint8 * (count * item)).from_address(self.address + offset)
        return torch.frombuffer(raw, dtype=kind, count=count).as_strided(tuple(shape), tuple(strides))
