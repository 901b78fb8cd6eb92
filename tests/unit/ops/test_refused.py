"""What operations refuse: sizes, numbers, axes and arrays that no kernel takes, told at the author's call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError

X = torch.ones(2, 3)
HEADS = torch.ones(1, 8, 2, 64, dtype=torch.bfloat16)
LABELS = torch.tensor([0, 1])
MANY = 2**31
SQUARE = torch.ones(3, 3)
PACKED = np.ones(3, [("number", np.float32), ("flag", np.int8)])["number"]


def repeated(*shape: int) -> torch.Tensor:
    """One number of that shape."""
    return torch.ones(()).expand(shape)


def no_result(x: Any) -> None:
    """What an author writes who forgets the `return`."""
    _ = x * 0.5


REFUSED: dict[str, tuple[Callable[[], Any], str, str]] = {
    "a long row": (lambda: ops.softmax(repeated(1, MANY), out=repeated(1, MANY)), "ops-size", "`x` has the shape"),
    "a long norm": (lambda: ops.layer_norm_backward(repeated(MANY, 1), repeated(MANY, 1)), "ops-size", "`grad`"),
    "long logits": (lambda: ops.cross_entropy(repeated(1, MANY), LABELS[:1]), "ops-size", "`logits`"),
    "many rows": (
        lambda: ops.cross_entropy(repeated(MANY, 2), LABELS[:1].expand(MANY), out=repeated(MANY)),
        "ops-size",
        "`logits`",
    ),
    "places of one axis": (lambda: ops.argmax(repeated(1 << 16, 1 << 16)), "ops-size", "the argmax of 4294967296"),
    "eps": (lambda: ops.rms_norm(X, eps="1"), "ops-number", "`eps` is '1'; it must be a number"),
    "an eps of the GPU": (lambda: ops.layer_norm(X, eps=torch.tensor(1e-5)), "ops-number", "`eps` is tensor"),
    "ignore_index": (lambda: ops.cross_entropy(X, LABELS, ignore_index=1.5), "ops-number", "must be an integer"),
    "k": (lambda: ops.topk(X, 1.0), "ops-number", "`k` is 1.0"),
    "an axis": (lambda: ops.softmax(X, 1.0), "ops-number", "`axis` is 1.0"),
    "no axis": (lambda: ops.cumsum(X, None), "ops-number", "`axis` is None"),
    "a named axis": (lambda: ops.sum(X, "rows"), "ops-number", "`axis` is 'rows'"),
    "a number's norm": (lambda: ops.rms_norm(torch.tensor(1.0)), "ops-shape", "`x` has no axes"),
    "a number's loss": (lambda: ops.cross_entropy(torch.tensor(1.0), LABELS[0]), "ops-shape", "`logits` has no axes"),
    "a loss with gaps": (
        lambda: ops.cross_entropy(torch.ones(2, 2, 3), torch.zeros(2, 2).long(), out=torch.ones(2, 3)[:, :2]),
        "ops-shape",
        "`out` has the strides (3, 1)",
    ),
    "a sparse matrix": (lambda: ops.softmax(X.to_sparse()), "ops-array", "torch.sparse_coo"),
    "no memory": (lambda: ops.softmax(X.to("meta")), "argument-unsupported", "`meta`"),
    "a gradient": (lambda: ops.softmax(X.clone().requires_grad_()), "argument-unsupported", "wants a gradient"),
    "a window of one": (lambda: ops.attention(HEADS, HEADS, HEADS, window=5), "attention-window", "of 5"),
    "a window of three": (lambda: ops.attention(HEADS, HEADS, HEADS, window=(1, 2, 3)), "attention-window", "(1, 2"),
    "half a key": (lambda: ops.attention(HEADS, HEADS, HEADS, window=(1.5, 2)), "attention-window", "(1.5, 2)"),
    "an epilogue without result": (lambda: ops.softmax(X, epilogue=no_result), "ops-function", "gives None; it must"),
    "a norm's epilogue": (lambda: ops.rms_norm(X, epilogue=lambda x: (x, x)), "ops-function", "gives a tuple of 2"),
    "a product's epilogue": (
        lambda: ops.matmul(X, X.T, epilogue=lambda x: 1.0),
        "ops-function",
        "a value of type float",
    ),
    "a group's epilogue": (
        lambda: ops.grouped_matmul(X, X.T[None], torch.tensor([2], dtype=torch.int32), epilogue=no_result),
        "ops-function",
        "gives None; it must give a vector",
    ),
    "a function without result": (lambda: ops.elementwise(no_result, X), "ops-function", f"of {__file__}) gives None"),
    "two results": (lambda: ops.elementwise(lambda x: (x, x), X), "ops-function", "it must give a number"),
    "a word": (lambda: ops.elementwise(lambda x: "x", X), "ops-function", "a value of type str"),
    "no function": (lambda: ops.elementwise(3, X), "ops-function", "`function` is 3"),
    "no epilogue": (lambda: ops.softmax(X, epilogue=None), "ops-function", "`epilogue` is None"),
    "a norm's no epilogue": (lambda: ops.rms_norm(X, epilogue="relu"), "ops-function", "`epilogue` is 'relu'"),
    "a product's no epilogue": (lambda: ops.matmul(X, X.T, epilogue=1), "ops-function", "`epilogue` is 1"),
    "a truth as axis": (lambda: ops.sum(X, True), "ops-number", "`axis` is True"),
    "a truth as k": (lambda: ops.topk(X, True), "ops-number", "`k` is True"),
    "places along two axes": (lambda: ops.argmax(X, (0, 1)), "ops-number", "`axis` is (0, 1)"),
    "an alpha": (lambda: ops.matmul(X, X.T, alpha="2"), "ops-number", "`alpha` is '2'"),
    "a number as config": (lambda: ops.matmul(X, X.T, config=3), "gemm-config", "`config` is 3"),
    "a beta of nothing": (lambda: ops.matmul(X, X.T, beta=2.0), "ops-number", "`beta` is 2.0, and there is no `c`"),
    "a result in one place": (
        lambda: ops.softmax(X, out=torch.ones(2, 1).expand(2, 3)),
        "ops-shape",
        "several of its elements are one in memory",
    ),
    "a result over its source": (lambda: ops.transpose(SQUARE, out=SQUARE), "ops-array", "`out` is `x` itself"),
    "a masked array": (
        lambda: ops.sum(np.ma.masked_equal(np.ones(3, np.float32), 1)),
        "ops-array",
        "`x` is a masked array",
    ),
    "a product over its operand": (lambda: ops.matmul(SQUARE, SQUARE, SQUARE), "ops-array", "begins where `a` does"),
    "a group over its operand": (
        lambda: ops.grouped_matmul(SQUARE, SQUARE[None], torch.tensor([3], dtype=torch.int32), SQUARE),
        "ops-array",
        "begins where `a` does",
    ),
    "rows over their source": (
        lambda: ops.embedding(torch.tensor([2, 1, 0]), SQUARE, out=SQUARE),
        "ops-array",
        "begins where `weight` does",
    ),
    "a softmax over its transpose": (
        lambda: ops.softmax(SQUARE.T, out=SQUARE),
        "ops-array",
        "begins where `x` does",
    ),
    "a sum with a row over all rows": (
        lambda: ops.elementwise(lambda x, y: x + y, X, SQUARE[:1], out=SQUARE[:2]),
        "ops-array",
        "`out` begins where `tensors[1]` does",
    ),
    "a result in records": (lambda: ops.softmax(PACKED, out=PACKED), "ops-shape", "a field of records"),
    "a scale": (lambda: ops.attention(HEADS, HEADS, HEADS, scale="1"), "attention-scale", "a scale of '1'"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused_where_the_operation_is_called(name: str) -> None:
    run, error, said = REFUSED[name]
    with pytest.raises(DSLUserCodeError) as found:
        run()
    assert found.value.name == error
    assert said in found.value.message
    span = found.value.span
    assert span is not None
    assert span.file == __file__


def test_a_remembered_call_is_refused_where_it_is_made() -> None:
    """The second call of a class is not checked again by the operation, but by its program."""
    x = torch.ones(2, 5)
    ops.softmax(x)
    with pytest.raises(DSLUserCodeError) as found:
        ops.softmax(x.requires_grad_())
    assert "torch.no_grad()" in (found.value.report.fix or "")
    span = found.value.span
    assert span is not None
    assert span.file == __file__


def test_a_transpose_into_its_source_is_refused_after_others_too() -> None:
    x, other = torch.arange(9.0).reshape(3, 3), torch.empty(3, 3)
    for _ in range(3):
        assert torch.equal(ops.transpose(x, out=other), x.T)
    for same in (x, x[:]):
        with pytest.raises(DSLUserCodeError, match="ops-array"):
            ops.transpose(x, out=same)
    nothing = torch.empty(0, 0)
    assert ops.transpose(nothing, out=nothing) is nothing


def test_results_of_any_strides_are_written() -> None:
    room, levels = torch.full((4,), float("nan")), torch.full((4,), float("nan"))
    logits = torch.randn(2, 3)
    ops.cross_entropy(logits, LABELS, out=room[::2], level=levels[::2])
    torch.testing.assert_close(room[::2], torch.nn.functional.cross_entropy(logits, LABELS, reduction="none"))
    torch.testing.assert_close(levels[::2], logits.logsumexp(1))
    assert bool(room[1::2].isnan().all() and levels[1::2].isnan().all())


def test_without_classes_every_label_is_no_class() -> None:
    found = ops.cross_entropy(torch.empty(3, 0), torch.tensor([0, -100, 5]))
    assert found.isnan().tolist() == [True, False, True]
    assert found[1] == 0


def test_results_without_elements_may_have_any_strides() -> None:
    """NumPy gives them strides of 0, as an array whose elements are one in memory has."""
    nothing = np.empty((4, 0), np.float32)
    assert nothing.strides == (0, 0)
    assert ops.rms_norm(nothing, out=nothing) is nothing
    ops.adamw(*([np.empty((0, 17), np.float32)] for _ in range(4)), step=1, lr=0.1)


def test_fields_of_records_are_read_where_they_lie() -> None:
    """Their strides are not multiples of an element."""
    records = np.zeros(5, [("number", np.float32), ("flag", np.int8)])
    records["number"] = range(5)
    assert ops.sum(records["number"]) == 10
    assert ops.cumsum(records["number"]).tolist() == [0, 1, 3, 6, 10]


def test_arrays_of_a_class_of_the_authors() -> None:
    class Mine(np.ndarray):
        pass

    class Other(torch.Tensor):
        pass

    ours = np.arange(6, dtype=np.float32).reshape(2, 3).view(Mine)
    np.testing.assert_array_equal(ops.sum(ours, 1), [3, 12])
    tensor = torch.arange(6.0).reshape(2, 3).as_subclass(Other)
    assert ops.sum(tensor, 1).tolist() == [3, 12]


def test_gradients_of_no_rows_are_zero() -> None:
    nothing, weight = torch.empty(0, 3), torch.ones(3)
    dx, dweight, dbias = ops.layer_norm_backward(nothing, nothing, weight, bias=True)
    assert dx.shape == (0, 3)
    assert dweight.tolist() == dbias.tolist() == [0, 0, 0]
    again = ops.layer_norm_backward(nothing, nothing, weight, bias=True)
    assert again[1].tolist() == [0, 0, 0]


def test_parameters_where_no_gradient_is_recorded() -> None:
    """As in torch: a model's parameters may be used under `no_grad`, each time."""
    weight = torch.nn.Parameter(torch.tensor([1.0, 2.0, 3.0]))
    experts = torch.nn.Parameter(torch.eye(3))
    exact = torch.nn.functional.rms_norm(X, (3,), weight.detach(), 1e-6)
    for around in (torch.no_grad, torch.inference_mode, torch.no_grad, torch.no_grad):
        with around():
            torch.testing.assert_close(ops.rms_norm(X, weight), exact)
            torch.testing.assert_close(ops.grouped_matmul([X], [experts])[0], X)
    with pytest.raises(DSLUserCodeError, match="wants a gradient"):
        ops.rms_norm(X, weight)
