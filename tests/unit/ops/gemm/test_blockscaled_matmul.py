"""`ops.blockscaled_matmul` against float64: one product, stacks, groups of rows, odd sizes, every share of the work."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.arrays import view_of
from cutedsl.ops.gemm import blockscaled_product
from cutedsl.testing import check
from tests.products import long
from tests.unit.ops.tensors import TARGETS, OnlyMemory, close

pytestmark = pytest.mark.child

E4M3 = torch.float8_e4m3fn
ALONE = ops.GemmConfig(64, 64, 128, 3, groups=1, epilogue_stages=1)
WIDE = ops.GemmConfig(128, 192, 128, 2, epilogue_stages=1)
PAIRS = ops.GemmConfig(128, 64, 128, 2, cluster_m=2, slab_m=4, epilogue_stages=1)
SHARED = ops.GemmConfig(64, 128, 128, 3, groups=1, epilogue_stages=1, stream_k=True)
LIMIT = 1e-6
"""Of float32 results: a block of K is added up in float32 on the CPU, by the multipliers' 14 bits on a GPU."""


@pytest.fixture(autouse=True)
def _few_blocks(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """On the CPU, so that a block has several tiles."""
    if not torch.cuda.is_available():
        monkeypatch.setattr(import_module("cutedsl.utils.hardware_info"), "usable_cores", lambda: 3)


def elements(*shape: int, target: str = "cpu", dtype: torch.dtype = E4M3) -> torch.Tensor:
    """Random 8-bit floats."""
    return torch.randn(shape).to(dtype).to(target)


def scales(*shape: int, target: str = "cpu", turned: bool = False) -> torch.Tensor:
    """Scales of either sign and different size; `turned` with the axis before the last one contiguous."""
    *stack, rows, columns = shape
    made = torch.randn(*stack, columns, rows).mT if turned else torch.randn(shape)
    return (made * 4).to(target)


def blocks(extent: int) -> int:
    return -(-extent // 128)


def exactly(a: torch.Tensor, b: torch.Tensor, scale_a: torch.Tensor, scale_b: torch.Tensor) -> torch.Tensor:
    """The product in float64."""
    k, n = b.shape[-2:]
    wide_a = a.double() * scale_a.double().repeat_interleave(128, -1)[..., :k]
    wide_b = scale_b.double().repeat_interleave(128, -2)[..., :k, :].repeat_interleave(128, -1)[..., :n]
    return wide_a @ (b.double() * wide_b)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("config", "shape"),
    [
        (None, (200, 264, 400)),
        long(None, (3, 16, 128)),
        long(ALONE, (70, 136, 272)),
        (WIDE, (130, 520, 144)),
        (PAIRS, (200, 136, 272)),
        (SHARED, (70, 264, 1040)),
    ],
    ids=["chosen", "small", "64x64", "128x192", "clusters", "stream-K"],
)
def test_a_product_is_within_its_bound(target: str, config: ops.GemmConfig | None, shape: tuple[int, int, int]) -> None:
    m, n, k = shape
    a, b = elements(m, k, target=target), elements(n, k, target=target).T
    scale_a, scale_b = scales(m, blocks(k), target=target, turned=True), scales(blocks(k), blocks(n), target=target)
    with OnlyMemory():
        found = ops.blockscaled_matmul(a, b, scale_a, scale_b, out_dtype=torch.float32, config=config)
    close(found, exactly(a, b, scale_a, scale_b), LIMIT if target == "cpu" else 2e-3)


def test_a_stack_of_another_type() -> None:
    a, b = (elements(*shape, dtype=torch.float8_e5m2) for shape in ((2, 20, 160), (2, 24, 160)))
    scale_a, scale_b = scales(2, 20, 2), scales(2, 2, 1)
    out = torch.full((2, 20, 24), float("nan"), dtype=torch.bfloat16)
    assert ops.blockscaled_matmul(a, b.mT, scale_a, scale_b, out) is out
    close(out, exactly(a, b.mT, scale_a, scale_b))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("config", [None, ALONE], ids=["chosen", "64x64"])
def test_groups_of_rows_are_multiplied(target: str, config: ops.GemmConfig | None) -> None:
    """Rows after the last group are not written."""
    ends = torch.tensor([3, 3, 100, 141], dtype=torch.int32, device=target)
    a, b = elements(150, 272, target=target), elements(4, 136, 272, target=target).mT
    scale_a, scale_b = scales(150, 3, target=target), scales(4, 3, 2, target=target)
    out = torch.full((150, 136), 7.0, device=target)
    ops.blockscaled_matmul(a, b, scale_a, scale_b, out, ends=ends, config=config)
    starts = [0, *ends.tolist()]
    for group, (i, j) in enumerate(zip(starts, ends.tolist(), strict=False)):
        if i < j:
            wanted = exactly(a[i:j], b[group], scale_a[i:j], scale_b[group])
            close(out[i:j], wanted, LIMIT if target == "cpu" else 2e-3)
    assert (out[141:] == 7).all()


@pytest.mark.parametrize("target", TARGETS)
def test_first_rows_of_each_group(target: str) -> None:
    """What lies after a group's rows, also a count beyond them, is nobody's."""
    counts = torch.tensor([0, 140, 3, 999, 65], dtype=torch.int32, device=target)
    a, b = elements(5, 140, 144, target=target), elements(5, 72, 144, target=target).mT
    scale_a, scale_b = scales(5, 140, 2, target=target, turned=True), scales(5, 2, 1, target=target)
    out = torch.full((5, 140, 72), 7.0, device=target)
    ops.blockscaled_matmul(a, b, scale_a, scale_b, out, counts=counts)
    for group, count in enumerate([0, 140, 3, 140, 65]):
        if count:
            wanted = exactly(a[group, :count], b[group], scale_a[group, :count], scale_b[group])
            close(out[group, :count], wanted, LIMIT if target == "cpu" else 2e-3)
        assert (out[group, count:] == 7).all()


def test_one_program_for_many_m() -> None:
    """Of one way to cut them: sizes are no part of a program."""
    b, scale_b = elements(24, 144).T, scales(2, 1)
    blockscaled_product._PROGRAMS.clear()
    for m in (1, 7, 64, 130, 300):
        ops.blockscaled_matmul(elements(m, 144), b, scales(m, 2), scale_b, config=ALONE)
    assert len(blockscaled_product._PROGRAMS) == 1


def test_ways_are_few_and_fit_the_rows() -> None:
    """On 132 multiprocessors; whatever M is, one of six tiles, shared along K or not."""
    chosen = {m: way(m, 7168, 16384) for m in (1, 64, 128, 200, 1000, 4096)}
    assert [chosen[m].tile_m for m in (1, 64, 1000, 4096)] == [64, 64, 128, 128]
    assert chosen[64].stream_k
    assert not way(1000, 32768, 512).stream_k  # a tile has four blocks of K, and handing sums over takes longer
    assert (way(128, 2112, 7168).tile_m, way(128, 2112, 7168).tile_n) == (64, 64)
    every = {replace(way(m, n, k), stream_k=False) for m in range(1, 5000, 37) for n, k in ((2112, 7168), (7168, 2048))}
    assert every <= set(blockscaled_product._STEP_US)


def way(m: int, n: int, k: int) -> ops.GemmConfig:
    out = view_of("out", torch.empty(m, n, dtype=torch.bfloat16))
    return blockscaled_product._config_for(out, k, None, False, 132)


@pytest.mark.parametrize("form", ["one", "counts", long("ends")])
def test_checked_runs_are_clean(form: str) -> None:
    a, b = elements(70, 144), elements(72, 144).T
    given: dict[str, Any] = {"scale_a": scales(70, 2), "scale_b": scales(2, 1)}
    given["config"] = SHARED if form == "one" else ALONE
    if form != "one":
        stacked = form == "counts"
        a, b, given["scale_b"] = (a[None] if stacked else a), b[None], given["scale_b"][None]
        given["scale_a"] = given["scale_a"][None] if stacked else given["scale_a"]
        given[form] = torch.tensor([66], dtype=torch.int32)
    report = check(lambda: ops.blockscaled_matmul(a, b, **given))
    assert report.launches > 0
    assert report.clean, report


A, B, SA, SB = elements(20, 256), elements(24, 256).T, scales(20, 2), scales(2, 1)
COUNT = torch.tensor([20], dtype=torch.int32)
REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "scales of rows": ({"scale_a": scales(20, 1)}, "ops-shape", "`scale_a` has the shape"),
    "scales turned": ({"scale_b": scales(1, 2)}, "ops-shape", "`scale_b` has the shape"),
    "another type": ({"a": A.float()}, "ops-dtype", "`a` holds float32"),
    "half scales": ({"scale_a": SA.half()}, "ops-dtype", "`scale_a` holds float16"),
    "two types": ({"a": A.to(torch.float8_e5m2)}, "ops-dtype", "`b` holds float8_e4m3fn"),
    "N contiguous": ({"b": elements(256, 24)}, "ops-shape", "K is contiguous"),
    "both": ({"ends": COUNT, "counts": COUNT}, "ops-shape", "both given"),
    "one matrix for groups": ({"ends": COUNT}, "ops-shape", r"they are \(M,K\) and \(G,K,N\)"),
    "many runs": ({"config": ops.GemmConfig(128, 176, 128, 3)}, "gemm-config", "blocks of 128"),
    "another step": ({"config": ops.GemmConfig()}, "gemm-config", "blocks of 128"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_arguments_are_refused(name: str) -> None:
    given, code, said = REFUSED[name]
    with pytest.raises(DSLUserCodeError, match=said) as found:
        ops.blockscaled_matmul(**{"a": A, "b": B, "scale_a": SA, "scale_b": SB, **given})
    assert found.value.name == code
