"""Each unmet precondition of the layout algebra is a named error that shows the values."""

from __future__ import annotations

from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.catalogue import CATALOGUE
from cutedsl.errors.catalogue.layout import ENTRIES
from cutedsl.layout import (
    ComposedLayout,
    E,
    Layout,
    ScaledBasis,
    Swizzle,
    Unknown,
    blocked_product,
    ceil_div,
    coalesce,
    complement,
    composition,
    cosize,
    dice,
    downcast,
    filter,
    get_hier_coord,
    group_modes,
    idx2crd,
    left_inverse,
    local_tile,
    logical_divide,
    logical_product,
    make_composed_layout,
    make_fragment_layout,
    make_identity_layout,
    make_layout,
    make_layout_image_mask,
    make_layout_like,
    make_layout_tv,
    make_ordered_layout,
    make_swizzle,
    max_alignment,
    nullspace,
    parse_layout,
    parse_tile,
    parse_tuple,
    product_like,
    raked_product,
    recast_layout,
    right_inverse,
    round_up,
    select,
    shape_div,
    slice_,
    tile_to_shape,
    unflatten,
    upcast,
    zipped_divide,
    zipped_product,
)

L = parse_layout


def untyped(x: Any) -> Any:
    """A wrong argument that the type checker lets pass."""
    return x


COMPOSED = L("(4,5):(1,4) o 2 o (8,3):(1,8)")

