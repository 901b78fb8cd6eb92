"""Loops over the lanes of a warp, for what has no vector instruction."""

from __future__ import annotations

from collections.abc import Callable

from cutedsl.codegen.cpu.emitter import WarpEmitter


def each_active_lane(e: WarpEmitter, kind: str, turn: Callable[[str, str], str]) -> str:
    """A loop over the active lanes in their order; `turn(lane, state)` gives the next state of type `kind`.

    An empty `kind` carries no state.
    """

    def one(lane: str, left: str, state: str) -> tuple[str, str]:
        following = turn(lane, state)
        return e.f.op(f"and i32 {left}, {e.f.op(f'sub i32 {left}, 1')}"), following

    return _loop(e, kind, one)


def each_group(e: WarpEmitter, kind: str, groups: str, turn: Callable[[str, str], str]) -> str:
    """One value for all lanes of a group: the active lanes whose entries of `groups` (`<32 x i32>`) are equal.

    `turn(entry, members)` gives a group's scalar from its entry and its lanes as bits. Returns `<32 x kind>`, zero in
    lanes that are not active.
    """
    f, full = e.f, f"<{e.lanes} x {kind}>"

    def one(lane: str, left: str, state: str) -> tuple[str, str]:
        entry = f.op(f"extractelement <{e.lanes} x i32> {groups}, i32 {lane}")
        same = f.op(f"icmp eq <{e.lanes} x i32> {groups}, {e.splat(entry, 'i32')}")
        members = f.op(f"and i32 {e.bits(same)}, {left}")
        value = e.splat(turn(entry, members), kind)
        state = f.op(f"select <{e.lanes} x i1> {lanes_of_bits(e, members)}, {full} {value}, {full} {state}")
        return f.op(f"xor i32 {left}, {members}"), state

    return _loop(e, full, one)


def lanes_of_bits(e: WarpEmitter, bits: str) -> str:
    """An i32 as `<32 x i1>`."""
    return e.f.op(f"bitcast i32 {bits} to <{e.lanes} x i1>")


def _loop(e: WarpEmitter, kind: str, turn: Callable[[str, str, str], tuple[str, str]]) -> str:
    """While lanes are left: `turn(lowest lane, left, state)` gives what is left and the next state."""
    f = e.f
    e.module.declare("i32 @llvm.cttz.i32(i32, i1)")
    bits = e.mask_bits()
    entry, head, inside, after = f.block, f.label("lanes"), f.label("lane"), f.label("after")
    f.branch(head)
    f.begin(head)
    left, state = f.fresh(), f.fresh() if kind else ""
    left_place, state_place = f.reserve(), f.reserve()
    f.branch_if(f.op(f"icmp eq i32 {left}, 0"), after, inside)
    f.begin(inside)
    lane = f.op(f"call i32 @llvm.cttz.i32(i32 {left}, i1 true)")
    splats, e.splats = e.splats, dict(e.splats)  # what a turn repeats in every lane is not known behind the loop
    rest, following = turn(lane, left, state)
    e.splats = splats
    end = f.block
    f.branch(head)
    f.fill(left_place, f"{left} = phi i32 [ {bits}, %{entry} ], [ {rest}, %{end} ]")
    if kind:
        f.fill(state_place, f"{state} = phi {kind} [ zeroinitializer, %{entry} ], [ {following}, %{end} ]")
    f.begin(after)
    return state
