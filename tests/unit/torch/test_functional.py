"""The kernel library with gradients: against torch's own, under `opcheck`, compiled, mapped.

Results and gradients are those of programs as users compile them; other tests compile them in a hurry.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch.nn.attention import flex_attention as flex
from torch.utils._python_dispatch import TorchDispatchMode

from cutedsl.errors import DSLUserCodeError
from cutedsl.torch import functional
from tests.products import long

DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)]
X, WEIGHT, BIAS = torch.randn(6, 10), torch.randn(10), torch.randn(10)
LABELS = torch.tensor([0, 9, -100, 3, 3, 1])
LINEAR_OF_CLASSES = torch.randn(11, 10)
A, B, STACK = torch.randn(6, 5), torch.randn(5, 8), torch.randn(3, 5, 8)
LINEAR = (torch.randn(2, 6, 10), torch.randn(7, 10), torch.randn(7))
GATED = (torch.randn(2, 6, 10), torch.randn(14, 10))

CASES: dict[str, tuple[Callable[..., Any], Callable[..., Any], tuple[Any, ...]]] = {
    "softmax": (functional.softmax, lambda x: torch.softmax(x, -1), (X,)),
    "log_softmax": (functional.log_softmax, lambda x: torch.log_softmax(x, -1), (X,)),
    "rms_norm": (functional.rms_norm, lambda x, w: F.rms_norm(x, (10,), w, 1e-6), (X, WEIGHT)),
    "layer_norm": (functional.layer_norm, lambda x, w, b: F.layer_norm(x, (10,), w, b), (X, WEIGHT, BIAS)),
    "cross_entropy": (functional.cross_entropy, F.cross_entropy, (X, LABELS)),
    "linear_cross_entropy": (
        functional.linear_cross_entropy,
        lambda x, w, labels: F.cross_entropy(F.linear(x, w), labels),
        (X, LINEAR_OF_CLASSES, LABELS),
    ),
    "matmul": (functional.matmul, torch.matmul, (A, B)),
    "matmul of one and many": (functional.matmul, torch.matmul, (A, STACK)),
    "linear": (functional.linear, F.linear, LINEAR),
    "linear, relu": (lambda x, w, b: functional.linear(x, w, b, "relu"), lambda *a: torch.relu(F.linear(*a)), LINEAR),
    "linear, gelu": (lambda x, w, b: functional.linear(x, w, b, "gelu"), lambda *a: F.gelu(F.linear(*a)), LINEAR),
    "linear, silu": (lambda x, w, b: functional.linear(x, w, b, "silu"), lambda *a: F.silu(F.linear(*a)), LINEAR),
    "gated": (functional.gated, lambda x: F.silu(x[..., :5]) * x[..., 5:], (X,)),
    "gated_linear": (functional.gated_linear, lambda x, w: gated(x, w, F.silu), GATED),
    "gated_linear, geglu": (
        lambda x, w: functional.gated_linear(x, w, "geglu"),
        lambda x, w: gated(x, w, F.gelu),
        GATED,
    ),
    "gated_linear, glu": (
        lambda x, w: functional.gated_linear(x, w, "glu"),
        lambda x, w: gated(x, w, torch.sigmoid),
        GATED,
    ),
}


def gated(x: torch.Tensor, weight: torch.Tensor, activation: Callable[..., Any]) -> torch.Tensor:
    first, second = F.linear(x, weight).chunk(2, -1)
    return activation(first) * second


def with_gradients(function: Callable[..., Any], args: tuple[Any, ...], device: str) -> list[Any]:
    """The result of a function and the gradients of a fixed sum of it."""
    given = [a.to(device).clone().requires_grad_(a.is_floating_point()) for a in args]
    out = function(*given)
    factors = torch.linspace(-1, 1, out.numel(), device=device).reshape(out.shape)
    (out * factors).sum().backward()
    return [out.detach(), *(a.grad for a in given if a.grad is not None)]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("case", CASES)
def test_results_and_gradients_are_torchs(case: str, device: str) -> None:
    ours, torchs, args = CASES[case]
    found, wanted = with_gradients(ours, args, device), with_gradients(torchs, args, device)
    assert len(found) == len(wanted) == 1 + sum(a.is_floating_point() for a in args)
    for mine, theirs in zip(found, wanted, strict=True):
        torch.testing.assert_close(mine, theirs, rtol=1e-4, atol=1e-5)


def test_without_gradients_a_gated_layer_is_one_kernel() -> None:
    x, weight = GATED
    with torch.no_grad():
        found = functional.gated_linear(x, weight.clone().requires_grad_())
    torch.testing.assert_close(found, gated(x, weight, F.silu), rtol=1e-4, atol=1e-5)


def heads(causal: bool, size: int) -> tuple[list[Any], list[Any]]:
    """Attention of ours and of torch in float32, of two query heads a key head, with gradients."""
    q, k, v = (torch.randn(2, n, h, size).to(torch.bfloat16) for n, h in ((9, 4), (12, 2), (12, 2)))

    def torchs(q: Any, k: Any, v: Any) -> Any:
        q, k, v = (x.float().transpose(1, 2) for x in (q, k, v))
        k, v = (x.repeat_interleave(2, 1) for x in (k, v))
        mask = torch.ones(9, 12, dtype=torch.bool).tril(3) if causal else None
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2)

    def ours(q: Any, k: Any, v: Any) -> Any:
        return functional.attention(q, k, v, causal=causal).float()

    return with_gradients(ours, (q, k, v), "cpu"), with_gradients(torchs, (q, k, v), "cpu")


@pytest.mark.usefixtures("short_compilations")
@pytest.mark.parametrize(("causal", "size"), [(True, 64), long(False, 64), long(True, 256)])
def test_attention_and_its_gradients_are_torchs(causal: bool, size: int) -> None:
    for mine, theirs in zip(*heads(causal, size), strict=True):
        error = (mine.float() - theirs.float()).norm() / theirs.float().norm()
        assert error < 1e-2


SINKS = torch.randn(2)
OPERATORS: dict[str, tuple[Any, ...]] = {
    "softmax": (X,),
    "log_softmax": (X,),
    "rms_norm": (X, WEIGHT, 1e-6),
    "layer_norm": (X, WEIGHT, BIAS, 1e-5),
    "cross_entropy": (X, LABELS, -100),
    "matmul": (A, B),
    "linear": (*LINEAR, "gelu"),
    "gated": (X, "swiglu"),
    "gated_linear": (*GATED, "geglu"),
    "attention": (
        *(torch.randn(1, 4, 2, n).bfloat16() for n in (64, 64, 40)),
        True,
        0.125,
        3,
        None,
        None,
        None,
        2.0,
        SINKS,
    ),
}


@pytest.mark.usefixtures("short_compilations")
@pytest.mark.parametrize("name", OPERATORS)
def test_opcheck_finds_nothing(name: str) -> None:
    args = tuple(
        a.clone().requires_grad_(a.is_floating_point()) if isinstance(a, torch.Tensor) else a for a in OPERATORS[name]
    )
    found = torch.library.opcheck(getattr(torch.ops.cutedsl, name).default, args)
    assert set(found.values()) == {"SUCCESS"}


@pytest.mark.usefixtures("short_compilations")
def test_mapped_over_a_batch() -> None:
    x, weights = torch.randn(4, 6, 10), torch.randn(4, 10)
    torch.testing.assert_close(torch.vmap(functional.softmax)(x), torch.softmax(x, -1))
    both = torch.vmap(functional.rms_norm, in_dims=(0, 0))(x, weights)  # a weight each: one call for each
    for k in range(4):
        torch.testing.assert_close(both[k], F.rms_norm(x[k], (10,), weights[k], 1e-6))
    torch.testing.assert_close(
        torch.vmap(functional.matmul, in_dims=(None, 0))(A, STACK), A @ STACK, rtol=1e-4, atol=1e-5
    )


def test_an_activation_that_there_is_not() -> None:
    with pytest.raises(DSLUserCodeError, match="must be one of none, relu, gelu, silu"):
        functional.linear(*LINEAR, "softplus")  # pyright: ignore[reportArgumentType]


class Products(TorchDispatchMode):
    """Counts the library's matrix products."""

    count = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.count += str(func).startswith(("cutedsl.linear", "cutedsl.matmul"))
        return func(*args, **(kwargs or {}))


