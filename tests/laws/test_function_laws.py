"""Laws of layouts as functions: coordinates, coalesce, filter, null space, slices, text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutedsl.layout import (
    Layout,
    coalesce,
    cosize,
    crd2idx,
    depth,
    dice,
    elem_less,
    filter,
    filter_zeros,
    get_1d_coord,
    group_modes,
    idx2crd,
    increment_coord,
    make_identity_layout,
    make_ordered_layout,
    max_alignment,
    nullspace,
    parse_layout,
    rank,
    select,
    size,
    slice_and_offset,
    transform_leaf,
)
from tests.laws.oracle import CHOICES, at, count, layouts, leaves_of, shapes, values


@given(layouts())
def test_an_index_and_its_coordinate_have_one_value(layout: Layout):
    for i, value in enumerate(values(layout)):
        coord = idx2crd(i, layout.shape)
        assert layout(i) == layout(coord) == value
        assert crd2idx(coord, layout.shape) == i


@given(shapes())
def test_coordinates_count_up_leftmost_fastest(shape):
    coord = idx2crd(0, shape)
    for i in range(count(shape)):
        assert coord == idx2crd(i, shape)
        assert elem_less(coord, shape) is True
        coord = increment_coord(coord, shape)
    assert leaves_of(coord) == [*[0] * (len(leaves_of(shape)) - 1), leaves_of(shape)[-1]]


@given(layouts())
def test_coalesce_keeps_the_function_and_flattens(layout: Layout):
    short = coalesce(layout)
    assert [at(short, i) for i in range(count(layout.shape))] == values(layout)
    assert depth(short) <= 1
    assert size(short) == size(layout)
    modes = list(zip(leaves_of(short.shape), leaves_of(short.stride), strict=True))
    for (s, d), (_, after) in pairwise(modes):
        assert s * d != after, f"{layout} was left with modes that merge: {short}"


@given(layouts(), st.data())
def test_coalesce_by_mode_keeps_every_mode(layout: Layout, data: st.DataObject):
    if not isinstance(layout.shape, tuple):
        return
    covered = data.draw(st.integers(0, len(layout)))
    short = coalesce(layout, target_profile=(1,) * covered)
    for k in range(len(layout)):
        assert values(short[k]) == values(layout[k])
        assert k >= covered or depth(short[k]) <= 1


@given(layouts())
def test_filter_keeps_the_values_and_drops_repetition(layout: Layout):
    kept = filter(layout)
    assert set(values(kept)) == set(values(layout))
    assert 0 not in leaves_of(kept.stride) or size(kept) == 1
    zeros = nullspace(layout)
    assert all(at(layout, i) == 0 for i in values(zeros))
    assert len(set(values(zeros))) == size(zeros)
    assert size(zeros) * size(filter_zeros(layout)) == size(layout)


@given(layouts())
def test_cosize_is_one_beyond_the_largest_value(layout: Layout):
    assert cosize(layout) == max(values(layout)) + 1


@given(layouts(), st.data())
def test_a_slice_is_the_layout_at_the_fixed_coordinates(layout: Layout, data: st.DataObject):
    if not isinstance(layout.shape, tuple):
        return
    fixed = [data.draw(st.one_of(st.none(), st.integers(0, count(s) - 1))) for s in layout.shape]
    part, offset = slice_and_offset(tuple(fixed), layout)
    kept = [k for k, c in enumerate(fixed) if c is None]
    assert rank(part) == len(kept)
    for i in range(size(part)):
        inner = idx2crd(i, tuple(count(layout.shape[k]) for k in kept))
        coord = list(fixed)
        for k, c in zip(kept, inner, strict=True):
            coord[k] = c
        assert layout(tuple(coord)) == offset + part(i)
    assert rank(dice(layout, tuple(fixed))) == len(layout) - len(kept)


@given(layouts(), st.data())
def test_grouping_and_selecting_modes_moves_nothing_else(layout: Layout, data: st.DataObject):
    if not isinstance(layout.shape, tuple):
        return
    begin = data.draw(st.integers(0, len(layout)))
    end = data.draw(st.integers(begin, len(layout)))
    assert values(group_modes(layout, begin, end)) == values(layout)
    order = data.draw(st.permutations(range(len(layout))))
    chosen = select(layout, list(order))
    for k, mode in enumerate(order):
        assert values(chosen[k]) == values(layout[mode])


@given(shapes(), st.data())
def test_an_ordered_layout_is_compact_and_grows_in_order(shape, data: st.DataObject):
    if not isinstance(shape, tuple):
        return
    order = tuple(data.draw(st.permutations(range(len(shape)))))
    layout = make_ordered_layout(shape, order)
    assert sorted(values(layout)) == list(range(count(shape)))
    steps = [layout.stride[order.index(k)] for k in range(len(shape)) if count(shape[order.index(k)]) > 1]
    firsts = [min(d for d in leaves_of(s) if d) for s in steps]
    assert firsts == sorted(firsts)


@given(shapes())
def test_the_identity_layout_maps_coordinates_to_themselves(shape):
    identity = make_identity_layout(shape)
    for i in range(count(shape)):
        coord = idx2crd(i, shape)
        assert identity(coord) == coord
        assert identity(i) == coord


@given(layouts())
def test_the_coordinate_of_a_value_is_found_where_values_do_not_overlap(layout: Layout):
    found = values(layout)
    if sorted(found) != list(range(len(found))):
        return
    for i, value in enumerate(found):
        assert get_1d_coord(layout, value) == i


@given(layouts())
def test_aligned_vectors_cover_the_values_exactly(layout: Layout):
    width = max_alignment(layout)
    found = set(values(layout))
    assert found == {v - v % width + j for v in found for j in range(width)}


@given(layouts())
def test_text_survives_parsing(layout: Layout):
    again = parse_layout(str(layout))
    assert again == layout
    assert hash(again) == hash(layout)


@pytest.mark.parametrize("shape", [(), ((), 3)])
def test_empty_tuples_have_one_element(shape):
    layout = Layout(shape)
    assert size(layout) == count(shape)
    assert values(coalesce(layout)) == values(layout)


@given(layouts(), CHOICES)
def test_steps_back_are_steps_too(a: Layout, choice: int):
    signs = iter(range(32))
    back = Layout.unchecked(a.shape, transform_leaf(lambda d: -d if choice >> next(signs) & 1 else d, a.stride))
    expected = values(back)
    assert [back(i) for i in range(count(a.shape))] == expected
    for short in (coalesce(back), filter_zeros(back), coalesce(back, target_profile=(1,) * len(back))):
        assert size(short) < len(expected) or values(short) == expected
    assert values(coalesce(back)) == expected
    assert parse_layout(str(back)) == back
    assert cosize(back) == cosize(a)
