"""Slices of swizzled layouts: plain where the swizzle exchanges bits that the slice holds fixed."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from cutedsl.layout import ComposedLayout, Layout, Swizzle, layout_text, slice_, slice_and_offset
from cutedsl.layout.leaf import Unknown

SLICES: list[tuple[str, Any, str, Any]] = [
    ("S<3,4,3> o 0 o (64,128):(1,64)", (1, None), "S<3,4,3> o 0 o (128):(64)", 1),
    ("S<3,4,3> o 0 o (16,8):(1,16)", (None, 1), "(16):(1)", 16),
    ("S<3,5,4> o 0 o (8,4):(1,8)", (Unknown(), None), "(4):(8)", Unknown()),
    (
        "S<3,2,4> o 0 o ((1,(16,1)),(1,(4,8))):((0,(4,0)),(0,(1,64)))",
        (Unknown(), None),
        "((1,(4,(2,2,2)))):((0,(1,(?{div=4},?{div=8},?{div=16}))))",
        Unknown(divisibility=4),
    ),
    # strides that are whole periods of the swizzle have no part in it, powers of two or not
    (
        "S<3,3,3> o 0 o ((64,2),(8,10)):((1,5120),(64,512))",
        (None, Unknown()),
        "(((8,2,2,2),2)):(((1,?{div=8},?{div=16},?{div=32}),5120))",
        Unknown(divisibility=8),
    ),
    ("S<3,3,3> o 0 o (8,(8,8)):(64,(1,8))", (None, (None, 1)), "((2,2,2),8):((56,144,288),1)", 8),
    # all of it, or modes whose indices carry into each other: the swizzle stays
    ("S<3,3,3> o 0 o (8,64):(64,1)", (None, None), "S<3,3,3> o 0 o (8,64):(64,1)", 0),
    ("S<2,3,3> o 0 o (4,4,4):(64,8,16)", (None, None, 1), "S<2,3,3> o 16 o (4,4):(64,8)", 0),
]


@pytest.mark.parametrize(("text", "coord", "kept", "offset"), SLICES)
def test_slices_of_swizzled_layouts_keep_the_swizzle(text: str, coord: Any, kept: str, offset: Any) -> None:
    found, start = slice_and_offset(coord, ComposedLayout(text))
    assert (layout_text(found), start) == (kept, offset)
    assert layout_text(slice_(ComposedLayout(text), coord)) == kept


def test_a_slice_and_its_offset_are_the_layout() -> None:
    forms: set[tuple[str, bool]] = set()
    for seed in range(400):
        choose = random.Random(seed)
        layout, modes = drawn(choose)
        coord = tuple([None if choose.random() < 0.5 else choose.randrange(n) for n in modes])
        if all(c is not None for c in coord):
            continue
        kept, start = slice_and_offset(coord, layout)
        forms.add((type(kept).__name__, bool(start)))
        for rest in product(*[range(n) for n, c in zip(modes, coord, strict=True) if c is None]):
            left = iter(rest)
            whole = tuple([next(left) if c is None else c for c in coord])
            assert layout(whole) == start + kept(rest), (seed, layout, coord)
    assert forms == {("Layout", True), ("Layout", False), ("ComposedLayout", True), ("ComposedLayout", False)}


def drawn(choose: random.Random) -> tuple[ComposedLayout, list[int]]:
    """A swizzled layout of modes that are runs of bits, in any order, some with whole periods after them."""
    bits = choose.randint(1, 3)
    swizzle = Swizzle(bits, choose.randint(0, 4), choose.randint(bits, 4))
    modes: list[tuple[int, int]] = []
    first, total = 0, choose.randint(4, 9)
    while first < total:
        count = min(choose.randint(1, 3), total - first)
        modes.append((1 << count, 1 << first))
        first += count
    choose.shuffle(modes)
    if choose.random() < 0.4:
        modes += [(choose.choice([3, 5, 6]), 1 << total), (2, 6 << total)]
    layout = Layout(tuple([n for n, _ in modes]), tuple([d for _, d in modes]))
    return ComposedLayout(swizzle, 0, layout), [n for n, _ in modes]
