"""The commands that a new user runs first, where the calls of Linux or Unix are missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cutedsl import __version__
from cutedsl.cli import main

PROGRAM = Path(__file__).with_name("elsewhere.py")


KERNEL = """
import numpy as np
import cutedsl as cutlass
from cutedsl import cute

@cute.kernel
def kernel(x: cute.Tensor):
    thread = cute.arch.thread_idx()[0]
    shared = cute.make_tensor(cute.arch.alloc_smem(cutlass.Float32, 64), cute.make_layout(64))
    shared[thread] = x[thread] * 2
    cute.arch.sync_threads()
    x[thread] = cute.math.exp(shared[63 - thread])
    if thread == 0:
        cute.printf("value %f", x[0])

@cute.jit
def run(x: cute.Tensor):
    kernel(x).launch(grid=1, block=64)

for call in (run, run, cute.compile(run, np.zeros(64, np.float32))):
    x = np.zeros(64, np.float32)
    call(x)
    assert (x == 1).all()
"""
COMMANDS = {
    "doctor": 0,
    "run prog.py": 0,
    "check prog.py": 0,
    "check race.py": 1,
    "check large.py": 0,
    "show prog.py --stage ptx": 0,
    "bundle prog.py -o k.cutedsl --arch cpu --arch sm_90a": 0,
    "bundle --list k.cutedsl": 0,
    "run serve.py": 0,
    "trace prog.py -o trace.json --block 0": 0,
    "bench prog.py": 0,
    "cache ls": 0,
    "gate prog.py": 2,
    "show layout (4,8):(8,1)": 0,
    "explain out-of-bounds": 0,
}
LARGE = """
import numpy as np
from cutedsl import cute

@cute.kernel
def kernel(x: cute.Tensor):
    i = cute.arch.block_idx()[0] * 128 + cute.arch.thread_idx()[0]
    x[i] = x[i] + 1

@cute.jit
def run(x: cute.Tensor):
    kernel(x).launch(grid=1024, block=128)

run(np.zeros(1 << 17, np.float32))  # enough for the checker's memory of large arrays
"""
SERVE = "import numpy as np, cutedsl.bundle\ncutedsl.bundle.load('k.cutedsl').run(np.zeros(64, np.float32))\n"


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_commands_run_without_the_calls_of_linux(system: str, tmp_path: Path) -> None:
    (tmp_path / "prog.py").write_text(KERNEL)
    (tmp_path / "race.py").write_text(KERNEL.replace("cute.arch.sync_threads()", "pass").replace("assert", "0 and"))
    (tmp_path / "large.py").write_text(LARGE)
    (tmp_path / "serve.py").write_text(SERVE)
    environment = {**os.environ, "CUTEDSL_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, str(PROGRAM), system, *" + ".join(COMMANDS).split()]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=115, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    codes = {line.partition(" of ")[2]: line.split()[2] for line in done.stdout.splitlines() if "exit code" in line}
    assert codes == {command: str(code) for command, code in COMMANDS.items()}, done.stdout + done.stderr
    assert next(line for line in done.stdout.splitlines() if "a kernel on the CPU" in line).startswith("ok")
    assert "value 1.0" in done.stdout


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_every_module_is_imported_without_the_calls_of_linux(system: str) -> None:
    command = [sys.executable, str(PROGRAM), system, "modules"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=115)
    assert "exit code 0 of modules" in done.stdout, done.stdout + done.stderr


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"cutedsl {__version__}\n"
