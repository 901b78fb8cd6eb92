"""Attention backward on torch tensors and NumPy arrays, against autograd in float64."""

from __future__ import annotations

from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import checking
from tests.products import long
from tests.unit.ops.tensors import TARGETS, OnlyMemory, close, normal

NAN = float("nan")
F16, BF16 = torch.float16, torch.bfloat16
LIMITS = {F16: 3e-3, BF16: 1.5e-2}
"""Probabilities and slopes are rounded to 16 bits between products."""


def exact(given: list[Any], grad: Any, scale: float, left: int | None, right: int | None) -> list[Any]:
    """Gradients in float64; rows that see nothing give none."""
    q, k, v = (x.detach().double().cpu().requires_grad_() for x in given)
    a, b, c = (x.transpose(1, 2) for x in (q, k, v))
    b, c = (x.repeat_interleave(a.shape[1] // x.shape[1], 1) for x in (b, c))
    m, n = a.shape[2], b.shape[2]
    place, key = torch.arange(m)[:, None] + n - m, torch.arange(n)[None]
    hidden = torch.zeros(m, n, dtype=torch.bool)
    if right is not None:
        hidden |= key > place + right
    if left is not None:
        hidden |= key < place - left
    unseen = hidden.all(-1)[:, None]
    scores = (scale * (a @ b.mT)).masked_fill(hidden, -float("inf")).masked_fill(unseen, 0)
    out = (torch.softmax(scores, -1).masked_fill(unseen, 0) @ c).transpose(1, 2)
    return list(torch.autograd.grad(out, (q, k, v), grad.double().cpu()))


def heads(batch: int, m: int, n: int, counts: tuple[int, int], size: int, dtype: Any, target: str) -> list[Any]:
    shapes = (batch, m, counts[0], size), *[(batch, n, counts[1], size)] * 2, (batch, m, counts[0], size)
    return [normal(shape, dtype, target) for shape in shapes]


def check(given: list[Any], grad: Any, window: tuple[int | None, int | None], scale: float, **more: Any) -> Any:
    """Forward, backward, and the comparison; gives the gradients."""
    rule: dict[str, Any] = {"window": window, "scale": scale}
    out, lse = ops.attention(*given, return_lse=True, **rule)
    found = ops.attention_backward(grad, *given, out, lse, **rule, **more)
    for mine, theirs in zip(found, exact(given, grad, scale, *window), strict=True):
        close(mine, theirs, LIMITS[mine.dtype])
    return found


WINDOWS = [(None, None), (None, 0), (20, 3), (9, None)]
IN_CI = (((None, 0), True), ((20, 3), False))
FORMS = [row if row in IN_CI else long(*row) for row in product(WINDOWS, [False, True])]


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("window", "ordered"), FORMS, ids=str)
def test_gradients_are_right_for_many_lengths_and_heads(target: str, window: Any, ordered: bool) -> None:
    for m, n, counts in (1, 30, (1, 1)), (70, 70, (3, 1)), (150, 37, (2, 2)), (5, 170, (4, 2)):
        *given, grad = heads(2, m, n, counts, 64, F16, target)
        check(given, grad, window, 0.3, deterministic=ordered)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("ordered", "size"), [(True, 128), long(False, 256), long(True, 256), long(False, 128)])
def test_gradients_are_right_for_larger_heads(target: str, ordered: bool, size: int) -> None:
    *given, grad = heads(1, 65, 97, (2, 1), size, BF16, target)
    check(given, grad, (None, 0), size**-0.5, deterministic=ordered)


@pytest.mark.child
@pytest.mark.parametrize(
    ("size", "window"),
    [
        pytest.param(128, (None, 0), id="64"),
        pytest.param(256, (None, 0), id="split"),
        long(128, (None, None), id="80"),
        long(64, (30, 5), id="not transposed"),
    ],
)
def test_tiles_of_the_gpu_on_the_cpu(size: int, window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("cutedsl.ops.attention_gradients.operation")
    usual = module.backward_tiles
    monkeypatch.setattr(module, "backward_tiles", lambda sizes, _, *more: usual(sizes, True, *more))
    *given, grad = heads(1, 170, 210, (2, 1), size, F16, "cpu")
    check(given, grad, window, 0.2)


@pytest.mark.child
def test_sums_of_long_sequences_begin_at_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("cutedsl.ops.attention_gradients.operation"), "is_zeroed", lambda *_: True)
    *given, grad = heads(1, 100, 150, (4, 2), 64, F16, "cpu")
    check(given, grad, (None, 0), 0.125)


@pytest.mark.gpu
@pytest.mark.child
@pytest.mark.parametrize("dtype", [F16, BF16])
@pytest.mark.parametrize("size", [64, 128, 256])
@pytest.mark.parametrize("window", WINDOWS, ids=["full", "causal", "window", "left"])
def test_tiles_of_the_gpu(dtype: Any, size: int, window: Any) -> None:
    for m, n, counts in (1000, 1000, (4, 4)), (129, 2049, (8, 2)), (2500, 700, (6, 1)):
        *given, grad = heads(3, m, n, counts, size, dtype, "cuda")
        check(given, grad, window, size**-0.5)


