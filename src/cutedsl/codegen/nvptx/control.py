"""Structured control flow as blocks and phis: `scf.for`, `scf.if`, `scf.while`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Block, Operation, Region, SSAValue

from cutedsl.codegen.llvm.attributes import attribute
from cutedsl.codegen.llvm.types import bit_width
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter
from cutedsl.codegen.nvptx.tiles.async_copies import copy_under, only_copies
from cutedsl.codegen.nvptx.value_types import value_type
from cutedsl.errors import internal_error
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import ops_within


class _Phis:
    """Phis at the head of a loop: written when the loop's end knows what comes back."""

    def __init__(self, e: KernelEmitter, values: Sequence[SSAValue], starts: Sequence[str], before: str) -> None:
        self._e = e
        self._types = [value_type(value.type) for value in values]
        self._starts = list(starts)
        self._before = before
        self.names = [e.f.fresh() for _ in values]
        self._places = [e.f.reserve() for _ in values]
        for value, name in zip(values, self.names, strict=True):
            e.values[value] = name

    def close(self, backs: Sequence[str], block: str) -> None:
        """Writes the phis: `backs` come from `block`."""
        rows = zip(self._places, self.names, self._types, self._starts, backs, strict=True)
        for place, name, kind, start, back in rows:
            self._e.f.fill(place, f"{name} = phi {kind} [ {start}, %{self._before} ], [ {back}, %{block} ]")


def _body(region: Region) -> Block:
    return region.blocks[0]


def _yielded(e: KernelEmitter, block: Block) -> list[str]:
    last = block.last_op
    if last is None:
        raise internal_error("a region without a terminator")
    return e.texts(last)


def _for(e: KernelEmitter, op: Operation) -> None:
    """`for iv in range(lo, hi, step)` with carried values; tests at the head.

    Where the sign of the step is not known, both sides of the test get its bits: `~i < ~hi` is `i > hi`.
    """
    lower, upper, step, *inits = op.operands
    block = _body(op.regions[0])
    kind = value_type(lower.type)
    descending = attribute(op, "cute.step_negative") is not None
    unsigned = attribute(op, "cute.unsigned") is not None
    before, (head, body, done) = e.f.block, (e.f.label(hint) for hint in ("head", "body", "done"))
    end, turned = e.text(upper), ""
    if attribute(op, "cute.step_sign") is not None:
        turned = e.f.op(f"ashr {kind} {e.text(step)}, {bit_width(lower.type) - 1}")
        end = e.f.op(f"xor {kind} {end}, {turned}")
    e.f.branch(head)
    e.f.begin(head)
    phis = _Phis(e, block.args, [e.text(lower), *map(e.text, inits)], before)
    induction = at = phis.names[0]
    test = ("u" if unsigned else "s") + ("gt" if descending else "lt")
    if turned:
        at = e.f.op(f"xor {kind} {induction}, {turned}")
    inside = e.f.op(f"icmp {test} {kind} {at}, {end}")
    e.f.branch_if(inside, body, done)
    e.f.begin(body)
    e.emit_block(block)
    following = e.f.op(f"add {'' if unsigned else 'nsw '}{kind} {induction}, {e.text(step)}")
    phis.close([following, *_yielded(e, block)], e.f.block)
    e.f.do(f"br label %{head}{_unrolling(e, op)}")
    e.f.begin(done)
    for result, name in zip(op.results, phis.names[1:], strict=True):
        e.values[result] = name


def _unrolling(e: KernelEmitter, op: Operation) -> str:
    """The loop's hint for LLVM: unroll fully, by a count, or not at all (a count of 1).

    Without one, ptxas unrolls loops of a run-time count once more after LLVM has. The code is twice as long (30
    registers instead of 20 in the row sum) and takes half as long again to compile. A loop that waits on an mbarrier
    stays rolled: a wait takes far longer than the branch back, and its unrolled code is fetched cold.
    """
    count = attribute(op, "cute.unroll")
    if attribute(op, "cute.unroll_full") is not None:
        hint = '!{!"llvm.loop.unroll.full"}'
    elif isinstance(count, IntegerAttr) and count.value.data > 1:
        hint = f'!{{!"llvm.loop.unroll.count", i32 {count.value.data}}}'
    elif isinstance(count, IntegerAttr) or _waits_on_mbarrier(op):
        hint = '!{!"llvm.loop.unroll.disable"}'
    else:
        hint = '!{!"llvm.loop.unroll.runtime.disable"}'
    return f", !llvm.loop !{e.nodes.node(f'distinct !{{{{self}}, !{e.nodes.node(hint)}}}')}"


def _waits_on_mbarrier(loop: Operation) -> bool:
    return any(facts(op).waits == "mbarrier" for op in ops_within(_body(loop.regions[0])))


def _if(e: KernelEmitter, op: Operation) -> None:
    """Two arms, joined by phis for the results."""
    condition = e.text(op.operands[0])
    if only_copies(op):
        copy_under(e, _body(op.regions[0]), condition)
        return
    has_else = bool(op.regions[1].blocks)
    then, done = e.f.label("then"), e.f.label("endif")
    otherwise = e.f.label("else") if has_else else done
    e.f.branch_if(condition, then, otherwise)
    e.f.begin(then)
    then_values, then_end = _arm(e, op.regions[0], done)
    if has_else:
        e.f.begin(otherwise)
        else_values, else_end = _arm(e, op.regions[1], done)
    else:
        else_values, else_end = [], ""
    e.f.begin(done)
    for index, result in enumerate(op.results):
        pairs = (then_values[index], then_end), (else_values[index], else_end)
        e.values[result] = e.f.phi(value_type(result.type), *pairs)


def _arm(e: KernelEmitter, region: Region, done: str) -> tuple[list[str], str]:
    e.emit_block(_body(region))
    values, end = _yielded(e, _body(region)), e.f.block
    e.f.branch(done)
    return values, end


def _while(e: KernelEmitter, op: Operation) -> None:
    """The `before` region ends in a condition and hands its values to the `after` region, or out."""
    first, second = _body(op.regions[0]), _body(op.regions[1])
    before, (head, body, done) = e.f.block, (e.f.label(hint) for hint in ("head", "body", "done"))
    e.f.branch(head)
    e.f.begin(head)
    phis = _Phis(e, first.args, [e.text(value) for value in op.operands], before)
    e.emit_block(first)
    condition, *forwarded = _yielded(e, first)
    e.f.branch_if(condition, body, done)
    e.f.begin(body)
    for arg, text in zip(second.args, forwarded, strict=True):
        e.values[arg] = text
    e.emit_block(second)
    phis.close(_yielded(e, second), e.f.block)
    e.f.branch(head)
    e.f.begin(done)
    for result, text in zip(op.results, forwarded, strict=True):
        e.values[result] = text


def _terminator(_e: KernelEmitter, _op: Operation) -> None:
    """Regions read their terminators' operands themselves."""


def _return(e: KernelEmitter, _op: Operation) -> None:
    e.f.do("ret void")


CONTROL: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "scf.for": _for,
        "scf.if": _if,
        "scf.while": _while,
        "scf.yield": _terminator,
        "scf.condition": _terminator,
        "func.return": _return,
    }
)
