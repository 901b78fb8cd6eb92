"""Launches on the CPU that are kept in the place of being run: what a CUDA graph's capture is there."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from cutedsl.arch.abi.host import KernelInfo
from cutedsl.arch.tensor_map import DESCRIPTOR_BYTES
from cutedsl.execution.cpu.pool import stop_telling, tell_launches

Work = Callable[[], object]
_captures: Final[list[list[Work] | None]] = []
"""The innermost capture last; None while a part of one is run."""


@contextmanager
def capturing(kept: list[Work]) -> Iterator[None]:
    """Until the block ends, launches of this process are added to `kept`, as work to be done later."""
    _captures.append(kept)
    tell_launches(_see)  # so that machine code lets Python launch
    try:
        yield
    finally:
        _captures.remove(kept)
        if not _captures:
            stop_telling(_see)


@contextmanager
def not_capturing() -> Iterator[None]:
    """Until the block ends, launches are run at once."""
    _captures.append(None)
    try:
        yield
    finally:
        _captures.pop()


def current_capture() -> list[Work] | None:
    """Where launches are kept now; None: they are run."""
    return _captures[-1] if _captures else None


def kept_arguments(kernel: KernelInfo, params: int) -> tuple[int, Sequence[object]]:
    """The address of a copy of a kernel's parameters, and what keeps it alive."""
    slots = (ctypes.c_int64 * max(kernel.param_count, 1)).from_buffer_copy(ctypes.string_at(params, _bytes(kernel)))
    alive: list[object] = [slots]
    for index in kernel.by_address:
        value = ctypes.create_string_buffer(2 * DESCRIPTOR_BYTES)
        start = -(-ctypes.addressof(value) // DESCRIPTOR_BYTES) * DESCRIPTOR_BYTES
        ctypes.memmove(start, slots[index], DESCRIPTOR_BYTES)
        slots[index] = start
        alive.append(value)
    return ctypes.addressof(slots), alive


def _bytes(kernel: KernelInfo) -> int:
    return 8 * max(kernel.param_count, 1)


def _see(_kernel: str, _threads: int) -> None:
    """Launches that are kept do not come here."""
