"""A process that forks while workers run its kernels: the child runs kernels, compiles and ends stuck ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forked import QUIET
from tests.products import long

PROGRAM = """
import faulthandler, os, random, threading, time
import numpy as np
import cutedsl.cute as cute

@cute.kernel
def kernel(x: cute.Tensor):
    i = cute.arch.block_idx()[0] * 32 + cute.arch.thread_idx()[0]
    for turn in range(400):
        x[i] = x[i] + 1
        cute.arch.sync_threads()

@cute.jit
def run(x: cute.Tensor):
    kernel(x).launch(grid=64, block=32)

@cute.kernel
def other(x: cute.Tensor):
    x[cute.arch.thread_idx()[0]] = 7

@cute.jit
def compiled_in_the_child(x: cute.Tensor):
    other(x).launch(grid=1, block=32)

@cute.kernel
def stuck(flag: cute.Tensor):
    while flag[0] == 0:
        pass

@cute.jit
def run_stuck(flag: cute.Tensor):
    stuck(flag).launch(grid=1, block=1)

def result():
    x = np.zeros(64 * 32, np.int32)
    run(x)
    return x

stop, launches = False, 0

def work():
    global launches
    while not stop:
        assert (result() == 400).all()
        launches += 1

result()
threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads:
    thread.start()
draw, turn = random.Random(3), 0
while turn < 12 or launches < 4:
    turn += 1
    time.sleep(draw.random() * 0.02)
    child = os.fork()
    if child == 0:
        faulthandler.dump_traceback_later(60, exit=True)
        good = (result() == 400).all() and (result() == 400).all()
        y = np.zeros(32, np.int32)
        compiled_in_the_child(y)
        if turn % 4 == 1:  # its monitor has to be a thread of its own
            os.environ["CUTEDSL_TIMEOUT_S"] = "0.3"
            try:
                run_stuck(np.zeros(1, np.int32))
                good = False
            except RuntimeError as error:
                good = good and "CUTEDSL_TIMEOUT_S" in str(error)
        os._exit(0 if good and (y == 7).all() else 4)
    status = os.waitpid(child, 0)[1]
    if status:
        break
stop = True
for thread in threads:
    thread.join()
assert status == 0, turn
print("done")
"""


@pytest.mark.child
@pytest.mark.parametrize("workers", ["1", "4", long("2")])
def test_children_of_a_process_whose_kernels_run(workers: str, tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    env = os.environ | {"CUTEDSL_CACHE_DIR": str(tmp_path / "cache"), "CUTEDSL_NUM_THREADS": workers}
    env["CUTEDSL_TIMEOUT_S"] = "30"
    done = subprocess.run(
        [sys.executable, *QUIET, file], env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
