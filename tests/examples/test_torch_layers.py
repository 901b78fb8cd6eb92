"""Layers of `torch.nn` on the kernel library learn what torch's own learn, step by step."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.docs.programs import ROOT

EXAMPLE = ROOT / "examples" / "torch_layers.py"


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)])
def test_they_learn_as_torchs_own(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.setenv("OMP_NUM_THREADS", "1")  # its arrays are small
    command = [sys.executable, str(EXAMPLE), device]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=170, check=True)
    losses = [tuple(map(float, pair)) for pair in re.findall(r"ours (\S+)  torch (\S+)", done.stdout)]
    assert len(losses) == 7, done.stdout
    for ours, torchs in losses:
        assert ours == pytest.approx(torchs, rel=5e-2, abs=5e-3)
    assert losses[-1][1] < losses[0][1] / 100
