"""Cross entropy, forward and backward, against torch in float64."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.arrays import view_of
from cutedsl.ops.entropy import cross_entropy_rows
from cutedsl.ops.programs import program
from cutedsl.ops.rowwise.tile import tile_of_exchange
from tests.products import long
from tests.unit.ops.tensors import DTYPES, TARGETS, OnlyMemory, close, normal

SHAPES = [(5, 7), (9, 1000), (3, 12004), long((3, 36000)), (2, 131_077)]
GPU_SHAPES = [pytest.param((500, n), marks=pytest.mark.gpu) for n in (1024, 8192, 32768, 50257)]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [*SHAPES[:2], *GPU_SHAPES])
def test_loss_and_gradient_give_what_torch_gives(target: str, dtype: torch.dtype, shape: tuple[int, int]) -> None:
    check(normal(shape, dtype, target, 3))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", SHAPES[2:])
def test_long_rows_give_what_torch_gives(target: str, shape: tuple[int, int]) -> None:
    check(normal(shape, torch.float32, target, 3))


def check(x: torch.Tensor) -> None:
    rows, columns = x.shape
    labels = torch.randint(0, columns, (rows,), device=x.device)
    labels[0] = -100
    level, grad = torch.full((rows,), float("nan"), device=x.device), torch.rand(rows, device=x.device)
    loss = ops.cross_entropy(x, labels, level=level)
    exact = x.double().requires_grad_()
    reference = F.cross_entropy(exact, labels, reduction="none")
    close(loss, reference.detach(), 3e-6)
    close(level, torch.logsumexp(x.double(), -1), 3e-6)
    (reference * grad).sum().backward()
    assert exact.grad is not None
    limit = {torch.float32: 1e-5, torch.float16: 2e-3, torch.bfloat16: 6e-3}[x.dtype]
    close(ops.cross_entropy_backward(grad, x, labels.int(), level), exact.grad, limit)
    close(ops.cross_entropy_backward(grad, x, labels, level, out=x), exact.grad, limit)


@pytest.mark.parametrize("target", TARGETS)
def test_labels_that_are_no_class_and_rows_without_numbers(target: str) -> None:
    x = torch.zeros(4, 3)
    x[2], x[3, 1] = -float("inf"), float("inf")
    loss = ops.cross_entropy(x.to(target), torch.tensor([3, -1, 0, 0], device=target))
    assert loss.isnan().all()


@pytest.mark.parametrize("target", TARGETS)
def test_the_gradient_of_an_invalid_label_is_nan_as_its_loss(target: str) -> None:
    """It would train on nothing unnoticed; an ignored label that is no class gives 0."""
    x, level = normal((4, 5), torch.float32, target), torch.empty(4, device=target)
    labels = torch.tensor([5, 1, -1, -2], device=target)
    ops.cross_entropy(x, labels, level=level)
    found = ops.cross_entropy_backward(torch.ones(4, device=target), x, labels, level, ignore_index=-1)
    assert found.isnan().all(1).tolist() == [True, False, False, True]
    assert found.isnan().any(1).tolist() == [True, False, False, True]
    assert (found[2] == 0).all()


@pytest.mark.parametrize("target", TARGETS)
def test_batches_and_no_rows(target: str) -> None:
    x, labels = normal((2, 3, 50), torch.float32, target), torch.randint(0, 50, (2, 3), device=target)
    with OnlyMemory():
        loss = ops.cross_entropy(x, labels)
    close(loss, F.cross_entropy(x.double().movedim(-1, 1), labels, reduction="none"))
    assert ops.cross_entropy(x[:0], labels[:0]).shape == (0, 3)


@pytest.mark.cutedsl_unchecked  # a checked program has no PTX
def test_labels_are_asked_for_before_rows() -> None:
    """Of loads that nothing keeps apart, ptxas puts the label's behind the wait for the row."""
    x, labels = torch.zeros(4, 1024, dtype=torch.bfloat16), torch.zeros(4, dtype=torch.int64)
    views = view_of("x", x), view_of("labels", labels, ("int64",)), view_of("loss", torch.empty(4)), None
    tile = tile_of_exchange(1024, 8, 16, reads_only=True)
    ptx = program(cross_entropy_rows, views, tile, numbers=[-100]).artifacts.ptx("sm_90a")
    assert ptx.index("ld.global.b64") < ptx.index("bar.warp.sync") < ptx.index(".v4.b32")


def test_arrays_of_numpy_are_taken() -> None:
    loss = ops.cross_entropy(np.zeros((2, 4), np.float16), np.array([0, 3]))
    np.testing.assert_allclose(loss, np.log(4.0), rtol=1e-6)
    assert loss.dtype == np.float32


def test_labels_are_checked() -> None:
    x = torch.zeros(2, 3)
    with pytest.raises(DSLUserCodeError, match="ops-dtype"):
        ops.cross_entropy(x, torch.zeros(2))
    with pytest.raises(DSLUserCodeError, match="ops-shape"):
        ops.cross_entropy(x, torch.zeros(3, dtype=torch.int64))
