"""Layouts, bases, leaves and composed layouts as values: equality, text, immutability, methods, coordinates."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import cutedsl
from cutedsl.layout import (
    ComposedLayout,
    E,
    Layout,
    ScaledBasis,
    Swizzle,
    Unknown,
    append,
    append_ones,
    as_coord,
    basis_get,
    basis_value,
    blocked_product,
    ceil_div,
    coalesce,
    composition,
    crd2idx,
    divisibility,
    elem_less,
    exact_leaf,
    filter_tuple,
    find,
    find_if,
    get,
    get_nonswizzle_portion,
    get_swizzle_portion,
    has_scaled_basis,
    has_underscore,
    is_congruent,
    is_major,
    is_static,
    is_weakly_congruent,
    layout_text,
    leading_dim,
    local_tile,
    logical_divide,
    make_composed_layout,
    make_fragment_layout,
    make_identity_layout,
    make_layout,
    make_layout_image_mask,
    make_layout_like,
    make_layout_tv,
    max_common_vector,
    parse_layout,
    prepend,
    rank,
    repeat,
    repeat_like,
    shape,
    size,
    size_in_bytes,
    slice_,
    tile_text,
    transform_apply,
    tuple_cat,
    zipped_divide,
)
from tests.laws.oracle import RunTimeInt


def test_the_constructors_agree():
    assert Layout(shape=(16, 16), stride=(16, 1)) == Layout("(16,16):(16,1)")
    assert make_layout((16, 16), stride=(16, 1)) == Layout("(16,16):(16,1)")
    assert make_layout([16, 16], stride=[16, 1]) == Layout("(16,16):(16,1)")
    assert make_layout([Layout("16:16"), Layout("16:1")]) == Layout("(16,16):(16,1)")
    assert Layout((np.int64(4), 8)) == Layout("(4,8):(1,4)")
    assert type(Layout(np.int32(4)).shape) is int


def test_an_extent_of_one_gets_stride_zero_in_a_compact_layout():
    assert str(make_layout((4, 1, 8))) == "(4,1,8):(1,0,4)"


def test_a_run_time_tensor_may_be_empty():
    assert Layout.unchecked((0, 4), (4, 1)).size() == 0


def test_layouts_are_immutable_values():
    a = Layout("(4,8):(8,1)")
    with pytest.raises(AttributeError, match="read-only"):
        a.shape = (1, 2)  # pyright: ignore[reportAttributeAccessIssue]
    assert copy.deepcopy(a) == pickle.loads(pickle.dumps(a)) == a
    assert {a: 1}[Layout("(4,8):(8,1)")] == 1
    assert a != Layout("(4,8):(1,4)")
    assert a != "(4,8):(8,1)"
    assert repr(a) == "Layout('(4,8):(8,1)')"


def test_layouts_with_run_time_leaves_are_equal_only_by_identity_of_the_leaves():
    n = RunTimeInt(4)
    assert Layout((n, 2), (1, n)) == Layout((n, 2), (1, n))
    assert hash(Layout((n, 2), (1, n))) == hash(Layout((n, 2), (1, n)))
    assert Layout((n, 2), (1, n)) != Layout((RunTimeInt(4), 2), (1, n))
    assert Layout("(?,2):(1,?)") == Layout("(?,2):(1,?)")
    assert Layout("(?,2):(1,?)") != Layout("(?,2):(1,?{div=2})")


def test_text_of_run_time_leaves():
    wide = RunTimeInt(8, 4)
    wide.width = 64
    layout = Layout.unchecked((RunTimeInt(3), RunTimeInt(8, 4)), (wide, 1))
    assert str(layout) == "(?,?{div=4}):(?{div=4},1)"
    assert layout_text(layout, leaf=exact_leaf) == "(?,?{div=4}):(?{i64 div=4},1)"
    assert layout_text(layout, leaf=lambda x: f"<{x.value}>") == "(<3>,<8>):(<8>,1)"
    assert tile_text((128, None, Layout("(4,8):(8,1)"))) == "[128:1;_;(4,8):(8,1)]"


def test_modes_of_a_layout():
    a = Layout("(4,(2,3)):(6,(3,1))")
    assert [str(m) for m in a] == ["4:6", "(2,3):(3,1)"]
    assert a[-1] == a[1]
    assert len(a) == rank(a) == a.rank() == 2
    assert len(Layout("4:1")) == 1
    assert [str(m) for m in Layout("4:1")] == ["4:1"]
    assert shape(a, mode=[1, 0]) == 2
    assert size(a, mode=[1]) == size(a, mode=1) == 6
    assert str(get(a, [1, 1])) == "3:1"
    assert a.depth() == 2
    assert a(None, 4) == slice_(a, (None, 4))
    assert a.get_hier_coord(11) == (1, (1, 2))
    assert a.get_flat_coord(11) == (1, 5)
    assert a.get_1d_coord(11) == 21


@pytest.mark.parametrize(
    ("method", "args"),
    [
        ("logical_divide", [(2, 2)]),
        ("zipped_divide", [(2, 2)]),
        ("tiled_divide", [(2, 2)]),
        ("flat_divide", [(2, 2)]),
        ("composition", [(2, 2)]),
        ("complement", [64]),
        ("logical_product", [Layout(2)]),
        ("zipped_product", [Layout(2)]),
        ("tiled_product", [Layout(2)]),
        ("flat_product", [Layout(2)]),
        ("blocked_product", [Layout((2, 2))]),
        ("raked_product", [Layout((2, 2))]),
        ("tile_to_shape", [(8, 16)]),
        ("right_inverse", []),
        ("left_inverse", []),
        ("coalesce", []),
        ("filter", []),
        ("filter_zeros", []),
        ("flatten", []),
        ("select", [[1]]),
        ("group_modes", [0, 2]),
        ("append", [Layout(2)]),
        ("prepend", [Layout(2)]),
        ("slice_", [(None, 1)]),
        ("dice", [(None, 1)]),
        ("cosize", []),
    ],
)
def test_a_method_is_its_function(method, args):
    import cutedsl.layout as functions

    a = Layout("(4,8):(8,1)")
    assert getattr(a, method)(*args) == getattr(functions, method)(a, *args)


def test_scaled_bases_are_found():
    assert str(3 * E(0, 1)) == "3@1@0"
    assert E([0, 1]) == E(0, 1) == ScaledBasis(1, [0, 1])  # pyright: ignore[reportArgumentType]
    assert E(2).mode == [2]
    assert basis_value(3 * E(1)) == 3
    assert basis_value(5) == 5
    assert basis_get(E(1, 0), ((1, 2), (3, 4))) == 3
    assert as_coord(3 * E(1, 1)) == (0, (0, 3))
    assert E(0) + 2 * E(1) == (1, 2)
    assert E(0) != E(1)
    assert {E(0): 1}[E(0)] == 1
    assert has_scaled_basis((4, (1, E(0))))
    assert not has_scaled_basis((4, (1, 2)))


def test_coordinate_layouts_divide_and_slice_as_others():
    identity = make_identity_layout((8, 16))
    tiled = zipped_divide(identity, (4, 4))
    assert str(tiled) == "((4,4),(2,4)):((1@0,1@1),(4@0,4@1))"
    assert tiled((1, 2), (1, 3)) == (5, 14)
    tile, offset = local_tile(identity, (4, 4), (1, 3))
    assert offset == (4, 12)
    assert str(tile) == "(4,4):(1@0,1@1)"
    assert str(coalesce(identity)) == "(8,16):(1@0,1@1)"
    assert str(composition(Layout("(8,16):(16,1)"), make_identity_layout((4, 2)))) == "(4,2):(16,1)"


def test_a_local_tile_keeps_the_modes_that_no_coordinate_fixes():
    batched = Layout("(8,16,5):(16,1,128)")
    assert local_tile(batched, (4, 4), (1, 2)) == (Layout("(4,4,5):(16,1,128)"), 72)
    assert local_tile(batched, (4, 4), (1, None)) == (Layout("(4,4,4,5):(16,1,4,128)"), 64)
    assert local_tile(batched, (4, 4), 3) == (Layout("(4,4):(16,1)"), 68)


def test_a_common_vector_ends_where_one_swizzle_moves_an_element():
    swizzled = parse_layout("S<1,1,1> o 0 o 16:1")
    assert max_common_vector(swizzled, Layout(16)) == 2
    assert max_common_vector(Layout(16), swizzled) == 2
    assert max_common_vector(swizzled, swizzled) == 16
    assert max_common_vector(swizzled, parse_layout("S<1,1,1> o 4 o 16:1")) == 2
    assert max_common_vector(swizzled, parse_layout("S<1,2,1> o 0 o 16:1")) == 2


def test_predicates_tell_profiles_apart():
    assert is_congruent((1, (2, 3)), (4, (5, 6)))
    assert not is_congruent((1, 2), (4, (5, 6)))
    assert is_congruent(Layout("((8,16),(2,1)):((8,64),(1,0))"), ((1, 1), (1, 1)))
    assert not is_congruent(Layout("(8,2):(8,1)"), Layout("((8,16),2):((8,64),1)"))
    assert is_congruent(np.int64(3), 4) and is_congruent(Layout(4), 4)
    assert is_weakly_congruent(Layout("(8,2):(8,1)"), Layout("((8,16),2):((8,64),1)"))
    assert not is_weakly_congruent(Layout("((8,16),2):((8,64),1)"), (8, 2))
    assert is_weakly_congruent((1, 2), (4, (5, 6)))
    assert not is_weakly_congruent((1, (2, 3)), (4, 5))
    assert has_underscore((1, (None,)))
    assert is_static(Layout("(4,8):(1@0,1@1)"))
    assert not is_static(Layout("(4,?):(1,4)"))
    assert is_static(make_composed_layout(Swizzle(3, 4, 3), 0, Layout(8)))
    assert leading_dim((4, 8), (8, 1)) == 1
    assert leading_dim((4, (2, 4)), (8, (4, 1))) == (1, 1)
    assert leading_dim(8, 2) is None
    assert is_major(0, (1, 8))
    assert not is_major(1, (1, 8))


def test_algorithms_on_tuples_give_what_cute_gives():
    assert repeat(4, 3) == (4, 4, 4)
    assert repeat_like(0, (1, (2, 3))) == (0, (0, 0))
    assert tuple_cat((1,), (2, (3,))) == (1, 2, (3,))
    assert filter_tuple((1, 2), (0, 1), f=lambda a, keep: (a,) if keep else ()) == (2,)
    assert transform_apply((1, 2), (3, 4), f=lambda a, b: a + b, g=lambda *c: c) == (4, 6)
    assert find((4, (2, 3)), 3) == (1, 1)
    assert find((4, (2, 3)), 9) is None
    assert find_if((4, (2, 3)), lambda m: isinstance(m, tuple), hierarchical=False) == 1
    assert append((4, 8), 1) == (4, 8, 1)
    assert prepend(4, 1, up_to_rank=3) == (1, 1, 4)
    assert str(append_ones(Layout("(4,8):(8,1)"), up_to_rank=4)) == "(4,8,1,1):(8,1,0,0)"


def test_a_run_time_comparison_stays_at_run_time():
    class Flag:
        def __init__(self, text: str) -> None:
            self.text = text

        def __and__(self, other: Flag) -> Flag:
            return Flag(f"{self.text}&{other.text}")

    class Traced(RunTimeInt):
        def __lt__(self, other: object) -> Flag:  # pyright: ignore[reportIncompatibleMethodOverride]
            return Flag(f"lt{other}")

    a, b = Traced(1), Traced(2)
    assert elem_less((a, 3, b), (5, 8, 6)).text == "lt5&lt6"
    assert elem_less((a, 9), (5, 8)) is False


def test_fragments_and_likes_keep_the_order_of_strides():
    assert str(make_fragment_layout(Layout("((2,2),4,8):((1,64),8,2)"))) == "((2,2),4,8):((1,2),32,4)"
    assert str(make_fragment_layout(Layout("(4,8):(0,1)"))) == "(4,8):(0,1)"
    assert str(make_fragment_layout(Layout("(4,?):(8,1)"))) == "(4,?):(1,4)"
    assert str(make_layout_like(Layout("(4,8,2,1):(16,1,0,5)"))) == "(4,8,2,1):(8,1,0,0)"


def test_bytes_of_a_layout():
    assert size_in_bytes(16, Layout("(8,64):(64,1)")) == 1024
    assert size_in_bytes(4, Layout("3:1")) == 2
    assert size_in_bytes(8, None) == 0
    assert size_in_bytes(8, parse_layout("S<3,4,3> o 0 o (8,64):(64,1)")) == 512
    assert size_in_bytes(8, parse_layout("(4,5):(1,4) o 2 o (8,3):(1,8)")) == 20


def test_swizzles_are_composed_in_portions():
    layout = parse_layout("S<2,4,3> o 0 o (8,64):(64,1)")
    assert get_swizzle_portion(layout) == Swizzle(2, 4, 3)
    assert get_nonswizzle_portion(layout) == Layout("(8,64):(64,1)")
    assert get_swizzle_portion(Layout(8)) == Swizzle(0, 4, 3)
    assert composition(Swizzle(0, 4, 3), Layout(8)) == Layout(8)


def test_composed_layouts_as_values():
    a = parse_layout("S<2,4,3> o 0 o (8,64):(64,1)")
    assert a == parse_layout(str(a))
    assert a != parse_layout("S<3,4,3> o 0 o (8,64):(64,1)")
    assert a != parse_layout("S<2,4,3> o 16 o (8,64):(64,1)")
    assert a.shape == (8, 64)
    assert a.is_normal
    assert str(a[1]) == "S<2,4,3> o 0 o 64:1"
    assert str(a.logical_divide((4, 16))) == "S<2,4,3> o 0 o ((4,2),(16,4)):((64,256),(1,16))"
    assert str(a(3, None)) == "((16,2,2)):((1,-16,32))"  # 16 and 32 elements on from S(192)
    double = make_composed_layout(lambda i: 2 * i, 1, Layout(4))
    assert not double.is_normal
    assert [double(i) for i in range(4)] == [2, 4, 6, 8]
    assert crd2idx(2, double) == 6


def test_multicast_masks_name_the_blocks_along_a_mode():
    cluster = Layout("(2,4):(1,2)")
    assert make_layout_image_mask(cluster, (1, 0), 1) == 0b10101010
    assert make_layout_image_mask(cluster, (1, 3), 0) == 0b11000000
    assert make_layout_image_mask(cluster, (RunTimeInt(1), None), 1).value == 0b10101010


def test_divisibility_reaches_the_results():
    assert str(ceil_div(Unknown(divisibility=128), 64)) == str(Unknown(divisibility=2))
    a = parse_layout("(?{div=16},?):(?{i64 div=8},1)")
    divided = layout_text(zipped_divide(a, (16, 4)), exact_leaf)
    assert divided == "((16,4),(?,?)):((?{i64 div=8},1),(?{i64 div=128},4))"
    assert divisibility(Unknown(divisibility=6) + 9) == 3
    assert logical_divide(parse_layout("?:1"), 4).shape[0] == 4


def test_blocked_product_of_single_modes_is_one_mode():
    assert str(blocked_product(Layout(4), Layout(2))) == "((4,2)):((1,4))"


@pytest.mark.parametrize(
    ("threads", "vals", "expected"),
    [("1:1", "4:1", "(1,4):(0,1)"), ("4:1", "1:1", "(4,1):(1,0)"), ("1:1", "1:1", "(1,1):(0,0)")],
)
def test_one_thread_or_one_value_has_stride_zero(threads: str, vals: str, expected: str):
    assert str(make_layout_tv(Layout(threads), Layout(vals))[1]) == expected


def test_the_seed_spelling_of_a_layout():
    a = cutedsl.Layout(shape=(16, 16), stride=(16, 1))
    assert a == Layout("(16,16):(16,1)")
    assert str(a.logical_divide((4, 8))) == "((4,4),(8,2)):((16,64),(1,8))"


def test_a_composed_layout_from_its_text():
    c = ComposedLayout("S<3,4,3> o 2 o (8,64):(64,1)")
    assert c == ComposedLayout(Swizzle(3, 4, 3), 2, Layout("(8,64):(64,1)"))
    assert ComposedLayout(str(c)) == c
