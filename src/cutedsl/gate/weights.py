"""Weights and buffers that torch makes all ones or all zeros, made random: a kernel that leaves them out is found.

The processes of the reference and of the candidate draw the same numbers. These depend only on the seed, the number
of elements, and the index among tensors of that size.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

_CONSTANTS: Final = {"ones_": 1.0, "zeros_": 0.0}


class Weights:
    """Draws weights in the place of constant ones."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._made: Counter[tuple[int, float]] = Counter()
        self.changed = 0

    @contextlib.contextmanager
    def drawn(self) -> Iterator[None]:
        """Until the block ends, `torch.nn.init.ones_` and `zeros_` draw numbers instead, and so do constant buffers."""
        import torch

        init: Any = torch.nn.init
        module: Any = torch.nn.Module
        norm: Any = torch.nn.modules.batchnorm._NormBase
        known = {name: getattr(init, name) for name in _CONSTANTS}
        register, reset = module.register_buffer, norm.reset_running_stats

        def registered(owner: Any, name: str, tensor: Any, *args: Any, **kwargs: Any) -> None:
            self._complete_one(tensor)
            register(owner, name, tensor, *args, **kwargs)

        module.register_buffer = registered
        norm.reset_running_stats = lambda _: None  # the statistics are drawn when they are registered
        for name, value in _CONSTANTS.items():
            setattr(init, name, lambda tensor, value=value: self._draw(tensor, value))
        try:
            yield
        finally:
            module.register_buffer, norm.reset_running_stats = register, reset
            for name, function in known.items():
                setattr(init, name, function)

    def complete(self, model: Any) -> None:
        """Draws the parameters of a module that are still constant."""
        if not hasattr(model, "parameters"):
            return
        for one in model.parameters():
            self._complete_one(one)

    def _complete_one(self, tensor: Any) -> None:
        if tensor is None or tensor.numel() < 2 or not tensor.is_floating_point() or tensor.is_meta:
            return
        for value in _CONSTANTS.values():
            if bool((tensor == value).all()):
                self._draw(tensor, value)
                return

    def _draw(self, tensor: Any, value: float) -> Any:
        import torch

        key = tensor.numel(), value
        self._made[key] += 1
        self.changed += 1
        generator = torch.Generator().manual_seed(self._seed + 1009 * self._made[key] + tensor.numel() + int(value))
        with torch.no_grad():
            drawn = torch.rand(tensor.numel(), generator=generator).reshape(tensor.shape) - 0.5
            return tensor.copy_(value + drawn)
