"""`cutlass.vector`: register vectors of several modes.

Source: names from CuTe DSL programs; MLIR, `vector`.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.debugging.printing import printf
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.register_vectors.tensor_ssa import full as full
from cutedsl.lang.register_vectors.tensor_ssa import full_like as full_like
from cutedsl.lang.register_vectors.tensor_ssa import where as where
from cutedsl.layout import tuple_text, wrap
from cutedsl.staging.scalars import Boolean, Int32


def broadcast_to(source: TensorSSA, shape: Sequence[int]) -> TensorSSA:
    """The vector repeated along new modes on the left, and along modes of extent 1.

    Errors: tensor-size-mismatch.
    """
    own = wrap(source.shape)
    if len(own) > len(shape):
        raise fail(
            "tensor-size-mismatch", f"cannot broadcast {source} to {tuple_text(tuple(shape))}, which has fewer modes"
        )
    wide = source.reshape((*(1,) * (len(shape) - len(own)), *own))
    return wide.broadcast_to(tuple(shape))


def outerproduct(a: TensorSSA, b: TensorSSA) -> TensorSSA:
    """Each element of `a` times each of `b`: element (i, j) is `a[i] * b[j]`."""
    return a.reshape((a.count, 1)) * b.reshape((1, b.count))


def create_mask(shape: Sequence[int], bounds: Sequence[Any]) -> TensorSSA:
    """A Boolean vector: true where each coordinate is below the bound of its mode. Source: MLIR, `vector`.

    Errors: tensor-size-mismatch.
    """
    if len(shape) != len(bounds):
        raise fail("tensor-size-mismatch", f"a mask of {len(shape)} modes needs as many bounds, got {len(bounds)}")
    numbers = [Int32(bound) for bound in reversed(bounds)]
    within = [
        functools.reduce(Boolean.__and__, (k < bound for k, bound in zip(at, numbers, strict=True)), Boolean(True))
        for at in itertools.product(*map(range, reversed(shape)))  # in a vector the first mode turns fastest
    ]
    return TensorSSA.from_elements(within, Boolean, tuple(shape))


def print_nd_vector(vector: TensorSSA) -> None:
    """Prints the elements of a register vector at run time, in each thread.

    Shapes: any; the elements are printed flat, in column-major order.
    """
    printf("[" + ", ".join(["{}"] * vector.count) + "]", *(vector.element(k) for k in range(vector.count)))


functions_take_places(globals())
