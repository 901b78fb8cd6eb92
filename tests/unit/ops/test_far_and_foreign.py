"""What goes wrong easily: memory further away than 32 bits count, other devices, NaN and infinities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from tests.unit.ops.tensors import TARGETS, close, normal, same

FAR = 2**31 + 64


def far_apart(rows: torch.Tensor) -> torch.Tensor:
    """The rows, each further from the last than 32 bits count; only what is touched takes memory on the CPU."""
    room = torch.empty((len(rows) - 1) * FAR + rows[0].numel(), dtype=rows.dtype, device=rows.device)
    spread = room.as_strided(rows.shape, (FAR, *rows.stride()[1:]))
    return spread.copy_(rows)


ROWS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "softmax": (ops.softmax, lambda x: x.double().softmax(-1)),
    "rms_norm": (ops.rms_norm, lambda x: x.double() / (x.double().square().mean(-1, keepdim=True) + 1e-6).sqrt()),
    "layer_norm": (ops.layer_norm, lambda x: torch.layer_norm(x.double(), x.shape[-1:])),
    "sum": (lambda x: ops.sum(x, axis=1), lambda x: x.double().sum(1)),
    "sum of columns": (lambda x: ops.sum(x, axis=0), lambda x: x.double().sum(0)),
    "topk": (lambda x: ops.topk(x, 3)[0], lambda x: x.double().topk(3).values),
    "cumsum": (ops.cumsum, lambda x: x.double().cumsum(-1)),
    "transpose": (ops.transpose, lambda x: x.double().T),
    "elementwise": (lambda x: ops.elementwise(lambda v: v + 1, x), lambda x: x.double() + 1),
    "matmul": (lambda x: ops.matmul(x, x.T), lambda x: x.double() @ x.double().T),
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["softmax", "rms_norm", "sum", "topk", "cumsum", "transpose", "matmul"])
def test_rows_further_apart_than_32_bits_count(target: str, name: str) -> None:
    run, exact = ROWS[name]
    x = normal((2, 72), torch.float16, target)
    close(run(far_apart(x)), exact(x), 2e-3)


@pytest.mark.parametrize("target", TARGETS)
def test_losses_and_gradients_of_rows_far_apart(target: str) -> None:
    x, labels = normal((2, 72), torch.float16, target), torch.tensor([3, 71], device=target)
    close(
        ops.cross_entropy(far_apart(x), labels), torch.nn.functional.cross_entropy(x.double(), labels, reduction="none")
    )
    grad = normal((2, 72), torch.float16, target)
    given = x.double().requires_grad_()
    (exact,) = torch.autograd.grad(torch.layer_norm(given, (72,)), given, grad.double())
    (found,) = ops.layer_norm_backward(grad, far_apart(x))
    close(found, exact, 3e-3)


@pytest.mark.gpu
@pytest.mark.parametrize(
    "name", ["softmax", "rms_norm", "layer_norm", "sum", "sum of columns", "cumsum", "elementwise"]
)
def test_more_elements_than_32_bits_count(name: str) -> None:
    """The last rows of an array, which are compared."""
    run, exact = ROWS[name]
    x = torch.randn(2**31 // 4096 + 8, 4096, dtype=torch.bfloat16, device="cuda")
    if name == "sum of columns":
        close(run(x), torch.stack([exact(part) for part in x.split(1 << 16)]).sum(0))
    else:
        close(run(x)[-16:], exact(x[-16:]), 1e-2)


@pytest.mark.gpu
@pytest.mark.parametrize(
    "shape", [(2**15 + 128, 2**16 + 64, 64), (2**16 + 8, 64, 2**15 + 64), (1, 2**18 + 8, 2**13 + 64)]
)
def test_products_of_more_elements_than_32_bits_count(shape: tuple[int, int, int]) -> None:
    """A large result, a large operand, a large matrix times one row: the last rows and columns."""
    m, n, k = shape
    a, b = (torch.randn(rows, k, dtype=torch.bfloat16, device="cuda") for rows in (m, n))
    made = ops.matmul(a, b.T)
    close(made[-64:, -64:], a[-64:].double() @ b[-64:].double().T)


@pytest.mark.gpu
def test_stacks_and_groups_of_more_elements_than_32_bits_count() -> None:
    """A stack whose results, and rows of groups that, are more: the last matrix, the last group."""
    a, b = (torch.randn(2**15 + 4, 256, 64, dtype=torch.bfloat16, device="cuda") for _ in range(2))
    close(ops.matmul(a, b.mT)[-1], a[-1].double() @ b[-1].double().T)
    del a, b
    rows, experts = (
        torch.randn(*shape, dtype=torch.bfloat16, device="cuda") for shape in ((2**19 + 72, 4096), (3, 4096, 64))
    )
    ends = torch.tensor([100, 2**19, 2**19 + 72], dtype=torch.int32, device="cuda")
    made = ops.grouped_matmul(rows, experts, ends)
    close(made[-72:], rows[-72:].double() @ experts[2].double())
    close(made[2**19 - 64 : 2**19], rows[2**19 - 64 : 2**19].double() @ experts[1].double())


FOREIGN: dict[str, Callable[[torch.Tensor, torch.Tensor], Any]] = {
    "softmax": lambda x, other: ops.softmax(x, out=other),
    "softmax_backward": lambda x, other: ops.softmax_backward(other, x),
    "rms_norm": lambda x, other: ops.rms_norm(x, other[0]),
    "layer_norm": lambda x, other: ops.layer_norm(x, x[0], other[0]),
    "layer_norm_backward": lambda x, other: ops.layer_norm_backward(other, x),
    "sum": lambda x, other: ops.sum(x, axis=0, out=other[0]),
    "cross_entropy": lambda x, other: ops.cross_entropy(x, other[:, 0].long()),
    "transpose": lambda x, other: ops.transpose(x, out=other),
    "cumsum": lambda x, other: ops.cumsum(x, out=other),
    "elementwise": lambda x, other: ops.elementwise(lambda a, b: a + b, x, other),
    "matmul": lambda x, other: ops.matmul(x, other),
    "matmul with bias": lambda x, other: ops.matmul(x, x, bias=other[0]),
    "gated_matmul": lambda x, other: ops.gated_matmul(x, other),
    "grouped_matmul": lambda x, other: ops.grouped_matmul(x, x[None], other[0, :1].int()),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_arrays_of_several_devices_are_refused(name: str) -> None:
    """Torch's device without memory stands for another one."""
    with pytest.raises(DSLUserCodeError) as found:
        FOREIGN[name](torch.ones(8, 8), torch.ones(8, 8, device="meta"))
    assert found.value.name == "ops-device"
    assert "is on meta, the first argument on cpu" in str(found.value)


@pytest.mark.parametrize("target", TARGETS)
def test_norms_and_sums_of_what_is_no_number_do_as_in_torch(target: str) -> None:
    x = normal((4, 40), torch.float32, target)
    x[0, 3], x[1, 5], x[2, 7] = float("nan"), float("inf"), float("-inf")
    same(ops.layer_norm(x), torch.layer_norm(x, (40,)))
    same(ops.rms_norm(x, eps=1e-6), torch.rms_norm(x, (40,), None, 1e-6))
    same(ops.sum(x, axis=1), x.sum(1))
    same(ops.cumsum(x), x.cumsum(-1))
    same(ops.matmul(x, x[3:].T), x @ x[3:].T)
    grad = normal((4, 40), torch.float32, target)
    given = x.clone().requires_grad_()
    (exact,) = torch.autograd.grad(torch.layer_norm(given, (40,)), given, grad)
    same(ops.layer_norm_backward(grad, x)[0], exact)
