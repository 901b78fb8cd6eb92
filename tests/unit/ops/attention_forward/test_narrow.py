"""Attention of float8_e4m3fn with scales, against float64 of the same numbers; and as the GPU gets it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import torch

from cutedsl import ops
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.attention_forward.tiles import SCALED, tiles_of
from cutedsl.testing import checking
from tests.lowered import lowered
from tests.products import long
from tests.unit.ops.tensors import TARGETS, close

F8 = torch.float8_e4m3fn
LIMIT = 0.035
"""Probabilities are rounded to 3 bits of mantissa: each by up to 1 / 16, and 0.025 of a result's norm in the mean."""
SUM_LIMITS = {"cpu": 1e-4, "cuda": 2e-3}
"""Of a score. An H200 keeps some 14 bits when it adds products of 8 bits (DeepSeek-V3's report, 3.5.2)."""


def narrowed(x: Any, by_block: bool) -> tuple[Any, Any]:
    """Numbers in 8 bits and their scales (batch, heads), or (batch, heads, blocks), which differ."""
    parts = x.split(SCALED, 1) if by_block else [x]
    scales = [part.abs().amax((1, 3)) / 448 * (1 + i) for i, part in enumerate(parts)]
    narrow = [(part / scale[:, None, :, None]).to(F8) for part, scale in zip(parts, scales, strict=True)]
    return torch.cat(narrow, 1), torch.stack(scales, -1) if by_block else scales[0]


def widened(x: Any, scales: Any) -> Any:
    """What they stand for, in float64, (batch, heads, rows, size)."""
    rows = scales.repeat_interleave(SCALED, -1)[..., : x.shape[1]] if scales.ndim == 3 else scales[..., None]
    return x.cpu().double().transpose(1, 2) * rows.cpu()[..., None]


def check(target: str, lengths: Any, sizes: Any, by_block: bool, causal: bool, sinks: Any = None, **more: Any) -> Any:
    (m, n), (d, e) = lengths, sizes
    numbers = (torch.randn(2, *shape, device=target) for shape in ((m, 4, d), (n, 2, d), (n, 2, e)))
    pairs = [narrowed(x, by_block and i < 2) for i, x in enumerate(numbers)]
    scales = dict(zip(("q_scale", "k_scale", "v_scale"), (x for _, x in pairs), strict=True))
    given = [x for x, _ in pairs]
    out, lse = ops.attention(*given, causal=causal, sinks=sinks, return_lse=True, **scales, **more)
    q, k, v = (widened(*pair) for pair in pairs)
    k, v = (x.repeat_interleave(2, 1) for x in (k, v))
    scores = q @ k.mT * d**-0.5
    if "score_mod" in more:
        scores = more["score_mod"](scores, *torch.meshgrid(*map(torch.arange, scores.shape), indexing="ij"))
    if "softcap" in more:
        scores = more["softcap"] * torch.tanh(scores / more["softcap"])
    if causal:
        scores = scores.masked_fill(torch.arange(n)[None] > torch.arange(m)[:, None] + n - m, -torch.inf)
    torch.testing.assert_close(lse.cpu().double(), torch.logsumexp(scores, -1), rtol=1e-5, atol=SUM_LIMITS[target])
    if sinks is not None:
        scores = torch.cat([scores, sinks.cpu().double()[None, :, None, None].expand(2, 4, m, 1)], -1)
    close(out, (torch.softmax(scores, -1)[..., :n] @ v).transpose(1, 2), LIMIT)
    return out


CASES: list[Any] = [
    long((70, 90), (64, 64), False, False, {}),
    ((150, 290), (128, 128), True, True, {"softcap": 2.0}),
    ((40, 75), (80, 48), False, True, {"score_mod": lambda s, b, h, i, j: s - (i - j) * 0.02}),
]


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("lengths", "sizes", "by_block", "causal", "more"), CASES)
def test_results_are_those_of_float64(
    target: str, lengths: Any, sizes: Any, by_block: bool, causal: bool, more: Any
) -> None:
    out = check(target, lengths, sizes, by_block, causal, **more)
    assert out.dtype == torch.bfloat16


