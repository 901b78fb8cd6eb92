"""`scf.while` in the warp emitter.

As a `for`: scalar while the condition is uniform, else unmasked turns while every lane goes on, then masked ones. A
lane's results are the values that it forwarded at its last iteration.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import scf
from xdsl.ir import Block

from cutedsl.codegen.cpu.control.branches import COPY_LIMIT, region_size
from cutedsl.codegen.cpu.control.carried import Carried, keep, yielded
from cutedsl.codegen.cpu.control.merge import (
    Component,
    Phis,
    components,
    flat,
    in_region,
    rebuild,
    varying_shape,
)
from cutedsl.codegen.cpu.control.predicates import all_lanes
from cutedsl.codegen.cpu.dispatch import emit_block
from cutedsl.codegen.cpu.emitter import LIKELY, WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import Lanes
from cutedsl.codegen.cpu.lanes.offsets import offset_type
from cutedsl.codegen.cpu.values import Val, Value
from cutedsl.codegen.llvm.types import scalar_type
from cutedsl.ir.types import PtrType


def emit_while(e: WarpEmitter, op: scf.WhileOp) -> None:
    """A `while` loop, by whether its condition is uniform."""
    terminator = op.before_region.block.last_op
    assert terminator is not None
    if e.lanes_of(terminator.operands[0]).uniform:
        _uniform_while(e, op)
    else:
        _varying_while(e, op)


def _uniform_while(e: WarpEmitter, op: scf.WhileOp) -> None:
    f = e.f
    before, after = op.before_region.block, op.after_region.block
    carried, initial = Carried.start(e, before.args, [e.env[x] for x in op.arguments])
    entry, head, inside, done = f.block, f.label("while"), f.label("do"), f.label("done")
    f.branch(head)
    f.begin(head)
    phis = Phis(e)
    carried.bind([phis.add(kind, text, entry) for kind, text in initial])

    def write() -> None:
        emit_block(e, before)
        condition, *forwarded = yielded(e, before)
        assert isinstance(condition, Val)
        f.branch_if(condition.text, inside, done)
        for argument, result, value in zip(after.args, op.results, forwarded, strict=True):
            e.env[argument] = e.env[result] = value
        f.begin(inside)
        in_region(e, e.mask, body)

    def body() -> None:
        emit_block(e, after)
        following = carried.parts(yielded(e, after))
        e.poll(op)
        phis.incoming(following, f.block)
        f.branch(head)

    in_region(e, e.mask, write)
    phis.close()
    f.begin(done)


@dataclass(slots=True)
class _Meanwhile:
    """A while loop whose lanes leave at different turns."""

    e: WarpEmitter
    op: scf.WhileOp
    carried: Carried

    def ask(self, texts: Sequence[str]) -> tuple[Val, list[Value]]:
        """The before region: the condition and the forwarded values."""
        self.carried.bind(texts)
        emit_block(self.e, self.op.before_region.block)
        condition, *forwarded = yielded(self.e, self.op.before_region.block)
        assert isinstance(condition, Val)
        return condition, forwarded

    def turn(self, forwarded: Sequence[Value]) -> list[str]:
        """The after region; returns the components of the next iteration's arguments."""
        block = self.op.after_region.block
        for argument, value in zip(block.args, forwarded, strict=True):
            self.e.env[argument] = value
        emit_block(self.e, block)
        return self.carried.parts(yielded(self.e, block))

    def result_parts(self, forwarded: Sequence[Value]) -> list[list[Component]]:
        """Components of the results that are read, one value a lane."""
        return [
            components(self.e, value, varying_shape(result.type, self.e.plan.shapes[result]), result.type)
            if result.first_use is not None
            else []
            for value, result in zip(forwarded, self.op.results, strict=True)
        ]


