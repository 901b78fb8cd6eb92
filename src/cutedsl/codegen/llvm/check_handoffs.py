"""The checker's runtime for what releases hand on to acquires, in LLVM text, and for fences between relaxed accesses.

An entry for each address has the clocks that were released there by warps that run together. The checker itself is only
asked about other blocks (`checker.order`): where an earlier one may have released at the address. A relaxed load notes
what was released where it loads, and a fence makes it known; a relaxed store releases what the last fence kept. Source:
PTX ISA, "Memory Consistency Model" (release and acquire patterns).
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.check_abi import (
    CHUNK,
    FILTER_BITS,
    HANDED_LANES_AT,
    HANDED_MEET_AT,
    HANDED_WORDS,
    HANDOFF_HEAD_BYTES,
    HASH,
    SEEN_OTHERS,
    SEEN_OWN,
    Order,
)
from cutedsl.arch.host_abi import WARP_LANES
from cutedsl.codegen.llvm.check_clocks import (
    counted,
    fence_words,
    function,
    join,
    live_bytes,
    put_field,
    row_of,
    tick,
    turned,
)
from cutedsl.codegen.llvm.check_shared import field_of
from cutedsl.codegen.llvm.text import FunctionText

_STAMP_AT: Final = 8
_ASKED_AT: Final = 12


def _has(f: FunctionText, what: Order, of: Order | None = None) -> str:
    """Whether `%what` has all of `what`, and of those in `of` no others."""
    return f.op(f"icmp eq i32 {f.op(f'and i32 %what, {int(what if of is None else of)}')}, {int(what)}")


def _tell(f: FunctionText, what: Order) -> None:
    f.do(f"call void {field_of(f, 'order', 'ptr')}(i32 %row, i32 {int(what)}, i64 %address)")


def _place() -> str:
    """The entry of an address, which is made if it lacks; null where there is no room for it."""
    f = FunctionText()
    clocks = f.op(f"mul i32 {field_of(f, 'stride', 'i32')}, 4")
    size = f.op(f"zext i32 {f.op(f'add i32 {clocks}, {HANDOFF_HEAD_BYTES}')} to i64")
    mixed = f.op(f"mul i64 %address, {HASH}")
    f.branch("search")
    f.begin("search")
    f.lines.append("  %full.before = phi i1 [ false, %entry ], [ true, %grow ]")
    bits = field_of(f, "handoff_bits", "i32")
    wide = f.op(f"zext i32 {bits} to i64")
    first = f.op(f"lshr i64 {mixed}, {f.op(f'sub i64 64, {wide}')}")
    last = f.op(f"sub i64 {f.op(f'shl i64 1, {wide}')}, 1")
    slots, entries = field_of(f, "handoff_slots", "ptr"), field_of(f, "handoffs", "ptr")
    f.branch("probe")
    f.begin("probe")
    f.lines.append(f"  %slot = phi i64 [ {first}, %search ], [ %slot.next, %other ]")
    cell = f.op(f"getelementptr i32, ptr {slots}, i64 %slot")
    number = f.op(f"load i32, ptr {cell}, align 4")
    f.branch_if(f.op(f"icmp eq i32 {number}, 0"), "make", "look")
    f.begin("look")
    before = f.op(f"zext i32 {f.op(f'sub i32 {number}, 1')} to i64")
    place = f.op(f"getelementptr i8, ptr {entries}, i64 {f.op(f'mul i64 {before}, {size}')}")
    same = f.op(f"icmp eq i64 {f.op(f'load i64, ptr {place}, align 8')}, %address")
    f.branch_if(same, "found", "other")
    f.begin("other")
    f.lines.append(f"  %slot.next = and i64 {f.op('add i64 %slot, 1')}, {last}")
    f.branch("probe")
    f.begin("make")
    count = field_of(f, "handoff_count", "i32")
    room = f.op(f"lshr i32 {f.op(f'shl i32 1, {bits}')}, 1")
    f.branch_if(f.op(f"icmp ult i32 {count}, {room}"), "fresh", "full")
    f.begin("full")
    f.branch_if("%full.before", "none", "grow")
    f.begin("grow")
    _tell(f, Order.MORE)
    f.branch("search")
    f.begin("none")
    f.do("ret ptr null")
    f.begin("fresh")
    offset = f.op(f"mul i64 {f.op(f'zext i32 {count} to i64')}, {size}")
    new = f.op(f"getelementptr i8, ptr {entries}, i64 {offset}")
    f.do(f"store <2 x i64> zeroinitializer, ptr {new}, align 8")
    f.do(f"store i64 %address, ptr {new}, align 8")
    more = f.op(f"add i32 {count}, 1")
    f.do(f"store i32 {more}, ptr {cell}, align 4")
    put_field(f, "handoff_count", "i32", more)
    f.branch("found")
    f.begin("found")
    result = f.phi("ptr", (place, "look"), (new, "fresh"))
    return function("internal ptr @cute.check.handoff(ptr %ck, i32 %row, i64 %address)", f, f"ret ptr {result}")


def _hand_on() -> str:
    """One address that a row acquires from, or releases at, or accesses between fences (`check_abi.Order`)."""
    f = FunctionText()
    place = f.op("call ptr @cute.check.handoff(ptr %ck, i32 %row, i64 %address)")
    f.branch_if(f.op(f"icmp eq ptr {place}, null"), "out", "found")
    f.begin("found")
    clocks = f.op(f"getelementptr i8, ptr {place}, i64 {HANDOFF_HEAD_BYTES}")
    stamp_at = f.op(f"getelementptr i8, ptr {place}, i64 {_STAMP_AT}")
    stamp = f.op(f"load i32, ptr {stamp_at}, align 4")
    empty = f.op(f"icmp eq i32 {stamp}, 0")
    known, words = row_of(f, "known"), fence_words(f)
    f.branch_if(_has(f, Order.LOADS), "loads", "loaded")
    f.begin("loads")
    f.branch_if(_has(f, Order.ACQUIRE), "acquire", "see")
    f.begin("acquire")
    f.branch_if(empty, "acquired", "join")
    f.begin("join")
    _join_rows(f, "a", known, clocks)
    _lanes_learn(f, clocks)
    f.branch("acquired")
    f.begin("acquired")
    asks = _concerns_others(f, place)
    f.branch_if(asks, "ask", "loaded")
    f.begin("ask")
    _tell(f, Order.FOREIGN | Order.ACQUIRE)
    f.do(f"store i32 1, ptr {f.op(f'getelementptr i8, ptr {place}, i64 {_ASKED_AT}')}, align 4")
    f.branch("loaded")
    f.begin("see")
    _see(f, place, clocks, empty, words)
    f.branch("loaded")
    f.begin("loaded")
    f.branch_if(_has(f, Order.STORES), "stores", "out")
    f.begin("stores")
    f.branch_if(_has(f, Order.RELEASE), "release", "relaxed")
    f.begin("release")
    _take(f, "b", f.op(f"or i1 {_has(f, Order.REPLACES)}, {empty}"), clocks, known, "released")
    f.begin("released")
    _note_lanes(f, known, "%lanes")
    f.do(f"store i32 {tick(f)}, ptr {f.op(f'getelementptr i32, ptr {known}, i32 %row')}, align 4")
    f.do(f"store i32 {field_of(f, 'foreign_stamp', 'i32')}, ptr {stamp_at}, align 4")
    f.branch("out")
    f.begin("relaxed")
    kept, fenced = row_of(f, "fence_kept"), f.op(f"getelementptr i32, ptr {words}, i32 1")
    at_fence = f.op(f"load i32, ptr {fenced}, align 4")
    f.branch_if(f.op(f"icmp eq i32 {at_fence}, 0"), "out", "fenced")
    f.begin("fenced")
    f.do(f"store i32 {f.op(f'call i32 @llvm.umax.i32(i32 {stamp}, i32 {at_fence})')}, ptr {stamp_at}, align 4")
    _take(f, "c", empty, clocks, kept, "out")
    f.begin("out")
    return function("internal void @cute.check.hand_on(ptr %ck, i32 %row, i32 %what, i64 %address, i32 %lanes)", f)


def _take(f: FunctionText, name: str, anew: str, into: str, clocks: str, then: str) -> None:
    """`into` becomes `clocks` where it starts `anew`, else is joined with them; goes on at block `then`."""
    f.branch_if(anew, f"{name}.copy", f"{name}.join")
    f.begin(f"{name}.copy")
    _copy(f, into, clocks)
    f.branch(then)
    f.begin(f"{name}.join")
    _join_rows(f, name, into, clocks)
    f.branch(then)


def _concerns_others(f: FunctionText, place: str) -> str:
    """Whether other blocks may have released at the address what is not known yet."""
    spot = f.op(f"lshr i64 {f.op(f'mul i64 %address, {HASH}')}, {64 - FILTER_BITS}")
    mark = f.op(f"getelementptr i8, ptr {field_of(f, 'foreign_filter', 'ptr')}, i64 {spot}")
    some = f.op(f"icmp ne i8 {f.op(f'load i8, ptr {mark}, align 1')}, 0")
    asked = f.op(f"load i32, ptr {f.op(f'getelementptr i8, ptr {place}, i64 {_ASKED_AT}')}, align 4")
    return f.op(f"and i1 {some}, {f.op(f'icmp eq i32 {asked}, 0')}")


def _see(f: FunctionText, place: str, clocks: str, empty: str, words: str) -> None:
    """A relaxed load: what was released here is known from the row's next fence on."""
    seen = row_of(f, "seen")
    state = f.op(f"load i32, ptr {words}, align 4")
    f.branch_if(empty, "see.others", "see.own")
    f.begin("see.own")
    with_own = f.op(f"or i32 {state}, {SEEN_OWN}")
    nothing = f.op(f"icmp eq i32 {f.op(f'and i32 {state}, {SEEN_OWN}')}, 0")
    _take(f, "s", nothing, seen, clocks, "see.others")
    after = f.block
    f.begin("see.others")
    before = f.phi("i32", (state, "see"), (with_own, "s.copy"), (with_own, after))
    others = _concerns_others(f, place)
    now = f.op(f"or i32 {before}, {f.op(f'select i1 {others}, i32 {SEEN_OTHERS}, i32 0')}")
    f.do(f"store i32 {now}, ptr {words}, align 4")
    f.branch_if(others, "see.ask", "loaded")
    f.begin("see.ask")
    _tell(f, Order.FOREIGN | Order.LOADS)


