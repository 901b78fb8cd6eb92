"""DTensor's rules for the operators of `cutedsl.torch.functional`: how sharded arguments make sharded results.

Rows may be shared out in any way; what one kernel looks at together, the last axis of row operations, may not. A matrix
product takes rows of its first operand, columns of its second, or parts of K, whose products are parts of a sum.
Source: ours; `torch.distributed.tensor.experimental.register_sharding`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch

from cutedsl.torch.functional import NAMESPACE

Placed = tuple[list[Any], list[Any]]
"""Placements of the results, and of the arguments (None for what is not a tensor)."""


@functools.cache
def register_shardings() -> None:
    """Registers DTensor rules for the operators; a second call does nothing. It needs `torch.distributed`."""
    from torch.distributed.tensor.experimental import register_sharding

    operators = getattr(torch.ops, NAMESPACE)
    for name, rule in _rules().items():
        register_sharding(getattr(operators, name).default)(rule)


def _everywhere(results: int, arguments: Sequence[Any]) -> Placed:
    from torch.distributed.tensor import Replicate

    return [Replicate()] * results, [Replicate() if _is_tensor(a) else None for a in arguments]


def _is_tensor(argument: Any) -> bool:
    """Whether DTensor stands for a tensor here."""
    return not isinstance(argument, bool | int | float | str) and argument is not None


def _by_rows(results: int, whole: Sequence[int] = (), summed: Sequence[int] = ()) -> Callable[..., list[Placed]]:
    """The rule of a row operation: arguments `whole` belong to all rows, results `summed` are sums over them."""
    from torch.distributed.tensor import Partial, Replicate, Shard

    def rule(*arguments: Any) -> list[Placed]:
        rows = max(a.ndim for k, a in enumerate(arguments) if _is_tensor(a) and k not in whole) - 1
        found = [_everywhere(results, arguments)]
        for axis in range(rows):
            given = [
                None if not _is_tensor(a) else Replicate() if k in whole else Shard(axis)
                for k, a in enumerate(arguments)
            ]
            found.append(([Partial() if k in summed else Shard(axis) for k in range(results)], given))
        return found

    return rule


def _product(a: Any, b: Any) -> list[Placed]:
    from torch.distributed.tensor import Partial, Replicate, Shard

    rank = max(a.ndim, b.ndim)
    found = [
        _everywhere(1, (a, b)),
        ([Shard(rank - 2)], [Shard(a.ndim - 2), Replicate()]),
        ([Shard(rank - 1)], [Replicate(), Shard(b.ndim - 1)]),
        ([Partial()], [Shard(a.ndim - 1), Shard(b.ndim - 2)]),
    ]
    if rank == 3:
        found.append(([Shard(0)], [Shard(0) if x.ndim == 3 else Replicate() for x in (a, b)]))
    return found


def _linear(x: Any, weight: Any, bias: Any, activation: str) -> list[Placed]:
    """Rows of x, or rows of the weight; parts of K are not a choice, as the bias would be added once for each."""
    from torch.distributed.tensor import Replicate, Shard

    found = [_everywhere(1, (x, weight, bias, activation))]
    found += [([Shard(axis)], [Shard(axis), Replicate(), Replicate(), None]) for axis in range(x.ndim - 1)]
    found.append(([Shard(x.ndim - 1)], [Replicate(), Shard(0), Shard(0), None]))
    return found


def _attention(*arguments: Any) -> list[Placed]:
    """Batches, or heads, where key heads are shared out as query heads are; packed sequences by heads only."""
    return _by_heads(2, set(), {1}, 10, arguments)


def _attention_backward(*arguments: Any) -> list[Placed]:
    return _by_heads(4, {5}, set(), 13, arguments)


def _by_heads(
    results: int, numbers: set[int], of_results: set[int], sinks_at: int, arguments: Sequence[Any]
) -> list[Placed]:
    """Attention's rule: `numbers` are arguments, and `of_results` results, with heads before the rows.

    Sinks have heads only, as has the fourth result, their gradient: that of some batches is a part of the sum.
    """
    from torch.distributed.tensor import Partial, Replicate, Shard

    found = [_everywhere(results, arguments)]
    rank = arguments[0].ndim
    for axis, of_numbers in ((0, 0), (2, 1)) if rank == 4 else ((1, 0),):
        by_batch = axis == 0 and rank == 4
        with_sinks = len(arguments) > sinks_at and _is_tensor(arguments[sinks_at])
        places: list[Any] = [Shard(of_numbers if k in of_results else axis) for k in range(min(results, 3))]
        if results == 4:
            places.append(Replicate() if not with_sinks else Partial() if by_batch else Shard(0))
        given = [
            None
            if not _is_tensor(a)
            else Shard(of_numbers)
            if k in numbers
            else Shard(axis)
            if a.ndim == rank
            else Replicate()
            for k, a in enumerate(arguments)
        ]
        if with_sinks:
            given[sinks_at] = Replicate() if by_batch else Shard(0)
        found.append((places, given))
    return found


def _rules() -> dict[str, Callable[..., list[Placed]]]:
    return {
        "softmax": _by_rows(1),
        "softmax_backward": _by_rows(1),
        "log_softmax": _by_rows(1),
        "log_softmax_backward": _by_rows(1),
        "rms_norm": _by_rows(1, whole=(1,)),
        "rms_norm_backward": _by_rows(2, whole=(2,), summed=(1,)),
        "layer_norm": _by_rows(1, whole=(1, 2)),
        "layer_norm_backward": _by_rows(3, whole=(2,), summed=(1, 2)),
        "cross_entropy": _by_rows(2),
        "cross_entropy_backward": _by_rows(1),
        "matmul": _product,
        "linear": _linear,
        "attention": _attention,
        "attention_backward": _attention_backward,
    }