CASES = [
    ("layout-text", ValueError, lambda: Layout("(4,8)(8,1)"), "(4,8)(8,1)"),
    ("layout-text", ValueError, lambda: Layout("(4,8:(8,1)"), "(4,8:(8,1)"),
    ("layout-text", ValueError, lambda: parse_layout("4:1 extra"), "extra"),
    ("layout-text", ValueError, lambda: parse_layout(""), "end"),
    ("layout-text", ValueError, lambda: parse_layout("4:1)"), "')'"),
    ("layout-text", ValueError, lambda: parse_tuple("(1,,2)"), "','"),
    ("layout-text", ValueError, lambda: parse_tuple("?{div=0}"), "div=0"),
    ("layout-text", ValueError, lambda: parse_tile("[4:1"), "missing ']'"),
    ("layout-text", ValueError, lambda: parse_layout("S<3,4> o 0 o 4:1"), "S<3,4>"),
    ("layout-text", ValueError, lambda: Layout("S<3,4,3> o 0 o 4:1"), "composed"),
    ("layout-text", ValueError, lambda: Layout("4:1", 2), "stride=2"),
    ("layout-text", ValueError, lambda: ComposedLayout("8:1"), "plain layout"),
    ("layout-text", ValueError, lambda: ComposedLayout("S<3,4,3> o 0"), "missing 'o'"),
    ("composed-layout-parts", TypeError, lambda: ComposedLayout(Swizzle(3, 4, 3)), "None"),
    ("leaf-not-integer", TypeError, lambda: make_layout((4, 8.0)), "8.0"),
    ("leaf-not-integer", TypeError, lambda: make_layout((4, None)), "None"),
    ("leaf-not-integer", TypeError, lambda: make_layout(True), "True"),
    ("integer-overflow", ValueError, lambda: make_layout(1 << 64), str(1 << 64)),
    ("integer-overflow", ValueError, lambda: make_layout((1 << 40, 1 << 40)), str(1 << 80)),
    ("integer-overflow", ValueError, lambda: make_layout(4, stride=1 << 63), str(1 << 63)),
    ("shape-not-positive", ValueError, lambda: make_layout((4, (2, 0))), "(4,(2,0))"),
    ("shape-not-positive", ValueError, lambda: make_layout(-4), "-4"),
    ("shape-not-positive", ValueError, lambda: L("(4,0):(1,4)"), "(4,0)"),
    ("shape-stride-not-congruent", ValueError, lambda: make_layout((4, 8), stride=(8, (1, 2))), "mode 1"),
    ("shape-stride-not-congruent", ValueError, lambda: make_layout((4, 8), stride=(8,)), "2 modes against 1"),
    ("shape-stride-not-congruent", ValueError, lambda: make_layout((4, 8), stride=8), "(4,8)"),
    ("order-not-congruent", ValueError, lambda: make_ordered_layout((4, 8), (1, 0, 2)), "(1,0,2)"),
    ("order-not-congruent", ValueError, lambda: make_ordered_layout((4, 8), (1, Unknown())), "?"),
    ("profile-mismatch", ValueError, lambda: product_like((2, 3), (0, 0, 0)), "(2, 3)"),
    ("profile-mismatch", ValueError, lambda: unflatten((1, 2, 3), (0, 0)), "3 elements"),
    ("coord-not-congruent", ValueError, lambda: L("(4,8):(8,1)")(1, 2, 3), "(1,2,3)"),
    ("coord-not-congruent", ValueError, lambda: L("(4,8):(8,1)")((1, 0), 2), "(1,0)"),
    ("coord-not-congruent", ValueError, lambda: idx2crd((1, 2), (4, 8, 2)), "(4,8,2)"),
    ("coord-not-congruent", ValueError, lambda: slice_(L("(4,8):(8,1)"), (None, 1, 0)), "(_,1,0)"),
    ("coord-not-congruent", ValueError, lambda: dice(L("(4,8):(8,1)"), (None,)), "(_)"),
    ("mode-out-of-range", IndexError, lambda: L("(4,8):(8,1)")[2], "mode 2"),
    ("mode-out-of-range", IndexError, lambda: L("4:1")[1], "4:1"),
    ("mode-out-of-range", IndexError, lambda: select(L("(4,8):(8,1)"), [0, 2]), "mode 2"),
    ("mode-out-of-range", IndexError, lambda: select(L("(4,8):(8,1)"), [-1]), "mode -1"),
    ("mode-out-of-range", IndexError, lambda: select(L("(4,8):(8,1)"), ["0"]), "got a str"),
    ("mode-out-of-range", IndexError, lambda: group_modes(L("(4,8):(8,1)"), 1, 3), "modes 1 to 3"),
    ("mode-out-of-range", IndexError, lambda: make_layout_image_mask(L("(2,4):(1,2)"), (0, 0), 2), "mode 2"),
    ("rank-mismatch", ValueError, lambda: zipped_divide(L("(8,8):(8,1)"), (2, 2, 2)), "(8,8):(8,1)"),
    ("rank-mismatch", ValueError, lambda: logical_product(L("(8,8):(8,1)"), (2, 2, 2)), "[2:1;2:1;2:1]"),
    ("rank-mismatch", ValueError, lambda: coalesce(L("(8,8):(8,1)"), target_profile=(1, 1, 1)), "3 modes"),
    ("rank-mismatch", ValueError, lambda: composition(L("8:1"), (2, 2)), "2 modes"),
    ("rank-mismatch", ValueError, lambda: ceil_div((8, 8), (2, 2, 2)), "(2,2,2)"),
    ("rank-mismatch", ValueError, lambda: round_up((8, 8), 2), "(8,8)"),
    ("rank-mismatch", ValueError, lambda: local_tile(L("(8,8):(8,1)"), (4, 4), (0, 0, 0)), "(0,0,0)"),
    ("rank-mismatch", ValueError, lambda: local_tile(L("(8,8):(8,1)"), (4, 4), (0, 0), proj=(1, 1, 1)), "(1,1,1)"),
    ("layout-division-by-zero", ValueError, lambda: ceil_div((8, 8), (0, 2)), "0"),
    ("layout-division-by-zero", ValueError, lambda: get_hier_coord(L("(4,2):(0,1)"), 1), "4:0"),
    ("shape-div-not-divisible", ValueError, lambda: shape_div(7, 3), "shape_div(7, 3)"),
    ("composition-not-divisible", ValueError, lambda: composition(L("(4,6):(1,8)"), L("6:1")), "(4,6):(1,8)"),
    ("composition-not-divisible", ValueError, lambda: composition(L("(4,6):(1,8)"), L("3:3")), "3:3"),
    ("composition-not-divisible", ValueError, lambda: composition(L("(6,4):(1,8)"), L("2:-1")), "-1"),
    ("composition-not-divisible", ValueError, lambda: composition(L("(6,?):(1,?)"), L("?:8")), "?:8"),
    ("composition-not-divisible", ValueError, lambda: logical_divide(L("(12,32):(1,128)"), L("(4,8):(1,4)")), "12"),
    ("composition-unsupported", NotImplementedError, lambda: composition(L("(3,8):(8,1)"), Swizzle(2, 0, 3)), "S<2"),
    ("composition-unsupported", NotImplementedError, lambda: composition(Swizzle(1, 0, 1), COMPOSED), "S<1,0,1>"),
    ("complement-stride", ValueError, lambda: complement(L("(2,?):(?,1)"), 64), "?"),
    ("complement-stride", ValueError, lambda: complement(L("(2,4):(1,-4)"), 64), "-4"),
    ("complement-stride", ValueError, lambda: complement(make_identity_layout((4, 8)), 64), "1@0"),
    ("complement-overlap", ValueError, lambda: complement(L("(4,2):(1,3)"), 24), "3"),
    ("complement-overlap", ValueError, lambda: logical_divide(L("24:1"), L("(4,2):(1,6)")), "6"),
    ("complement-overlap", ValueError, lambda: blocked_product(L("(4,4):(1,2)"), L("2:1")), "(4,4):(1,2)"),
    ("cosize-composed", ValueError, lambda: cosize(COMPOSED), str(COMPOSED)),
    ("inverse-dynamic", ValueError, lambda: right_inverse(L("(4,?):(1,4)")), "(4,?):(1,4)"),
    ("inverse-dynamic", ValueError, lambda: left_inverse(L("(4,2):(1,?)")), "(4,2):(1,?)"),
    ("inverse-not-divisible", ValueError, lambda: left_inverse(L("(8,4,2):(13,2,1)")), "13"),
    ("inverse-composed", NotImplementedError, lambda: left_inverse(COMPOSED), str(COMPOSED)),
    ("tile-order", ValueError, lambda: tile_to_shape(L("(3,2):(1,3)"), (6, 8), (1, 1)), "(1,1)"),
    ("rank-mismatch", ValueError, lambda: tile_to_shape(L("(3,2):(1,3)"), 8), "(3,2):(1,3)"),
    ("recast-bits", ValueError, lambda: recast_layout(0, 16, L("8:1")), "0"),
    ("recast-bits", ValueError, lambda: recast_layout(48, 16, L("S<3,4,3> o 0 o 9:1")), "3"),
    ("recast-basis", TypeError, lambda: recast_layout(32, 16, make_identity_layout((4, 8))), "1@0"),
    ("recast-not-divisible", ValueError, lambda: recast_layout(32, 8, L("(6,4):(1,6)")), "(6,4):(1,6)"),
    ("recast-not-divisible", ValueError, lambda: recast_layout(32, 8, L("(8,4):(1,6)")), "(8,4):(1,6)"),
    ("recast-not-divisible", ValueError, lambda: recast_layout(8, 32, L("(8,4):(2,16)")), "stride 1"),
    ("recast-not-divisible", ValueError, lambda: recast_layout(8, 16, L("(2,2):(1,1)")), "2 modes of stride 1"),
    ("recast-not-divisible", ValueError, lambda: recast_layout(16, 8, L("(6,4):(1,1)")), "(6,4):(1,1)"),
    ("recast-not-divisible", ValueError, lambda: recast_layout(16, 8, L("S<3,4,3> o 3 o 8:1")), "offset"),
    ("swizzle-parameters", ValueError, lambda: make_swizzle(3, 4, 2), "S<3,4,2>"),
    ("swizzle-parameters", ValueError, lambda: make_swizzle(-1, 4, 3), "S<-1,4,3>"),
    ("swizzle-parameters", ValueError, lambda: make_swizzle(3, 4, -3), "S<3,4,-3>"),
    ("swizzle-parameters", ValueError, lambda: make_swizzle(3, 60, 3), "S<3,60,3>"),
    (
        "composed-layout-parts",
        TypeError,
        lambda: make_composed_layout(Swizzle(3, 4, 3), 0, untyped((8, 64))),
        "(8, 64)",
    ),
    ("composed-layout-parts", TypeError, lambda: make_composed_layout(untyped(3), 0, Layout(8)), "3"),
    (
        "composed-layout-parts",
        TypeError,
        lambda: make_composed_layout(Swizzle(3, 4, 3), 0, make_identity_layout((8, 2))),
        "1@0",
    ),
    ("inner-function-failed", RuntimeError, lambda: make_composed_layout([0, 1].__getitem__, 0, Layout(8))(5), "5"),
    ("basis-mode-negative", ValueError, lambda: E(-1), "-1"),
    ("basis-mode-negative", ValueError, lambda: ScaledBasis(1, ()), "()"),
    ("basis-arithmetic", TypeError, lambda: E(0) * E(1), "1@0 * 1@1"),
    ("basis-arithmetic", TypeError, lambda: make_layout((4, 8), stride=(E(0), 4))(1, 2), "8"),
    ("basis-arithmetic", TypeError, lambda: E(0) - 1, "1@0"),
    ("tv-not-compact", ValueError, lambda: make_layout_tv(Layout(32), Layout(4, 0)), "4:0"),
    ("leaf-not-integer", TypeError, lambda: L("(4,8):(8,1)")(untyped("a")), "'a'"),
    ("leaf-not-integer", TypeError, lambda: L("(4,8):(8,1)")(0, 1.5), "1.5"),
    ("leaf-not-integer", TypeError, lambda: L("4:1")(1.5), "1.5"),
    ("leaf-not-integer", TypeError, lambda: composition(L("(4,8):(8,1)"), 2.5), "2.5"),
    ("leaf-not-integer", TypeError, lambda: complement(L("4:2"), 24.0), "24.0"),
    ("leaf-not-integer", TypeError, lambda: L("(4@1,8):(8,1)"), "ScaledBasis"),
    ("leaf-not-integer", TypeError, lambda: make_composed_layout(Swizzle(3, 4, 3), 0.5, Layout(8)), "0.5"),
    ("leaf-not-integer", TypeError, lambda: make_layout(untyped({4: 1})), "{4: 1}"),
    ("layout-text", ValueError, lambda: Layout("4:_"), "expected a stride, got '_'"),
    ("layout-text", ValueError, lambda: parse_layout(untyped(5)), "5"),
    (
        "integer-overflow",
        ValueError,
        lambda: make_layout(1 << 40, stride=1 << 40),
        f"1099511627776:1099511627776 is {((1 << 40) - 1) << 40}",
    ),
    ("integer-overflow", ValueError, lambda: make_layout((4, 1 << 40), stride=(1, -(1 << 40))), "smallest index"),
    ("integer-overflow", ValueError, lambda: logical_product(Layout(1 << 40), Layout(1 << 40)), str(1 << 80)),
    ("integer-overflow", ValueError, lambda: raked_product(Layout(1 << 40), Layout(1 << 40)), str(1 << 80)),
    ("shape-not-positive", ValueError, lambda: composition(L("(4,8):(8,1)"), (0, 2)), "0"),
    ("shape-not-positive", ValueError, lambda: composition(L("(4,8):(8,1)"), -2), "-2"),
    ("shape-not-positive", ValueError, lambda: zipped_divide(L("(4,8):(8,1)"), (2, -2)), "-2"),
    ("shape-not-positive", ValueError, lambda: complement(L("4:2"), 0), "0"),
    ("mode-out-of-range", IndexError, lambda: composition(L("(4,8):(8,1)"), make_identity_layout((2, 2, 2))), "1@2"),
    (
        "mode-out-of-range",
        IndexError,
        lambda: composition(L("(4,8):(8,1)"), make_identity_layout((2, (2, 2)))),
        "1@0@1",
    ),
    ("layout-division-by-zero", ValueError, lambda: ceil_div(5, -2), "-2"),
    ("layout-division-by-zero", ValueError, lambda: round_up(5, -2), "-2"),
    ("layout-division-by-zero", ValueError, lambda: shape_div(5, 0), "shape_div(5, 0)"),
    ("recast-bits", ValueError, lambda: upcast(0, L("8:1")), "got 0"),
    ("recast-bits", ValueError, lambda: downcast(-2, L("8:1")), "got -2"),
    ("tile-order", ValueError, lambda: tile_to_shape(L("(3,2):(1,3)"), (6, 8), 5), "(5)"),
    *[
        ("not-a-layout", TypeError, lambda act=act: act(untyped((4, 8))), "got (4,8)")
        for act in (
            coalesce,
            complement,
            cosize,
            left_inverse,
            make_fragment_layout,
            make_layout_like,
            max_alignment,
            nullspace,
            right_inverse,
            lambda x: blocked_product(x, Layout(2)),
            lambda x: filter(x),
            lambda x: logical_divide(x, (2, 2)),
            lambda x: logical_product(x, Layout(2)),
            lambda x: make_layout_tv(Layout(32), x),
            lambda x: tile_to_shape(x, (8, 8)),
            lambda x: upcast(2, x),
            lambda x: zipped_divide(x, (2, 2)),
            lambda x: zipped_product(x, Layout(2)),
        )
    ],
    ("mask-too-wide", ValueError, lambda: make_layout_image_mask(L("(4,8):(1,4)"), (0, 0), 1), "index 31"),
]


def test_extents_of_modes_that_wrap_around_may_be_large() -> None:
    """Their strides are only known at run time, and nobody asks for the size."""
    wrapped = Layout("(1073741824,?,2147483647,2147483647):(?{div=8},1,?{div=8},?{div=8})")
    assert wrapped.shape[2] == 2147483647


@pytest.mark.parametrize(("name", "base", "act", "shown"), CASES, ids=[f"{c[0]}-{i}" for i, c in enumerate(CASES)])
def test_an_unmet_precondition_is_a_named_error_with_the_values(name, base, act, shown):
    with pytest.raises(DSLUserCodeError) as caught:
        act()
    assert caught.value.name == name
    assert isinstance(caught.value, base)
    assert shown in caught.value.args[0]  # the whole report also quotes the line above


def test_every_layout_error_of_the_catalogue_is_raised_by_a_case():
    assert {e.name for e in ENTRIES} == {c[0] for c in CASES}
    assert all(e.name in CATALOGUE for e in ENTRIES)


def test_indices_that_the_inner_function_accepts_pass():
    assert make_composed_layout([7, 9].__getitem__, 0, Layout(2))(1) == 9
