"""How much memory and how much of the processor a part of this process may take."""

from __future__ import annotations

import contextlib
import sys
import types
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def limited(more_bytes: int, seconds: float) -> Iterator[None]:
    """Until the block ends, allocations beyond so much more memory fail. Python code fails after so many seconds of
    processor time, of all threads together. So a busy machine allows as much work as an idle one.

    Only in the main thread; where the system has no such limits, there are none.

    Errors: MemoryError or the library's own, TimeoutError.
    """
    if sys.platform != "linux":
        yield
        return
    import resource
    import signal

    def late(_number: int, _frame: types.FrameType | None) -> None:
        raise TimeoutError(f"takes more than {seconds} s of the processor")

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0])
    had = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more_bytes, hard))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGPROF, had)
