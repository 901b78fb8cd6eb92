"""Which sums of warp-group multiplies pass through fences and waits: what LLVM could move across them, and no more."""

from __future__ import annotations

import re

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import emit_nvptx
from cutedsl.ir.text import parse_module

_PLACE = '"K S<3,4,3> lead 16 stride 1024 element 2"'
_KERNEL = """
!c = !cute.ptr<f32, gmem, align<16>>
!s = !cute.ptr<f16, smem, align<1024>>
!r = !cute.ptr<f32, rmem, align<32>>
func.func @k(%c: !c, %yes: i1, %n: i32) attributes
    {cute.kernel, cute.smem_bytes = 16384 : i64, cute.block_dim = array<i32: 128, 1, 1>} {
  %a = cute.smem_alloc 0, 8192, 1024 : !s
  %b = cute.smem_alloc 8192, 2048, 1024 : !s
  %x = cute.rmem_alloc 8 : !r
  %y = cute.rmem_alloc 8 : !r
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %late = cute.ptr.add %y, %four : !r, i32 -> !r
  BODY
  func.return
}
"""


def multiply(sums: str) -> str:
    """A multiply that adds to `%x` or `%y`."""
    kind = '"wgmma.m64n16k16.f32.f16.f16"'
    return f"cute.wgmma {kind} %a, %b, %{sums} accumulate %yes a {_PLACE} b {_PLACE} : !s, !s, !r\n"


def read(sums: str) -> str:
    """Sums go to memory."""
    name = f"v{next(_NUMBERS)}"
    return f"%{name} = cute.ptr.load %{sums} : !r -> f32\ncute.ptr.store %{name}, %c : f32, !c\n"


_NUMBERS = iter(range(1000))
CLEAR = "%z = arith.constant 0.0 : f32\n"


def write(sums: str) -> str:
    """Something is written over the first sum."""
    return f"cute.ptr.store %z, %{sums} : f32, !r\n"


FENCE, WAIT = "cute.wgmma_fence\n", "cute.wgmma_wait 0\n"


def turns(body: str) -> str:
    """A loop."""
    return f"scf.for %i{next(_NUMBERS)} = %zero to %n step %one : i32 {{\n{body}}}\n"


def text(body: str) -> str:
    """The kernel for LLVM."""
    return emit_nvptx(parse_module(_KERNEL.replace("BODY", CLEAR + body), "kernel.py"), target("sm_90a")).llvm_text


def tied(body: str) -> list[tuple[str, int]]:
    """Each fence and wait in order, and how many sums pass through it."""
    found = re.findall(r'asm sideeffect "wgmma\.(fence|wait)[^"]*", "([^"]*)"', text(body))
    return [(name, constraints.count("=f")) for name, constraints in found]


def test_through_a_wait_pass_sums_that_are_read_before_the_next() -> None:
    both = FENCE + multiply("x") + multiply("y")
    assert tied(both + WAIT + read("x")) == [("fence", 0), ("wait", 8)]
    assert tied(both + WAIT + read("x") + WAIT + read("y")) == [("fence", 0), ("wait", 8), ("wait", 8)]
    assert tied(both + WAIT + read("x") + read("late")) == [("fence", 0), ("wait", 16)]


def test_a_wait_holds_back_what_is_read_behind_a_fence() -> None:
    assert tied(FENCE + multiply("x") + WAIT + FENCE + read("x")) == [("fence", 0), ("wait", 8), ("fence", 0)]


def test_through_a_fence_pass_sums_that_were_written_since_the_last() -> None:
    assert tied(write("x") + FENCE + multiply("x") + multiply("y")) == [("fence", 8)]
    assert tied(write("x") + FENCE + FENCE + multiply("x") + multiply("y")) == [("fence", 8), ("fence", 0)]
    assert tied(read("x") + FENCE + multiply("x")) == [("fence", 0)]
    assert tied(write("x") + multiply("x") + WAIT + FENCE + multiply("x")) == [("wait", 0), ("fence", 8)]


def test_a_loop_comes_back_to_its_start() -> None:
    """What the first half of a body reads is held back by the wait at its end, what the second writes by a fence."""
    loop = turns(read("x") + FENCE + multiply("x") + WAIT + write("x"))
    assert tied(write("y") + multiply("y") + loop) == [("fence", 16), ("wait", 8)]
    assert tied(multiply("x") + multiply("y") + turns(turns(WAIT) + read("y")) + WAIT) == [("wait", 8), ("wait", 0)]


def test_either_side_of_a_branch_counts() -> None:
    branch = f"scf.if %yes {{\n{read('x')}}} else {{\n{WAIT}{read('y')}}}\n"
    assert tied(multiply("x") + multiply("y") + WAIT + branch) == [("wait", 8), ("wait", 8)]
    arm = f"scf.if %yes {{\n{WAIT}}}\n"
    assert tied(multiply("x") + WAIT + arm + read("x")) == [("wait", 8), ("wait", 8)]
    assert tied(multiply("x") + multiply("y") + WAIT + branch + read("y")) == [("wait", 16), ("wait", 8)]


def test_sums_of_several_products_are_read_and_written_one_by_one() -> None:
    """So that LLVM makes no vectors of them."""
    wide = "%w = cute.ptr.load %x : !r -> vector<8xf32>\ncute.ptr.store %w, %y : vector<8xf32>, !r\n"
    both = text(multiply("x") + multiply("y") + WAIT + wide)
    assert "load <4 x float>" not in both and "store <4 x float>" not in both
    assert text(multiply("x") + WAIT + wide).count("load <4 x float>") == 2
    assert text(wide).count("load <4 x float>") == 2


def kept_blocks(body: str) -> int:
    """How often LLVM is kept from dropping a block."""
    return text(body).count('asm sideeffect "", ""() convergent')


def test_a_block_that_sets_sums_to_constants_is_kept() -> None:
    """Once where they are set one by one; no other store needs it."""
    splat = "%s = cute.vec.splat %z : f32 -> vector<8xf32>\ncute.ptr.store %s, %x : vector<8xf32>, !r\n"
    late = "cute.ptr.store %z, %late : f32, !r\n"
    product, other = "%p = arith.mulf %z, %z : f32\n", "cute.ptr.store %p, %x : f32, !r\n"
    assert kept_blocks(multiply("x") + WAIT + write("x")) == 1
    assert kept_blocks(multiply("x") + WAIT + splat) == 1
    assert kept_blocks(multiply("x") + multiply("y") + WAIT + write("y") + late + write("x")) == 2
    assert kept_blocks(multiply("x") + WAIT + product + other) == 0
    assert kept_blocks(multiply("x") + WAIT + write("y")) == 0
