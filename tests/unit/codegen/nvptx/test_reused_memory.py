"""Barriers between reads of shared memory and copies that write it again: the reads have to end first."""

from __future__ import annotations

import re

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import compile_ptx, emit_nvptx
from cutedsl.ir.text import parse_module

_KERNEL = """
!s = !cute.ptr<f32, smem, align<16>>
!g = !cute.ptr<f32, gmem, align<16>>
!b = !cute.ptr<i64, smem, align<8>>
func.func @k(%s: !s, %g: !g, %b: !b, %n: i32, %bytes: i32, %one: i32, %even: i1)
    attributes {cute.kernel, cute.smem_bytes = 64 : i64, cute.block_dim = array<i32: 64, 1, 1>} {
  %count = arith.constant 64 : i32
  BODY
  func.return
}
"""
_COPY = 'cute.bulk.copy "g2s" %s, %g, %bytes, %b : !s, !g, i32, !b'
_READ = "%NAME = cute.ptr.load %s : !s -> f32\n  cute.ptr.store %NAME, %g : f32, !g"
_RELEASE = "cute.mbarrier.arrive %b, %one : !b, i32"
_FENCE = 'cute.fence "proxy.async.shared::cta"'
_ALL, _NAMED, _ARRIVE = (
    "cute.barrier",
    "cute.barrier(%one, %count) : i32, i32",
    "cute.barrier_arrive %one, %count : i32, i32",
)


def lines(*ops: str) -> str:
    return "\n  ".join(op.replace("NAME", f"v{i}") for i, op in enumerate(ops))


def loop(*ops: str) -> str:
    return "scf.for %i = %one to %n step %one : i32 {\n  " + lines(*ops).replace("%v", "%w") + "\n  }"


def branches(yes: str, no: str) -> str:
    return f"scf.if %even {{\n  {lines(yes)}\n  }} else {{\n  {lines(no)}\n  }}"


CASES = {
    "in a loop": (loop(_COPY, _READ, _ALL), "fence bar"),
    "before a loop too": (lines(_ALL, loop(_COPY, _READ, _ALL)), "bar fence bar"),
    "one after the other": (lines(_COPY, _READ, _ALL, _COPY, _READ, _ALL), "fence bar bar"),
    "a named barrier": (loop(_COPY, _READ, _NAMED), "fence bar"),
    "an arrival": (loop(_COPY, _READ, _ARRIVE), "fence bar"),
    "nothing read before": (lines(_ALL, _COPY), "bar"),
    "nothing copied after": (lines(_COPY, _READ, _ALL, _READ), "bar"),
    "in other branches": (branches(_COPY, lines(_READ, _ALL)), "bar"),
    "in a later branch": (branches(lines(_READ, _ALL), _COPY), "bar"),
    "in branches of a loop": (loop(branches(_COPY, lines(_READ, _ALL))), "fence bar"),
    "fenced by the author": (loop(_COPY, _READ, _FENCE, _ALL), "fence bar"),
    "handed back by an mbarrier": (loop(_COPY, _READ, _RELEASE, _ALL), "bar"),
    "no copies": (loop(_READ, _ALL), "bar"),
}


@pytest.mark.parametrize("name", CASES)
def test_reads_end_before_barriers_that_copies_follow(name: str) -> None:
    body, found = CASES[name]
    ptx = compile_ptx(emit_nvptx(parse_module(_KERNEL.replace("BODY", body)), target("sm_90a")))
    assert " ".join(re.findall(r"^\s+(fence|bar)(?=\.(?:proxy\.async|sync|arrive))", ptx, re.MULTILINE)) == found
