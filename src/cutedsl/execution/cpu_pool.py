"""Persistent threads that run the blocks of CPU launches.

Compiled code runs without the GIL, so the threads run at the same time. Each has its own shared-memory arena.
"""

from __future__ import annotations

import ctypes
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Final

from cutedsl.arch.host_abi import SMEM_ALIGN_BYTES, SMEM_SLACK_BYTES

Job = Callable[[], None]


def usable_cores() -> int:
    """Cores that this process may run on."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1


class Pool:
    """Threads waiting for jobs; it grows to the largest number asked for."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[Job, queue.SimpleQueue[None]]] = queue.SimpleQueue()
        self._count = 0
        self._lock = threading.RLock()

    def start(self, job: Job, times: int) -> queue.SimpleQueue[None]:
        """Runs `job` on `times` threads; the queue gets one item when each has ended. `job` must not raise."""
        if self._count < times:
            self._grow(times)
        done: queue.SimpleQueue[None] = queue.SimpleQueue()
        for _ in range(times):
            self._jobs.put((job, done))
        return done

    def _grow(self, count: int) -> None:
        with self._lock:
            while self._count < count:
                self._count += 1
                name = f"cutedsl-worker-{self._count}"
                threading.Thread(target=self._run, name=name, daemon=True).start()

    def _run(self) -> None:
        while True:
            job, done = self._jobs.get()
            try:
                job()
            finally:
                done.put(None)


_pools: Final[list[Pool]] = []


def pool() -> Pool:
    """The process's pool; a forked child gets its own."""
    if not _pools:
        _pools.append(Pool())
    return _pools[0]


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_pools.clear)


class _Arena(threading.local):
    """A thread's memory for shared memory, made at its first block."""

    memory: ctypes.Array[ctypes.c_char] | None = None


_arena: Final = _Arena()


def arena(size_bytes: int) -> int:
    """The address of this thread's shared-memory arena, at least `size_bytes` long and 1024-aligned."""
    memory = _arena.memory
    wanted = size_bytes + SMEM_ALIGN_BYTES + SMEM_SLACK_BYTES
    if memory is None or len(memory) < wanted:
        memory = _arena.memory = ctypes.create_string_buffer(wanted)
    start = ctypes.addressof(memory)
    return (start + SMEM_ALIGN_BYTES - 1) // SMEM_ALIGN_BYTES * SMEM_ALIGN_BYTES
