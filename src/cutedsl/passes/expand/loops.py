"""Loops: unrolled where fragments are registers, counting up where their step may be negative, or as they are."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr, i1, i32, i64
from xdsl.ir import Block, Region

from cutedsl.ir.fast import fast
from cutedsl.ir.foreign import signed
from cutedsl.ir.ops.elementwise import CmpiOp, SelectOp
from cutedsl.passes.expand.expansion import (
    Expansion,
    bind,
    copy_op,
    expand_block,
    inline_block,
    part_types,
    rebind,
    value_parts,
)
from cutedsl.passes.expand.repeated_turns import turns_repeat
from cutedsl.passes.expand.unrolling import Turns, known_turns, unrolled_turns
from cutedsl.passes.integers.index_math import IRInt
from cutedsl.passes.integers.known_integers import has_no_sign


def expand_for(state: Expansion, op: scf.ForOp) -> None:
    """Unrolled, counting up over its trip number, or copied; once where its turns repeat each other."""
    turns = known_turns(state, op) if state.unrolls and turns_repeat(op) else None
    if turns is not None and turns.counters:
        _unroll(state, op, Turns(turns.counters[:1], turns.width))
        return
    found = unrolled_turns(state, op)
    if found is None:
        _expand_counted(state, op)
    elif found[1] == len(found[0].counters):
        _unroll(state, op, found[0])
    else:
        _join_turns(state, op, *found)


def _unroll(state: Expansion, op: scf.ForOp, turns: Turns) -> None:
    """An iteration after the other; what is carried is named anew, a tensor too, and takes no instruction."""
    counter, *carried = op.body.block.args
    rebind(state, carried, op.iter_args)
    for number in turns.counters:
        state.values[counter] = state.builder.constant(signed(number, turns.width), turns.width)
        inline_block(state, op.body.block, carried)
    rebind(state, op.results, carried)


def _join_turns(state: Expansion, op: scf.ForOp, turns: Turns, joined: int) -> None:
    """A loop each of whose turns is `joined` of the loop's, whose number they divide."""
    builder, source = state.builder, op.body.block
    lo, step = turns.counters.start, turns.counters.step
    hi = lo + len(turns.counters) * step
    bounds = [builder.constant(signed(number, turns.width), turns.width) for number in (lo, hi, joined * step)]
    inits = [part for value in op.iter_args for part in value_parts(state, value)]
    counter, *carried = source.args
    block = Block(arg_types=[bounds[0].type, *(part for arg in carried for part in part_types(arg.type))])
    outer, builder.block = builder.block, block
    bind(state, carried, block.args[1:])
    for k in range(joined):
        state.values[counter] = (builder.int_of(block.args[0]) + k * step).ssa
        inline_block(state, source, carried)
    fast(scf.YieldOp, [part for arg in carried for part in value_parts(state, arg)], (), {}, op.location, block)
    builder.block = outer
    kinds = [value.type for value in inits]
    new = fast(scf.ForOp, (*bounds, *inits), kinds, op.properties, op.location, outer, (Region(block),), op.attributes)
    bind(state, op.results, new.results)


def _expand_counted(state: Expansion, op: scf.ForOp) -> None:
    """A loop whose step may be negative counts up over its trip number instead.

    Where only the run tells, code for a GPU tests by the step's sign: the number of turns takes two divisions.
    """
    sign = op.attributes.get("cute.step_sign")
    if not isinstance(sign, IntegerAttr) or sign.value.data == 1:
        copy_op(state, op)
        return
    builder = state.builder
    rises = sign.value.data == 0 and has_no_sign(state.values[op.step], builder.places.bits)
    if rises or (sign.value.data == 0 and state.in_registers):
        copy_op(state, op)
        made = builder.block.last_op
        assert made is not None
        if rises:
            made.attributes = {k: v for k, v in op.attributes.items() if k != "cute.step_sign"}
        return
    lo, hi, step = (IRInt(state.values[v], builder) for v in (op.lb, op.ub, op.step))
    up = (hi - lo + (step - 1)) // step
    down = (lo - hi + ((-step) - 1)) // (-step)
    zero = builder.constant(0, lo.width)
    less = {"predicate": IntegerAttr(2, i64)}
    negative = fast(CmpiOp, (step.ssa, zero), (i1,), less, builder.location, builder.block).results[0]
    trips = builder.op(SelectOp, (negative, down.ssa, up.ssa), lo.ssa.type)
    target = builder.block
    inits = [part for v in op.iter_args for part in value_parts(state, v)]
    source = op.body.block
    block = Block(arg_types=[lo.ssa.type, *(p for a in source.args[1:] for p in part_types(a.type))])
    outer, builder.block = builder.block, block
    counter = IRInt(block.args[0], builder)
    index = lo + counter * step
    state.values[source.args[0]] = index.ssa
    builder.block = outer
    bind(state, source.args[1:], block.args[1:])
    expand_block(state, source, block)
    one = builder.constant(1, lo.width)
    attributes = {k: v for k, v in op.attributes.items() if k != "cute.step_sign"}
    new = fast(
        scf.ForOp,
        (zero, trips, one, *inits),
        [v.type for v in inits],
        op.properties,
        op.location,
        target,
        (Region(block),),
        attributes,
    )
    bind(state, op.results, new.results)


def count_up(state: Expansion, count: object, most: int, body: Callable[[int | IRInt], None]) -> None:
    """`body(0) ... body(count-1)`: unrolled up to `most` turns, else a loop."""
    builder = state.builder
    if isinstance(count, int) and count <= most:
        for k in range(count):
            body(k)
        return
    assert isinstance(count, int | IRInt)
    hi = builder.value(count, 32) if isinstance(count, int) else count.at_width(32).ssa
    bounds = (builder.constant(0, 32), hi, builder.constant(1, 32))
    block = Block(arg_types=[i32])
    outer, builder.block = builder.block, block
    body(IRInt(block.args[0], builder))
    fast(scf.YieldOp, (), (), {}, builder.location, block)
    builder.block = outer
    fast(scf.ForOp, bounds, (), {}, builder.location, outer, (Region(block),))