def _fence_order() -> str:
    """A fence: what the row's relaxed loads saw is known, and its relaxed stores from here on release what it knows."""
    f = FunctionText()
    known, words, kept = row_of(f, "known"), fence_words(f), row_of(f, "fence_kept")
    state = f.op(f"load i32, ptr {words}, align 4")
    f.branch_if(f.op(f"icmp eq i32 {f.op(f'and i32 {state}, {SEEN_OWN}')}, 0"), "learned", "learn")
    f.begin("learn")
    _join_rows(f, "s", known, row_of(f, "seen"))
    _lanes_learn(f, row_of(f, "seen"))
    f.branch("learned")
    f.begin("learned")
    f.do(f"store i32 0, ptr {words}, align 4")
    f.branch_if(f.op(f"icmp eq i32 {f.op(f'and i32 {state}, {SEEN_OTHERS}')}, 0"), "keep", "ask")
    f.begin("ask")
    _tell(f, Order.FOREIGN | Order.FENCE)
    f.branch("keep")
    f.begin("keep")
    _copy(f, kept, known)
    _note_lanes(f, known, "%lanes")
    stamp_at = f.op(f"getelementptr i32, ptr {words}, i32 1")
    f.do(f"store i32 {field_of(f, 'foreign_stamp', 'i32')}, ptr {stamp_at}, align 4")
    f.do(f"store i32 {tick(f)}, ptr {f.op(f'getelementptr i32, ptr {known}, i32 %row')}, align 4")
    return function("internal void @cute.check.fence_order(ptr %ck, i32 %row, i64 %address, i32 %lanes)", f)


