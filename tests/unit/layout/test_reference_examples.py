"""Every printed result that the reference gives for the layout algebra."""

from __future__ import annotations

import pytest

from cutedsl.layout import (
    Layout,
    Swizzle,
    Unknown,
    blocked_product,
    ceil_div,
    coalesce,
    complement,
    composition,
    crd2idx,
    dice,
    elem_less,
    exact_leaf,
    flat_divide,
    flat_product,
    group_modes,
    idx2crd,
    layout_text,
    left_inverse,
    logical_divide,
    logical_product,
    make_composed_layout,
    make_identity_layout,
    make_layout_tv,
    make_ordered_layout,
    max_common_layout,
    max_common_vector,
    nullspace,
    parse_layout,
    parse_tile,
    parse_tuple,
    raked_product,
    recast_layout,
    right_inverse,
    shape_div,
    slice_,
    tile_to_shape,
    tiled_divide,
    tiled_product,
    tuple_text,
    zipped_divide,
    zipped_product,
)

L = parse_layout
T = parse_tile

CASES = [
    ("slice", slice_, [L("(2,3,4):(1,2,6)"), (None, 0, None)], "(2,4):(1,6)"),
    ("dice", dice, [L("(2,3,4):(1,2,6)"), (1, None, None)], "(2):(1)"),
    ("group", group_modes, [L("(4,5,6):(1,4,20)"), 0, 2], "((4,5),6):((1,4),20)"),
    ("slice composed", slice_, [L("(4,5):(1,4) o 2 o (8,3):(1,8)"), (1, None)], "(4,5):(1,4) o 3 o (3):(8)"),
    ("ordered", make_ordered_layout, [(4, 3, 2), (2, 1, 0)], "(4,3,2):(6,2,1)"),
    ("identity", make_identity_layout, [(4, 8)], "(4,8):(1@0,1@1)"),
    ("coalesce", coalesce, [L("(4,5):(1,4)")], "20:1"),
    ("coalesce", coalesce, [L("(2,(1,6)):(1,(6,2))")], "12:1"),
    ("coalesce", coalesce, [L("(3,(4,5)):(8,(1,4))")], "(3,20):(8,1)"),
    ("coalesce", coalesce, [L("((2,(3,4)),(3,2),1):((4,(8,24)),(2,6),12)")], "(24,6):(4,2)"),
    ("compose", composition, [L("(6,2):(8,2)"), L("(4,3):(3,1)")], "((2,2),3):((24,2),8)"),
    ("compose", composition, [L("(6,2):(?,2)"), L("(4,3):(3,1)")], "((2,2),3):((?{div=3},2),?)"),
    ("compose", composition, [L("(10,2):(16,4)"), L("(5,4):(1,5)")], "(5,(2,2)):(16,(80,4))"),
    ("compose", composition, [L("(20):(2)"), L("(5,4):(4,1)")], "(5,4):(8,2)"),
    ("compose", composition, [L("(12,(4,8)):(59,(13,1))"), (3, 8)], "(3,(4,2)):(59,(13,1))"),
    ("compose", composition, [L("(12,(4,8)):(59,(13,1))"), T("[3:4;8:2]")], "(3,(2,4)):(236,(26,1))"),
    ("compose", composition, [L("(?,(?,?)):(?,(?,?))"), (3, 8)], "(3,(?,?)):(?,(?,?))"),
    ("compose", composition, [L("(4,2):(1,4)"), (8,)], "(8):(1)"),
    ("compose", composition, [L("(12,(4,8),5):(59,(13,1),700)"), (3, (2,))], "(3,(2)):(59,(13))"),
    ("compose", composition, [L("?:?"), L("4:1")], "4:?"),
    ("compose", composition, [L("?:?"), 4], "4:?"),
    ("compose", composition, [L("(?):(?)"), T("[4:1]")], "(4):(?)"),
    ("compose", composition, [L("S<3,5,4> o 0 o ?:?"), L("4:1")], "S<3,5,4> o 0 o 4:?"),
    ("compose", composition, [L("(4,5):(1,4) o 2 o (8,3):(1,8)"), (2, 2)], "(4,5):(1,4) o 2 o (2,2):(1,8)"),
    ("complement", complement, [L("3:2"), 6], "2:1"),
    ("complement", complement, [L("4:1"), 24], "6:4"),
    ("complement", complement, [L("6:4"), 24], "4:1"),
    ("complement", complement, [L("(4,6):(1,4)"), 24], "1:0"),
    ("complement", complement, [L("4:2"), 24], "(2,3):(1,8)"),
    ("complement", complement, [L("(2,4):(1,6)"), 24], "3:2"),
    ("complement", complement, [L("(2,2):(1,6)"), 24], "(3,2):(2,12)"),
    ("divide", logical_divide, [L("(4,2,3):(2,1,8)"), L("4:2")], "((2,2),(2,3)):((4,1),(2,8))"),
    ("divide", logical_divide, [L("(6,8):(8,1)"), (3, 4)], "((3,2),(4,2)):((8,24),(1,4))"),
    ("divide", zipped_divide, [L("(6,8):(8,1)"), (3, 4)], "((3,4),(2,2)):((8,1),(24,4))"),
    ("divide", tiled_divide, [L("(6,8):(8,1)"), (3, 4)], "((3,4),2,2):((8,1),24,4)"),
    ("divide", flat_divide, [L("(6,8):(8,1)"), (3, 4)], "(3,4,2,2):(8,1,24,4)"),
    (
        "divide",
        logical_divide,
        [L("(9,(4,8)):(59,(13,1))"), T("[3:3;(2,4):(1,8)]")],
        "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))",
    ),
    (
        "divide",
        zipped_divide,
        [L("(9,(4,8)):(59,(13,1))"), T("[3:3;(2,4):(1,8)]")],
        "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))",
    ),
    (
        "divide",
        tiled_divide,
        [L("(9,(4,8)):(59,(13,1))"), T("[3:3;(2,4):(1,8)]")],
        "((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))",
    ),
    (
        "divide",
        flat_divide,
        [L("(9,(4,8)):(59,(13,1))"), T("[3:3;(2,4):(1,8)]")],
        "(3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))",
    ),
    (
        "divide swizzled",
        zipped_divide,
        [L("S<3,4,3> o 0 o (6,8):(8,1)"), (3, 4)],
        "S<3,4,3> o 0 o ((3,4),(2,2)):((8,1),(24,4))",
    ),
    ("divide rest", zipped_divide, [L("(10,6):(1,10)"), (4, 6)], "((4,6),(3,1)):((1,10),(4,0))"),
    ("product", logical_product, [L("(2,2):(4,1)"), L("6:1")], "((2,2),(2,3)):((4,1),(2,8))"),
    ("product", logical_product, [L("(2,2):(4,1)"), L("(4,2):(2,1)")], "((2,2),(4,2)):((4,1),(8,2))"),
    ("product", logical_product, [L("(3,4):(4,1)"), L("(2,5):(1,2)")], "((3,4),(2,5)):((4,1),(12,24))"),
    ("product", zipped_product, [L("(3,4):(4,1)"), L("(2,5):(1,2)")], "((3,4),(2,5)):((4,1),(12,24))"),
    ("product", tiled_product, [L("(3,4):(4,1)"), L("(2,5):(1,2)")], "((3,4),2,5):((4,1),12,24)"),
    ("product", flat_product, [L("(3,4):(4,1)"), L("(2,5):(1,2)")], "(3,4,2,5):(4,1,12,24)"),
    ("product", blocked_product, [L("(3,4):(4,1)"), L("(2,5):(1,2)")], "((3,2),(4,5)):((4,12),(1,24))"),
    ("product", raked_product, [L("(3,4):(4,1)"), L("(2,5):(1,2)")], "((2,3),(5,4)):((12,4),(24,1))"),
    ("product", blocked_product, [L("(2,5):(5,1)"), L("(3,4):(1,3)")], "((2,3),(5,4)):((5,10),(1,30))"),
    ("product", raked_product, [L("(2,5):(5,1)"), L("(3,4):(1,3)")], "((3,2),(4,5)):((10,5),(30,1))"),
    ("product", zipped_product, [L("(2,5):(5,1)"), L("(3,4):(1,3)")], "((2,5),(3,4)):((5,1),(10,30))"),
    ("product", tiled_product, [L("(2,5):(5,1)"), L("(3,4):(1,3)")], "((2,5),3,4):((5,1),10,30)"),
    ("product", flat_product, [L("(2,5):(5,1)"), L("(3,4):(1,3)")], "(2,5,3,4):(5,1,10,30)"),
    (
        "product basis",
        logical_product,
        [L("(4,3):(1@0,1@1)"), L("(2,5):(1,2)")],
        "((4,3),(2,5)):((1@0,1@1),(3@1,6@1))",
    ),
    (
        "product basis",
        blocked_product,
        [L("(4,3):(1@0,1@1)"), L("(2,5):(1,2)")],
        "((4,2),(3,5)):((1@0,3@1),(1@1,6@1))",
    ),
    (
        "product basis",
        raked_product,
        [L("(4,3):(1@0,1@1)"), L("(2,5):(1,2)")],
        "((2,4),(5,3)):((3@1,1@0),(6@1,1@1))",
    ),
    ("right inverse", right_inverse, [L("(4,3):(3,1)")], "(3,4):(4,1)"),
    ("right inverse", right_inverse, [L("(4,8):(8,1)")], "(8,4):(4,1)"),
    ("right inverse", right_inverse, [L("(4,8):(16,2)")], "1:0"),
    ("left inverse", left_inverse, [L("(4,3):(1,4)")], "12:1"),
    ("recast", recast_layout, [32, 8, L("(32,4):(1,32)")], "(8,4):(1,8)"),
    ("recast", recast_layout, [8, 32, L("(8,4):(1,8)")], "(32,4):(1,32)"),
    ("recast", recast_layout, [16, 8, L("S<3,4,3> o 0 o (8,64):(64,1)")], "S<3,3,3> o 0 o (8,32):(32,1)"),
    (
        "tile",
        tile_to_shape,
        [L("(128,128):(128,1)"), (1024, 512), (0, 1)],
        "((128,8),(128,4)):((128,16384),(1,131072))",
    ),
    ("tile", tile_to_shape, [L("(128,128):(128,1)"), (1024, 512), (1, 0)], "((128,8),(128,4)):((128,65536),(1,16384))"),
    ("tile", tile_to_shape, [L("(3,2):(1,3)"), (6, 8)], "((3,2),(2,4)):((1,6),(3,12))"),
    ("tile", tile_to_shape, [L("(3,2):(1,3)"), (6, 8), (1, 0)], "((3,2),(2,4)):((1,24),(3,6))"),
    ("tile", tile_to_shape, [L("(8,16):(16,1)"), (2, 16)], "((8,1),(16,1)):((16,0),(1,0))"),
    ("tile", tile_to_shape, [L("(8,16):(16,1)"), (20, 16)], "((8,3),(16,1)):((16,128),(1,0))"),
    ("tile", tile_to_shape, [L("(3,2):(1,3)"), (Unknown(), Unknown())], "((3,?),(2,?)):((1,6),(3,?{div=6}))"),
    (
        "tile swizzled",
        tile_to_shape,
        [L("S<3,4,3> o 0 o (3,2):(1,3)"), (6, 8)],
        "S<3,4,3> o 0 o ((3,2),(2,4)):((1,6),(3,12))",
    ),
    (
        "tile staged",
        tile_to_shape,
        [L("S<3,4,3> o 0 o (8,64):(64,1)"), (128, 64, 4), (0, 1, 2)],
        "S<3,4,3> o 0 o ((8,16),(64,1),(1,4)):((64,512),(1,0),(0,8192))",
    ),
    ("nullspace", nullspace, [L("(4,8,2):(0,1,0)")], "(4,2):(1,32)"),
]


