"""Ctrl-C and the time limit end programs that would never end, and the next launch works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("endless.py")
LATER = "later launch [1.0, 7.0]"


@contextmanager
def _started(which: str, **environment: str) -> Generator[subprocess.Popen[str]]:
    """The program when it is about to launch; it does not outlive a test that fails."""
    child = subprocess.Popen(
        [sys.executable, str(PROGRAM), which],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "CUTEDSL_NUM_THREADS": "2", **environment},
    )
    try:
        assert _line(child) == "started\n"
        yield child
    finally:
        child.kill()
        child.communicate()


def _line(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline()


def _cpu_s(child: subprocess.Popen[str]) -> float:
    """Processor time of a child; 0 where the system has no /proc."""
    try:
        fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("which", ["kernel", "again", "host"])
def test_ctrl_c_stops_a_launch(which: str) -> None:
    """It ends within a second of the two threads' time, however busy the machine is."""
    with _started(which) as child:
        time.sleep(0.3)
        assert child.poll() is None
        sent_s = _cpu_s(child)
        child.send_signal(signal.SIGINT)
        assert _line(child) == "KeyboardInterrupt\n"
        assert _cpu_s(child) - sent_s < 2
        assert _line(child) == LATER + "\n"
        assert child.wait(timeout=60) == 0


@pytest.mark.parametrize("which", ["kernel", "host"])
def test_a_time_limit_stops_a_launch(which: str) -> None:
    with _started(which, CUTEDSL_TIMEOUT_S="0.3") as child:
        assert _line(child) == "launch-timeout\n"
        assert _line(child) == LATER + "\n"
        assert child.wait(timeout=60) == 0
