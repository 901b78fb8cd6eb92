"""The memory of checked runs: in proportion to what kernels touch, and within a limit."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.abi.check import LINE_RECORD_BYTES, LINE_WORDS_BYTES, PAGE_BYTES, PAGE_ENTRY_BYTES, PAGE_LINES
from cutedsl.checker import check, checking
from cutedsl.checker.shadow import Shadow
from cutedsl.config import override
from cutedsl.errors import DSLUserCodeError

PER_BYTE = 10
SPARE_BYTES = 1 << 16
"""One page more than is touched, at each end of each array."""
_OF_SHARED = ("writes", "reads", "more_reads", "barrier_ids")
_MASKS = slice(8, 12)
_WORDS_AT = slice(12, 14)
"""Where a line's record has the words of each epoch, and the address of its words (`check_abi.LINE_RECORD_BYTES`)."""


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


def used_bytes(shadow: Shadow) -> int:
    """What remembers the accesses to shared and global memory; the clocks, which do not grow, are not in it."""
    return sum(shadow.array(name).nbytes for name in _OF_SHARED) + shadow.room_bytes


def touched_bytes(shadow: Shadow) -> int:
    """The shared and global memory that was accessed, in whole words."""
    shared = np.count_nonzero(shadow.array("writes") | shadow.array("reads") | shadow.array("more_reads"))
    pages = shadow.array("pages").reshape(-1, 2)
    return 4 * (int(shared) + sum(_words_of(int(place)) for place in pages[pages[:, 0] != 0, 1]))


def _words_of(page: int) -> int:
    """The words of a page that were accessed."""
    memory = (ctypes.c_uint32 * (PAGE_LINES * LINE_RECORD_BYTES // 4)).from_address(page)
    records = np.ctypeslib.as_array(memory).reshape(PAGE_LINES, -1)
    masks = np.bitwise_or.reduce(records[:, _MASKS], axis=1)
    places = records[:, _WORDS_AT].copy().view(np.uint64)[:, 0]
    found = int(np.unpackbits(masks[places == 0].view(np.uint8)).sum())
    for place in places[places != 0]:
        words = (ctypes.c_uint64 * (LINE_WORDS_BYTES // 8)).from_address(int(place))
        found += int(np.count_nonzero(np.ctypeslib.as_array(words).reshape(-1, 3).any(axis=1)))
    return found


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
