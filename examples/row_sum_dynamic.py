"""The row sum compiled once for every shape: arrays are passed as they are, and no extent is fixed.

The third form of the blog post "CuTe DSL Intro", which its
author had to write without annotations; here `cute.Tensor` takes arrays too.
"""

from __future__ import annotations

from typing import Any

from arrays import check_row_sums, empty_sums, random_matrix
from row_sum import reduce_sum

import cutedsl.cute as cute

custom_cache: dict[str, Any] = {}


def row_sums(matrix: Any) -> Any:
    """The sums of the rows of a float32 matrix of any shape; compiles at the first call."""
    output = empty_sums(matrix)
    key = f"reduce_sum_{matrix.dtype}"
    if key not in custom_cache:
        custom_cache[key] = cute.compile(reduce_sum, matrix, output)
    custom_cache[key](matrix, output)
    return output


if __name__ == "__main__":
    for rows, columns in ((1024, 1024), (1024, 32), (7, 5001)):
        matrix = random_matrix(rows, columns)
        check_row_sums(matrix, row_sums(matrix))
    assert len(custom_cache) == 1
    print("Success!")