def _note_lanes(f: FunctionText, known: str, lanes: str) -> None:
    """What the row did at its clock now is handed on of some lanes only: the others have not met them since.

    Lanes of the row itself may learn of what those did, since all met last.
    """
    place = f.op(f"getelementptr i32, ptr {field_of(f, 'releases', 'ptr')}, i32 {f.op('mul i32 %row, 2')}")
    now = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {known}, i32 %row')}, align 4")
    f.do(f"store i32 {now}, ptr {place}, align 4")
    f.do(f"store i32 {lanes}, ptr {f.op(f'getelementptr i32, ptr {place}, i32 1')}, align 4")
    handed = _handed(f)
    both, met_at = (f.op(f"getelementptr i32, ptr {handed}, i32 {at}") for at in (HANDED_LANES_AT, HANDED_MEET_AT))
    meets = f.op(f"getelementptr i32, ptr {field_of(f, 'meets', 'ptr')}, i32 %row")
    meet = f.op(f"load i32, ptr {meets}, align 4")
    since = f.op(f"icmp eq i32 {f.op(f'load i32, ptr {met_at}, align 4')}, {meet}")
    before = f.op(f"select i1 {since}, i32 {f.op(f'load i32, ptr {both}, align 4')}, i32 0")
    f.do(f"store i32 {f.op(f'or i32 {before}, {lanes}')}, ptr {both}, align 4")
    f.do(f"store i32 {meet}, ptr {met_at}, align 4")


