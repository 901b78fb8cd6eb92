"""Importing cutedsl and calling kernels leave the process as it was; a setting keeps each change away meanwhile too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.products import long

PROGRAM = """
import atexit, builtins, ctypes, decimal, faulthandler, gc, locale, logging, multiprocessing, os, random, resource
import signal, socket, sys, tempfile, threading, warnings
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

C = ctypes.CDLL(None)

def floats():
    # Where the processor rounds to, and whether it takes the smallest numbers for 0, in this thread and a new one.
    small = np.array([1e-40], np.float32)
    found = [(C.fegetround(), float((small * np.float32(0.5))[0]), float(small[0] + np.float32(0)))]
    thread = threading.Thread(target=lambda: found.append((C.fegetround(), float((small * np.float32(0.5))[0]))))
    thread.start()
    thread.join()
    return found

def files():
    # What the descriptors are of; that of the folder being listed is gone.
    there = [f"/proc/self/fd/{n}" for n in os.listdir("/proc/self/fd")]
    return sorted((place, os.readlink(place)) for place in there if os.path.lexists(place))

def state():
    mask = os.umask(0)
    os.umask(mask)
    return {
        "floats": floats(),
        "open files": files(),
        "signals held back": signal.pthread_sigmask(signal.SIG_BLOCK, []),
        "timers": [signal.getitimer(n) for n in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)],
        "random": (random.getstate(), [str(part) for part in np.random.get_state()]),
        "rights": [resource.getrlimit(n) for n in (resource.RLIMIT_STACK, resource.RLIMIT_AS, resource.RLIMIT_NOFILE)],
        "turns of the system": (os.nice(0), os.sched_getscheduler(0)),
        "processes": multiprocessing.get_start_method(allow_none=True),
        "decimal": str(decimal.getcontext()),
        "sockets": (socket.getdefaulttimeout(), tempfile.tempdir),
        "profile": (sys.getprofile(), threading.gettrace(), threading.getprofile()),
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
threads = threading.active_count()
import cutedsl.cute as cute
compare(before, "import")
assert threading.active_count() == threads, "an import starts no thread"

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


def told(tmp_path: Path, left: str, program: str = PROGRAM) -> str:
    file = tmp_path / "program.py"
    file.write_text(program)
    env = os.environ | {"CUTEDSL_CACHE_DIR": str(tmp_path / "cache"), "CUTEDSL_LEAVE_ALONE": left}
    done = subprocess.run([sys.executable, file], env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.child
@pytest.mark.parametrize(
    ("left", "meanwhile"),
    [
        ("", "(False, False, False) True"),
        long("gc", "(True, False, False) True"),
        ("turns,stdout", "(False, True, True) True"),
        ("all", "(True, True, True) False"),
    ],
)
def test_the_process_is_as_it_was(left: str, meanwhile: str, tmp_path: Path) -> None:
    assert told(tmp_path, left) == meanwhile


TORCH = """
import sys
import numpy as np
import torch

def state():
    return {
        "threads": (torch.get_num_threads(), torch.get_num_interop_threads()),
        "defaults": (torch.get_default_dtype(), torch.get_default_device(), torch.is_grad_enabled()),
        "modes": (torch.is_inference_mode_enabled(), torch.is_autocast_enabled("cpu"), torch.is_anomaly_enabled()),
        "determinism": (torch.are_deterministic_algorithms_enabled(), torch.get_float32_matmul_precision()),
        "flushing": float((torch.tensor([1e-40]) * 0.5)[0]),
        "random": torch.get_rng_state().tolist(),
        "cuda": torch.cuda.is_initialized(),
        "backends": (torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.benchmark),
        "printing": vars(torch._tensor_str.PRINT_OPTS).copy(),
        "functions": {name: value for name, value in vars(torch).items() if callable(value)},
        "tensor": dict(vars(torch.Tensor)),
        "functional": dict(vars(torch.nn.functional)),
        "modules": {name for name in sys.modules if name.startswith("torch.")},
    }

def compare(what):
    now = state()
    assert now.keys() == before.keys()
    changed = {k: (before[k], now[k]) for k in now if now[k] != before[k] and k != "modules"}
    assert not changed, (what, changed)

before = state()
import cutedsl.cute as cute
compare("import")
assert state()["modules"] == before["modules"], "an import loads no more of torch"

@cute.kernel
def kernel(x: cute.Tensor):
    i = cute.arch.thread_idx()[0]
    x[i] = x[i] + 1

@cute.jit
def run(x: cute.Tensor):
    kernel(x).launch(grid=1, block=32)

x = torch.zeros(32)
run(x)
compare("call")
run(x)
program = cute.compile(run, x)
program(x)
compare("calls")
assert (x == 3).all()
y = torch.ones(32, requires_grad=True)
try:
    run(y)
except TypeError:
    compare("refused call")
else:
    raise AssertionError
print("as it was")
"""


@pytest.mark.child
def test_torch_is_as_it_was(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    file = tmp_path / "program.py"
    file.write_text(TORCH)
    env = os.environ | {"CUTEDSL_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, file], env=env, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (0, "as it was\n"), done.stderr


@pytest.mark.child
def test_a_call_imports_no_framework(tmp_path: Path) -> None:
    packages = {"torch", "jax", "tvm_ffi", "cuda", "matplotlib", "rich", "IPython"}
    assert told(tmp_path, "", PROGRAM + f"assert not {packages} & sys.modules.keys(), sys.modules.keys()\n")


@pytest.mark.child
def test_a_part_that_is_unknown(tmp_path: Path) -> None:
    program = "from cutedsl.config import config; config()"
    env = os.environ | {"CUTEDSL_LEAVE_ALONE": "gc,everything"}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert "expected some of gc, llvm, llvmlite, stdout, torch, turns, all" in done.stderr
