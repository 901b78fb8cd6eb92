"""The fast op constructor builds exactly what xDSL's own does."""

from __future__ import annotations

from dataclasses import fields

import pytest
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr, IntegerType, StringAttr, UnitAttr, i32
from xdsl.ir import Block, Operation, Region, SSAValue

from cutedsl.ir.arithmetic import properties_of
from cutedsl.ir.fast import (
    UNKNOWN_LOCATION,
    append_block_argument,
    append_copy,
    copy_of,
    fast,
    fast_of,
    integer_attr,
    location,
    new_block,
    region_of,
)
from cutedsl.ir.text import generic_form, parse_module

_LINKS = {"parent", "_next_op", "_prev_op", "results", "_operand_uses", "regions"}


def _fields(op: Operation) -> dict[str, object]:
    """All fields as they read: `fast` leaves out those whose value is the default that xDSL's class holds."""
    return {item.name: getattr(op, item.name) for item in fields(op) if item.name not in _LINKS}


def test_it_sets_every_field_that_create_sets() -> None:
    block = Block(arg_types=[i32, i32])
    x, y = block.args
    properties = properties_of(arith.AddiOp)
    made = fast(arith.AddiOp, (x, y), (i32,), properties, UNKNOWN_LOCATION, block)
    expected = arith.AddiOp.create(operands=(x, y), result_types=(i32,), properties=dict(properties))
    block.add_op(expected)
    assert vars(made).keys() <= {item.name for item in fields(expected)}
    assert _fields(made) == _fields(expected)
    assert (made.regions, made.parent, made._next_op, made._prev_op) == ((), block, expected, None)
    (ours,), (theirs,) = made.results, expected.results
    assert vars(ours).keys() <= {item.name for item in fields(theirs)}
    assert (ours.op, ours.index, ours.type, ours.first_use, ours.name_hint) == (made, 0, theirs.type, None, None)


@pytest.mark.parametrize(("cls", "sequences"), [(arith.AddiOp, False), (scf.IfOp, True), (scf.YieldOp, True)])
def test_the_copy_for_a_class_keeps_what_xdsl_asks_of_sequences(cls: type[Operation], sequences: bool) -> None:
    assert fast_of(cls) is fast_of(cls) is not fast
    block = Block(arg_types=[i32, i32])
    x, y = block.args
    made = fast_of(cls)(cls, (x, y), (i32,), properties_of(cls), UNKNOWN_LOCATION, block)
    assert (made._operands, [r.type for r in made.results], made.parent) == ((x, y), [i32], block)
    assert hasattr(made.results, "types") is hasattr(made._operands, "types") is sequences
    assert [(use.operation, use.index) for use in y.uses] == [(made, 1)]


def test_an_op_of_a_copy_verifies_clones_and_goes() -> None:
    block = Block(arg_types=[i32])
    (x,) = block.args
    made = fast_of(arith.AddiOp)(arith.AddiOp, (x, x), (i32,), properties_of(arith.AddiOp), UNKNOWN_LOCATION, block)
    made.verify()
    copy = made.clone()
    assert copy.is_structurally_equivalent(made)
    made.detach()
    made.erase()
    assert [use.operation for use in x.uses] == [copy, copy]
    copy.erase()
    assert (list(block.ops), list(x.uses)) == ([], [])


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


def test_blocks_and_regions_are_those_of_xdsl() -> None:
    ours, theirs = new_block(), Block()
    assert {item.name: getattr(ours, item.name) for item in fields(ours)} == {
        item.name: getattr(theirs, item.name) for item in fields(theirs)
    }
    region = region_of(ours)
    assert list(region.blocks) == [ours]
    assert (region.parent, ours.parent, region.block) == (None, region, ours)
    assert {item.name for item in fields(region) if not hasattr(region, item.name)} == set()


def test_a_block_argument_added_later() -> None:
    block = Block(arg_types=[i32])
    added = append_block_argument(block, i32)
    assert block.args[-1] is added
    assert added.index == 1


def test_locations_are_made_once() -> None:
    assert location("k.py", 3, 5) is location("k.py", 3, 5)
    assert location("k.py", 3, 5).filename == StringAttr("k.py")


@pytest.mark.parametrize("width", [1, 8, 32, 64])
def test_integers_are_as_xdsl_makes_them(width: int) -> None:
    kind = IntegerType(width)
    for number in {0, -1, -(1 << (width - 1)), (1 << (width - 1)) - 1}:
        ours, theirs = integer_attr(number, kind), IntegerAttr(number, kind)
        assert (ours, hash(ours), str(ours), vars(ours)) == (theirs, hash(theirs), str(theirs), vars(theirs))
        ours.verify()


def test_a_result_is_found_in_a_table_by_its_identity() -> None:
    block = Block(arg_types=[i32])
    (x,) = block.args
    first, second = (fast(arith.AddiOp, (x, x), (i32,), {}, UNKNOWN_LOCATION, block).results[0] for _ in range(2))
    assert {first: 1, second: 2} == {second: 2, first: 1}
    assert (hash(first) == hash(first), first == second) == (True, False)


NESTED = """
func.func @kernel(%x : i32, %flag : i1) attributes {cute.kernel} {
  %zero = arith.constant 0 : i32
  %sum, %pair_2 = scf.for %i = %zero to %x step %x iter_args(%a = %zero, %b = %flag) -> (i32, i1) : i32 {
    %next = arith.addi %a, %i : i32
    scf.if %b {
      %inside = arith.muli %next, %next : i32
      scf.yield
    }
    scf.yield %next, %b : i32, i1
  }
  func.return
}
"""


def test_a_copy_of_a_module_is_what_xdsl_makes() -> None:
    module = parse_module(NESTED)
    before = generic_form(module, locations=True)
    made, theirs = copy_of(module), module.clone()
    made.verify()
    assert made.parent is None and made.is_structurally_equivalent(module)
    assert generic_form(made, locations=True) == generic_form(theirs, locations=True) == before
    (loop,) = (op for op in made.walk() if isinstance(op, scf.ForOp))
    loop.attributes["changed"] = UnitAttr()
    made.erase(safe_erase=False)
    assert generic_form(module, locations=True) == before


def test_a_copy_of_an_op_has_the_operands_that_stand_for_its_own() -> None:
    block = Block(arg_types=[i32, i32])
    x, y = block.args
    op = fast(arith.AddiOp, (x, y), (i32,), properties_of(arith.AddiOp), UNKNOWN_LOCATION, block)
    values: dict[SSAValue, SSAValue] = {x: y}
    made = append_copy(op, block, values)
    assert (made.operands[0], made.operands[1], values[op.result]) == (y, y, made.result)
    assert list(block.ops) == [op, made]
