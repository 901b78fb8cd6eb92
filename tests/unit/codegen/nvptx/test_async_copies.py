"""In a loop, a branch around nothing but a group of asynchronous copies is a predicate of each."""

from __future__ import annotations

import re

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import compile_ptx, emit_nvptx
from cutedsl.config import override
from cutedsl.ir.text import parse_module

_KERNEL = """
!g = !cute.ptr<f32, gmem, align<16>>
!s = !cute.ptr<f32, smem, align<16>>
!r = !cute.ptr<f32, rmem, align<16>>
func.func @k(%g: !g, %yes: i1, %n: i32, %by: i32) attributes
    {cute.kernel, cute.smem_bytes = 1024 : i64, cute.block_dim = array<i32: 32, 1, 1>} {
  %s = cute.smem_alloc 0, 1024, 16 : !s
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  BODY
  func.return
}
"""
COPY = """%far = arith.muli %i, %n : i32
%from = cute.ptr.add %g, %far : !g, i32 -> !g
cute.cp_async "cp.async.ca.128" 16 %from, %s : !g, !s
"""
COMMIT = "cute.cp_async_commit\n"


def guarded(inside: str) -> str:
    """A branch."""
    return f"scf.if %yes {{\n{inside}}}\n"


def turns(body: str) -> str:
    """A loop."""
    return f"scf.for %i = %zero to %n step %one : i32 {{\n{body}cute.cp_async_wait 0\ncute.barrier\n}}\n"


def predicates(body: str) -> int:
    """How many copies have a predicate."""
    text = emit_nvptx(parse_module(_KERNEL.replace("BODY", body), "kernel.py"), target("sm_90a"))
    return len(re.findall(r"@copies cp\.async\.ca\.shared\.global \[", compile_ptx(text)))


@pytest.mark.parametrize("inside", [COPY + COMMIT, "%k = arith.addi %i, %one : i32\n" + COPY + COMMIT])
def test_copies_alone_have_predicates_in_a_loop(inside: str) -> None:
    assert predicates(turns(guarded(inside))) == 1
    with override(without=frozenset({"predicated-copies"})):
        assert predicates(turns(guarded(inside))) == 0


def test_zeros_and_policies_stay_beside_the_predicate() -> None:
    zeros = COPY.replace("%s :", "%s with %yes : i1 :") + COMMIT
    hinted = (
        "%p = arith.constant 1 : i64\n"
        + COPY.replace("ca.128", "cg.128").replace("%s :", "%s with %p : i64 :")
        + COMMIT
    )
    assert predicates(turns(guarded(zeros))) == 1
    kernel = _KERNEL.replace("BODY", turns(guarded(hinted)))
    ptx = compile_ptx(emit_nvptx(parse_module(kernel, "kernel.py"), target("sm_90a")))
    assert re.search(r"@copies cp\.async\.cg\.shared\.global\.L2::cache_hint \[address\], \[\S+\], 16, \S+;", ptx)


@pytest.mark.parametrize(
    "inside",
    [
        COPY,  # a part of a tile
        COPY + COMMIT + "%q = arith.divsi %n, %by : i32\n",  # by nothing where the branch is not taken
        COPY + COMMIT + "%v = cute.ptr.load %g : !g -> f32\n",
        COPY + COMMIT + "cute.barrier\n",
        COMMIT,
        COMMIT + "".join(COPY.replace("%far", f"%f{k}").replace("%from", f"%g{k}") for k in range(17)),
    ],
)
def test_other_branches_stay(inside: str) -> None:
    assert predicates(turns(guarded(inside))) == 0


def test_branches_outside_of_loops_and_with_another_arm_stay() -> None:
    assert predicates(guarded(COPY.replace("%i", "%by") + COMMIT)) == 0
    assert predicates(turns(f"scf.if %yes {{\n{COPY}{COMMIT}}} else {{\ncute.barrier\n}}\n")) == 0
