"""`ops.linear_cross_entropy` and its gradients against float64: chunks, ignored and invalid labels, odd sizes."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from tests.unit.ops.tensors import TARGETS, close, normal

pytestmark = pytest.mark.child

SIZES = [(300, 200, 64, torch.bfloat16), (131, 77, 45, torch.float32), (1, 8, 8, torch.float16)]


def given(sizes: tuple[int, int, int, torch.dtype], target: str) -> tuple[torch.Tensor, ...]:
    """Rows, weights and labels, of which some are ignored."""
    m, v, k, dtype = sizes
    labels = torch.randint(0, v, (m,), device=target)
    labels[::7] = -100
    labels[0] = v - 1
    return normal((m, k), dtype, target), normal((v, k), dtype, target, k**-0.5), labels


def exactly(grad: torch.Tensor, x: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor) -> list[torch.Tensor]:
    """Losses and gradients in float64."""
    own = [t.double().cpu().requires_grad_() for t in (x, weight)]
    losses = F.cross_entropy(own[0] @ own[1].T, labels.cpu().long(), reduction="none")
    return [losses.detach(), *torch.autograd.grad((losses * grad.double().cpu()).sum(), own)]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("chunk_rows", [None, 128], ids=["whole", "chunks"])
@pytest.mark.parametrize("sizes", SIZES, ids=["mapped", "general", "one"])
def test_losses_and_gradients(target: str, chunk_rows: int | None, sizes: Any) -> None:
    x, weight, labels = given(sizes, target)
    grad = torch.rand(len(x), device=target)
    found = ops.linear_cross_entropy_gradients(grad, x, weight, labels.int(), chunk_rows=chunk_rows)
    limits = {torch.float32: 3e-6, torch.float16: 3e-3, torch.bfloat16: 1.5e-2}
    for mine, exact in zip(found, exactly(grad, x, weight, labels), strict=True):
        close(mine, exact, limits[x.dtype])
    out = torch.empty_like(grad)
    assert ops.linear_cross_entropy(x, weight, labels, out=out, chunk_rows=chunk_rows) is out
    torch.testing.assert_close(out, found[0], rtol=0, atol=0)
    assert (out[7::7] == 0).all()


def test_no_more_than_a_chunk_of_logits_is_in_memory() -> None:
    x, weight = np.ones((4096, 8), np.float32), np.zeros((512, 8), np.float32)
    labels = np.zeros(4096, np.int64)
    ops.linear_cross_entropy(x, weight, labels, chunk_rows=256)
    tracemalloc.start()
    ops.linear_cross_entropy(x, weight, labels, chunk_rows=256)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2 * 256 * 512 * 4 < 4096 * 512 * 4 / 8 + 1


def test_an_invalid_label_is_no_number_and_no_rows_have_no_loss() -> None:
    x, weight = np.ones((2, 4), np.float32), np.ones((3, 4), np.float32)
    assert np.isnan(ops.linear_cross_entropy(x, weight, np.array([3, 0]))).tolist() == [True, False]
    none = ops.linear_cross_entropy_gradients(np.ones(0, np.float32), x[:0], weight, np.zeros(0, np.int64))
    assert [part.shape for part in none] == [(0,), (0, 4), (3, 4)]
    assert (none[2] == 0).all()


X, W, LABELS = np.ones((2, 4), np.float32), np.ones((3, 4), np.float32), np.zeros(2, np.int64)


@pytest.mark.parametrize(
    ("arrays", "named", "name", "said"),
    [
        ((X, W[:, :3], LABELS), {}, "ops-shape", r"they are \(M,K\) and \(V,K\)"),
        ((X, W.astype(np.float16), LABELS), {}, "ops-dtype", "`weight` holds float16, `x` float32"),
        ((X, W, LABELS[:1]), {}, "ops-shape", "`labels` has the shape"),
        ((X, W, X[:, 0]), {}, "ops-dtype", "`labels` holds float32"),
        ((X, W, LABELS), {"chunk_rows": 0}, "ops-number", "`chunk_rows` is 0"),
        ((X, W, LABELS), {"ignore_index": 0.5}, "ops-number", "`ignore_index` is 0.5"),
    ],
)
def test_what_is_refused(arrays: Any, named: Any, name: str, said: str) -> None:
    for call in (
        lambda: ops.linear_cross_entropy(*arrays, **named),
        lambda: ops.linear_cross_entropy_gradients(X[:, 0].copy(), *arrays, **named),
    ):
        with pytest.raises(DSLUserCodeError, match=said) as found:
            call()
        assert found.value.name == name


def test_a_gradient_of_another_shape() -> None:
    with pytest.raises(DSLUserCodeError, match="`grad` has the shape") as found:
        ops.linear_cross_entropy_gradients(np.ones(3, np.float32), X, W, LABELS)
    assert found.value.name == "ops-shape"
