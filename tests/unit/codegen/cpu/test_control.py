from __future__ import annotations

import numpy as np
import pytest

from tests.unit.codegen.cpu.cpu_programs import Run, load_at, ptr, store_at

CONST = """
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%c2 = arith.constant 2 : i32
%c3 = arith.constant 3 : i32
%f0 = arith.constant 0.0 : f32
%tid = cute.thread_idx 0
%bid = cute.block_idx 0
%bdim = cute.block_dim 0
%base = arith.muli %bid, %bdim : i32
%i = arith.addi %base, %tid : i32
"""
RNG = np.random.default_rng(3)


def floats(n: int) -> np.ndarray:
    return RNG.standard_normal(n).astype(np.float32)


@pytest.mark.parametrize("n", [0, 1, 31, 32, 33, 77, 128, 200])
@pytest.mark.parametrize("static", [True, False])
def test_guarded_copy_touches_nothing_beyond(n: int, static: bool) -> None:
    x, out = floats(max(n, 1))[:n], np.full(256, -1, np.float32)
    body = f"""{CONST}
    %in = arith.cmpi slt, %i, %n : i32
    scf.if %in {{
      {load_at("v", "x", "%i")}
      {store_at("%v", "out", "%i")}
    }}"""
    Run(block=(64, 1, 1), grid=(4, 1, 1), static_block=static)(body, {"x": x, "out": out}, {"n": ("i32", n)})
    np.testing.assert_array_equal(out[:n], x)
    assert (out[n:] == -1).all()


@pytest.mark.parametrize("threads", [1, 7, 32, 45, 96])
@pytest.mark.parametrize("static", [True, False])
def test_a_partial_last_warp_runs_its_threads_alone(threads: int, static: bool) -> None:
    x, out = floats(threads), np.full(threads, -1, np.float32)
    body = f"{CONST}{load_at('v', 'x', '%i')}\n{store_at('%v', 'out', '%i')}"
    Run(block=(threads, 1, 1), static_block=static)(body, {"x": x, "out": out})
    np.testing.assert_array_equal(out, x)


def test_both_arms_and_results() -> None:
    x, out = floats(64), np.zeros(64, np.float32)
    body = f"""{CONST}
    {load_at("v", "x", "%i")}
    %pos = arith.cmpf ogt, %v, %f0 : f32
    %r, %k = scf.if %pos -> (f32, i32) {{
      %d = arith.addf %v, %v : f32
      scf.yield %d, %c1 : f32, i32
    }} else {{
      %d = arith.negf %v : f32
      scf.yield %d, %c2 : f32, i32
    }}
    %kf = arith.sitofp %k : i32 to f32
    %s = arith.addf %r, %kf : f32
    {store_at("%s", "out", "%i")}"""
    Run(block=(64, 1, 1))(body, {"x": x, "out": out})
    np.testing.assert_array_equal(out, np.where(x > 0, x + x + 1, -x + 2).astype(np.float32))


def test_nested_branches_and_conjunctions() -> None:
    out = np.zeros(128, np.int32)
    body = f"""{CONST}
    %c5 = arith.constant 5 : i32
    %c40 = arith.constant 40 : i32
    %c100 = arith.constant 100 : i32
    %a = arith.cmpi sgt, %i, %c5 : i32
    %b = arith.cmpi slt, %i, %c100 : i32
    %ab = arith.andi %a, %b : i1
    scf.if %ab {{
      %low = arith.cmpi slt, %i, %c40 : i32
      scf.if %low {{
        {store_at("%c1", "out", "%i", "i32")}
      }} else {{
        %odd = arith.andi %i, %c1 : i32
        %is = arith.cmpi ne, %odd, %c0 : i32
        scf.if %is {{
          {store_at("%c2", "out", "%i", "i32")}
        }}
      }}
    }} else {{
      {store_at("%c3", "out", "%i", "i32")}
    }}"""
    Run(block=(128, 1, 1))(body, {"out": out})
    i = np.arange(128)
    want = np.where((i > 5) & (i < 100), np.where(i < 40, 1, np.where(i % 2, 2, 0)), 3)
    np.testing.assert_array_equal(out, want)


COMPARISONS = {
    "slt": np.less,
    "sle": np.less_equal,
    "sgt": np.greater,
    "sge": np.greater_equal,
    "eq": np.equal,
    "ne": np.not_equal,
}


