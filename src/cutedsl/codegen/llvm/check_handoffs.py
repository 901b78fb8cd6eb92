"""The checker's runtime for what releases hand on to acquires, in LLVM text, for kernels without fences.

A slot for each address has the clocks that were released there by warps that run together. The checker is only asked
about other blocks (`checker.order`): the first time at an address, and when what is known of other blocks has changed.
Addresses beyond the slots are the checker's alone.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.check_abi import (
    CHUNK,
    HANDOFF_HEAD_BYTES,
    HANDOFF_SLOTS,
    Order,
)
from cutedsl.codegen.llvm.check_clocks import counted, for_each_address, function, join, put_field, row_of, tick, turned
from cutedsl.codegen.llvm.check_shared import field_of
from cutedsl.codegen.llvm.text import FunctionText

_HASH: Final = -7046029254386353131
_STAMPS_AT: Final = (8, 12)
"""Where a slot has how much was known of other blocks when the checker was last asked at an acquire, at a release."""


def _hand_on() -> str:
    """One address that a row acquires from, or releases at (`check_abi.Order`)."""
    f = FunctionText()
    tell = field_of(f, "order", "ptr")
    stride = field_of(f, "stride", "i32")
    clock_bytes = f.op(f"mul i32 {stride}, 4")
    size = f.op(f"zext i32 {f.op(f'add i32 {clock_bytes}, {HANDOFF_HEAD_BYTES}')} to i64")
    table = field_of(f, "handoffs", "ptr")
    bits = HANDOFF_SLOTS.bit_length() - 1
    first = f.op(f"lshr i64 {f.op(f'mul i64 %address, {_HASH}')}, {64 - bits}")
    full = f.op(f"icmp uge i32 {field_of(f, 'handoff_count', 'i32')}, {HANDOFF_SLOTS // 2}")
    f.branch("probe")
    f.begin("probe")
    f.lines.append(f"  %slot = phi i64 [ {first}, %entry ], [ %slot.next, %other ]")
    place = f.op(f"getelementptr i8, ptr {table}, i64 {f.op(f'mul i64 %slot, {size}')}")
    clocks = f.op(f"getelementptr i8, ptr {place}, i64 {HANDOFF_HEAD_BYTES}")
    had = f.op(f"load i64, ptr {place}, align 8")
    f.branch_if(f.op(f"icmp eq i64 {had}, %address"), "found", "miss")
    f.begin("miss")
    f.branch_if(f.op(f"icmp eq i64 {had}, 0"), "make", "other")
    f.begin("other")
    f.lines.append(f"  %slot.next = and i64 {f.op('add i64 %slot, 1')}, {HANDOFF_SLOTS - 1}")
    f.branch("probe")
    f.begin("make")
    f.branch_if(full, "ask", "fresh")
    f.begin("ask")
    f.do(f"call void {tell}(i32 %row, i32 %what, i64 %address)")
    f.branch("out")
    f.begin("fresh")
    f.do(f"call void @llvm.memset.p0.i64(ptr {place}, i8 0, i64 {size}, i1 false)")
    f.do(f"store i64 %address, ptr {place}, align 8")
    put_field(f, "handoff_count", "i32", f.op(f"add i32 {field_of(f, 'handoff_count', 'i32')}, 1"))
    f.branch("found")
    f.begin("found")
    known = row_of(f, "known")
    acquires = f.op(f"icmp ne i32 {f.op(f'and i32 %what, {int(Order.ACQUIRE)}')}, 0")
    f.branch_if(acquires, "acquire", "acquired")
    f.begin("acquire")
    _join_rows(f, "a", known, clocks)
    _ask_of_others(f, place, 0, Order.ACQUIRE | Order.LOADS, tell)
    f.branch("acquired")
    f.begin("acquired")
    releases = f.op(f"icmp ne i32 {f.op(f'and i32 %what, {int(Order.RELEASE)}')}, 0")
    f.branch_if(releases, "release", "out")
    f.begin("release")
    f.branch_if(f.op(f"icmp eq i32 {f.op(f'and i32 %what, {int(Order.REPLACES)}')}, 0"), "add", "replace")
    f.begin("replace")
    f.do(f"call void @llvm.memset.p0.i64(ptr {clocks}, i8 0, i64 {f.op(f'zext i32 {clock_bytes} to i64')}, i1 false)")
    f.branch("add")
    f.begin("add")
    _join_rows(f, "b", clocks, known)
    own = f.op(f"getelementptr i32, ptr {known}, i32 %row")
    f.do(f"store i32 {tick(f)}, ptr {own}, align 4")
    _ask_of_others(f, place, 1, Order.RELEASE | Order.STORES, tell)
    f.branch("out")
    f.begin("out")
    return function("internal void @cute.check.hand_on(ptr %ck, i32 %row, i32 %what, i64 %address)", f)


def _join_rows(f: FunctionText, name: str, target: str, source: str) -> None:
    at = counted(f, name, field_of(f, "stride", "i32"), CHUNK)
    places = [f.op(f"getelementptr i32, ptr {array}, i32 {at}") for array in (target, source)]
    join(f, places[0], places[1])
    turned(f, name)


def _ask_of_others(f: FunctionText, slot: str, which: int, what: Order, tell: str) -> None:
    """Has the checker look at what other blocks released here, or know here, unless nothing has changed."""
    ask, on = f.label("others"), f.label("on")
    place = f.op(f"getelementptr i8, ptr {slot}, i64 {_STAMPS_AT[which]}")
    stamp = f.op(f"load i32, ptr {place}, align 4")
    f.branch_if(f.op(f"icmp eq i32 {stamp}, {field_of(f, 'foreign_stamp', 'i32')}"), on, ask)
    f.begin(ask)
    f.do(f"call void {tell}(i32 %row, i32 {int(what | Order.FOREIGN)}, i64 %address)")
    f.do(f"store i32 {field_of(f, 'foreign_stamp', 'i32')}, ptr {place}, align 4")
    f.branch(on)
    f.begin(on)


def _hand_ons() -> str:
    """`hand_on` for each address of the lanes in `bits`."""
    f = FunctionText()
    for_each_address(f, lambda address: f"call void @cute.check.hand_on(ptr %ck, i32 %row, i32 %what, i64 {address})")
    return function("void @cute.check.hand_ons(ptr %ck, i32 %row, i32 %what, <32 x i64> %addresses, i32 %bits)", f)


HANDOFFS: Final = (
    """declare i32 @llvm.cttz.i32(i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""
    + _hand_on()
    + _hand_ons()
)
"""The text of these functions."""
