from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import numpy as np
import pytest

from cutedsl.codegen.cpu.module import emit_cpu
from cutedsl.codegen.host.module import emit_host
from cutedsl.codegen.llvm.compile import compile_native
from cutedsl.config import Config
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.cpu.module import CpuModule
from tests.products import long
from tests.unit.codegen.cpu.cpu_programs import Run, load, load_at, parse, ptr, store_at

HEAD = """
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%tid = cute.thread_idx 0
%bid = cute.block_idx 0
%bdim = cute.block_dim 0
%warp = cute.warp_idx
%base = arith.muli %bid, %bdim : i32
%i = arith.addi %base, %tid : i32
"""
ROOT = Path(__file__).parents[4]


def failure(run: Run, body: str, arrays: dict[str, np.ndarray], scalars: dict | None = None) -> DSLUserCodeError:
    with pytest.raises(DSLUserCodeError) as caught:
        run(HEAD + body, arrays, scalars)
    return caught.value


@pytest.mark.parametrize("grid", [1, 64])
def test_read_out_of_bounds_names_thread_element_and_extent(grid: int) -> None:
    x, out = np.zeros(32 * grid - 5, np.float32), np.zeros(32 * grid, np.float32)
    body = f"{load_at('v', 'x', '%i')}\n{store_at('%v', 'out', '%i')}"
    error = failure(Run(grid=(grid, 1, 1)), body, {"x": x, "out": out})
    assert error.name == "out-of-bounds"
    assert isinstance(error, IndexError)
    thread, block = 27, grid - 1
    want = f"thread ({thread}, 0, 0) of block ({block}, 0, 0) reads element {x.size} of `x`, which has {x.size}"
    assert error.message == want


@pytest.mark.parametrize("index", ["uniform", "contiguous", "gathered", "vector", "negative"])
def test_writes_out_of_bounds_are_not_made(index: str) -> None:
    memory = np.zeros(128, np.float32)
    view = memory[32:96]
    lines = {
        "uniform": "%c64 = arith.constant 64 : i32\n%k = arith.muli %c64, %c1 : i32",
        "contiguous": "%c33 = arith.constant 33 : i32\n%k = arith.addi %tid, %c33 : i32",
        "gathered": "%k = arith.muli %tid, %tid : i32",
        "vector": "%c33 = arith.constant 33 : i32\n%k = arith.addi %tid, %c33 : i32",
        "negative": "%k = arith.subi %tid, %c1 : i32",
    }[index]
    store = store_at("%one", "out", "%k")
    if index == "vector":
        store = f"""%v = cute.vec.splat %one : f32 -> vector<2xf32>
        %p = cute.ptr.add %out, %k : {ptr("f32")}, i32 -> {ptr("f32")}
        cute.ptr.store %v, %p : vector<2xf32>, {ptr("f32")}"""
    error = failure(Run(), f"%one = arith.constant 1.0 : f32\n{lines}\n{store}", {"out": view})
    bad = {"uniform": "element 64", "contiguous": "element 64", "gathered": "element 64", "negative": "element -1"}
    assert f"writes {bad.get(index, 'elements 63 to 64')} of `out`, which has 64" in error.message
    assert not memory[:32].any()
    assert not memory[96:].any()


def test_inactive_lanes_are_not_checked() -> None:
    x, out = np.arange(20, dtype=np.float32), np.zeros(32, np.float32)
    body = f"""{HEAD}
    %n = arith.constant 20 : i32
    %sq = arith.muli %tid, %tid : i32
    %ok = arith.cmpi slt, %sq, %n : i32
    scf.if %ok {{
      {load_at("v", "x", "%sq")}
      {store_at("%v", "out", "%tid")}
    }}"""
    Run()(body, {"x": x, "out": out})
    assert list(out[:6]) == [0, 1, 4, 9, 16, 0]


