"""The checker's runtime for global memory, in LLVM text: a record for each 128-byte line, words where lines need them.

A line that one row reads at one clock, or one row writes, is told by its record alone. When more happens, each of its
words gets the epochs that words of shared memory have. Blocks know nothing of each other unless the checker says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutedsl.arch.check_abi import (
    ATOMIC_LANE,
    CLOCK_BITS,
    COLUMN_AT,
    COLUMN_BITS,
    LANE_AT,
    LINE_BYTES,
    LINE_RECORD_BYTES,
    LINE_WORDS_BYTES,
    MASK_AT,
    MAX_CLOCK,
    PAGE_BYTES,
    PAGE_LINES,
    PAGE_SLOTS,
    SITE_AT,
    SOME_LANE,
    Access,
    Event,
)
from cutedsl.codegen.llvm.check_clocks import function, put_field
from cutedsl.codegen.llvm.check_shared import field_of
from cutedsl.codegen.llvm.text import FunctionText

_HASH: Final = -7046029254386353131
_LINE_SHIFT: Final = LINE_BYTES.bit_length() - 1
_PAGE_SHIFT: Final = _LINE_SHIFT + PAGE_LINES.bit_length() - 1
_EPOCH: Final = (1 << COLUMN_BITS + CLOCK_BITS) - 1


def _room(f: FunctionText, size_bytes: int, label: str) -> str:
    """So many zero bytes of the checker's; more are asked for when they run out."""
    had = field_of(f, "room", "i64")
    after = f.op(f"add i64 {had}, {size_bytes}")
    short = f.op(f"icmp ugt i64 {after}, {field_of(f, 'room_end', 'i64')}")
    before = f.block
    f.branch_if(short, f"{label}.ask", f"{label}.take")
    f.begin(f"{label}.ask")
    report = field_of(f, "report", "ptr")
    f.op(f"call i32 {report}(ptr %ck, i32 {int(Event.MEMORY)}, i32 0, i32 0, i32 0, i64 {size_bytes}, i64 0)")
    fresh = field_of(f, "room", "i64")
    f.branch(f"{label}.take")
    f.begin(f"{label}.take")
    at = f.phi("i64", (had, before), (fresh, f"{label}.ask"))
    put_field(f, "room", "i64", f.op(f"add i64 {at}, {size_bytes}"))
    return f.op(f"inttoptr i64 {at} to ptr")


def _page() -> str:
    """The records of the page with a number."""
    f = FunctionText()
    last = f.op(f"icmp eq i64 {field_of(f, 'last_page', 'i64')}, %page")
    f.branch_if(last, "known", "look")
    f.begin("known")
    f.do(f"ret ptr {field_of(f, 'last_records', 'ptr')}")
    f.begin("look")
    table = field_of(f, "pages", "ptr")
    mixed = f.op(f"lshr i64 {f.op(f'mul i64 %page, {_HASH}')}, {64 - (PAGE_SLOTS.bit_length() - 1)}")
    f.branch("probe")
    f.begin("probe")
    f.lines.append(f"  %slot = phi i64 [ {mixed}, %look ], [ %slot.next, %other ]")
    entry = f.op(f"getelementptr i64, ptr {table}, i64 {f.op('mul i64 %slot, 2')}")
    key = f.op(f"load i64, ptr {entry}, align 8")
    place = f.op(f"getelementptr i64, ptr {entry}, i64 1")
    f.branch_if(f.op(f"icmp eq i64 {key}, %page"), "found", "miss")
    f.begin("miss")
    f.branch_if(f.op(f"icmp eq i64 {key}, 0"), "make", "other")
    f.begin("other")
    f.lines.append(f"  %slot.next = and i64 {f.op('add i64 %slot, 1')}, {PAGE_SLOTS - 1}")
    f.branch("probe")
    f.begin("make")
    f.do(f"store i64 %page, ptr {entry}, align 8")
    records = _room(f, PAGE_BYTES, "page")
    f.do(f"store ptr {records}, ptr {place}, align 8")
    f.branch("found")
    f.begin("found")
    result = f.op(f"load ptr, ptr {place}, align 8")
    put_field(f, "last_page", "i64", "%page")
    put_field(f, "last_records", "ptr", result)
    return function("internal ptr @cute.check.page(ptr %ck, i64 %page)", f, f"ret ptr {result}")


