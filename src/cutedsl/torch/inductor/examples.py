"""Arguments like those of a kernel in a graph: data in generated code, from which arrays of zeros are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sympy
import torch
from torch._inductor import ir
from torch._inductor.virtualized import V

MOST_BYTES: Final = 256 << 20
"""Kernels with larger arguments are compiled at their first call, where the arrays are there."""

Example = tuple[str, str, tuple[int, ...], tuple[int, ...]]
"""A tensor's device, element type, sizes and strides."""


def examples(arguments: Sequence[Any]) -> tuple[Example, ...]:
    """What each argument of a call in a graph is like; nothing where that is not known yet, or too large."""
    found: list[Example] = []
    total_bytes = 0
    for argument in arguments:
        if isinstance(argument, sympy.Expr | int):
            return ()
        node: Any = V.graph.get_buffer(str(argument))
        layout = node.get_layout()
        if isinstance(layout, ir.NoneLayout | ir.MultiOutputLayout):
            return ()
        sizes, strides = (tuple(each) for each in (layout.size, layout.stride))
        if not all(isinstance(n, int | sympy.Integer) for n in (*sizes, *strides)):
            return ()
        sizes, strides = tuple(map(int, sizes)), tuple(map(int, strides))
        total_bytes += layout.dtype.itemsize * (1 + sum((n - 1) * d for n, d in zip(sizes, strides, strict=True)))
        found.append((str(layout.device), str(layout.dtype).removeprefix("torch."), sizes, strides))
    return tuple(found) if total_bytes <= MOST_BYTES else ()


def array(example: Example) -> Any:
    """Zeros that lie as an example says."""
    device, dtype, sizes, strides = example
    return torch.empty_strided(sizes, strides, dtype=vars(torch)[dtype], device=device).zero_()
