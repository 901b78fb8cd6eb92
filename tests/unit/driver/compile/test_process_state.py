"""Importing cutedsl and calling kernels leave the process as it was; a setting keeps each change away meanwhile too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import atexit, builtins, faulthandler, gc, locale, logging, os, signal, sys, threading, warnings
import numpy as np
import llvmlite.binding as llvm
import xdsl.dialects.builtin, xdsl.irdl, xdsl.ir

def classes():
    found = {}
    for name in [n for n in sys.modules if n.split(".")[0] in ("xdsl", "llvmlite", "numpy", "gc")]:
        for key, value in vars(sys.modules[name]).items():
            found[name, key] = value
            if isinstance(value, type) and value.__module__ == name and key.isidentifier():
                found |= {(name, key, k): v for k, v in vars(value).items() if k not in ("__doc__", "_abc_impl")}
    return found

def state():
    mask = os.umask(0)
    os.umask(mask)
    return {
        "gc": (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), len(gc.callbacks), gc.get_debug()),
        "turns": sys.getswitchinterval(),
        "streams": (sys.stdout, sys.stderr, sys.stdin),
        "hooks": (sys.excepthook, sys.displayhook, sys.unraisablehook, threading.excepthook, sys.gettrace()),
        "signals": {n: signal.getsignal(n) for n in signal.valid_signals()},
        "environment": dict(os.environ),
        "warnings": (list(warnings.filters), warnings.showwarning),
        "builtins": dict(vars(builtins)),
        "limits": (sys.getrecursionlimit(), sys.getdlopenflags(), sys.get_int_max_str_digits()),
        "faults": faulthandler.is_enabled(),
        "files": (os.getcwd(), mask, len(os.listdir("/proc/self/fd"))),
        "path": (list(sys.path), list(sys.meta_path), list(sys.path_hooks)),
        "logging": (list(logging.root.handlers), logging.root.level),
        "numpy": (np.geterr(), np.get_printoptions()),
        "locale": locale.setlocale(locale.LC_ALL),
        "cores": os.sched_getaffinity(0),
    }

def compare(before, what):
    now = state()
    assert now == before, (what, {k: (before[k], now[k]) for k in now if now[k] != before[k]})

meanwhile = []

class Stream:
    # Sees the process as it is while a program is traced, which prints.

    def __init__(self, stream):
        self.stream = stream

    def write(self, text):
        if text == "traced":
            meanwhile.append((gc.isenabled(), sys.getswitchinterval() == before["turns"], sys.stdout is self))
        else:
            self.stream.write(text)

    def __getattr__(self, name):
        return getattr(self.stream, name)

sys.stdout = Stream(sys.stdout)
before, foreign = state(), classes()
import cutedsl.cute as cute
compare(before, "import")

@cute.kernel
def kernel(x: cute.Tensor):
    i = cute.arch.thread_idx()[0]
    x[i] = x[i] + 1

@cute.jit
def run(x: cute.Tensor):
    print("traced", end="")
    kernel(x).launch(grid=64, block=32)

x = np.zeros(32, np.float32)
for _ in range(3):
    run(x)
    compare(before, "call")
try:
    @cute.jit
    def wrong(x: cute.Tensor):
        x[0] = unknown
    wrong(x)
except NameError:
    compare(before, "failed compilation")
else:
    raise AssertionError
now = classes()
assert not [k for k, v in foreign.items() if now[k] is not v], "other packages"
names = sorted(t.name.rstrip("0123456789") for t in threading.enumerate())
assert set(names) <= {"MainThread", "cutedsl-monitor", "cutedsl-worker-"}, names
function = llvm.ffi.lib.LLVMPY_ContextCreate
print(meanwhile[0], type(function._cfn)._flags_ == 4 + 1)
"""


def told(tmp_path: Path, left: str) -> str:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    env = os.environ | {"CUTEDSL_CACHE_DIR": str(tmp_path / "cache"), "CUTEDSL_LEAVE_ALONE": left}
    done = subprocess.run([sys.executable, file], env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.child
@pytest.mark.parametrize(
    ("left", "meanwhile"),
    [
        ("", "(False, False, False) True"),
        ("gc", "(True, False, False) True"),
        ("turns,stdout", "(False, True, True) True"),
        ("all", "(True, True, True) False"),
    ],
)
def test_the_process_is_as_it_was(left: str, meanwhile: str, tmp_path: Path) -> None:
    assert told(tmp_path, left) == meanwhile


@pytest.mark.child
def test_a_part_that_is_unknown(tmp_path: Path) -> None:
    program = "from cutedsl.config import config; config()"
    env = os.environ | {"CUTEDSL_LEAVE_ALONE": "gc,everything"}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert "expected some of gc, llvm, llvmlite, stdout, torch, turns, all" in done.stderr