_WORDS_AT: Final = 48
_SLOTS: Final = ("read0", "read1", "write0", "write1")


@dataclass(frozen=True, slots=True)
class _Slot:
    """An epoch of a line's record, and the words that it is about."""

    place: str
    epoch: str
    mask_place: str
    mask: str


def _slots(f: FunctionText) -> list[_Slot]:
    """The record of the line at `%record`, loaded: two readers, two writers."""
    slots: list[_Slot] = []
    for k in range(len(_SLOTS)):
        places = [f.op(f"getelementptr i8, ptr %record, i64 {at}") for at in (8 * k, 32 + 4 * k)]
        epoch, mask = f.op(f"load i64, ptr {places[0]}, align 8"), f.op(f"load i32, ptr {places[1]}, align 4")
        slots.append(_Slot(places[0], epoch, places[1], mask))
    return slots


def _words_place(f: FunctionText) -> str:
    return f.op(f"getelementptr i8, ptr %record, i64 {_WORDS_AT}")


def _expand() -> str:
    """Gives a line its words: each starts with what the record says of it."""
    f = FunctionText()
    words = _room(f, LINE_WORDS_BYTES, "words")
    f.do(f"store ptr {words}, ptr {_words_place(f)}, align 8")
    read, other_read, write, other_write = _slots(f)
    f.branch("word")
    f.begin("word")
    f.lines.append("  %i = phi i32 [ 0, %words.take ], [ %i1, %word ]")

    def of(slot: _Slot, otherwise: str) -> str:
        on = f.op(f"trunc i32 {f.op(f'lshr i32 {slot.mask}, %i')} to i1")
        return f.op(f"select i1 {on}, i64 {slot.epoch}, i64 {otherwise}")

    values = (of(write, of(other_write, "0")), of(read, "0"), of(other_read, "0"))
    for index, value in enumerate(values):
        at = f.op(f"add i32 {f.op('mul i32 %i, 3')}, {index}")
        f.do(f"store i64 {value}, ptr {f.op(f'getelementptr i64, ptr {words}, i32 {at}')}, align 8")
    f.lines.append("  %i1 = add i32 %i, 1")
    f.branch_if(f.op(f"icmp ult i32 %i1, {LINE_BYTES // 4}"), "word", "out")
    f.begin("out")
    return function("internal ptr @cute.check.expand(ptr %ck, ptr %record)", f, f"ret ptr {words}")


def _earlier(f: FunctionText, epoch: str, name: str, *, atomic: bool) -> None:
    """Asks the checker about an earlier access of the word, unless it is known to come before the one now."""
    clock = f.op(f"and i64 {epoch}, {MAX_CLOCK}")
    moved = f.op(f"lshr i64 {epoch}, {COLUMN_AT}")
    column = f.op(f"and i64 {moved}, {(1 << COLUMN_BITS) - 1}")
    known = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr %known.row, i64 {column}')}, align 4")
    newer = f.op(f"icmp ugt i64 {clock}, {f.op(f'zext i32 {known} to i64')}")
    foreign = f.op(f"icmp ule i64 {clock}, %base")
    after = f.op(f"icmp uge i64 {clock}, {field_of(f, 'ordered_from', 'i64')}")
    before = f.op(f"icmp ult i64 {clock}, {field_of(f, 'ordered_to', 'i64')}")
    inner = f.op(f"and i1 {after}, {before}")
    strange = f.op(f"and i1 {foreign}, {f.op(f'xor i1 {inner}, true')}")
    wrong = f.op(f"or i1 {newer}, {strange}")
    exists = f.op(f"icmp ne i64 {epoch}, 0")
    shared = f.op(f"and i64 {f.op(f'lshr i64 {epoch}, {MASK_AT}')}, %mask")
    overlap = f.op(f"icmp ne i64 {shared}, 0")
    bad = f.op(f"and i1 {f.op(f'and i1 {wrong}, {exists}')}, {overlap}")
    if atomic:
        lane = f.op(f"and i64 {f.op(f'lshr i64 {epoch}, {LANE_AT}')}, 63")
        bad = f.op(f"and i1 {bad}, {f.op(f'icmp ne i64 {lane}, {ATOMIC_LANE}')}")
    f.branch_if(bad, f"{name}.ask", f"{name}.fine")
    f.begin(f"{name}.ask")
    report = field_of(f, "report", "ptr")
    at = f.op(f"add i64 %address, {f.op(f'call i64 @llvm.cttz.i64(i64 {shared}, i1 true)')}")
    told = f"ptr %ck, i32 {int(Event.GLOBAL)}, i32 %row, i32 %site, i32 %kind, i64 {at}, i64 {epoch}"
    f.op(f"call i32 {report}({told})")
    f.branch(f"{name}.fine")
    f.begin(f"{name}.fine")


