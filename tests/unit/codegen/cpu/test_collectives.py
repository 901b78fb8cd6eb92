from __future__ import annotations

import numpy as np
import pytest

from tests.unit.codegen.cpu.cpu_programs import Run, load_at, ptr, store_at

RNG = np.random.default_rng(5)
HEAD = """
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%m1 = arith.constant -1 : i32
%tid = cute.thread_idx 0
%lane = cute.lane_idx
%warp = cute.warp_idx
"""


def source(mode: str, lane: int, offset: int, clamp: int) -> int:
    """PTX ISA, shfl.sync, as its pseudocode says."""
    segmask, cval, bval = (clamp >> 8) & 31, clamp & 31, offset & 31
    max_lane = (lane & segmask) | (cval & ~segmask)
    min_lane = lane & segmask
    j, p = {
        "up": (lane - bval, lane - bval >= max_lane),
        "down": (lane + bval, lane + bval <= max_lane),
        "bfly": (lane ^ bval, lane ^ bval <= max_lane),
        "idx": (min_lane | (bval & ~segmask), (min_lane | (bval & ~segmask)) <= max_lane),
    }[mode]
    return j if p else lane


MODES = ("up", "down", "bfly", "idx")
CLAMPS = (31, 0, 0x1C1F, 0x1C00, 15)
OFFSETS = (0, 1, 5, 16, 31)


def shuffled(mode: str, x: np.ndarray, offset: int, clamp: int) -> np.ndarray:
    lanes = [source(mode, lane, offset, clamp) for lane in range(32)]
    return np.concatenate([x[:32][lanes], x[32:][lanes]])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("clamp", CLAMPS)
def test_shuffles_by_constants_move_lanes(mode: str, clamp: int) -> None:
    """All offsets in one kernel, each with its own row of the result."""
    x, out = RNG.integers(0, 1000, 64).astype(np.float32), np.zeros((len(OFFSETS), 64), np.float32)
    lines = [HEAD, load_at("v", "x", "%tid"), f"%clamp = arith.constant {clamp} : i32"]
    for row, offset in enumerate(OFFSETS):
        lines.append(f"%by{row} = arith.constant {offset} : i32\n%first{row} = arith.constant {64 * row} : i32")
        lines.append(f'%r{row} = cute.shuffle "{mode}" %v, %by{row}, %m1, %clamp : f32, i32, i32, i32 -> f32')
        lines.append(f"%o{row} = arith.addi %first{row}, %tid : i32\n{store_at(f'%r{row}', 'out', f'%o{row}')}")
    Run(block=(64, 1, 1))("\n".join(lines), {"x": x, "out": out})
    np.testing.assert_array_equal(out, [shuffled(mode, x, offset, clamp) for offset in OFFSETS])


@pytest.mark.parametrize("mode", MODES)
def test_shuffles_by_what_the_call_says(mode: str) -> None:
    """One program for every offset and clamp."""
    body = f"""{HEAD}
    {load_at("v", "x", "%tid")}
    %r = cute.shuffle "{mode}" %v, %by, %m1, %clamp : f32, i32, i32, i32 -> f32
    {store_at("%r", "out", "%tid")}"""
    for clamp in CLAMPS:
        for offset in OFFSETS:
            x, out = RNG.integers(0, 1000, 64).astype(np.float32), np.zeros(64, np.float32)
            Run(block=(64, 1, 1))(body, {"x": x, "out": out}, {"by": ("i32", offset), "clamp": ("i32", clamp)})
            np.testing.assert_array_equal(out, shuffled(mode, x, offset, clamp), f"{offset} {clamp:#x}")


