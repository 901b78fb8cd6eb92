"""Atomics, ordered accesses, matches and reductions of a warp against Python, lane by lane."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cutedsl.codegen.cpu.module import emit_cpu
from tests.products import long
from tests.unit.codegen.cpu.cpu_programs import Run, load_at, module_text, parse, ptr, store_at

RNG = np.random.default_rng(17)
HEAD = """
%c0 = arith.constant 0 : i32
%m1 = arith.constant -1 : i32
%tid = cute.thread_idx 0
%lane = cute.lane_idx
"""
TYPES = {"i32": np.int32, "i64": np.int64, "f32": np.float32, "f64": np.float64, "f16": np.float16, "i16": np.int16}


def unsigned(x: Any) -> int:
    return int(x) & ((1 << (8 * x.dtype.itemsize)) - 1)


COMBINE: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "max": max,
    "min": min,
    "umax": lambda a, b: a if unsigned(a) >= unsigned(b) else b,
    "umin": lambda a, b: a if unsigned(a) <= unsigned(b) else b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "exch": lambda _a, b: b,
    "inc": lambda a, b: 0 if unsigned(a) >= unsigned(b) else a + 1,
    "dec": lambda a, b: b if unsigned(a) == 0 or unsigned(a) > unsigned(b) else a - 1,
}
CASES = [(kind, t) for kind in COMBINE for t in ("i32", "i64", "i16")] + [
    (kind, t) for kind in ("add", "max", "min", "exch") for t in ("f32", "f64", "f16")
]


def oracle(
    kind: str, memory: np.ndarray, where: np.ndarray, values: np.ndarray, active: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Memory after the lanes came in their order, and what each found."""
    memory, old = memory.copy(), np.zeros(32, memory.dtype)
    with np.errstate(over="ignore"):
        for lane in np.nonzero(active)[0]:
            old[lane] = memory[where[lane]]
            memory[where[lane]] = COMBINE[kind](memory[where[lane]], values[lane])
    return memory, old


@pytest.mark.parametrize(
    ("kind", "element"), [case if number % 2 else long(*case) for number, case in enumerate(CASES)]
)
def test_atomics_in_both_spaces(kind: str, element: str) -> None:
    """One launch: in global memory with a result and without, and in shared memory; some lanes are not active.

    All at one place, each at its own and some at a few, one after the other on arrays and shared memory of their own.
    """
    dtype = TYPES[element]
    values = RNG.integers(-9, 9, 32).astype(dtype)
    active = RNG.integers(0, 4, 32) > 0
    start = RNG.integers(-5, 5, 32).astype(dtype)
    wheres = {"one": np.zeros(32), "each": RNG.permutation(32), "some": RNG.integers(0, 4, 32)}
    smem, atomic = f"!cute.ptr<{element}, smem>", f'cute.atomic "{kind}"'
    lines = [HEAD, load_at("v", "values", "%tid", element), load_at("on", "active", "%tid", "i32")]
    lines.append("%go = arith.cmpi ne, %on, %c0 : i32")
    arrays = {"values": values, "active": active.astype(np.int32)}
    for number, (n, where) in enumerate(wheres.items()):
        arrays |= {f"{name}_{n}": start.copy() for name in ("found", "quiet", "shared")}
        arrays |= {f"{name}_{n}": np.zeros(32, dtype) for name in ("old", "old_shared")}
        arrays[f"where_{n}"] = where.astype(np.int32)
        index = "%c0" if n == "one" else f"%w_{n}"
        lines.append(f"""
        {load_at(f"w_{n}", f"where_{n}", "%tid", "i32")}
        {load_at(f"s0_{n}", f"shared_{n}", "%tid", element)}
        %s_{n} = cute.smem_alloc {256 * number}, 256, 16 : {smem}
        %sp_{n} = cute.ptr.add %s_{n}, %tid : {smem}, i32 -> {smem}
        cute.ptr.store %s0_{n}, %sp_{n} : {element}, {smem}
        scf.if %go {{
          %p = cute.ptr.add %found_{n}, {index} : {ptr(element)}, i32 -> {ptr(element)}
          %r = {atomic} %p, %v : {ptr(element)}, {element} -> {element}
          {store_at("%r", f"old_{n}", "%tid", element)}
          %q = cute.ptr.add %quiet_{n}, {index} : {ptr(element)}, i32 -> {ptr(element)}
          {atomic} %q, %v {{sem = "release", scope = "sys"}} : {ptr(element)}, {element}
          %t = cute.ptr.add %s_{n}, {index} : {smem}, i32 -> {smem}
          %u = {atomic} %t, %v : {smem}, {element} -> {element}
          {store_at("%u", f"old_shared_{n}", "%tid", element)}
        }}
        %s1_{n} = cute.ptr.load %sp_{n} : {smem} -> {element}
        {store_at(f"%s1_{n}", f"shared_{n}", "%tid", element)}""")
    Run(smem_bytes=256 * len(wheres))("\n".join(lines), arrays)
    for n in wheres:
        memory, old = oracle(kind, start, arrays[f"where_{n}"], values, active)
        for name in ("found", "quiet", "shared"):
            np.testing.assert_array_equal(arrays[f"{name}_{n}"], memory, f"{name} {n}")
        for name in ("old", "old_shared"):
            np.testing.assert_array_equal(arrays[f"{name}_{n}"], old, f"{name} {n}")


