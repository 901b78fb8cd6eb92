"""Values of a region are seen in it and below it, and nowhere else."""

from __future__ import annotations

from xdsl.dialects import test as dialect
from xdsl.dialects.builtin import i32
from xdsl.ir import Block, Region

from cutedsl.ir.visible import first_hidden


def test_a_value_of_an_inner_region_is_hidden_after_it() -> None:
    outside = dialect.TestOp(result_types=[i32])
    inside = dialect.TestOp(operands=[outside.results[0]], result_types=[i32])
    later = dialect.TestOp(operands=[inside.results[0]])
    holder = dialect.TestOp(regions=[Region([Block(), Block([inside])])])
    block = Block([outside, holder, later])
    assert first_hidden(block) == (later, inside.results[0])
    later.operands = [outside.results[0]]
    assert first_hidden(block) is None


def test_arguments_are_seen_below_their_block() -> None:
    inner, other = Block(arg_types=[i32]), Block(arg_types=[i32])
    user = dialect.TestOp(operands=[inner.args[0]])
    inner.add_op(dialect.TestOp(regions=[Region(Block([user]))]))
    block = Block([dialect.TestOp(regions=[Region(inner)]), dialect.TestOp(regions=[Region(other)])])
    assert first_hidden(block) is None
    user.operands = [other.args[0]]
    assert first_hidden(block) == (user, other.args[0])
