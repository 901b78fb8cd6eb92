"""Indices outside of their modes whose address lies inside of the array."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import Finding, check
from tests.unit.checker.lines import line_of

ROWS, COLUMNS = 4, 8


@cute.kernel
def kernel(x: cute.Tensor, n: cutlass.Int32, body: cutlass.Constexpr):
    i = cute.arch.thread_idx()[0]
    body(x, i, n)


@cute.jit
def run(x: cute.Tensor, n: cutlass.Int32, body: cutlass.Constexpr, threads: cutlass.Constexpr):
    kernel(x, n, body).launch(grid=1, block=threads)


def found(body: Any, *, threads: int = 8, n: int = 0, static: bool = False, keep: bool = True) -> list[Finding]:
    x = np.zeros((ROWS, COLUMNS), np.float32)
    given = cute.runtime.from_dlpack(x) if static else x
    return check(run, given, n, body, threads, keep_going=keep).findings


def a_column_too_far(x: Any, i: Any, _n: Any) -> None:
    x[0, i + 4] = 1.0  # found


def a_row_before(x: Any, i: Any, n: Any) -> None:
    x[1 + n, i - 1] = 1.0  # found


def a_fixed_column(x: Any, i: Any, _n: Any) -> None:
    x[i % 3, 8] = 1.0  # found


def a_row_of_the_arguments(x: Any, _i: Any, n: Any) -> None:
    x[1, n + 9] = x[1, 0]  # found


def a_read(x: Any, i: Any, _n: Any) -> None:
    x[0, 0] = x[1, i * 2]  # found


def of_a_slice(x: Any, i: Any, _n: Any) -> None:
    row = x[1, None]
    row[i + 1] = 1.0  # found


def of_the_first_slice(x: Any, i: Any, _n: Any) -> None:
    row = x[0, None]
    row[i + 1] = 1.0  # found


def of_a_tile_of_the_first_slice(x: Any, i: Any, n: Any) -> None:
    tile = cute.local_tile(x[0, None], (4,), (0,))
    tile[n + 4] = 1.0  # found


def of_shared_memory(_x: Any, i: Any, _n: Any) -> None:
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((4, 8), stride=(8, 1)))
    s[i // 4, i % 4 + 5] = 1.0  # found


def of_nested_modes(x: Any, i: Any, _n: Any) -> None:
    tiles = cute.logical_divide(x, (2, 2))
    tiles[(0, i // 4), (2, 1)] = 1.0  # found


@pytest.mark.parametrize("static", [False, True], ids=["dynamic", "static"])
@pytest.mark.parametrize(
    "body",
    [
        *(a_column_too_far, a_row_before, a_fixed_column, a_row_of_the_arguments, a_read, of_a_slice),
        *(of_the_first_slice, of_a_tile_of_the_first_slice, of_shared_memory, of_nested_modes),
    ],
)
def test_an_index_outside_of_its_mode(body: Any, static: bool) -> None:
    kinds = {one.kind: one for one in found(body, static=static)}
    assert list(kinds) == ["coordinate-outside"]
    assert [span.line for span in kinds["coordinate-outside"].spans] == [line_of(body, "# found")]


def test_the_report_says_which() -> None:
    (one,) = found(a_column_too_far, static=True)
    assert one.message == "thread 4 writes `x` at 8 in mode 1, whose extent is 8"
    assert one.count == 1
    (one,) = (one for one in found(a_row_before, threads=1) if one.kind == "coordinate-outside")
    assert one.message == "thread 0 writes `x` at -1 in mode 1, whose extent is 8"


def marked(x: Any, i: Any, _n: Any) -> None:
    x[0, i + 4] = 1.0  # any of the first two rows  # cutedsl: outside


def guarded(x: Any, i: Any, _n: Any) -> None:
    x[i % 4, i % 8] = 1.0


@cute.jit
def compared(x: Any, i: Any, n: Any) -> None:
    if i + 4 < 8 - n:
        x[0, i + 4] = 1.0


def by_a_linear_index(x: Any, i: Any, _n: Any) -> None:
    x[i + 20] = 1.0


def by_tiles(x: Any, i: Any, _n: Any) -> None:
    tile = cute.local_tile(x, (2, 2), (i // 4, i % 4))
    for k in cutlass.range_constexpr(4):
        tile[k % 2, k // 2] = 1.0


def by_a_pointer(x: Any, i: Any, _n: Any) -> None:
    (x.iterator + (i + 12)).store(cutlass.Float32(1))


def by_a_copy(x: Any, i: Any, _n: Any) -> None:
    values = cute.make_rmem_tensor((1, 4), cutlass.Float32)
    values.fill(1.0)
    cute.autovec_copy(values, cute.local_tile(x, (1, 4), (0, i)))


@pytest.mark.parametrize("static", [False, True], ids=["dynamic", "static"])
@pytest.mark.parametrize("body", [marked, guarded, compared, by_a_linear_index, by_tiles, by_a_pointer, by_a_copy])
def test_the_report_says_what_is_meant(body: Any, static: bool) -> None:
    assert found(body, static=static) == []


def out_of_the_array(x: Any, i: Any, _n: Any) -> None:
    x[3, i + 4] = 1.0


def test_accesses_out_of_bounds_are_reported_once() -> None:
    assert {one.kind for one in found(out_of_the_array)} == {"out-of-bounds"}


def test_a_plain_run_has_no_check() -> None:
    x = np.zeros((ROWS, COLUMNS), np.float32)
    run(x, 0, a_column_too_far, 8)
    assert x[1, :4].tolist() == [1, 1, 1, 1]
