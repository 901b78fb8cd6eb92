"""Operators under the transforms of `torch.func`: `grad`, `vmap`, and one inside the other.

torch's registration of gradients for an operator serves `backward()` alone. Its interface for transforms is a
`torch.autograd.Function` whose `setup_context` is apart from `forward`, with a rule for batches.
Source: ours; torch's notes "Extending torch.func with autograd.Function".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch._C._functorch import peek_interpreter_stack
from torch.compiler import is_dynamo_compiling

from cutedsl.errors import fail

Rule = Callable[..., Any]


def transformable(name: str, op: Rule, keep: Rule | None, gradient: Rule | None, batched: Rule) -> Rule:
    """Makes `op` callable under transforms.

    Args: `keep(ctx, inputs, output)` and `gradient(ctx, *grads)` as `torch.library.register_autograd` takes them,
    `batched(info, dims, *arguments)` as `register_vmap` does.
    Errors: torch-not-differentiable, where a gradient is requested that there is not.
    """
    transformed: Rule | None = None

    def call(*arguments: Any) -> Any:
        nonlocal transformed
        if is_dynamo_compiling() or peek_interpreter_stack() is None:
            return op(*arguments)
        transformed = transformed or _function(name, call, keep, gradient, batched)
        return transformed(*arguments)

    return call


def _function(name: str, call: Rule, keep: Rule | None, gradient: Rule | None, batched: Rule) -> Rule:
    """The operator as a function of torch's autograd, whose parts torch calls with one transform less."""

    def refuse(*_: Any) -> Any:
        raise fail("torch-not-differentiable", f"`{name}` has no backward function")

    def refuse_forward(*_: Any) -> Any:
        raise fail(
            "torch-not-differentiable",
            f"`{name}` has no rule for forward-mode differentiation (`torch.func.jvp`)",
            fix="Use reverse mode: `torch.func.grad`, `vjp`, `jacrev` or `backward()`.",
        )

    parts = {
        "forward": call,
        "setup_context": keep or (lambda ctx, inputs, output: None),
        "backward": gradient or refuse,
        "jvp": refuse_forward,
        "vmap": batched,
    }
    kind: Any = type(
        name.replace("::", "_"), (torch.autograd.Function,), {k: staticmethod(f) for k, f in parts.items()}
    )
    return kind.apply
