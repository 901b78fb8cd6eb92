"""What one round of LLVM's passes makes of a kernel: shared divisions, offsets in accesses, unrolled loops."""

from __future__ import annotations

import re

import pytest
import torch

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
