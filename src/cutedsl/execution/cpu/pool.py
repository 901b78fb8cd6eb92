"""The threads that run blocks of CPU launches, and the memory by which machine code has them do it.

A thread of the pool is Python's, but waits and works in machine code without the GIL. Interface:
`native/pool.py`.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from cutedsl.execution.native_calls.function_address import address_of, library_address
from cutedsl.forks.locks import fork_safe_lock
from cutedsl.native.pool import HELPERS, LAUNCH_GRID, RUN_GRID, SEATS, SERVE, UNWATCHED
from cutedsl.native.structures import structure

_POOL: Final = structure("Pool")
_SEAT: Final = structure("Seat")
_HELPER: Final = structure("Helper")

_WORD_BYTES: Final = 8
_FIRST_SEAT, _FIRST_HELPER = _POOL.offset("seats"), _POOL.offset("helpers")
_SERVE: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_RUN: Final = ctypes.CFUNCTYPE(
    None,
    *(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p),
    *(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64),
)
_PYTHON: Final = {
    "acquire": "PyThread_acquire_lock_timed",
    "release": "PyThread_release_lock",
    "save_thread": "PyEval_SaveThread",
    "restore_thread": "PyEval_RestoreThread",
}
_LIBRARY: Final = {"getenv": "getenv", "yield": "sched_yield"}


def usable_cores() -> int:
    """Cores that this process may run on."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1


class Pool:
    """Threads waiting for jobs; it grows to the largest number asked for. Its memory is the process's for good."""

    def __init__(self) -> None:
        self._memory = (ctypes.c_char * (_POOL.size_bytes + _POOL.align_bytes))()
        first = -ctypes.addressof(self._memory) % _POOL.align_bytes
        self._words = (ctypes.c_int64 * (_POOL.size_bytes // _WORD_BYTES)).from_buffer(self._memory, first)
        self._lock = fork_safe_lock()
        self._code: object = None
        self._serve: Any = None
        self._run: Any = None
        self._launcher = 0
        self.address = ctypes.addressof(self._words)

    def begin(self, code: object, places: Mapping[str, int]) -> None:
        """Takes the launcher of the first kernels that are loaded, whose `code` is kept for good."""
        with self._lock:
            if self._code is None:
                self._fill()
                self._serve = _SERVE(places[SERVE])
                self._run = _RUN(places[RUN_GRID])
                self._launcher = places[LAUNCH_GRID]
                self._code = code
                for kept in (self._memory, code):  # threads are in it when Python clears its modules, at the end
                    ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))

    @property
    def launcher(self) -> int:
        """Where the launcher of calls by machine code lies."""
        return self._launcher

    def run(
        self, rt: int, plan: int, dims: int, params: int, helpers: int, counter: ctypes.c_int64, together: int
    ) -> None:
        """`cute.run_grid` with as many helpers, if they have nothing else to do."""
        if helpers and helpers > self._word("count"):
            self._grow(min(helpers, HELPERS))
        self._run(self.address, rt, plan, dims, params, helpers, ctypes.addressof(counter), together)

    def watching(self, awake: bool) -> None:
        """Whether the monitor looks at the seats."""
        self._put("watching", int(awake))
        self._put("cores", usable_cores())

    def seated(self) -> list[int]:
        """The contexts of the calls that machine code makes now."""
        first, step = (
            (_FIRST_SEAT + _SEAT.offset("rt")) // _WORD_BYTES,
            _SEAT.size_bytes // _WORD_BYTES,
        )
        return [rt for rt in self._words[first : first + SEATS * step : step] if rt > UNWATCHED]

    def told(self, count: int) -> None:
        """How many listeners each launch has."""
        self._put("told", count)

    def forget_threads(self) -> None:
        """A forked child has none, and nothing of what they did."""
        self._lock = fork_safe_lock()
        first = _FIRST_SEAT // _WORD_BYTES
        self._words[first:] = [0] * (len(self._words) - first)
        self._put("count", 0)
        self._put("watching", 0)
        if self._code is not None:
            self._fill_seats()

    def _fill(self) -> None:
        for name, symbol in _PYTHON.items():
            self._put(name, address_of(getattr(ctypes.pythonapi, symbol)))
        for name, symbol in _LIBRARY.items():
            self._put(name, library_address(symbol))
        self._put("cores", usable_cores())
        self._fill_seats()

    def _fill_seats(self) -> None:
        for k in range(SEATS):
            self._words[(_FIRST_SEAT + k * _SEAT.size_bytes + _SEAT.offset("done")) // _WORD_BYTES] = _taken_lock()

    def _grow(self, count: int) -> None:
        with self._lock:
            for k in range(self._word("count"), count):
                at = _FIRST_HELPER + k * _HELPER.size_bytes
                self._words[(at + _HELPER.offset("lock")) // _WORD_BYTES] = _taken_lock()
                arguments = (self.address, self.address + at)
                threading.Thread(
                    target=self._serve, args=arguments, name=f"cutedsl-worker-{k + 1}", daemon=True
                ).start()
                self._put("count", k + 1)

    def _word(self, name: str) -> int:
        return self._words[_POOL.offset(name) // _WORD_BYTES]

    def _put(self, name: str, value: int) -> None:
        self._words[_POOL.offset(name) // _WORD_BYTES] = value


_new_lock: Callable[[], int] = ctypes.PYFUNCTYPE(ctypes.c_void_p)(("PyThread_allocate_lock", ctypes.pythonapi))
_take: Callable[[int, int], int] = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)(
    ("PyThread_acquire_lock", ctypes.pythonapi)
)


def _taken_lock() -> int:
    """A lock of CPython's that whoever acquires it waits for: for good, as threads may wait at the process's end."""
    lock = _new_lock()
    _take(lock, 0)
    return lock


_pool: Final = Pool()
Tell: TypeAlias = Callable[[str, int], Callable[[], object] | None]
"""Is told the kernel of a launch and how many threads it has; may give what is called when the launch has ended."""
_told: Final[list[Tell]] = []


def pool() -> Pool:
    """The process's pool."""
    return _pool


def told_launches() -> list[Tell]:
    """Listeners that get the kernel of each launch outside checked runs."""
    return _told


def tell_launches(tell: Tell) -> None:
    """From now on `tell` gets the kernel of each launch outside checked runs."""
    if tell not in _told:
        _told.append(tell)
    _pool.told(len(_told))


def stop_telling(tell: Tell) -> None:
    """The end of `tell_launches`."""
    if tell in _told:
        _told.remove(tell)
    _pool.told(len(_told))


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_pool.forget_threads)
