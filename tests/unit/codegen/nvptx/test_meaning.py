"""What emitted kernels compute: their LLVM text is compiled for this CPU and run thread by thread.

Address spaces become one and special registers become variables; what is left is the meaning of control flow,
vectors, memory and constants. Warp operations are not covered here (tests marked `gpu` do that).
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from cutedsl.arch.abi.host import pack_images
from cutedsl.arch.targets import target
from cutedsl.codegen.llvm.compile import host_machine, optimise
from cutedsl.codegen.nvptx import emit_nvptx
from cutedsl.execution.cpu.module import link_objects
from cutedsl.ir.text import parse_module

I32, F32 = "!cute.ptr<i32, gmem>", "!cute.ptr<f32, gmem>"


def run(body: str, params: str, args: Sequence[np.ndarray | int], threads: int = 1) -> None:
    """Runs a kernel for `tid.x` from 0 on."""
    header = '%t = "cute.thread_idx"() <{axis = 0 : i32}> : () -> i32\n'
    text = f"builtin.module {{ func.func @k({params}) attributes {{cute.kernel}} {{\n{header}{body}\nfunc.return }} }}"
    run_module(parse_module(text), args, threads)


def run_module(module: ModuleOp, args: Sequence[np.ndarray | int], threads: int = 1) -> None:
    """Runs the kernel `k` of a module."""
    source = emit_nvptx(module, target("sm_90a")).llvm_text
    plain = re.sub(r" addrspace\(\d\)", "", source).replace("ptx_kernel ", "")
    register = "llvm.nvvm.read.ptx.sreg.tid.x"
    plain = plain.replace(f"declare i32 @{register}()\n", "").replace(f"@{register}", "@tid")
    plain += "@tid.value = global i32 0\ndefine i32 @tid() {\n %v = load i32, ptr @tid.value\n ret i32 %v\n}\n"
    image = optimise(plain, host_machine()).object_bytes()
    code = link_objects(pack_images([image]), ["tid.value", "k"])
    tid = ctypes.c_int32.from_address(code["tid.value"])
    values = [a.ctypes.data if isinstance(a, np.ndarray) else a for a in args]
    types = [ctypes.c_void_p if isinstance(a, np.ndarray) else ctypes.c_int32 for a in args]
    kernel = ctypes.CFUNCTYPE(None, *types)(code["k"])
    for thread in range(threads):
        tid.value = thread
        kernel(*values)


def test_nested_control_flow_means_what_the_ir_means() -> None:
    """Collatz lengths of odd numbers, minus the number's trailing sum below 5, by while, if and for."""
    body = f"""%one = arith.constant 1 : i32
 %two = arith.constant 2 : i32
 %three = arith.constant 3 : i32
 %zero = arith.constant 0 : i32
 %n0 = arith.addi %t, %one : i32
 %last, %length = scf.while (%n = %n0, %k = %zero) : (i32, i32) -> (i32, i32) {{
   %go = arith.cmpi sgt, %n, %one : i32
   scf.condition(%go) %n, %k : i32, i32
 }} do {{
 ^bb0(%n : i32, %k : i32):
   %odd = arith.remsi %n, %two : i32
   %is = arith.cmpi ne, %odd, %zero : i32
   %m = scf.if %is -> (i32) {{
     %a = arith.muli %n, %three : i32
     %b = arith.addi %a, %one : i32
     scf.yield %b : i32
   }} else {{
     %h = arith.divsi %n, %two : i32
     scf.yield %h : i32
   }}
   %k1 = arith.addi %k, %one : i32
   scf.yield %m, %k1 : i32, i32
 }}
 %minus = arith.constant -2 : i32
 %sum = scf.for %i = %t to %zero step %minus iter_args(%s = %length) -> (i32) : i32 {{
   %s1 = arith.addi %s, %i : i32
   scf.yield %s1 : i32
 }} {{cute.step_negative}}
 %p = cute.ptr.add %out, %t : {I32}, i32 -> {I32}
 cute.ptr.store %sum, %p : i32, {I32}"""
    out = np.full(40, -1, np.int32)
    run(body, f"%out : {I32}", [out], threads=40)

    def expected(t: int) -> int:
        n, length = t + 1, 0
        while n > 1:
            n, length = (3 * n + 1 if n % 2 else n // 2), length + 1
        return length + sum(range(t, 0, -2))

    assert out.tolist() == [expected(t) for t in range(40)]


def test_a_loop_that_does_not_run_gives_its_start_values() -> None:
    body = f"""%five = arith.constant 5 : i32
 %one = arith.constant 1 : i32
 %r, %q = scf.for %i = %five to %t step %one iter_args(%a = %one, %b = %five) -> (i32, i32) : i32 {{
   scf.yield %b, %a : i32, i32
 }}
 %s = arith.subi %r, %q : i32
 %p = cute.ptr.add %out, %t : {I32}, i32 -> {I32}
 cute.ptr.store %s, %p : i32, {I32}"""
    out = np.zeros(9, np.int32)
    run(body, f"%out : {I32}", [out], threads=9)
    assert out.tolist() == [-4] * 6 + [4, -4, 4]


@pytest.mark.parametrize(("start", "stop", "step"), [(0, 9, 2), (9, 0, -3), (-4, 5, 4), (5, -5, -1), (0, 4, -1)])
def test_a_loop_goes_the_way_that_its_step_tells_when_it_runs(start: int, stop: int, step: int) -> None:
    body = f"""%zero = arith.constant 0 : i32
 %one = arith.constant 1 : i32
 %n = scf.for %i = %start to %stop step %step iter_args(%k = %zero) -> (i32) : i32 {{
   %p = cute.ptr.add %out, %k : {I32}, i32 -> {I32}
   cute.ptr.store %i, %p : i32, {I32}
   %k1 = arith.addi %k, %one : i32
   scf.yield %k1 : i32
 }} {{cute.step_sign = 0 : i64}}"""
    out = np.full(10, 99, np.int32)
    run(body, f"%out : {I32}, %start : i32, %stop : i32, %step : i32", [out, start, stop, step])
    turns = list(range(start, stop, step))
    assert out.tolist() == turns + [99] * (10 - len(turns))


def test_vectors_in_pieces_keep_their_order() -> None:
    for element, dtype, lanes, align in (
        ("f32", np.float32, 7, 16),
        ("i8", np.int8, 23, 8),
        ("f16", np.float16, 5, 4),
        ("f64", np.float64, 3, 16),
        ("i1", np.bool_, 11, 4),
    ):
        p, v = f"!cute.ptr<{element}, gmem, align<{align}>>", f"vector<{lanes}x{element}>"
        x = np.random.default_rng(0).integers(0, 2 if element == "i1" else 100, 32).astype(dtype)
        out = np.zeros_like(x)
        body = f"%v = cute.ptr.load %x : {p} -> {v}\n cute.ptr.store %v, %out : {v}, {p}"
        run(body, f"%x : {p}, %out : {p}", [x, out])
        assert np.array_equal(out[:lanes], x[:lanes])
        assert not out[lanes:].any()


def test_vector_constants_packing_and_selection() -> None:
    p = "!cute.ptr<f32, gmem, align<16>>"
    body = f"""%v = cute.ptr.load %x : {p} -> vector<4xf32>
 %c = arith.constant dense<[1.5, -2.0, 0.25, 3.0]> : vector<4xf32>
 %half = arith.constant dense<0.5> : vector<4xf32>
 %m = arith.mulf %v, %half : vector<4xf32>
 %less = "arith.cmpf"(%m, %c) <{{predicate = 4 : i64}}> : (vector<4xf32>, vector<4xf32>) -> vector<4xi1>
 %r = "arith.select"(%less, %m, %c) : (vector<4xi1>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
 %r0 = "cute.vec.extract"(%r) <{{index = 0 : i32}}> : (vector<4xf32>) -> f32
 %r3 = "cute.vec.extract"(%r) <{{index = 3 : i32}}> : (vector<4xf32>) -> f32
 %z = ub.poison : f32
 %pack = cute.vec.pack %r3, %r0, %z, %r3 : (f32, f32, f32, f32) -> vector<4xf32>
 cute.ptr.store %pack, %out : vector<4xf32>, {p}"""
    x, out = np.array([2, 8, -4, 2], np.float32), np.full(4, np.nan, np.float32)
    run(body, f"%x : {p}, %out : {p}", [x, out])
    assert out.tolist() == [1.0, 1.0, 0.0, 1.0]


def test_private_memory_is_indexed_at_run_time() -> None:
    r = "!cute.ptr<i32, rmem>"
    body = f"""%r = "cute.rmem_alloc"() <{{elems = 6 : i32}}> : () -> {r}
 %zero = arith.constant 0 : i32
 %one = arith.constant 1 : i32
 %six = arith.constant 6 : i32
 %w = arith.constant 5 : i32
 scf.for %i = %zero to %six step %one : i32 {{
   %q = cute.ptr.add %r, %i : {r}, i32 -> {r}
   %s = arith.muli %i, %i : i32
   cute.ptr.store %s, %q : i32, {r}
 }}
 %k = arith.subi %w, %t : i32
 %q = cute.ptr.add %r, %k : {r}, i32 -> {r}
 %v = cute.ptr.load %q : {r} -> i32
 %p = cute.ptr.add %out, %t : {I32}, i32 -> {I32}
 cute.ptr.store %v, %p : i32, {I32}"""
    out = np.zeros(6, np.int32)
    run(body, f"%out : {I32}", [out], threads=6)
    assert out.tolist() == [25, 16, 9, 4, 1, 0]


def test_narrow_math_rounds_once_from_float32() -> None:
    p = "!cute.ptr<f16, gmem>"
    body = f'%v = cute.ptr.load %x : {p} -> f16\n %r = "math.exp"(%v) : (f16) -> f16\n cute.ptr.store %r, %x : f16, {p}'
    x = np.array([1.25], np.float16)
    expected = np.float16(np.exp(np.float64(x[0])))
    run(body, f"%x : {p}", [x])
    assert x[0] == expected


def test_offsets_are_signed_and_64_bits_wide() -> None:
    body = f"""%three = arith.constant 3 : i32
 %back = arith.constant -2 : i32
 %wide = arith.constant 4294967296 : i64
 %unwide = arith.constant -4294967295 : i64
 %a = cute.ptr.add %out, %three : {I32}, i32 -> {I32}
 %b = cute.ptr.add %a, %back : {I32}, i32 -> {I32}
 %c = cute.ptr.add %b, %wide : {I32}, i64 -> {I32}
 %d = cute.ptr.add %c, %unwide : {I32}, i64 -> {I32}
 cute.ptr.store %three, %d : i32, {I32}"""
    out = np.zeros(5, np.int32)
    run(body, f"%out : {I32}", [out])
    assert out.tolist() == [0, 0, 3, 0, 0]


def test_atomics_give_the_old_value() -> None:
    for kind, start, value, after in (("add", 5, 7, 12), ("max", 5, 3, 5), ("min", 5, 3, 3), ("exch", 5, 9, 9)):
        out = np.array([start, value, -1], np.int32)
        body = f"""%one = arith.constant 1 : i32
 %two = arith.constant 2 : i32
 %pv = cute.ptr.add %out, %one : {I32}, i32 -> {I32}
 %po = cute.ptr.add %out, %two : {I32}, i32 -> {I32}
 %v = cute.ptr.load %pv : {I32} -> i32
 %old = cute.atomic "{kind}" %out, %v : {I32}, i32 -> i32
 cute.ptr.store %old, %po : i32, {I32}"""
        run(body, f"%out : {I32}", [out])
        assert out.tolist() == [after, value, start]
