"""Locks that no other thread holds at the moment of a fork."""

from __future__ import annotations

import sys
import threading
import weakref
from typing import Any, Final

_known: Final[dict[int, weakref.ref[Any]]] = {}


def fork_safe_lock() -> threading.RLock:
    """A reentrant lock that a fork waits for: a child would wait for good for a thread that it does not have.

    >>> with fork_safe_lock():
    ...     print("alone")
    alone
    """
    made = threading.RLock()
    key = id(made)
    _known[key] = weakref.ref(made, lambda _: _known.pop(key, None))
    return made


def take_all() -> list[Any] | None:
    """All locks, taken by this thread, or None, and none taken, while another thread holds one."""
    taken: list[Any] = []
    for lock in (*[found() for found in list(_known.values())], *_locks_of_llvmlite()):
        if lock is None:
            continue
        if not lock.acquire(blocking=False):
            release_all(taken)
            return None
        taken.append(lock)
    return taken


def release_all(taken: list[Any]) -> None:
    """The end of `take_all`, in the parent and in the child."""
    for lock in reversed(taken):
        lock.release()


def _locks_of_llvmlite() -> list[Any]:
    """The lock around each call of LLVM: the garbage collector frees modules outside of compilations.

    Source: `llvmlite.binding.ffi` of llvmlite 0.50, `_LLVMLock`.
    """
    library = getattr(sys.modules.get("llvmlite.binding.ffi"), "lib", None)
    lock = getattr(getattr(library, "_lock", None), "_lock", None)
    return [] if lock is None else [lock]