def _word(name: str, kind: Access) -> str:
    """One word of a line: compares, asks, and remembers. `now` is the epoch without its bytes."""
    f = FunctionText()
    atomic, writes = bool(kind & Access.ATOMIC), bool(kind & Access.WRITE)
    places = ["%word", *(f.op(f"getelementptr i64, ptr %word, i32 {k}") for k in (1, 2))]
    epochs = [f.op(f"load i64, ptr {place}, align 8") for place in places]
    _earlier(f, epochs[0], "write", atomic=atomic)
    if writes:
        _earlier(f, epochs[1], "read", atomic=atomic)
        _earlier(f, epochs[2], "more", atomic=atomic)
    bytes_ = f.op(f"shl i64 %mask, {MASK_AT}")
    now = f.op(f"or i64 %now, {bytes_}")
    if writes:
        f.do(f"store i64 {_kept(f, epochs[0], now)}, ptr {places[0]}, align 8")
        for place in places[1:]:
            f.do(f"store i64 0, ptr {place}, align 8")
        return function(f"internal void @cute.check.word.{name}({_WORD})", f)
    inner = f.op(f"xor i64 {epochs[1]}, {now}")
    same_column = f.op(f"icmp eq i64 {f.op(f'and i64 {inner}, {_EPOCH & ~MAX_CLOCK}')}, 0")
    free = f.op(f"icmp eq i64 {epochs[1]}, 0")
    first = f.op(f"or i1 {same_column}, {free}")
    target = f.op(f"select i1 {first}, ptr {places[1]}, ptr {places[2]}")
    before = f.op(f"select i1 {first}, i64 {epochs[1]}, i64 {epochs[2]}")
    f.do(f"store i64 {_kept(f, before, now)}, ptr {target}, align 8")
    return function(f"internal void @cute.check.word.{name}({_WORD})", f)


def _kept(f: FunctionText, before: str, now: str) -> str:
    """`now`, with the bytes that the same column accessed at the same clock."""
    inner = f.op(f"xor i64 {before}, {now}")
    same = f.op(f"icmp eq i64 {f.op(f'and i64 {inner}, {_EPOCH}')}, 0")
    bytes_ = f.op(f"and i64 {before}, {15 << MASK_AT}")
    return f.op(f"or i64 {now}, {f.op(f'select i1 {same}, i64 {bytes_}, i64 0')}")


_WORD: Final = (
    "ptr %ck, i32 %row, i32 %site, i32 %kind, ptr %known.row, i64 %base, i64 %now, ptr %word, i64 %mask, i64 %address"
)


