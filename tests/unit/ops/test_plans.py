"""Calls that are run again by their plans: other arrays, other classes, what is not remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import cutedsl.cute as cute
from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops import plans
from tests.unit.ops.tensors import TARGETS, OnlyMemory, close, normal


@pytest.fixture(autouse=True)
def _no_plans() -> None:  # pyright: ignore[reportUnusedFunction]
    plans.forget()


def kept() -> int:
    """How many plans there are."""
    return len(vars(plans)["_PLANS"])


CALLS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "softmax": (lambda x: ops.softmax(x), lambda x: x.double().softmax(-1)),
    "other axis": (lambda x: ops.softmax(x, axis=0), lambda x: x.double().softmax(0)),
    "sums": (lambda x: ops.sum(x), lambda x: x.double().sum()),
    "column sums": (lambda x: ops.sum(x, axis=0), lambda x: x.double().sum(0)),
    "norm": (lambda x: ops.rms_norm(x, eps=0.0), lambda x: x.double() / x.double().square().mean(-1, True).sqrt()),
    "transpose": (lambda x: ops.transpose(x), lambda x: x.double().T),
    "product": (lambda x: ops.matmul(x, x.T, alpha=2.0), lambda x: 2 * x.double() @ x.double().T),
    "function": (lambda x: ops.elementwise(lambda v: v * v + 1, x), lambda x: x.double() ** 2 + 1),
    "both results": (lambda x: ops.topk(x, 2)[0], lambda x: x.double().topk(2).values),
}  # fmt: skip


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", CALLS)
def test_the_second_call_is_a_replay_and_right(target: str, name: str) -> None:
    """Of other arrays of the same class, into a result of its own."""
    run, exact = CALLS[name]
    x, y = normal((12, 24), torch.float32, target), normal((12, 24), torch.float32, target)
    first = run(x)
    assert kept() == 1
    before = first.clone()
    with OnlyMemory():
        second = run(y)
    assert kept() == 1
    assert torch.equal(first, before)
    close(second, exact(y), 1e-5)


def test_a_replay_takes_no_look_at_its_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    x = normal((4, 8), torch.float32, "cpu")
    ops.softmax(x)

    def looked(*_: Any) -> None:
        raise AssertionError("checked again")

    monkeypatch.setattr("cutedsl.ops.softmaxes.view_of", looked)
    close(ops.softmax(x), x.double().softmax(-1))
    with pytest.raises(AssertionError, match="checked again"):
        ops.softmax(x[:, ::2])


def test_each_property_makes_a_class_of_its_own() -> None:
    """Type, shape, strides, alignment, numbers, names of arguments."""
    room = normal((8, 40), torch.float32, "cpu").flatten()
    x = room[:64].view(4, 16)
    given = [x, x.half(), x[:2], x.T, x[:, ::2], room[1:65].view(4, 16)]
    for count, each in enumerate(given, 1):
        close(ops.softmax(each), each.double().softmax(-1))
        assert kept() == count
    close(ops.softmax(x, axis=0), x.double().softmax(0))
    close(ops.softmax(x, axis=-1), x.double().softmax(-1))
    assert kept() == len(given) + 2
    assert ops.softmax(x.numpy()).__class__ is np.ndarray
    assert kept() == len(given) + 3


def test_a_result_that_is_an_argument() -> None:
    """In place after not in place, and the other way round."""
    x, y = normal((4, 16), torch.float32, "cpu"), normal((4, 16), torch.float32, "cpu")
    exact = x.double().softmax(-1)
    ops.softmax(y, out=y)  # not remembered: two arguments are one array
    assert kept() == 0
    other = torch.empty_like(x)
    assert ops.softmax(x, out=other) is other
    close(other, exact)
    assert ops.softmax(x, out=x) is x
    close(x, exact)
    assert kept() == 1


def test_functions_that_read_functions_are_remembered_with_what_these_read() -> None:
    x = normal((4, 16), torch.float32, "cpu")

    def times(factor: float) -> Any:
        scaled = lambda v: v * factor  # noqa: E731
        return lambda v: scaled(v) + 1

    for factor in (2.0, 2.0, 3.0):
        close(ops.elementwise(times(factor), x), factor * x.double() + 1)
    assert kept() == 2


def test_functions_that_read_what_may_change_are_not_remembered() -> None:
    x, held = normal((4, 16), torch.float32, "cpu"), [2.0]
    close(ops.elementwise(lambda v: v * held[0], x), 2 * x.double())
    held[0] = 3.0
    close(ops.elementwise(lambda v: v * held[0], x), 3 * x.double())
    assert kept() == 0
    for factor in (2.0, 3.0):
        close(ops.matmul(x, x.T, epilogue=lambda v: v * factor), factor * (x.double() @ x.double().T), 1e-5)  # noqa: B023
    assert kept() == 2
    close(ops.elementwise(lambda v: cute.math.exp(v), x), x.double().exp(), 1e-5)
    assert kept() == 3


def test_contents_that_decide_what_runs_are_not_remembered() -> None:
    """Where sequences start decides the grid; so it is read in every call."""
    q = normal((12, 1, 64), torch.float16, "cpu")
    for ends in ([0, 5, 12], [0, 9, 12]):
        starts = torch.tensor(ends, dtype=torch.int32)
        made = ops.attention(q, q, q, starts_q=starts, starts_k=starts)
        part = q[: ends[1], 0].double()
        close(made[: ends[1], 0], (part @ part.T / 8).softmax(-1) @ part, 2e-3)
    assert kept() == 0


def test_errors_are_said_every_time() -> None:
    x = normal((4, 16), torch.float32, "cpu")
    for _ in range(2):
        with pytest.raises(DSLUserCodeError, match="ops-axis"):
            ops.softmax(x, axis=5)
    assert kept() == 0


def test_the_oldest_are_not_kept_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "_LARGEST", 3)
    for rows in range(1, 6):
        ops.softmax(normal((rows, 16), torch.float32, "cpu"))
    assert kept() == 2


@pytest.mark.parametrize("kind", ["torch", "numpy"])
def test_an_array_that_is_given_twice_has_a_plan_for_others_too(kind: str) -> None:
    x, y, out = (normal((12, 12), torch.float32, "cpu") for _ in range(3))
    given = (x, y, out) if kind == "torch" else tuple(one.numpy() for one in (x, y, out))
    made = ops.matmul(given[0], given[0], out=given[2])
    assert made is given[2] and kept() == 1
    close(out, x.double() @ x.double(), 1e-5)
    ops.matmul(given[0], given[1], out=given[2])
    assert kept() == 1
    close(out, x.double() @ y.double(), 1e-5)
    ops.matmul(given[1], given[1], out=given[2])
    close(out, y.double() @ y.double(), 1e-5)
