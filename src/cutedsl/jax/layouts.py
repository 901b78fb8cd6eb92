"""Orders of an array's dimensions in memory, as JAX and as `TensorSpec` write them, and the usual specs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.jax.spec import TensorSpec


def row_major_layout(shape: int | Sequence[int]) -> tuple[int, ...]:
    """The `TensorSpec.layout` of a row-major array: its dimensions from the fastest, the last, to the first.

    >>> row_major_layout((4, 5, 6))
    (2, 1, 0)

    Source: CUTLASS's notebook `cute_dsl_jax`.
    """
    return tuple(reversed(range(shape if isinstance(shape, int) else len(shape))))


def jax_to_cutlass_layout_order(major_to_minor: Sequence[int]) -> tuple[int, ...]:
    """JAX's order of dimensions, slowest first, as the `TensorSpec.layout`, fastest first.

    >>> jax_to_cutlass_layout_order((0, 2, 1))
    (1, 2, 0)

    Errors: jax-spec. Source: CUTLASS's notebook `cute_dsl_jax`.
    """
    return _turned(major_to_minor)


def cutlass_to_jax_layout_order(minor_to_major: Sequence[int]) -> tuple[int, ...]:
    """The inverse of `jax_to_cutlass_layout_order`.

    >>> cutlass_to_jax_layout_order((1, 2, 0))
    (0, 2, 1)

    Errors: jax-spec. Source: CUTLASS's notebook `cute_dsl_jax`.
    """
    return _turned(minor_to_major)


def default_tensor_spec(array: Any) -> TensorSpec:
    """How `cutlass_call` passes an array, or anything with a shape, without a spec: row-major, extents dynamic.

    Source: CUTLASS's notebook `cute_dsl_jax`.
    """
    return TensorSpec(layout=row_major_layout(array.shape), mode=tuple(range(len(array.shape))))


def _turned(order: Sequence[int]) -> tuple[int, ...]:
    if sorted(order) != list(range(len(order))):
        raise fail("jax-spec", f"the order {tuple(order)} is not a permutation of {len(order)} dimensions")
    return tuple(reversed(order))