@pytest.mark.parametrize("element", ["i32", "i64", "f32", "i16"])
def test_compare_and_swap_takes_the_first(element: str) -> None:
    dtype = TYPES[element]
    memory = RNG.integers(0, 3, 8).astype(dtype)
    where = RNG.integers(0, 8, 32).astype(np.int32)
    compared, values = (RNG.integers(0, 3, 32).astype(dtype) for _ in range(2))
    want, want_old = memory.copy(), np.zeros(32, dtype)
    for lane in range(32):
        want_old[lane] = want[where[lane]]
        if want[where[lane]] == compared[lane]:
            want[where[lane]] = values[lane]
    old = np.zeros(32, dtype)
    body = f"""{HEAD}
    {load_at("w", "where", "%tid", "i32")}
    {load_at("c", "compared", "%tid", element)}
    {load_at("v", "values", "%tid", element)}
    %p = cute.ptr.add %memory, %w : {ptr(element)}, i32 -> {ptr(element)}
    %r = cute.atomic_cas %p, %c, %v {{sem = "acq_rel"}} : {ptr(element)}, {element}, {element} -> {element}
    {store_at("%r", "old", "%tid", element)}"""
    Run()(body, {"memory": memory, "where": where, "compared": compared, "values": values, "old": old})
    np.testing.assert_array_equal(memory, want)
    np.testing.assert_array_equal(old, want_old)


@pytest.mark.parametrize("dtype", [np.int32, np.float32, np.int64])
def test_counts_from_many_blocks_on_all_cores(dtype: type) -> None:
    """Every block adds to the same few places: nothing is lost, and each number is handed out once."""
    element = {np.int32: "i32", np.float32: "f32", np.int64: "i64"}[dtype]
    blocks = 256
    sums, tickets = np.zeros(3, dtype), np.full(32 * blocks, -1, np.int32)
    counter = np.zeros(1, np.int32)
    one = f"arith.constant {'1.0' if element == 'f32' else '1'} : {element}"
    body = f"""{HEAD}
    %c3 = arith.constant 3 : i32
    %c1 = arith.constant 1 : i32
    %one = {one}
    %w = arith.remsi %tid, %c3 : i32
    %p = cute.ptr.add %sums, %w : {ptr(element)}, i32 -> {ptr(element)}
    cute.atomic "add" %p, %one : {ptr(element)}, {element}
    %t = cute.atomic "add" %counter, %c1 : {ptr("i32")}, i32 -> i32
    {store_at("%c1", "tickets", "%t", "i32")}"""
    Run(grid=(blocks, 1, 1))(body, {"sums": sums, "counter": counter, "tickets": tickets})
    np.testing.assert_array_equal(sums, np.array([11, 11, 10]) * blocks)
    assert (tickets == 1).all()


def test_two_lanes_of_16_bits_in_one_atomic() -> None:
    memory = np.zeros(2, np.float16)
    body = f"""{HEAD}
    %one = arith.constant 1.0 : f16
    %two = arith.constant 2.0 : f16
    %v = cute.vec.pack %one, %two : (f16, f16) -> vector<2xf16>
    cute.atomic "add" %memory, %v : {ptr("f16")}, vector<2xf16>"""
    Run()(body, {"memory": memory})
    np.testing.assert_array_equal(memory, [32, 64])


