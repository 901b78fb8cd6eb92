"""Everything that needs two GPUs or more, in one command: the tensor-parallel MLP timed, then the tests, all at a time.

The tests skip what a machine lacks, so what was skipped is printed too. Logs and results go to `$OUT` where it is set.

Usage, on a host with several GPUs: PYTHONPATH=src:. python -m benchmarks.gpu.several_gpus [--seconds 95]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from benchmarks.record import ROOT

_TESTS: Final = (
    ("tests/unit/torch/test_several_processes.py",),
    ("tests/unit/execution/cuda/test_on_torch.py",),
    ("tests/unit/torch/test_machine_operators.py",),
    ("tests/unit/jax/test_jax_calls.py", "-k", "shard_map or gpu"),
)


def _started(words: list[str], log: Path) -> subprocess.Popen[bytes]:
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}, stdout=file, stderr=file
        )


def _ended(running: subprocess.Popen[bytes], until: float) -> str:
    try:
        return f"status {running.wait(max(1.0, until - time.monotonic()))}"
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait()
        return "stopped: no time left"


def main() -> None:
    """Runs everything and prints the ends of the logs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=95, help="time for everything together")
    until = time.monotonic() + parser.parse_args().seconds
    out = Path(os.environ.get("OUT") or ROOT / "build")
    out.mkdir(parents=True, exist_ok=True)
    scaling = out / "tensor_parallel.log"
    said = _ended(_started(["-u", "-m", "benchmarks.gpu.tensor_parallel"], scaling), until - 30)
    print(f"tensor_parallel: {said}\n{scaling.read_text(errors='replace')[-3000:]}", flush=True)
    pytest = ["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-m", "gpu", "--require-gpu", "--timeout", "90"]
    logs = [out / f"{Path(files[0]).stem}.log" for files in _TESTS]
    tests = [_started([*pytest, *files], log) for files, log in zip(_TESTS, logs, strict=True)]
    for test, log in zip(tests, logs, strict=True):
        said = _ended(test, until)
        print(f"{log.stem}: {said}\n{log.read_text(errors='replace')[-1500:]}", flush=True)


if __name__ == "__main__":
    main()
