"""Laws of composed layouts and swizzles: each operation acts on the outer layout and keeps the function."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import (
    ComposedLayout,
    Layout,
    Swizzle,
    blocked_product,
    coalesce,
    composition,
    domain_offset,
    downcast,
    group_modes,
    idx2crd,
    logical_product,
    make_ordered_layout,
    max_alignment,
    max_common_layout,
    parse_layout,
    raked_product,
    recast_layout,
    right_inverse,
    size,
    slice_and_offset,
    upcast,
)
from tests.laws.oracle import at, composed, composed_values, count, layouts, moved, swizzles, values


@given(swizzles(), st.integers(0, 1 << 14))
def test_a_swizzle_moves_its_bits_and_is_its_own_inverse(s: Swizzle, x: int):
    assert s(x) == moved(s, x)
    assert s(s(x)) == x
    assert s(x + s.period) == s(x) + s.period or not s.num_bits


@given(composed())
def test_a_composed_layout_is_inner_of_offset_plus_outer(c: ComposedLayout):
    assert [c(i) for i in range(size(c))] == composed_values(c)
    assert [c(idx2crd(i, c.shape)) for i in range(size(c))] == composed_values(c)
    assert composed_values(coalesce(c)) == composed_values(c)
    if c.is_normal:
        assert parse_layout(str(c)) == c


@given(composed(), st.data())
def test_slices_and_offsets_accumulate(c: ComposedLayout, data: st.DataObject):
    if not isinstance(c.shape, tuple):
        return
    fixed = tuple(data.draw(st.integers(0, count(s) - 1)) for s in c.shape[1:])
    column, start = slice_and_offset((None, *fixed), c)
    shifted, pointer = domain_offset((0, *fixed), c)
    assert pointer == 0
    for i in range(count(c.shape[0])):
        assert start + column(i) == c((i, *fixed)) == shifted((i, *[0] * len(fixed)))
    assert composed_values(group_modes(c, 0)) == composed_values(c)


@given(swizzles(), layouts(), st.sampled_from([2, 4]))
def test_recasting_a_swizzled_layout_keeps_its_memory(s: Swizzle, outer: Layout, n: int):
    c = ComposedLayout(s, 0, outer)
    try:
        wide = upcast(n, c)
    except DSLUserCodeError:
        wide = None
    if wide is not None and s.num_base >= n.bit_length() - 1:
        assert set(composed_values(wide)) == {v // n for v in composed_values(c)}
    try:
        narrow = downcast(n, c)
    except DSLUserCodeError:
        return
    assert set(composed_values(narrow)) == {n * v + j for v in composed_values(c) for j in range(n)}
    assert recast_layout(8, 8 * n, c) == narrow


@given(swizzles(), layouts(), st.sampled_from([0, 1, 2, 4, 6, 8, 16]))
def test_aligned_vectors_of_a_swizzled_layout_stay_whole(s: Swizzle, outer: Layout, offset: int):
    c = ComposedLayout(s, offset, outer)
    width = max_alignment(c)
    found = set(composed_values(c))
    assert found == {v - v % width + j for v in found for j in range(width)}


@given(swizzles(), layouts(), layouts())
def test_common_layouts_under_swizzles(s: Swizzle, a: Layout, b: Layout):
    c = ComposedLayout(s, 0, a)
    for i, index in enumerate(values(max_common_layout(c, b))):
        assert moved(s, at(a, index)) == at(b, index) == i
    both = ComposedLayout(s, 0, b)
    for index in values(max_common_layout(c, both)):
        assert moved(s, at(a, index)) == moved(s, at(b, index))


@given(st.data())
def test_a_layout_over_a_swizzle_is_exact_or_an_error(data: st.DataObject):
    def bits(total: int) -> Layout:
        extents = []
        while total:
            extents.append(data.draw(st.integers(1, total)))
            total -= extents[-1]
        return make_ordered_layout(
            tuple(1 << e for e in extents), tuple(data.draw(st.permutations(range(len(extents)))))
        )

    a, s = bits(8), data.draw(swizzles())
    try:
        r = composition(a, s)
    except DSLUserCodeError:
        return
    for i in range(256):
        if moved(s, i) < 256:
            assert r(i) == at(a, moved(s, i))


@given(st.integers(1, 3), st.integers(0, 3))
def test_the_inverse_of_a_swizzled_layout(rows: int, base: int):
    c = ComposedLayout(Swizzle(rows, base, 3), 0, Layout(1 << 10))
    inverse = right_inverse(c)
    assert [c(inverse(i)) for i in range(1 << 10)] == list(range(1 << 10))


@given(swizzles(), st.integers(0, 3), layouts(3))
def test_products_over_a_swizzled_tiler_move_whole_blocks(s: Swizzle, bits: int, tiles: Layout):
    block = Layout(1 << bits)
    try:
        r = logical_product(block, ComposedLayout(s, 0, tiles))
        mixed = [f(block, ComposedLayout(s, 0, tiles)) for f in (blocked_product, raked_product)]
    except DSLUserCodeError:
        return
    for t in range(count(tiles.shape)):
        for b in range(1 << bits):
            assert r((b, t)) == b + (moved(s, at(tiles, t)) << bits)
    for m in mixed:
        assert sorted(m(i) for i in range(size(m))) == sorted(r(i) for i in range(size(r)))
