"""What rendered kernels import."""

from __future__ import annotations

from typing import Any

import cutedsl.cute as cute

_ALL_ELEMS = 1 << 62


def flat(tensor: Any) -> Any:
    """The storage of a tensor from its first element on, by element offset, as Inductor's indices count."""
    return (
        cute.make_tensor(tensor.iterator, cute.make_layout(_ALL_ELEMS)) if isinstance(tensor, cute.Tensor) else tensor
    )
