"""The operators under `torch.distributed` and DTensor: two processes on the CPU, two GPUs where there are."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.programs import ROOT

torch = pytest.importorskip("torch")


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)])
def test_two_processes_agree_with_one(device: str) -> None:
    if device == "cuda" and torch.cuda.device_count() < 2:
        pytest.skip("one GPU")
    program = Path(__file__).with_name("sharded_operators.py")
    words = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", str(program), device]
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": path, "CUTEDSL_WITHOUT": "machine-code"}
    done = subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, timeout=110, check=False
    )
    said = sorted(re.findall(r"process \d agrees", done.stdout))  # two write at a time
    assert said == ["process 0 agrees", "process 1 agrees"], done.stderr[-3000:]