@pytest.mark.usefixtures("short_compilations")
def test_training_a_layer_takes_three_products() -> None:
    x, weight, bias = (t.clone().requires_grad_() for t in LINEAR)
    with Products() as products:
        functional.linear(x, weight, bias, "gelu").sum().backward()
    assert products.count == 3


@pytest.mark.usefixtures("short_compilations")
def test_gradients_lie_as_their_parameters() -> None:
    """Else torch copies each of them, element by element."""
    a, b = A.clone().requires_grad_(), B.t().contiguous().requires_grad_()
    (found,) = torch.autograd.grad(functional.matmul(a, b.t()).sum(), b)
    assert found.stride() == b.stride()
    torch.testing.assert_close(found, (A.t() @ torch.ones(A.shape[0], B.shape[1])).t(), rtol=1e-4, atol=1e-5)


@pytest.mark.usefixtures("short_compilations")
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_relu_of_what_is_not_finite(device: str, dtype: Any) -> None:
    bias = torch.tensor(
        [-float("inf"), float("nan"), float("inf"), -2.0, 2.0, 0.0, -0.0, 1.0], dtype=dtype, device=device
    )
    zeros = torch.zeros(8, 8, dtype=dtype, device=device)
    found = functional.linear(zeros, zeros, bias, "relu")
    torch.testing.assert_close(found, torch.relu(bias).expand(8, 8), equal_nan=True)


