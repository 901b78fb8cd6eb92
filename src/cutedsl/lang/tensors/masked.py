"""Loads and stores under a mask: an element at a time, and nothing is touched where the mask does not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.layout import IntTuple, size
from cutedsl.staging.numeric import Numeric


def load_masked(
    read: Callable[[int], Any], dtype: type[Numeric], shape: IntTuple, mask: TensorSSA, pass_thru: TensorSSA | None
) -> TensorSSA:
    """The elements that `read` gives where `mask` holds, `pass_thru` (or zeros) elsewhere.

    Errors: tensor-size-mismatch.
    """
    for other in (mask, pass_thru):
        if other is not None and other.count != size(shape):
            raise fail("tensor-size-mismatch", f"cannot load {size(shape)} elements with `other` of {other.count}")
    kept = [dtype(0) if pass_thru is None else pass_thru.element(k).to(dtype) for k in range(mask.count)]
    found = [
        _if_holds(mask, k, lambda k=k: read(k), lambda k=k: kept[k])  # type: ignore[misc]
        for k in range(mask.count)
    ]
    return TensorSSA.from_elements(found, dtype, shape)


def store_masked(write: Callable[[int, Numeric], None], value: TensorSSA, mask: TensorSSA) -> None:
    """Calls `write` with the elements where `mask` holds. Errors: tensor-size-mismatch."""
    if mask.count != value.count:
        raise fail("tensor-size-mismatch", f"cannot store {value.count} elements with a mask of {mask.count}")
    for k in range(value.count):
        _if_holds(mask, k, lambda k=k: write(k, value.element(k)))  # type: ignore[misc]


def _if_holds(mask: TensorSSA, k: int, then: Callable[[], Any], otherwise: Callable[[], Any] | None = None) -> Any:
    from cutedsl.staging.explicit import if_generate  # here, as importing cutedsl loads no control flow

    return if_generate(mask.element(k), then, otherwise)
