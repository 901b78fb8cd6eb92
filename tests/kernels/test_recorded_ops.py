"""The CPU's results of every op of the arch tables against what a GPU gave, as `recorded_ops.json` keeps it.

A new case is recorded by `python -m tests.kernels.recorded_ops tests/kernels/recorded_ops.json --missing` on a GPU.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from cutedsl.arch.atoms.copy import COPY_ATOMS
from cutedsl.arch.atoms.mma import MMA_ATOMS
from tests.kernels.recorded_ops import RECORD, Case, cases, digest, result, sample, waiting

CASES = cases()
KEPT = json.loads(RECORD.read_text())["results"]


def test_the_record_has_every_case() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
    assert sorted(KEPT) == sorted(names), f"these wait for a GPU: {', '.join(waiting())}"
    assert not [name for name, kept in KEPT.items() if isinstance(kept, dict)]


def marks(number: int, case: Case) -> Any:
    """Tiles with a swizzle are read as they lie, which is a finding in checked runs."""
    plain = case.name.startswith("tile") and "swizzle" in case.name and "swizzle 0" not in case.name
    found = [pytest.mark.cutedsl_unchecked] if plain else []
    return pytest.param(case, id=case.name, marks=[*found, pytest.mark.long] if number % 2 else found)


@pytest.mark.parametrize("case", [marks(number, case) for number, case in enumerate(CASES)])
def test_the_cpu_gives_what_the_gpu_gave(case: Case) -> None:
    found = result(case, "cpu")
    if case.want is not None:
        want = case.want()
        assert np.all(np.abs(found - want) <= case.bound * np.abs(want).max()) if case.bound else (found == want).all()
    if not case.bound:
        assert digest(found) == KEPT[case.name]
    else:
        kept = np.array(KEPT[case.name])
        scale = np.abs(kept) if case.each else np.abs(found).max()
        assert np.all(np.abs(np.array(sample(found)) - kept) <= case.bound * scale)


def test_every_copy_atom_and_multiply_of_the_tables_is_a_case() -> None:
    """The tables' names, in the cases' names or in what a case of several covers."""
    names = {case.name for case in CASES}
    said = " ".join(names)
    missing = [name for name in COPY_ATOMS if name.startswith("cp.async") and name not in said]
    missing += [name for name in MMA_ATOMS if f"mma {name}" not in names and "satfinite" not in name]
    for kind in ("ldmatrix", "stmatrix"):
        for count in (1, 2, 4):
            missing += [name for name in (f"{kind} x{count}", f"{kind} x{count} transposed") if name not in names]
    assert not missing