def test_bounds_are_unchecked_when_asked() -> None:
    memory = np.arange(40, dtype=np.float32)
    out = np.zeros(32, np.float32)
    body = f"""{HEAD}
    %c3 = arith.constant 3 : i32
    %k = arith.addi %tid, %c3 : i32
    {load_at("v", "x", "%k")}
    {store_at("%v", "out", "%tid")}"""
    Run(bounds=False)(body, {"x": memory[:8], "out": out})
    np.testing.assert_array_equal(out, memory[3:35])


def test_bounds_of_shared_memory_are_checked() -> None:
    smem = "!cute.ptr<f32, smem>"
    body = f"""%s = cute.smem_alloc 0, 64, 16 : {smem}
    %p = cute.ptr.add %s, %tid : {smem}, i32 -> {smem}
    %v = cute.ptr.load %p : {smem} -> f32
    {store_at("%v", "out", "%tid")}"""
    error = failure(Run(smem_bytes=64), body, {"out": np.zeros(32, np.float32)})
    assert "reads element 16 of `s`, which has 16" in error.message


@pytest.mark.parametrize("divisor", ["uniform", "varying"])
@pytest.mark.parametrize("op", ["divsi", "remsi", "divui", "floordivsi"])
def test_a_division_by_zero_is_an_error(divisor: str, op: str) -> None:
    d = "%by" if divisor == "uniform" else "%d"
    body = f"""%c7 = arith.constant 7 : i32
    %m = arith.muli %tid, %tid : i32
    %c49 = arith.constant 49 : i32
    %d = arith.subi %m, %c49 : i32
    %q = arith.{op} %c7, {d} : i32
    {store_at("%q", "out", "%tid", "i32")}"""
    error = failure(Run(), body, {"out": np.zeros(32, np.int32)}, {"by": ("i32", 0)})
    assert error.name == "division-by-zero"
    assert isinstance(error, ZeroDivisionError)
    assert f"thread ({0 if divisor == 'uniform' else 7}, 0, 0)" in error.message


