"""Arguments that a reference's file always makes the same: numbers, masks that leave nothing out, full lengths.

A candidate that leaves them out is right for the file and for nothing else, so one case has others in their places.
"""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np

from cutedsl.gate import arrays

_MASKS: Final = re.compile("bool|u?int")


def other(value: Any, rng: Any) -> Any:
    """Another value for a constant argument; the same object for what is not constant, or has no other.

    A float becomes a smaller one, of the same sign; a mask of equal values a random one, and another mask, such as a
    causal one, has its rows in another order. Equal integers from 2 on, as lengths are, become integers from 1 up to
    that. The numbers 0, 1, 2, ..., as positions and indices are, come in another order.

    >>> other(2.0, np.random.default_rng(0)) < 2.0, other(3, None)
    (True, 3)
    """
    if isinstance(value, float) and np.isfinite(value) and value:
        return float(value * rng.uniform(0.5, 0.9))
    if not (arrays.is_numpy(value) or arrays.is_torch(value)) or not _MASKS.match(arrays.dtype_name(value)):
        return value
    array: Any = value
    known: Any = array if arrays.is_numpy(array) else array.numpy()
    new = _other_elements(known, rng)
    if new is None:
        return value
    if arrays.is_numpy(value):
        return new
    import torch

    return torch.from_numpy(new)


def _other_elements(known: Any, rng: Any) -> Any:
    """Other elements for an array of integers or a mask; None where it has no others."""
    if known.size < 2:
        return None
    if (known == known.flat[0]).all():
        low, high = (0, 2) if known.dtype.kind == "b" else (1, int(known.flat[0]) + 1)
        return rng.integers(low, high, known.shape).astype(known.dtype) if high > 2 or low == 0 else None
    if known.dtype.kind == "b":
        axis = max(known.ndim - 2, 0)
        return np.take(known, rng.permutation(known.shape[axis]), axis)
    if (known == np.arange(known.shape[-1])).all():
        return known[..., rng.permutation(known.shape[-1])]
    return None
