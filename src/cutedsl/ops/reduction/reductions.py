"""Sum, maximum, minimum and their places over any axes; the kernels are in `row_folds` and `column_folds`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from cutedsl.ops.arrays import LARGEST_EXTENT, View, axis_of, empty, result, view_of
from cutedsl.ops.plans import remembered
from cutedsl.ops.reduction.fold_modes import fold_modes, kept_modes, reduced_mode, reshaped
from cutedsl.ops.reduction.folds import ARGMAX, ARGMIN, MAX, MIN, SUM, Fold
from cutedsl.ops.refuse import refused


def widened(view: View, axes: Sequence[int]) -> View:
    """The view with axes of extent 1 put in at `axes`."""
    shape, strides = list(view.shape), list(view.strides)
    for k in sorted(axes):
        shape.insert(k, 1)
        strides.insert(k, 1)
    return reshaped(view, tuple(shape), tuple(strides))


def _axes(view: View, axis: int | Sequence[int] | None) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(view.rank))
    given: tuple[int, ...] = tuple(axis) if isinstance(axis, tuple | list) else (axis,)  # pyright: ignore
    axes = tuple(axis_of(view, k) for k in given)
    if len(set(axes)) != len(axes):
        raise refused("ops-axis", f"the axes {given} name one twice")
    return axes


def reduced(x: Any, axis: int | Sequence[int] | None, keepdims: bool, out: Any, fold: Fold) -> Any:
    """The fold over an axis, several, or all. Errors: those of `sum`, `max` and `argmax`."""
    source = view_of("x", x)
    if fold.indexed and axis is not None:
        axis = axis_of(source, axis)  # pyright: ignore[reportArgumentType]
    axes = _axes(source, axis)
    shape = tuple(1 if k in axes else n for k, n in enumerate(source.shape) if keepdims or k not in axes)
    made = result(source, shape, out, "int64" if fold.indexed else None)
    if 0 in made.shape:
        return made.array
    if fold is not SUM and any(source.shape[k] == 0 for k in axes):
        raise refused("ops-shape", f"the {fold.name} of no elements: `x` has the shape {source.shape}")
    target = made if keepdims else widened(made, axes)
    while (mode := reduced_mode(source, axes)) is None:  # the last axis first, by itself
        if fold.indexed:
            count = math.prod(source.shape[k] for k in axes)
            if count > LARGEST_EXTENT:
                raise refused("ops-size", f"the {fold.name} of {count} elements: `x` has the shape {source.shape}")
            source = view_of("x", x.copy() if source.framework == "numpy" else x.contiguous())
            continue
        last = sorted(axes)[-1]
        parts = empty(source, tuple(1 if k == last else n for k, n in enumerate(source.shape)), "float32")
        extent, stride = source.shape[last], source.strides[last]
        fold_modes(source, parts, kept_modes(source, parts, (last,)), extent, stride, fold)
        source, axes = parts, tuple(k for k in axes if k != last)
    fold_modes(source, target, kept_modes(source, target, axes), *mode, fold)
    return made.array


@remembered
def sum(x: Any, axis: int | Sequence[int] | None = None, *, keepdims: bool = False, out: Any = None) -> Any:
    """The sum over one axis, several or all, accumulated in float32.

    **Shapes**: the axes are removed, or have extent 1 with `keepdims`; the result has the type of `x`. Without
    elements it is 0. Errors: ops-array, ops-dtype, ops-axis, ops-shape, ops-device.

    >>> import numpy as np
    >>> sum(np.ones((2, 3), np.float32), axis=1)
    array([3., 3.], dtype=float32)
    """
    return reduced(x, axis, keepdims, out, SUM)


@remembered
def max(x: Any, axis: int | Sequence[int] | None = None, *, keepdims: bool = False, out: Any = None) -> Any:
    """The largest element; NaN if there is one. Shapes and errors as `sum`; ops-shape without elements."""
    return reduced(x, axis, keepdims, out, MAX)


@remembered
def min(x: Any, axis: int | Sequence[int] | None = None, *, keepdims: bool = False, out: Any = None) -> Any:
    """The smallest element; NaN if there is one. Shapes and errors as `max`."""
    return reduced(x, axis, keepdims, out, MIN)


@remembered
def argmax(x: Any, axis: int | None = None, *, keepdims: bool = False, out: Any = None) -> Any:
    """The index (int64) of the largest element along an axis, or in the flattened array; the first of equal ones.

    NaN counts as largest. Shapes and errors as `max`.

    >>> import numpy as np
    >>> argmax(np.array([[1, 5, 5]], np.float32), axis=1)
    array([1])
    """
    return reduced(x, axis, keepdims, out, ARGMAX)


@remembered
def argmin(x: Any, axis: int | None = None, *, keepdims: bool = False, out: Any = None) -> Any:
    """The index (int64) of the smallest element; see `argmax`.

    Shapes: as for `argmax`.
    """
    return reduced(x, axis, keepdims, out, ARGMIN)
