"""Fixes of errors that a GPU or its driver causes, where a driver without a GPU (`fake_driver.c`) has the fault."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CC = shutil.which("cc") or shutil.which("gcc")
PROGRAM = """
import numpy as np

import cutedsl.cute as cute
from cutedsl import Float32
from cutedsl.cute.runtime import make_ptr


@cute.kernel
def kernel(p: cute.Pointer):
    x = cute.make_tensor(p, cute.make_layout(4))
    i = cute.arch.thread_idx()[0]
    x[i] = 1.0


@cute.jit
def run(p: cute.Pointer):
    kernel(p).launch(grid=1, block=32)


memory = np.zeros(32, np.float32)
run(make_ptr(Float32, memory.ctypes.data, cute.AddressSpace.gmem))
"""
GUARDED = PROGRAM.replace("    x[i] = 1.0", "    if i < cute.size(x):\n        x[i] = 1.0")
STREAM = """
import jax
import jax.numpy as jnp

import cutedsl.cute as cute
from cutedsl import cuda
from cutedsl.jax import call


@cute.kernel
def double(x: cute.Tensor, y: cute.Tensor):
    i = cute.arch.thread_idx()[0]
    y[i] = 2 * x[i]


@cute.jit
def run(stream: cuda.CUstream, x: cute.Tensor, y: cute.Tensor):
    double(x, y).launch(grid=1, block=32, stream=stream)


x = jax.ShapeDtypeStruct((32,), jnp.float32)
lowered = jax.jit(lambda x: call(run, out=x)(x)).trace(x).lower(lowering_platforms=("cuda",))
assert "cutedsl" in lowered.as_text()
"""
CHILD = """
import contextlib, ctypes, io, json, os, sys
from pathlib import Path

ctypes.CDLL(sys.argv[1])
import numpy as np

import cutedsl.cute as cute
from cutedsl.cli import main
from tests.errors.case import run_program


@cute.jit
def first(x: cute.Tensor):
    x[0] = 1.0


os.environ["CUTEDSL_TARGET"] = "cpu"
cute.compile(first, np.zeros(1, np.float32))  # what a first program loads, each fork has
del os.environ["CUTEDSL_TARGET"]


def checked(program, folder):
    "What `cutedsl check` prints."
    path, printed = folder / "prog.py", io.StringIO()
    path.write_text(program)
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        main(["check", str(path)])
    return printed.getvalue()


ends = {}
for name, (environment, program) in json.load(sys.stdin).items():
    read, write = os.pipe()
    if not os.fork():
        os.environ.update(environment)
        folder = Path(sys.argv[2], name.replace(" ", "_"))
        folder.mkdir()
        try:
            said = (checked if "checked" in name else run_program)(program, folder)
        except BaseException as error:
            said = repr(error)
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        ends[name] = pipe.read()
    os.wait()
print(json.dumps(ends))
"""
"""Each program runs in a fork, as a process has one driver."""
ON_CPU = {"CUTEDSL_TARGET": "cpu"}
RUNS = {
    "old driver": ({"FAKE_FAULT": "old driver"}, GUARDED),
    "old GPU": ({"FAKE_FAULT": "old GPU"}, GUARDED),
    "on the CPU": ({"FAKE_FAULT": "old GPU", **ON_CPU}, GUARDED),
    "stray write": ({"FAKE_FAULT": "stray write"}, PROGRAM),
    "stray write, checked": ({"FAKE_FAULT": "stray write", **ON_CPU}, PROGRAM),
    "guarded, checked": (ON_CPU, GUARDED),
    "guarded": ({}, GUARDED),
    "stream": ({"JAX_PLATFORMS": "cpu"}, STREAM),
}


@pytest.fixture(scope="module")
def ends(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each of `RUNS` says."""
    if CC is None or sys.platform != "linux":
        pytest.skip("no C compiler, or no forks")
    folder = tmp_path_factory.mktemp("driver")
    library, source = folder / "libcuda.so.1", Path(__file__).with_name("fake_driver.c")
    name = ["-Wl,-soname,libcuda.so.1", "-o", str(library)]
    subprocess.run([CC, "-shared", "-fPIC", "-w", *name, str(source)], check=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("CUTEDSL_TARGET", "FAKE_FAULT")}
    environment |= {"CUTEDSL_CACHE": "0", "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(library), str(folder)],
        input=json.dumps(RUNS), capture_output=True, text=True, env=environment, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_an_old_driver_is_updated_or_done_without(ends: dict[str, str]) -> None:
    assert ends["old driver"].startswith("error[driver-too-old]: the driver supports CUDA 11.4")
    assert "update the NVIDIA driver, or run on the CPU instead: set CUTEDSL_TARGET=cpu" in ends["old driver"]
    assert ends["guarded"] == ends["on the CPU"] == ""


def test_an_old_gpu_is_done_without(ends: dict[str, str]) -> None:
    assert ends["old GPU"].startswith("error[unsupported-arch]: this GPU has compute capability 7.5")
    assert "set `CUTEDSL_TARGET=cpu`" in ends["old GPU"]
    assert ends["on the CPU"] == ""


def test_a_stray_write_on_a_gpu_is_found_on_the_cpu(ends: dict[str, str]) -> None:
    assert ends["stray write"].startswith("error[driver-error]: a kernel read or wrote memory that is not its own")
    assert "CUTEDSL_TARGET=cpu cutedsl check" in ends["stray write"]
    assert ends["stray write, checked"].startswith("error[coordinate-outside]: thread 4 writes `x` at 4")
    assert ends["guarded, checked"].startswith("no findings")


def test_a_kernel_with_a_stream_is_lowered_for_a_gpu(ends: dict[str, str]) -> None:
    pytest.importorskip("jax")
    assert ends["stream"] == ""
