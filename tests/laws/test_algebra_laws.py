"""Laws of the algebra: composition, complement, division, product, inverses, recast."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import (
    Layout,
    blocked_product,
    complement,
    composition,
    crd2idx,
    downcast,
    filter,
    flat_divide,
    is_compatible,
    left_inverse,
    local_partition,
    local_tile,
    logical_divide,
    logical_product,
    make_layout_tv,
    make_ordered_layout,
    max_common_layout,
    max_common_vector,
    raked_product,
    right_inverse,
    size,
    tile_to_shape,
    tiled_divide,
    tiled_product,
    upcast,
    zipped_divide,
    zipped_product,
)
from tests.laws.oracle import at, count, layouts, leaves_of, shapes, values


def distinct(items: list[int]) -> bool:
    return len(set(items)) == len(items)


@given(layouts(), layouts())
def test_composition_is_exact_or_an_error(a: Layout, b: Layout):
    try:
        r = composition(a, b)
    except DSLUserCodeError as error:
        assert error.name == "composition-not-divisible"
        return
    assert [at(r, i) for i in range(count(b.shape))] == [at(a, at(b, i)) for i in range(count(b.shape))]
    assert is_compatible(b.shape, r.shape)


@given(layouts(), layouts(), layouts())
def test_composition_is_associative_where_it_is_defined(a: Layout, b: Layout, c: Layout):
    try:
        left, right = composition(composition(a, b), c), composition(a, composition(b, c))
    except DSLUserCodeError:
        return
    reach = max(values(c)) < size(b)
    assert not reach or values(left) == values(right)


@given(st.data())
def test_powers_of_two_always_compose(data: st.DataObject):
    def compact(bits: int) -> Layout:
        extents: list[int] = []
        while bits:
            extents.append(data.draw(st.integers(1, bits)))
            bits -= extents[-1]
        order = tuple(data.draw(st.permutations(range(len(extents)))))
        return make_ordered_layout(tuple(1 << e for e in extents), order)

    a, b = compact(6), compact(data.draw(st.integers(1, 6)))
    assert values(composition(a, b)) == [at(a, at(b, i)) for i in range(size(b))]


@given(layouts())
def test_composition_with_the_compact_layout_of_its_shape_is_the_identity(a: Layout):
    assert values(composition(a, Layout(a.shape))) == values(a)


@given(layouts(), st.data())
def test_composition_by_mode_composes_each_mode(a: Layout, data: st.DataObject):
    if not isinstance(a.shape, tuple):
        return
    tiler = tuple(data.draw(st.one_of(st.none(), st.sampled_from([1, 2, 3, 4]))) for _ in a.shape)
    try:
        r = composition(a, tiler)
    except DSLUserCodeError:
        return
    for k, t in enumerate(tiler):
        whole = count(a.shape[k])
        assert [at(r[k], i) for i in range(t or whole)] == [at(a[k], i) for i in range(t or whole)]


@given(layouts(), st.integers(1, 128))
def test_complement_is_disjoint_ordered_and_reaches(a: Layout, target: int):
    try:
        r = complement(a, target)
    except DSLUserCodeError as error:
        assert error.name == "complement-overlap"
        return
    own, gaps = values(filter(a)), values(r)
    assert gaps == sorted(set(gaps))
    assert distinct([x + y for x in own for y in gaps]) or not distinct(own)
    assert len(gaps) * len(own) >= target or not _whole_gaps(a)


def _whole_gaps(layout: Layout) -> bool:
    """Whether each stride is a multiple of what the modes below it reach."""
    pairs = zip(leaves_of(layout.stride), leaves_of(layout.shape), strict=True)
    moving = sorted((d, s) for d, s in pairs if d and s > 1)
    return all(after % (d * s) == 0 for (d, s), (after, _) in pairwise([(1, 1), *moving]))


@given(layouts())
def test_an_open_complement_goes_on_where_the_layout_ends(a: Layout):
    try:
        r = complement(a)
    except DSLUserCodeError:
        return
    (*_, end), (*_, step) = leaves_of(r.shape), leaves_of(r.stride)
    assert end == 1
    assert step >= max(values(a))
    assert distinct([x + y for x in values(filter(a)) for y in values(r)]) or not distinct(values(filter(a)))


@given(layouts(), layouts())
def test_division_permutes_the_values_and_puts_the_tile_first(a: Layout, tiler: Layout):
    try:
        divided = logical_divide(a, tiler)
    except DSLUserCodeError:
        return
    assert values(divided[0]) == [at(a, at(tiler, i)) for i in range(count(tiler.shape))]
    if size(divided) == size(a) and distinct(values(tiler)):
        assert sorted(values(divided)) == sorted(values(a))


@given(layouts(), st.data())
def test_the_four_divisions_hold_the_same_modes(a: Layout, data: st.DataObject):
    if not isinstance(a.shape, tuple):
        return
    tiler = tuple(data.draw(st.sampled_from([1, 2, 3, 4])) for _ in a.shape)
    try:
        logical, zipped = logical_divide(a, tiler), zipped_divide(a, tiler)
    except DSLUserCodeError:
        return
    tiled, flat = tiled_divide(a, tiler), flat_divide(a, tiler)
    n = len(a)
    for k in range(n):
        tile, rest = logical[k]
        assert zipped[0][k] == tiled[0][k] == flat[k] == tile
        assert zipped[1][k] == tiled[1 + k] == flat[n + k] == rest


@given(layouts(), st.data())
def test_a_local_tile_is_the_tile_of_its_coordinate(a: Layout, data: st.DataObject):
    if not isinstance(a.shape, tuple):
        return
    tiler = tuple(data.draw(st.sampled_from([1, 2, 3, 4])) for _ in a.shape)
    if any(count(s) % t for s, t in zip(a.shape, tiler, strict=True)):
        return
    coord = tuple(data.draw(st.integers(0, count(s) // t - 1)) for s, t in zip(a.shape, tiler, strict=True))
    try:
        tile, offset = local_tile(a, tiler, coord)
    except DSLUserCodeError:
        return
    for i in range(count(tiler)):
        inner = [i // count(tiler[:k]) % t for k, t in enumerate(tiler)]
        place = tuple(c * t + j for c, t, j in zip(coord, tiler, inner, strict=True))
        assert offset + tile(i) == a(place)


@given(layouts(), st.data())
def test_partitions_give_each_element_to_one_worker(a: Layout, data: st.DataObject):
    if not isinstance(a.shape, tuple):
        return
    extents = tuple(data.draw(st.sampled_from([1, 2, 4])) for _ in a.shape)
    if any(count(s) % t for s, t in zip(a.shape, extents, strict=True)):
        return
    workers = make_ordered_layout(extents, tuple(data.draw(st.permutations(range(len(extents))))))
    try:
        parts = [local_partition(a, workers, i) for i in range(size(workers))]
    except DSLUserCodeError:
        return
    held = [offset + part(i) for part, offset in parts for i in range(size(part))]
    assert sorted(held) == sorted(values(a))
    for w in range(size(workers)):
        first = a(tuple(w // d % t if t > 1 else 0 for t, d in zip(extents, workers.stride, strict=True)))
        assert parts[w][1] == first


@given(layouts(3), layouts(3))
def test_products_repeat_the_block_without_overlap(block: Layout, tiler: Layout):
    try:
        product = logical_product(block, tiler)
    except DSLUserCodeError:
        return
    assert product[0] == block
    assert values(product[0]) == values(block)
    if distinct(values(block)) and distinct(values(tiler)):
        assert distinct(values(product))
    order = sorted(range(count(tiler.shape)), key=lambda i: at(tiler, i))
    copies = values(product[1])
    assert [copies[i] for i in order] == sorted(copies)


@given(layouts(3), layouts(3))
def test_all_products_hold_the_same_values(block: Layout, tiler: Layout):
    try:
        product = logical_product(block, tiler)
        blocked, raked = blocked_product(block, tiler), raked_product(block, tiler)
    except DSLUserCodeError:
        return
    assert sorted(values(blocked)) == sorted(values(raked)) == sorted(values(product))
    assert values(zipped_product(block, tiler)) == values(product)
    assert sorted(values(tiled_product(block, tiler))) == sorted(values(product))
    for k in range(len(blocked)):
        assert blocked[k][0] == raked[k][1]
        assert blocked[k][1] == raked[k][0]


@given(layouts(3), st.data())
def test_a_tiled_shape_is_full_and_starts_with_the_atom(atom: Layout, data: st.DataObject):
    if not isinstance(atom.shape, tuple) or not distinct(values(atom)):
        return
    copies = [data.draw(st.integers(1, 3)) for _ in atom.shape]
    order = tuple(data.draw(st.permutations(range(len(copies)))))
    shape = tuple(count(s) * c for s, c in zip(atom.shape, copies, strict=True))
    try:
        tiled = tile_to_shape(atom, shape, order)
    except DSLUserCodeError:
        return
    assert tuple(count(s) for s in tiled.shape) == shape
    assert distinct(values(tiled))
    for i in range(size(atom)):
        coord = tuple(i // count(atom.shape[:k]) % count(s) for k, s in enumerate(atom.shape))
        assert tiled(coord) == at(atom, i)


@given(layouts())
def test_right_inverse_is_an_inverse_and_stops_at_a_gap(a: Layout):
    r = right_inverse(a)
    assert [at(a, i) for i in values(r)] == list(range(size(r)))
    found = values(a)
    assert size(r) <= len(set(found))
    if sorted(found) == list(range(len(found))):
        assert size(r) == len(found)


@given(layouts())
def test_left_inverse_is_an_inverse_or_an_error(a: Layout):
    try:
        inverse = left_inverse(a)
    except DSLUserCodeError as error:
        assert error.name == "inverse-not-divisible"
        return
    found = values(a)
    back = [at(inverse, v) for v in found]
    assert [at(a, i) for i in back] == found
    assert not distinct(found) or back == list(range(len(found)))


@given(layouts(), layouts())
def test_common_vectors_are_contiguous_in_both(a: Layout, b: Layout):
    common = max_common_layout(a, b)
    assert size(common) == max_common_vector(a, b)
    for i, index in enumerate(values(common)):
        assert at(a, index) == at(b, index) == i


@given(layouts())
def test_the_common_vector_of_a_layout_with_itself_is_its_contiguous_part(a: Layout):
    assert max_common_vector(a, a) == size(right_inverse(a))


@given(layouts(), st.sampled_from([2, 4, 8]))
def test_upcast_touches_the_same_memory(a: Layout, n: int):
    try:
        wide = upcast(n, a)
    except DSLUserCodeError as error:
        assert error.name == "recast-not-divisible"
        return
    assert set(values(wide)) == {v // n for v in values(a)}


@given(layouts(), st.sampled_from([2, 3, 4]))
def test_downcast_covers_every_part_of_each_element(a: Layout, n: int):
    try:
        narrow = downcast(n, a)
    except DSLUserCodeError as error:
        assert error.name == "recast-not-divisible"
        return
    assert set(values(narrow)) == {n * v + j for v in values(a) for j in range(n)}
    assert size(narrow) == n * size(a)
    assert upcast(n, narrow) == a


@given(shapes(2), shapes(2), st.data())
def test_thread_value_layouts_number_each_element_once(thr, val, data: st.DataObject):
    def compact(shape):
        return make_ordered_layout(shape, tuple(data.draw(st.permutations(range(len(shape))))))

    thr = thr if isinstance(thr, tuple) else (thr,)
    val = val if isinstance(val, tuple) else (val,)
    threads, vals = compact(thr), compact(val)
    tile, tv = make_layout_tv(threads, vals)
    assert sorted(values(tv)) == list(range(count(tile)))
    rank = max(len(thr), len(val))
    ts = [count(s) for s in thr] + [1] * (rank - len(thr))
    vs = [count(s) for s in val] + [1] * (rank - len(val))
    for t in range(count(thr)):
        for v in range(count(val)):
            where = [at(tv, t + v * count(thr)) // count(tile[:k]) % tile[k] for k in range(rank)]
            thread = tuple(w // n for w, n in zip(where, vs, strict=True))[: len(thr)]
            value = tuple(w % n for w, n in zip(where, vs, strict=True))[: len(val)]
            assert threads(thread) == t
            assert vals(value) == v
    assert tile == tuple(a * b for a, b in zip(ts, vs, strict=True))


def test_the_composition_that_pycute_cuts_short_is_an_error():
    a, b = Layout("(4,6):(1,8)"), Layout("6:1")
    assert [at(a, i) for i in range(6)] == [0, 1, 2, 3, 8, 9]
    with pytest.raises(DSLUserCodeError) as caught:
        composition(a, b)
    assert caught.value.name == "composition-not-divisible"
    assert "(4,6):(1,8)" in str(caught.value)
    assert "6:1" in str(caught.value)


def test_a_sum_of_modes_that_carries_is_an_error():
    a, b = Layout("(12,2):(1,72)"), Layout("(8,2):(1,8)")
    assert at(a, at(b, 12)) == 72
    with pytest.raises(DSLUserCodeError) as caught:
        composition(a, b)
    assert caught.value.name == "composition-not-divisible"


def test_crd2idx_of_a_shape_is_colexicographic():
    assert [crd2idx((i, j), (3, 2)) for j in range(2) for i in range(3)] == list(range(6))
