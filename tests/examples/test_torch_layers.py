"""Layers of `torch.nn` on the kernel library learn what torch's own learn, step by step."""

from __future__ import annotations

import importlib.util

import pytest

from tests.docs.programs import ROOT

torch = pytest.importorskip("torch")


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)])
def test_they_learn_as_torchs_own(device: str) -> None:
    spec = importlib.util.spec_from_file_location("torch_layers", ROOT / "examples" / "torch_layers.py")
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    ours, torchs = example.train(True, device, 40), example.train(False, device, 40)
    assert torchs[-1] < torchs[0] / 3
    torch.testing.assert_close(torch.tensor(ours), torch.tensor(torchs), rtol=5e-2, atol=5e-3)
