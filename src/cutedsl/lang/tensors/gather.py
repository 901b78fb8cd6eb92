"""`cute.gather` and `cute.scatter`: elements at run-time indices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.make import make_rmem_tensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import idx2crd, wrap


def gather(t: Tensor | TensorSSA, mode: int, index: TensorSSA) -> TensorSSA:
    """Elements of a tensor or register vector, one for each element of `index`.

    Law: `gather(t, m, index)[c] == t[c with index[c] in mode m]`, as `torch.gather`. Shapes: `index` has the rank of
    `t`, its shape is the result's. Places are not checked. Errors: rank-mismatch, mode-out-of-range, operand-type.
    """
    source = _in_memory(t)
    found = [source[place] for place in _places(t, mode, index)]
    return TensorSSA.from_elements(found, t.element_type, index.shape)


def scatter(t: Tensor | TensorSSA, mode: int, index: TensorSSA, data: TensorSSA) -> Any:
    """Puts the elements of `data` where `gather` with the same `index` would take them from.

    A tensor is written; a register vector stays, and the changed one is the result. Where places are equal, the last
    element in colexicographic order stays. Errors: as `gather`; tensor-size-mismatch.
    """
    if data.count != index.count:
        raise fail("tensor-size-mismatch", f"cannot scatter {data.count} elements to {index.count} places")
    target = _in_memory(t)
    for k, place in enumerate(_places(t, mode, index)):
        target[place] = data.element(k)
    return None if isinstance(t, Tensor) else target.load()


def _in_memory(t: Tensor | TensorSSA) -> Tensor:
    """The tensor, or the register vector in a fragment, which can be indexed at run time."""
    if isinstance(t, Tensor):
        return t
    held = make_rmem_tensor(t.shape, t.dtype)
    held.store(t)
    return held


def _places(t: Tensor | TensorSSA, mode: int, index: TensorSSA) -> Iterator[tuple[Any, ...]]:
    """The coordinate of each element of `index`, with that element in `mode`."""
    shape = wrap(t.type_layout.shape if isinstance(t, Tensor) else t.shape)
    if len(wrap(index.shape)) != len(shape):
        raise fail("rank-mismatch", f"an index of shape {index.shape} does not fit {len(shape)} modes")
    if not 0 <= mode < len(shape):
        raise fail("mode-out-of-range", f"there is no mode {mode} in {len(shape)} modes")
    if not index.dtype.is_integer:
        raise fail("operand-type", f"an index must be integers, got {index.dtype.__name__}")
    for k, coord in enumerate(_coords(index.shape, index.count)):
        yield (*coord[:mode], index.element(k), *coord[mode + 1 :])


def _coords(shape: Any, count: int) -> list[tuple[Any, ...]]:
    return [wrap(idx2crd(k, wrap(shape))) for k in range(count)]
