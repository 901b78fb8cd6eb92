"""Calls of operations that machine code repeats: which it takes, what it gives, that nothing leaks."""

from __future__ import annotations

import functools
import gc
import inspect
import sys
import weakref
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.span import Span
from cutedsl.ops import plans
from cutedsl.ops.plans import note_launch, note_made, remembered
from cutedsl.testing import checking
from tests.unit.ops.tensors import close, normal

pytestmark = pytest.mark.skipif("t" in vars(sys).get("abiflags", ""), reason="no machine code without the GIL")


@pytest.fixture(autouse=True)
def _no_plans() -> None:  # pyright: ignore[reportUnusedFunction]
    plans.forget()


def goes_by_python(run: Callable[[], object]) -> bool:
    """Whether a call looks for its plan in Python."""
    names: list[str] = []

    def seen(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            names.append(frame.f_code.co_name)

    sys.setprofile(seen)
    try:
        run()
    finally:
        sys.setprofile(None)
    return "by_plan" in names


def x_of(*shape: int) -> torch.Tensor:
    return normal(shape, torch.float32, "cpu")


CALLS: dict[str, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = {
    "made": lambda x, _: ops.softmax(x),
    "named": lambda x, out: ops.softmax(x, out=out),
    "placed": lambda x, out: ops.matmul(x, x.T, out),
    "numbers": lambda x, _: ops.matmul(x, x.T, alpha=0.5, out_dtype=None),
    "two runs": lambda x, _: ops.log_softmax(x, axis=-1),
}  # fmt: skip


@pytest.mark.cutedsl_unchecked  # a checked call goes by Python
@pytest.mark.parametrize("name", CALLS)
def test_the_third_call_enters_no_python(name: str) -> None:
    run = CALLS[name]
    x, out = x_of(16, 16), x_of(16, 16)
    exact = run(x, out).clone()
    assert goes_by_python(lambda: run(x, out))
    out.fill_(float("nan"))
    found: list[torch.Tensor] = []
    assert not goes_by_python(lambda: found.append(run(x, out)))
    assert torch.equal(found[0], exact)
    assert (found[0] is out) == (name in ("named", "placed"))


SEVERAL: dict[str, Callable[[torch.Tensor, torch.Tensor], tuple[torch.Tensor, ...]]] = {
    "two results": lambda x, _: ops.topk(x, 3),
    "one of them given": lambda x, out: ops.add_rms_norm(x, x * 2, out=out),
    "views of what is made": lambda x, out: ops.layer_norm_backward(x, x * 3, x[0], bias=True, out=out),
}  # fmt: skip


@pytest.mark.cutedsl_unchecked  # a checked call goes by Python
@pytest.mark.parametrize("name", SEVERAL)
def test_the_third_call_of_several_results_enters_no_python(name: str) -> None:
    run = SEVERAL[name]
    x, out = x_of(16, 16), x_of(16, 16)
    exact = [part.clone() for part in run(x, out)]
    assert goes_by_python(lambda: run(x, out))
    out.fill_(float("nan"))
    found: list[tuple[torch.Tensor, ...]] = []
    assert not goes_by_python(lambda: found.append(run(x, out)))
    assert type(found[0]) is tuple
    assert len(found[0]) == len(exact)
    assert all(torch.equal(a, b) for a, b in zip(found[0], exact, strict=True))
    assert any(part is out for part in found[0]) == (name != "two results")


def test_calls_of_many_classes_in_turn() -> None:
    """Type, shape, strides, alignment, kind of tensor, constants, names; each with its own record, all right."""
    room = x_of(8, 40).flatten()
    x = room[:64].view(4, 16)
    given = [x, x.half(), x[:2], x.T, x[:, ::2], room[1:65].view(4, 16), x.double().float()]
    given += [torch.nn.Parameter(x, requires_grad=False), x.unsqueeze(0), x.numpy()]
    square = x_of(8, 8)
    given += [square, square.T]
    learned = torch.nn.Parameter(x)
    for _ in range(4):
        for each in given:
            tensor = torch.as_tensor(each)
            for axis in (0, -1):
                close(torch.as_tensor(ops.softmax(each, axis=axis)), tensor.double().softmax(axis))
                close(torch.as_tensor(ops.softmax(each, axis)), tensor.double().softmax(axis))
                into = torch.empty_like(tensor)
                close(ops.softmax(tensor, out=into, axis=axis), tensor.double().softmax(axis))
        with pytest.raises(DSLUserCodeError, match="wants a gradient"):
            ops.softmax(learned)


def test_equal_numbers_that_are_other_objects() -> None:
    x = x_of(8, 8)
    for turn in range(12):
        factor = float(f"{1 + turn % 3}.5")
        close(ops.matmul(x, x, alpha=factor), factor * (x.double() @ x.double()), 1e-5)


def test_nothing_leaks() -> None:
    x, out = x_of(4, 16), x_of(4, 16)
    made: list[weakref.ref[Any]] = []
    counts: list[tuple[int, ...]] = []
    for _ in range(6):
        for _ in range(20):
            ops.softmax(x, out=out)
            result = ops.softmax(x)
            several = ops.rms_norm_backward(x, out, x[0])
        made += map(weakref.ref, (result, *several))
        del result, several
        gc.collect()
        counts.append((sys.getrefcount(x), sys.getrefcount(out), sys.getrefcount(None) // 10**6))
    assert len(set(counts[1:])) == 1
    assert all(ref() is None for ref in made)


LIBRARY = Span(plans.__file__, 1, 0, 1, 1)


def failing(stage: str, after: int) -> Callable[..., Any]:
    """An operation whose `stage` fails after so many calls, at a line of the library."""
    calls = {"make": 0, "run": 0}

    def step(name: str) -> None:
        calls[name] += 1
        if name == stage and calls[name] > after:
            raise fail("argument-shape", "as planned", span=LIBRARY)

    def make() -> torch.Tensor:
        step("make")
        return torch.empty(3)

    def run(x: torch.Tensor, made: torch.Tensor, number: float) -> None:
        step("run")
        made.copy_(x * number)

    @remembered
    def operation(x: torch.Tensor) -> torch.Tensor:
        made = make()
        note_made(made, make)
        note_launch(run, [(x, None), (made, None)], [2.0])
        run(x, made, 2.0)
        return made

    return operation


@pytest.mark.cutedsl_unchecked  # a checked call goes by Python, which holds what the last one was given
@pytest.mark.parametrize("stage", ["make", "run"])
def test_failing_calls_raise_and_leak_nothing(stage: str) -> None:
    operation, x = failing(stage, after=4), torch.ones(3)
    for _ in range(4):
        assert operation(x).tolist() == [2.0, 2.0, 2.0]
    before = sys.getrefcount(x)
    for _ in range(50):
        with pytest.raises(DSLUserCodeError, match="as planned"):
            operation(x)
    assert sys.getrefcount(x) == before


def test_an_error_of_a_repeated_program_is_at_the_authors_line() -> None:
    operation, x = failing("run", after=3), torch.ones(3)
    for _ in range(3):
        operation(x)
    with pytest.raises(DSLUserCodeError) as caught:
        operation(x)  # here
    assert caught.value.span is not None
    assert "# here" in inspect.getsource(sys.modules[__name__]).splitlines()[caught.value.span.line - 1]


def test_calls_inside_another_call_are_part_of_its_plan() -> None:
    x, y = x_of(4, 16), x_of(4, 16)
    for _ in range(3):
        ops.softmax(x)

    @remembered
    def twice(t: torch.Tensor) -> Any:
        return ops.softmax(ops.softmax(t))

    for each in (x, y, x, y):
        close(twice(each), each.double().softmax(-1).softmax(-1))


def test_checked_runs_are_in_python() -> None:
    x = x_of(4, 16)
    for _ in range(3):
        ops.softmax(x)
    with checking() as report:
        assert goes_by_python(lambda: ops.softmax(x))
    assert report.launches


def test_the_chain_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutedsl.execution.native_calls.replay._MOST_RECORDS", 3)
    for _ in range(3):
        for rows in range(1, 9):
            x = x_of(rows, 16)
            for _ in range(3):
                close(ops.softmax(x), x.double().softmax(-1))


def test_operations_keep_their_names() -> None:
    assert inspect.signature(ops.matmul).parameters["out"].default is None
    assert (ops.matmul.__doc__ or "").startswith("`epilogue(")
    assert isinstance(functools.partial(ops.matmul, alpha=2.0), functools.partial)
