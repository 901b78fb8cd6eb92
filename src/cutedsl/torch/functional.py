"""The kernel library as torch functions with gradients: operators `torch.ops.cutedsl.*`, eager and compiled.

Values saved for the gradient are extra results, so that a compiled program may keep or recompute
it. `torch.vmap` goes element by element, and in one call where a batch is one more row axis.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, Literal

import torch
from torch import Tensor

import cutedsl.cute as cute
from cutedsl import ops
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.ops.captured_arrays import captured_names
from cutedsl.torch.batching import one_by_one
from cutedsl.torch.transforms import transformable

NAMESPACE: Final = "cutedsl"
Activation = Literal["none", "relu", "gelu", "silu"]
GateName = Literal["swiglu", "geglu", "geglu_tanh", "reglu", "glu"]


@frozen
class Definition:
    """An operator: torch's schema, its computation, its fake (meta) results, and its gradient.

    `backward(saved, grads)` gets the arguments and results by position and returns a gradient for each argument.
    """

    schema: str
    run: Callable[..., Any]
    like: Callable[..., Any]
    backward: Callable[..., Any] | None = None
    rows: bool = False


def _define(definition: Definition, library: Any) -> Any:
    name = definition.schema.partition("(")[0]
    library.define(definition.schema, tags=(torch.Tag.pt2_compliant_tag,))

    def run(*args: Any) -> Any:
        return definition.run(*(a.detach() if isinstance(a, Tensor) else a for a in args))

    for device in ("CPU", "CUDA"):
        library.impl(name, run, device)
    full = f"{NAMESPACE}::{name}"
    torch.library.register_fake(full, definition.like, lib=library)
    op = getattr(getattr(torch.ops, NAMESPACE), name)
    gradients = (None, None) if definition.backward is None else _differentiate(full, definition.backward, library)

    def batched(info: Any, dims: tuple[Any, ...], x: Any, *args: Any) -> Any:
        if definition.rows and all(d is None for d in dims[1:]):
            found = call(x.movedim(dims[0], 0), *args)  # the batch is one more axis of rows
        else:
            found = one_by_one(call, info.batch_size, dims, (x, *args))
        return found, 0 if isinstance(found, Tensor) else (0,) * len(found)

    torch.library.register_vmap(full, batched, lib=library)
    call = transformable(full, op.default, *gradients, batched)
    return call


def _differentiate(name: str, backward: Callable[..., Any], library: Any) -> tuple[Any, Any]:
    def keep(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        values = (*inputs, *(output if isinstance(output, tuple) else (output,)))
        ctx.places = [k for k, value in enumerate(values) if isinstance(value, Tensor)]
        ctx.save_for_backward(*(values[k] for k in ctx.places))
        ctx.values = [None if isinstance(value, Tensor) else value for value in values]
        ctx.count = len(inputs)

    def gradient(ctx: Any, *grads: Any) -> Any:
        values = list(ctx.values)
        for place, tensor in zip(ctx.places, ctx.saved_tensors, strict=True):
            values[place] = tensor
        found = tuple(backward(values, grads))
        return found + (None,) * (ctx.count - len(found))

    torch.library.register_autograd(name, gradient, setup_context=keep, lib=library)
    return keep, gradient


def _softmax_backward(values: Any, grads: Any) -> Any:
    return (_operators["softmax_backward"](grads[0], values[-1]),)


def _log_softmax_backward(values: Any, grads: Any) -> Any:
    return (_operators["log_softmax_backward"](grads[0], values[-1]),)


def _rms_norm_backward(values: Any, grads: Any) -> Any:
    return _operators["rms_norm_backward"](grads[0], *values[:3])


def _layer_norm_backward(values: Any, grads: Any) -> Any:
    x, weight, _, eps = values[:4]
    return _operators["layer_norm_backward"](grads[0], x, weight, eps)


def _cross_entropy(logits: Tensor, labels: Tensor, ignore_index: int) -> tuple[Tensor, Tensor]:
    level = logits.new_empty(logits.shape[:-1], dtype=torch.float32)
    return ops.cross_entropy(logits, labels, ignore_index=ignore_index, level=level), level


def _cross_entropy_like(logits: Tensor, labels: Tensor, ignore_index: int) -> tuple[Tensor, Tensor]:
    return tuple(logits.new_empty(logits.shape[:-1], dtype=torch.float32) for _ in range(2))  # pyright: ignore[reportReturnType]


def _cross_entropy_backward(values: Any, grads: Any) -> Any:
    logits, labels, ignore_index, _, level = values
    return (_operators["cross_entropy_backward"](grads[0].contiguous(), logits, labels, level, ignore_index),)


def _linear_cross_entropy_gradients(
    grad: Tensor, x: Tensor, weight: Tensor, labels: Tensor, ignored: int
) -> tuple[Tensor, Tensor, Tensor]:
    return ops.linear_cross_entropy_gradients(grad, x, weight, labels, ignore_index=ignored)


def _linear_cross_entropy_gradients_like(
    grad: Tensor, x: Tensor, weight: Tensor, *_: Any
) -> tuple[Tensor, Tensor, Tensor]:
    return grad.new_empty(grad.shape), x.new_empty(x.shape), weight.new_empty(weight.shape)


class _LinearCrossEntropy(torch.autograd.Function):
    """Its gradients are computed beside the loss, while a chunk's logits are in memory, and scaled afterwards."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, labels: Tensor, ignored: int) -> Tensor:
        counted = labels != ignored
        grad = counted / counted.sum()
        losses, *found = _operators["linear_cross_entropy_gradients"](grad, x, weight, labels, ignored)
        ctx.save_for_backward(*found)
        return (losses * grad).sum()

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        to_x, to_weight = ctx.saved_tensors
        return to_x * grads[0].to(to_x.dtype), to_weight * grads[0].to(to_weight.dtype), None, None