def _varying_while(e: WarpEmitter, op: scf.WhileOp) -> None:
    f = e.f
    carried, state = Carried.start(e, op.before_region.block.args, [e.env[x] for x in op.arguments])
    loop = _Meanwhile(e, op, carried)
    if e.mask is None and region_size(op.before_region.block) + region_size(op.after_region.block) <= COPY_LIMIT:
        state = _full_while(e, loop, state)
    mask_type = f"<{e.lanes} x i1>"
    entry, head, inside, done = f.block, f.label("some"), f.label("do"), f.label("done")
    f.branch(head)
    f.begin(head)
    phis = Phis(e)
    texts = [phis.add(kind, text, entry) for kind, text in state]
    live = phis.add(mask_type, e.mask or "splat (i1 true)", entry)
    held = _held_components(e, loop)
    olds = [phis.add(kind, zero, entry) for kind, zero in held]
    likes: list[Value] = []
    finals: list[str] = []
    counts: list[int] = []

    def write() -> None:
        nonlocal likes, finals, counts
        condition, forwarded = loop.ask(texts)
        parts = loop.result_parts(forwarded)
        likes, counts = forwarded, [len(p) for p in parts]
        news = list(flat(parts))
        finals = keep(e, live, [k for k, _ in news], [t for _, t in news], olds)
        going = f.op(f"and {mask_type} {live}, {e.condition(condition)}")
        f.branch_if(e.any_of(going), inside, done)
        f.begin(inside)

        def body() -> None:
            following = loop.turn(forwarded)
            e.poll(op)
            phis.incoming([*following, going, *finals], f.block)
            f.branch(head)

        in_region(e, going, body)

    in_region(e, live, write)
    phis.close()
    f.begin(done)
    start = 0
    for result, like, count in zip(op.results, likes, counts, strict=True):
        if count:
            shape = varying_shape(result.type, e.plan.shapes[result])
            e.env[result] = rebuild(e, like, shape, result.type, finals[start : start + count])
        else:
            e.env[result] = like
        start += count


def _held_components(e: WarpEmitter, loop: _Meanwhile) -> list[Component]:
    """Types and zeros of the components in which results are kept for lanes that have left."""
    out: list[Component] = []
    for result in loop.op.results:
        if result.first_use is None:
            continue
        if isinstance(result.type, PtrType):
            kind = offset_type(result.type.space.data)
            out += [("ptr", "null"), (f"<{e.lanes} x {kind}>", "zeroinitializer"), (kind, "0")]
            continue
        shape = e.plan.shapes[result]
        count = 1 if isinstance(shape, Lanes) else len(shape)
        out += [(f"<{e.lanes} x {scalar_type(result.type)}>", "zeroinitializer")] * count
    return out


def _full_while(e: WarpEmitter, loop: _Meanwhile, state: list[Component]) -> list[Component]:
    """Turns that every lane takes, without a mask.

    When a lane is about to leave, the masked loop asks the condition again from the same arguments, so the before
    region must not write memory or cross lanes; otherwise there is no unmasked part.
    """
    if not _is_pure(loop.op.before_region.block):
        return state
    f = e.f
    entry, head, inside, after = f.block, f.label("full"), f.label("do"), f.label("partial")
    f.branch(head)
    f.begin(head)
    phis = Phis(e)
    texts = [phis.add(kind, text, entry) for kind, text in state]

    def write() -> None:
        condition, forwarded = loop.ask(texts)
        f.branch_if(all_lanes(e, condition), inside, after, suffix=LIKELY)
        f.begin(inside)

        def body() -> None:
            following = loop.turn(forwarded)
            e.poll(loop.op)
            phis.incoming(following, f.block)
            f.branch(head)

        in_region(e, None, body)

    in_region(e, None, write)
    phis.close()
    f.begin(after)
    return [(kind, text) for (kind, _), text in zip(state, texts, strict=True)]


def _is_pure(block: Block) -> bool:
    return all(op.name.startswith(("arith.", "math.", "scf.condition")) for op in block.ops)
