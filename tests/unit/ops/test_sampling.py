"""Sampling of tokens: who may be drawn, by which draw, and how often."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import check
from tests.products import each_pair
from tests.unit.ops.philox import philox
from tests.unit.ops.tensors import FLOATS, TARGETS, OnlyMemory, normal


def likelihoods(row: np.ndarray, temperature: float, top_k: int | None, top_p: float | None) -> np.ndarray:
    """Of each element before limits, and 0 for what may not be drawn, in float64."""
    if temperature == 0:
        return (np.arange(len(row)) == row.argmax()).astype(float)
    found = np.exp((row - row.max()) / temperature)
    ordered = np.sort(found)[::-1]
    if top_k is not None:
        found = np.where(found >= ordered[min(top_k, len(row)) - 1], found, 0.0)
    if top_p is not None:
        ordered = np.sort(found)[::-1]
        reached = int(np.searchsorted(ordered.cumsum(), top_p * ordered.sum() * (1 - 1e-7)))
        found = np.where(found >= ordered[min(reached, len(row) - 1)], found, 0.0)
    return found


def check_tokens(x: torch.Tensor, tokens: torch.Tensor, seed: int, **settings: Any) -> None:
    """Each token has the largest rate, or all but."""
    for r, row in enumerate(x.double().cpu().reshape(-1, x.shape[-1]).numpy()):
        own: dict[str, Any] = dict(settings)
        own |= {name: value[r].item() for name, value in settings.items() if isinstance(value, torch.Tensor)}
        chances = likelihoods(row, own.get("temperature", 1.0), own.get("top_k"), own.get("top_p"))
        words = philox(np.arange(-(-len(row) // 4)) + (r << 32), 5, seed).reshape(-1)[: len(row)]
        rates = chances / -np.log1p(-(words.astype(np.float64) + 0.5) / 2**32)
        token = int(tokens.reshape(-1)[r])
        assert chances[token] > 0
        assert rates[token] >= rates.max() * (1 - 1e-3)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("shape", "settings", "dtype"),
    each_pair(
        [(2, 3, 5), (7, 77), (4, 1030), (2, 20_000), (1, 1)],
        [{}, {"top_k": 7}, {"top_p": 0.6}, {"top_k": 40, "top_p": 0.8, "temperature": 2.5}],
        FLOATS,
    ),
)
def test_tokens_are_those_of_the_reference(
    target: str, dtype: torch.dtype, shape: tuple[int, ...], settings: dict[str, Any]
) -> None:
    x = normal(shape, dtype, target, 3)
    out = torch.full(shape[:-1], -7, device=target)
    with OnlyMemory():
        assert ops.sample(x, 11, offset=5, out=out, **settings) is out
    check_tokens(x, out, 11, **settings)


@pytest.mark.parametrize("target", TARGETS)
def test_settings_of_each_row_and_strides(target: str) -> None:
    x = normal((300, 6), torch.float32, target, 2).T
    settings = {
        "temperature": torch.tensor([0.0, 0.5, 1.0, 2.0, 0.0, 9.0], device=target),
        "top_k": torch.tensor([3, 1, 1000, 5, 300, 2], device=target),
        "top_p": torch.tensor([0.5, 0.9, 1.0, 1e-9, 0.3, 0.7], device=target),
    }
    tokens = ops.sample(x, 3, offset=5, **settings)
    check_tokens(x, tokens, 3, **settings)
    assert tokens[[0, 1, 4]].tolist() == x.argmax(-1)[[0, 1, 4]].tolist()


@pytest.mark.gpu
@pytest.mark.parametrize("columns", [32_000, 128_256, 151_936, 262_144])
def test_vocabularies_of_any_size_are_taken(columns: int) -> None:
    x = normal((5, columns), torch.bfloat16, "cuda", 3)
    for settings in ({}, {"top_k": 50, "top_p": 0.9}):
        check_tokens(x, ops.sample(x, 1, offset=5, **settings), 1, **settings)


def test_tokens_come_as_often_as_they_are_likely() -> None:
    """With rows alike, tokens come as often as they are likely; other offsets and seeds draw anew."""
    x = np.tile(np.log(np.array([1, 2, 3, 4, 6], np.float32)), (4096, 1))
    found = ops.sample(x, 1)
    assert np.abs(np.bincount(found, minlength=5) / 4096 - np.array([1, 2, 3, 4, 6]) / 16).max() < 0.03
    assert (ops.sample(x, 1) == found).all()
    for other in (ops.sample(x, 2), ops.sample(x, 1, offset=1)):
        assert abs(float((other == found).mean()) - 66 / 256) < 0.04
    kept = ops.sample(x, 1, top_p=0.6)
    assert set(kept.tolist()) == {3, 4}
    report = check(lambda: ops.sample(x[:3], 1, top_k=2, top_p=0.6))
    assert report.clean and report.launches == 1


def test_rows_without_a_largest_finite_logit() -> None:
    x = torch.zeros(5, 40)
    x[0, 3], x[1, 4], x[2] = float("nan"), float("inf"), -float("inf")
    x[3, :39] = -float("inf")
    assert ops.sample(x, 1, top_p=0.5).tolist()[:4] == [-1, -1, -1, 39]
    assert 0 <= int(ops.sample(x, 1)[4]) < 40


REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "no tokens": ({"top_k": 0}, "ops-number", "`top_k` is 0"),
    "half a token": ({"top_k": 1.5}, "ops-number", "`top_k` is 1.5"),
    "a negative temperature": ({"temperature": -1}, "ops-number", "`temperature` is -1"),
    "another count of rows": ({"top_p": torch.ones(3)}, "ops-shape", "`top_p`"),
    "settings of another type": ({"top_k": torch.ones(2)}, "ops-dtype", "`top_k` holds float32"),
    "no columns": ({"logits": torch.ones(2, 0)}, "ops-shape", "`logits`"),
    "a seed": ({"seed": "a"}, "ops-number", "`seed` is 'a'"),
    "a long seed": ({"seed": 2**64}, "ops-number", r"from -2\*\*63 to"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_arguments_are_refused(name: str) -> None:
    given, error, said = REFUSED[name]
    with pytest.raises(DSLUserCodeError, match=said) as found:
        ops.sample(**({"logits": torch.ones(2, 5), "seed": 1} | given))
    assert found.value.name == error
