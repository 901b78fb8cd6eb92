"""The law of the lane analysis: where a result does not vary, scalar arithmetic on bases gives every lane."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random

import pytest
from xdsl.dialects import arith
from xdsl.dialects import test as blank
from xdsl.dialects.builtin import i32
from xdsl.ir import Operation

from cutedsl.codegen.cpu.control.predicates import can_be_all
from cutedsl.codegen.cpu.lanes.analysis import Geometry, offset_lanes, thread_index_lanes
from cutedsl.codegen.cpu.lanes.lanes import Lanes, constant_lanes, join, lanes_of
from cutedsl.codegen.cpu.lanes.transfer import transfer
from cutedsl.codegen.cpu.lanes.widening import widened
from cutedsl.codegen.cpu.values import Compare, Val
from cutedsl.ir.foreign import signed

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


TRIALS = 1000
EDGES = (-(2**31), -(2**31) + 1, -1, 0, 1, 31, 32, 2**31 - 2, 2**31 - 1)


def number(rng: Random) -> int:
    """A small number, an extreme one, one of few bits, or any."""
    few = (1 << rng.randrange(31)) + rng.randint(-1, 1)
    return rng.choice((rng.randint(-4, 40), rng.choice(EDGES), few, -few, rng.randint(-(2**31), 2**31 - 1)))


def operands(rng: Random) -> tuple[Lanes, int]:
    """Abstract lanes and one base that they describe."""
    align = 1 << rng.choice((0, rng.randint(0, 8)))
    base = max(-(2**31), min(2**31 - align, rng.choice((number(rng) // align, rng.randint(-4, 40))) * align))
    low = high = None
    match rng.choice(("exact", "around", "unknown")):
        case "exact":
            low = high = base
        case "around":
            low = max(-(2**31), base - rng.choice((0, 1, rng.randint(0, 1000))))
            high = min(2**31 - 1, base + rng.choice((0, 1, rng.randint(0, 1000))))
        case _:
            pass
    return lanes_of(rng.choice(((), *SPREADS)), align, low, high), base


def trials(seed: int, count: int = TRIALS) -> Iterator[Random]:
    """So many generators, the same in each run."""
    return (Random(f"{seed} {k}") for k in range(count))


@cache
def made(cls: type[Operation]) -> Operation:
    inputs = blank.TestOp(result_types=[i32, i32])
    return cls.create(operands=list(inputs.results), result_types=[i32])


@pytest.mark.parametrize("cls", OPS, ids=lambda c: c.name)
def test_the_scalar_op_on_bases_plus_offsets_is_every_lane(cls: type[Operation]) -> None:
    tried = 0
    for rng in trials(1, 4 * TRIALS):
        left, base = operands(rng)
        small = rng.choice((None, None, 1, 2, 3, 5, 16, 31, 48, 96, 1 << 20))
        right, other = operands(rng) if small is None else (constant_lanes(small), small)
        lanes = [(signed(base + x, 32), signed(other + y, 32)) for x, y in zip(left.spread, right.spread, strict=True)]
        if cls in DIVIDE and not (other != 0 and all(y != 0 for _, y in lanes)):
            continue
        if cls in SHIFT and not (0 <= other < 32 and all(0 <= y < 32 for _, y in lanes)):
            continue
        every_lane(cls, (left, base), (right, other), lanes)
        tried += 1
        if tried == TRIALS:
            break
    assert tried == TRIALS


def every_lane(cls: type[Operation], a: tuple[Lanes, int], b: tuple[Lanes, int], lanes: list[tuple[int, int]]) -> None:
    compute, (left, base), (right, other) = OPS[cls], a, b
    result = transfer(made(cls), [left, right])
    every = [signed(compute(x, y), 32) for x, y in lanes]
    if result.varying:
        assert within(result, every), (a, b)
        return
    found = signed(compute(base, other), 32)
    assert [signed(found + x, 32) for x in result.spread] == every, (a, b)
    assert found % min(result.align, 1 << 32) == 0, (a, b)
    if result.low is not None and result.high is not None:
        assert result.low <= found <= result.high, (a, b)


def within(lanes: Lanes, numbers: Sequence[int]) -> bool:
    return lanes.low is None or lanes.high is None or all(lanes.low <= n <= lanes.high for n in numbers)


@pytest.mark.parametrize("cls", OPS, ids=lambda c: c.name)
def test_the_range_of_a_varying_result_holds_every_lane(cls: type[Operation]) -> None:
    tried = 0
    for rng in trials(2, 8 * TRIALS):
        pairs = [sorted((number(rng), number(rng))) for _ in range(2)]
        x, y = (rng.choice((low, high, rng.randint(low, high))) for low, high in pairs)
        if (y == 0 and cls in DIVIDE) or (not 0 <= y < 32 and cls in SHIFT):
            continue
        result = transfer(made(cls), [Lanes(None, 1, low, high) for low, high in pairs])
        assert result.varying and within(result, [signed(OPS[cls](x, y), 32)]), (pairs, x, y)
        tried += 1
        if tried == TRIALS:
            break
    assert tried == TRIALS


def test_ranges_that_bounds_checks_rely_on() -> None:
    tidx = Lanes(tuple(range(32)), 32, 0, 96)
    moved = transfer(made(arith.AddiOp), [tidx, constant_lanes(5)])
    wrapped = transfer(made(arith.RemSIOp), [moved, constant_lanes(128)])
    assert wrapped == Lanes(None, 1, 0, 127)
    assert offset_lanes(constant_lanes(0), wrapped, 4) == Lanes(None, 1, 0, 508)
    assert transfer(made(arith.AndIOp), [Lanes(None), constant_lanes(7)]) == Lanes(None, 1, 0, 7)


@pytest.mark.parametrize("dims", [(128, 1, 1), (8, 8, 2), (6, 5, 3), (16, 16, 1), (1, 64, 1), (96, 4, 1), (32, 1, 32)])
def test_thread_indices_have_known_lanes(dims: tuple[int, int, int]) -> None:
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


def test_a_join_describes_both() -> None:
    for rng in trials(3):
        given = operands(rng), operands(rng)
        joined = join(given[0][0], given[1][0])
        for lanes, base in () if joined.varying else given:
            assert joined.offsets == lanes.offsets, given
            assert base % joined.align == 0, given
            if joined.low is not None and joined.high is not None:
                assert joined.low <= base <= joined.high, given


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
def test_a_widened_number_is_widened_in_every_lane(unsigned: bool) -> None:
    def extended(value: int) -> int:
        return value & WORD if unsigned else signed(value, 32)

    for rng in trials(4):
        lanes, base = operands(rng)
        result = widened(lanes, 32, unsigned=unsigned, index=False)
        if result.varying:
            continue
        found = extended(base)
        assert [found + x for x in result.spread] == [extended(base + x) for x in lanes.spread], (lanes, base)
        assert found % result.align == 0, (lanes, base)
        assert result.low is not None and result.high is not None and result.low <= found <= result.high, (lanes, base)


def test_indices_of_blocks_are_known_not_to_wrap() -> None:
    """`block * 256 + thread` needs no range of the block: its last bits are the lane's."""
    block = Lanes((), 1, 0, (1 << 31) - 1)
    rows = transfer(made(arith.MuliOp), [block, constant_lanes(256)])
    index = transfer(made(arith.AddiOp), [rows, Geometry((256, 1, 1)).linear_thread()])
    assert widened(index, 32, unsigned=False, index=False).affine
