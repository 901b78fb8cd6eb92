"""A limit on the time of a computation in Python, for servers: the thread that runs it is interrupted."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Generator
from contextlib import contextmanager


class _TimeIsOverError(BaseException):
    """Raised in the thread; no `except Exception` between takes it."""


class OutOfTimeError(Exception):
    """A computation did not end in time."""


@contextmanager
def time_limit(seconds: float) -> Generator[None]:
    """Ends its block after `seconds`. It acts between two instructions of Python, so code in C runs to its end.

    Raises `OutOfTimeError`.
    """
    thread, done = threading.get_ident(), threading.Event()
    turn = threading.Lock()

    def interrupt() -> None:
        with turn:
            if not done.is_set():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_TimeIsOverError))

    watch = threading.Timer(seconds, interrupt)
    watch.daemon = True
    watch.start()
    try:
        try:
            yield
        finally:
            with turn:  # once it is held here, nothing more is raised
                done.set()
    except _TimeIsOverError:
        raise OutOfTimeError(f"timed out after {seconds:g} s") from None
    finally:
        watch.cancel()
