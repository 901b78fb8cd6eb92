"""The decoding kernel as the GPU gets it: next to no spills, and loads that do not pass through registers."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.ops.decode.latent_tiles import latent_tiles
from cutedsl.ops.decode.tiles import tiles_of
from tests.lowered import lowered
from tests.products import long

FORMS = [
    (128, 2, 4, 1, 0),
    (128, 1, 4, 64, 0),
    (128, 2, 32, 16, 0),
    (128, 2, 4, 16, 8),
    *(long(size, 2, rows, 16, splits) for size, rows, splits in ((128, 4, 0), (256, 8, 0), (256, 8, 8))),
]
"""Head size, bytes of an element, rows, keys of a page, and blocks of a cluster."""

SPILLED_BYTES = {(128, 2, 32, 16): 256}
"""Two tiles of rows take a few."""


@pytest.mark.parametrize(("size", "item_bytes", "rows", "page", "splits"), FORMS)
def test_ptxas_assembles_it(size: int, item_bytes: int, rows: int, page: int, splits: int, ptxas: Path) -> None:
    program = vars(import_module("cutedsl.ops.decode.attention_decode"))["_program"].__wrapped__
    tiles = tiles_of(size, item_bytes, rows, on_gpu=True, page_size=page, bounded_left=False, capped=False)
    tiles = replace(tiles, splits=splits)
    cache = "bfloat16" if item_bytes == 2 else "float8_e4m3fn"
    marks = (False, True, True, False, False, False)
    ptx = lowered(lambda: program("bfloat16", cache, tiles, marks, "--target cpu", False)).ptx()
    assert assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas)).spills <= SPILLED_BYTES.get(
        (size, item_bytes, rows, page), 0
    )
    assert ("cp.async.bulk.tensor" if tiles.boxes else "cp.async.cg.shared.global") in ptx
    assert tiles.boxes == (page > 1)
    assert "mma.sync.aligned.m16n8k16" in ptx


@pytest.mark.parametrize(("page", "row_groups"), [(None, 1), (17, 1), (64, 2), long(16, 1)])
def test_ptxas_assembles_latent_decoding(page: int | None, row_groups: int, ptxas: Path) -> None:
    program = vars(import_module("cutedsl.ops.decode.latent_decode"))["_program"].__wrapped__
    tiles = latent_tiles(page, row_groups)
    ptx = lowered(lambda: program("bfloat16", tiles, (False, True, page is not None), "--target cpu", False)).ptx()
    report = assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))
    few = 48 if row_groups > 1 else 0  # numbers between tiles, where five groups share the registers
    assert report.spills <= few
    assert "serialized" not in report.log