def _span(name: str, kind: Access) -> str:
    """`bytes` bytes from `address` on, by one row."""
    f = FunctionText()
    stride = f.op(f"mul i32 %row, {field_of(f, 'stride', 'i32')}")
    known = f.op(f"getelementptr i32, ptr {field_of(f, 'known', 'ptr')}, i32 {stride}")
    base = f.op(f"zext i32 {field_of(f, 'base', 'i32')} to i64")
    site = f.op(f"shl i64 {f.op('zext i32 %site to i64')}, {SITE_AT}")
    column = f.op(f"shl i64 %column, {COLUMN_AT}")
    lane = (ATOMIC_LANE if kind & Access.ATOMIC else SOME_LANE) << LANE_AT
    epoch = f.op(f"or i64 {column}, %clock")
    now = f.op(f"or i64 {f.op(f'or i64 {epoch}, {site}')}, {lane}")
    end = f.op("add i64 %address, %bytes")
    first_line = f.op(f"lshr i64 %address, {_LINE_SHIFT}")
    f.branch("each.line")
    f.begin("each.line")
    f.lines.append(f"  %line = phi i64 [ {first_line}, %entry ], [ %line1, %next ]")
    start = f.op(f"shl i64 %line, {_LINE_SHIFT}")
    low = f.op(f"call i64 @llvm.usub.sat.i64(i64 %address, i64 {start})")
    high = f.op(f"call i64 @llvm.umin.i64(i64 {f.op(f'sub i64 {end}, {start}')}, i64 {LINE_BYTES})")
    page = f.op(f"call ptr @cute.check.page(ptr %ck, i64 {f.op(f'lshr i64 %line, {_PAGE_SHIFT - _LINE_SHIFT}')})")
    within = f.op(f"mul i64 {f.op(f'and i64 %line, {PAGE_LINES - 1}')}, {LINE_RECORD_BYTES}")
    f.lines.append(f"  %record = getelementptr i8, ptr {page}, i64 {within}")
    slots = _slots(f)
    words = f.op(f"load ptr, ptr {_words_place(f)}, align 8")
    low_word, high_word = f.op(f"lshr i64 {low}, 2"), f.op(f"lshr i64 {f.op(f'add i64 {high}, 3')}, 2")
    ones = f.op(f"sub i64 {f.op(f'shl i64 1, {high_word}')}, {f.op(f'shl i64 1, {low_word}')}")
    mask = f.op(f"trunc i64 {ones} to i32")
    part = f.op(f"and i64 {f.op(f'or i64 {low}, {high}')}, 3")
    whole = f.op(f"icmp eq i64 {part}, 0")
    plain = f.op(f"and i1 {whole}, {f.op(f'icmp eq ptr {words}, null')}")
    if kind & Access.ATOMIC:
        plain = "false"
    f.branch_if(plain, "simple", "has.words")
    f.begin("simple")
    _simple(f, slots, (known, base, now), mask, writes=bool(kind & Access.WRITE))
    f.begin("has.words")
    f.branch_if(f.op(f"icmp eq ptr {words}, null"), "expand", "ready")
    f.begin("expand")
    made = f.op("call ptr @cute.check.expand(ptr %ck, ptr %record)")
    f.branch("ready")
    f.begin("ready")
    cells = f.phi("ptr", (words, "has.words"), (made, "expand"))
    f.branch("each")
    f.begin("each")
    f.lines.append(f"  %w = phi i64 [ {low_word}, %ready ], [ %w1, %each ]")
    at = f.op("shl i64 %w, 2")
    from_ = f.op(f"call i64 @llvm.usub.sat.i64(i64 {low}, i64 {at})")
    to = f.op(f"call i64 @llvm.umin.i64(i64 {f.op(f'sub i64 {high}, {at}')}, i64 4)")
    bytes_ = f.op(f"sub i64 {f.op(f'shl i64 1, {to}')}, {f.op(f'shl i64 1, {from_}')}")
    cell = f.op(f"getelementptr i64, ptr {cells}, i64 {f.op('mul i64 %w, 3')}")
    address = f.op(f"add i64 {start}, {at}")
    f.do(
        f"call void @cute.check.word.{name}(ptr %ck, i32 %row, i32 %site, i32 %kind, ptr {known}, i64 {base}, "
        f"i64 {now}, ptr {cell}, i64 {bytes_}, i64 {address})"
    )
    f.lines.append("  %w1 = add i64 %w, 1")
    f.branch_if(f.op(f"icmp ult i64 %w1, {high_word}"), "each", "next")
    f.begin("next")
    f.lines.append("  %line1 = add i64 %line, 1")
    following = f.op(f"shl i64 %line1, {_LINE_SHIFT}")
    f.branch_if(f.op(f"icmp ult i64 {following}, {end}"), "each.line", "out")
    f.begin("out")
    return function(f"void @cute.check.{name}.span({_SPAN}, i64 %address, i64 %bytes)", f)


