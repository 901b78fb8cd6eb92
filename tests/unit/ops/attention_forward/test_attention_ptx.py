"""The attention kernel as the GPU gets it: no spills, multiplies not serialised."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import torch

from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.ops.arrays import view_of
from cutedsl.ops.attention_forward.modifiers import PLAIN, Modifiers
from cutedsl.ops.attention_forward.tiles import AttentionTiles, head_sizes, tiles_of
from cutedsl.ops.attention_gradients.tiles import backward_tiles
from cutedsl.ops.captured_arrays import captured_arrays
from tests.lowered import lowered

SPILLED_BYTES = {64: 0, 128: 0, 256: 64}
"""Stores and loads; with heads of 256 a few addresses, which cost less than smaller tiles would."""


def ptx_of(tiles: AttentionTiles, mods: Modifiers = PLAIN) -> str:
    """The PTX of tiles for sm_90a, on machines without a GPU too."""
    program = vars(import_module("cutedsl.ops.attention_forward.operation"))["_program"].__wrapped__
    captured = tuple(captured_arrays(mods.functions, view_of("q", torch.zeros(1))))
    return lowered(lambda: program("bfloat16", tiles, False, False, "--target cpu", False, mods, captured)).ptx()


SLOPES, DOCUMENTS = torch.zeros(4), torch.zeros(9, dtype=torch.int32)


def alibi(score: Any, b: Any, h: Any, q_idx: Any, kv_idx: Any) -> Any:
    return torch.tanh(score) + (kv_idx - q_idx) * SLOPES[h]


def same_document(b: Any, h: Any, q_idx: Any, kv_idx: Any) -> Any:
    return (DOCUMENTS[q_idx] == DOCUMENTS[kv_idx]) & (q_idx >= kv_idx)


@pytest.mark.parametrize("mods", [Modifiers(alibi), Modifiers(None, same_document)], ids=["score", "mask"])
@pytest.mark.parametrize("block", [None, (128, 128)], ids=["dense", "blocks"])
@pytest.mark.parametrize("size", head_sizes())
def test_ptxas_assembles_score_functions(size: int, block: Any, mods: Modifiers, ptxas: Path) -> None:
    tiles = tiles_of(size, True, False, False, packed=False, modified=True, block=block)
    assert tiles is not None
    report = assemble(ptx_of(tiles, mods), gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills == 0
    assert "serialized" not in report.log and "setmaxnreg" not in report.log


@pytest.mark.parametrize("size", head_sizes())
def test_ptxas_assembles_it(size: int, ptxas: Path) -> None:
    tiles = tiles_of(size, on_gpu=True, bounded_left=size == 64, bounded_right=True, packed=size == 256)
    assert tiles is not None
    ptx = ptx_of(tiles)
    report = assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills <= SPILLED_BYTES[size]
    assert "serialized" not in report.log and "setmaxnreg" not in report.log
    statements = [text.partition("// end inline asm")[0] for text in ptx.split("// begin inline asm")]
    assert sum("wgmma.mma_async" in text for text in statements) == 3  # a product of tiles is one statement for LLVM


@pytest.mark.parametrize(("size", "bounded"), [(64, True), (128, True), (128, False), (256, True)])
def test_ptxas_assembles_the_gradients(size: int, bounded: bool, ptxas: Path) -> None:
    tiles = backward_tiles(size, True, bounded_left=False, bounded_right=bounded, packed=size == 64, ordered=bounded)
    assert tiles is not None
    program = vars(import_module("cutedsl.ops.attention_gradients.operation"))["_program"].__wrapped__
    ptx = lowered(lambda: program("bfloat16", tiles, "--target cpu", False)).ptx()
    report = assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills <= (256 if size == 256 else 0)  # addresses of a block, outside of the steps
    assert "serialized" not in report.log and "setmaxnreg" not in report.log
    statements = [text.partition("// end inline asm")[0] for text in ptx.split("// begin inline asm")]
    assert sum("wgmma.mma_async" in text for text in statements) == 5
