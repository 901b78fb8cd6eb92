"""The gate's parts: sizes in place of a file's, comparison, messages, and the layouts of inputs."""

from __future__ import annotations

import io
import operator
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cutedsl.gate.cases import Argument, mapped, strides
from cutedsl.gate.compare import Truth, difference, rough_difference
from cutedsl.gate.decoys import Decoys
from cutedsl.gate.forms import FormError, ProblemFile
from cutedsl.gate.modes import STATES, Modes
from cutedsl.gate.processes import Ended, Process
from cutedsl.gate.references.constants import other
from cutedsl.gate.wire import Message, WireError, receive, send

KERNELBENCH = """
import numpy as np

batch_size = 128
features = 1024 * 2
groups = 8
shape = (features, 64)


class Model:
    def __init__(self, features):
        self.features = features

    def __call__(self, x):
        return x


def get_inputs():
    return [np.zeros((batch_size, features)), np.zeros(shape), np.zeros(4096)]


def get_init_inputs():
    return [features]
"""


def test_a_kernelbench_file_at_other_sizes(tmp_path: Path) -> None:
    file = tmp_path / "problem.py"
    file.write_text(KERNELBENCH)
    read = ProblemFile.read(file)
    assert read.sizes == (64, 128, 2048, 4096)
    problem = read.at({64: 3, 128: 5, 2048: 7, 4096: 9})
    assert [one.shape for one in problem.make_inputs(0)] == [(5, 7), (7, 3), (9,)]
    assert problem.make_init() == [7]


@pytest.mark.parametrize(
    "sizes",
    ["ROWS, COLUMNS = 1024, 512", "ROWS: int = 1024\nCOLUMNS = 512", 'S = {"rows": 1024, "other": [512]}'],
    ids=str,
)
def test_each_way_to_say_sizes_is_read(sizes: str, tmp_path: Path) -> None:
    file, shape = tmp_path / "problem.py", 'S["rows"], S["other"][0]' if "S = {" in sizes else "ROWS, COLUMNS"
    file.write_text(f"import torch\n{sizes}\nModel = abs\n\ndef get_inputs():\n    return [torch.empty({shape})]\n")
    read = ProblemFile.read(file)
    assert read.sizes == (512, 1024)
    assert read.at({1024: 3, 512: 5}).make_inputs(0)[0].shape == (3, 5)


def test_a_plain_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "problem.py"
    file.write_text("def make_inputs(rng, n=100, *, m=7):\n    return rng.random((n, m))\n\n\nreference = abs\n")
    problem = ProblemFile.read(file).at({100: 3})
    (made,) = problem.make_inputs(1)
    assert made.shape == (3, 7)
    assert (problem.make_inputs(1)[0] == made).all()
    assert not (problem.make_inputs(2)[0] == made).all()


def test_a_file_of_neither_form(tmp_path: Path) -> None:
    file = tmp_path / "problem.py"
    file.write_text("x = 1\n")
    with pytest.raises(FormError, match="neither `get_inputs`"):
        ProblemFile.read(file)


def test_equal_sizes_stay_equal_and_different_ones_differ() -> None:
    found = mapped([512, 1024, 512], "odd")
    assert found is not None and len(set(found.values())) == len(found) == 2


def test_inputs_have_several_layouts() -> None:
    argument = Argument("float32", (3, 5))
    steps, _, elements = strides(argument, "far", 4)
    assert steps[0] * 2 > 1 << 31 and elements > 1 << 31
    assert strides(argument, "unaligned", 4)[1] == 1


def truth(reference: np.ndarray, exact: np.ndarray | None = None, near: np.ndarray | None = None) -> Truth:
    exact = reference if exact is None else exact
    return Truth(reference, exact, exact if near is None else near)


EXACT = np.array([1.0, -2.0, 1000.0])


@pytest.mark.parametrize(
    ("got", "right"),
    [
        (EXACT, True),
        (EXACT * (1 + 5e-5), True),
        (EXACT * (1 + 1e-2), False),
        (np.array([1.0, -2.0, np.nan]), False),
        (np.array([1.0, -2.0, np.inf]), False),
    ],
)
def test_floats_are_compared_within_their_bound(got: np.ndarray, right: bool) -> None:
    assert (difference(got, truth(EXACT), "float32") is None) == right


def test_nan_and_infinities_are_where_the_reference_has_them() -> None:
    reference = np.array([np.nan, np.inf, -np.inf, 1.0])
    assert difference(reference, truth(reference), "float32") is None
    for place in range(3):
        got = reference.copy()
        got[place] = 0.0
        found = difference(got, truth(reference), "float32")
        assert found is not None and found.index == (place,)


