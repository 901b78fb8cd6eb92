"""The fast op constructor builds exactly what xDSL's own does."""

from __future__ import annotations

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr, StringAttr, i32
from xdsl.ir import Block, Operation, Region

from cutedsl.ir.arithmetic import properties_of
from cutedsl.ir.fast import UNKNOWN_LOCATION, append_block_argument, fast, location

_LINKS = {"parent", "_next_op", "_prev_op", "results", "_operand_uses", "regions"}


def _fields(op: Operation) -> dict[str, object]:
    return {name: value for name, value in vars(op).items() if name not in _LINKS}


def test_it_sets_every_field_that_create_sets() -> None:
    block = Block(arg_types=[i32, i32])
    x, y = block.args
    properties = properties_of(arith.AddiOp)
    made = fast(arith.AddiOp, (x, y), (i32,), properties, UNKNOWN_LOCATION, block)
    expected = arith.AddiOp.create(operands=(x, y), result_types=(i32,), properties=dict(properties))
    block.add_op(expected)
    assert vars(made).keys() >= vars(expected).keys()
    assert {name for name in vars(made) if not hasattr(expected, name)} == set()
    assert _fields(made) == _fields(expected)
    (ours,), (theirs,) = made.results, expected.results
    assert vars(ours).keys() >= vars(theirs).keys()
    assert (ours.op, ours.index, ours.type, ours.first_use, ours.name_hint) == (made, 0, theirs.type, None, None)


def test_it_links_uses_both_ways() -> None:
    block = Block(arg_types=[i32])
    (x,) = block.args
    first = fast(arith.AddiOp, (x, x), (i32,), properties_of(arith.AddiOp), UNKNOWN_LOCATION, block)
    second = fast(arith.MuliOp, (x, first.results[0]), (i32,), properties_of(arith.MuliOp), UNKNOWN_LOCATION, block)
    assert {(use.operation, use.index) for use in x.uses} == {(first, 0), (first, 1), (second, 0)}
    assert [use.operation for use in first.results[0].uses] == [second]
    second.detach()
    second.drop_all_references()
    assert {(use.operation, use.index) for use in x.uses} == {(first, 0), (first, 1)}


def test_it_appends_to_the_block_in_order() -> None:
    block = Block()
    made = [
        fast(arith.ConstantOp, (), (i32,), {"value": IntegerAttr(k, i32)}, UNKNOWN_LOCATION, block) for k in range(3)
    ]
    assert list(block.ops) == made
    assert [op.parent for op in made] == [block] * 3


def test_regions_belong_to_the_op() -> None:
    block, inner = Block(arg_types=[i32]), Block(arg_types=[i32])
    fast(scf.YieldOp, (), (), {}, UNKNOWN_LOCATION, inner)
    (n,) = block.args
    region = Region(inner)
    loop = fast(scf.ForOp, (n, n, n), (), {}, UNKNOWN_LOCATION, block, (region,))
    assert region.parent is loop
    loop.verify()


def test_a_block_argument_added_later() -> None:
    block = Block(arg_types=[i32])
    added = append_block_argument(block, i32)
    assert block.args[-1] is added
    assert added.index == 1


def test_locations_are_made_once() -> None:
    assert location("k.py", 3, 5) is location("k.py", 3, 5)
    assert location("k.py", 3, 5).filename == StringAttr("k.py")
