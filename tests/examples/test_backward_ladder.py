"""The ladder of gradients of attention: each rung is right on both targets, and clean under the checker."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.testing import checking
from tests.examples.kernels import defined, ran
from tests.kernels.arrays import TARGETS, Arrays, relative_error
from tests.products import long

LADDER = sorted((Path(__file__).parents[2] / "examples" / "backward").glob("*.py"))
CHECKED = ("2_one_pass", "5_roles")
"""Rungs that CI runs checked: the first one with atomics, and the last."""


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
def test_each_rung_is_right(target: str, path: Path) -> None:
    arrays = Arrays(target)
    heads, queries, keys, size = (2, 192, 256, 64) if int(path.name[0]) > 2 else (1, 40, 50, 16)
    rng = np.random.default_rng(0)
    shapes = [(heads, n, size) for n in (queries, keys, keys, queries)]
    q, k, v, g = (rng.standard_normal(shape).astype(np.float16) for shape in shapes)
    a, b, c, d = (x.astype(np.float64) for x in (q, k, v, g))
    scores = 0.2 * a @ b.transpose(0, 2, 1)
    lse = np.log(np.exp(scores).sum(-1))
    powers = np.exp(scores - lse[..., None])
    out = (powers @ c).astype(np.float16)
    slopes = powers * (d @ c.transpose(0, 2, 1) - (d * out).sum(-1, keepdims=True))
    exact = 0.2 * slopes @ b, 0.2 * slopes.transpose(0, 2, 1) @ a, powers.transpose(0, 2, 1) @ d
    found = [arrays.put(np.zeros(q.shape, np.float32)), *(arrays.poisoned(k.shape, np.float32) for _ in "kv")]
    given = [
        *map(arrays.put, (q, k, v, out, g, lse.astype(np.float32))),
        arrays.poisoned(lse.shape, np.float32),
        *found,
    ]
    with ran() as kernels:
        runpy.run_path(str(path))["backward"](*(cute.runtime.from_dlpack(x, assumed_align=16) for x in given), 0.2)
    assert target != "cpu" or {name.removesuffix("_Float16") for name in kernels} == defined(path)
    for mine, theirs in zip(found, exact, strict=True):
        assert relative_error(arrays.get(mine), theirs) < 2e-3


@pytest.mark.child
@pytest.mark.parametrize("path", [path if path.stem in CHECKED else long(path) for path in LADDER])
def test_each_rung_is_clean_under_the_checker(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_TARGET", "cpu")
    with checking() as report:
        runpy.run_path(str(path))["main"]()
    assert report.clean and report.launches == 2
