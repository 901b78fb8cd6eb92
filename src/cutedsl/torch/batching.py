"""`torch.vmap` of operators.

Source: ours; `torch.library.register_vmap`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.torch.schema import OperatorSignature

SEQUENTIAL: Final = "sequential"
BROADCAST_ALL: Final = "broadcast_all"


def register_batching(
    signature: OperatorSignature, method: str, call: Callable[..., Any], library: Any
) -> Callable[..., Any]:
    """Registers the `vmap` rule of an operator and returns it. Errors: torch-operator."""
    import torch

    rules = {SEQUENTIAL: one_by_one, BROADCAST_ALL: all_at_once}
    if method not in rules:
        raise fail("torch-operator", f"vmap must be one of {', '.join(rules)}, got {method!r}")

    def rule(info: Any, dims: tuple[Any, ...], *arguments: Any) -> tuple[Any, Any]:
        results = rules[method](call, info.batch_size, dims, arguments)
        return results, 0 if not isinstance(results, tuple) else (0,) * len(results)

    torch.library.register_vmap(signature.name, rule, lib=library)
    return rule


def one_by_one(call: Callable[..., Any], size: int, dims: tuple[Any, ...], arguments: tuple[Any, ...]) -> Any:
    """Runs the kernel for each element of the batch in sequence."""
    import torch

    def element(k: int) -> Any:
        return call(*[x if d is None else x.select(d, k) for x, d in zip(arguments, dims, strict=True)])

    found = [element(k) for k in range(size)]
    if isinstance(found[0], tuple):
        return tuple(torch.stack(column) for column in zip(*found, strict=True))
    return torch.stack(found)


def all_at_once(call: Callable[..., Any], size: int, dims: tuple[Any, ...], arguments: tuple[Any, ...]) -> Any:
    """Runs the kernel once; the batch is the first dimension of every tensor."""
    import torch

    def whole(x: Any, d: int | None) -> Any:
        if not isinstance(x, torch.Tensor):
            return x
        return x.expand(size, *x.shape) if d is None else x.movedim(d, 0)

    return call(*[whole(x, d) for x, d in zip(arguments, dims, strict=True)])
