"""The attention kernel as the GPU gets it: no spills, multiplies not serialised."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.driver.cache.lookup import Request
from cutedsl.driver.target import Target
from cutedsl.driver.translate import translate
from cutedsl.ops.attention_tiles import AttentionTiles, head_sizes, tiles_of

SPILLED_BYTES = {64: 0, 128: 0, 256: 64}
"""Stores and loads; with heads of 256 a few addresses, which cost less than smaller tiles would."""


class Lowered(Exception):
    """Ends a compilation before the driver is asked for."""


@pytest.fixture
def ptx_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[AttentionTiles], str]:
    """The PTX of tiles for sm_90a, on machines without a GPU too."""

    def stop(request: Request) -> Any:
        made = translate(request.jitted, request.bound, Target("cuda", "sm_90a"), request.options)
        raise Lowered(made.ptx())

    monkeypatch.setattr("cutedsl.driver.build.look_up", stop)
    program = vars(import_module("cutedsl.ops.attentions"))["_program"].__wrapped__

    def lowered(tiles: AttentionTiles) -> str:
        with pytest.raises(Lowered) as ended:
            program("bfloat16", tiles, False, "--target cpu", False)
        return str(ended.value)

    return lowered


@pytest.mark.cutedsl_unchecked  # a checked call is one for the CPU
@pytest.mark.parametrize("size", head_sizes())
def test_assembles(size: int, ptx_of: Callable[[AttentionTiles], str], ptxas: Path) -> None:
    tiles = tiles_of(size, on_gpu=True, bounded_left=size == 64, bounded_right=True, packed=size == 256)
    assert tiles is not None
    ptx = ptx_of(tiles)
    report = assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills <= SPILLED_BYTES[size]
    assert "serialized" not in report.log and "setmaxnreg" not in report.log
    statements = [text.partition("// end inline asm")[0] for text in ptx.split("// begin inline asm")]
    assert sum("wgmma.mma_async" in text for text in statements) == 3  # a product of tiles is one statement for LLVM
