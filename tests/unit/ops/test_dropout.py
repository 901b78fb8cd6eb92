"""Dropout: which elements stay, by a generator that is compared with its published numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import check
from tests.products import each_value
from tests.unit.ops.philox import KNOWN, KNOWN_OF_SEVEN, philox, words_of
from tests.unit.ops.tensors import FLOATS, TARGETS, OnlyMemory, close, normal, poisoned


@pytest.mark.parametrize("known", KNOWN)
def test_the_generator_gives_the_published_words(known: Any) -> None:
    counter, key, words = known
    found = philox(counter[0] | counter[1] << 32, counter[2] | counter[3] << 32, key[0] | key[1] << 32)
    assert tuple(found.tolist()) == words
    assert tuple(philox(0, 0, 0, 7).tolist()) == KNOWN_OF_SEVEN


SHAPES = [(5, 77), (3, 1030), (2, 3, 264), (40_000,), (7, 2), ()]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("shape", "dtype"), each_value(SHAPES, FLOATS))
def test_elements_stay_where_the_generator_says(target: str, dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    x, residual = normal(shape, dtype, target).abs() + 1, normal(shape, dtype, target)
    seed, offset, p = -(2**62) + 12345, 2**40 + 7, 0.3
    stays = words_of(x.numel(), offset, seed % 2**64).reshape(shape) >= round(p * 2**32)
    wanted = torch.where(torch.from_numpy(np.asarray(stays)), x.cpu().double() / (1 - p), 0.0)
    out = poisoned(x)
    with OnlyMemory():
        assert ops.dropout(x, p, seed, offset=offset, out=out) is out
    assert torch.equal(out.cpu() != 0, torch.from_numpy(np.asarray(stays)))
    close(out, wanted)
    close(ops.dropout(x, p, seed, offset=offset, residual=residual), wanted + residual.cpu().double())


@pytest.mark.parametrize("target", TARGETS)
def test_elements_are_counted_in_their_order_however_they_lie(target: str) -> None:
    x = normal((6, 4, 10), torch.float32, target).permute(2, 0, 1)[::3] + 9
    assert torch.equal(ops.dropout(x, 0.5, 3), ops.dropout(x.contiguous(), 0.5, 3))


def test_elements_are_dropped_at_the_rate_and_independently() -> None:
    x = np.ones(1 << 16, np.float32)
    for p in (0.0, 0.1, 0.9):
        kept = ops.dropout(x, p, seed=5) != 0
        assert abs(float(kept.mean()) - (1 - p)) < 5e-3
        other = ops.dropout(x, p, seed=5, offset=1) != 0
        assert abs(float((kept & other).mean()) - (1 - p) ** 2) < 1e-2
    report = check(lambda: ops.dropout(x[:1030], 0.5, seed=5))
    assert report.clean and report.launches == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"p": 1.0}, "`p` is 1.0"),
        ({"p": -0.1}, "`p` is -0.1"),
        ({"p": float("nan")}, "`p` is nan"),
        ({"p": "x"}, "`p` is 'x'"),
        ({"seed": 1.5}, "`seed` is 1.5"),
        ({"offset": 2**63}, "`offset` is 9223372036854775808"),
    ],
)
def test_bad_numbers_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(DSLUserCodeError, match=said) as found:
        ops.dropout(**({"x": torch.ones(4), "p": 0.5, "seed": 0} | given))
    assert found.value.name == "ops-number"
