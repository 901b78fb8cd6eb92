"""`scf.for` in the warp emitter.

A loop whose lanes all take the same iterations is one scalar loop. Otherwise it has two parts: while every lane goes
on, an unmasked body with one scalar test per iteration; once a lane has left, a masked body until none is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import scf
from xdsl.ir import Block, SSAValue

from cutedsl.codegen.cpu.control.branches import COPY_LIMIT, region_size
from cutedsl.codegen.cpu.control.carried import Carried, keep, yielded
from cutedsl.codegen.cpu.control.lane_parts import LanePart, joined, lanes_at_a_time
from cutedsl.codegen.cpu.control.merge import (
    Component,
    Phis,
    in_region,
    rebuild,
)
from cutedsl.codegen.cpu.control.predicates import all_lanes, can_be_all
from cutedsl.codegen.cpu.control.team_loops import emit_team, runs_in_a_team, team_turns
from cutedsl.codegen.cpu.dispatch import emit_block
from cutedsl.codegen.cpu.emitter import LIKELY, WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import VARYING, Lanes
from cutedsl.codegen.cpu.lanes.transfer import fits
from cutedsl.codegen.cpu.values import Compare, Val, vector_val
from cutedsl.codegen.llvm.types import bit_width, scalar_type

_SHORT_TRIPS = 256
"""A loop without an inner loop and with at most this many iterations is not asked whether to stop."""


def emit_for(e: WarpEmitter, op: scf.ForOp) -> None:
    """A `for` loop, by whether its bounds are uniform."""
    if not all(e.val(x).lanes.uniform for x in (op.lb, op.ub, op.step)):
        _varying_for(e, op)
    elif runs_in_a_team(e, op):
        emit_team(e, op, lambda: _uniform_for(e, op))
    else:
        _in_parts(e, op, lanes_at_a_time(e, op))


def _predicate(op: scf.ForOp) -> str:
    order = "u" if "cute.unsigned" in op.attributes else "s"
    return f"{order}gt" if "cute.step_negative" in op.attributes else f"{order}lt"


def _is_short(e: WarpEmitter, op: scf.ForOp) -> bool:
    lower, upper, step = (e.val(x).lanes.constant for x in (op.lb, op.ub, op.step))
    inner = any(inside.regions for inside in op.body.block.ops if inside.name != "scf.if")
    if inner or lower is None or upper is None or not step or ("cute.unsigned" in op.attributes and upper < lower):
        return False
    return (upper - lower) // step <= _SHORT_TRIPS


def _in_parts(e: WarpEmitter, op: scf.ForOp, lanes: int) -> None:
    """A loop of uniform bounds, for so many lanes at a time."""
    if lanes == e.lanes:
        _uniform_for(e, op)
        return
    parts: list[LanePart] = []
    bundles = e.plan.bundles.get(op)
    for first in range(0, e.lanes, lanes):
        part = LanePart.begin(e, op, first, lanes, bundles)
        _uniform_for(part.e, op, part.turn)
        part.end()
        parts.append(part)
    joined(e, op, parts)


def _uniform_for(e: WarpEmitter, op: scf.ForOp, turn: Callable[[WarpEmitter, Block], None] = emit_block) -> None:
    f = e.f
    body = op.body.block
    kind = scalar_type(op.lb.type)
    lower, upper, step = (e.val(x).text for x in (op.lb, op.ub, op.step))
    carried, initial = Carried.start(e, body.args[1:], [e.env[x] for x in op.iter_args])
    entry, head, inside, after = f.block, f.label("for"), f.label("body"), f.label("done")
    f.branch(head)
    f.begin(head)
    phis = Phis(e)
    index = phis.add(kind, lower, entry)
    texts = [phis.add(k, text, entry) for k, text in initial]
    f.branch_if(f.op(f"icmp {_predicate(op)} {kind} {index}, {upper}"), inside, after)
    f.begin(inside)
    carried.bind(texts)
    e.env[body.args[0]] = rebuild(e, e.val(op.lb), e.plan.shapes[body.args[0]], op.lb.type, [index])

    def write() -> None:
        turn(e, body)
        following = carried.parts(yielded(e, body))
        advanced = f.op(f"add {kind} {index}, {step}")
        if not _is_short(e, op):
            e.poll(op)
        phis.incoming([advanced, *following], f.block)
        f.branch(head)

    in_region(e, e.mask, write)
    phis.close()
    f.begin(after)
    carried.bind(texts)
    for result, argument in zip(op.results, body.args[1:], strict=True):
        e.env[result] = e.env[argument]


@dataclass(slots=True)
class _Turns:
    """A for loop whose lanes take different numbers of iterations."""

    e: WarpEmitter
    op: scf.ForOp
    carried: Carried

    @property
    def index(self) -> SSAValue:
        return self.op.body.block.args[0]

    @property
    def index_varying(self) -> bool:
        return self.e.lanes_of(self.index).varying

    @property
    def index_type(self) -> str:
        scalar = scalar_type(self.op.lb.type)
        return f"<{self.e.lanes} x {scalar}>" if self.index_varying else scalar

    def condition(self, index: str) -> Val:
        """Whether each lane goes on, as an unevaluated comparison where it can be one."""
        e, op = self.e, self.op
        upper = e.val(op.ub)
        value = Val(index, _past_the_end(e.lanes_of(self.index), e.val(op.step).lanes, bit_width(op.lb.type)))
        predicate, width = _predicate(op), bit_width(op.lb.type)
        if value.lanes.affine and upper.lanes.uniform and width in (32, 64):
            return Val("", VARYING, Compare(predicate, value, upper, width))
        kind = f"<{e.lanes} x {scalar_type(op.lb.type)}>"
        left, right = e.vector(value, op.lb.type), e.vector(upper, op.lb.type)
        return vector_val(e.f.op(f"icmp {predicate} {kind} {left}, {right}"))

    def advance(self, index: str) -> str:
        e, step = self.e, self.e.val(self.op.step)
        amount = e.vector(step, self.op.step.type) if self.index_varying else step.text
        return e.f.op(f"add {self.index_type} {index}, {amount}")

    def body(self, index: str, texts: Sequence[str]) -> list[str]:
        """One turn; returns the advanced index and the yielded components."""
        e, block = self.e, self.op.body.block
        self.carried.bind(texts)
        e.env[self.index] = rebuild(e, e.val(self.op.lb), e.plan.shapes[self.index], self.op.lb.type, [index])
        emit_block(e, block)
        following = self.carried.parts(yielded(e, block))
        return [self.advance(index), *following]


def _past_the_end(index: Lanes, step: Lanes, width: int) -> Lanes:
    """The lanes of the induction variable where it is compared: up to one step further than in the body."""
    if index.offsets is None:
        return index
    if index.low is None or index.high is None or step.low is None or step.high is None:
        return Lanes(index.offsets, index.align)
    low, high = index.low + min(step.low, 0), index.high + max(step.high, 1)
    if not (fits(low, width) and fits(high, width)):
        return Lanes(index.offsets, index.align)
    return Lanes(index.offsets, index.align, low, high)


def _varying_for(e: WarpEmitter, op: scf.ForOp) -> None:
    turns, state = _start(e, op)
    if e.mask is None and region_size(op.body.block) <= COPY_LIMIT:
        alone = turns.index_varying or not runs_in_a_team(e, op)
        state = _full_turns(e, turns, state) if alone else _team_turns(e, turns, state)
    texts = _masked_turns(e, turns, state)
    turns.carried.bind(texts)
    for result, argument in zip(op.results, op.body.block.args[1:], strict=True):
        e.env[result] = e.env[argument]


def _start(e: WarpEmitter, op: scf.ForOp) -> tuple[_Turns, list[Component]]:
    """The loop in an emitter's code, and what it starts with: the index and the carried values."""
    carried, initial = Carried.start(e, op.body.block.args[1:], [e.env[x] for x in op.iter_args])
    turns, lower = _Turns(e, op, carried), e.val(op.lb)
    first = e.vector(lower, op.lb.type) if turns.index_varying else lower.text
    return turns, [(turns.index_type, first), *initial]