def _product_like(a: Tensor, b: Tensor) -> Tensor:
    return a.new_empty(*(a.shape[:-2] or b.shape[:-2]), a.shape[-2], b.shape[-1])


def _matmul_backward(values: Any, grads: Any) -> Any:
    """Each gradient has the major order of its operand, so that adding it to a parameter's copies nothing."""
    product, (a, b), (grad,) = _operators["matmul"], values[:2], grads
    found = [
        product(b, grad.mT).mT if _is_column_major(a) else product(grad, b.mT),
        product(grad.mT, a).mT if _is_column_major(b) else product(a.mT, grad),
    ]
    return [whole.sum(0) if whole.dim() > part.dim() else whole for whole, part in zip(found, (a, b), strict=True)]


def _is_column_major(x: Tensor) -> bool:
    return x.stride(-2) == 1 and x.stride(-1) > 1


def _gelu(x: Any) -> Any:
    return 0.5 * x * (1.0 + cute.math.erf(x * math.sqrt(0.5)))


def _relu(x: Any) -> Any:
    return cute.where(x < 0.0, cute.full_like(x, 0.0), x)


def _silu(x: Any) -> Any:
    return x / (1.0 + cute.math.exp(-x))


_EPILOGUES: Final[dict[str, Any]] = {"relu": _relu, "gelu": _gelu, "silu": _silu}
_ACTIVATIONS: Final[dict[str, Callable[[Tensor], Tensor]]] = {
    "relu": torch.nn.functional.relu,
    "gelu": torch.nn.functional.gelu,
    "silu": torch.nn.functional.silu,
}
_SLOPES: Final[dict[str, Callable[[Tensor, Tensor], Tensor]]] = {
    "relu": lambda grad, z: grad * (z > 0),
    "gelu": lambda grad, z: torch.ops.aten.gelu_backward(grad, z),
    "silu": lambda grad, z: torch.ops.aten.silu_backward(grad, z),
}


def _linear(x: Tensor, weight: Tensor, bias: Tensor, activation: str) -> Tensor:
    rows = x.reshape(-1, x.shape[-1])
    more = {} if activation == "none" else {"epilogue": _EPILOGUES[activation]}
    return ops.matmul(rows, weight.t(), bias=bias, **more).reshape(*x.shape[:-1], weight.shape[0])


def _linear_backward(values: Any, grads: Any) -> Any:
    """The value before the activation is computed again, as the operator does not give it; `linear` keeps it."""
    product, (x, weight, bias, activation, _), (grad,) = _operators["matmul"], values, grads
    rows, grad = x.reshape(-1, x.shape[-1]), grad.reshape(-1, grad.shape[-1])
    if activation != "none":
        grad = _SLOPES[activation](grad, _operators["linear"](rows, weight, bias, "none"))
    return product(grad, weight).reshape(x.shape), product(grad.t(), rows), grad.sum(0)


