"""A loop over rows whose bound is the number of columns: it reads registers that there are not.

Modelled on the forward epilogue of FlashAttention (flash_attn/cute/flash_fwd.py): see README.md in this folder.
`cutedsl check docs/found/rows_of_lse.py` reports `out-of-bounds`; with ROWS as the bound it is clean.
"""

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

ROWS, COLUMNS = 2, 8


@cute.kernel
def epilogue(x: cute.Tensor, sums: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row_sum = cute.make_rmem_tensor(ROWS, cutlass.Float32)
    row_sum.fill(0.0)
    for row in cutlass.range_constexpr(ROWS):
        for column in cutlass.range_constexpr(COLUMNS):
            row_sum[row] += x[ROWS * tidx + row, column]
    for row in cutlass.range_constexpr(COLUMNS):  # the bug: ROWS is meant
        if ROWS * tidx + row < sums.shape[0]:
            sums[ROWS * tidx + row] = row_sum[row]


@cute.jit
def run(x: cute.Tensor, sums: cute.Tensor):
    epilogue(x, sums).launch(grid=(1, 1, 1), block=(32, 1, 1))


if __name__ == "__main__":
    x = np.ones((ROWS * 32, COLUMNS), np.float32)
    run(x, np.empty(ROWS * 32, np.float32))