@pytest.mark.parametrize("predicate", COMPARISONS)
@pytest.mark.parametrize("bound", [-(2**31), -1, 0, 31, 32, 40, 63, 64, 2**31 - 1])
@pytest.mark.parametrize("shift", [0, -3])
def test_every_comparison_of_an_index_with_a_bound(predicate: str, bound: int, shift: int) -> None:
    out = np.zeros(64, np.int32)
    body = f"""{CONST}
    %j = arith.addi %i, %shift : i32
    %yes = arith.cmpi {predicate}, %j, %bound : i32
    %no = arith.cmpi {predicate}, %bound, %j : i32
    scf.if %yes {{
      {store_at("%c1", "out", "%i", "i32")}
    }}
    scf.if %no {{
      {load_at("o", "out", "%i", "i32")}
      %p = arith.addi %o, %c2 : i32
      {store_at("%p", "out", "%i", "i32")}
    }}"""
    Run(block=(64, 1, 1))(body, {"out": out}, {"bound": ("i32", bound), "shift": ("i32", shift)})
    j = np.arange(64) + shift
    compare = COMPARISONS[predicate]
    np.testing.assert_array_equal(out, compare(j, bound) * 1 + compare(bound, j) * 2)


def test_an_index_that_wraps_is_compared_exactly() -> None:
    out = np.zeros(32, np.int32)
    body = f"""{CONST}
    %j = arith.addi %i, %near : i32
    %yes = arith.cmpi slt, %j, %bound : i32
    scf.if %yes {{
      {store_at("%c1", "out", "%i", "i32")}
    }}"""
    near = 2**31 - 10
    Run()(body, {"out": out}, {"near": ("i32", near), "bound": ("i32", near + 4)})
    j = (np.arange(32) + near).astype(np.int32)
    np.testing.assert_array_equal(out, (j < near + 4) * 1)


