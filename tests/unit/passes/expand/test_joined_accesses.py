"""Accesses of elements beside each other become those of vectors, where nothing between may reach their memory."""

from __future__ import annotations

import random

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp, VectorType
from xdsl.dialects.func import FuncOp

from cutedsl.ir.ops.pointer import PtrLoadOp, PtrStoreOp
from cutedsl.ir.text import parse_module
from cutedsl.passes.expand.joined_accesses import join_accesses
from tests.unit.codegen.nvptx.test_meaning import run_module

BYTES = "!cute.ptr<i8, gmem, align<16>>"
W = "!cute.ptr<f32, smem, align<128>, S<2,4,3>>"
ANYWHERE, NEAR = "!cute.ptr<f32, gmem>", "!cute.ptr<f32, smem>"
G, S = "!cute.ptr<f32, gmem, align<16>>", "!cute.ptr<f32, smem, align<128>>"
STORE = f"cute.ptr.store %x, %q : f32, {G}"


def loads(*offsets: int, ptr: str = "%p", kind: str = G, result: str = "f32") -> str:
    """Loads of elements of a pointer, one after the other."""
    lines = []
    for number, offset in enumerate(offsets):
        name = f"{ptr[1:]}{number}_{random.Random(f'{offsets}{ptr}').randrange(10**6)}"
        lines += [
            f"%c{name} = arith.constant {offset} : i32",
            f"%a{name} = cute.ptr.add {ptr}, %c{name} : {kind}, i32 -> {kind}",
            f"%v{name} = cute.ptr.load %a{name} : {kind} -> {result}",
        ]
    return "\n".join(lines)


def parsed(body: str, params: str) -> ModuleOp:
    """A kernel."""
    return parse_module(f"func.func @k({params}) attributes {{cute.kernel}} {{\n{body}\nfunc.return }}")


def kernel_of(module: ModuleOp) -> FuncOp:
    """The one kernel of a module."""
    (kernel,) = (op for op in module.walk() if isinstance(op, FuncOp))
    return kernel


def stores(*offsets: int, ptr: str = "%p", kind: str = G) -> str:
    """Stores to elements of a pointer, one after the other."""
    lines = []
    for offset in offsets:
        name = f"{ptr[1:]}st{offset}"
        lines += [
            f"%c{name} = arith.constant {offset} : i32",
            f"%a{name} = cute.ptr.add {ptr}, %c{name} : {kind}, i32 -> {kind}",
            f"cute.ptr.store %x, %a{name} : f32, {kind}",
        ]
    return "\n".join(lines)


def joined(body: str, kind: type[PtrLoadOp | PtrStoreOp] = PtrLoadOp) -> list[int]:
    """The elements of each load, or store, once accesses are joined."""
    params = (
        f"%p: {G}, %q: {G}, %s: {S}, %w: {W}, %small: {BYTES}, %low: !cute.ptr<f32, gmem, align<8>>, %n: i32, %x: f32, "
        f"%any: {ANYWHERE}, %near: {NEAR}"
    )
    module = parsed(body, params)
    join_accesses(kernel_of(module))
    module.verify()
    accesses = [op for op in module.walk() if isinstance(op, kind)]
    types = [op.result.type if isinstance(op, PtrLoadOp) else op.value.type for op in accesses]
    return [one.get_shape()[0] if isinstance(one, VectorType) else 1 for one in types]


def moved(by: str, *offsets: int) -> str:
    """Loads from a pointer moved by a value."""
    return f"{by}\n%m = cute.ptr.add %p, %by : {G}, i32 -> {G}\n" + loads(*offsets, ptr="%m")


