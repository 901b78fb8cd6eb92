"""AdamW over lists, against its formula in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import check
from tests.products import each_value
from tests.unit.ops.tensors import FLOATS, TARGETS, close, normal

SHAPES = [(3, 5), (4096,), (1,), (0, 3), (17, 129), (20_000,), ()]


def lists(shapes: Any, dtype: torch.dtype, moments: torch.dtype, target: str) -> list[list[torch.Tensor]]:
    kinds = (dtype, dtype, moments, moments)
    found = [[normal(shape, kind, target) for shape in shapes] for kind in kinds]
    return [*found[:3], [square.abs() for square in found[3]]]


def exact(given: list[list[torch.Tensor]], step: int, lr: float, decay: float) -> list[list[torch.Tensor]]:
    """As torch computes it, in float64."""
    made: list[list[torch.Tensor]] = [[], [], []]
    for p, g, a, s in zip(*([t.detach().double().cpu() for t in some] for some in given), strict=True):
        a, s = 0.9 * a + 0.1 * g, 0.99 * s + 0.01 * g * g
        root = s.sqrt() / (1 - 0.99**step) ** 0.5 + 1e-6
        for some, found in zip(made, (p * (1 - lr * decay) - lr / (1 - 0.9**step) * a / root, a, s), strict=True):
            some.append(found)
    return made


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("dtype", "moments"), each_value(FLOATS, [torch.float32, torch.bfloat16]))
def test_a_step_gives_what_torch_gives(target: str, dtype: torch.dtype, moments: torch.dtype) -> None:
    """More tensors than a launch takes, some empty, of odd sizes and at odd addresses."""
    given = lists(SHAPES * 3, dtype, moments, target)
    for some in given:
        some.append(normal((502,), some[0].dtype, target).abs()[1:])
    wanted = exact(given, 3, 0.02, 0.1)
    assert ops.adamw(*given, step=3, lr=0.02, betas=(0.9, 0.99), eps=1e-6, weight_decay=0.1) is given[0]
    for found, references in zip((given[0], *given[2:]), wanted, strict=True):
        for mine, reference in zip(found, references, strict=True):
            if mine.numel():
                close(mine, reference, 1e-2 if torch.bfloat16 in (dtype, moments) else None)


@pytest.mark.parametrize("target", TARGETS)
def test_tensors_that_lie_in_another_order_and_want_gradients(target: str) -> None:
    given = [[t.T for t in some] for some in lists([(6, 40), (3, 8)], torch.float32, torch.float32, target)]
    given[0] = [t.requires_grad_() for t in given[0]]
    wanted = exact(given, 1, 0.5, 0.0)
    with torch.no_grad():
        ops.adamw(*given, step=1, lr=0.5, betas=(0.9, 0.99), eps=1e-6, weight_decay=0.0)
    for mine, reference in zip(given[0], wanted[0], strict=True):
        close(mine.detach(), reference, 1e-5)


def test_checked_runs_and_numpy() -> None:
    given = [[np.ones(n, np.float32) for n in (5, 300)] for _ in range(4)]
    report = check(lambda: ops.adamw(*given, step=1, lr=0.1))
    assert report.clean and report.launches == 1
    assert all(bool((p < 1).all()) for p in given[0])


X = torch.ones(4)
REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "no list": ({"params": X}, "ops-array", "`params` is Tensor"),
    "a short list": ({"grads": []}, "ops-array", "`grads` is list"),
    "another shape": ({"grads": [torch.ones(3)]}, "ops-shape", r"`grads\[0\]`"),
    "gaps": ({"params": [torch.ones(8)[::2]]}, "ops-shape", "lie alike, without gaps"),
    "integers": ({"squares": [torch.ones(4).int()]}, "ops-dtype", "int32"),
    "no step": ({"step": 0}, "ops-number", "`step` is 0"),
    "one beta": ({"betas": (0.9,)}, "ops-number", "two numbers"),
    "a beta of one": ({"betas": (0.9, 1.0)}, "ops-number", "betas are below 1"),
    "a rate": ({"lr": "x"}, "ops-number", "`lr` is 'x'"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_arguments_are_refused(name: str) -> None:
    given, error, said = REFUSED[name]
    plain: dict[str, Any] = {k: [X.clone()] for k in ("params", "grads", "averages", "squares")} | {
        "step": 1,
        "lr": 0.1,
    }
    with pytest.raises(DSLUserCodeError, match=said) as found:
        ops.adamw(**(plain | given))
    assert found.value.name == error
