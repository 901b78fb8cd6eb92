"""`ops.mixture_of_experts` against float64: odd sizes, experts without tokens, choices of no expert, repeated calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import cutedsl.cute as cute
from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from tests.unit.ops.tensors import TARGETS, OnlyMemory, close, normal, poisoned

pytestmark = pytest.mark.child


def exactly(x: Any, choices: Any, weights: Any, first: Any, second: Any, gate: Any = F.silu) -> torch.Tensor:
    """The result in float64, token by token."""
    given = [t.double().cpu() for t in (x, weights, first, second)]
    made = torch.zeros_like(given[0])
    for token, own in enumerate(choices.cpu().tolist()):
        for k, expert in enumerate(own):
            if 0 <= expert < len(given[2]):
                before, value = (given[0][token] @ given[2][expert]).chunk(2)
                made[token] += given[1][token, k] * ((gate(before) * value) @ given[3][expert])
    return made


def model(sizes: tuple[int, int, int, int, int], dtype: torch.dtype, target: str) -> Any:
    """Tokens, their width, the inner width, experts, and experts of each token."""
    tokens, width, inner, experts, each = sizes
    x = normal((tokens, width), dtype, target)
    choices = torch.rand(tokens, experts).argsort(1)[:, :each].to(target)
    weights = torch.rand(tokens, each).to(target)
    first = normal((experts, width, 2 * inner), dtype, target, width**-0.5)
    return x, choices, weights, first, normal((experts, inner, width), dtype, target, inner**-0.5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("sizes", "dtype"),
    [
        ((70, 64, 40, 5, 2), torch.bfloat16),
        ((33, 45, 7, 3, 3), torch.float32),
        ((9, 24, 16, 130, 4), torch.float16),
        ((1, 8, 8, 1, 1), torch.bfloat16),
        ((1100, 8, 8, 4, 1), torch.bfloat16),
    ],
    ids=["some", "odd", "many", "one", "blocks"],
)
def test_tokens_go_to_their_experts_and_back(target: str, sizes: Any, dtype: torch.dtype) -> None:
    given = model(sizes, dtype, target)
    out = poisoned(given[0])
    with OnlyMemory():
        assert ops.mixture_of_experts(*given, out) is out
    close(out, exactly(*given), 1e-2 if dtype == torch.bfloat16 else 2e-3)


@pytest.mark.parametrize("target", TARGETS)
def test_calls_that_repeat_give_the_same_bits(target: str) -> None:
    """The counters are 0 again after each call."""
    given = model((300, 32, 24, 6, 2), torch.bfloat16, target)
    found = [ops.mixture_of_experts(*given) for _ in range(5)]
    close(found[0], exactly(*given), 1e-2)
    for again in found[1:]:
        torch.testing.assert_close(again, found[0], rtol=0, atol=0)


@pytest.mark.parametrize("target", TARGETS)
def test_choices_of_no_expert_and_of_one_expert_twice(target: str) -> None:
    x, _, weights, first, second = model((6, 16, 8, 4, 2), torch.float32, target)
    choices = torch.tensor([[-1, -1], [0, -1], [3, 3], [4, 1], [2, 2**31 - 1], [0, 0]], dtype=torch.int32).to(target)
    made = ops.mixture_of_experts(x, choices, weights, first, second, gate="geglu")
    close(made, exactly(x, choices, weights, first, second, F.gelu))
    assert (made[0] == 0).all()


@pytest.mark.parametrize("target", TARGETS)
def test_weights_of_a_model_that_are_contiguous_along_their_inputs(target: str) -> None:
    """`gate_up_proj` (E,2I,H) and `down_proj` (E,H,I) of a checkpoint, transposed; a gate of the author."""
    x, choices, weights, first, second = model((50, 64, 40, 3, 2), torch.bfloat16, target)
    first, second = (t.mT.contiguous().mT for t in (first, second))

    def bounded(gate: Any, value: Any) -> Any:
        return cute.where(gate > 1.0, cute.full_like(gate, 1.0), gate) * value

    made = ops.mixture_of_experts(x, choices, weights.bfloat16(), first, second, gate=bounded)
    exact = exactly(x, choices, weights.bfloat16(), first, second, lambda t: t.clamp(max=1.0))
    close(made, exact, 1e-2)


@pytest.mark.gpu
def test_a_call_in_a_graph() -> None:
    """Nothing is read back to the host: the same graph serves other choices."""
    given = model((256, 64, 64, 8, 2), torch.bfloat16, "cuda")
    out = torch.empty_like(given[0])
    ops.mixture_of_experts(*given, out)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        ops.mixture_of_experts(*given, out)
    given[1].copy_(torch.rand(256, 8).argsort(1)[:, :2])
    graph.replay()
    close(out, exactly(*given), 1e-2)


def test_no_tokens_no_choices_no_inner_columns() -> None:
    eye = np.ones((2, 4, 4), np.float32)
    none = ops.mixture_of_experts(
        np.ones((0, 4), np.float32), np.ones((0, 1), np.int64), np.ones((0, 1), np.float32), eye, eye[:, :2]
    )
    assert none.shape == (0, 4)
    x = np.ones((3, 4), np.float32)
    for each, inner in ((0, 2), (1, 0)):
        given = np.zeros((3, each), np.int64), np.ones((3, each), np.float32), eye[:, :, : 2 * inner], eye[:, :inner]
        assert (ops.mixture_of_experts(x, *given) == 0).all()


def _given(**changed: Any) -> list[Any]:
    x, eye = np.ones((3, 4), np.float32), np.ones((2, 4, 4), np.float32)
    named = {"x": x, "choices": np.zeros((3, 1), np.int64), "weights": np.ones((3, 1), np.float32)}
    return list((named | {"gate_and_value": eye, "down": eye[:, :2]} | changed).values())


@pytest.mark.parametrize(
    ("changed", "name", "said"),
    [
        ({"choices": np.zeros((2, 1), np.int64)}, "ops-shape", r"they are \(T,H\) and \(T,k\)"),
        ({"choices": np.zeros((3, 1), np.float32)}, "ops-dtype", "`choices` holds float32"),
        ({"weights": np.ones((3, 2), np.float32)}, "ops-shape", "`weights` has the shape"),
        ({"down": np.ones((3, 2, 4), np.float32)}, "ops-shape", r"they are \(E,H,2I\) and \(E,I,H\)"),
        ({"down": np.ones((2, 3, 4), np.float32)}, "ops-shape", r"\(E,I,H\) and \(T,H\)"),
        ({"down": np.ones((2, 2, 4), np.float16)}, "ops-dtype", "`down` holds float16, `x` float32"),
        (
            {"gate_and_value": np.ones((0, 4, 4), np.float32), "down": np.ones((0, 2, 4), np.float32)},
            "ops-shape",
            "0 experts; there may be 1 to 4096",
        ),
    ],
)
def test_what_is_refused(changed: Any, name: str, said: str) -> None:
    with pytest.raises(DSLUserCodeError, match=said) as found:
        ops.mixture_of_experts(*_given(**changed))
    assert found.value.name == name


def test_a_gate_that_there_is_not() -> None:
    with pytest.raises(DSLUserCodeError, match="`gate` is 'relu'") as found:
        ops.mixture_of_experts(*_given(), gate="relu")
    assert found.value.name == "ops-function"
