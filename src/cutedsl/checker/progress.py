"""A progress line on a terminal for long checks: the kernel, its blocks and the seconds."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, TextIO

from cutedsl.checker.names import kernel_name
from cutedsl.checker.shadow import Shadow
from cutedsl.driver.compile.during import during

FIRST_S: Final = 2.0
"""Launches of less than this are not shown."""
_EACH_S: Final = 0.25
_CLEAR: Final = "\r\x1b[K"


@contextmanager
def progress(shadow: Shadow, kernel: str, stream: TextIO | None) -> Iterator[None]:
    """Shows on `stream` how far a launch is until the block ends; on None, and on what is not a terminal, nothing.

    A thread looks at the number of the groups of blocks that have begun while machine code runs them.
    """
    if stream is None or not stream.isatty():
        yield
        return
    with during("cutedsl-check-progress", partial(_tell, shadow, kernel, stream)):
        yield


def _tell(shadow: Shadow, kernel: str, stream: TextIO, over: threading.Event) -> None:
    start, shown = time.monotonic(), False
    wait_s = FIRST_S
    while not over.wait(wait_s):
        wait_s, shown = _EACH_S, True
        stream.write(_CLEAR + line(shadow, kernel, time.monotonic() - start))
        stream.flush()
    if shown:
        stream.write(_CLEAR)
        stream.flush()


def line(shadow: Shadow, kernel: str, seconds: float) -> str:
    """What is shown: `checking gemm_kernel: block 12 of 64, 3 s`."""
    size = shadow.geometry
    begun = max(min(shadow.number("clusters"), size.groups), 1) * size.blocks
    return f"checking {kernel_name(kernel)}: block {begun} of {size.groups * size.blocks}, {seconds:.0f} s"
