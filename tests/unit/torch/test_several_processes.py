"""The operators under `torch.distributed` and DTensor: two processes on the CPU, two GPUs where there are."""

from __future__ import annotations

import os
import socket
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
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    known = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": path, "WORLD_SIZE": "2"}
    known |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    begun = [
        subprocess.Popen(
            [sys.executable, str(program), device],
            env={**known, "RANK": rank, "LOCAL_RANK": rank},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for rank in "01"
    ]
    try:
        done = [process.communicate(timeout=110) for process in begun]
    finally:
        for process in begun:
            process.kill()
    for rank, (said, errors) in enumerate(done):
        assert said == f"process {rank} agrees\n", errors[-3000:]
