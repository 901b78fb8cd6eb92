"""A thread that runs beside a block of code, for as long as the block does."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def during(name: str, work: Callable[[threading.Event], None]) -> Generator[None]:
    """While the block runs, a thread of that name runs `work(over)`, which returns soon after `over` is set.

    The end of the block sets it and waits for the thread.
    """
    over = threading.Event()
    thread = threading.Thread(target=work, args=(over,), name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
