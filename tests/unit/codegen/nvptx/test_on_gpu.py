"""The back end on a real GPU, without torch: memory, launches, errors and resources through our own driver layer."""

from __future__ import annotations

import ctypes
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from cutedsl.codegen.nvptx import compile_ptx, emit_nvptx
from cutedsl.execution.cuda.driver import driver
from cutedsl.execution.cuda.module import CudaModule
from cutedsl.execution.devices import current_device
from cutedsl.ir.text import parse_module
from tests.ptx.test_row_sum import ROW_SUM

pytestmark = pytest.mark.gpu

SAXPY = """builtin.module {
  func.func @saxpy(%x : !cute.ptr<f32, gmem>, %y : !cute.ptr<f32, gmem>, %a : f32, %n : i32, %on : i1)
      attributes {cute.kernel} {
    %t = "cute.thread_idx"() <{axis = 0 : i32}> : () -> i32
    %b = "cute.block_idx"() <{axis = 0 : i32}> : () -> i32
    %d = "cute.block_dim"() <{axis = 0 : i32}> : () -> i32
    %s = arith.muli %b, %d : i32
    %i = arith.addi %s, %t : i32
    %c = arith.cmpi slt, %i, %n : i32
    %ok = arith.andi %c, %on : i1
    scf.if %ok {
      %px = cute.ptr.add %x, %i : !cute.ptr<f32, gmem>, i32 -> !cute.ptr<f32, gmem>
      %py = cute.ptr.add %y, %i : !cute.ptr<f32, gmem>, i32 -> !cute.ptr<f32, gmem>
      %vx = cute.ptr.load %px : !cute.ptr<f32, gmem> -> f32
      %vy = cute.ptr.load %py : !cute.ptr<f32, gmem> -> f32
      %r = math.fma %a, %vx, %vy : f32
      cute.ptr.store %r, %py : f32, !cute.ptr<f32, gmem>
    }
    func.return
  }
}"""


def loaded(text: str) -> CudaModule:
    target = current_device().target
    source = emit_nvptx(parse_module(text), target)
    return CudaModule(compile_ptx(source).encode(), source.kernels, target)


def launch(module: CudaModule, grid: int, block: int, *params: int) -> None:
    slots = (ctypes.c_uint64 * len(params))(*params)
    module.launch(0, [grid, 1, 1, block, 1, 1, 1, 1, 1, 0, 0, 0], 0, ctypes.addressof(slots))


def float_slot(value: float) -> int:
    return struct.unpack("<I", struct.pack("<f", value))[0]


@contextmanager
def on_device(array: np.ndarray) -> Iterator[int]:
    """A copy of a host array on the device; copied back at the end."""
    api = driver()
    with api.on_device():
        address = api.allocate(array.nbytes)
        try:
            api.copy_to_device(address, array.ctypes.data, array.nbytes)
            yield address
            api.copy_to_host(array.ctypes.data, address, array.nbytes)
        finally:
            api.free(address)


def test_parameters_of_every_size_arrive() -> None:
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal(1000).astype(np.float32) for _ in range(2))
    before, untouched = y.copy(), y.copy()
    with on_device(x) as px, on_device(y) as py, on_device(untouched) as pu:
        module = loaded(SAXPY)
        launch(module, 8, 128, px, py, float_slot(2.5), 1000, 1)
        launch(module, 8, 128, px, pu, float_slot(2.5), 1000, 0xFE)  # the lowest bit of the i1 says no
    np.testing.assert_allclose(y, 2.5 * x.astype(np.float64) + before, rtol=1e-6)
    assert np.array_equal(untouched, before)


def test_a_row_sum_runs_on_the_gpu() -> None:
    x = np.random.default_rng(0).standard_normal((33, 1024)).astype(np.float32)
    sums = np.full(33, np.nan, np.float32)
    with on_device(x) as px, on_device(sums) as ps:
        launch(loaded(ROW_SUM), 33, 128, px, ps, 1024)
    np.testing.assert_allclose(sums, x.astype(np.float64).sum(axis=1), rtol=1e-5, atol=1e-4)


def test_resources_of_a_loaded_kernel() -> None:
    found = loaded(ROW_SUM).resources(0)
    assert found.local_bytes == 0
    assert 0 < found.registers <= 64
    assert found.max_threads >= 128


def test_an_illegal_access_is_a_named_error() -> None:
    program = """
from tests.unit.codegen.nvptx.test_on_gpu import *
launch(loaded(SAXPY), 1, 32, 1 << 44, 1 << 44, 0, 32, 1)
try:
    driver().synchronize()
except Exception as error:
    print(error.name, error)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[4]), *sys.path])}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)
    assert done.stdout.startswith("driver-error"), done.stdout + done.stderr
    assert "CUDA_ERROR_ILLEGAL_ADDRESS" in done.stdout
