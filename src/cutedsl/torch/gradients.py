"""Gradients of operators, from a backward function whose parameters are matched by name.

Source: ours; `torch.library.register_autograd`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.torch.schema import OperatorSignature

GRADIENT: Final = "grad_"


def register_backward(
    signature: OperatorSignature,
    backward: Callable[..., Any] | None,
    its_signature: OperatorSignature | None,
    library: Any,
) -> tuple[Callable[..., Any] | None, Callable[..., Any]]:
    """Registers the gradient of an operator, or that it has none, and returns both rules.

    `its_signature` is that of a `backward` that is an operator.

    Errors: torch-operator where the function asks for what there is not.
    """
    import torch

    if backward is None:
        refusal = _refusal(signature)
        torch.library.register_autograd(signature.name, refusal, lib=library)
        return None, refusal
    wanted = tuple(inspect.signature(backward).parameters)
    gives = None
    if its_signature is not None:
        wanted, gives = tuple(p.name for p in its_signature.parameters), tuple(its_signature.results)
    arguments = [parameter.name for parameter in signature.parameters]
    values, grads = (*arguments, *signature.results), [GRADIENT + name for name in signature.results]
    _check(signature, wanted, (*values, *grads))
    tensors = {*(arguments[k] for k in signature.tensors), *signature.results}
    kept = [name for name in wanted if name in tensors]

    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        outputs = output if isinstance(output, tuple) else (output,)
        known = dict(zip(values, (*signature.complete(inputs), *outputs), strict=True))
        ctx.save_for_backward(*[known[name] for name in kept])
        ctx.constants = {name: known[name] for name in wanted if name in known and name not in tensors}

    def gradient(ctx: Any, *given: Any) -> Any:
        known = dict(zip(grads, given, strict=True))
        known |= dict(zip(kept, ctx.saved_tensors, strict=True)) | ctx.constants
        found = backward(*[known[name] for name in wanted])
        by_name = _by_name(signature, found, gives)
        return tuple(by_name.get(name) for name in arguments)

    torch.library.register_autograd(signature.name, gradient, setup_context=setup_context, lib=library)
    return setup_context, gradient


def _check(signature: OperatorSignature, wanted: tuple[str, ...], known: tuple[str, ...]) -> None:
    for name in wanted:
        if name not in known:
            raise fail(
                "torch-operator",
                f"the backward function of `{signature.name}` has an unknown parameter `{name}`",
                fix=f"It may have {', '.join(known)}.",
            )


def _by_name(signature: OperatorSignature, found: Any, gives: tuple[str, ...] | None) -> Mapping[str, Any]:
    """Gradients by the names of the arguments: in the order of the tensors, or as an operator's results say."""
    tensors = [signature.parameters[k].name for k in signature.tensors]
    values = found if isinstance(found, tuple) else (found,)
    names = tensors if gives is None else [name.removeprefix(GRADIENT) for name in gives]
    if len(values) != len(names) or any(name not in tensors for name in names):
        raise fail(
            "torch-operator",
            f"the backward function of `{signature.name}` returned {len(values)} gradients for ({', '.join(tensors)})",
            fix="Return one gradient, or None, for each tensor; an operator's results are named "
            "`grad_` and the argument.",
        )
    return dict(zip(names, values, strict=True))


def _refusal(signature: OperatorSignature) -> Callable[..., Any]:
    def gradient(ctx: Any, *given: Any) -> Any:
        raise fail("torch-not-differentiable", f"`{signature.name}` has no backward function")

    return gradient
