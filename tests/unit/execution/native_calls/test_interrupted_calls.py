"""A signal handler may call the function whose call it interrupts, wherever that is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("interrupted.py")
_LIMIT_S = 120
"""A call that waits for a lock of the one that it interrupted would wait for ever."""


@pytest.mark.parametrize("words", [[], ["compiling"]], ids=["remembered", "compiled"])
def test_calls_within_interrupted_calls_work(words: list[str], tmp_path: Path) -> None:
    environment = {**os.environ, "CUTEDSL_CACHE": "0" if words else "1", "CUTEDSL_CACHE_DIR": str(tmp_path)}
    environment["CUTEDSL_WITHOUT"] = "machine-code"  # a hundred programs are compiled, which run once
    command = [sys.executable, str(PROGRAM), *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_LIMIT_S, check=False)
    assert done.stdout == "True True True\n", done.stderr
