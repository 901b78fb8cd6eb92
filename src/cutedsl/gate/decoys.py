"""Arrays of random values: a candidate's process has no others, and its Python cannot read them.

A GPU's memory is out of the host's reach. So is the memory of a torch input here while the candidate's Python runs:
only torch's operators, which are recorded, open it. NumPy arrays are the host's own and stay open.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cutedsl.gate import arrays
from cutedsl.gate.cases import Argument, strides

_ALIGN_BYTES: Final = 256
_NO_RESERVE: Final = 0x4000
_CLOSED, _OPEN = 0, mmap.PROT_READ | mmap.PROT_WRITE
_MOST_RANDOM_ELEMENTS: Final = 1 << 22
"""Larger arrays hold zeros, which take no memory."""
_PAGE_BYTES: Final = mmap.PAGESIZE
_protect: Final[Any] = ctypes.CDLL(None).mprotect
_protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)


@dataclass(slots=True, eq=False)
class Decoy:
    """An array, and the address and bytes of its memory."""

    array: Any
    address: int
    size: int
    shown: Any
    """The same memory as a torch tensor of the gate's own."""
    keep: Any


class Decoys:
    """Makes arrays that lie as a case says."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._kept: list[Decoy] = []
        self._closed: list[Decoy] = []
        self._opened = 0

    def draw(self, choices: Sequence[str]) -> str:
        """One of the choices."""
        return self._random.choice(choices)

    def make(self, argument: Argument, layout: str, like: Decoy | None = None) -> Decoy:
        """A new array, with the values of another one where that is given."""
        import numpy as np
        import torch

        item = arrays.ITEM_BYTES[argument.dtype]
        steps, offset, elements = strides(argument, layout, item)
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
        start = _ALIGN_BYTES * self._random.randrange(
            _PAGE_BYTES // _ALIGN_BYTES
        )  # in a page, as a GPU's allocators do
        memory = mmap.mmap(-1, start + elements * item + _ALIGN_BYTES, flags=flags)
        whole = torch.frombuffer(memory, dtype=torch.uint8, offset=start)
        typed = whole[: elements * item].view(getattr(torch, argument.dtype))
        empty = not argument.elements
        shown = typed[:0].reshape(argument.shape) if empty else typed.as_strided(argument.shape, steps, offset)
        array: Any = shown.view(shown.shape)
        if argument.numpy:
            base = np.frombuffer(memory, np.dtype(argument.dtype), elements, start)
            array = np.lib.stride_tricks.as_strided(base[offset:], argument.shape, [s * item for s in steps])
        decoy = Decoy(array, typed.data_ptr(), elements * item, shown, memory)
        self._kept.append(decoy)
        if like is None:
            return self.fill(decoy)
        shown.copy_(like.shown)
        return decoy

    def fill(self, decoy: Decoy) -> Decoy:
        """Puts other values into an array, and restores it afterwards."""
        import torch

        shown = decoy.shown
        if not 0 < shown.numel() <= _MOST_RANDOM_ELEMENTS:
            return decoy
        generator = torch.Generator().manual_seed(self._random.getrandbits(60))
        if shown.is_floating_point():
            shown.copy_(torch.randn(shown.shape, generator=generator).to(shown.dtype))
        else:
            shown.copy_(torch.randint(0, 2, shown.shape, generator=generator).to(shown.dtype))
        return decoy

    @contextlib.contextmanager
    def closed(self, decoys: list[Decoy]) -> Iterator[None]:
        """Until the block ends, nobody reads or writes the memory of torch tensors but under `opened`."""
        self._closed = [one for one in decoys if arrays.is_torch(one.array) and one.size]
        self._set(_CLOSED)
        try:
            yield
        finally:
            self._set(_OPEN)
            self._closed = []

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """For one operator of torch's."""
        self._opened += 1
        if self._opened == 1:
            self._set(_OPEN)
        try:
            yield
        finally:
            self._opened -= 1
            if not self._opened:
                self._set(_CLOSED)

    def _set(self, protection: int) -> None:
        for decoy in self._closed:
            before = decoy.address % _PAGE_BYTES
            pages = -(-(before + decoy.size) // _PAGE_BYTES)
            _protect(decoy.address - before, pages * _PAGE_BYTES, protection)
