"""The law of the lane analysis: where a result does not vary, scalar arithmetic on bases gives every lane."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from xdsl.dialects import arith
from xdsl.dialects import test as blank
from xdsl.dialects.builtin import i32
from xdsl.ir import Operation

from cutedsl.codegen.cpu.analysis import Geometry, offset_lanes, thread_index_lanes
from cutedsl.codegen.cpu.lanes import Lanes, constant_lanes, join, lanes_of
from cutedsl.codegen.cpu.predicates import can_be_all
from cutedsl.codegen.cpu.transfer import signed, transfer
from cutedsl.codegen.cpu.values import Compare, Val
from cutedsl.codegen.cpu.widening import widened

WIDTH = 32
WORD = (1 << WIDTH) - 1


def trunc_div(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


OPS: dict[type[Operation], Callable[[int, int], int]] = {
    arith.AddiOp: lambda a, b: a + b,
    arith.SubiOp: lambda a, b: a - b,
    arith.MuliOp: lambda a, b: a * b,
    arith.AndIOp: lambda a, b: a & b,
    arith.OrIOp: lambda a, b: a | b,
    arith.XOrIOp: lambda a, b: a ^ b,
    arith.ShLIOp: lambda a, b: a << b,
    arith.ShRSIOp: lambda a, b: a >> b,
    arith.ShRUIOp: lambda a, b: (a & WORD) >> b,
    arith.DivSIOp: trunc_div,
    arith.RemSIOp: lambda a, b: a - b * trunc_div(a, b),
    arith.DivUIOp: lambda a, b: (a & WORD) // (b & WORD),
    arith.RemUIOp: lambda a, b: (a & WORD) % (b & WORD),
    arith.FloorDivSIOp: lambda a, b: a // b,
    arith.MinSIOp: min,
    arith.MaxSIOp: max,
}
DIVIDE = (arith.DivSIOp, arith.RemSIOp, arith.DivUIOp, arith.RemUIOp, arith.FloorDivSIOp)
SHIFT = (arith.ShLIOp, arith.ShRSIOp, arith.ShRUIOp)

SPREADS = [
    (),
    tuple(range(32)),
    tuple(lane % 8 for lane in range(32)),
    tuple(lane // 8 for lane in range(32)),
    tuple(4 * lane for lane in range(32)),
    tuple(lane - 3 for lane in range(32)),
    tuple(31 - lane for lane in range(32)),
    tuple(lane * lane for lane in range(32)),
]


@st.composite
def operands(draw: st.DrawFn) -> tuple[Lanes, int]:
    """Abstract lanes and one base that they describe."""
    align = 1 << draw(st.integers(0, 8))
    base = align * draw(st.integers(-(2**31) // align, (2**31 - 1) // align) | st.integers(-4, 40))
    assume(-(2**31) <= base < 2**31)
    low = high = None
    match draw(st.sampled_from(["exact", "around", "unknown"])):
        case "exact":
            low = high = base
        case "around":
            low = max(-(2**31), base - draw(st.integers(0, 1000)))
            high = min(2**31 - 1, base + draw(st.integers(0, 1000)))
        case _:
            pass
    return lanes_of(draw(st.sampled_from(SPREADS)), align, low, high), base


def made(cls: type[Operation]) -> Operation:
    inputs = blank.TestOp(result_types=[i32, i32])
    return cls.create(operands=list(inputs.results), result_types=[i32])


@pytest.mark.parametrize("cls", OPS, ids=lambda c: c.name)
@settings(max_examples=200, deadline=None)
@given(a=operands(), b=operands(), small=st.sampled_from([None, 1, 2, 3, 5, 16, 31, 48, 96, 1 << 20]))
def test_the_scalar_op_on_bases_plus_offsets_is_every_lane(
    cls: type[Operation], a: tuple[Lanes, int], b: tuple[Lanes, int], small: int | None
) -> None:
    left, base = a
    right, other = b if small is None else (constant_lanes(small), small)
    compute = OPS[cls]
    lanes = [(signed(base + x, 32), signed(other + y, 32)) for x, y in zip(left.spread, right.spread, strict=True)]
    if cls in DIVIDE:
        assume(other != 0 and all(y != 0 for _, y in lanes))
    if cls in SHIFT:
        assume(0 <= other < 32 and all(0 <= y < 32 for _, y in lanes))
    result = transfer(made(cls), [left, right])
    if result.varying:
        assert within(result, [signed(compute(x, y), 32) for x, y in lanes])
        return
    found = signed(compute(base, other), 32)
    assert [signed(found + x, 32) for x in result.spread] == [signed(compute(x, y), 32) for x, y in lanes]
    assert found % min(result.align, 1 << 32) == 0
    if result.low is not None and result.high is not None:
        assert result.low <= found <= result.high


def within(lanes: Lanes, numbers: Sequence[int]) -> bool:
    return lanes.low is None or lanes.high is None or all(lanes.low <= n <= lanes.high for n in numbers)


NUMBERS = st.integers(-4, 40) | st.integers(-(2**31), 2**31 - 1)


@pytest.mark.parametrize("cls", OPS, ids=lambda c: c.name)
@settings(max_examples=100, deadline=None)
@given(a=st.tuples(NUMBERS, NUMBERS), b=st.tuples(NUMBERS, NUMBERS), data=st.data())
def test_the_range_of_a_varying_result_holds_every_lane(
    cls: type[Operation], a: tuple[int, int], b: tuple[int, int], data: st.DataObject
) -> None:
    ranges = [Lanes(None, 1, min(pair), max(pair)) for pair in (a, b)]
    x, y = (data.draw(st.integers(min(pair), max(pair))) for pair in (a, b))
    assume(y != 0 or cls not in DIVIDE)
    assume(0 <= y < 32 or cls not in SHIFT)
    result = transfer(made(cls), ranges)
    assert result.varying and within(result, [signed(OPS[cls](x, y), 32)])


def test_ranges_that_bounds_checks_rely_on() -> None:
    tidx = Lanes(tuple(range(32)), 32, 0, 96)
    moved = transfer(made(arith.AddiOp), [tidx, constant_lanes(5)])
    wrapped = transfer(made(arith.RemSIOp), [moved, constant_lanes(128)])
    assert wrapped == Lanes(None, 1, 0, 127)
    assert offset_lanes(constant_lanes(0), wrapped, 4) == Lanes(None, 1, 0, 508)
    assert transfer(made(arith.AndIOp), [Lanes(None), constant_lanes(7)]) == Lanes(None, 1, 0, 7)


@pytest.mark.parametrize("dims", [(128, 1, 1), (8, 8, 2), (6, 5, 3), (16, 16, 1), (1, 64, 1), (96, 4, 1), (32, 1, 32)])
def test_thread_indices(dims: tuple[int, int, int]) -> None:
    geometry = Geometry(dims)
    x, y, z = dims
    for axis, of in enumerate(
        (lambda t: t % x, lambda t: t // x % y, lambda t: t // (x * y)),
    ):
        lanes = thread_index_lanes(geometry, axis)
        if lanes.varying:
            continue
        for first in range(0, x * y * z, 32):
            inside = [lane for lane in range(32) if first + lane < x * y * z]
            want = [of(first + lane) for lane in inside]
            base = want[0] - lanes.spread[0]
            assert [base + lanes.spread[lane] for lane in inside] == want


def test_the_shapes_that_layouts_rely_on() -> None:
    linear = Geometry((256, 1, 1)).linear_thread()
    assert transfer(made(arith.DivUIOp), [linear, constant_lanes(32)]).uniform
    assert transfer(made(arith.RemUIOp), [linear, constant_lanes(32)]).known
    quarter = transfer(made(arith.DivSIOp), [linear, constant_lanes(4)])
    assert quarter.offsets == tuple(lane // 4 for lane in range(32))
    assert thread_index_lanes(Geometry((16, 16, 1)), 1).offsets == tuple(lane // 16 for lane in range(32))


@given(a=operands(), b=operands())
def test_a_join_describes_both(a: tuple[Lanes, int], b: tuple[Lanes, int]) -> None:
    joined = join(a[0], b[0])
    if joined.varying:
        return
    for lanes, base in (a, b):
        assert joined.offsets == lanes.offsets
        assert base % joined.align == 0
        if joined.low is not None and joined.high is not None:
            assert joined.low <= base <= joined.high


def test_equality_with_distinct_lanes_is_never_all() -> None:
    index = Val("%i", Geometry((64, 1, 1)).linear_thread())
    assert not can_be_all(Val("", Lanes(None), Compare("eq", index, Val("0", constant_lanes(0)), 32)))
    assert can_be_all(Val("", Lanes(None), Compare("slt", index, Val("%n", Lanes(())), 32)))


def test_lanes_are_checked_when_made() -> None:
    with pytest.raises(ValueError, match="33 lane offsets"):
        Lanes(tuple(range(33)))
    with pytest.raises(ValueError, match="not a power of two"):
        Lanes((), 3)


@pytest.mark.parametrize("unsigned", [False, True])
@settings(max_examples=300, deadline=None)
@given(a=operands())
def test_a_widened_number_is_widened_in_every_lane(unsigned: bool, a: tuple[Lanes, int]) -> None:
    lanes, base = a
    result = widened(lanes, 32, unsigned=unsigned, index=False)
    if result.varying:
        return

    def extended(value: int) -> int:
        return value & WORD if unsigned else signed(value, 32)

    found = extended(base)
    assert [found + x for x in result.spread] == [extended(base + x) for x in lanes.spread]
    assert found % result.align == 0
    assert result.low is not None and result.high is not None and result.low <= found <= result.high


def test_indices_of_blocks_are_known_not_to_wrap() -> None:
    """`block * 256 + thread` needs no range of the block: its last bits are the lane's."""
    block = Lanes((), 1, 0, (1 << 31) - 1)
    rows = transfer(made(arith.MuliOp), [block, constant_lanes(256)])
    index = transfer(made(arith.AddiOp), [rows, Geometry((256, 1, 1)).linear_thread()])
    assert widened(index, 32, unsigned=False, index=False).affine