@pytest.mark.parametrize("kind", ["f64", "i64", "i16", "f16", "i8", "i1"])
def test_shuffles_of_other_types_with_an_offset_of_each_lane(kind: str) -> None:
    dtype = {"f64": float, "i64": np.int64, "i16": np.int16, "f16": np.float16, "i8": np.int8, "i1": bool}[kind]
    x = RNG.integers(0, 100 if kind != "i1" else 2, 32).astype(dtype)
    which = RNG.integers(0, 32, 32).astype(np.int32)
    out = np.zeros(32, dtype)
    body = f"""{HEAD}
    %clamp = arith.constant 31 : i32
    {load_at("v", "x", "%tid", kind)}
    {load_at("k", "which", "%tid", "i32")}
    %r = cute.shuffle "idx" %v, %k, %m1, %clamp : {kind}, i32, i32, i32 -> {kind}
    {store_at("%r", "out", "%tid", kind)}"""
    Run()(body, {"x": x, "which": which, "out": out})
    np.testing.assert_array_equal(out, x[which])


def test_shuffle_of_half_a_warp() -> None:
    """Butterflies inside a divergent branch reach the lanes of the branch."""
    x, out = np.arange(32, dtype=np.float32), np.zeros(32, np.float32)
    body = f"""{HEAD}
    %c16 = arith.constant 16 : i32
    %clamp = arith.constant 31 : i32
    %low = arith.cmpi slt, %lane, %c16 : i32
    scf.if %low {{
      {load_at("v", "x", "%tid")}
      %r = cute.shuffle "bfly" %v, %c1, %m1, %clamp : f32, i32, i32, i32 -> f32
      {store_at("%r", "out", "%tid")}
    }}"""
    Run()(body, {"x": x, "out": out})
    np.testing.assert_array_equal(out[:16], np.arange(16) ^ 1)


def test_votes_count_the_lanes() -> None:
    x = RNG.integers(0, 2, 96).astype(np.int32)
    x[32:64], x[64:] = 1, 0
    out = np.full((4, 96), -1, np.int32)
    lines = [
        HEAD,
        load_at("v", "x", "%tid", "i32"),
        "%p = arith.cmpi ne, %v, %c0 : i32",
        "%n = arith.constant 96 : i32",
    ]
    for row, mode in enumerate(["any", "all", "uni", "ballot"]):
        result = "i32" if mode == "ballot" else "i1"
        lines.append(f'%r{row} = cute.vote "{mode}" %p, %m1 : i1, i32 -> {result}')
        if result == "i1":
            lines.append(f"%w{row} = arith.extui %r{row} : i1 to i32")
        value = f"%r{row}" if mode == "ballot" else f"%w{row}"
        lines.append(f"%row{row} = arith.constant {row} : i32\n%o{row} = arith.muli %row{row}, %n : i32")
        lines.append(f"%a{row} = arith.addi %o{row}, %tid : i32\n{store_at(value, 'out', f'%a{row}', 'i32')}")
    Run(block=(96, 1, 1))("\n".join(lines), {"x": x, "out": out})
    for warp in range(3):
        votes = x[32 * warp : 32 * warp + 32]
        ballot = int(np.int32(np.uint32(sum(int(v) << i for i, v in enumerate(votes)))))
        want = [int(votes.any()), int(votes.all()), int(votes.all() or not votes.any()), ballot]
        assert out[:, 32 * warp : 32 * warp + 32].T.tolist() == [want] * 32


def test_votes_count_active_lanes_and_the_mask() -> None:
    out = np.zeros(32, np.int32)
    body = f"""{HEAD}
    %c3 = arith.constant 3 : i32
    %mask = arith.constant 65535 : i32
    %part = arith.andi %lane, %c3 : i32
    %some = arith.cmpi ne, %part, %c0 : i32
    scf.if %some {{
      %yes = arith.constant true
      %b = cute.vote "ballot" %yes, %mask : i1, i32 -> i32
      {store_at("%b", "out", "%tid", "i32")}
    }}"""
    Run()(body, {"out": out})
    want = sum(1 << lane for lane in range(16) if lane % 4)
    np.testing.assert_array_equal(out, [want if lane % 4 else 0 for lane in range(32)])


