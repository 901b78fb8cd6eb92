"""Laws of layouts whose values are coordinates, and of run-time leaves where only part of a layout is known."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import (
    Layout,
    ScaledBasis,
    coalesce,
    composition,
    idx2crd,
    make_identity_layout,
    right_inverse,
    size,
    transform_leaf,
)
from tests.laws.oracle import CHOICES, RunTimeInt, at, count, known, layouts, shapes, values


def entries(coord: Any, path: tuple[int, ...] = ()) -> dict[tuple[int, ...], int]:
    """The entries of a coordinate that are not 0, by their place."""
    if isinstance(coord, tuple):
        return {k: v for m, c in enumerate(coord) for k, v in entries(c, (*path, m)).items()}
    return {path: coord} if coord else {}


@given(shapes())
def test_an_identity_layout_stays_one_when_coalesced(shape):
    identity = make_identity_layout(shape)
    short = coalesce(identity)
    for i in range(count(shape)):
        assert identity(i) == idx2crd(i, shape)
        assert entries(short(i)) == entries(idx2crd(i, shape))


def test_bases_of_different_modes_never_merge():
    assert str(coalesce(make_identity_layout((2, 2)))) == "(2,2):(1@0,1@1)"
    assert str(coalesce(Layout("(2,2):(1@0,2@1)"))) == "(2,2):(1@0,2@1)"
    assert str(coalesce(Layout("(2,2):(1@1,2@1)"))) == "4:1@1"


@given(layouts(), st.sampled_from([2, 3, 4]), st.sampled_from([2, 3, 4]), st.sampled_from([1, 2, 4]))
def test_composition_along_one_basis_is_composition_with_that_mode(a: Layout, m: int, n: int, step: int):
    plain = Layout.unchecked((m, n), (1, step))
    along = Layout.unchecked((m, n), (ScaledBasis(1, (0,)), ScaledBasis(step, (0,))))
    if not isinstance(a.shape, tuple):
        return
    try:
        expected = [at(a[0], at(plain, i)) for i in range(m * n)]
        r = composition(a, along)
    except DSLUserCodeError as error:
        assert error.name == "composition-not-divisible"
        return
    assert values(r) == expected


def test_modes_of_one_basis_that_carry_together_are_an_error():
    a, b = Layout("((12,2),4):((1,72),1)"), Layout("(8,2):(1@0,8@0)")
    assert at(a[0], 12) == 72
    with pytest.raises(DSLUserCodeError) as caught:
        composition(a, b)
    assert caught.value.name == "composition-not-divisible"


@given(layouts(), CHOICES)
def test_the_right_inverse_of_partly_known_strides_is_an_inverse(a: Layout, choice: int):
    bits = iter(range(32))
    hidden = Layout.unchecked(
        a.shape, transform_leaf(lambda d: RunTimeInt(d) if d > 1 and choice >> next(bits) & 1 else d, a.stride)
    )
    r = right_inverse(hidden)
    assert [at(a, i) for i in values(known(r))] == list(range(size(r)))


@given(shapes(), st.integers(0, 40), st.sampled_from([1, 2, 4]))
def test_a_divisor_of_an_index_never_changes_its_coordinate(shape, i: int, divisor: int):
    index = i * divisor
    assert known(idx2crd(RunTimeInt(index, divisor), shape)) == idx2crd(index, shape)