def _handed(f: FunctionText) -> str:
    """What the lanes of the row have handed on to each other: see `check_abi.CONTEXT`, `handed`."""
    offset = f.op(f"mul i32 %row, {HANDED_WORDS}")
    return f.op(f"getelementptr i32, ptr {field_of(f, 'handed', 'ptr')}, i32 {offset}")


def _lanes_learn(f: FunctionText, clocks: str) -> None:
    """The lanes `%lanes` know what lanes of their own row did that released it, up to the row's clock in `clocks`."""
    words = f"<{WARP_LANES} x i32>"
    own = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {clocks}, i32 %row')}, align 4")
    one = f.op(f"insertelement {words} poison, i32 {own}, i32 0")
    all_of = f.op(f"shufflevector {words} {one}, {words} poison, {words} zeroinitializer")
    place = _handed(f)
    had = f.op(f"load {words}, ptr {place}, align 4")
    now = f.op(f"call {words} @llvm.umax.v32i32({words} {had}, {words} {all_of})")
    these = f.op(f"bitcast i32 %lanes to <{WARP_LANES} x i1>")
    after = f.op(f"select <{WARP_LANES} x i1> {these}, {words} {now}, {words} {had}")
    f.do(f"store {words} {after}, ptr {place}, align 4")


def _copy(f: FunctionText, target: str, source: str) -> None:
    f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, i64 {live_bytes(f)}, i1 false)")


def _join_rows(f: FunctionText, name: str, target: str, source: str) -> None:
    at = counted(f, name, field_of(f, "live", "i32"), CHUNK)
    places = [f.op(f"getelementptr i32, ptr {array}, i32 {at}") for array in (target, source)]
    join(f, places[0], places[1])
    turned(f, name)


def _for_each_address(f: FunctionText, slot: str) -> None:
    """`hand_on` for `%addresses`, which are put into `slot`, those of the lanes in `%bits`, each once."""
    f.do(f"store <32 x i64> %addresses, ptr {slot}, align 256")
    before = f.block
    f.branch("lane")
    f.begin("lane")
    f.lines.append(f"  %left = phi i32 [ %bits, %{before} ], [ %rest, %look ]")
    f.branch_if(f.op("icmp eq i32 %left, 0"), "out", "look")
    f.begin("look")
    number = f.op("call i32 @llvm.cttz.i32(i32 %left, i1 true)")
    address = f.op(f"load i64, ptr {f.op(f'getelementptr i64, ptr {slot}, i32 {number}')}, align 8")
    one = f.op(f"insertelement <32 x i64> poison, i64 {address}, i32 0")
    all_of = f.op(f"shufflevector <32 x i64> {one}, <32 x i64> poison, <32 x i32> zeroinitializer")
    others = f.op(f"bitcast <32 x i1> {f.op(f'icmp ne <32 x i64> %addresses, {all_of}')} to i32")
    f.lines.append(f"  %rest = and i32 %left, {others}")
    lanes = f.op("xor i32 %left, %rest")
    f.do(f"call void @cute.check.hand_on(ptr %ck, i32 %row, i32 %what, i64 {address}, i32 {lanes})")
    f.branch("lane")
    f.begin("out")


def _hand_ons() -> str:
    """`hand_on` for each address of the lanes in `bits`; a fence has none."""
    f = FunctionText()
    slot = f.op("alloca <32 x i64>, align 256")
    f.branch_if(_has(f, Order.FENCE), "fence", "access")
    f.begin("fence")
    f.do("call void @cute.check.fence_order(ptr %ck, i32 %row, i64 0, i32 %bits)")
    f.do("ret void")
    f.begin("access")
    _for_each_address(f, slot)
    return function("void @cute.check.hand_ons(ptr %ck, i32 %row, i32 %what, <32 x i64> %addresses, i32 %bits)", f)


HANDOFFS: Final = (
    """declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.umax.i32(i32, i32)
declare <32 x i32> @llvm.umax.v32i32(<32 x i32>, <32 x i32>)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
"""
    + _place()
    + _hand_on()
    + _fence_order()
    + _hand_ons()
)
"""The text of these functions."""
