"""A forked child has none of the pool's threads: it makes its own, and no launch counts on those of its parent."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute

BLOCKS = 6
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork")


@cute.kernel
def meet(arrived: cute.Tensor, y: cute.Tensor) -> None:
    """All blocks meet: a launch that leaves some of them to a thread that does not exist stands still."""
    cute.arch.atomic_add(arrived.iterator, cutlass.Int32(1), sem="release", scope="gpu")
    while cute.arch.load(arrived.iterator, sem="acquire", scope="gpu") < BLOCKS:
        pass
    y[cute.arch.block_idx()[0]] = 1


@cute.jit
def run(arrived: cute.Tensor, y: cute.Tensor) -> None:
    meet(arrived, y).launch(grid=BLOCKS, block=1, cooperative=True)


def met() -> bool:
    y = np.zeros(BLOCKS, np.int32)
    run(np.zeros(1, np.int32), y)
    return bool((y == 1).all())


def workers() -> int:
    return sum(thread.name.startswith("cutedsl-worker") for thread in threading.enumerate())


def child_status(depth: int) -> int:
    """The exit status of a child in which launches meet, and of its child in turn; 3: it has no threads of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of each fork of a process with threads
        child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(30)  # ends a child that stands still
        status = 9
        try:
            status = 4 if not (met()) else 3 if not workers() else 0
            status = status or (child_status(depth - 1) if depth else 0)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.cutedsl_unchecked  # a checked launch runs on one thread
def test_blocks_meet_in_a_child_and_in_its_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_NUM_THREADS", "2")
    monkeypatch.setenv("CUTEDSL_TIMEOUT_S", "5")
    assert met() and workers()
    assert child_status(1) == 0
    assert met()
