"""`python -m benchmarks.compatibility blackwell`: its verdict on programs that are right, wrong, or do not compile."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.compatibility.blackwell import EXAMPLES, Example, examples, totals, try_examples
from cutedsl.codegen.nvptx.tools.ptxas import find_ptxas

PROGRAM = """
import sys
import numpy as np
import cutlass
import cutlass.cute as cute

@cute.kernel
def add(x: cute.Tensor, n: cutlass.Constexpr):
    i = cute.arch.thread_idx()[0]
    x[i] = x[i] + {value}

@cute.jit
def launch(x: cute.Tensor, n: cutlass.Constexpr):
    add(x, n).launch(grid=[1, 1, 1], block=[32, 1, 1])

x = np.zeros(32, np.float32)
launch(x, 32)
assert (x == 1).all(), x
print("{word}")
if __name__ == "__main__" and "PASS" == "{wanted}":
    pass
"""


def _tried(folder: Path, value: str, word: str) -> Example:
    place = folder / EXAMPLES / "program.py"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(PROGRAM.format(value=value, word=word, wanted="PASS"), encoding="utf-8")
    row = Example("program.py", "--size 1", "sm_100a", "no", "no", "")
    return try_examples(folder, [row], jobs=1, limit_s=100, only_ptx=False)[0]


@pytest.mark.skipif(find_ptxas() is None, reason="needs ptxas")
@pytest.mark.parametrize(
    ("value", "word", "ptx", "cpu", "cause"),
    [
        ("1", "PASS", "yes", "yes", ""),
        ("1", "done", "yes", "no", "did not print PASS"),
        ("2", "PASS", "yes", "no", "AssertionError"),
        ("nothing", "PASS", "no", "no", "undefined-name"),
    ],
)
def test_each_outcome_has_its_cause(tmp_path: Path, value: str, word: str, ptx: str, cpu: str, cause: str) -> None:
    found = _tried(tmp_path, value, word)
    assert (found.ptx, found.cpu) == (ptx, cpu), found.cause
    assert found.cause.startswith(cause) and bool(found.cause) == bool(cause)


def test_the_totals_leave_out_the_cpu_of_programs_for_several_gpus() -> None:
    rows = [row for row in examples() if not row.program.startswith("experimental/primitives/")]
    assert len(rows) == 65
    assert totals(rows).endswith(f"{sum(row.cpu == 'yes' for row in rows)} of 55 are right")


def test_primitives_are_counted_apart() -> None:
    both = totals(examples()).splitlines()
    assert [line.partition(":")[0] for line in both] == ["examples", "primitives"]
    assert " of 65 compile" in both[0] and " of 25 compile" in both[1]
