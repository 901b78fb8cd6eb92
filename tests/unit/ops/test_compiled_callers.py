"""Operations called in functions that `torch.compile` compiles."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from cutedsl import ops

dynamo: Any = pytest.importorskip("torch._dynamo")


def doubled(x: torch.Tensor) -> torch.Tensor:
    """An operation between two of torch's."""
    return ops.rms_norm(x * 2) + 1


@pytest.mark.parametrize("called_before", [True, False])
def test_torch_looks_at_what_is_around_an_operation_alone(called_before: bool) -> None:
    """Two graphs, before and after; of the library's own Python torch sees nothing."""
    from torch._dynamo.utils import counters

    dynamo.reset()
    counters.clear()
    x = torch.randn(3, 17 + called_before)
    if called_before:
        doubled(x)
    compiled = torch.compile(doubled, backend="eager")
    for _ in range(3):
        torch.testing.assert_close(compiled(x), torch.nn.functional.rms_norm(2 * x, x.shape[1:], eps=1e-6) + 1)
    assert counters["frames"]["total"] == counters["frames"]["ok"] == 2


def test_one_graph_is_refused_with_what_to_do() -> None:
    dynamo.reset()
    with pytest.raises(Exception, match=r"cutedsl\.torch\.operator"):
        torch.compile(doubled, backend="eager", fullgraph=True)(torch.randn(2, 3))