def _team_turns(e: WarpEmitter, alone: _Turns, state: list[Component]) -> list[Component]:
    """Turns that every lane of the block takes, without a mask, by one warp for all of them."""
    op = alone.op

    def turn(own: WarpEmitter, texts: list[str], end: str) -> list[str]:
        turns, _ = _start(own, op)
        inside = own.f.label("turn")
        own.f.branch_if(all_lanes(own, turns.condition(texts[0])), inside, end, suffix=LIKELY)
        own.f.begin(inside)
        return turns.body(texts[0], texts[1:])

    def full_turns() -> list[str]:
        return [text for _, text in _full_turns(e, alone, state)]

    texts = team_turns(e, op, lambda own: _start(own, op)[1], turn, full_turns)
    return [(kind, text) for (kind, _), text in zip(state, texts, strict=True)]


def _full_turns(e: WarpEmitter, turns: _Turns, state: list[Component]) -> list[Component]:
    """Turns that every lane takes, without a mask; ends at the first iteration that not all take."""
    f = e.f
    entry, head, inside, after = f.block, f.label("full"), f.label("turn"), f.label("partial")
    f.branch(head)
    f.begin(head)
    phis = Phis(e)
    texts = [phis.add(kind, text, entry) for kind, text in state]
    goes_on = turns.condition(texts[0])
    if can_be_all(goes_on):
        f.branch_if(all_lanes(e, goes_on), inside, after, suffix=LIKELY)
    else:
        f.branch_if("false", inside, after)
    f.begin(inside)

    def write() -> None:
        following = turns.body(texts[0], texts[1:])
        e.poll(turns.op)
        phis.incoming(following, f.block)
        f.branch(head)

    in_region(e, None, write)
    phis.close()
    f.begin(after)
    return [(kind, text) for (kind, _), text in zip(state, texts, strict=True)]


def _masked_turns(e: WarpEmitter, turns: _Turns, state: list[Component]) -> list[str]:
    """Turns of the lanes that are left; returns the final components."""
    f = e.f
    mask_type = f"<{e.lanes} x i1>"
    entry, head, inside, after = f.block, f.label("some"), f.label("turn"), f.label("done")
    f.branch(head)
    f.begin(head)
    phis = Phis(e)
    texts = [phis.add(kind, text, entry) for kind, text in state]
    live = phis.add(mask_type, e.mask or "splat (i1 true)", entry)
    going = f.op(f"and {mask_type} {live}, {e.condition(turns.condition(texts[0]))}")
    f.branch_if(e.any_of(going), inside, after)
    f.begin(inside)

    def write() -> None:
        advanced, *following = turns.body(texts[0], texts[1:])
        kept = keep(e, going, [kind for kind, _ in state[1:]], following, texts[1:])
        e.poll(turns.op)
        phis.incoming([advanced, *kept, going], f.block)
        f.branch(head)

    in_region(e, going, write)
    phis.close()
    f.begin(after)
    return texts[1:]
