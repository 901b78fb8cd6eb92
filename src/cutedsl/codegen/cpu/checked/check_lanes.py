"""Instrumentation for warp-collective ops: checks that every lane in the mask is active."""

from __future__ import annotations

from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import i32
from xdsl.ir import Operation

from cutedsl.arch.abi.check import MAX_SITES, Event
from cutedsl.codegen.cpu.checked.checks import exchanged, tell
from cutedsl.codegen.cpu.control.returned import without_returned
from cutedsl.codegen.cpu.dispatch import Rule
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import UNIFORM
from cutedsl.codegen.cpu.values import Val
from cutedsl.codegen.cpu.warp.collectives import source_lane, sources_of
from cutedsl.codegen.cpu.warp.warp_values import reduced
from cutedsl.codegen.llvm.attributes import string
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.simt import ShuffleOp

_ALL: Final = (1 << 32) - 1


def together(rule: Rule) -> Rule:
    """A rule of an op that lanes do together, which a checked kernel reports first."""

    def checked(e: WarpEmitter, op: Operation) -> None:
        if e.plan.checks:
            _meet(e, op)
            _beyond(e, op)
            exchanged(e)
        rule(e, op)

    return checked


def whole(rule: Rule) -> Rule:
    """A rule of an op that all lanes of a warp do together; a checked kernel reports it in a branch of some."""

    def checked(e: WarpEmitter, op: Operation) -> None:
        if e.plan.checks and e.meetings is None and e.mask is not None and e.mask != e.view.full:
            existing = "-1" if e.view.full is None else e.bits(e.view.full)
            there = e.mask_bits()
            missing = without_returned(e, e.f.op(f"and i32 {existing}, {e.f.op(f'xor i32 {there}, -1')}"))
            site = min(e.sites.add(op, "warp"), MAX_SITES - 1)
            tell(e, e.f.op(f"icmp ne i32 {missing}, 0"), Event.SHUFFLE, site, (missing, there))
        rule(e, op)

    return checked


def _meet(e: WarpEmitter, op: Operation) -> None:
    """Reports lanes of the mask that are not here, lanes here that are not in it, and sources outside of it."""
    meets = facts(op).meets
    assert meets is not None and meets.mask is not None
    mask, f = e.val(op.operands[meets.mask]), e.f
    known = None if mask.lanes.constant is None else mask.lanes.constant & _ALL
    if known is None and not mask.lanes.uniform:
        _meet_in_groups(e, op, mask)
        return
    strays = _strays(e, op, mask, known)
    if known == _ALL and not strays and (e.mask is None or e.mask == e.view.full):
        return
    wanted = str(known - (known >> 31 << 32)) if known is not None else mask.text
    there = e.mask_bits()
    existing = "-1" if e.view.full is None else e.bits(e.view.full)
    named = f.op(f"and i32 {wanted}, {existing}")
    apart = f.op(f"xor i32 {named}, {there}")
    wrong = f.op(f"or i32 {apart}, {f.op(f'and i32 {there}, {strays}')}") if strays else apart
    missing = f.op(f"and i32 {named}, {f.op(f'xor i32 {there}, -1')}")
    site = min(e.sites.add(op, "lanes"), MAX_SITES - 1)
    tell(e, f.op(f"icmp ne i32 {wrong}, 0"), Event.SHUFFLE, site, (missing, there))


def _beyond(e: WarpEmitter, op: Operation) -> None:
    """Reports lanes that a shuffle gives the value of a thread that the block does not have, unless a condition that
    follows may leave the value out."""
    full = e.view.full
    if full is None or type(op) is not ShuffleOp or not e.lanes or e.meetings is not None or e.view.part is not None:
        return
    if _is_guarded(op):
        return
    existing = Val(e.bits(full), UNIFORM)
    sources = sources_of(e, string(op, "mode"), e.val(op.operands[1]), e.val(op.operands[3]))
    wrong = e.f.op(f"and i32 {e.mask_bits()}, {_strays_at_run_time(e, existing, sources)}")
    site = min(e.sites.add(op, "beyond"), MAX_SITES - 1)
    tell(e, e.f.op(f"icmp ne i32 {wrong}, 0"), Event.SHUFFLE, site, (wrong, existing.text))


def _is_guarded(op: Operation) -> bool:
    """Whether a branch or a choice may leave a result out."""
    uses = [use.operation for use in op.results[0].uses]
    return any(type(one) is arith.SelectOp or one.parent_block() is not op.parent_block() for one in uses)


def _meet_in_groups(e: WarpEmitter, op: Operation, mask: Val) -> None:
    """Lanes of several masks: each one's names the lane itself, and lanes that are here."""
    if e.meetings is not None or e.view.part is not None:
        return
    f, kind, there = e.f, f"<{e.lanes} x i32>", e.mask_bits()
    existing = "-1" if e.view.full is None else e.bits(e.view.full)
    elsewhere = f.op(f"and i32 {existing}, {f.op(f'xor i32 {there}, -1')}")
    masks = e.vector(mask, i32)
    away = f.op(f"and {kind} {masks}, {e.splat(elsewhere, 'i32')}")
    own = ", ".join(f"i32 {(1 << lane) - (lane >= 31) * (1 << 32)}" for lane in range(e.lanes))
    named = f.op(f"and {kind} {masks}, <{own}>")
    wrong = f.op(
        f"or <{e.lanes} x i1> {f.op(f'icmp ne {kind} {away}, zeroinitializer')}, "
        f"{f.op(f'icmp eq {kind} {named}, zeroinitializer')}"
    )
    bits = f.op(f"and i32 {e.bits(wrong)}, {there}")
    if strays := _strays(e, op, mask, None):
        bits = f.op(f"or i32 {bits}, {f.op(f'and i32 {there}, {strays}')}")
    missing = reduced(e, "or", away, i32, e.mask)
    site = min(e.sites.add(op, "lanes"), MAX_SITES - 1)
    tell(e, f.op(f"icmp ne i32 {bits}, 0"), Event.SHUFFLE, site, (missing, there))


def _strays(e: WarpEmitter, op: Operation, mask: Val, known: int | None) -> str:
    """The lanes, as the text of an i32, whose source a shuffle's mask does not name; "" if there are none."""
    if type(op) is not ShuffleOp or known == _ALL or not e.lanes:
        return ""
    offset, clamp = e.val(op.operands[1]), e.val(op.operands[3])
    if known is None or not offset.lanes.known or clamp.lanes.constant is None:
        return _strays_at_run_time(e, mask, sources_of(e, string(op, "mode"), offset, clamp))
    strays = 0
    for lane, by in enumerate(offset.lanes.values()):
        source = source_lane(string(op, "mode"), lane, by, clamp.lanes.constant)
        if known >> lane & 1 and not known >> source & 1:
            strays |= 1 << lane
    return str(strays - (strays >> 31 << 32)) if strays else ""


def _strays_at_run_time(e: WarpEmitter, mask: Val, sources: str) -> str:
    f, kind = e.f, f"<{e.lanes} x i32>"
    bit = f.op(f"and {kind} {f.op(f'lshr {kind} {e.vector(mask, i32)}, {sources}')}, splat (i32 1)")
    return e.bits(f.op(f"icmp eq {kind} {bit}, zeroinitializer"))
