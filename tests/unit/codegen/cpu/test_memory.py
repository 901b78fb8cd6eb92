from __future__ import annotations

import numpy as np
import pytest

from tests.products import each_value
from tests.unit.codegen.cpu.cpu_programs import ELEMENT, Run, load_at, ptr, store_at

RNG = np.random.default_rng(11)
HEAD = """
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%tid = cute.thread_idx 0
"""

FORMS = {
    "contiguous": ("%k0 = arith.addi %tid, %c1 : i32", lambda t: t + 1),
    "uniform": ("%k0 = arith.addi %c1, %c1 : i32", lambda t: t * 0 + 2),
    "reversed": ("%c31 = arith.constant 31 : i32\n%k0 = arith.subi %c31, %tid : i32", lambda t: 31 - t),
    "xor": ("%c5 = arith.constant 5 : i32\n%k0 = arith.xori %tid, %c5 : i32", lambda t: t ^ 5),
    "few": ("%c8 = arith.constant 8 : i32\n%k0 = arith.divsi %tid, %c8 : i32", lambda t: t // 8),
    "strided": ("%c3 = arith.constant 3 : i32\n%k0 = arith.muli %tid, %c3 : i32", lambda t: 3 * t),
    "far": ("%c9 = arith.constant 9 : i32\n%k0 = arith.muli %tid, %c9 : i32", lambda t: 9 * t),
    "pairs": (
        "%c16 = arith.constant 16 : i32\n%r = arith.remsi %tid, %c16 : i32\n%q = arith.divsi %tid, %c16 : i32\n"
        "%c32 = arith.constant 32 : i32\n%m = arith.muli %r, %c32 : i32\n%k0 = arith.addi %m, %q : i32",
        lambda t: t % 16 * 32 + t // 16,
    ),
    "fours": (
        "%c8 = arith.constant 8 : i32\n%r = arith.remsi %tid, %c8 : i32\n%q = arith.divsi %tid, %c8 : i32\n"
        "%c32 = arith.constant 32 : i32\n%m = arith.muli %r, %c32 : i32\n%k0 = arith.addi %m, %q : i32",
        lambda t: t % 8 * 32 + t // 8,
    ),
    "any": ("%k0 = arith.muli %tid, %tid : i32", lambda t: t * t),
    "table": (load_at("k0", "table", "%tid", "i32"), None),
}
TABLE = RNG.permutation(1000)[:32].astype(np.int32)
PART = "%c2@ = arith.constant 2 : i32\n%bit@ = arith.andi %tid, %c2@ : i32\n%yes@ = arith.cmpi ne, %bit@, %c0 : i32"
ODD = "%mb@ = arith.andi %mv@, %c1 : i32\n%yes@ = arith.cmpi ne, %mb@, %c0 : i32"
MASKS = {
    "all": ("%yes@ = arith.constant true", lambda t: t >= 0),
    "some": (PART, lambda t: (t & 2) != 0),
    "dynamic": (load_at("mv@", "table", "%tid", "i32") + "\n" + ODD, lambda t: TABLE[t] % 2 != 0),
    "index": ("%yes@ = arith.cmpi slt, %tid, %limit : i32", lambda t: t < 21),
}
"""Which lanes are active; `@` stands for the mask's name."""


@pytest.mark.parametrize(("form", "dtype"), each_value(list(FORMS), ["float32", "float16", "int8", "int64", "bool"]))
def test_loads_and_stores_of_every_form(form: str, dtype: str) -> None:
    loads_and_stores(form, dtype, *MASKS)


def loads_and_stores(form: str, dtype: str, *masks: str) -> None:
    """One kernel with a region for each mask, which has arrays of its own."""
    kind = ELEMENT[dtype]
    index, of = FORMS[form]
    x = RNG.integers(-100, 100, 1024).astype(dtype)
    arrays, lines = {"x": x, "table": TABLE}, [HEAD, index]
    for mask in masks:
        arrays |= {f"got_{mask}": np.zeros(32, dtype), f"put_{mask}": np.zeros(1024, dtype)}
        lines.append(f"""{MASKS[mask][0].replace("@", f"_{mask}")}
        scf.if %yes_{mask} {{
          {load_at("v", "x", "%k0", kind)}
          {store_at("%v", f"got_{mask}", "%tid", kind)}
          {load_at("w", "x", "%tid", kind)}
          {store_at("%w", f"put_{mask}", "%k0", kind)}
        }}""")
    Run()("\n".join(lines), arrays, {"limit": ("i32", 21)})
    lanes = np.arange(32)
    places = TABLE if of is None else of(lanes)
    for mask in masks:
        active = MASKS[mask][1](lanes)
        np.testing.assert_array_equal(arrays[f"got_{mask}"], np.where(active, x[places], np.zeros(32, dtype)), mask)
        want = np.zeros(1024, dtype)
        for lane in lanes[active]:
            want[places[lane]] = x[lane]
        np.testing.assert_array_equal(arrays[f"put_{mask}"], want, mask)


@pytest.mark.parametrize("stride", [4, 5, 8])
@pytest.mark.parametrize("guard", [False, True])
@pytest.mark.parametrize("kind", ["f32", "f16"])
def test_vector_loads_and_stores(stride: int, guard: bool, kind: str) -> None:
    dtype = np.float32 if kind == "f32" else np.float16
    x, out = RNG.standard_normal(512).astype(dtype), np.zeros(512, dtype)
    access = f"""
    %p = cute.ptr.add %x, %o : {ptr(kind)}, i32 -> {ptr(kind)}
    %v = cute.ptr.load %p : {ptr(kind)} -> vector<4x{kind}>
    %q = cute.ptr.add %out, %o : {ptr(kind)}, i32 -> {ptr(kind)}
    cute.ptr.store %v, %q : vector<4x{kind}>, {ptr(kind)}"""
    if guard:
        access = f"%yes = arith.cmpi slt, %tid, %limit : i32\nscf.if %yes {{{access}}}"
    body = f"{HEAD}%s = arith.constant {stride} : i32\n%o = arith.muli %tid, %s : i32\n{access}"
    Run()(body, {"x": x, "out": out}, {"limit": ("i32", 20)})
    want = np.zeros(512, dtype)
    for lane in range(20 if guard else 32):
        want[lane * stride : lane * stride + 4] = x[lane * stride : lane * stride + 4]
    np.testing.assert_array_equal(out, want)


def test_small_elements_at_any_place() -> None:
    """Elements of 8 and 16 bits of an array that begins in the midst of a word, under a mask."""
    for dtype in (np.int8, np.float16):
        kind = ELEMENT[np.dtype(dtype).name]
        x, out = RNG.integers(-100, 100, 1001).astype(dtype)[1:], np.full(1001, 7, dtype)[1:]
        body = f"""{HEAD}{load_at("k", "table", "%tid", "i32")}
        {load_at("mv", "table", "%tid", "i32")}
        {ODD.replace("@", "")}
        scf.if %yes {{
          {load_at("v", "x", "%k", kind)}
          {store_at("%v", "out", "%k", kind)}
        }}"""
        Run()(body, {"x": x, "out": out, "table": TABLE})
        odd = TABLE[TABLE % 2 == 1]
        want = np.full(1000, 7, dtype)
        want[odd] = x[odd]
        np.testing.assert_array_equal(out, want)


def test_the_last_lane_that_writes_a_place_stays() -> None:
    out, some = np.zeros(1, np.int32), np.zeros(1, np.int32)
    body = f"""{HEAD}
    {store_at("%tid", "out", "%c0", "i32")}
    %yes = arith.cmpi slt, %tid, %limit : i32
    scf.if %yes {{
      {store_at("%tid", "some", "%c0", "i32")}
    }}"""
    Run()(body, {"out": out, "some": some}, {"limit": ("i32", 9)})
    assert (out[0], some[0]) == (31, 8)


def test_shared_memory_and_barriers() -> None:
    """Reverses 256 elements through shared memory."""
    x, out = RNG.standard_normal(256).astype(np.float32), np.zeros(256, np.float32)
    smem = "!cute.ptr<f32, smem>"
    body = f"""{HEAD}
    %c255 = arith.constant 255 : i32
    %s = cute.smem_alloc 256, 1024, 16 : {smem}
    {load_at("v", "x", "%tid")}
    %p = cute.ptr.add %s, %tid : {smem}, i32 -> {smem}
    cute.ptr.store %v, %p : f32, {smem}
    cute.barrier
    %r = arith.subi %c255, %tid : i32
    %q = cute.ptr.add %s, %r : {smem}, i32 -> {smem}
    %w = cute.ptr.load %q : {smem} -> f32
    {store_at("%w", "out", "%tid")}"""
    for block, static in (((256, 1, 1), True), ((256, 1, 1), False), ((64, 4, 1), True)):
        out[:] = 0
        text = body
        if block != (256, 1, 1):
            text = body.replace(
                "%tid = cute.thread_idx 0",
                "%t0 = cute.thread_idx 0\n%t1 = cute.thread_idx 1\n%c64 = arith.constant 64 : i32\n"
                "%t2 = arith.muli %t1, %c64 : i32\n%tid = arith.addi %t2, %t0 : i32",
            )
        Run(block=block, smem_bytes=1280, static_block=static)(text, {"x": x, "out": out})
        np.testing.assert_array_equal(out, x[::-1])


def test_private_arrays_with_constant_and_varying_indices() -> None:
    out = np.zeros((32, 4), np.int32)
    rmem = "!cute.ptr<i32, rmem>"
    lines = [HEAD, f"%r = cute.rmem_alloc 8 : {rmem}"]
    for k in range(8):
        lines.append(f"%k{k} = arith.constant {k} : i32\n%m{k} = arith.muli %tid, %k{k} : i32")
        lines.append(
            f"%p{k} = cute.ptr.add %r, %k{k} : {rmem}, i32 -> {rmem}\ncute.ptr.store %m{k}, %p{k} : i32, {rmem}"
        )
    lines.append(f"""
    %j = arith.andi %tid, %k7 : i32
    %q = cute.ptr.add %r, %j : {rmem}, i32 -> {rmem}
    %a = cute.ptr.load %q : {rmem} -> i32
    %b = cute.ptr.load %p5 : {rmem} -> i32
    %v = cute.ptr.load %p2 : {rmem} -> vector<4xi32>
    %c = cute.vec.extract %v[3] : vector<4xi32> -> i32
    %d = scf.for %i = %c0 to %k7 step %k1 iter_args(%s = %c0) -> (i32) : i32 {{
      %pi = cute.ptr.add %r, %i : {rmem}, i32 -> {rmem}
      %e = cute.ptr.load %pi : {rmem} -> i32
      %s1 = arith.addi %s, %e : i32
      scf.yield %s1 : i32
    }}
    %o = arith.muli %tid, %k4 : i32""")
    for k, value in enumerate("abcd"):
        lines.append(f"%o{k} = arith.addi %o, %k{k} : i32\n{store_at('%' + value, 'out', f'%o{k}', 'i32')}")
    Run()("\n".join(lines), {"out": out})
    t = np.arange(32)
    np.testing.assert_array_equal(out, np.stack([t * (t & 7), 5 * t, 5 * t, 21 * t], axis=1))


def test_private_arrays_seen_as_another_type() -> None:
    """Halves written one by one, read as one word; and the bytes of a word."""
    out, low = np.zeros(32, np.int32), np.zeros(32, np.int32)
    half, word, byte = "!cute.ptr<i16, rmem>", "!cute.ptr<i32, rmem>", "!cute.ptr<i8, rmem>"
    body = f"""{HEAD}
    %h = cute.rmem_alloc 2 : {half}
    %t16 = arith.trunci %tid : i32 to i16
    %x = arith.constant 258 : i16
    cute.ptr.store %t16, %h : i16, {half}
    %h1 = cute.ptr.add %h, %c1 : {half}, i32 -> {half}
    cute.ptr.store %x, %h1 : i16, {half}
    %w = cute.ptr.cast %h : {half} -> {word}
    %v = cute.ptr.load %w : {word} -> i32
    {store_at("%v", "out", "%tid", "i32")}
    %c3 = arith.constant 3 : i32
    %b = cute.ptr.cast %h : {half} -> {byte}
    %b3 = cute.ptr.add %b, %c3 : {byte}, i32 -> {byte}
    %top = cute.ptr.load %b3 : {byte} -> i8
    %t = arith.extui %top : i8 to i32
    {store_at("%t", "low", "%tid", "i32")}"""
    Run()(body, {"out": out, "low": low})
    np.testing.assert_array_equal(out, np.arange(32) + (258 << 16))
    assert set(low) == {1}


def test_a_cast_keeps_the_address_and_the_bounds() -> None:
    x, out = np.arange(64, dtype=np.float32), np.zeros(32, np.int32)
    body = f"""{HEAD}
    %p = cute.ptr.add %x, %tid : {ptr("f32")}, i32 -> {ptr("f32")}
    %q = cute.ptr.cast %p : {ptr("f32")} -> {ptr("i32")}
    %v = cute.ptr.load %q : {ptr("i32")} -> i32
    {store_at("%v", "out", "%tid", "i32")}"""
    Run()(body, {"x": x, "out": out})
    np.testing.assert_array_equal(out, x[:32].view(np.int32))


def test_sixty_four_bit_offsets() -> None:
    x = np.arange(64, dtype=np.float32)
    out = np.zeros(32, np.float32)
    body = f"""{HEAD}
    %t64 = arith.extsi %tid : i32 to i64
    %c32 = arith.constant 32 : i64
    %o = arith.addi %t64, %c32 : i64
    {load_at("v", "x", "%o", "f32", "i64")}
    {store_at("%v", "out", "%tid")}"""
    Run()(body, {"x": x, "out": out})
    np.testing.assert_array_equal(out, x[32:])
