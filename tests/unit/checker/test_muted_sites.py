"""What a line is muted for: many reads of memory that nothing wrote hide no race of the same line."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import check
from tests.unit.checker.lines import line_of

ROWS = 40


@cute.kernel
def last_row_is_raced_for(y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((32, ROWS)))
    if tidx < 32:
        s[tidx, ROWS - 1] = y[tidx]  # written
    else:
        total = cutlass.Float32(0.0)
        for k in range(ROWS):
            total += s[tidx - 32, k]  # read
        y[tidx] = total


@cute.jit
def run(y: cute.Tensor):
    last_row_is_raced_for(y).launch(grid=1, block=64)


def test_a_race_is_found_where_many_words_were_read_that_nothing_wrote() -> None:
    found = check(run, np.ones(64, np.float32)).findings
    lines = {line_of(last_row_is_raced_for, mark) for mark in ("# read", "# written")}
    assert [{span.line for span in one.spans} for one in found if one.kind == "shared-race"] == [lines]