TIMES = "%f = arith.constant {} : i32\n%by = arith.muli %n, %f : i32"
LOOP = (
    "%zero = arith.constant 0 : i32\n%step = arith.constant {} : i32\nscf.for %by = %zero to %n step %step : i32 {{\n"
)
MOVES = f"%zero = arith.constant 0 : i32\n%t = scf.for %i = %zero to %n step %n iter_args(%r = %p) -> ({G}) : i32 {{\n"
CASES = {
    "eight": (loads(*range(8)), [4, 4]),
    "begun late": (loads(*range(1, 9)), [1, 2, 4, 1]),
    "three": (loads(4, 5, 6), [2, 1]),
    "apart": (loads(0, 2, 4), [1, 1, 1]),
    "twice": (loads(0, 1, 0, 1), [2]),
    "bytes": (loads(*range(16), ptr="%small", kind=BYTES, result="i8"), [16]),
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
    "a pointer that moves": (MOVES + loads(0, 1, ptr="%r") + f"\nscf.yield %r : {G}\n}}", [1, 1]),
    "an atomic operation": (f'{loads(0)}\ncute.atomic "add" %s, %x : {S}, f32\n{loads(1)}', [1, 1]),
    "turns of three": (moved(LOOP.format(3), 0, 1, 2, 3) + "\n}", [1, 1, 1, 1]),
}


@pytest.mark.parametrize("name", CASES)
def test_loads_that_are_joined(name: str) -> None:
    body, found = CASES[name]
    assert joined(body) == found


STORED = {
    "eight": (stores(*range(8)), [4, 4]),
    "in any order": (stores(3, 1, 0, 2), [4]),
    "a load between": (f"{stores(0, 1)}\n{loads(9)}\n{stores(2, 3)}", [2, 2]),
    "a load inside": (f"{stores(0)}\n{loads(9)}\n{stores(1)}", [1, 1]),
    "a load of other memory": ("\n".join([stores(0), loads(9, ptr="%s", kind=S), stores(1)]), [2]),
    "another pointer": (f"{stores(0)}\n{stores(9, ptr='%q')}\n{stores(1)}", [1, 1, 1]),
    "a barrier": (f"{stores(0)}\ncute.barrier\n{stores(1)}", [1, 1]),
    "four anywhere": (stores(*range(6), ptr="%any", kind=ANYWHERE), [4, 1, 1]),
    "three anywhere": (stores(*range(3), ptr="%any", kind=ANYWHERE), [1, 1, 1]),
    "four anywhere in shared memory": (stores(*range(4), ptr="%near", kind=NEAR), [1, 1, 1, 1]),
}


@pytest.mark.parametrize("name", STORED)
def test_stores_that_are_joined(name: str) -> None:
    body, found = STORED[name]
    assert joined(body, PtrStoreOp) == found


@pytest.mark.parametrize("seed", range(30))
def test_joined_accesses_mean_the_same(seed: int) -> None:
    """Loads, and stores of what was loaded, at random: of one array, by two pointers to it."""
    draw, offset, share = random.Random(seed), 0, random.Random(seed).choice((0.2, 0.5, 0.8))
    lines, values, stored = ["%x = arith.constant 1.0 : f32"], ["%x"], False
    for n in range(60):
        offset = (offset + 1) % 12 if draw.random() < 0.8 else draw.randrange(12)
        lines.append(f"%c{n} = arith.constant {offset} : i32")
        lines.append(f"%a{n} = cute.ptr.add {'%p' if draw.random() < 0.9 else '%q'}, %c{n} : {G}, i32 -> {G}")
        stored = draw.random() < share if draw.random() < 0.3 else stored
        if draw.random() < 0.1:
            lines += [f"%s{n} = arith.addf {values[-1]}, {values[-1]} : f32"]
            values.append(f"%s{n}")
        elif stored:
            lines += [f"cute.ptr.store {draw.choice(values[-3:])}, %a{n} : f32, {G}"]
        else:
            lines += [
                f"%v{n} = cute.ptr.load %a{n} : {G} -> f32",
                f"%s{n} = arith.addf %v{n}, {draw.choice(values)} : f32",
            ]
            values.append(f"%s{n}")
    lines += [f"cute.ptr.store {values[-1]}, %p : f32, {G}"]
    found: list[np.ndarray] = []
    for join in (False, True):
        array = np.arange(16, dtype=np.float32) ** 2
        module = parsed("\n".join(lines), f"%p: {G}, %q: {G}")
        if join:
            join_accesses(kernel_of(module))
        run_module(module, [array, array])
        found.append(array)
    np.testing.assert_array_equal(found[0], found[1])
