"""The algebra on leaves known only at run time: the static result, without ever comparing a run-time integer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import (
    Layout,
    Unknown,
    coalesce,
    composition,
    cosize,
    crd2idx,
    divisibility,
    flatten,
    idx2crd,
    is_static,
    layout_text,
    local_partition,
    local_tile,
    make_layout,
    parse_layout,
    product_each,
    size,
    slice_and_offset,
    tile_to_shape,
    zipped_divide,
)
from tests.laws.oracle import RunTimeInt, at, count, known, layouts, leaves_of, partly_dynamic, values


@given(layouts(), st.data())
def test_evaluation_and_slicing_agree_with_the_static_layout(a: Layout, data: st.DataObject):
    hidden = data.draw(partly_dynamic(a))
    i = data.draw(st.integers(0, count(a.shape) - 1))
    assert known(hidden(i)) == known(hidden(RunTimeInt(i))) == at(a, i)
    coord = idx2crd(i, a.shape)
    assert known(idx2crd(RunTimeInt(i), hidden.shape)) == coord
    assert known(crd2idx(coord, hidden)) == at(a, i)
    assert known(cosize(hidden)) == max(values(a)) + 1
    if isinstance(coord, tuple):
        part, offset = slice_and_offset((None, *coord[1:]), hidden)
        assert [known(offset) + v for v in values(known(part))] == values(known(a[0])) or coord[1:]


@given(layouts(), st.data())
def test_coalesce_agrees_with_the_static_layout(a: Layout, data: st.DataObject):
    hidden = data.draw(partly_dynamic(a))
    assert values(known(coalesce(hidden))) == values(a)


@given(layouts(), layouts(), st.data())
def test_composition_agrees_with_the_static_layout(a: Layout, b: Layout, data: st.DataObject):
    if coalesce(a) != flatten(a):  # a run-time extent does not merge, so its steps must fit every single mode
        return
    try:
        expected = values(composition(a, b))
    except DSLUserCodeError:
        return
    hidden = data.draw(partly_dynamic(a))
    try:
        r = composition(hidden, b)
    except DSLUserCodeError:
        return
    assert values(known(r)) == expected
    assert not is_static(r) or is_static(hidden) or values(r) == expected


@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from([2, 4, 8]), st.booleans())
def test_tiles_of_a_run_time_matrix_are_those_of_the_static_one(m: int, n: int, t: int, row_major: bool):
    rows, cols = m * t, n * 4
    ext = (RunTimeInt(rows, t), RunTimeInt(cols, 4))
    step = ext[1] if row_major else ext[0]
    hidden = make_layout(ext, stride=(step, 1) if row_major else (1, step))
    plain = make_layout((rows, cols), stride=(cols, 1) if row_major else (1, rows))
    assert str(zipped_divide(hidden, (t, 4)).shape[0]) == str((t, 4))
    for i in range(m):
        for j in range(n):
            got, offset = local_tile(hidden, (t, 4), (RunTimeInt(i), j))
            want, at_offset = local_tile(plain, (t, 4), (i, j))
            assert known(offset) == at_offset
            assert values(known(got)) == values(want)
    part, offset = local_partition(hidden, make_layout((t, 2)), RunTimeInt(t + 1))
    want, at_offset = local_partition(plain, make_layout((t, 2)), t + 1)
    assert known(offset) == at_offset
    assert values(known(part)) == values(want)


@given(st.integers(1, 4), st.integers(1, 4))
def test_a_run_time_shape_is_tiled_by_an_atom(m: int, n: int):
    atom = make_layout((3, 2))
    hidden = tile_to_shape(atom, (RunTimeInt(3 * m, 3), RunTimeInt(2 * n, 2)))
    assert values(known(hidden)) == values(tile_to_shape(atom, (3 * m, 2 * n)))


def placeholders(layout: Layout) -> Layout:
    """A layout's run-time leaves as the placeholders that its text would give."""
    return parse_layout(layout_text(layout))


@given(layouts(), layouts(), st.data())
def test_placeholders_compute_the_type_of_the_run_time_result(a: Layout, b: Layout, data: st.DataObject):
    hidden = data.draw(partly_dynamic(a))
    try:
        r = composition(hidden, b)
        typed = composition(placeholders(hidden), b)
    except DSLUserCodeError:
        return
    for leaf, shown in zip(leaves_of((r.shape, r.stride)), leaves_of((typed.shape, typed.stride)), strict=True):
        if isinstance(shown, int):
            assert known(leaf) == shown
        else:
            assert known(leaf) % divisibility(shown) == 0


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 9), st.integers(1, 9))
def test_divisibility_is_never_promised_in_vain(div: int, times: int, c: int, d: int):
    x, placeholder = div * times, Unknown(divisibility=div)
    for value, shown in [
        (x + c, placeholder + c),
        (c - x, c - placeholder),
        (x * c, placeholder * c),
        (x // d, placeholder // d),
        (x % d, placeholder % d),
        (c % x, c % placeholder),
        (c // x, c // placeholder),
    ]:
        if isinstance(shown, int):
            assert value == shown
        else:
            assert value % shown.divisibility == 0


@given(st.integers(1, 9), st.integers(1, 9))
def test_size_multiplies_run_time_extents(m: int, n: int):
    shape = (RunTimeInt(m), (2, RunTimeInt(n)))
    assert known(size(shape)) == 2 * m * n
    assert known(product_each(shape)) == (m, 2 * n)
