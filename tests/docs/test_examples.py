"""Every program in examples/ runs to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.programs import ROOT, run

EXAMPLES = sorted([*(ROOT / "examples").glob("*.py"), *(ROOT / "examples" / "gemm").glob("*.py")])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_example_runs(example: Path) -> None:
    done = run([str(example)])
    assert done.returncode == 0, done.stdout
