"""What one round of LLVM's passes makes of a kernel: shared divisions, offsets in accesses, unrolled loops."""

from __future__ import annotations

import re

import pytest
import torch

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import ops
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import compile_ptx, emit_nvptx
from cutedsl.ir.text import parse_module
from tests.lowered import lowered

POINTER = "!cute.ptr<i32, gmem, align<16>>"


def ptx_of(body: str) -> str:
    """The PTX of a kernel of two numbers and a pointer."""
    text = f"""builtin.module {{
  func.func @numbers(%a : i32, %b : i32, %p : {POINTER}) attributes {{cute.kernel}} {{
    {body}
    func.return
  }}
}}"""
    return compile_ptx(emit_nvptx(parse_module(text), target("sm_90a")))


@pytest.mark.parametrize(("sign", "kind"), [("s", "s32"), ("u", "u32")])
def test_a_remainder_shares_the_division(sign: str, kind: str) -> None:
    ptx = ptx_of(f"""%q = arith.div{sign}i %a, %b : i32
    %r = arith.rem{sign}i %a, %b : i32
    %x = arith.xori %q, %r : i32
    cute.ptr.store %x, %p : i32, {POINTER}""")
    assert re.findall(r"(?:div|rem)\.\w+", ptx) == [f"div.{kind}"]


def test_a_remainder_of_a_power_of_two_is_a_mask() -> None:
    ptx = ptx_of(f"""%n = arith.constant 32 : i32
    %t = "cute.thread_idx"() <{{axis = 0 : i32}}> : () -> i32
    %x = arith.remsi %t, %n : i32
    cute.ptr.store %x, %p : i32, {POINTER}""")
    assert "and.b32" in ptx
    assert not re.search(r"\b(div|rem)\.", ptx)


def test_offsets_of_guarded_accesses_stay_in_the_accesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread's accesses lie a piece of the row apart, each only before the end: one address, constants beside it."""
    monkeypatch.setattr("cutedsl.ops.programs._PROGRAMS", {})
    ptx = lowered(lambda: ops.softmax(torch.zeros(2, 8192, dtype=torch.bfloat16))).ptx()
    assert len(re.findall(r"st\.global\.v4\.b32 \t\[%rd\d+\+-?\d+\]", ptx)) == 3


@pytest.mark.parametrize(("hint", "copies"), [("{cute.unroll = 4 : i32}", 4), ("", 1)])
def test_loops_are_unrolled_by_the_count_that_they_ask_for(hint: str, copies: int) -> None:
    ptx = ptx_of(f"""%zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.for %k = %zero to %a step %one : i32 {{
      %q = cute.ptr.add %p, %k : {POINTER}, i32 -> !cute.ptr<i32, gmem, align<4>>
      cute.ptr.store %b, %q : i32, !cute.ptr<i32, gmem, align<4>>
    }} {hint}""")
    assert ptx.count("st.global.b32") >= copies
    assert copies > 1 or ptx.count("st.global.b32") == 1


TILES = 8


@cute.kernel
def tiled_sum_kernel(x: cute.Tensor, y: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    tile = cute.make_tensor(cute.arch.get_dyn_smem(cutlass.Float16, alignment=16), cute.make_layout(32))
    acc = cutlass.Float32(0)
    for k in cutlass.range(TILES, unroll_full=True):
        at = cutlass.Int32(thread)
        while at < 32:
            tile[at] = x[k * 32 + at]
            at += 16
        cute.arch.sync_threads()
        for j in cutlass.range(16, unroll_full=True):
            acc += tile[j].to(cutlass.Float32) * tile[31 - j].to(cutlass.Float32)
        cute.arch.sync_threads()
    if thread < y.shape[0]:
        y[thread] = acc


@cute.jit
def tiled_sum(x: cute.Tensor, y: cute.Tensor):
    tiled_sum_kernel(x, y).launch(grid=(1, 1, 1), block=(16, 1, 1), smem=64)


def test_arithmetic_between_barriers_does_not_move_into_the_branch_that_uses_its_result() -> None:
    """Moved, it would take along all that was loaded: registers for one tile become local memory for all of them."""
    ptx = lowered(lambda: tiled_sum(torch.zeros(TILES * 32, dtype=torch.float16), torch.zeros(9))).ptx()
    stretches = [part.count("fma.rn.f32") for part in ptx.split("bar.sync")]
    assert stretches[: 2 * TILES - 2] == [0, 16] * (TILES - 1)  # the last tile's may follow the last barrier
