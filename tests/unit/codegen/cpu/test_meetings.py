"""Kernels whose warps do nothing but meet at barriers of the whole block: each is given a turn between two of them."""

from __future__ import annotations

import numpy as np
import pytest

from cutedsl.codegen.cpu.module import emit_cpu
from cutedsl.errors import DSLUserCodeError
from tests.unit.codegen.cpu.cpu_programs import Run, load_at, module_text, parse, store_at

S32 = "!cute.ptr<i32, smem>"
COUNTS_WARPS = "call i32 @cute.arrive("

HEAD = f"""
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tid = cute.thread_idx 0
    %block = cute.block_idx 0
    %threads = cute.block_dim 0
    %row = arith.muli %block, %threads : i32
    %at = arith.addi %row, %tid : i32
    %data = cute.smem_alloc 0, 4096, 16 : {S32}
    %own = cute.ptr.add %data, %tid : {S32}, i32 -> {S32}
    %up = arith.addi %tid, %c1 : i32
    %next = arith.remsi %up, %threads : i32
    %other = cute.ptr.add %data, %next : {S32}, i32 -> {S32}
"""
TURNS = f"""
    {load_at("v", "x", "%at", "i32")}
    cute.ptr.store %v, %own : i32, {S32}
    cute.barrier
    %n = cute.ptr.load %other : {S32} -> i32
    cute.barrier
    cute.ptr.store %n, %own : i32, {S32}
    cute.barrier
    %m = cute.ptr.load %other : {S32} -> i32
    {store_at("%m", "y", "%at", "i32")}
"""
IN_A_LOOP = f"""
    {load_at("v", "x", "%at", "i32")}
    %c2 = arith.constant 2 : i32
    %m = scf.for %i = %c0 to %c2 step %c1 iter_args(%w = %v) -> (i32) : i32 {{
      cute.ptr.store %w, %own : i32, {S32}
      cute.barrier
      %n = cute.ptr.load %other : {S32} -> i32
      cute.barrier
      scf.yield %n : i32
    }}
    {store_at("%m", "y", "%at", "i32")}
"""


def counts_warps(body: str, arrays: dict[str, np.ndarray], block: int) -> bool:
    """Whether the warps of a kernel are counted at its barriers."""
    text = module_text(HEAD + body, arrays, {}, (block, 1, 1), (1, 1, 1), 4096, True)
    return COUNTS_WARPS in emit_cpu(parse(text)).llvm_text


@pytest.mark.parametrize(("body", "counts"), [(TURNS, False), (IN_A_LOOP, True)], ids=["outermost", "in a loop"])
@pytest.mark.parametrize("static", [True, False])
@pytest.mark.parametrize("threads", [64, 80, 1024])
def test_each_thread_reads_its_neighbours(threads: int, static: bool, body: str, counts: bool) -> None:
    blocks = 9
    x = np.arange(blocks * threads, dtype=np.int32)
    y = np.zeros_like(x)
    Run((threads, 1, 1), (blocks, 1, 1), 4096, static)(HEAD + body, {"x": x, "y": y})
    np.testing.assert_array_equal(y.reshape(blocks, threads), np.roll(x.reshape(blocks, threads), -2, axis=1))
    assert counts_warps(body, {"x": x, "y": y}, threads) is counts


@pytest.mark.parametrize("ending", ["x", "y"])
def test_a_warp_that_ends_the_call_is_not_resumed(ending: str) -> None:
    threads, blocks = 128, 9
    arrays = {name: np.zeros(blocks * threads, np.int32) for name in "xy"}
    arrays[ending] = arrays[ending][: 4 * threads + 40]  # too short for block 4 from its second warp on
    with pytest.raises(DSLUserCodeError) as caught:
        Run((threads, 1, 1), (blocks, 1, 1), 4096)(HEAD + TURNS, arrays)
    assert "out-of-bounds" in str(caught.value), caught.value
    assert "(4, 0, 0)" in str(caught.value), caught.value
    assert not counts_warps(TURNS, arrays, threads)
