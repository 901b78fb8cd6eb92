"""`scf.if` in the warp emitter.

A uniform condition is a branch. A varying one at full mask is a *coherent if*: one test whether all lanes take the
first arm, and then an unmasked copy of it; otherwise each arm that has a lane runs under its mask, and results are
chosen lane by lane. Arms without a lane do not run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from xdsl.dialects import scf
from xdsl.dialects.builtin import i1
from xdsl.ir import Block, Operation

from cutedsl.codegen.cpu.checked.measuring import measure_ways
from cutedsl.codegen.cpu.control.merge import (
    Component,
    components,
    flat,
    in_region,
    regroup,
    select_lanes,
    unset,
    varying_shape,
    zeros,
)
from cutedsl.codegen.cpu.control.predicates import all_lanes, can_be_all
from cutedsl.codegen.cpu.control.returned import leave_arm
from cutedsl.codegen.cpu.dispatch import emit_block
from cutedsl.codegen.cpu.emitter import LIKELY, WarpEmitter
from cutedsl.codegen.cpu.memory.shared_code import writes_once
from cutedsl.codegen.cpu.values import Pointer, Val, Value
from cutedsl.config import config

COPY_LIMIT: Final = 400
"""Ops of a region that may be written twice for a coherent if or loop."""


def region_size(block: Block) -> int:
    """Ops of a block and of the regions in it."""
    return sum(1 + sum(region_size(b) for r in op.regions for b in r.blocks) for op in block.ops)


def emit_if(e: WarpEmitter, op: Operation) -> None:
    """An `scf.if`, by whether its condition is uniform."""
    assert isinstance(op, scf.IfOp)
    condition = e.val(op.cond)
    then = op.true_region.block
    otherwise = op.false_region.block if op.false_region.blocks else None
    if condition.lanes.uniform:
        _uniform(e, op, condition.text, then, otherwise)
    else:
        _varying(e, op, condition, then, otherwise)


def choose(e: WarpEmitter, condition: Val, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
    """Writes two arms without results, as `emit_if` writes them; an arm that no active lane takes does not run."""
    join = e.f.label("fi")
    if condition.lanes.uniform:
        yes, no = e.f.label("then"), e.f.label("else")
        e.f.branch_if(condition.text, yes, no)
        for label, write in ((yes, then), (no, otherwise)):
            _run(e, label, e.mask, write, join)
        e.f.begin(join)
        return
    if e.mask is None and can_be_all(condition) and not writes_once(e):
        every, some = e.f.label("all"), e.f.label("some")
        e.f.branch_if(all_lanes(e, condition), every, some, suffix=LIKELY)
        _run(e, every, None, then, join)
        e.f.begin(some)
    splats, e.splats = e.splats, dict(e.splats)
    lanes = e.condition(condition)
    inverse = e.f.op(f"xor <{e.lanes} x i1> {lanes}, splat (i1 true)")
    for taken, write in ((lanes, then), (inverse, otherwise)):
        mask, arm, after = e.with_mask(taken), e.f.label("arm"), e.f.label("join")
        e.f.branch_if(e.any_of(mask), arm, after)
        _run(e, arm, mask, write, after)
        e.f.begin(after)
    e.splats = splats
    e.f.branch(join)
    e.f.begin(join)


def _run(e: WarpEmitter, label: str, mask: str | None, write: Callable[[], None], join: str) -> None:
    """One arm from its label on."""
    e.f.begin(label)
    in_region(e, mask, write)
    e.f.branch(join)


def _arm(e: WarpEmitter, op: scf.IfOp, block: Block | None, varying: bool) -> tuple[list[Value], list[list[Component]]]:
    """Writes one arm; returns its results as values and as components in the result's form."""
    if block is None:
        return [], []
    emit_block(e, block)
    leave_arm(e, block)
    terminator = block.last_op
    assert terminator is not None
    values = [e.env[x] for x in terminator.operands]
    parts: list[list[Component]] = []
    for value, result in zip(values, op.results, strict=True):
        shape = e.plan.shapes[result]
        parts.append(components(e, value, varying_shape(result.type, shape) if varying else shape, result.type))
    return values, parts


def _finish(e: WarpEmitter, op: scf.IfOp, likes: Sequence[Value], counts: Sequence[int], texts: Sequence[str]) -> None:
    shapes = [e.plan.shapes[r] for r in op.results]
    types = [r.type for r in op.results]
    for result, value in zip(op.results, regroup(e, likes, shapes, types, counts, texts), strict=True):
        e.env[result] = value


