"""Known bits of integers, and swizzled addresses built from them, against a plain interpreter of `arith`."""

from __future__ import annotations

import random

import pytest
from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Block, Operation, SSAValue

from cutedsl.ir.ops.elementwise import ExtSIOp, TruncIOp
from cutedsl.ir.ops.simt import ThreadIdxOp
from cutedsl.layout import Swizzle
from cutedsl.passes.expand.places import Places
from cutedsl.passes.integers.index_math import IndexBuilder, IRInt
from cutedsl.passes.integers.known_integers import set_bits

MASK = 0xFFFFFFFF
SWIZZLES = (Swizzle(3, 4, 3), Swizzle(2, 4, 3), Swizzle(1, 4, 3), Swizzle(3, 3, 3), Swizzle(2, 3, 2))


def signed(x: int, width: int = 32) -> int:
    x &= (1 << width) - 1
    return x - (1 << width) if x >> (width - 1) else x


def truncated(x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


MEANING = {
    arith.AddiOp: lambda x, y: x + y,
    arith.SubiOp: lambda x, y: x - y,
    arith.MuliOp: lambda x, y: x * y,
    arith.AndIOp: lambda x, y: x & y,
    arith.OrIOp: lambda x, y: x | y,
    arith.XOrIOp: lambda x, y: x ^ y,
    arith.ShRUIOp: lambda x, y: (x & MASK) >> y,
    arith.RemSIOp: lambda x, y: x - y * truncated(x, y),
    arith.DivSIOp: truncated,
    arith.FloorDivSIOp: lambda x, y: x // y,
}


def value(ssa: SSAValue, given: dict[SSAValue, int]) -> int:
    """The number that an expression has, as 32 bits with a sign."""
    if ssa in given:
        return given[ssa]
    owner = ssa.owner
    assert isinstance(owner, Operation)
    if isinstance(owner, arith.ConstantOp):
        number = owner.value
        assert isinstance(number, IntegerAttr)
        return number.value.data
    operands = [value(operand, given) for operand in owner.operands]
    if isinstance(owner, ExtSIOp | TruncIOp):
        return operands[0]
    return signed(MEANING[type(owner)](*operands))


def number(result: int | IRInt, given: dict[SSAValue, int]) -> int:
    return result if isinstance(result, int) else signed(value(result.root, given) + result.plus)


class Expressions:
    """Random sums and products of a thread's index and of integers that nothing is known of."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.block = Block(arg_types=[i32, i32])
        self.builder = IndexBuilder(self.block, entry=self.block, keeps_apart=True, swizzles_once=True, places=Places())
        thread = ThreadIdxOp.build(properties={"axis": IntegerAttr(0, i32)}, result_types=[i32])
        self.block.add_op(thread)
        self.thread = thread.results[0]
        self.given = {
            self.thread: self.chance.randrange(1024),
            **{argument: signed(self.chance.getrandbits(32)) for argument in self.block.args},
        }

    def leaf(self) -> IRInt:
        return self.builder.int_of(self.chance.choice([self.thread, self.thread, *self.block.args]))

    def made(self, depth: int) -> int | IRInt:
        if depth == 0:
            return self.leaf()
        part = self.made(depth - 1)
        power = 1 << self.chance.randrange(12)
        match self.chance.randrange(8):
            case 0:
                return part * power
            case 1:
                return part * self.chance.choice((3, 5, 48, 96, 2048))
            case 2:
                return part % power
            case 3:
                return part // power
            case 4:
                return part + self.chance.choice((1, 16, 64, 0x440, 0x1000, 0x8040, 24))
            case 5:
                return part - self.made(depth - 1)
            case _:
                return part + self.made(depth - 1)


@pytest.mark.parametrize("seed", range(150))
def test_bits_that_cannot_be_set_are_not(seed: int) -> None:
    expressions = Expressions(seed)
    made = expressions.made(4)
    if isinstance(made, int):
        return
    mask = set_bits(made.root, {})
    assert value(made.root, expressions.given) & MASK & ~mask == 0


def test_masks_of_the_usual_lane_arithmetic_are_tight() -> None:
    expressions = Expressions(0)
    thread = expressions.builder.int_of(expressions.thread)
    row, column = thread % 16 * 128, thread // 16 % 2 * 16
    assert isinstance(row, IRInt)
    assert isinstance(column, IRInt)
    stage = expressions.builder.int_of(expressions.block.args[0]) * 4096
    assert isinstance(stage, IRInt)
    masks = [set_bits(one.root, {}) for one in (row, column, row + column, stage, stage + (row + column))]
    assert masks == [0x780, 0x10, 0x790, 0xFFFFF000, 0xFFFFF790]


@pytest.mark.parametrize("seed", range(200))
def test_a_swizzled_address_is_what_the_definition_says(seed: int) -> None:
    expressions = Expressions(seed)
    address = expressions.made(4)
    swizzle = SWIZZLES[seed % len(SWIZZLES)]
    wanted = signed(swizzle.exchange(number(address, expressions.given)))
    assert number(swizzle(address), expressions.given) == wanted


def test_accesses_a_constant_apart_are_swizzled_once() -> None:
    expressions = Expressions(0)
    builder = expressions.builder
    thread = builder.int_of(expressions.thread)
    lane = thread % 8 * 128
    stage = builder.int_of(expressions.block.args[0]) * 4096
    assert isinstance(lane, IRInt)
    assert isinstance(stage, IRInt)
    near = Swizzle(3, 4, 3)(stage + lane + 0x40)
    far = Swizzle(3, 4, 3)(stage + lane + 0x1440)
    assert near.plus == 0
    assert far.plus == 0x1400
    for one in (near, far):  # the stage is added behind the swizzle, which reads the lane alone
        exchanged = one.root.owner
        assert isinstance(exchanged, arith.XOrIOp)
        assert value(exchanged.operands[1], {}) == 0x40
        added = exchanged.operands[0].owner
        assert isinstance(added, arith.AddiOp)
        assert stage.root in added.operands


def test_differences_keep_their_constants_apart() -> None:
    expressions = Expressions(0)
    one, other = (expressions.builder.int_of(argument) for argument in expressions.block.args)
    less = (one + 5) - (other + 3)
    assert less.plus == 2
    assert number(less, expressions.given) == signed(
        value(one.root, expressions.given) + 5 - value(other.root, expressions.given) - 3
    )
