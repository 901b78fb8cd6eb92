"""Layers of `torch.nn` on the kernel library learn what torch's own learn, step by step.

On the CPU the losses are those that the example prints where `tests/docs/test_examples.py` runs it.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Sequence

import pytest

from tests.docs.programs import ROOT

torch = pytest.importorskip("torch")
EXAMPLE = ROOT / "examples" / "torch_layers.py"
_PRINTED = re.compile(r"^(?:step +\d+|last): +ours ([\d.]+) +torch ([\d.]+)$", re.MULTILINE)


def check_losses(ours: Sequence[float], torchs: Sequence[float]) -> None:
    """Raises `AssertionError` where a model has not learnt, or the two have not learnt the same."""
    assert torchs[-1] < torchs[0] / 3
    torch.testing.assert_close(torch.tensor(ours), torch.tensor(torchs), rtol=5e-2, atol=5e-3)


def check_printed(text: str) -> None:
    """`check_losses` of what the example printed."""
    rows = [(float(ours), float(torchs)) for ours, torchs in _PRINTED.findall(text)]
    assert len(rows) == 11
    check_losses(*zip(*rows, strict=True))


@pytest.mark.gpu
def test_they_learn_as_torchs_own_on_a_gpu() -> None:
    spec = importlib.util.spec_from_file_location("torch_layers", EXAMPLE)
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    check_losses(example.train(True, "cuda", 40), example.train(False, "cuda", 40))


@pytest.mark.parametrize(
    "printed",
    ["", "step   0: ours 2.0 torch 2.0\n" * 11, "step   0: ours 2.0 torch 2.0\n" * 10 + "last: ours 0.4 torch 0.1"],
)
def test_other_losses_are_refused(printed: str) -> None:
    with pytest.raises(AssertionError):
        check_printed(printed)
