"""The memory of checked runs: in proportion to what kernels touch, and within a limit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from benchmarks.checked_memory import touched_bytes, used_bytes
from cutedsl.arch.abi.check import PAGE_BYTES, PAGE_ENTRY_BYTES
from cutedsl.checker import check, checking
from cutedsl.checker.shadow import Shadow
from cutedsl.config import override
from cutedsl.errors import DSLUserCodeError

PER_BYTE = 10
SPARE_BYTES = 1 << 16
"""One page more than is touched, at each end of each array."""


@cute.kernel
def turned(x: cute.Tensor, y: cute.Tensor):
    """Rows of x through shared memory into columns of y."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(256))
    s[tidx] = x[bidx, tidx]
    cute.arch.sync_threads()
    y[255 - tidx, bidx] = s[255 - tidx]


@cute.jit
def turn(x: cute.Tensor, y: cute.Tensor):
    turned(x, y).launch(grid=x.shape[0], block=256)


@cute.kernel
def copied(row: cute.Tensor, y: cute.Tensor):
    """The same row for each block."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    y[bidx, tidx] = row[tidx]


@cute.jit
def copy_rows(row: cute.Tensor, y: cute.Tensor):
    copied(row, y).launch(grid=y.shape[0], block=256)


@contextmanager
def measured(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, int, int]]]:
    """What each launch used, for global memory alone too, and touched."""
    found: list[tuple[int, int, int]] = []
    end = Shadow.end

    def look(shadow: Shadow) -> None:
        found.append((used_bytes(shadow), shadow.room_bytes, touched_bytes(shadow)))
        end(shadow)

    monkeypatch.setattr(Shadow, "end", look)
    with checking() as report:
        yield found
    assert report.clean


def test_at_most_ten_times_what_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = np.ones((64, 256), np.float32), np.zeros((256, 64), np.float32)
    with measured(monkeypatch) as found:
        turn(x, y)
    ((used, _, touched),) = found
    assert touched == x.nbytes + y.nbytes + 4 * 256
    assert touched < used < PER_BYTE * touched + 4 * SPARE_BYTES


def test_reads_by_many_blocks_need_no_words_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that all blocks read in whole lines is told by its records."""
    row, y = np.ones(256, np.float32), np.zeros((64, 256), np.float32)
    with measured(monkeypatch) as found:
        copy_rows(row, y)
    ((_, for_rows, touched),) = found
    assert touched == row.nbytes + y.nbytes
    assert for_rows % (PAGE_BYTES + PAGE_ENTRY_BYTES) == 0


def test_a_launch_that_needs_more_is_ended() -> None:
    x, y = np.ones((4096, 256), np.float32), np.zeros((256, 4096), np.float32)
    with override(check_memory_mib=4), pytest.raises(DSLUserCodeError, match="takes more than 4 MiB") as error:
        check(turn, x, y)
    assert error.value.report.name == "check-limit"
    assert not y.all()
    assert check(turn, x[:8], y[:, :8]).clean
    assert y[:, :8].all()