_SPAN: Final = "ptr %ck, i32 %row, i64 %column, i64 %clock, i32 %site, i32 %kind"


def _simple(f: FunctionText, slots: list[_Slot], row: tuple[str, str, str], mask: str, *, writes: bool) -> None:
    """Puts the access into the record and goes on at `next`, if the record can tell all; else goes to `has.words`.

    It can if what the access meets is ordered before it, and a slot is free or of the same row and clock. A read may
    also take the place of an earlier one of no other words, as it would in each word: the first if that was the same
    row's, else the second. `row` are the texts of what the row knows, the cluster's first clock, and the epoch now.
    """
    known, base, now = row
    fine, met = "true", slots if writes else slots[2:]
    for slot in met:
        fine = f.op(f"and i1 {fine}, {_apart_or_before(f, slot, known, base, mask)}")
    own = slots[2:] if writes else slots[:2]
    rest = f.op(f"xor i32 {mask}, -1")
    same: list[str] = []
    free: list[str] = []
    for slot in own:
        differs = f.op(f"and i64 {f.op(f'xor i64 {slot.epoch}, {now}')}, {_EPOCH}")
        same.append(f.op(f"icmp eq i64 {differs}, 0"))
        left = f.op(f"and i32 {slot.mask}, {rest}")
        covered = f.op(f"icmp eq i32 {left}, 0")
        if not writes and slot is own[0]:
            column = f.op(f"icmp eq i64 {f.op(f'and i64 {differs}, {_EPOCH & ~MAX_CLOCK}')}, 0")
            empty = f.op(f"icmp eq i32 {slot.mask}, 0")
            covered = f.op(f"or i1 {empty}, {f.op(f'and i1 {covered}, {column}')}")
        free.append(covered)
    usable = [f.op(f"or i1 {a}, {b}") for a, b in zip(same, free, strict=True)]
    some = f.op(f"or i1 {usable[0]}, {usable[1]}")
    f.branch_if(f.op(f"and i1 {fine}, {some}"), "put", "has.words")
    f.begin("put")
    second = f.op(f"or i1 {same[1]}, {f.op(f'xor i1 {usable[0]}, true')}")
    again = f.op(f"select i1 {second}, i1 {same[1]}, i1 {same[0]}")
    had = f.op(f"select i1 {second}, i32 {own[1].mask}, i32 {own[0].mask}")
    kept = f.op(f"select i1 {again}, i32 {had}, i32 0")
    if writes:
        for slot in slots:
            f.do(f"store i32 {f.op(f'and i32 {slot.mask}, {rest}')}, ptr {slot.mask_place}, align 4")
    place = f.op(f"select i1 {second}, ptr {own[1].place}, ptr {own[0].place}")
    mask_place = f.op(f"select i1 {second}, ptr {own[1].mask_place}, ptr {own[0].mask_place}")
    f.do(f"store i64 {f.op(f'or i64 {now}, {15 << MASK_AT}')}, ptr {place}, align 8")
    f.do(f"store i32 {f.op(f'or i32 {kept}, {mask}')}, ptr {mask_place}, align 4")
    f.branch("next")


