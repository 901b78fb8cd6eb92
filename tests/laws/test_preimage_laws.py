"""From an index to the coordinates that a layout maps to it: all of them, and no others."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from cutedsl.layout import ComposedLayout, Layout, make_swizzle, transform_leaf
from cutedsl.layout.preimage import coordinate_beyond, coordinates_at

MODES = st.lists(st.tuples(st.integers(1, 4), st.integers(-3, 9)), min_size=1, max_size=4)


@given(MODES, st.integers(-30, 60))
def test_the_coordinates_of_an_index_are_all_that_give_it(modes: list[tuple[int, int]], index: int):
    shape, stride = (tuple(part) for part in zip(*modes, strict=True))
    layout = Layout(shape, stride)
    expected = [c for c in itertools.product(*map(range, shape)) if sum(map(int.__mul__, c, stride)) == index]
    assert sorted(coordinates_at(layout, index, len(expected) + 1)) == expected


@given(MODES, st.integers(0, 200))
def test_a_coordinate_beyond_gives_its_index_too(modes: list[tuple[int, int]], index: int):
    shape, stride = (tuple(part) for part in zip(*modes, strict=True))
    found = coordinate_beyond(Layout(shape, stride), index)
    assert found is None or sum(map(int.__mul__, found, stride)) == index


def test_nested_and_swizzled_layouts():
    nested = Layout(((2, 4), 3), ((1, 6), 2))
    assert coordinates_at(nested, 15) == [((1, 2), 1)]
    swizzled = ComposedLayout(make_swizzle(2, 1, 3), 0, Layout((8, 8), (8, 1)))
    for coord in itertools.product(range(8), range(8)):
        assert coordinates_at(swizzled, swizzled(coord)) == [coord]
    assert transform_leaf(int, coordinate_beyond(swizzled, 67)) == (8, 3)