def _uniform(e: WarpEmitter, op: scf.IfOp, condition: str, then: Block, otherwise: Block | None) -> None:
    f = e.f
    yes, no, join = f.label("then"), f.label("else"), f.label("fi")
    f.branch_if(condition, yes, no if otherwise is not None else join)
    ends: list[tuple[list[Component], str]] = []
    likes: list[Value] = []
    counts: list[int] = []
    for label, block in ((yes, then), (no, otherwise)):
        if block is None:
            continue
        f.begin(label)

        def write(block: Block = block) -> None:
            nonlocal likes, counts
            likes, parts = _arm(e, op, block, False)
            counts = [len(p) for p in parts]
            ends.append((list(flat(parts)), f.block))

        in_region(e, e.mask, write)
        f.branch(join)
    f.begin(join)
    if op.results:
        (left, left_end), (right, right_end) = ends
        texts = [f.phi(kind, (a, left_end), (b, right_end)) for (kind, a), (_, b) in zip(left, right, strict=True)]
        _finish(e, op, likes, counts, texts)


def _varying(e: WarpEmitter, op: scf.IfOp, condition: Val, then: Block, otherwise: Block | None) -> None:
    f = e.f
    measure_ways(e, op, e.vector(condition, i1))
    join = f.label("fi")
    coherent = e.mask is None and can_be_all(condition) and region_size(then) <= COPY_LIMIT
    coherent = coherent and not e.plan.brief and not writes_once(e) and config().optimises("coherent-branches")
    whole: tuple[list[str], str] | None = None
    if coherent:
        every, some = f.label("all"), f.label("some")
        f.branch_if(all_lanes(e, condition), every, some, suffix=LIKELY)
        f.begin(every)

        def write() -> None:
            nonlocal whole
            _, parts = _arm(e, op, then, True)
            whole = ([text for _, text in flat(parts)], f.block)

        in_region(e, None, write)
        f.branch(join)
        f.begin(some)
    splats = e.splats
    e.splats = dict(splats)
    likes, counts, parts, texts = _masked_arms(e, op, condition, then, otherwise)
    if coherent:
        e.splats = splats
    else:
        _finish(e, op, likes, counts, texts)
        return
    end = f.block
    f.branch(join)
    f.begin(join)
    assert whole is not None
    merged = [f.phi(kind, (a, whole[1]), (b, end)) for (kind, _), a, b in zip(parts, whole[0], texts, strict=True)]
    _finish(e, op, likes, counts, merged)


def _masked_arms(
    e: WarpEmitter, op: scf.IfOp, condition: Val, then: Block, otherwise: Block | None
) -> tuple[list[Value], list[int], list[Component], list[str]]:
    """Each arm under its mask; results chosen by lane. Returns them with their components' types."""
    lanes = e.condition(condition)
    first = _one_arm(e, op, then, e.with_mask(lanes), e.mask is None and condition.lanes.known)
    if otherwise is None:
        return [], [], [], []
    inverse = e.f.op(f"xor <{e.lanes} x i1> {lanes}, splat (i1 true)")
    second = _one_arm(e, op, otherwise, e.with_mask(inverse), e.mask is None and condition.lanes.known)
    texts: list[str] = []
    for (like, a), (other, b) in zip(first, second, strict=True):
        texts += select_lanes(e, op, lanes, a, [text for _, text in b], like, other)
    parts = list(flat([a for _, a in first]))
    likes = [other if unset(like) else like for (like, _), (other, _) in zip(first, second, strict=True)]
    return likes, [len(a) for _, a in first], parts, texts


def _one_arm(
    e: WarpEmitter, op: scf.IfOp, block: Block, mask: str, certain: bool
) -> list[tuple[Value, list[Component]]]:
    """One arm under `mask`, jumped over when no lane is in it; results are zero there."""
    f = e.f
    certain = certain or len(block.ops) == 1
    start = f.block
    out: list[tuple[Value, list[Component]]] = []
    end = after = ""
    if not certain:
        begin, after = f.label("arm"), f.label("join")
        f.branch_if(e.any_of(mask), begin, after)
        start = f.block
        f.begin(begin)

    def write() -> None:
        nonlocal out, end
        values, parts = _arm(e, op, block, True)
        out = list(zip(values, parts, strict=True))
        end = f.block

    in_region(e, mask, write)
    if certain:
        return out
    f.branch(after)
    f.begin(after)
    return [(value, _or_zero(e, value, parts, end, start)) for value, parts in out]


def _or_zero(e: WarpEmitter, value: Value, parts: list[Component], ran: str, skipped: str) -> list[Component]:
    """The components after an arm that may have been skipped; a pointer's base and limit come from before it."""
    out: list[Component] = []
    for index, ((kind, text), blank) in enumerate(zip(parts, zeros(parts), strict=True)):
        fixed = isinstance(value, Pointer) and index != 1
        out.append((kind, text if fixed else e.f.phi(kind, (text, ran), (blank, skipped))))
    return out
