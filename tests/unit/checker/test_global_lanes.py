"""Races in global memory say which lanes raced, and two lanes of one warp race there as in shared memory."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import Report, check
from tests.unit.checker.lines import line_of


@cute.kernel
def exchange(x: cute.Tensor, y: cute.Tensor, partner: cutlass.Constexpr, waits: cutlass.Constexpr):
    """Each thread leaves a number for another one."""
    tidx, _, _ = cute.arch.thread_idx()
    x[tidx] = y[tidx]  # leaves
    if cutlass.const_expr(waits):
        cute.arch.sync_warp()
    y[tidx] = x[partner(tidx)]  # takes


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, partner: cutlass.Constexpr, waits: cutlass.Constexpr):
    exchange(x, y, partner, waits).launch(grid=1, block=32)


PARTNERS = {
    "neighbour": (lambda tidx: tidx ^ 1, 1),
    "far": (lambda tidx: (tidx + 5) % 32, 5),
    "one": (lambda tidx: tidx * 0 + 7, 7),
    "by arithmetic": (lambda tidx: 31 - tidx, 31),
    "itself": (lambda tidx: tidx, None),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", list(PARTNERS))
def test_a_number_left_for_another_lane(name: str, dtype: type) -> None:
    partner, of = PARTNERS[name]
    report = check(run, np.zeros(32, dtype), np.ones(32, dtype), partner, False)
    if of is None:
        assert report.clean
        return
    (finding,) = report.findings
    assert finding.kind == "global-race"
    assert [place.span.line for place in finding.places if place.span] == [
        line_of(exchange, "# takes"),
        line_of(exchange, "# leaves"),
    ]
    now, before = finding.places
    assert (now.warp, before.warp, before.lane) == (0, 0, of)
    assert now.lane == (None if name == "one" else 0), "all lanes read what one wrote"
    assert "sync_warp" in finding.fix
    assert check(run, np.zeros(32, dtype), np.ones(32, dtype), partner, True).clean


@cute.kernel
def overwrite(x: cute.Tensor, y: cute.Tensor, there: cute.Tensor):
    """What a lane reads, at a place that is only known when it runs, another one overwrites."""
    tidx, _, _ = cute.arch.thread_idx()
    value = x[there[tidx]]  # reads
    x[tidx] = value + 1.0  # writes
    y[tidx] = value


@cute.jit
def run_overwrite(x: cute.Tensor, y: cute.Tensor, there: cute.Tensor):
    overwrite(x, y, there).launch(grid=1, block=32)


def overwritten(there: list[int]) -> Report:
    places = np.array(there, np.int32)
    return check(run_overwrite, np.ones(32, np.float32), np.zeros(32, np.float32), places)


@pytest.mark.parametrize(("reader", "read"), [(9, 20), (9, 8), (9, 10), (0, 31), (31, 0)])
def test_a_lane_that_overwrites_what_another_reads_is_a_race(reader: int, read: int) -> None:
    there = list(range(32))
    assert overwritten(there).clean
    there[reader] = read
    (finding,) = overwritten(there).findings
    now, before = finding.places
    assert (finding.kind, now.lane) == ("global-race", read)
    assert before.lane in (reader, None), "or it is told as one of those that read it"
    assert now.span is not None
    assert now.span.line == line_of(overwrite, "# writes")


@cute.kernel
def overlap(out: cute.Tensor, vector: cutlass.Constexpr):
    """The tiles of the blocks overlap by four elements."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    mine = cute.local_tile(cute.domain_offset(28 * bidx * vector, out), (vector,), (tidx,))
    values = cute.make_rmem_tensor((vector,), cutlass.Float32)
    values.fill(1.0)
    cute.autovec_copy(values, mine)


@cute.jit
def run_overlap(out: cute.Tensor, vector: cutlass.Constexpr):
    overlap(out, vector).launch(grid=2, block=32)


@pytest.mark.parametrize("vector", [1, 2, 4])
def test_both_sides_of_a_race_between_blocks_have_their_lanes(vector: int) -> None:
    """Vectors of several words, whose warp writes several lines."""
    report = check(run_overlap, np.zeros(128 * vector, np.float32), vector)
    (finding,) = report.findings
    now, before = finding.places
    assert (now.block, now.lane, before.block, before.lane) == ((1, 0, 0), 0, (0, 0, 0), 28)
    assert finding.message.startswith("thread 0 of block (1, 0, 0) writes `out` where thread 28 of block (0, 0, 0)")
    assert finding.coord == f"({28 * vector})"


@cute.kernel
def halves(x: cute.Tensor, y: cute.Tensor):
    """Two elements in one word: each lane keeps to its own."""
    tidx, _, _ = cute.arch.thread_idx()
    x[tidx] = y[tidx]
    y[tidx] = x[tidx]
    if tidx == 3:
        x[tidx] = y[tidx]


@cute.jit
def run_halves(x: cute.Tensor, y: cute.Tensor):
    halves(x, y).launch(grid=1, block=32)


@pytest.mark.parametrize("dtype", [np.int8, np.float16, np.float32, np.float64])
def test_lanes_that_keep_to_their_own_do_not_race(dtype: type) -> None:
    assert check(run_halves, np.zeros(32, dtype), np.ones(32, dtype)).clean


@cute.kernel
def columns(x: cute.Tensor, there: cute.Tensor, width: cutlass.Constexpr, column: cutlass.Constexpr):
    """Each lane writes its row of `x`: neighbouring addresses of a warp are a power of two apart."""
    tidx, _, _ = cute.arch.thread_idx()
    for j in cutlass.range_constexpr(width):
        x[tidx % 64, j] = 1.0 * tidx  # whole rows
    if tidx == 40:
        x[there[0], column] = 2.0  # one element


@cute.jit
def run_columns(x: cute.Tensor, there: cute.Tensor, width: cutlass.Constexpr, column: cutlass.Constexpr):
    columns(x, there, width, column).launch(grid=1, block=64)


@pytest.mark.parametrize("pitch", [2, 4, 8, 16, 5])
@pytest.mark.parametrize("row", [3, 37, 40])
def test_lanes_that_write_rows_race_with_a_write_of_one_element_of_theirs(pitch: int, row: int) -> None:
    x = np.zeros((64, pitch), np.float32)[:, : min(pitch, 4)]
    report = check(run_columns, x, np.full(1, row, np.int32), 2, 1)
    if row == 40:  # its own
        assert report.clean
        return
    (finding,) = report.findings
    lines = [place.span.line for place in finding.places if place.span]
    assert lines == [line_of(columns, "# one element"), line_of(columns, "# whole rows")]
    now, before = finding.places
    assert (now.warp, before.warp, before.lane) == (1, row // 32, row % 32)
    unwritten = check(run_columns, np.zeros((64, 4), np.float32), np.full(1, row, np.int32), 2, 2)
    assert unwritten.clean, "nobody writes this column"


@cute.kernel
def same_column(x: cute.Tensor, constant: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    for j in cutlass.range_constexpr(2):
        x[tidx, j] = cutlass.Float32(0.0 if constant else bidx)


@cute.jit
def run_same_column(x: cute.Tensor, constant: cutlass.Constexpr):
    same_column(x, constant).launch(grid=2, block=32)


def test_blocks_may_write_one_constant_to_columns_and_no_two_numbers() -> None:
    assert check(run_same_column, np.ones((32, 4), np.float32), True).clean
    (finding,) = check(run_same_column, np.ones((32, 4), np.float32), False).findings
    assert finding.kind == "global-race"