@pytest.mark.usefixtures("short_compilations")
def test_packed_and_windowed_attention_has_gradients() -> None:
    """Each sequence's gradients are those of attention on it alone."""
    lengths = 20, 33
    starts = torch.tensor([0, 20, 53], dtype=torch.int32)
    given = [torch.randn(53, h, 64).half().requires_grad_() for h in (2, 1, 1)]
    functional.attention(*given, window=(7, 0), starts_q=starts, starts_k=starts).float().sum().backward()
    for i, length in enumerate(lengths):
        at = slice(int(starts[i]), int(starts[i]) + length)
        parts = [x.detach()[at].double().requires_grad_() for x in given]
        q, k, v = (x.transpose(0, 1) for x in parts)
        row, key = torch.arange(length)[:, None], torch.arange(length)[None]
        seen = (key <= row) & (key >= row - 7)
        F.scaled_dot_product_attention(q, k.expand_as(q), v.expand_as(q), attn_mask=seen).sum().backward()
        for mine, alone in zip(given, parts, strict=True):
            assert mine.grad is not None and alone.grad is not None
            error = (mine.grad[at].double() - alone.grad).norm() / alone.grad.norm()
            assert error < 1e-2


@pytest.mark.usefixtures("short_compilations")
def test_deterministic_attention_gives_the_same_bits() -> None:
    given = [torch.randn(1, 90, 2, 64).half().requires_grad_() for _ in range(3)]
    torch.use_deterministic_algorithms(True)
    try:
        found = [torch.autograd.grad(functional.attention(*given).sum(), given) for _ in range(2)]
    finally:
        torch.use_deterministic_algorithms(False)
    assert all(torch.equal(a, b) for a, b in zip(*found, strict=True))


@pytest.mark.usefixtures("short_compilations")
@pytest.mark.parametrize("compiled", [False, True])
def test_softcap_and_sinks_of_attention_have_gradients(compiled: bool) -> None:
    q, k = (torch.randn(1, n, 2, 64).half().requires_grad_() for n in (30, 40))
    sinks = torch.tensor([0.5, 2.0], requires_grad=True)

    def run(q: Any, k: Any, sinks: Any) -> Any:
        return functional.attention(q, k, k, causal=True, softcap=3.0, sinks=sinks)

    found = (torch.compile(run, backend="aot_eager", fullgraph=True) if compiled else run)(q, k, sinks)
    a, b, s = (x.detach().double().requires_grad_() for x in (q, k, sinks))
    x, y = a.transpose(1, 2), b.transpose(1, 2)
    scores = 3 * torch.tanh(x @ y.mT / 24)
    hidden = torch.arange(40)[None] > torch.arange(30)[:, None] + 10
    logits = torch.cat([scores.masked_fill(hidden, -torch.inf), s[None, :, None, None].expand(1, 2, 30, 1)], -1)
    out = (torch.softmax(logits, -1)[..., :-1] @ y).transpose(1, 2)
    grad = torch.randn(out.shape)
    wanted = torch.autograd.grad(out, (a, b, s), grad.double())
    for mine, theirs in zip(torch.autograd.grad(found, (q, k, sinks), grad.half()), wanted, strict=True):
        assert (mine.double() - theirs).norm() < 4e-3 * theirs.norm()


@pytest.mark.usefixtures("short_compilations")
@pytest.mark.parametrize("compiled", [False, True])
def test_functions_of_scores_as_flex_attentions(compiled: bool) -> None:
    """With the same functions and block mask; torch's own has no gradients on the CPU."""
    slopes = torch.tensor([0.1, 0.2])

    def score_mod(score: Any, b: Any, h: Any, i: Any, j: Any) -> Any:
        return torch.tanh(score) + (j - i) * slopes[h]

    mask: Any = flex.create_block_mask(lambda b, h, i, j: i >= j, None, None, 60, 60, device="cpu")
    given = [torch.randn(1, 60, 2, 64).half().requires_grad_() for _ in range(3)]

    def run(*given: Any) -> Any:
        return functional.attention(*given, score_mod=score_mod, block_mask=mask) * 1

    out = (torch.compile(run, backend="aot_eager") if compiled else run)(*given)
    leaves = [x.detach().double().requires_grad_() for x in given]
    q, k, v = (x.transpose(1, 2) for x in leaves)
    where = torch.meshgrid(*map(torch.arange, (1, 2, 60, 60)), indexing="ij")
    scores = score_mod(q @ k.mT / 8, *where).masked_fill(where[2] < where[3], -torch.inf)
    wanted = (torch.softmax(scores, -1) @ v).transpose(1, 2)
    grad = torch.randn(out.shape)
    theirs = torch.autograd.grad(wanted, leaves, grad.double())
    for mine, exact in zip(torch.autograd.grad(out, given, grad.half()), theirs, strict=True):
        assert (mine.double() - exact).norm() < 4e-3 * exact.norm()


@pytest.mark.usefixtures("short_compilations")
def test_a_tensor_in_a_score_function_gets_no_gradient() -> None:
    slopes = torch.zeros(2, requires_grad=True)
    q = torch.zeros(1, 8, 2, 64).half()
    with pytest.raises(
        DSLUserCodeError, match="cannot compute a gradient for `slopes`, which a function of the scores reads"
    ):
        functional.attention(q, q, q, score_mod=lambda s, b, h, i, j: s * slopes[h])
    with torch.no_grad():
        assert functional.attention(q, q, q, score_mod=lambda s, b, h, i, j: s * slopes[h]).shape == q.shape
