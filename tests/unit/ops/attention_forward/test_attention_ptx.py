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
from tests.products import each_value, long

SPILLED_BYTES = {(256, 256): 64, (96, 96): 16}
"""Stores and loads; with heads of 256 a few addresses, which cost less than smaller tiles would."""
IN_CI = {(64, 64), (192, 128), (256, 256)}
"""The least, the largest, and one of two sizes."""


def ptx_of(sizes: tuple[int, int], tiles: AttentionTiles, mods: Modifiers = PLAIN) -> str:
    """The PTX of tiles for sm_90a, on machines without a GPU too."""
    program = vars(import_module("cutedsl.ops.attention_forward.operation"))["_program"].__wrapped__
    captured = tuple(captured_arrays(mods.functions, view_of("q", torch.zeros(1))))
    return lowered(
        lambda: program("bfloat16", "bfloat16", sizes, tiles, False, False, "--target cpu", False, mods, captured)
    ).ptx()


SLOPES, DOCUMENTS = torch.zeros(4), torch.zeros(9, dtype=torch.int32)


def alibi(score: Any, b: Any, h: Any, q_idx: Any, kv_idx: Any) -> Any:
    return torch.tanh(score) + (kv_idx - q_idx) * SLOPES[h]


def same_document(b: Any, h: Any, q_idx: Any, kv_idx: Any) -> Any:
    return (DOCUMENTS[q_idx] == DOCUMENTS[kv_idx]) & (q_idx >= kv_idx)


@pytest.mark.parametrize(
    ("sizes", "block", "changed"),
    each_value([(64, 64), (128, 128), (192, 128), (256, 256)], [None, (128, 128)], ["score", "mask"]),
    ids=str,
)
def test_ptxas_assembles_score_functions(sizes: tuple[int, int], block: Any, changed: str, ptxas: Path) -> None:
    mods = Modifiers(alibi) if changed == "score" else Modifiers(None, same_document)
    tiles = tiles_of(sizes, True, False, False, packed=False, modified=True, block=block)
    assert tiles is not None
    report = assemble(ptx_of(sizes, tiles, mods), gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills == 0
    assert "serialized" not in report.log and "setmaxnreg" not in report.log


@pytest.mark.parametrize("sizes", [one if one in IN_CI else long(one) for one in head_sizes()], ids=str)
def test_ptxas_assembles_it(sizes: tuple[int, int], ptxas: Path) -> None:
    size = sizes[0]
    tiles = tiles_of(sizes, on_gpu=True, bounded_left=size == 64, bounded_right=True, packed=size == 256)
    assert tiles is not None
    ptx = ptx_of(sizes, tiles)
    report = assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills <= SPILLED_BYTES.get(sizes, 0)
    assert "serialized" not in report.log and "setmaxnreg" not in report.log
    statements = [text.partition("// end inline asm")[0] for text in ptx.split("// begin inline asm")]
    assert sum("wgmma.mma_async" in text for text in statements) == 3  # a product of tiles is one statement for LLVM


@pytest.mark.parametrize(
    ("sizes", "keys", "shared"), [((128, 128), 4095, 2), ((256, 256), 8192, 2), ((64, 64), 4096, 1)]
)
def test_ptxas_assembles_blocks_that_share_keys(sizes: tuple[int, int], keys: int, shared: int, ptxas: Path) -> None:
    tiles = tiles_of(sizes, True, False, False, False, lengths=(4096, keys))
    assert tiles is not None and tiles.cluster == shared
    report = assemble(ptx_of(sizes, tiles), gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills == 0
    assert "serialized" not in report.log and "setmaxnreg" not in report.log


@pytest.mark.parametrize(
    ("causal", "lengths", "groups"),
    [(True, (4096, 8191), 2), (True, (4096, 8192), 3), (False, (4096, 4096), 3), (False, (1023, 4096), 2)],
)
def test_three_groups_share_many_keys(causal: bool, lengths: tuple[int, int], groups: int, ptxas: Path) -> None:
    tiles = tiles_of((128, 128), True, False, causal, False, lengths=lengths)
    assert tiles is not None and tiles.consumers == groups
    report = assemble(ptx_of((128, 128), tiles), gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills == 0
    assert "serialized" not in report.log and "setmaxnreg" not in report.log


def backward_ptx(sizes: tuple[int, int], tiles: Any, with_sinks: bool = False, mods: Modifiers = PLAIN) -> str:
    """The same of the backward pass."""
    program = vars(import_module("cutedsl.ops.attention_gradients.operation"))["_program"].__wrapped__
    captured = tuple(captured_arrays(mods.functions, view_of("q", torch.zeros(1))))
    return lowered(lambda: program("bfloat16", sizes, tiles, with_sinks, "--target cpu", False, mods, captured)).ptx()


@pytest.mark.parametrize(
    ("mods", "sizes"),
    each_value([PLAIN, Modifiers(None, same_document), Modifiers(alibi)], [(192, 128), (128, 128), (64, 64)]),
)
def test_ptxas_assembles_gradients_of_changed_scores(sizes: tuple[int, int], mods: Modifiers, ptxas: Path) -> None:
    block = None if mods.mask_mod is None else (128, 128)
    capped = mods == PLAIN
    tiles = backward_tiles(sizes, True, False, capped, False, not capped, capped, not capped, block)
    report = assemble(backward_ptx(sizes, tiles, capped, mods), gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills <= (256 if sizes[0] > 128 else 0)  # addresses of a block, outside of the steps
    assert "serialized" not in report.log and "setmaxnreg" not in report.log


@pytest.mark.parametrize(("size", "bounded"), [(64, True), (128, False), (256, True), long(128, True), long(192, True)])
def test_ptxas_assembles_the_gradients(size: int, bounded: bool, ptxas: Path) -> None:
    tiles = backward_tiles(
        (size, size), True, bounded_left=False, bounded_right=bounded, packed=size == 64, ordered=bounded
    )
    ptx = backward_ptx((size, size), tiles)
    report = assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills <= (264 if size == 256 else 0)  # addresses of a block, outside of the steps
    assert "serialized" not in report.log and "setmaxnreg" not in report.log
    statements = [text.partition("// end inline asm")[0] for text in ptx.split("// begin inline asm")]
    assert sum("wgmma.mma_async" in text for text in statements) == 5
