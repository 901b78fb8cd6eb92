"""The row sum between static and dynamic: the number of rows is a symbol, the length of a row is fixed.

The "middle path" of the blog post "CuTe DSL Intro".
It is compiled from fake tensors, before any array exists; calls take arrays as they are
and run on the environment's stream (torch's current one, where torch is in use), which is no argument any more.
"""

from __future__ import annotations

from typing import Any

from arrays import check_row_sums, empty_sums, random_matrix
from row_sum import _reduce_sum_kernel

import cutedsl as cutlass
import cutedsl.cute as cute


@cute.jit
def reduce_sum(x, output, stream=None):
    """`output[i]` is the sum of row i of `x`."""
    num_warps = 4
    threads_per_block = num_warps * 32
    M, _N = x.shape

    _reduce_sum_kernel(x, output).launch(
        grid=(M, 1, 1),
        block=(threads_per_block, 1, 1),
        stream=stream,
    )


compile_cache: dict[tuple[Any, int], Any] = {}


def compiled(columns: int) -> Any:
    """The row sum of any number of rows of `columns` float32."""
    compile_key = (cutlass.Float32, columns)
    if compile_key not in compile_cache:
        m = cute.sym_int()
        compile_cache[compile_key] = cute.compile(
            reduce_sum,
            cute.runtime.make_fake_compact_tensor(cutlass.Float32, (m, columns), stride_order=(1, 0)),
            cute.runtime.make_fake_compact_tensor(cutlass.Float32, (m,)),
            cute.runtime.make_fake_stream(use_tvm_ffi_env_stream=True),
            options="--enable-tvm-ffi",
        )
    return compile_cache[compile_key]


def row_sums(matrix: Any) -> Any:
    """The sums of the rows of a float32 matrix; compiles once for each row length."""
    output = empty_sums(matrix)
    compiled(matrix.shape[1])(matrix, output)
    return output


if __name__ == "__main__":
    for rows, columns in ((1024, 1024), (64, 1024), (1024, 32)):
        matrix = random_matrix(rows, columns)
        check_row_sums(matrix, row_sums(matrix))
    assert len(compile_cache) == 2
    print("Success!")
