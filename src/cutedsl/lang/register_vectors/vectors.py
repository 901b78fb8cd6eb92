"""`cutlass.vector`: register vectors of several modes.

Source: names from CuTe DSL programs; MLIR, `vector`.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutedsl.errors import fail
from cutedsl.lang.debugging.printing import printf
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.layout import tuple_text, wrap


def broadcast_to(source: TensorSSA, shape: Sequence[int]) -> TensorSSA:
    """The vector repeated along new modes on the left, and along modes of extent 1.

    Errors: tensor-size-mismatch.
    """
    own = wrap(source.shape)
    if len(own) > len(shape):
        raise fail("tensor-size-mismatch", f"{source} is spread to {tuple_text(tuple(shape))}, which has fewer modes")
    wide = source.reshape((*(1,) * (len(shape) - len(own)), *own))
    return wide.broadcast_to(tuple(shape))


def outerproduct(a: TensorSSA, b: TensorSSA) -> TensorSSA:
    """Each element of `a` times each of `b`: element (i, j) is `a[i] * b[j]`."""
    return a.reshape((a.count, 1)) * b.reshape((1, b.count))


def print_nd_vector(vector: TensorSSA) -> None:
    """Prints the elements of a register vector when the program runs, in each thread that comes here."""
    printf("[" + ", ".join(["{}"] * vector.count) + "]", *(vector.element(k) for k in range(vector.count)))


functions_take_places(globals())
