"""The CPU's results of every op of the arch tables against what a GPU gave, as `recorded_ops.json` keeps it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.kernels.recorded_ops import RECORD, Case, cases, digest, result, sample

CASES = cases()
KEPT = json.loads(RECORD.read_text())["results"]


def test_the_record_has_every_case() -> None:
    assert sorted(KEPT) == sorted(case.name for case in CASES)
    assert not [name for name, kept in KEPT.items() if isinstance(kept, dict)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_cpu_gives_what_the_gpu_gave(case: Case) -> None:
    found = result(case, "cpu")
    if not case.bound:
        assert digest(found) == KEPT[case.name]
        return
    kept = np.array(KEPT[case.name])
    scale = np.abs(kept) if case.each else np.abs(found).max()
    assert np.all(np.abs(np.array(sample(found)) - kept) <= case.bound * scale)
