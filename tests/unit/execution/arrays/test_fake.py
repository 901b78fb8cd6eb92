"""Fake tensors: their types, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.cute.runtime import FakeTensor, make_fake_compact_tensor, make_fake_tensor
from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import exact_leaf, layout_text


def type_of(fake: FakeTensor) -> str:
    return layout_text(fake.type_layout, exact_leaf)


def test_compact_strides_follow_the_order() -> None:
    f32 = cutlass.Float32
    assert make_fake_compact_tensor(f32, (4,)).dtype is f32
    assert type_of(make_fake_compact_tensor(f32, (4, 5, 6))) == "(4,5,6):(1,4,20)"
    assert type_of(make_fake_compact_tensor(f32, (4, 5, 6), stride_order=(2, 1, 0))) == "(4,5,6):(30,6,1)"
    assert type_of(make_fake_compact_tensor(f32, (4, 5, 6), stride_order=(0, 2, 1))) == "(4,5,6):(1,24,4)"


def test_a_symbol_makes_the_strides_behind_it_dynamic_with_what_divides_them() -> None:
    m, n = cute.sym_int(), cute.sym_int64(divisibility=8)
    by_rows = make_fake_compact_tensor(cutlass.Float16, (m, n, 4), stride_order=(2, 1, 0))
    assert type_of(by_rows) == "(?,?{i64 div=8},4):(?{i64 div=32},4,1)"
    narrow = make_fake_compact_tensor(cutlass.Float16, (m, n, 4), stride_order=(2, 1, 0), use_32bit_stride=True)
    assert type_of(narrow) == "(?,?{i64 div=8},4):(?{div=32},4,1)"
    assert type_of(make_fake_compact_tensor(cutlass.Float16, (2, m, n), stride_order=(0, 2, 1))) == (
        "(2,?,?{i64 div=8}):(1,?{i64 div=16},2)"
    )


def test_given_strides_are_kept() -> None:
    m, d = cute.sym_int(), cute.sym_int64(divisibility=4)
    assert type_of(make_fake_tensor(cutlass.Float32, (m, 8), (d, 1))) == "(?,8):(?{i64 div=4},1)"
    assert str(make_fake_tensor(cutlass.Float32, (m, 8), (d, 1))) == "FakeTensor<Float32, (?, 8), (?{div=4}, 1)>"


def test_a_symbol_with_a_name_prints_it_and_is_a_symbol_of_its_own() -> None:
    n, same = cute.sym_int64(divisibility=8, symbol="n"), cute.sym_int64(divisibility=8, symbol="n")
    assert (repr(n), repr(cute.sym_int32(symbol="k")), repr(cute.sym_int(symbol="m"))) == ("n{div=8}", "k", "m")
    assert n != same
    assert type_of(make_fake_compact_tensor(cutlass.Float16, (n, 8))) == "(?{i64 div=8},8):(1,?{i64 div=8})"


def test_the_alignment_is_the_elements_unless_given() -> None:
    assert make_fake_compact_tensor(cutlass.Float16, (4,)).align_bytes == 2
    assert make_fake_compact_tensor(cutlass.Float16, (4,), assumed_align=16).align_bytes == 16


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: make_fake_tensor(cutlass.Float32, (4, 5), (1,)), "fake-tensor-shape"),
        (lambda: make_fake_tensor(cutlass.Float32, (4, cast(int, 2.5)), (1, 4)), "fake-tensor-shape"),
        (lambda: make_fake_compact_tensor(cutlass.Float32, (cast(int, "n"), 4)), "fake-tensor-shape"),
        (lambda: make_fake_tensor(cutlass.Float32, (-1,), (1,)), "fake-tensor-shape"),
        (lambda: make_fake_compact_tensor(cutlass.Float32, (4, 5), stride_order=(0, 0)), "stride-order-invalid"),
        (lambda: make_fake_compact_tensor(cutlass.Float32, (4,), assumed_align=12), "invalid-alignment"),
        (lambda: make_fake_compact_tensor(cutlass.Float32, (4,), memspace=cutlass.AddressSpace.smem), "not-yet"),
        (lambda: cute.sym_int(divisibility=0), "symbol-invalid"),
        (lambda: cute.sym_int(width=16), "symbol-invalid"),
    ],
)
def test_impossible_tensors_are_refused(make: Callable[[], object], name: str) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        make()
    assert caught.value.name == name
