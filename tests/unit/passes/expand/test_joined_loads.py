"""Loads of elements beside each other become loads of vectors, where nothing between may change what they read."""

from __future__ import annotations

import random

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp, VectorType
from xdsl.dialects.func import FuncOp

from cutedsl.ir.ops.pointer import PtrLoadOp
from cutedsl.ir.text import parse_module
from cutedsl.passes.expand.joined_loads import join_loads
from tests.unit.codegen.nvptx.test_meaning import run_module

W = "!cute.ptr<f32, smem, align<128>, S<2,4,3>>"
G, S = "!cute.ptr<f32, gmem, align<16>>", "!cute.ptr<f32, smem, align<128>>"
STORE = f"cute.ptr.store %x, %q : f32, {G}"


def loads(*offsets: int, ptr: str = "%p", kind: str = G) -> str:
    """Loads of elements of a pointer, one after the other."""
    lines = []
    for number, offset in enumerate(offsets):
        name = f"{ptr[1:]}{number}_{random.Random(f'{offsets}{ptr}').randrange(10**6)}"
        lines += [
            f"%c{name} = arith.constant {offset} : i32",
            f"%a{name} = cute.ptr.add {ptr}, %c{name} : {kind}, i32 -> {kind}",
            f"%v{name} = cute.ptr.load %a{name} : {kind} -> f32",
        ]
    return "\n".join(lines)


def parsed(body: str, params: str) -> ModuleOp:
    """A kernel."""
    return parse_module(f"func.func @k({params}) attributes {{cute.kernel}} {{\n{body}\nfunc.return }}")


def kernel_of(module: ModuleOp) -> FuncOp:
    """The one kernel of a module."""
    (kernel,) = (op for op in module.walk() if isinstance(op, FuncOp))
    return kernel


def joined(body: str) -> list[int]:
    """The elements of each load once loads are joined."""
    params = f"%p: {G}, %q: {G}, %s: {S}, %w: {W}, %low: !cute.ptr<f32, gmem, align<8>>, %n: i32, %x: f32"
    module = parsed(body, params)
    join_loads(kernel_of(module))
    module.verify()
    kinds = [op.result.type for op in module.walk() if isinstance(op, PtrLoadOp)]
    return [kind.get_shape()[0] if isinstance(kind, VectorType) else 1 for kind in kinds]


def moved(by: str, *offsets: int) -> str:
    """Loads from a pointer moved by a value."""
    return f"{by}\n%m = cute.ptr.add %p, %by : {G}, i32 -> {G}\n" + loads(*offsets, ptr="%m")


TIMES = "%f = arith.constant {} : i32\n%by = arith.muli %n, %f : i32"
LOOP = (
    "%zero = arith.constant 0 : i32\n%step = arith.constant {} : i32\nscf.for %by = %zero to %n step %step : i32 {{\n"
)
CASES = {
    "eight": (loads(*range(8)), [4, 4]),
    "begun late": (loads(*range(1, 9)), [1, 2, 4, 1]),
    "three": (loads(4, 5, 6), [2, 1]),
    "apart": (loads(0, 2, 4), [1, 1, 1]),
    "twice": (loads(0, 1, 0, 1), [2]),
    "swizzled": (loads(0, 1, ptr="%w", kind=W), [1, 1]),
    "the second first": (loads(1, 0), [1, 1]),
    "a pointer to pairs": (loads(*range(4), ptr="%low", kind="!cute.ptr<f32, gmem, align<8>>"), [2, 2]),
    "a store between": (f"{loads(0, 1)}\n{STORE}\n{loads(2, 3)}", [2, 2]),
    "a store inside": (f"{loads(0)}\n{STORE}\n{loads(1)}", [1, 1]),
    "a store to other memory": ("\n".join([loads(0, ptr="%s", kind=S), STORE, loads(1, ptr="%s", kind=S)]), [2]),
    "a barrier": (f"{loads(0)}\ncute.barrier\n{loads(1)}", [1, 1]),
    "a branch": (f"{loads(0)}\n%y = arith.constant 1 : i1\nscf.if %y {{\n{STORE}\n}}\n{loads(1)}", [1, 1]),
    "fours": (moved(TIMES.format(4), 0, 1, 2, 3), [4]),
    "pairs": (moved(TIMES.format(6), 0, 1, 2, 3), [2, 2]),
    "any": (moved("%by = arith.addi %n, %n : i32", 0, 1, 2, 3), [2, 2]),
    "unknown": (moved("%z = arith.constant 0 : i32\n%by = arith.addi %n, %z : i32", 0, 1), [1, 1]),
    "turns of four": (moved(LOOP.format(4), 0, 1, 2, 3) + "\n}", [4]),
    "turns of three": (moved(LOOP.format(3), 0, 1, 2, 3) + "\n}", [1, 1, 1, 1]),
}


@pytest.mark.parametrize("name", CASES)
def test_loads_that_are_joined(name: str) -> None:
    body, found = CASES[name]
    assert joined(body) == found


@pytest.mark.parametrize("seed", range(20))
def test_joined_loads_read_the_same(seed: int) -> None:
    """Loads, and stores of what was loaded, at random: into one array, which all of them share."""
    draw = random.Random(seed)
    lines, values = ["%x = arith.constant 1.0 : f32"], ["%x"]
    for n in range(30):
        lines += [
            f"%c{n} = arith.constant {draw.randrange(12)} : i32",
            f"%a{n} = cute.ptr.add %p, %c{n} : {G}, i32 -> {G}",
        ]
        if draw.random() < 0.85:
            lines += [
                f"%v{n} = cute.ptr.load %a{n} : {G} -> f32",
                f"%s{n} = arith.addf %v{n}, {draw.choice(values)} : f32",
            ]
            values.append(f"%s{n}")
        else:
            lines += [f"cute.ptr.store {draw.choice(values)}, %a{n} : f32, {G}"]
    lines += [f"cute.ptr.store {values[-1]}, %p : f32, {G}"]
    found: list[np.ndarray] = []
    for join in (False, True):
        array = np.arange(16, dtype=np.float32) ** 2
        module = parsed("\n".join(lines), f"%p: {G}")
        if join:
            join_loads(kernel_of(module))
        run_module(module, [array])
        found.append(array)
    np.testing.assert_array_equal(found[0], found[1])