def test_sinks_and_a_result_in_float16() -> None:
    out = torch.empty(2, 30, 4, 64, dtype=torch.float16)
    check("cpu", (30, 40), (64, 64), False, False, torch.tensor([1.0, -1.0, 2.0, 5.0]), out=out)


def test_scales_can_be_numbers() -> None:
    """Scales of the scores and of the result, which are linear in them."""
    q = torch.randn(1, 20, 2, 64).to(F8)
    plain, scaled = (
        ops.attention(q, q, q, **x) for x in ({"scale": 0.5}, {"q_scale": 2.0, "k_scale": 2.0, "v_scale": 4.0})
    )
    close(scaled, plain.double() * 4)


def test_a_checked_run_finds_nothing() -> None:
    q = torch.randn(1, 40, 2, 64).to(F8)
    with checking() as report:
        ops.attention(q, q, q, k_scale=torch.ones(1, 2, 1))
    assert report.clean and report.launches == 2


def test_tiles_of_keys_divide_blocks() -> None:
    """A tile of keys has one scale of a block, and lies in one block of a mask."""
    for size in (64, 128, 256):
        sizes = size, size
        scaled = tiles_of(sizes, True, False, False, False, item_bytes=1, scaled_blocks=True)
        masked = [tiles_of(sizes, True, False, False, False, block=(128, 128), item_bytes=n) for n in (1, 2)]
        for tiles in (scaled, *masked):
            assert tiles is not None and SCALED % tiles.tile_n == 0, (size, tiles)


@pytest.mark.parametrize(("size", "by_block"), [(128, False), (256, True), long(64, True)])
def test_narrow_attention_assembles(size: int, by_block: bool, ptxas: Path) -> None:
    sizes = size, size
    tiles = tiles_of(sizes, True, False, by_block, False, item_bytes=1, scaled_blocks=by_block)
    program = vars(import_module("cutedsl.ops.attention_forward.operation"))["_program"].__wrapped__
    given = "float8_e4m3fn", "bfloat16", sizes, tiles, True, False, "--target cpu", False
    report = assemble(lowered(lambda: program(*given)).ptx(), gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills == 0
    assert "serialized" not in report.log and "setmaxnreg" not in report.log


Q = torch.zeros(2, 8, 4, 64).to(F8)
STARTS = torch.tensor([0, 3, 8], dtype=torch.int32)
WRONG: list[Any] = [
    ("ops-shape", (Q, Q, Q), {"q_scale": torch.ones(3)}),
    ("ops-shape", (Q, Q, Q), {"k_scale": torch.ones(2, 4, 2)}),
    ("ops-shape", (Q, Q, Q), {"v_scale": torch.ones(2, 4, 1)}),
    ("ops-dtype", (Q, Q, Q), {"q_scale": torch.ones(4).half()}),
    ("ops-number", (Q, Q, Q), {"q_scale": -1.0}),
    ("ops-number", (Q, Q, Q), {"v_scale": float("nan")}),
    ("ops-device", (Q, Q, Q), {"q_scale": torch.ones(4, device="meta")}),
    ("ops-dtype", (Q.half(), Q.half(), Q.half()), {"q_scale": 1.0}),
    ("ops-dtype", (Q, Q.half(), Q.half()), {}),
    ("ops-dtype", (Q, Q, Q), {"out": torch.zeros(2, 8, 4, 64)}),
    ("attention-head-size", (Q.repeat(1, 1, 1, 5),) * 3, {}),
    ("attention-lengths", (Q[0], Q[0], Q[0]), {"starts_q": STARTS, "starts_k": STARTS}),
]


@pytest.mark.parametrize(("name", "given", "more"), WRONG)
def test_wrong_arguments(name: str, given: Any, more: Any) -> None:
    with pytest.raises(DSLUserCodeError) as error:
        ops.attention(*given, **more)
    assert error.value.name == name