def _apart_or_before(f: FunctionText, slot: _Slot, known: str, base: str, mask: str) -> str:
    """Whether a slot is about other words, or about an access of this cluster that comes before the one now."""
    apart = f.op(f"icmp eq i32 {f.op(f'and i32 {slot.mask}, {mask}')}, 0")
    clock = f.op(f"and i64 {slot.epoch}, {MAX_CLOCK}")
    column = f.op(f"and i64 {f.op(f'lshr i64 {slot.epoch}, {COLUMN_AT}')}, {(1 << COLUMN_BITS) - 1}")
    seen = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {known}, i64 {column}')}, align 4")
    before = f.op(f"icmp ule i64 {clock}, {f.op(f'zext i32 {seen} to i64')}")
    alive = f.op(f"icmp ugt i64 {clock}, {base}")
    return f.op(f"or i1 {apart}, {f.op(f'and i1 {before}, {alive}')}")


def _any(name: str) -> str:
    """`bytes` bytes at each lane's address, for the lanes in `bits`; lanes that follow each other as one span."""
    f = FunctionText()
    slot = f.op("alloca <32 x i64>, align 256")
    f.do(f"store <32 x i64> %addresses, ptr {slot}, align 256")
    f.branch("head")
    f.begin("head")
    for text in (
        "%left = phi i32 [ %bits, %entry ], [ %rest, %turn ]",
        "%from = phi i64 [ 0, %entry ], [ %from1, %turn ]",
        "%to = phi i64 [ 0, %entry ], [ %to1, %turn ]",
    ):
        f.lines.append("  " + text)
    none = f.op("icmp eq i32 %left, 0")
    f.branch_if(none, "out", "look")
    f.begin("look")
    lane = f.op("call i32 @llvm.cttz.i32(i32 %left, i1 true)")
    f.lines.append(f"  %rest = and i32 %left, {f.op('sub i32 %left, 1')}")
    at = f.op(f"load i64, ptr {f.op(f'getelementptr i64, ptr {slot}, i32 {lane}')}, align 8")
    after = f.op(f"add i64 {at}, %bytes")
    follows = f.op(f"icmp eq i64 {at}, %to")
    inside = f.op(f"and i1 {f.op(f'icmp uge i64 {at}, %from')}, {f.op(f'icmp ule i64 {after}, %to')}")
    f.branch_if(inside, "turn", "more")
    f.begin("more")
    f.branch_if(follows, "turn", "fresh")
    f.begin("fresh")
    f.branch_if(f.op("icmp eq i64 %from, %to"), "turn", "flush")
    f.begin("flush")
    passed = "ptr %ck, i32 %row, i64 %column, i64 %clock, i32 %site, i32 %kind"
    f.do(f"call void @cute.check.{name}.span({passed}, i64 %from, i64 {f.op('sub i64 %to, %from')})")
    f.branch("turn")
    f.begin("turn")
    f.lines.append(f"  %from1 = phi i64 [ %from, %look ], [ %from, %more ], [ {at}, %fresh ], [ {at}, %flush ]")
    f.lines.append(f"  %to1 = phi i64 [ %to, %look ], [ {after}, %more ], [ {after}, %fresh ], [ {after}, %flush ]")
    f.branch("head")
    f.begin("out")
    f.branch_if(f.op("icmp eq i64 %from, %to"), "end", "last")
    f.begin("last")
    f.do(f"call void @cute.check.{name}.span({passed}, i64 %from, i64 {f.op('sub i64 %to, %from')})")
    f.branch("end")
    f.begin("end")
    return function(f"void @cute.check.{name}.spans({_SPAN}, <32 x i64> %addresses, i32 %bits, i64 %bytes)", f)


KINDS: Final = {
    "read": Access.READ,
    "write": Access.WRITE,
    "atomic": Access.WRITE | Access.ATOMIC,
    "ordered": Access.ATOMIC,
}

GLOBAL: Final = (
    """declare i64 @llvm.usub.sat.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
"""
    + _page()
    + _expand()
    + "".join(_word(name, kind) + _span(name, kind) + _any(name) for name, kind in KINDS.items())
)
"""The text of these functions."""
