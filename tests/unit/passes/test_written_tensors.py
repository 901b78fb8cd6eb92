"""Which parameters of a host function are written: address by address through what an op does with them."""

from __future__ import annotations

import re

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ir.text import parse_module
from cutedsl.passes.written_tensors import written_parameters

TYPES = {"T": '!cute.memref<f32, gmem, "(8):(1)">', "P": "!cute.ptr<f32, gmem>"}

CASES = {
    "an element": ("cute.memref.store %v, %x[%i] : (f32, T, i32)", True),
    "an element of a view": (
        "%a = cute.memref.view %x() : (T) -> T\n  cute.memref.store %v, %a[%i] : (f32, T, i32)",
        True,
    ),
    "a load": ("%a = cute.memref.load %x[%i] : (T, i32) -> f32", False),
    "a pointer": ("%a = cute.memref.iterator %x : T -> P\n  cute.ptr.store %v, %a : f32, P", True),
    "an atomic": (
        '%a = cute.memref.iterator %x : T -> P\n  %o = cute.atomic "add" %a, %v : P, f32 -> f32',
        True,
    ),
    "an address that is only compared": (
        "%a = cute.memref.iterator %x : T -> P\n  %n = cute.ptr.to_int %a : P -> i64\n"
        "  %m = arith.muli %n, %n : i64\n  %c = arith.cmpi eq, %m, %n : i64",
        False,
    ),
    "an address that becomes a pointer again": (
        "%a = cute.memref.iterator %x : T -> P\n  %n = cute.ptr.to_int %a : P -> i64\n"
        "  %m = arith.addi %n, %n : i64\n  %b = cute.ptr.from_int %m : i64 -> P\n  cute.ptr.store %v, %b : f32, P",
        True,
    ),
    "an address that is kept": (
        "%a = cute.memref.iterator %x : T -> P\n  %n = cute.ptr.to_int %a : P -> i64\n"
        "  %k = cute.rmem_alloc 1 : !cute.ptr<i64, rmem>\n  cute.ptr.store %n, %k : i64, !cute.ptr<i64, rmem>",
        True,
    ),
    "PTX that reads": (
        "%a = cute.memref.iterator %x : T -> P\n  %n = cute.ptr.to_int %a : P -> i64\n"
        '  %o = cute.inline_ptx "ld.global.f32 $0, [$1];" "=f,l" "some" (%n) : (i64) -> f32',
        False,
    ),
    "PTX that writes": (
        "%a = cute.memref.iterator %x : T -> P\n  %n = cute.ptr.to_int %a : P -> i64\n"
        '  cute.inline_ptx "st.global.f32 [$0], $1;" "l,f" "some" (%n, %v) : (i64, f32) -> ()',
        True,
    ),
    "a loop that carries it": (
        "%l = scf.for %j = %i to %i step %i iter_args(%a = %x) -> (T) : i32 {\n"
        "    cute.memref.store %v, %a[%i] : (f32, T, i32)\n    scf.yield %a : T\n  }",
        True,
    ),
    "after a loop that carried it": (
        "%l = scf.for %j = %i to %i step %i iter_args(%a = %x) -> (T) : i32 {\n    scf.yield %a : T\n  }\n"
        "  cute.memref.store %v, %l[%i] : (f32, T, i32)",
        True,
    ),
    "a branch that gives it": (
        "%c = arith.cmpi eq, %i, %i : i32\n  %l = scf.if %c -> (T) {\n    scf.yield %x : T\n  } else {\n"
        "    scf.yield %x : T\n  }\n  cute.memref.store %v, %l[%i] : (f32, T, i32)",
        True,
    ),
    "after a while loop that carried it": (
        "%l = scf.while (%a = %x) : (T) -> T {\n    %c = arith.cmpi eq, %i, %i : i32\n"
        "    scf.condition(%c) %a : T\n  } do {\n  ^bb0(%b: T):\n    scf.yield %b : T\n  }\n"
        "  cute.memref.store %v, %l[%i] : (f32, T, i32)",
        True,
    ),
    "in a while loop that carries it": (
        "%l = scf.while (%a = %x) : (T) -> T {\n    %c = arith.cmpi eq, %i, %i : i32\n"
        "    scf.condition(%c) %a : T\n  } do {\n  ^bb0(%b: T):\n"
        "    cute.memref.store %v, %b[%i] : (f32, T, i32)\n    scf.yield %b : T\n  }",
        True,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_an_op_says_which_tensors_it_writes(case: str) -> None:
    body, expected = CASES[case]
    text = f"func.func @host(%x: T, %v: f32, %i: i32) attributes {{cute.host}} {{\n  {body}\n  func.return\n}}\n"
    module = parse_module(re.sub(r"\b[TP]\b", lambda found: TYPES[found[0]], text))
    assert written_parameters(module, "host") == (expected, False, False)


@cute.kernel
def through_a_loop(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, n: cutlass.Int32):
    ours = x
    for _ in range(n):
        ours = y
    ours[0] = z[0]


@cute.jit
def two_launches(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, w: cute.Tensor, n: cutlass.Int32):
    through_a_loop(x, y, z, n).launch(grid=1, block=1)
    through_a_loop(y, y, w, n).launch(grid=1, block=1)


def test_a_program_writes_what_its_ops_write() -> None:
    arrays = [np.zeros(4, np.float32) for _ in range(4)]
    written = cute.compile(two_launches, *arrays, 1).artifacts.written
    assert written == (True, True, False, False, False)