def test_loops_with_varying_trip_counts() -> None:
    out = np.zeros(96, np.int32)
    body = f"""{CONST}
    %r, %q = scf.for %k = %c0 to %i step %c1 iter_args(%a = %c0, %b = %c1) -> (i32, i32) : i32 {{
      %a1 = arith.addi %a, %k : i32
      %b1 = arith.addi %b, %c2 : i32
      scf.yield %a1, %b1 : i32, i32
    }}
    %s = arith.addi %r, %q : i32
    {store_at("%s", "out", "%i", "i32")}"""
    Run(block=(96, 1, 1))(body, {"out": out})
    i = np.arange(96)
    np.testing.assert_array_equal(out, i * (i - 1) // 2 + 1 + 2 * i)


@pytest.mark.parametrize("n", [0, 5, 64, 1000])
def test_strided_loop_from_the_thread_index(n: int) -> None:
    x, out = floats(max(n, 1)), np.zeros(64, np.float32)
    body = f"""{CONST}
    %s = scf.for %k = %tid to %n step %bdim iter_args(%a = %f0) -> (f32) : i32 {{
      {load_at("v", "x", "%k")}
      %a1 = arith.addf %a, %v : f32
      scf.yield %a1 : f32
    }}
    {store_at("%s", "out", "%i")}"""
    Run(block=(64, 1, 1))(body, {"x": x, "out": out}, {"n": ("i32", n)})
    want = np.zeros(64, np.float32)
    for k in range(n):
        want[k % 64] += x[k]
    np.testing.assert_array_equal(out, want)


def test_negative_steps_and_nested_loops() -> None:
    out = np.zeros(32, np.int32)
    body = f"""{CONST}
    %m1 = arith.constant -1 : i32
    %c9 = arith.constant 9 : i32
    %r = scf.for %k = %c9 to %c0 step %m1 iter_args(%a = %c0) -> (i32) : i32 {{
      %in = scf.for %j = %c0 to %k step %c2 iter_args(%b = %a) -> (i32) : i32 {{
        %x = arith.muli %j, %tid : i32
        %b1 = arith.addi %b, %x : i32
        scf.yield %b1 : i32
      }}
      scf.yield %in : i32
    }} {{cute.step_negative}}
    {store_at("%r", "out", "%i", "i32")}"""
    Run()(body, {"out": out})
    total = sum(j for k in range(9, 0, -1) for j in range(0, k, 2))
    np.testing.assert_array_equal(out, total * np.arange(32))


def test_while_with_results_of_lanes_that_left() -> None:
    """Collatz steps: each lane leaves at its own turn."""
    out = np.zeros(64, np.int32)
    body = f"""{CONST}
    %start = arith.addi %i, %c1 : i32
    %v, %steps = scf.while (%x = %start, %s = %c0) : (i32, i32) -> (i32, i32) {{
      %on = arith.cmpi sgt, %x, %c1 : i32
      scf.condition(%on) %x, %s : i32, i32
    }} do {{
    ^bb0(%x : i32, %s : i32):
      %bit = arith.andi %x, %c1 : i32
      %odd = arith.cmpi ne, %bit, %c0 : i32
      %half = arith.shrui %x, %c1 : i32
      %t = arith.muli %x, %c3 : i32
      %t1 = arith.addi %t, %c1 : i32
      %nx = arith.select %odd, %t1, %half : i32
      %ns = arith.addi %s, %c1 : i32
      scf.yield %nx, %ns : i32, i32
    }}
    {store_at("%steps", "out", "%i", "i32")}"""
    Run(block=(64, 1, 1))(body, {"out": out})

    def steps(x: int) -> int:
        count = 0
        while x > 1:
            x = 3 * x + 1 if x % 2 else x // 2
            count += 1
        return count

    assert list(out) == [steps(i + 1) for i in range(64)]


def test_uniform_while_and_memory_in_its_condition() -> None:
    x = np.array([5, 4, 3, 0, 9], np.int32)
    out = np.zeros(32, np.int32)
    body = f"""{CONST}
    %n = scf.while (%k = %c0) : (i32) -> (i32) {{
      {load_at("v", "x", "%k", "i32")}
      %on = arith.cmpi ne, %v, %c0 : i32
      scf.condition(%on) %k : i32
    }} do {{
    ^bb0(%k : i32):
      %k1 = arith.addi %k, %c1 : i32
      scf.yield %k1 : i32
    }}
    {store_at("%n", "out", "%i", "i32")}"""
    Run()(body, {"x": x, "out": out})
    assert set(out) == {3}


def test_uniform_branch_joins_affine_values() -> None:
    out = np.zeros(64, np.int32)
    for flag in (0, 1):
        body = f"""{CONST}
        %yes = arith.cmpi ne, %flag, %c0 : i32
        %j = scf.if %yes -> (i32) {{
          %a = arith.addi %i, %c1 : i32
          scf.yield %a : i32
        }} else {{
          scf.yield %i : i32
        }}
        {store_at("%j", "out", "%i", "i32")}"""
        Run(block=(64, 1, 1))(body, {"out": out}, {"flag": ("i32", flag)})
        np.testing.assert_array_equal(out, np.arange(64) + flag)


def test_indices_of_three_dimensional_blocks_and_grids() -> None:
    block, grid = (6, 5, 3), (2, 3, 4)
    n = 90 * 24
    for static in (True, False):
        out = np.full((n, 6), -1, np.int32)
        lines = [CONST]
        for axis, name in enumerate("xyz"):
            lines.append(f"%t{name} = cute.thread_idx {axis}\n%b{name} = cute.block_idx {axis}")
            lines.append(f"%d{name} = cute.block_dim {axis}\n%g{name} = cute.grid_dim {axis}")
        lines.append("""
        %b1 = arith.muli %bz, %gy : i32
        %b2 = arith.addi %b1, %by : i32
        %b3 = arith.muli %b2, %gx : i32
        %b4 = arith.addi %b3, %bx : i32
        %t1 = arith.muli %tz, %dy : i32
        %t2 = arith.addi %t1, %ty : i32
        %t3 = arith.muli %t2, %dx : i32
        %t4 = arith.addi %t3, %tx : i32
        %nt = arith.constant 90 : i32
        %six = arith.constant 6 : i32
        %w1 = arith.muli %b4, %nt : i32
        %w2 = arith.addi %w1, %t4 : i32
        %w0 = arith.muli %w2, %six : i32""")
        for k, value in enumerate(("%tx", "%ty", "%tz", "%bx", "%by", "%bz")):
            lines.append(f"%k{k} = arith.constant {k} : i32\n%at{k} = arith.addi %w0, %k{k} : i32")
            lines.append(store_at(value, "out", f"%at{k}", "i32"))
        Run(block=block, grid=grid, static_block=static)("\n".join(lines), {"out": out})
        want = np.array(
            [
                (tx, ty, tz, bx, by, bz)
                for bz in range(4)
                for by in range(3)
                for bx in range(2)
                for tz in range(3)
                for ty in range(5)
                for tx in range(6)
            ]
        )
        np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("block", [(8, 8, 1), (16, 4, 2), (64, 2, 1), (3, 32, 1)])
def test_static_block_shapes_are_used(block: tuple[int, int, int]) -> None:
    n = block[0] * block[1] * block[2]
    out = np.full(n, -1, np.int32)
    body = f"""{CONST}
    %ty = cute.thread_idx 1
    %tz = cute.thread_idx 2
    %dx = arith.constant {block[0]} : i32
    %dy = arith.constant {block[1]} : i32
    %r = arith.muli %tz, %dy : i32
    %r1 = arith.addi %r, %ty : i32
    %r2 = arith.muli %r1, %dx : i32
    %at = arith.addi %r2, %tid : i32
    %code = arith.muli %ty, %c3 : i32
    %code1 = arith.addi %code, %tid : i32
    %code2 = arith.addi %code1, %tz : i32
    {store_at("%code2", "out", "%at", "i32")}"""
    Run(block=block)(body, {"out": out})
    z, y, x = np.meshgrid(*(np.arange(s) for s in block[::-1]), indexing="ij")
    np.testing.assert_array_equal(out, (3 * y + x + z).reshape(-1))


@pytest.mark.parametrize(("op", "by"), [("divsi", 16), ("remsi", 16), ("divsi", 96), ("remsi", 96), ("divsi", 48)])
@pytest.mark.parametrize("start", [0, 8, -64])
def test_quotients_of_indices_keep_their_values(op: str, by: int, start: int) -> None:
    out = np.zeros(256, np.int32)
    body = f"""{CONST}
    %start = arith.constant {start} : i32
    %by = arith.constant {by} : i32
    %j = arith.addi %tid, %start : i32
    %q = arith.{op} %j, %by : i32
    %m = arith.andi %j, %c3 : i32
    %o = arith.ori %j, %c1 : i32
    %x = arith.xori %o, %c2 : i32
    %s = arith.shrsi %j, %c2 : i32
    %t1 = arith.addi %q, %m : i32
    %t2 = arith.addi %t1, %x : i32
    %t3 = arith.addi %t2, %s : i32
    {store_at("%t3", "out", "%tid", "i32")}"""
    Run(block=(256, 1, 1))(body, {"out": out})
    j = np.arange(256) + start
    q = np.trunc(j / by).astype(int) if op == "divsi" else np.fmod(j, by)
    np.testing.assert_array_equal(out, q + (j & 3) + ((j | 1) ^ 2) + (j >> 2))


def test_vectors_of_a_thread() -> None:
    x, out = floats(128), np.zeros(128, np.float32)
    v4 = "vector<4xf32>"
    body = f"""{CONST}
    %c4 = arith.constant 4 : i32
    %two = arith.constant dense<2.0> : {v4}
    %o = arith.muli %tid, %c4 : i32
    %px = cute.ptr.add %x, %o : {ptr("f32")}, i32 -> {ptr("f32")}
    %v = cute.ptr.load %px : {ptr("f32")} -> {v4}
    %w = arith.mulf %v, %two : {v4}
    %e0 = cute.vec.extract %w[0] : {v4} -> f32
    %e1 = cute.vec.extract %w[1] : {v4} -> f32
    %s = cute.vec.splat %e0 : f32 -> {v4}
    %u = arith.addf %w, %s : {v4}
    %u0 = cute.vec.extract %u[0] : {v4} -> f32
    %u2 = cute.vec.extract %u[2] : {v4} -> f32
    %u3 = cute.vec.extract %u[3] : {v4} -> f32
    %r = cute.vec.pack %u3, %u2, %e1, %u0 : (f32, f32, f32, f32) -> {v4}
    %po = cute.ptr.add %out, %o : {ptr("f32")}, i32 -> {ptr("f32")}
    cute.ptr.store %r, %po : {v4}, {ptr("f32")}"""
    Run()(body, {"x": x, "out": out})
    w = 2 * x.reshape(32, 4)
    want = np.stack([w[:, 3] + w[:, 0], w[:, 2] + w[:, 0], w[:, 1], w[:, 0] + w[:, 0]], axis=1)
    np.testing.assert_array_equal(out.reshape(32, 4), want)


def test_poison_is_zero() -> None:
    out = np.ones(32, np.int32)
    Run()(f"{CONST}\n%p = ub.poison : i32\n{store_at('%p', 'out', '%i', 'i32')}", {"out": out})
    assert not out.any()