def test_the_references_own_error_is_allowed() -> None:
    exact, reference = np.array([0.0, 1.0]), np.array([0.5, 1.0])
    assert difference(np.array([1.0, 1.0]), truth(reference, exact), "float32") is None
    assert difference(np.array([40.0, 1.0]), truth(reference, exact), "float32") is not None


def test_differences_by_rounded_inputs_are_allowed() -> None:
    exact, near = np.array([0.0, 0.0]), np.array([1e-5, -1e-5])
    assert difference(np.array([2e-5, 0.0]), truth(exact, near=near), "float32") is None
    assert difference(np.array([2e-5, 0.0]), truth(exact), "float32") is not None
    assert difference(np.array([2e-3, 0.0]), truth(exact, near=near), "float32") is not None


def test_integers_are_equal() -> None:
    one = np.array([1.0, 2.0])
    assert difference(one, truth(one), "int32") is None
    assert str(difference(one + 1, truth(one), "int32")) == "element [0] is 2.0, expected 1.0 (2 of 2 wrong)"


def test_messages_come_as_they_were_sent() -> None:
    message = Message({"kind": "x", "n": 1}, (b"one", b""))
    assert receive(io.BytesIO(message.packed())) == message
    assert receive(io.BytesIO(b"")) is None


@pytest.mark.parametrize("data", [b"\1", b"\xff" * 8, (3).to_bytes(8, "little") + b"abc", b"\2" + b"\0" * 7 + b"{}"])
def test_bytes_that_are_no_message(data: bytes) -> None:
    with pytest.raises(WireError):
        receive(io.BytesIO(data))


def test_an_answer_that_came_too_late_is_no_answer_to_the_next_question() -> None:
    commands, answers = os.pipe(), os.pipe()
    process = Process(0, commands[1], answers[0], io.BytesIO(), None)  # never ended: there is no such process
    with pytest.raises(Ended, match="no answer"):
        process.answer(0.01)
    with os.fdopen(answers[1], "wb") as stream:
        send(stream, {"kind": "late"})
        send(stream, {"kind": "right"})
    assert process.answer(5).kind == "right"
    with pytest.raises(Ended, match="it has ended"):
        process.answer(5)
    os.close(commands[0])


def test_constant_arguments_have_other_values() -> None:
    rng = np.random.default_rng(0)
    assert 0 < other(2.0, rng) < 2.0
    masks, lengths = np.ones(64, np.bool_), np.full(64, 40, np.int32)
    assert not other(masks, rng).all()
    drawn = other(lengths, rng)
    assert drawn.min() >= 1
    assert drawn.max() <= 40
    assert len(set(drawn.tolist())) > 9
    causal, places = np.tri(9, dtype=np.bool_), np.arange(9)
    rows = other(causal, rng)
    assert not (rows == causal).all() and sorted(rows.sum(1)) == list(range(1, 10))
    assert not (other(places, rng) == places).all() and (np.sort(other(places, rng)) == places).all()
    for same in (0.0, float("inf"), 3, "name", True, np.arange(1, 4), np.zeros(4, np.int32), np.ones(4, np.float32)):
        assert other(same, rng) is same


def test_torch_says_of_its_callers_what_is_drawn() -> None:
    torch = pytest.importorskip("torch")
    asked = (torch.is_autocast_enabled, torch.is_inference_mode_enabled, torch.random.initial_seed)
    names = [
        (torch, "is_autocast_enabled"),
        (torch, "is_inference_mode_enabled"),
        (torch.random, "initial_seed"),
    ]
    kept = {(owner, name): getattr(owner, name) for owner, name in _patched_by_modes(torch)}
    try:
        modes = Modes(lambda choices: choices[-1])
        usual = [one() for one in asked]
        assert [getattr(*one)() for one in names] == usual
        precise = torch.backends.cuda.matmul.allow_tf32
        with modes.drawn(None, evaluates=False, given=(), asks=False):
            said = [getattr(*one)() for one in names]
            assert said[:2] == [True, True] and said[2] != usual[2]
            assert (torch.initial_seed(), torch.cuda.device_count()) == (said[2], 8)
            assert torch.cuda.is_current_stream_capturing() and torch.jit.is_tracing()
            assert torch.backends.cuda.matmul.allow_tf32 is not precise
            assert torch.compiler.is_compiling() and torch.get_default_dtype() is torch.float64
            assert torch.nn.Linear(1, 1).weight.dtype is torch.float32
        assert torch.backends.cuda.matmul.allow_tf32 is precise
        assert [getattr(*one)() for one in names] == usual
    finally:
        for (owner, name), function in kept.items():
            setattr(owner, name, function)


