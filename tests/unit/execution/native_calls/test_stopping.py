"""Ctrl-C and the time limit end programs that would never end, and the next launch works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("endless.py")
LATER = "later launch [1.0, 7.0]"


def _start(which: str, **environment: str) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, str(PROGRAM), which],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "CUTEDSL_NUM_THREADS": "2", **environment},
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "started\n"
    return child


@pytest.mark.parametrize("which", ["kernel", "again", "host"])
def test_ctrl_c(which: str) -> None:
    child = _start(which)
    time.sleep(0.3)
    assert child.poll() is None
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.stdout is not None
    assert child.stdout.readline() == "KeyboardInterrupt\n"
    assert time.monotonic() - sent < 1.0
    assert child.stdout.read() == LATER + "\n"
    assert child.wait(timeout=10) == 0


@pytest.mark.parametrize("which", ["kernel", "host"])
def test_time_limit(which: str) -> None:
    child = _start(which, CUTEDSL_TIMEOUT_S="0.3")
    assert child.stdout is not None
    assert child.stdout.read() == f"launch-timeout\n{LATER}\n"
    assert child.wait(timeout=10) == 0