@pytest.mark.parametrize("warps", [2, 4, 32])
def test_a_block_is_reduced(warps: int) -> None:
    x, out = RNG.integers(-9, 9, (5, 32 * warps)).astype(np.float32), np.zeros(5, np.float32)
    smem = "!cute.ptr<f32, smem>"
    shuffles = "\n".join(
        f"%k{d} = arith.constant {d} : i32\n"
        f'%s{d} = cute.shuffle "bfly" %a{2 * d}, %k{d}, %m1, %clamp : f32, i32, i32, i32 -> f32\n'
        f"%a{d} = arith.addf %a{2 * d}, %s{d} : f32"
        for d in (16, 8, 4, 2, 1)
    )
    again = shuffles.replace("%k", "%bk").replace("%s", "%bs").replace("%a", "%b").replace("%bbk", "%bk")
    body = f"""{HEAD}
    %bid = cute.block_idx 0
    %dim = cute.block_dim 0
    %clamp = arith.constant 31 : i32
    %zero = arith.constant 0.0 : f32
    %nw = arith.constant {warps} : i32
    %s = cute.smem_alloc 0, 128, 16 : {smem}
    %row = arith.muli %bid, %dim : i32
    %i = arith.addi %row, %tid : i32
    {load_at("a32", "x", "%i")}
    {shuffles}
    %first = arith.cmpi eq, %lane, %c0 : i32
    scf.if %first {{
      %p = cute.ptr.add %s, %warp : {smem}, i32 -> {smem}
      cute.ptr.store %a1, %p : f32, {smem}
    }}
    cute.barrier
    %w0 = arith.cmpi eq, %warp, %c0 : i32
    scf.if %w0 {{
      %in = arith.cmpi slt, %lane, %nw : i32
      %b32 = scf.if %in -> (f32) {{
        %q = cute.ptr.add %s, %lane : {smem}, i32 -> {smem}
        %v = cute.ptr.load %q : {smem} -> f32
        scf.yield %v : f32
      }} else {{
        scf.yield %zero : f32
      }}
      {again}
      scf.if %first {{
        {store_at("%b1", "out", "%bid")}
      }}
    }}"""
    for static in (True, False):
        out[:] = np.nan
        Run(block=(32 * warps, 1, 1), grid=(5, 1, 1), smem_bytes=128, static_block=static)(body, {"x": x, "out": out})
        np.testing.assert_array_equal(out, x.sum(axis=1))


def test_named_barriers_pair_warps() -> None:
    """Warps 0 and 1 exchange through barrier 1, warps 2 and 3 through barrier 2, in a loop."""
    out = np.zeros(128, np.int32)
    smem = "!cute.ptr<i32, smem>"
    body = f"""{HEAD}
    %c2 = arith.constant 2 : i32
    %c64 = arith.constant 64 : i32
    %c32 = arith.constant 32 : i32
    %c10 = arith.constant 10 : i32
    %s = cute.smem_alloc 0, 512, 16 : {smem}
    %pair = arith.divsi %warp, %c2 : i32
    %id = arith.addi %pair, %c1 : i32
    %mine = cute.ptr.add %s, %tid : {smem}, i32 -> {smem}
    %other = arith.xori %tid, %c32 : i32
    %theirs = cute.ptr.add %s, %other : {smem}, i32 -> {smem}
    %r = scf.for %k = %c0 to %c10 step %c1 iter_args(%v = %tid) -> (i32) : i32 {{
      cute.ptr.store %v, %mine : i32, {smem}
      cute.barrier (%id, %c64) : i32, i32
      %w = cute.ptr.load %theirs : {smem} -> i32
      cute.barrier (%id, %c64) : i32, i32
      %n = arith.addi %w, %c1 : i32
      scf.yield %n : i32
    }}
    {store_at("%r", "out", "%tid", "i32")}"""
    Run(block=(128, 1, 1), smem_bytes=512)(body, {"out": out})
    np.testing.assert_array_equal(out, np.arange(128) + 10)


