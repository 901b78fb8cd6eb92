"""The row sum through `from_dlpack`: tensors with a fully static layout, compiled for exactly one shape.

The first form of the blog post "CuTe DSL Intro".
It compiles at every call, which is what its author measured first (135 ms a call there).
Floor for M x N float32: M*N*4 bytes read once, M*4 written.
"""

from __future__ import annotations

from typing import Any

from arrays import check_row_sums, empty_sums, random_matrix
from row_sum import reduce_sum

import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack


def row_sums(matrix: Any) -> Any:
    """The sums of the rows of a float32 matrix."""
    output = empty_sums(matrix)
    a_, b_ = from_dlpack(matrix), from_dlpack(output)
    kernel_fn = cute.compile(reduce_sum, a_, b_)
    kernel_fn(a_, b_)
    return output


if __name__ == "__main__":
    matrix = random_matrix(1024, 1024)
    check_row_sums(matrix, row_sums(matrix))
    print("Success!")
