"""Offsets beyond 32 bits from Int32 coordinates: each way from coordinate to address, static and dynamic layouts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack
from cutedsl.layout import Layout, crd2idx, domain_offset
from cutedsl.layout.leaf import Unknown

ROWS, COLUMNS = 2**29 + 8, 4
ROW = 2**29 + 1
"""The array has 2 GiB, of which only the pages that are written exist."""


def put(element: Any, value: int) -> None:
    element[0] = cutlass.Int8(value)


def by_coordinate(x: cute.Tensor, row: Any) -> None:
    x[row, 0] = cutlass.Int8(1)


def by_slice(x: cute.Tensor, row: Any) -> None:
    x[row, None][1] = cutlass.Int8(2)


def by_domain_offset(x: cute.Tensor, row: Any) -> None:
    cute.domain_offset((row, 0), x)[0, 2] = cutlass.Int8(3)


def by_two_offsets(x: cute.Tensor, row: Any) -> None:
    cute.domain_offset((row - 1, 0), cute.domain_offset((1, 0), x))[0, 3] = cutlass.Int8(4)


def by_tile(x: cute.Tensor, row: Any) -> None:
    cute.local_tile(x, (1, 4), (row + 1, 0))[0, 0] = cutlass.Int8(5)


def by_divide(x: cute.Tensor, row: Any) -> None:
    cute.zipped_divide(x, (1, 4))[(0, 1), (row + 1, 0)] = cutlass.Int8(6)


def by_crd2idx(x: cute.Tensor, row: Any) -> None:
    (x.iterator + cute.crd2idx((row + 1, 2), x.layout)).store(cutlass.Int8(7))


def by_layout_call(x: cute.Tensor, row: Any) -> None:
    (x.iterator + x.layout((row + 1, 3))).store(cutlass.Int8(8))


def by_copy(x: cute.Tensor, row: Any) -> None:
    values = cute.make_rmem_tensor((1, 4), cutlass.Int8)
    for k in cutlass.range_constexpr(4):
        values[0, k] = cutlass.Int8(9 + k)
    cute.autovec_copy(values, cute.local_tile(x, (1, 4), (row + 2, 0)))


WAYS = (
    by_coordinate,
    by_slice,
    by_domain_offset,
    by_two_offsets,
    by_tile,
    by_divide,
    by_crd2idx,
    by_layout_call,
    by_copy,
)


@cute.kernel
def write(x: cute.Tensor, row: cutlass.Int32) -> None:
    for way in WAYS:
        way(x, row)


@cute.jit
def run(x: cute.Tensor, row: cutlass.Int32) -> None:
    write(x, row).launch(grid=1, block=1)


@pytest.mark.parametrize("kind", ["static", "dynamic"])
def test_every_way_reaches_the_element(kind: str) -> None:
    x = np.zeros((ROWS, COLUMNS), np.int8)
    run(from_dlpack(x) if kind == "static" else x, ROW)
    np.testing.assert_array_equal(x[ROW : ROW + 3].ravel(), np.arange(1, 13))
    assert not x[:4].any()
    assert not x[-4:].any()


@pytest.mark.parametrize("rows", [ROWS, 2**29 - 8])
def test_bits_of_index_arithmetic_in_ptx(rows: int) -> None:
    """A static tensor that 32 bits reach computes in them."""
    x = cute.runtime.make_fake_compact_tensor(cutlass.Int8, (rows, COLUMNS), stride_order=(1, 0))
    text = cute.compile(run, x, cutlass.Int32(0), options="--target cpu").artifacts.ptx("sm_90a")
    wide = [line for line in text.splitlines() if "shl.b64" in line or "mul.lo.s64" in line or "mul.wide" in line]
    assert bool(wide) == (rows == ROWS), wide


def test_indices_of_a_static_layout_have_the_bits_that_it_needs() -> None:
    near, far = Layout((2**29 - 8, 4), (4, 1)), Layout((2**29 + 8, 4), (4, 1))
    row = Unknown(divisibility=2)
    assert crd2idx((row, 0), near) == near((row, 0)) == Unknown(32, 8)
    assert crd2idx((row, 0), far) == far((row, 0)) == domain_offset((row, 0), far)[1] == Unknown(64, 8)
    assert far((row, None)) == Layout((4,), (1,))
