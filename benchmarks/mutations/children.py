"""Work in a forked process of its own: wrong kernels may hang or fault."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path


def in_child(work: Callable[[], str], limit_s: float) -> str:
    """The text that `work` gives in a forked process, "" where it ends early or takes longer than the limit."""
    with tempfile.NamedTemporaryFile() as answer:
        child = os.fork()
        if child == 0:
            with contextlib.suppress(BaseException):
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, sys.stdout.fileno())
                os.dup2(null, sys.stderr.fileno())
                Path(answer.name).write_text(work(), encoding="utf-8")
            os._exit(0)
        deadline = time.monotonic() + limit_s
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            if time.monotonic() > deadline:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return ""
            time.sleep(0.02)
        return Path(answer.name).read_text(encoding="utf-8")


def in_processes(count: int, work: Callable[[int], None]) -> None:
    """Calls `work` with each number below `count`, each in a forked process, all at the same time."""
    sys.stdout.flush()
    workers: list[int] = []
    for number in range(count):
        worker = os.fork()
        if worker == 0:
            try:
                work(number)
            except Exception:
                traceback.print_exc()
            sys.stdout.flush()
            os._exit(0)
        workers.append(worker)
    for worker in workers:
        os.waitpid(worker, 0)
