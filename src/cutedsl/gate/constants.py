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

    A float becomes a smaller one, of the same sign; a mask of equal values a random one; equal integers from 2 on,
    as lengths are, integers from 1 up to that.

    >>> other(2.0, np.random.default_rng(0)) < 2.0, other(3, None)
    (True, 3)
    """
    if isinstance(value, float) and np.isfinite(value) and value:
        return float(value * rng.uniform(0.5, 0.9))
    if not (arrays.is_numpy(value) or arrays.is_torch(value)) or not _MASKS.match(arrays.dtype_name(value)):
        return value
    array: Any = value
    known: Any = array if arrays.is_numpy(array) else array.numpy()
    if known.size < 2 or not (known == known.flat[0]).all():
        return value
    most = int(known.flat[0])
    if known.dtype.kind != "b" and most < 2:
        return value
    low, high = (0, 2) if known.dtype.kind == "b" else (1, most + 1)
    new = rng.integers(low, high, known.shape).astype(known.dtype)
    if arrays.is_numpy(value):
        return new
    import torch

    return torch.from_numpy(new)
