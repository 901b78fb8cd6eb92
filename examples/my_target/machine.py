"""What the emitted Python calls. A value is a NumPy array with one element a thread, or one for all of them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

Pointer = tuple[Any, Any]
"""An array and where in it, for each thread."""


def extent(place: int | Pointer, count: int, dtype: str) -> Pointer:
    """The memory at an address that a caller gave; what is a pointer already, stays."""
    if isinstance(place, tuple):
        return place
    size_bytes = int(count) * np.dtype(dtype).itemsize
    memory: Any = (ctypes.c_byte * size_bytes).from_address(place)
    return np.frombuffer(memory, dtype), 0


def load(pointer: Pointer, mask: Any) -> Any:
    """An element for each thread of the mask, zero for the others."""
    memory, at = pointer
    return np.where(mask, memory[np.where(mask, at, 0)], memory.dtype.type(0))


def store(value: Any, pointer: Pointer, mask: Any) -> None:
    """Writes the elements of the threads of the mask."""
    memory, at = pointer
    value, at = np.broadcast_to(value, mask.shape), np.broadcast_to(at, mask.shape)
    memory[at[mask]] = value[mask]


def butterfly(value: Any, distance: Any, threads: int) -> Any:
    """What the thread at `lane ^ distance` of the same warp has."""
    return np.broadcast_to(value, (threads,))[np.arange(threads) ^ distance]


def uniform(value: Any) -> int:
    """A bound of a loop, which must be the same for all threads of a block."""
    first, *others = set(np.ravel(value).tolist())
    if others:
        raise NotImplementedError("threads of one block that loop differently often")
    return first


def launch(kernel: Callable[..., None], grid: Sequence[int], block: Sequence[int], arguments: Sequence[Any]) -> None:
    """Runs the blocks one after the other; `kernel` runs all threads of one."""
    if block[1:] != (1, 1) or block[0] % 32:
        raise NotImplementedError("blocks of several dimensions, or with half a warp")
    for z, y, x in product(*map(range, reversed(grid))):
        kernel((x, y, z), grid, block, np.ones(block[0], bool), *arguments)