@pytest.mark.parametrize(("what", "op", "args", "expected"), CASES, ids=lambda x: x if isinstance(x, str) else "")
def test_printed_result_is_the_references(what, op, args, expected):
    assert str(op(*args)) == expected


TV_CASES = [
    ("(2,3):(3,1)", "(2,2):(2,1)", (4, 6), "((3,2),(2,2)):((8,2),(4,1))"),
    ("(4,32):(32,1)", "(4,8):(8,1)", (16, 256), "((32,4),(8,4)):((128,4),(16,1))"),
    ("(16,8):(8,1)", "(1,8):(0,1)", (16, 64), "((8,16),8):((128,1),16)"),
    ("(32,4):(1,32)", "(4,1):(1,4)", (128, 4), "(128,4):(4,1)"),
    ("128:4", "4:1", (512,), "(128,4):(1,128)"),  # what a library takes for four elements a thread
]


@pytest.mark.parametrize(("thr", "val", "tiler", "expected"), TV_CASES)
def test_thread_value_layouts_are_the_references(thr, val, tiler, expected):
    tile, tv = make_layout_tv(L(thr), L(val))
    assert tile == tiler
    assert str(tv) == expected


def test_coordinates_and_shape_arithmetic_of_the_reference():
    assert idx2crd(9, (4, 8)) == (1, 2)
    assert tuple_text(idx2crd(Unknown(), (4, 8))) == "(?,?)"
    assert crd2idx((1, 2), (4, 8)) == 9
    assert shape_div((4, 5, 6), 40) == (1, 1, 3)
    assert ceil_div((1000, 512), (128, 64)) == (8, 8)
    assert elem_less((3, 7), (4, 8)) is True
    assert elem_less((3, 8), (4, 8)) is False