@pytest.mark.parametrize("target", TARGETS)
def test_ordered_sums_are_the_same_bits_again(target: str) -> None:
    *given, grad = heads(1, 100, 140, (2, 1), 64, F16, target)
    first, second = (check(given, grad, (None, 0), 0.125, deterministic=True) for _ in range(2))
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("causal", "ordered"), [(True, True), long(False, True), long(True, False), long(False, False)]
)
def test_packed_sequences_stay_apart(target: str, causal: bool, ordered: bool) -> None:
    """The last sequence has NaN, which must stay its own."""
    lengths_q, lengths_k = [40, 0, 70, 1, 5, 3], [33, 4, 70, 64, 0, 3]
    starts = [torch.tensor([0, *np.cumsum(x)], dtype=torch.int32, device=target) for x in (lengths_q, lengths_k)]
    q, grad = (normal((sum(lengths_q), 4, 64), F16, target) for _ in range(2))
    k, v = (normal((sum(lengths_k), 2, 64), F16, target) for _ in range(2))
    for x in (q, k, v, grad):
        x[-3:] = NAN
    rule: dict[str, Any] = {"starts_q": starts[0], "starts_k": starts[1], "causal": causal}
    out, lse = ops.attention(q, k, v, return_lse=True, **rule)
    found = ops.attention_backward(grad, q, k, v, out, lse, deterministic=ordered, **rule)
    for i, (m, n) in enumerate(zip(lengths_q[:-1], lengths_k[:-1], strict=True)):
        a, b = (int(x[i]) for x in starts)
        rows, keys = slice(a, a + m), slice(b, b + n)
        mine = [found[0][rows], found[1][keys], found[2][keys]]
        if m and n:
            wanted = exact(
                [x[None] for x in (q[rows], k[keys], v[keys])], grad[None, rows], 0.125, None, 0 if causal else None
            )
            for x, y in zip(mine, wanted, strict=True):
                close(x[None], y, LIMITS[F16])
        else:
            assert not any(bool(x.any()) for x in mine)


@pytest.mark.parametrize("target", TARGETS)
def test_strided_inputs_are_taken(target: str) -> None:
    q, k, v = normal((2, 50, 3, 2, 64), F16, target).unbind(2)
    grad = normal((2, 2, 50, 64), F16, target).transpose(1, 2)
    check([q, k, v], grad, (None, None), 0.125)


def test_arrays_of_numpy_are_taken() -> None:
    *given, grad = heads(1, 20, 30, (2, 1), 64, F16, "cpu")
    out, lse = ops.attention(*(x.numpy() for x in given), return_lse=True)
    found = ops.attention_backward(grad.numpy(), *(x.numpy() for x in given), out, lse)
    assert all(isinstance(x, np.ndarray) for x in found)
    for mine, theirs in zip(found, exact(given, grad, 0.125, None, None), strict=True):
        close(torch.from_numpy(mine), theirs, LIMITS[F16])


@pytest.mark.parametrize("target", TARGETS)
def test_empty_inputs_are_taken(target: str) -> None:
    for m, n in (0, 5), (5, 0):
        q, k, v, grad = heads(1, m, n, (2, 1), 64, F16, target)
        out, lse = ops.attention(q, k, v, return_lse=True)
        found = ops.attention_backward(grad, q, k, v, out, lse)
        assert [x.shape for x in found] == [q.shape, k.shape, v.shape] and not any(bool(x.any()) for x in found)


@pytest.mark.parametrize("target", TARGETS)
def test_torch_computes_nothing(target: str) -> None:
    *given, grad = heads(1, 40, 40, (1, 1), 64, F16, target)
    with OnlyMemory():
        check_of_kernels = ops.attention_backward(grad, *given, *ops.attention(*given, return_lse=True))
    for mine, theirs in zip(check_of_kernels, exact(given, grad, 0.125, None, None), strict=True):
        close(mine, theirs, LIMITS[F16])


@pytest.mark.parametrize("ordered", [False, long(True)])
def test_a_checked_run_finds_nothing(ordered: bool) -> None:
    starts = torch.tensor([0, 40, 70], dtype=torch.int32)
    q, grad = (normal((70, 2, 64), F16, "cpu") for _ in range(2))
    k = normal((70, 1, 64), F16, "cpu")
    rule: dict[str, Any] = {"starts_q": starts, "starts_k": starts, "causal": True}
    out, lse = ops.attention(q, k, k, return_lse=True, **rule)
    with checking() as report:
        ops.attention_backward(grad, q, k, k, out, lse, deterministic=ordered, **rule)
    assert report.clean and report.launches == 3


def zeros(*shape: int, dtype: Any = np.float16) -> np.ndarray:
    return np.zeros(shape, dtype)


X, LSE = zeros(1, 4, 2, 64), zeros(1, 2, 4, dtype=np.float32)
WRONG: list[Any] = [
    ("ops-shape", (zeros(1, 4, 2, 64)[:, :3], X, X, X, X, LSE)),
    ("ops-shape", (X, X, X, X, zeros(1, 4, 1, 64), LSE)),
    ("ops-shape", (X, X, X, X, X, LSE[:, :1])),
    ("ops-dtype", (X, X, X, X, X, LSE.astype(np.float16))),
    ("ops-dtype", (X.astype(np.float32), X, X, X, X, LSE)),
    ("attention-layout", (zeros(1, 4, 2, 65)[..., :64], X, X, X, X, LSE)),
    ("attention-head-size", (*(zeros(1, 4, 2, 264),) * 5, LSE)),
    ("attention-heads", (zeros(1, 4, 3, 64), zeros(1, 4, 3, 64), X, X, zeros(1, 4, 3, 64), LSE)),
]


@pytest.mark.parametrize(("name", "given"), WRONG)
def test_wrong_arguments_are_refused(name: str, given: Any) -> None:
    with pytest.raises(DSLUserCodeError) as error:
        ops.attention_backward(*given)
    assert error.value.name == name
