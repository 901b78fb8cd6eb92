"""Tests draw the same numbers in every run: a failure can be seen again."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.conftest import same_numbers

TESTS = Path(__file__).parents[1]


def test_generators_have_a_seed() -> None:
    unseeded = [
        f"{path.relative_to(TESTS)}:{node.lineno}"
        for path in sorted(TESTS.rglob("*.py"))
        if "default_rng" in (text := path.read_text())  # faster than a parse
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and not node.args and ast.unparse(node.func).endswith("default_rng")
    ]
    assert not unseeded, f"without a seed: {unseeded}"


@pytest.mark.parametrize(
    "draw", [random.random, np.random.rand, lambda: float(torch.rand(()))], ids=["python", "numpy", "torch"]
)
def test_global_generators_are_seeded_by_the_test(draw) -> None:
    same_numbers("one")
    first = draw()
    same_numbers("other")
    assert draw() != first
    same_numbers("one")
    assert draw() == first
