"""Operators under the transforms of `torch.func`: gradients, maps over batches, one inside the other."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import cutedsl.cute as cute
from cutedsl import Float32
from cutedsl.torch import functional, operator

DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)]
THREADS = 32
EPS = 1e-5


@cute.kernel
def scale_kernel(x: cute.Tensor, y: cute.Tensor, o: cute.Tensor, a: Float32):
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    if i < cute.size(o):
        o[i] = a * x[i] * y[i]


def times_backward(grad_o: Any, x: Any, y: Any, a: float) -> Any:
    return times(grad_o, y, a), times(grad_o, x, a)


@operator("cutedsl_test::times", out="x", backward=times_backward)
@cute.jit
def times(x: cute.Tensor, y: cute.Tensor, o: cute.Tensor, a: Float32 = 2.0):  # pyright: ignore
    scale_kernel(x, y, o, a).launch(grid=(cute.ceil_div(cute.size(o), THREADS), 1, 1), block=(THREADS, 1, 1))


@operator("cutedsl_test::times_once", out="x")
@cute.jit
def times_once(x: cute.Tensor, y: cute.Tensor, o: cute.Tensor):
    scale_kernel(x, y, o, 1.0).launch(grid=(cute.ceil_div(cute.size(o), THREADS), 1, 1), block=(THREADS, 1, 1))


def plain(x: Any, y: Any, a: float = 2.0) -> Any:
    return a * x * y


@pytest.mark.parametrize("device", DEVICES)
def test_grad_vmap_and_one_inside_the_other(device: str) -> None:
    x, y, rows = (torch.randn(*size, device=device) for size in ((20,), (20,), (3, 20)))

    def loss(function: Any) -> Any:
        return lambda x, y: function(torch.sin(x), y, a=3.0).square().sum()

    gradients = [torch.func.grad(loss(f), (0, 1))(x, y) for f in (times, plain)]
    torch.testing.assert_close(*gradients)
    pulled = [torch.func.vjp(f, x, y)[1](x) for f in (times, plain)]
    torch.testing.assert_close(*pulled)
    torch.testing.assert_close(torch.func.jacrev(times)(x, y), torch.func.jacrev(plain)(x, y))
    mapped = torch.vmap(torch.func.grad(loss(times)), in_dims=(0, None))
    torch.testing.assert_close(mapped(rows, y), torch.vmap(torch.func.grad(loss(plain)), in_dims=(0, None))(rows, y))
    inside = torch.func.grad(lambda x, y: torch.vmap(times, in_dims=(0, None))(x, y).square().sum(), (0, 1))
    torch.testing.assert_close(
        inside(rows, y), torch.func.grad(lambda x, y: plain(x, y).square().sum(), (0, 1))(rows, y)
    )


def test_second_gradients_are_right() -> None:
    x, y = torch.randn(20), torch.randn(20)
    found, wanted = (
        torch.func.grad(lambda x, f=f: torch.func.grad(lambda x: f(x, x * y).pow(3).sum())(x).sum())(x)
        for f in (times, plain)
    )
    torch.testing.assert_close(found, wanted)


def test_the_library_under_transforms() -> None:
    x, w, b, scale = torch.randn(2, 4, 16), torch.randn(8, 16), torch.randn(8), torch.randn(16)

    def ours(x: Any, w: Any, b: Any, scale: Any) -> Any:
        h = functional.linear(functional.rms_norm(x, scale, EPS), w, b, "silu")
        return functional.softmax(functional.matmul(h, h.transpose(-1, -2))).square().sum()

    def theirs(x: Any, w: Any, b: Any, scale: Any) -> Any:
        rms = torch.nn.functional.rms_norm(x, (16,), scale, EPS)
        h = torch.nn.functional.silu(torch.nn.functional.linear(rms, w, b))
        return torch.softmax(h @ h.transpose(-1, -2), -1).square().sum()

    every = (0, 1, 2, 3)
    found, wanted = (
        torch.vmap(torch.func.grad(f, every), in_dims=(0, None, None, None))(x, w, b, scale) for f in (ours, theirs)
    )
    torch.testing.assert_close(found, wanted, rtol=2e-4, atol=2e-5)


def test_operators_without_a_rule_say_so() -> None:
    x = torch.randn(20)
    with pytest.raises(
        RuntimeError, match=r"torch-not-differentiable.*\n*.*`cutedsl_test::times_once` has no backward"
    ):
        torch.func.grad(lambda x: times_once(x, x).sum())(x)
    with pytest.raises(RuntimeError, match="forward-mode"):
        torch.func.jvp(lambda x: times(x, x), (x,), (x,))
    with pytest.raises(RuntimeError, match="forward-mode"):
        torch.func.jvp(functional.softmax, (x,), (x,))
    with pytest.raises(RuntimeError, match=r"unexpected keyword argument|Unknown keyword"):
        torch.vmap(lambda x: times(x, x, wrong=1))(torch.randn(2, 3))
