"""Laws of layouts whose values are coordinates, and of run-time leaves where only part of a layout is known."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import (
    Layout,
    ScaledBasis,
    coalesce,
    complement,
    composition,
    filter,
    idx2crd,
    left_inverse,
    logical_divide,
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


MOST_SUMS = 1 << 12
"""Pairs of places that a test adds up."""
PATHS = st.sampled_from([((0,), (1,)), ((1,), (0,)), ((0, 1), (1,)), ((2,), (0, 0)), ((1, 0), (1, 1))])


def along(a: Layout, b: Layout, paths: tuple[tuple[int, ...], tuple[int, ...]]) -> Layout:
    """A layout of two modes, each of which steps along a coordinate of its own."""

    def steps(layout: Layout, path: tuple[int, ...]) -> Any:
        return transform_leaf(lambda d: ScaledBasis(d, path) if d else 0, layout.stride)

    return Layout.unchecked((a.shape, b.shape), (steps(a, paths[0]), steps(b, paths[1])))


def at_places(places: dict[tuple[int, ...], int], shape: Any, path: tuple[int, ...] = ()) -> Any:
    """The coordinate in a shape with the given entries, and 0 elsewhere."""
    if path in places or not isinstance(shape, tuple):
        return places.get(path, 0)
    return tuple(at_places(places, s, (*path, k)) for k, s in enumerate(shape))


@given(layouts(), layouts(), PATHS)
def test_a_right_inverse_over_coordinates_gives_a_place_of_each(a: Layout, b: Layout, paths):
    both = along(a, b, paths)
    right = right_inverse(both)
    sizes = [size(right_inverse(layout)) for layout in (a, b)]
    assert size(right) == sizes[0] * sizes[1]
    for i in range(size(right)):
        places = {p: n for p, n in zip(paths, (i % sizes[0], i // sizes[0]), strict=True) if n}
        assert entries(both(right(at_places(places, right.shape)))) == places


@given(layouts(), layouts(), PATHS)
def test_a_left_inverse_over_coordinates_gives_the_place_back(a: Layout, b: Layout, paths):
    both = along(a, b, paths)
    try:
        left = left_inverse(both)
    except DSLUserCodeError as error:
        assert error.name == "inverse-not-divisible"
        return
    all_places = [entries(both(i)) for i in range(size(both))]
    for places in all_places:
        assert all_places[left(at_places(places, left.shape))] == places


@given(layouts(), layouts(), PATHS)
def test_a_complement_over_coordinates_misses_what_each_mode_misses(a: Layout, b: Layout, paths):
    try:
        r = complement(along(a, b, paths))
    except DSLUserCodeError as error:
        assert error.name == "complement-overlap"
        return
    filtered = along(filter(a), filter(b), paths)
    assume(size(filtered) * size(r) <= MOST_SUMS)
    own = [entries(filtered(i)) for i in range(size(filtered))]
    missed = [entries(r(i)) for i in range(size(r))]
    sums = {tuple(sorted((k, x.get(k, 0) + y.get(k, 0)) for k in x.keys() | y.keys())) for x, y in product(own, missed)}
    assert len(sums) == len({tuple(sorted(x.items())) for x in own}) * size(r)


def test_a_path_inside_of_another_is_an_error():
    for inverse in (right_inverse, left_inverse, complement):
        for text in ("(2,2):(1@0,1@1@0)", "(2,2):(1@0,4)"):
            with pytest.raises(DSLUserCodeError) as caught:
                inverse(Layout(text))
            assert caught.value.name == "basis-arithmetic"


def test_a_tile_of_coordinates_divides_the_mode_that_it_steps_along():
    assert str(logical_divide(Layout("(128,64):(1,128)"), Layout("2:64@0"))) == "(2,(64,64)):(64,(1,128))"
    assert str(complement(Layout("2:64@0"), (128, 64))) == "(64,64):(1@0,1@1)"


@given(shapes(), st.integers(0, 40), st.sampled_from([1, 2, 4]))
def test_a_divisor_of_an_index_never_changes_its_coordinate(shape, i: int, divisor: int):
    index = i * divisor
    assert known(idx2crd(RunTimeInt(index, divisor), shape)) == idx2crd(index, shape)
