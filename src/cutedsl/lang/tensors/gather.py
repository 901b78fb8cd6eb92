"""`cute.gather` and `cute.scatter`, and loads and stores under a mask: elements at places known only at run time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import idx2crd, wrap
from cutedsl.staging.explicit import if_generate


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
        raise fail("tensor-size-mismatch", f"{data.count} elements are scattered to {index.count} places")
    target = _in_memory(t)
    for k, place in enumerate(_places(t, mode, index)):
        target[place] = data.element(k)
    return None if isinstance(t, Tensor) else target.load()


def load_masked(tensor: Tensor, mask: TensorSSA, pass_thru: TensorSSA | None) -> TensorSSA:
    """The elements where `mask` holds, `pass_thru` (or zeros) elsewhere; nothing is read there."""
    dtype = tensor.element_type
    kept = [dtype(0) if pass_thru is None else pass_thru.element(k).to(dtype) for k in range(mask.count)]
    coords = [idx2crd(k, tensor.type_layout.shape) for k in range(mask.count)]
    read = [
        if_generate(mask.element(k), lambda c=c: tensor[c], lambda k=k: kept[k])  # type: ignore[misc]
        for k, c in enumerate(coords)
    ]
    return TensorSSA.from_elements(read, dtype, tensor.type_layout.shape)


def store_masked(tensor: Tensor, value: TensorSSA, mask: TensorSSA) -> None:
    """Writes the elements where `mask` holds."""
    for k in range(value.count):
        c = idx2crd(k, tensor.type_layout.shape)

        def write(c: Any = c, k: int = k) -> None:
            tensor[c] = value.element(k)

        if_generate(mask.element(k), write)


def _in_memory(t: Tensor | TensorSSA) -> Tensor:
    """Registers cannot be asked for an element that is known at run time: a fragment can."""
    if isinstance(t, Tensor):
        return t
    from cutedsl.lang.tensors.make import make_rmem_tensor

    held = make_rmem_tensor(t.shape, t.dtype)
    held.store(t)
    return held


def _places(t: Tensor | TensorSSA, mode: int, index: TensorSSA) -> Iterator[tuple[Any, ...]]:
    """The coordinate of each element of `index`, with that element in `mode`."""
    shape = wrap(t.type_layout.shape if isinstance(t, Tensor) else t.shape)
    if len(wrap(index.shape)) != len(shape):
        raise fail("rank-mismatch", f"an index of shape {index.shape} for {len(shape)} modes")
    if not 0 <= mode < len(shape):
        raise fail("mode-out-of-range", f"mode {mode} of {len(shape)} modes")
    if not index.dtype.is_integer:
        raise fail("operand-type", f"an index of {index.dtype.__name__}; places are integers")
    for k, coord in enumerate(_coords(index.shape, index.count)):
        yield (*coord[:mode], index.element(k), *coord[mode + 1 :])


def _coords(shape: Any, count: int) -> list[tuple[Any, ...]]:
    return [wrap(idx2crd(k, wrap(shape))) for k in range(count)]