def test_swizzled_layout_evaluates_as_the_formula():
    layout = make_composed_layout(Swizzle(3, 4, 3), 0, L("(8,64):(64,1)"))
    for row in range(8):
        for col in range(64):
            x = row * 64 + col
            assert layout(row, col) == x ^ ((x >> 3) & 0b1110000)


def test_common_vector_of_two_layouts():
    assert max_common_vector(L("(8,4):(1,16)"), L("(8,4):(1,8)")) == 8
    assert str(max_common_layout(L("(4,8):(8,1)"), L("(4,8):(16,1)"))) == "8:4"
    assert max_common_vector(L("(4,8):(2,8)"), L("(4,8):(1,4)")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "12:1",
        "(4):(1)",
        "():()",
        "(4,(2,3)):(1,(-4,8))",
        "(?,?{div=4}):(?{i64},1)",
        "(?{i64 div=8},2):(1,?{i64 div=8})",
        "(4,(2,3)):(1@0,(1@0@1,2@1@1))",
        "?:?@1@0",
        "S<3,4,3> o 0 o (8,64):(64,1)",
        "S<2,4,3> o ? o (8,64):(64,1)",
        "(4,5):(1,4) o 2 o (8,3):(1,8)",
    ],
)
def test_text_survives_parsing(text):
    assert layout_text(parse_layout(text), exact_leaf) == text
    assert parse_layout(text) == parse_layout(text)
    assert hash(parse_layout(text)) == hash(parse_layout(text))


def test_text_of_tuples_and_tiles_survives_parsing():
    assert parse_tuple("(_,(3,_),4)") == (None, (3, None), 4)
    assert tuple_text(parse_tuple("(_,3)")) == "(_,3)"
    assert parse_tile("[(4,8):(1,4);_]") == (Layout((4, 8)), None)