@pytest.mark.parametrize("index", ["%c0", "%tid"])
def test_ordered_accesses_are_atomic(index: str) -> None:
    x, y = np.arange(32, dtype=np.float32), np.zeros(32, np.float32)
    lines = [HEAD, f"%p = cute.ptr.add %x, {index} : {ptr('f32')}, i32 -> {ptr('f32')}"]
    lines.append(f"%q = cute.ptr.add %y, %tid : {ptr('f32')}, i32 -> {ptr('f32')}\n%total = arith.constant 0.0 : f32")
    total = "%total"
    for number, sem in enumerate(["weak", "relaxed", "acquire", "volatile"]):
        lines.append(f'%v{number} = cute.ordered_load "{sem}" %p : {ptr("f32")} -> f32')
        lines.append(f"%a{number} = arith.addf {total}, %v{number} : f32")
        total = f"%a{number}"
    for sem in ("weak", "relaxed", "release", "volatile"):
        lines.append(f'cute.ordered_store "{sem}" {total}, %q {{scope = "gpu"}} : f32, {ptr("f32")}')
    Run()("\n".join(lines), {"x": x, "y": y})
    np.testing.assert_array_equal(y, 4 * (x if index == "%tid" else np.zeros(32)))


def test_a_weak_ordered_load_is_reported_once_in_a_checked_kernel() -> None:
    x = np.zeros(32, np.float32)
    load = f'cute.ordered_load "weak" %x : {ptr("f32")} -> f32'
    body = f"%a = {load}\n%b = {load}\n%sum = arith.addf %a, %b : f32\ncute.ptr.store %sum, %x : f32, {ptr('f32')}"
    text = emit_cpu(parse(module_text(body, {"x": x}, {}, (32, 1, 1), (1, 1, 1), 0, True)), check=True).llvm_text
    assert len(re.findall(r"call void @cute\.check\.read", text)) == 1


@pytest.mark.parametrize("element", ["i32", "i64"])
@pytest.mark.parametrize("masks", ["full", "half", "each"])
def test_matches_find_equal_lanes(element: str, masks: str) -> None:
    dtype = TYPES[element]
    x = np.concatenate([RNG.integers(0, 4, 32), np.full(32, 7)]).astype(dtype)
    mask = np.full(64, -1, np.int32)
    if masks == "half":
        mask[:] = 0xFFFF
    elif masks == "each":
        mask = np.tile(np.where(np.arange(32) < 16, 0xFFFF, -(1 << 16)), 2).astype(np.int32)
    anyone, everyone = np.zeros(64, np.int32), np.zeros(64, np.int32)
    constant = {"full": "arith.constant -1 : i32", "half": "arith.constant 65535 : i32"}.get(masks)
    body = f"""{HEAD}
    {load_at("v", "x", "%tid", element)}
    {f"%mask = {constant}" if constant else load_at("mask", "masks", "%tid", "i32")}
    %r = cute.match "any" %v, %mask : {element}, i32 -> i32
    {store_at("%r", "anyone", "%tid", "i32")}
    %s = cute.match "all" %v, %mask : {element}, i32 -> i32
    {store_at("%s", "everyone", "%tid", "i32")}"""
    Run(block=(64, 1, 1))(body, {"x": x, "masks": mask, "anyone": anyone, "everyone": everyone})
    for t in range(64):
        lanes = [n for n in range(32) if int(mask[t]) >> n & 1]
        first = t // 32 * 32
        same = sum(1 << n for n in lanes if x[first + n] == x[t])
        assert unsigned(anyone[t]) == same
        whole = len({int(x[first + n]) for n in lanes}) == 1
        assert unsigned(everyone[t]) == (sum(1 << n for n in lanes) if whole else 0)


@pytest.mark.parametrize("masks", ["full", "each"])
@pytest.mark.parametrize("kind", ["add", "max", "min", "umax", "umin", "and", "or", "xor", "fmax", "fmin"])
def test_reductions_of_a_warp_give_their_value(kind: str, masks: str) -> None:
    element = "f32" if kind[0] == "f" else "i32"
    x = RNG.integers(-100, 100, 32).astype(TYPES[element])
    mask = np.where(np.arange(32) % 3 == 0, 0x49249249, ~0x49249249).astype(np.int32)
    out = np.zeros(32, TYPES[element])
    body = f"""{HEAD}
    {load_at("v", "x", "%tid", element)}
    {"%mask = arith.constant -1 : i32" if masks == "full" else load_at("mask", "masks", "%tid", "i32")}
    %r = cute.redux "{kind}" %v, %mask : {element}, i32 -> {element}
    {store_at("%r", "out", "%tid", element)}"""
    Run()(body, {"x": x, "masks": mask, "out": out})
    combine = COMBINE[kind.removeprefix("f")]
    for lane in range(32):
        group = [x[n] for n in range(32) if masks == "full" or (n % 3 == 0) == (lane % 3 == 0)]
        want = group[0]
        for value in group[1:]:
            want = combine(want, value)
        assert out[lane] == want


