"""Code for machines that this one is not, run by qemu-user on the same vectors as here: NEON, AVX2 and SSE4.

What runs here is measured; what qemu runs is only compared.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cutedsl.codegen.cpu import module as cpu_module
from cutedsl.codegen.cpu.module import emit_cpu
from cutedsl.codegen.llvm.compile import Machine
from tests.conftest import find_tool
from tests.products import each_value
from tests.unit.codegen.cpu.cpu_programs import load, load_at, module_text, parse, store_at
from tests.unit.codegen.cpu.freestanding import build, run

MACHINES = {
    "NEON": (Machine("aarch64-unknown-linux-gnu", "neoverse-n1", "", "pic"), "aarch64-linux-gnu-ld", ("qemu-aarch64",)),
    "AVX2": (Machine("x86_64-unknown-linux-gnu", "haswell", "", "pic"), "ld", ("qemu-x86_64", "-cpu", "Haswell")),
    "SSE4": (Machine("x86_64-unknown-linux-gnu", "nehalem", "", "pic"), "ld", ("qemu-x86_64", "-cpu", "Nehalem")),
}

HEAD = """
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %c31 = arith.constant 31 : i32
    %full = arith.constant -1 : i32
    %tid = cute.thread_idx 0
"""
KERNELS = {
    "vectors and a barrier": f"""
    {load_at("a", "x", "%tid")}
    {load_at("b", "y", "%tid")}
    cute.barrier
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %a : f32
    %q = arith.divf %s, %b : f32
    {store_at("%q", "x", "%tid")}""",
    "shuffles, votes, reductions": f"""
    {load_at("a", "x", "%tid")}
    {load_at("n", "i", "%tid", "i32")}
    %o = cute.shuffle "bfly" %a, %c16, %full, %c31 : f32, i32, i32, i32 -> f32
    %s = arith.addf %o, %a : f32
    %c = arith.cmpi sgt, %n, %c0 : i32
    %v = cute.vote "ballot" %c, %full : i1, i32 -> i32
    %r = cute.redux "max" %n, %full : i32, i32 -> i32
    %t = arith.addi %v, %r : i32
    {store_at("%s", "y", "%tid")}
    {store_at("%t", "i", "%tid", "i32")}""",
    "a loop whose lanes leave at different turns, gathers, atomics": f"""
    {load_at("n", "i", "%tid", "i32")}
    %m = arith.andi %n, %c31 : i32
    %k = scf.for %j = %c0 to %m step %c1 iter_args(%z = %tid) -> (i32) : i32 {{
      %w = arith.muli %z, %c31 : i32
      %u = arith.addi %w, %j : i32
      scf.yield %u : i32
    }}
    {load_at("g", "x", "%m")}
    {store_at("%g", "y", "%tid")}
    cute.atomic "add" %x, %g : !cute.ptr<f32, gmem>, f32
    {store_at("%k", "i", "%tid", "i32")}""",
    "elements of 16 bits at any place, under a mask": f"""
    {load_at("n", "i", "%tid", "i32")}
    %b = arith.andi %n, %c1 : i32
    %yes = arith.cmpi ne, %b, %c0 : i32
    %far = arith.muli %tid, %c31 : i32
    %c127 = arith.constant 127 : i32
    %k = arith.andi %far, %c127 : i32
    %h = cute.ptr.cast %x : !cute.ptr<f32, gmem> -> !cute.ptr<i16, gmem>
    %g = cute.ptr.cast %y : !cute.ptr<f32, gmem> -> !cute.ptr<i16, gmem>
    scf.if %yes {{
      {load_at("v", "h", "%k", "i16")}
      {store_at("%v", "g", "%k", "i16")}
      %two = arith.addi %k, %k : i32
      %p = cute.ptr.add %h, %two : !cute.ptr<i16, gmem>, i32 -> !cute.ptr<i16, gmem>
      %w = cute.ptr.load %p : !cute.ptr<i16, gmem> -> vector<2xi16>
      %q = cute.ptr.add %g, %two : !cute.ptr<i16, gmem>, i32 -> !cute.ptr<i16, gmem>
      cute.ptr.store %w, %q : vector<2xi16>, !cute.ptr<i16, gmem>
    }}""",
}


def arrays() -> dict[str, np.ndarray]:
    """The vectors."""
    rng = np.random.default_rng(3)
    floats = (rng.integers(-64, 64, (2, 128)) + 0.5).astype(np.float32)
    return {"x": floats[0], "y": floats[1], "i": rng.integers(-(2**31), 2**31, 128).astype(np.int32)}


@pytest.mark.parametrize(("width", "kernel"), each_value(list(MACHINES), list(KERNELS)))
def test_the_same_vectors_there_and_here(
    width: str, kernel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, linker, emulator = MACHINES[width]
    tools = find_tool(linker), find_tool(emulator[0])
    given, here = arrays(), arrays()
    text = module_text(HEAD + KERNELS[kernel], given, {}, (128, 1, 1), (1, 1, 1), 0, True)
    module = load(emit_cpu(parse(text)))
    module.call([x for a in here.values() for x in (a.ctypes.data, a.size)])
    monkeypatch.setattr(cpu_module, "host_machine", lambda: machine)
    program = build(emit_cpu(parse(text)), given, machine, str(tools[0]), tmp_path)
    there = run([tools[1], *emulator[1:], program], given)
    for name, array in here.items():
        np.testing.assert_array_equal(there[name], array, err_msg=name)
        assert name != "y" or not np.array_equal(array, given[name]) or kernel.startswith("vectors")
