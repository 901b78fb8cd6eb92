"""The programs of blackwell_uses.py are right and clean on the CPU, and assemble for a GPU of sm_100a."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cutedsl import cute
from cutedsl.arch.targets import target
from cutedsl.checker import check
from cutedsl.codegen.nvptx import assemble
from tests.docs import blackwell_uses as uses
from tests.lowered import lowered


def operands() -> tuple[Any, ...]:
    rng = np.random.default_rng(0)
    a, b = (rng.integers(-3, 4, (rows, 3 * uses.K)).astype(np.float16) for rows in (uses.M, uses.N))
    return a, b, np.full((uses.M, uses.N), np.nan, np.float32), np.full(uses.M, np.nan, np.float32)


@pytest.mark.parametrize("program", [uses.with_stored_operands, uses.with_shared_operands], ids=lambda f: f.__name__)
def test_a_program_is_right_clean_and_assembles(program: Any, monkeypatch: pytest.MonkeyPatch, ptxas: Any) -> None:
    monkeypatch.setenv("CUTEDSL_TARGET", "cpu")
    monkeypatch.setenv("CUTEDSL_ARCH", "sm_100a")
    a, b, d, row_sums = operands()
    kept = (a, b, d, row_sums) if program is uses.with_shared_operands else (a, b, d)
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in kept]
    assert not check(program, *given).findings
    assert np.array_equal(d, a.astype(np.float32) @ b.astype(np.float32).T)
    if program is uses.with_shared_operands:
        assert np.array_equal(row_sums, a.astype(np.float32).sum(1))
    ptx = lowered(lambda: program(*given), "sm_100a").ptx()
    assert assemble(ptx, target("sm_100a"), ptxas=str(ptxas)).spills == 0
