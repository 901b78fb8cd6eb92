"""A signal handler may call the function whose call it interrupts, wherever that is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).with_name("interrupted.py")
_LIMIT_S = 120
"""A call that waits for a lock of the one that it interrupted would wait for ever."""


def test_calls_within_calls() -> None:
    environment = {**os.environ, "CUTEDSL_CACHE": "0"}
    command = [sys.executable, str(PROGRAM)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_LIMIT_S, check=False)
    assert done.stdout == "True True True\n", done.stderr
