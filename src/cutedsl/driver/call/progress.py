"""A line for a person who waits: work that takes longer than some seconds says what it is, on a terminal only."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from typing import Final

from cutedsl.driver.compile.during import during

PATIENCE_S: Final = 3.0
"""Work that is over by then says nothing."""


@contextmanager
def told_if_long(what: str) -> Generator[None]:
    """While the block runs, stderr shows `what` and the seconds, once they are many; the line goes with the block.

    Nothing is written where stderr is no terminal, so logs and pipes stay as they are.
    """
    if not sys.stderr.isatty():
        yield
        return
    with during("cutedsl-progress", partial(_report_progress, what)):
        yield


def _report_progress(what: str, done: threading.Event) -> None:
    start, shown = time.monotonic(), ""
    while not done.wait(1.0 if shown else PATIENCE_S):
        shown = f"cutedsl: {what}, {time.monotonic() - start:.0f} s"
        print(f"\r{shown}", end="", file=sys.stderr, flush=True)
    if shown:
        print(f"\r{' ' * len(shown)}\r", end="", file=sys.stderr, flush=True)
