"""A warp group that asks for registers gets those that no other block could use."""

from __future__ import annotations

import re

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import compile_ptx, emit_nvptx
from cutedsl.config import override
from cutedsl.ir.text import parse_module


def asked(threads: int, count: int, blocks: int = 1, kind: str = "inc", bound: int = 0) -> int:
    """The registers that machine code asks for."""
    bounded = f", cute.max_registers = {bound} : i64" if bound else ""
    kernel = f"""func.func @k() attributes {{cute.kernel, cute.block_dim = array<i32: {threads}, 1, 1>,
      cute.min_blocks = {blocks} : i64{bounded}}} {{ cute.setmaxregister "{kind}" {count}
      func.return }}"""
    ptx = compile_ptx(emit_nvptx(parse_module(kernel, "kernel.py"), target("sm_90a")))
    return int(re.findall(r"setmaxnreg\.\w+\.sync\.aligned\.u32 (\d+)", ptx)[0])


@pytest.mark.parametrize(
    ("threads", "count", "blocks", "expected"),
    [
        (256, 232, 1, 256),  # two groups of 256 registers are all that an SM has; no block fits beside them
        (256, 200, 1, 256),
        (256, 184, 1, 184),  # a small kernel fits beside it
        (256, 128, 1, 128),  # two blocks fit
        (384, 240, 1, 240),  # of three groups each would have 168
        (384, 160, 1, 168),
        (320, 168, 1, 168),  # of the three warps in a quarter of an SM each thread has 168, as with 384 threads
        (256, 104, 2, 128),
        (128, 128, 3, 128),  # four blocks fit
    ],
)
def test_registers_that_no_other_block_could_use_are_asked_for(
    threads: int, count: int, blocks: int, expected: int
) -> None:
    assert asked(threads, count, blocks) == expected
    assert asked(threads, count, blocks, "dec") == count
    with override(without=frozenset({"idle-registers"})):
        assert asked(threads, count, blocks) == count


def test_a_bound_of_registers_leaves_the_count_as_it_is() -> None:
    assert asked(256, 200, bound=128) == 200
