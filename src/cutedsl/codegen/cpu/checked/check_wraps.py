"""Instrumentation for offsets: reports 32-bit arithmetic that wrapped, wherever the offset leads.

The sum of products that a pointer moves by is computed once more in 64 bits, from the values that it is made of; sums
that loops carry are looked at one by one. What is masked, shifted right or divided counts as a value: hashes wrap on
purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xdsl.dialects.builtin import i32
from xdsl.ir import Operation, SSAValue

from cutedsl.arch.abi.check import MAX_SITES, Event
from cutedsl.codegen.cpu.checked.checks import tell
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.plan.carried_sums import is_index_sum, narrow_source
from cutedsl.codegen.llvm.types import bit_width
from cutedsl.ir.facts import facts

_MOST_OPS: Final = 16


def check_wraps(e: WarpEmitter, op: Operation) -> None:
    """Reports lanes whose pointer moves by another number than the one that its arithmetic means."""
    if not e.plan.checks:
        return
    ops = list(_arithmetic(op.operands[1]))
    if ops and len(ops) <= _MOST_OPS and any(_may_wrap(e, one) for one in ops):
        _check(e, op, ops, op.operands[1])


def check_carried_sum(e: WarpEmitter, op: Operation) -> None:
    """Reports lanes in which a sum wraps that a loop carries on, if a pointer moves by that."""
    move = e.plan.carried_sums.get(op)
    if move is not None and _may_wrap(e, op):
        _check(e, move, [op], op.results[0])


def _check(e: WarpEmitter, op: Operation, ops: list[Operation], total: SSAValue) -> None:
    """Compares `total`, which `ops` compute, with what they mean; `op` is the pointer's move."""
    leaves = [value for one in ops for value in map(narrow_source, one.operands) if value.owner not in ops]
    width = e.lanes if any(e.val(x).lanes.varying for x in (*leaves, total)) else 0
    splats, e.splats = e.splats, dict(e.splats)
    kind = f"<{width} x i64>" if width else "i64"
    (last,) = (one for one in ops if one is narrow_source(total).owner)
    exact, found = _exact(e, last, set(ops), width), _wide(e, last.results[0], width)
    differs = e.f.op(f"icmp ne {kind} {exact}, {found}")
    if width:
        bits = e.bits(e.with_mask(differs))
        differs = e.f.op(f"icmp ne i32 {bits}, 0")
    else:
        bits = e.mask_bits()
    made = next(one for one in ops if one.results[0].type == i32)
    site, made = (min(e.sites.add(one, "load", _name(e, op)), MAX_SITES - 1) for one in (op, made))
    tell(e, differs, Event.WRAPS, site, (bits, str(made)))
    e.splats = splats


def _name(e: WarpEmitter, op: Operation) -> str:
    """The tensor of a pointer that moves, which a loop before may not know yet."""
    return e.pointer(op.operands[0]).name if op.operands[0] in e.env else ""


def _arithmetic(value: SSAValue) -> Iterator[Operation]:
    """The sums and products that make a number, each once, in no order; those of 64 bits may be made of such of 32."""
    pending, seen = [narrow_source(value)], set[Operation]()
    while pending:
        owner = pending.pop().owner
        if isinstance(owner, Operation) and owner not in seen and is_index_sum(owner):
            seen.add(owner)
            yield owner
            pending.extend(map(narrow_source, owner.operands))


def _may_wrap(e: WarpEmitter, op: Operation) -> bool:
    """Whether nothing bounds the result, which has 32 bits."""
    if op.results[0].type != i32:
        return False
    lanes = e.val(op.results[0]).lanes
    low, high = lanes.low, lanes.high
    if low is not None and high is not None and high - low < 1 << 31 and not lanes.varying:
        return False
    return not lanes.known


def _exact(e: WarpEmitter, op: Operation, ops: set[Operation], width: int) -> str:
    kind = f"<{width} x i64>" if width else "i64"
    texts = [
        _exact(e, value.owner, ops, width)
        if isinstance(value.owner, Operation) and value.owner in ops
        else _wide(e, value, width)
        for value in map(narrow_source, op.operands)
    ]
    return e.f.op(f"{facts(op).computes.operation} {kind} {texts[0]}, {texts[1]}")


def _wide(e: WarpEmitter, value: SSAValue, width: int) -> str:
    """A number in 64 bits; of lanes that differ by constants alone, without these."""
    val = e.val(value)
    bits = bit_width(value.type)
    text = e.vector(val, value.type) if width else val.text
    kind = f"<{width} x i{bits}>" if width else f"i{bits}"
    return text if bits == 64 else e.f.op(f"sext {kind} {text} to {kind.replace(f'i{bits}', 'i64')}")
