"""Skips long launches that only repeat an earlier launch, as benchmarks do.

A launch with the arguments of an earlier one, on memory that holds what it held then, reads and writes the same. If it
also left all that it touched as it found it, nothing of it shows, and it need not run.
"""

from __future__ import annotations

import ctypes
import hashlib
import time
from collections.abc import Hashable
from dataclasses import replace
from typing import Any, Final

import numpy as np

from cutedsl.arch.abi.check import LINE_BYTES, LINE_RECORD_BYTES, PAGE_LINES
from cutedsl.arch.abi.host import PRINT_SITE, KernelInfo
from cutedsl.arch.tensor_map import DESCRIPTOR_BYTES
from cutedsl.checker.memory_map import MemoryMap
from cutedsl.checker.shadow import Shadow
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.native.pool import PLAN_DIMS
from cutedsl.native.structures import structure

LEAST_S: Final = 0.25
"""Launches that take less are not looked at: running them again costs less than knowing what they touched."""
_MOST_BYTES: Final = 1 << 30
_RECORD: Final = structure("LineRecord")
_MASKS, _WORDS = (_RECORD.offset(name) for name in ("masks", "words"))

Spans = tuple[tuple[int, int], ...]
"""Addresses and sizes in bytes."""


@frozen
class _Known:
    """What a launch touched and left there; `settled` if it found the same there. `before`: what is there now."""

    spans: Spans
    left: bytes
    settled: bool
    before: bytes | None = None


class Repeats:
    """Remembers the long launches of a checked run, and detects repetitions."""

    def __init__(self) -> None:
        self._known: dict[Hashable, _Known] = {}
        self._modules: list[CpuModule] = []
        self._begun = 0.0

    def key(self, host: CpuModule, kernel: int, dims: int, params: int) -> Hashable | None:
        """The key that equal launches share; None for a launch that must run, because it prints."""
        if any(site.kind == PRINT_SITE for site in host.sites):
            return None
        shape = ctypes.string_at(dims, 4 * PLAN_DIMS)
        if not any(one is host for one in self._modules):
            self._modules.append(host)  # so that no other module gets its identity
        return id(host), kernel, shape, _arguments(host.kernels[kernel], params)

    def holds(self, key: Hashable) -> bool:
        """Whether a launch that begins now would have no visible effect."""
        self._begun = time.monotonic()
        known = self._known.get(key)
        if known is None:
            return False
        now = _digest(known.spans)
        self._known[key] = replace(known, before=now)
        return known.settled and now == known.left

    def ran(self, key: Hashable, shadow: Shadow) -> None:
        """Notes what a launch, which began with `holds`, touched."""
        if time.monotonic() - self._begun < LEAST_S and key not in self._known:
            return
        spans, known = touched(shadow), self._known.get(key)
        left = _digest(spans)
        if left is not None:
            settled = known is not None and known.spans == spans and known.before == left
            self._known[key] = _Known(spans, left, settled)


def _arguments(kernel: KernelInfo, params: int) -> bytes:
    """The values of a kernel's parameters: addresses, numbers, and tensor maps themselves."""
    slots = (ctypes.c_int64 * max(kernel.param_count, 1)).from_address(params)[:]
    maps = b"".join(ctypes.string_at(slots[index], DESCRIPTOR_BYTES) for index in kernel.by_address)
    plain = [0 if index in kernel.by_address else value for index, value in enumerate(slots)]
    return np.array(plain, np.int64).tobytes() + maps


def touched(shadow: Shadow) -> Spans:
    """The lines of global memory that a launch accessed, in order; neighbours are one span."""
    entries = shadow.array("pages").reshape(-1, 2)
    numbers: list[Any] = []
    for page, records in entries[entries[:, 0] != 0].tolist():
        room = (ctypes.c_uint8 * (PAGE_LINES * LINE_RECORD_BYTES)).from_address(records)
        lines = np.frombuffer(memoryview(room), np.uint8).reshape(PAGE_LINES, LINE_RECORD_BYTES)
        used = lines[:, _MASKS : _WORDS + ctypes.sizeof(ctypes.c_void_p)].any(axis=1)
        numbers.append(np.flatnonzero(used) + page * PAGE_LINES)
    if not numbers:
        return ()
    every = np.sort(np.concatenate(numbers))
    parts = np.split(every, np.flatnonzero(np.diff(every) != 1) + 1)
    return tuple((int(part[0]) * LINE_BYTES, part.size * LINE_BYTES) for part in parts)


def _digest(spans: Spans) -> bytes | None:
    """What the spans hold, in short; None where some of it is no memory any more, or for too much."""
    if sum(size for _, size in spans) > _MOST_BYTES:
        return None
    # SHA-1, as processors have instructions for it: three times as fast as BLAKE2, and nobody forges a launch.
    memory, found = MemoryMap(), hashlib.sha1(usedforsecurity=False)
    for address, size in spans:
        if not memory.holds(address, size, writes=False):
            return None
        found.update(memoryview((ctypes.c_char * size).from_address(address)))
    return found.digest()