def _gated_linear(x: Tensor, weight: Tensor, gate: str) -> Tensor:
    rows = x.reshape(-1, x.shape[-1])
    return ops.gated_matmul(rows, weight.t(), gate=gate).reshape(*x.shape[:-1], weight.shape[0] // 2)


def _gated_linear_backward(values: Any, grads: Any) -> Any:
    """The products before the gate are computed again: the operator does not return them. `gated_linear` keeps them."""
    product, (x, weight, gate, _), (grad,) = _operators["matmul"], values, grads
    rows, grad = x.reshape(-1, x.shape[-1]), grad.reshape(-1, grad.shape[-1])
    grad = _operators["gated_backward"](grad, product(rows, weight.t()), gate)
    return product(grad, weight).reshape(x.shape), product(grad.t(), rows)


def _half_as_wide(x: Tensor, _: str) -> Tensor:
    return x.new_empty(*x.shape[:-1], x.shape[-1] // 2)


def _attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    causal: bool,
    scale: float,
    left: int | None = None,
    right: int | None = None,
    starts_q: Tensor | None = None,
    starts_k: Tensor | None = None,
    softcap: float | None = None,
    sinks: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    rule: dict[str, Any] = {"starts_q": starts_q, "starts_k": starts_k, "softcap": softcap, "sinks": sinks}
    return ops.attention(q, k, v, causal=causal, window=(left, right), scale=scale, return_lse=True, **rule)


def _attention_like(q: Tensor, _: Tensor, v: Tensor, *__: Any) -> tuple[Tensor, Tensor]:
    shape = (*q.shape[:-3], q.shape[-2], q.shape[-3])
    return q.new_empty((*q.shape[:-1], v.shape[-1])), q.new_empty(shape, dtype=torch.float32)


def _attention_backward(values: Any, grads: Any) -> Any:
    q, k, v, *rule, out, lse = values
    *found, of_sinks = _operators["attention_backward"](_in_rows(grads[0]), q, k, v, out, lse, *rule)
    return *found, *(None,) * (len(rule) - 1), None if rule[-1] is None else of_sinks


def _in_rows(x: Tensor) -> Tensor:
    """A gradient as the copy engine reads it: autograd may give any strides, 0 for one that a sum made."""
    fits = x.stride(-1) == 1 and all(d and d % _COPIED == 0 for d in x.stride()[:-1])
    return x if fits else x.contiguous()


def _attention_gradients(
    grad: Tensor,
    q: Tensor,
    k: Tensor,
    v: Tensor,
    out: Tensor,
    lse: Tensor,
    causal: bool,
    scale: float,
    left: int | None = None,
    right: int | None = None,
    starts_q: Tensor | None = None,
    starts_k: Tensor | None = None,
    softcap: float | None = None,
    sinks: Tensor | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """In a fixed order where torch is told to be deterministic. The last is of no elements where there are no sinks."""
    rule: dict[str, Any] = {"starts_q": starts_q, "starts_k": starts_k, "softcap": softcap, "sinks": sinks}
    ordered = torch.are_deterministic_algorithms_enabled()
    given = grad, q, k, v, out, lse
    found = ops.attention_backward(
        *given, causal=causal, window=(left, right), scale=scale, deterministic=ordered, **rule
    )
    return found if sinks is not None else (*found, q.new_empty(0, dtype=torch.float32))


def _attention_gradients_like(grad: Tensor, *args: Any) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    sinks = args[-1] if len(args) > _SINKS_AT else None
    count = 0 if sinks is None else sinks.shape[0]
    q, k, v = (x.new_empty(x.shape) for x in args[:3])
    return q, k, v, grad.new_empty(count, dtype=torch.float32)


class _FunctionAttention(torch.autograd.Function):
    """Attention with functions of scores, which operators of torch cannot take as arguments."""

    @staticmethod
    def forward(ctx: Any, q: Tensor, k: Tensor, v: Tensor, sinks: Tensor | None, rule: dict[str, Any]) -> Tensor:
        given = [x.detach() for x in (q, k, v)]
        rule = {**rule, "sinks": None if sinks is None else sinks.detach()}
        out, lse = ops.attention(*given, return_lse=True, **rule)
        ctx.save_for_backward(*given, out, lse)
        ctx.rule = rule
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        *given, out, lse = ctx.saved_tensors
        ordered = torch.are_deterministic_algorithms_enabled()
        found = ops.attention_backward(_in_rows(grads[0]), *given, out, lse, deterministic=ordered, **ctx.rule)
        return (*found, None, None) if len(found) == 3 else (*found, None)


def _attention_with_functions(q: Tensor, k: Tensor, v: Tensor, sinks: Tensor | None, rule: dict[str, Any]) -> Tensor:
    """`_FunctionAttention`. Errors: no-derivative."""
    mask = getattr(rule["block_mask"], "mask_mod", None)
    wanted = torch.is_grad_enabled()
    for name in captured_names(lambda x: wanted and isinstance(x, Tensor) and x.requires_grad, rule["score_mod"], mask):
        raise fail("no-derivative", f"cannot compute a gradient for `{name}`, which a function of the scores reads")
    return _FunctionAttention.apply(q, k, v, sinks, rule)


_attention_from_python: Any = torch.compiler.disable(_attention_with_functions)
"""The same, outside of what torch compiles."""


def _norm_gradients(*likes: int) -> Callable[..., Any]:
    return lambda *args: tuple(torch.empty_like(args[k]) for k in likes)


_COPIED: Final = 8
"""16-bit elements that the copy engine takes at least."""

_RULE: Final = (
    "bool causal, float scale, int? left=None, int? right=None, Tensor? starts_q=None, Tensor? starts_k=None, "
    "float? softcap=None, Tensor? sinks=None"
)
"""What queries see, where packed sequences begin, and what changes scores."""

_SINKS_AT: Final = 12
"""Arguments of the gradients' operator between the gradient and the sinks."""

_DEFINITIONS: Final = (
    Definition("softmax(Tensor x) -> Tensor", ops.softmax, torch.empty_like, _softmax_backward, rows=True),
    Definition(
        "softmax_backward(Tensor grad, Tensor y) -> Tensor", ops.softmax_backward, lambda grad, y: torch.empty_like(y)
    ),
    Definition("log_softmax(Tensor x) -> Tensor", ops.log_softmax, torch.empty_like, _log_softmax_backward, rows=True),
    Definition(
        "log_softmax_backward(Tensor grad, Tensor y) -> Tensor",
        ops.log_softmax_backward,
        lambda grad, y: torch.empty_like(y),
    ),
    Definition(
        "rms_norm(Tensor x, Tensor weight, float eps) -> Tensor",
        lambda x, weight, eps: ops.rms_norm(x, weight, eps=eps),
        lambda x, *_: torch.empty_like(x),
        _rms_norm_backward,
        rows=True,
    ),
    Definition(
        "rms_norm_backward(Tensor grad, Tensor x, Tensor weight, float eps) -> (Tensor, Tensor)",
        lambda grad, x, weight, eps: ops.rms_norm_backward(grad, x, weight, eps=eps),
        _norm_gradients(1, 2),
    ),
    Definition(
        "layer_norm(Tensor x, Tensor weight, Tensor bias, float eps) -> Tensor",
        lambda x, weight, bias, eps: ops.layer_norm(x, weight, bias, eps=eps),
        lambda x, *_: torch.empty_like(x),
        _layer_norm_backward,
        rows=True,
    ),
    Definition(
        "layer_norm_backward(Tensor grad, Tensor x, Tensor weight, float eps) -> (Tensor, Tensor, Tensor)",
        lambda grad, x, weight, eps: ops.layer_norm_backward(grad, x, weight, bias=True, eps=eps),
        _norm_gradients(1, 2, 2),
    ),
    Definition(
        "cross_entropy(Tensor logits, Tensor labels, int ignore_index) -> (Tensor, Tensor)",
        _cross_entropy,
        _cross_entropy_like,
        _cross_entropy_backward,
    ),
    Definition(
        "cross_entropy_backward(Tensor grad, Tensor logits, Tensor labels, Tensor level, int ignore_index) -> Tensor",
        lambda grad, logits, labels, level, ignored: ops.cross_entropy_backward(
            grad, logits, labels, level, ignore_index=ignored
        ),
        lambda grad, logits, *_: torch.empty_like(logits),
    ),
    Definition(
        "linear_cross_entropy(Tensor x, Tensor weight, Tensor labels, int ignore_index) -> Tensor",
        lambda x, weight, labels, ignored: ops.linear_cross_entropy(x, weight, labels, ignore_index=ignored),
        lambda x, *_: x.new_empty(x.shape[:1], dtype=torch.float32),
    ),
    Definition(
        "linear_cross_entropy_gradients(Tensor grad, Tensor x, Tensor weight, Tensor labels, int ignore_index)"
        " -> (Tensor, Tensor, Tensor)",
        _linear_cross_entropy_gradients,
        _linear_cross_entropy_gradients_like,
    ),
    Definition("matmul(Tensor a, Tensor b) -> Tensor", ops.matmul, _product_like, _matmul_backward),
    Definition(
        "linear(Tensor x, Tensor weight, Tensor bias, str activation) -> Tensor",
        _linear,
        lambda x, weight, *_: x.new_empty(*x.shape[:-1], weight.shape[0]),
        _linear_backward,
    ),
    Definition(
        "gated_linear(Tensor x, Tensor weight, str gate) -> Tensor",
        _gated_linear,
        lambda x, weight, _: x.new_empty(*x.shape[:-1], weight.shape[0] // 2),
        _gated_linear_backward,
    ),
    Definition(
        "gated(Tensor x, str gate) -> Tensor",
        ops.gated,
        _half_as_wide,
        lambda values, grads: (_operators["gated_backward"](grads[0].contiguous(), *values[:2]),),
    ),
    Definition(
        "gated_backward(Tensor grad, Tensor x, str gate) -> Tensor",
        ops.gated_backward,
        lambda grad, x, gate: x.new_empty(x.shape),
    ),
    Definition(
        f"attention(Tensor q, Tensor k, Tensor v, {_RULE}) -> (Tensor, Tensor)",
        _attention,
        _attention_like,
        _attention_backward,
    ),
    Definition(
        f"attention_backward(Tensor grad, Tensor q, Tensor k, Tensor v, Tensor out, Tensor lse, {_RULE})"
        " -> (Tensor, Tensor, Tensor, Tensor)",
        _attention_gradients,
        _attention_gradients_like,
    ),
)
_library: Final = torch.library.Library(NAMESPACE, "FRAGMENT")
_operators: Final[dict[str, Any]] = {d.schema.partition("(")[0]: _define(d, _library) for d in _DEFINITIONS}


def softmax(x: Tensor) -> Tensor:
    """Softmax along the last axis; `ops.softmax` with a gradient.

    >>> x = torch.zeros(1, 4, requires_grad=True)
    >>> softmax(x)
    tensor([[0.2500, 0.2500, 0.2500, 0.2500]], grad_fn=<...>)
    """
    return _operators["softmax"](x)


def log_softmax(x: Tensor) -> Tensor:
    """The logarithm of softmax along the last axis; `ops.log_softmax` with a gradient."""
    return _operators["log_softmax"](x)


def rms_norm(x: Tensor, weight: Tensor, eps: float = 1e-6) -> Tensor:
    """`x / sqrt(mean(x * x) + eps) * weight` along the last axis; `ops.rms_norm` with gradients.

    **Shapes**: `weight` (columns).
    """
    return _operators["rms_norm"](x, weight, eps)


def layer_norm(x: Tensor, weight: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    """`(x - mean(x)) / sqrt(variance(x) + eps) * weight + bias` along the last axis, with gradients.

    **Shapes**: `weight`, `bias` (columns).
    """
    return _operators["layer_norm"](x, weight, bias, eps)


def cross_entropy(logits: Tensor, labels: Tensor, ignore_index: int = -100) -> Tensor:
    """The mean of `ops.cross_entropy` over the labels that are not ignored, with a gradient for the logits.

    **Shapes**: `logits` (rows..., classes), `labels` (rows...).
    """
    losses, _ = _operators["cross_entropy"](logits, labels, ignore_index)
    return losses.sum() / (labels != ignore_index).sum()


def linear_cross_entropy(x: Tensor, weight: Tensor, labels: Tensor, ignore_index: int = -100) -> Tensor:
    """The mean of `cross_entropy(x @ weight.T, labels)` over the labels that are not ignored.

    Only the logits of a chunk of rows are in memory at a time. When a gradient is needed, those of `x` and `weight` are
    computed beside the loss, chunk by chunk, and kept for the backward pass, which scales them.

    **Shapes**: `x` (..., K), `weight` (V,K), `labels` (...).
    Errors: those of `ops.linear_cross_entropy`.

    >>> x, weight = torch.ones(1, 2, requires_grad=True), torch.eye(2)
    >>> linear_cross_entropy(x, weight, torch.tensor([1])).backward()
    >>> x.grad
    tensor([[ 0.5000, -0.5000]])
    """
    rows, labels = x.reshape(-1, x.shape[-1]), labels.reshape(-1)
    if torch.is_grad_enabled() and (x.requires_grad or weight.requires_grad):
        return _LinearCrossEntropy.apply(rows, weight, labels, ignore_index)
    losses = _operators["linear_cross_entropy"](rows, weight, labels, ignore_index)
    return losses.sum() / (labels != ignore_index).sum()


def matmul(a: Tensor, b: Tensor) -> Tensor:
    """`ops.matmul` with gradients. **Shapes**: (M,K) or (L,M,K) by (K,N) or (L,K,N)."""
    return _operators["matmul"](a, b)


def linear(x: Tensor, weight: Tensor, bias: Tensor, activation: Activation = "none") -> Tensor:
    """`activation(x @ weight.T + bias)` in one kernel, with gradients.

    When a gradient is needed, torch applies the activation, which keeps its input for the backward pass: two
    passes over the result instead of a third product.

    **Shapes**: `x` (..., K), `weight` (N,K), `bias` (N). Errors: torch-operator for another activation.
    """
    if activation not in ("none", *_EPILOGUES):
        raise fail("torch-operator", f"`activation` must be one of none, {', '.join(_EPILOGUES)}, got {activation!r}")
    if activation != "none" and torch.is_grad_enabled() and any(t.requires_grad for t in (x, weight, bias)):
        return _ACTIVATIONS[activation](_operators["linear"](x, weight, bias, "none"))
    return _operators["linear"](x, weight, bias, activation)


def gated(x: Tensor, gate: GateName = "swiglu") -> Tensor:
    """`ops.gated` with a gradient: the gate between both halves of the last axis. **Shapes**: `x` (..., 2N)."""
    return _operators["gated"](x, gate)


def gated_linear(x: Tensor, weight: Tensor, gate: GateName = "swiglu") -> Tensor:
    """`gate(x @ weight[:N].T, x @ weight[N:].T)` in one kernel, with gradients: the first half of a model's MLP.

    The gate is `"swiglu"`, `"geglu"`, `"geglu_tanh"`, `"reglu"` or `"glu"`. When a gradient is needed, the products
    before the gate are kept for the backward pass, and the gate is a pass of its own.

    **Shapes**: `x` (..., K), `weight` (2N,K), the gate's rows first. Errors: those of `ops.gated_matmul`.

    >>> x, weight = torch.ones(1, 4, requires_grad=True), torch.ones(2, 4)
    >>> gated_linear(x, weight, "reglu").backward()
    >>> x.grad
    tensor([[8., 8., 8., 8.]])
    """
    if torch.is_grad_enabled() and (x.requires_grad or weight.requires_grad):
        rows = x.reshape(-1, x.shape[-1])
        return gated(_operators["matmul"](rows, weight.t()), gate).reshape(*x.shape[:-1], weight.shape[0] // 2)
    return _operators["gated_linear"](x, weight, gate)


def attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    *,
    causal: bool = False,
    window: tuple[int | None, int | None] = (None, None),
    scale: float | None = None,
    starts_q: Tensor | None = None,
    starts_k: Tensor | None = None,
    softcap: float | None = None,
    sinks: Tensor | None = None,
    score_mod: Any = None,
    mask_mod: Any = None,
    block_mask: Any = None,
) -> Tensor:
    """`ops.attention` of 16-bit floats with gradients, by `ops.attention_backward`; `sinks` have one too.

    Under `torch.use_deterministic_algorithms` the gradients are the same bits each time. Tensors that `score_mod`
    reads get no gradient. `torch.compile` calls attention with functions or a block mask from Python.

    **Shapes**: `q` (batch, M, heads, D), `k` and `v` (batch, N, heads of k, D); with starts (tokens, heads, D).
    Errors: those of `ops.attention`; no-derivative for a `score_mod` whose derivative is not known, or that reads a
    tensor that wants a gradient.

    >>> q = torch.ones(1, 3, 2, 64).half().requires_grad_()
    >>> attention(q, q, q, score_mod=lambda score, b, h, i, j: score - (i - j)).sum().backward()
    >>> q.grad.shape
    torch.Size([1, 3, 2, 64])
    """
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    if score_mod is None and mask_mod is None and block_mask is None:
        return _operators["attention"](q, k, v, causal, scale, *window, starts_q, starts_k, softcap, sinks)[0]
    rule: dict[str, Any] = {"causal": causal, "window": window, "scale": scale, "softcap": softcap}
    rule |= {"starts_q": starts_q, "starts_k": starts_k}
    rule |= {"score_mod": score_mod, "mask_mod": mask_mod, "block_mask": block_mask}
    return _attention_from_python(q, k, v, sinks, rule)
