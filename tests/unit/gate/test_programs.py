"""Programs that deceive are caught, and right ones pass. CI judges some of each kind, `make test-long` all of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cutedsl.gate import Gate, judge
from cutedsl.gate.processes import Spawner
from tests.products import long
from tests.unit.gate.cheats import (
    answers,
    between_calls,
    branches,
    caches,
    callers,
    great_sizes,
    harness,
    integers,
    later,
    magnitudes,
    moved_by_torch,
    process_state,
    reported_lately,
    shortcuts,
    unseen,
)
from tests.unit.gate.program import HONEST, MODEL, REFERENCE, Cheat
from tests.unit.gate.right import RIGHT, Right
from tests.unit.gate.right_authors import MORE
from tests.unit.gate.right_forms import FORMS
from tests.unit.gate.right_integers import INTEGERS
from tests.unit.gate.right_kernels import KERNELS
from tests.unit.gate.right_odd import ODD
from tests.unit.gate.right_styles import STYLES

KINDS = (
    between_calls,
    answers,
    caches,
    later,
    harness,
    unseen,
    branches,
    shortcuts,
    callers,
    reported_lately,
    integers,
    process_state,
    moved_by_torch,
    great_sizes,
)
EVERYWHERE = (*magnitudes.CHEATS, *integers.BETWEEN)
"""Caught at sizes, layouts and values of their own: every case is tried."""
CHEATS = (*(cheat for kind in KINDS for cheat in kind.CHEATS), *EVERYWHERE)
EVERY_RIGHT = (*RIGHT, *STYLES, *FORMS, *KERNELS, *MORE, *ODD, *INTEGERS)
SEED = 8
"""With which the case `again` is called 256 times, and not the 512 of the worst seed."""
EVERY = 11


def some(programs: Sequence[Any]) -> list[Any]:
    """All programs, most of them marked `long`."""
    return [one if number % EVERY == 0 else long(one) for number, one in enumerate(programs)]


@pytest.mark.parametrize("cheat", some(CHEATS), ids=lambda cheat: cheat.name)
def test_each_cheat_is_caught(cheat: Cheat, spawner: Spawner, tmp_path: Path) -> None:
    candidate, reference = tmp_path / f"{cheat.name}.py", tmp_path / "reference.py"
    candidate.write_text(cheat.text, encoding="utf-8")
    reference.write_text(cheat.reference, encoding="utf-8")
    cases = () if cheat in EVERYWHERE else ("regular", "again", "actual", "scaled", "weights", "constants")
    verdict = judge(Gate(candidate, reference, seed=SEED, cases=cases), spawner)
    assert {one.check for one in verdict.failures} & set(cheat.checks), verdict.text()


@pytest.mark.parametrize("right", some(EVERY_RIGHT), ids=lambda right: right.name)
def test_each_honest_program_passes(right: Right, spawner: Spawner, tmp_path: Path) -> None:
    candidate, reference = tmp_path / f"{right.name}.py", tmp_path / "reference.py"
    candidate.write_text(right.text, encoding="utf-8")
    reference.write_text(right.reference, encoding="utf-8")
    verdict = judge(Gate(candidate, reference, seed=SEED, budget_s=60), spawner)
    assert verdict.passed, verdict.text()
    assert verdict.kernels
    assert not verdict.not_tried


def test_names_are_unique() -> None:
    assert len({one.name for one in CHEATS}) == len(CHEATS) >= 260
    assert all(one.source.startswith("https://") for one in CHEATS)
    assert len({one.name for one in EVERY_RIGHT}) == len(EVERY_RIGHT) >= 50


def test_ci_judges_cheats_of_each_kind_and_for_each_check() -> None:
    judged = CHEATS[::EVERY]
    assert all(set(kind.CHEATS) & set(judged) for kind in (*KINDS, magnitudes))
    every = {check for cheat in CHEATS for check in cheat.checks}
    assert {check for cheat in judged for check in cheat.checks} == every - {"time"}  # of which there is one alone


def test_sizes_that_are_only_recorded_are_said(spawner: Spawner, tmp_path: Path) -> None:
    candidate, reference = tmp_path / "candidate.py", tmp_path / "reference.py"
    candidate.write_text(HONEST + MODEL, encoding="utf-8")
    costly = REFERENCE.replace("M = 1024", "M = 8192").replace("* 3.0", "* 3.0 + (a @ b.T)[:0].sum()")
    reference.write_text(costly, encoding="utf-8")
    verdict = judge(Gate(candidate, reference, seed=SEED, cases=("regular", "actual")), spawner)
    assert verdict.passed, verdict.text()
    assert verdict.not_tried == ["actual/normal"]