def test_votes_of_groups_with_masks_of_their_own() -> None:
    mask = np.where(np.arange(32) < 8, 0xFF, ~0xFF).astype(np.int32)
    out = np.zeros(32, np.int32)
    body = f"""{HEAD}
    {load_at("mask", "masks", "%tid", "i32")}
    %c1 = arith.constant 1 : i32
    %part = arith.andi %lane, %c1 : i32
    %odd = arith.cmpi ne, %part, %c0 : i32
    %r = cute.vote "ballot" %odd, %mask : i1, i32 -> i32
    {store_at("%r", "out", "%tid", "i32")}"""
    Run()(body, {"masks": mask, "out": out})
    assert [unsigned(v) for v in out] == [0xAA if n < 8 else 0xAAAAAA00 for n in range(32)]


def test_special_registers_have_their_values() -> None:
    names = ["lanemask_eq", "lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge", "smid", "nsmid"]
    out = np.zeros((len(names), 32), np.int32)
    times = np.zeros(2, np.int64)
    lines = [HEAD]
    for row, name in enumerate(names):
        lines.append(f'%s{row} = cute.special_register "{name}" -> i32\n%b{row} = arith.constant {32 * row} : i32')
        lines.append(f"%i{row} = arith.addi %b{row}, %tid : i32\n{store_at(f'%s{row}', 'out', f'%i{row}', 'i32')}")
    lines.append('%t0 = cute.special_register "globaltimer" -> i64\n%t1 = cute.special_register "clock64" -> i64')
    lines.append(store_at("%t0", "times", "%c0", "i64") + "\n%c1 = arith.constant 1 : i32")
    lines.append(store_at("%t1", "times", "%c1", "i64"))
    Run()("\n".join(lines), {"out": out, "times": times})
    for lane in range(32):
        masks = [1 << lane, (1 << lane) - 1, (2 << lane) - 1, -(2 << lane), -(1 << lane)]
        assert [unsigned(v) for v in out[:5, lane]] == [m & 0xFFFFFFFF for m in masks]
    assert (out[5:] == [[0], [1]]).all()
    assert abs(int(times[0]) - time.time_ns()) < 60 * 10**9, "globaltimer counts from 1970"
    assert abs(int(times[1]) - time.monotonic_ns()) < 60 * 10**9


def test_bits_are_found() -> None:
    a, b, s = (RNG.integers(-(2**31), 2**31, 32).astype(np.int32) for _ in range(3))
    reverse, permuted = np.zeros(32, np.int32), np.zeros(32, np.int32)
    body = f"""{HEAD}
    {load_at("x", "a", "%tid", "i32")}
    {load_at("y", "b", "%tid", "i32")}
    {load_at("z", "s", "%tid", "i32")}
    %r = cute.brev %x : i32 -> i32
    {store_at("%r", "reverse", "%tid", "i32")}
    %p = cute.prmt %x, %y, %z : i32, i32, i32 -> i32
    {store_at("%p", "permuted", "%tid", "i32")}"""
    Run()(body, {"a": a, "b": b, "s": s, "reverse": reverse, "permuted": permuted})
    for x, y, z, r, p in zip(a, b, s, reverse, permuted, strict=True):
        assert unsigned(r) == int(f"{unsigned(x):032b}"[::-1], 2)
        assert unsigned(p) == permute(unsigned(x), unsigned(y), unsigned(z))


def permute(a: int, b: int, selector: int) -> int:
    """PTX ISA, `prmt` in its default mode."""
    eight = (b << 32 | a).to_bytes(8, "little")
    out = 0
    for index in range(4):
        choice = selector >> 4 * index & 15
        byte = eight[choice & 7]
        out |= ((0xFF if byte >> 7 else 0) if choice & 8 else byte) << 8 * index
    return out