def test_a_warp_that_ends_no_longer_counts_for_the_block_barrier() -> None:
    out = np.zeros(96, np.int32)
    smem = "!cute.ptr<i32, smem>"
    body = f"""{HEAD}
    %c31 = arith.constant 31 : i32
    %s = cute.smem_alloc 0, 384, 16 : {smem}
    %p = cute.ptr.add %s, %tid : {smem}, i32 -> {smem}
    cute.ptr.store %tid, %p : i32, {smem}
    %stay = arith.cmpi ne, %warp, %c0 : i32
    scf.if %stay {{
      cute.barrier
      %o = arith.xori %tid, %c31 : i32
      %q = cute.ptr.add %s, %o : {smem}, i32 -> {smem}
      %v = cute.ptr.load %q : {smem} -> i32
      {store_at("%v", "out", "%tid", "i32")}
    }}"""
    Run(block=(96, 1, 1), smem_bytes=384)(body, {"out": out})
    np.testing.assert_array_equal(out[32:], np.arange(32, 96) ^ 31)


def test_barrier_with_a_partial_last_warp() -> None:
    out = np.zeros(40, np.int32)
    smem = "!cute.ptr<i32, smem>"
    body = f"""{HEAD}
    %last = arith.constant 39 : i32
    %s = cute.smem_alloc 0, 256, 16 : {smem}
    %p = cute.ptr.add %s, %tid : {smem}, i32 -> {smem}
    cute.ptr.store %tid, %p : i32, {smem}
    cute.barrier
    %o = arith.subi %last, %tid : i32
    %q = cute.ptr.add %s, %o : {smem}, i32 -> {smem}
    %v = cute.ptr.load %q : {smem} -> i32
    {store_at("%v", "out", "%tid", "i32")}"""
    for static in (True, False):
        out[:] = 0
        Run(block=(40, 1, 1), smem_bytes=256, static_block=static)(body, {"out": out})
        np.testing.assert_array_equal(out, 39 - np.arange(40))


@pytest.mark.parametrize(("kind", "want"), [("add", 31 * 32 // 2), ("max", 31), ("min", 0), ("or", 31), ("exch", 31)])
def test_atomics_of_a_warp(kind: str, want: int) -> None:
    out, old = np.zeros(1, np.int32), np.full(32, -1, np.int32)
    body = f"""{HEAD}
    %r = cute.atomic "{kind}" %out, %tid : {ptr("i32")}, i32 -> i32
    {store_at("%r", "old", "%tid", "i32")}"""
    Run()(body, {"out": out, "old": old})
    assert out[0] == want
    if kind == "add":
        np.testing.assert_array_equal(old, np.arange(32) * (np.arange(32) - 1) // 2)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_histogram_by_atomics_from_many_blocks(dtype: str) -> None:
    kind = {"float32": "f32", "float64": "f64", "int64": "i64"}[dtype]
    x = RNG.integers(0, 10, 4096).astype(np.int32)
    bins = np.zeros(10, dtype)
    one = f"arith.constant 1.0 : {kind}" if kind[0] == "f" else f"arith.constant 1 : {kind}"
    body = f"""{HEAD}
    %bid = cute.block_idx 0
    %dim = cute.block_dim 0
    %row = arith.muli %bid, %dim : i32
    %i = arith.addi %row, %tid : i32
    %one = {one}
    {load_at("v", "x", "%i", "i32")}
    %odd = arith.cmpi ne, %v, %c1 : i32
    scf.if %odd {{
      %p = cute.ptr.add %bins, %v : {ptr(kind)}, i32 -> {ptr(kind)}
      %r = cute.atomic "add" %p, %one : {ptr(kind)}, {kind} -> {kind}
    }}"""
    Run(block=(128, 1, 1), grid=(32, 1, 1))(body, {"x": x, "bins": bins})
    want = np.bincount(x, minlength=10)
    want[1] = 0
    np.testing.assert_array_equal(bins, want)
