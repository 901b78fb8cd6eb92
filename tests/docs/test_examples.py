"""Every program in examples/ runs to its end, and every kernel of them on the CPU."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.programs import ROOT, run
from tests.examples import (
    test_attention_ladder,
    test_backward_ladder,
    test_blackwell_ladder,
    test_decode_ladder,
    test_softmax_ladder,
    test_torch_layers,
)
from tests.examples.kernels import SAID, defined, with_kernels

CHECKS = {test_torch_layers.EXAMPLE: test_torch_layers.check_printed}
"""What an example prints is looked at here, where it runs anyway."""
EXAMPLES = sorted(path for folder in (".", "gemm", "softmax") for path in (ROOT / "examples" / folder).glob("*.py"))

TEMPLATE = ROOT / "examples" / "ci" / "kernels" / "softmax.py"
"""Its repository's workflow runs in `tests/packages/test_ci.py`."""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_each_example_runs(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_TARGET", "cpu")
    done = run(["-m", "tests.examples.kernels", str(example)])
    assert done.returncode == 0, done.stdout
    assert defined(example) <= set(done.stdout.rpartition(SAID)[2].split())
    if example in CHECKS:
        CHECKS[example](done.stdout)


def test_the_other_files_with_kernels_are_rungs_of_ladders() -> None:
    """Their tests run each rung's kernel."""
    modules = (
        test_attention_ladder,
        test_backward_ladder,
        test_blackwell_ladder,
        test_decode_ladder,
        test_softmax_ladder,
    )
    tested = {*EXAMPLES, *(rung for module in modules for rung in module.LADDER), TEMPLATE}
    assert len(with_kernels()) > 20
    assert with_kernels() <= tested
