"""Decoding against latents, on torch tensors and NumPy arrays, against float64."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import checking
from tests.products import long
from tests.unit.ops.decode.test_attention_decode import BF16, check, gpu_only, int32, ints, reference, zeros
from tests.unit.ops.tensors import TARGETS, normal

NAN, SCALE = float("nan"), 576**-0.5


def latents(lengths: list[int], page: int, target: str) -> tuple[torch.Tensor, torch.Tensor | None, list[torch.Tensor]]:
    """A cache that is NaN where no key lies, its table unless `page` is 0, and the keys of each sequence.

    Pages are dealt out at random; places of the table that no key needs hold -1.
    """
    keys = [normal((n, 576), BF16, "cpu") for n in lengths]
    size = page or max(lengths) + 3
    counts = [-(-n // size) if page else 1 for n in lengths]
    order = iter(torch.randperm(sum(counts) + 2).tolist() if page else range(len(lengths)))
    cache = torch.full((sum(counts) + 2 * bool(page), size, 576), NAN, dtype=BF16)
    table = torch.full((len(lengths), max(counts) + 1), -1)
    for at, (rows, count) in enumerate(zip(keys, counts, strict=True)):
        for number in range(count):
            table[at, number] = own = next(order)
            part = rows[number * size : (number + 1) * size]
            cache[own, : len(part)] = part
    return cache.to(target), int32(table.tolist(), target) if page else None, keys


def check_latents(target: str, queries: int, heads: int, page: int, lengths: list[int], step: int = 1) -> None:
    """One decode; `step` is how far apart heads lie."""
    cache, table, keys = latents(lengths, page, target)
    q = normal((len(lengths), queries, heads * step, 576), BF16, target)[:, :, ::step]
    given: dict[str, Any] = {"page_table": table, "scale": SCALE, "return_lse": True}
    found = ops.latent_attention_decode(q, cache, int32(lengths, target), **given)
    rows = [x[:, None] for x in keys]
    check(found, reference(q, rows, [x[..., :512] for x in rows]))


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("queries", "heads", "page", "lengths"),
    [
        long(1, 16, 0, [200, 0, 65]),
        (3, 5, 0, [2, 300, 64]),
        (1, 128, 0, [200, 66]),
        (2, 64, 16, [130, 0, 65, 2]),
        (1, 64, 17, [300, 0, 65, 1]),
        long(2, 5, 16, [850, 0, 33]),
        (1, 5, 48, [200, 49, 0]),
        gpu_only(2, 64, 64, [4000, 0, 65, 64]),
    ],
)
def test_pages_lengths_and_rows(target: str, queries: int, heads: int, page: int, lengths: list[int]) -> None:
    """Tiles are copied whole, in boxes, or row by row; a sequence may lie in one block's share or in several."""
    check_latents(target, queries, heads, page, lengths)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_heads_may_lie_apart(target: str) -> None:
    """The kernel reads heads any stride apart; queries that lie otherwise are copied first."""
    check_latents(target, 2, 5, 0, [70, 130], step=2)
    cache, _, keys = latents([70], 0, target)
    q = normal((1, 2, 7, 576), BF16, target)[:, :, 1:6]
    found = ops.latent_attention_decode(q, cache, int32([70], target), scale=SCALE, return_lse=True)
    check(found, reference(q, [keys[0][:, None]], [keys[0][:, None, :512]]))


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_queries_of_one_head_may_lie_apart(target: str) -> None:
    """The stride of one head leads nowhere; the rows of its queries lie the stride of queries apart."""
    check_latents(target, 3, 1, 0, [70, 2])
    check_latents(target, 3, 1, 0, [70, 2], step=2)


@pytest.mark.parametrize("blocks", [9, 30, 140])
def test_many_blocks_share_a_sequence(blocks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their parts are joined by 4 and 8 lanes, and by 32 that take more than one round."""
    monkeypatch.setattr(import_module("cutedsl.ops.decode.latent_decode"), "blocks_of", lambda _: blocks)
    check_latents("cpu", 1, 5, 0, [64 * blocks + 20 + blocks, 3])


@pytest.mark.parametrize(("heads", "page"), [(16, 0), long(16, 3), (128, 16)])
def test_a_checked_run_of_latents_finds_nothing(heads: int, page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two blocks, which share a sequence; one fills a stage of its ring for the second time.

    Lanes copy the rows of pages of 3. With 128 heads the blocks are a cluster, and two groups take scores in turns.
    """
    module = import_module("cutedsl.ops.decode.latent_decode")
    monkeypatch.setattr(module, "blocks_of", lambda _: 2)
    program = vars(module)["_program"]
    program.cache_clear()
    with checking() as report:
        check_latents("cpu", 1, heads, page, [200, 65])
    program.cache_clear()
    assert report.clean and report.launches


LATENTS = zeros(1, 32, 576)
WRONG_LATENTS: list[Any] = [
    ("ops-shape", (zeros(3, 576), LATENTS), {"scale": 1.0}),
    ("ops-shape", (zeros(1, 3, 576), LATENTS[None]), {"scale": 1.0}),
    ("attention-head-size", (zeros(1, 3, 512), LATENTS), {"scale": 1.0}),
    ("attention-scale", (zeros(1, 3, 576), LATENTS), {"scale": 0.0}),
    ("attention-cache", (zeros(2, 3, 576), LATENTS), {"scale": 1.0}),
    ("attention-cache", (zeros(1, 3, 576), LATENTS, ints(33)), {"scale": 1.0}),
    ("ops-shape", (zeros(1, 3, 576), LATENTS), {"scale": 1.0, "out": zeros(1, 3, 576)}),
]


@pytest.mark.parametrize(("name", "given", "named"), WRONG_LATENTS)
def test_wrong_latents_are_refused(name: str, given: Any, named: Any) -> None:
    with pytest.raises(DSLUserCodeError) as error:
        ops.latent_attention_decode(*given, **named)
    assert error.value.name == name
