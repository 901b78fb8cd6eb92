"""The row sum compiled once and kept by the user, in a dictionary from a key to a compiled function.

So does the blog post "CuTe DSL Intro". Its key names the element type alone, though `from_dlpack` fixes the shape too;
a second shape then ended in an illegal memory access. Here that call is refused before the launch, and says which
argument does not fit.
"""

from __future__ import annotations

from typing import Any

from arrays import check_row_sums, empty_sums, random_matrix
from row_sum import reduce_sum

import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack

custom_cache: dict[str, Any] = {}


def row_sums(matrix: Any) -> Any:
    """The sums of the rows of a float32 matrix; compiles at the first call."""
    output = empty_sums(matrix)
    a_, b_ = from_dlpack(matrix), from_dlpack(output)
    key = f"reduce_sum_{matrix.dtype}"
    if key not in custom_cache:
        custom_cache[key] = cute.compile(reduce_sum, a_, b_)
    custom_cache[key](a_, b_)
    return output


if __name__ == "__main__":
    first = random_matrix(1024, 1024)
    check_row_sums(first, row_sums(first))
    check_row_sums(first, row_sums(first))
    print("Success!")

    try:
        row_sums(random_matrix(1024, 32))
    except ValueError as error:
        print(f"\nAnother shape under the same key:\n{error}")