def test_inactive_lanes_may_divide_by_zero() -> None:
    out = np.zeros(32, np.int32)
    body = f"""{HEAD}
    %c9 = arith.constant 900 : i32
    %m = arith.muli %tid, %tid : i32
    %ok = arith.cmpi ne, %m, %c0 : i32
    scf.if %ok {{
      %q = arith.divsi %c9, %m : i32
      {store_at("%q", "out", "%tid", "i32")}
    }}"""
    Run()(body, {"out": out})
    np.testing.assert_array_equal(out[1:], 900 // np.arange(1, 32) ** 2)


def test_trap_has_its_message_and_thread() -> None:
    body = """%c5 = arith.constant 5 : i32
    %bad = arith.cmpi eq, %tid, %c5 : i32
    scf.if %bad {
      cute.trap "five is right out"
    }"""
    error = failure(Run(block=(64, 1, 1)), body, {"out": np.zeros(1, np.int32)})
    assert error.name == "kernel-trap"
    assert error.message == "thread (5, 0, 0) of block (0, 0, 0) stopped the kernel: five is right out"


def test_a_divergent_barrier_is_an_error() -> None:
    body = """%c5 = arith.constant 40 : i32
    %some = arith.cmpi slt, %tid, %c5 : i32
    scf.if %some {
      cute.barrier
    }"""
    error = failure(Run(block=(64, 1, 1)), body, {"out": np.zeros(1, np.int32)})
    assert error.name == "barrier-divergent"
    assert "thread (40, 0, 0)" in error.message


def test_deadlock_names_the_warps() -> None:
    body = """%c64 = arith.constant 64 : i32
    %even = arith.andi %warp, %c1 : i32
    %go = arith.cmpi eq, %even, %c0 : i32
    %two = arith.constant 2 : i32
    scf.if %go {
      cute.barrier (%c1, %c64) : i32, i32
    } else {
      %w = arith.cmpi eq, %warp, %c1 : i32
      scf.if %w {
        cute.barrier (%two, %c64) : i32, i32
      }
    }"""
    error = failure(Run(block=(64, 1, 1)), body, {"out": np.zeros(1, np.int32)})
    assert error.name == "deadlock"
    said = "warp 0 waits here at barrier 1, to which 32 of 64 threads have come"
    assert error.message == f"in block (0, 0, 0) 2 warps are waiting and none can make progress; {said}"


def test_printing_in_the_order_of_the_lanes(capsys: pytest.CaptureFixture[str]) -> None:
    body = f"""{HEAD}
    %c3 = arith.constant 3 : i32
    %few = arith.cmpi slt, %tid, %c3 : i32
    %x = arith.sitofp %tid : i32 to f64
    %wide = arith.extsi %tid : i32 to i64
    scf.if %few {{
      cute.print("t %d of %d: %.2f %lld 100%%\\0A", %tid, %bdim, %x, %wide) : i32, i32, f64, i64
    }}"""
    Run()(body, {"out": np.zeros(1, np.int32)})
    assert capsys.readouterr().out == "".join(f"t {t} of 32: {t}.00 {t} 100%\n" for t in range(3))


HOST = """builtin.module {
  func.func @host(%x : !cute.ptr<f32, gmem>, %n : i32, %out : !cute.ptr<f32, gmem>) attributes {cute.host} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %f0 = arith.constant 0.0 : f32
    %xs = cute.ptr.extent %x, %n {name = "x"} : !cute.ptr<f32, gmem>, i32 -> !cute.ptr<f32, gmem>
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %f0) -> (f32) : i32 {
      %p = cute.ptr.add %xs, %i : !cute.ptr<f32, gmem>, i32 -> !cute.ptr<f32, gmem>
      %v = cute.ptr.load %p : !cute.ptr<f32, gmem> -> f32
      %b = arith.addf %a, %v : f32
      scf.yield %b : f32
    }
    cute.ptr.store %s, %out : f32, !cute.ptr<f32, gmem>
    func.return
  }
}"""


def test_host_functions_run_without_kernels() -> None:
    x, out = np.arange(10, dtype=np.float32), np.zeros(1, np.float32)
    for emit in (emit_cpu, emit_host):
        out[:] = 0
        load(emit(parse(HOST))).call([x.ctypes.data, 10, out.ctypes.data])
        assert out[0] == 45


def test_host_launches_through_another_launcher() -> None:
    text = """builtin.module {
      func.func @host(%n : i32, %f : f32, %flag : i1) attributes {cute.host} {
        %c1 = arith.constant 1 : i32
        %smem = arith.constant 77 : i32
        %stream = arith.constant 5 : i64
        cute.launch @second grid(%n, %c1, %c1) block(%n, %c1, %c1) cluster(%c1, %c1, %c1) smem(%smem) stream(%stream) args(%f, %flag, %n) : (f32, i1, i32)
        func.return
      }
      func.func @first() attributes {cute.kernel, cute.smem_bytes = 0 : i64} { func.return }
      func.func @second(%f : f32, %flag : i1, %n : i32) attributes {cute.kernel, cute.smem_bytes = 0 : i64} { func.return }
    }"""  # noqa: E501
    import ctypes

    source = emit_host(parse(text))
    module = CpuModule(compile_native(source.llvm_text).data, source.host, (), source.sites)
    seen: list[object] = []

    def launcher(kernel: int, dims: int, stream: int, params: int) -> None:
        sizes = (ctypes.c_int32 * 12).from_address(dims)[:]
        slots = (ctypes.c_uint64 * 3).from_address(params)[:]
        seen.extend([kernel, sizes[:10], stream, slots])

    module.call([3, np.float32(1.5).tobytes(), 1], launcher)
    assert seen == [1, [3, 1, 1, 3, 1, 1, 1, 1, 1, 77], 5, [0x3FC00000, 1, 3]]

    def failing(kernel: int, dims: int, stream: int, params: int) -> None:
        raise ValueError("no such device")

    with pytest.raises(ValueError, match="no such device"):
        module.call([3, 0, 0], failing)


@pytest.mark.parametrize(
    ("block", "grid", "name"),
    [
        ((0, 1, 1), (1, 1, 1), "launch-invalid-block"),
        ((32, 1, 1), (0, 1, 1), "launch-invalid-grid"),
        ((64, 32, 1), (1, 1, 1), "too-many-threads"),
    ],
)
def test_launches_that_cannot_be(block: tuple[int, int, int], grid: tuple[int, int, int], name: str) -> None:
    error = failure(Run(block=block, grid=grid, static_block=False), "", {"out": np.zeros(1, np.int32)})
    assert error.name == name


FOREVER = (
    HEAD
    + """
%r = scf.while (%k = %c0) : (i32) -> (i32) {
  %v = cute.ptr.load %flag : !cute.ptr<i32, gmem> -> i32
  %on = arith.cmpi eq, %v, %c0 : i32
  scf.condition(%on) %k : i32
} do {
^bb0(%k : i32):
  %k1 = arith.addi %k, %c1 : i32
  scf.yield %k1 : i32
}
"""
)


@pytest.mark.parametrize("grid", [1, 100])
def test_a_launch_that_takes_too_long(grid: int) -> None:
    flag = np.zeros(1, np.int32)
    with pytest.raises(DSLUserCodeError) as caught:
        Run(grid=(grid, 1, 1))(FOREVER, {"flag": flag}, settings=Config(timeout_s=0.2))
    assert caught.value.name == "launch-timeout"
    flag[0] = 1
    Run(grid=(grid, 1, 1))(FOREVER, {"flag": flag}, settings=Config(timeout_s=5.0))


PROGRAM = """
import os, signal, threading, time
import numpy as np
from tests.unit.codegen.cpu.cpu_programs import Run, load, parse
from cutedsl.codegen.cpu.module import emit_cpu
from tests.unit.execution.cpu.test_run import FOREVER, HOST_FOREVER

signal.signal(signal.SIGINT, signal.default_int_handler)  # a suite in the background ignores it, and so would this
sent = []
def interrupt():
    time.sleep(0.5)
    sent.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)

flag = np.zeros(1, np.int32)
{warm}
threading.Thread(target=interrupt).start()
try:
    {call}
except KeyboardInterrupt:
    took = time.process_time() - sent[0]  # of both threads; other programs on this machine do not count
    assert took < 2, took
    flag[0] = 1
    {call}
    print("interrupted")
"""

HOST_FOREVER = """builtin.module {
  func.func @host(%flag : !cute.ptr<i32, gmem>) attributes {cute.host} {
    %c0 = arith.constant 0 : i32
    scf.while () : () -> () {
      %v = cute.ptr.load %flag : !cute.ptr<i32, gmem> -> i32
      %on = arith.cmpi eq, %v, %c0 : i32
      scf.condition(%on)
    } do {
    ^bb0:
      scf.yield
    }
    func.return
  }
}"""


@pytest.mark.parametrize("where", ["many blocks", "host", long("inline kernel")])
def test_ctrl_c_ends_an_endless_loop_and_later_calls_work(where: str) -> None:
    grid = 100 if where == "many blocks" else 1
    if where == "host":
        warm, call = "m = load(emit_cpu(parse(HOST_FOREVER)))", "m.call([flag.ctypes.data])"
    else:
        warm, call = "", f"Run(grid=({grid}, 1, 1))(FOREVER, {{'flag': flag}})"
    program = textwrap.dedent(PROGRAM).format(warm=warm, call=call)
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}/src:{ROOT}", "CUTEDSL_NUM_THREADS": "2"},
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


def test_calls_from_several_threads_overlap() -> None:
    out = np.zeros((8, 4096), np.int32)
    body = f"{HEAD}{store_at('%i', 'out', '%i', 'i32')}"
    errors: list[BaseException] = []

    def work(row: int) -> None:
        try:
            for _ in range(3):
                Run(block=(128, 1, 1), grid=(32, 1, 1))(body, {"out": out[row]})
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(row,)) for row in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert (out == np.arange(4096)).all()