def test_inputs_ask_for_gradients_only_where_the_candidate_asks_for_that() -> None:
    torch = pytest.importorskip("torch")
    kept = {(owner, name): getattr(owner, name) for owner, name in _patched_by_modes(torch)}
    given = [torch.zeros(2), torch.zeros(2, dtype=torch.int32)]
    try:
        modes = Modes(lambda choices: choices[0])
        with modes.drawn(None, evaluates=False, given=given, asks=True):
            assert [one.requires_grad for one in given] == [True, False]
        with modes.drawn(None, evaluates=False, given=given, asks=False):
            assert not given[0].requires_grad
    finally:
        for (owner, name), function in kept.items():
            setattr(owner, name, function)


def test_inputs_look_as_if_they_came_from_other_callers() -> None:
    torch = pytest.importorskip("torch")
    kept = {(owner, name): getattr(owner, name) for owner, name in _patched_by_modes(torch)}
    given = [torch.zeros(2, 3), torch.zeros(2, dtype=torch.int32)]
    try:
        modes = Modes(lambda choices: choices[0])
        with modes.drawn(None, evaluates=False, given=given, asks=False):
            assert [type(one) for one in given] == [torch.nn.Parameter] * 2
            assert given[0].grad.shape == (2, 3) and given[1].grad is None
            assert all(vars(one) for one in given)
        assert [(type(one), one.grad, vars(one)) for one in given] == [(torch.Tensor, None, {})] * 2
    finally:
        for (owner, name), function in kept.items():
            setattr(owner, name, function)


def _patched_by_modes(torch: Any) -> list[tuple[Any, str]]:
    stated = [(operator.attrgetter(module)(torch) if module else torch, name) for module, name in STATES]
    return [*stated, (torch.cuda, "get_device_name"), (torch.cuda, "get_device_properties")]


def test_inputs_lie_anywhere_in_a_page() -> None:
    decoys = Decoys(1)
    made = [decoys.make(Argument("float32", (3, 5)), layout) for layout in ("plain", "unaligned") * 20]
    places = {one.address % 4096 for one in made}
    assert all(place % 256 == 0 for place in places)
    assert len(places) > 5
    assert [one.array.data_ptr() - one.address for one in made[:2]] == [0, 4]
    assert decoys.make(Argument("float32", (0, 5)), "unaligned").array.shape == (0, 5)
    with decoys.closed(made), decoys.opened():
        assert all(float(one.shown.sum()) == float(one.array.sum()) for one in made)


def test_great_results_are_compared_where_they_were_stored() -> None:
    right = np.linspace(1, 2, 3_000_000, dtype=np.float32)
    got = right * np.float32(1 + 1e-5)
    got[2_500_000] = 0
    stored = np.ones(right.size, np.bool_)
    found = rough_difference(got.tobytes(), right.tobytes(), "float32", (3, 1_000_000), stored)
    assert found is not None
    assert (found.index, found.count, found.of) == ((2, 500_000), 1, 3_000_000)
    stored[2_500_000] = False
    assert rough_difference(got.tobytes(), right.tobytes(), "float32", (3, 1_000_000), stored) is None
    halves = right.astype(np.float16).astype(np.float32)
    assert rough_difference(halves.tobytes(), right.tobytes(), "float32", right.shape, stored) is not None
    numbers = np.arange(4)
    assert rough_difference(numbers.tobytes(), numbers.tobytes(), "int64", (4,), stored[:4]) is None
    assert rough_difference((numbers + 1).tobytes(), numbers.tobytes(), "int64", (4,), stored[:4]) is not None


def test_what_is_finite_among_overflown_sums_may_be_off_by_their_rounding() -> None:
    reference = np.array([np.inf, -np.inf, np.inf, -736.0])
    truth = Truth(reference, reference, reference)
    assert difference(np.array([np.inf, -np.inf, np.inf, -928.0]), truth, "float16") is None
    reference = np.array([np.inf, 500.0, 600.0, -736.0])
    truth = Truth(reference, reference, reference)
    assert difference(np.array([np.inf, 500.0, 600.0, -928.0]), truth, "float16") is not None
