"""Memory of a replay: pieces with guards on both sides, filled so that nobody can rely on what was there."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import numpy as np

_GUARD_BYTES: Final = 4096
_GUARD: Final = 0xA5
_SPARSE_BYTES: Final = 256 << 20
"""From here on memory is not looked through: most of it is never touched."""
_NO_RESERVE: Final = 0x4000
_ALIGNED_BYTES: Final = 512
_PLACES: Final = 8
"""Pieces begin at several places in a page, at multiples of 512 bytes, as those of torch's allocator do."""
POISONS: Final = (0xFF, 0x7B)
"""Every byte of memory that nobody has written: NaN in every float type, and a large number."""


@cache
def _protect() -> Any:
    """`mprotect` of the C library, looked up when it is needed: elsewhere than on Linux `gate` is refused, by name."""
    return ctypes.CDLL(None).mprotect


class Memory:
    """One piece; `array` has its bytes."""

    def __init__(self, size: int, origin: str, number: int = 0) -> None:
        self.size, self.origin = size, origin
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
        self._start = _GUARD_BYTES + number % _PLACES * _ALIGNED_BYTES
        self._map = mmap.mmap(-1, self._start + size + _GUARD_BYTES, flags=flags)
        whole = np.frombuffer(self._map, np.uint8)
        self.sparse = size > _SPARSE_BYTES
        whole[: self._start] = whole[self._start + size :] = _GUARD
        self._whole = whole
        self.array = whole[self._start : self._start + size]
        self.address = int(whole.ctypes.data) + self._start
        self.last = origin.split()[0]
        """What wrote to it last, on the host's side: `input`, `alloc`, `fill`, `copy`, `constant` or `literal`."""

    @property
    def guarded(self) -> bool:
        """Whether nobody wrote beside it."""
        end = self._start + self.size
        return bool((self._whole[: self._start] == _GUARD).all() and (self._whole[end:] == _GUARD).all())

    @contextlib.contextmanager
    def closed(self) -> Iterator[None]:
        """Within it a write faults."""
        where, size = ctypes.c_void_p(self._whole.ctypes.data), ctypes.c_size_t(self._whole.size)
        _protect()(where, size, mmap.PROT_READ)
        try:
            yield
        finally:
            _protect()(where, size, mmap.PROT_READ | mmap.PROT_WRITE)

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
