"""The checker's runtime for global memory, in LLVM text: a record for each 128-byte line, words where lines need them.

A line that one row reads at one clock, or one row writes, is told by its record alone. When more happens, each of its
words gets the epochs that words of shared memory have. Blocks know nothing of each other unless the checker says so.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.check_abi import (
    ACCESS_LANE_AT,
    ATOMIC_LANE,
    COLUMN_AT,
    COLUMN_BITS,
    FIRST_RULE,
    HASH,
    LANE_AT,
    LANE_BITS,
    LINE_BYTES,
    LINE_RECORD_BYTES,
    LINE_WORDS_BYTES,
    MASK_AT,
    MASK_BITS,
    MAX_CLOCK,
    NO_RULE,
    PAGE_BYTES,
    PAGE_LINES,
    PAGE_SLOTS,
    PARTS_LANE,
    RULE_SHIFT_BITS,
    SEVERAL_LANES,
    SEVERAL_RULE,
    SITE_AT,
    SOME_LANE,
    Access,
    Event,
)
from cutedsl.codegen.llvm.check_clocks import function, put_field
from cutedsl.codegen.llvm.check_line_record import (
    EPOCH,
    Now,
    expand,
    lane_of,
    put,
    put_first,
    released_at,
    rule_in_line,
    slots_of,
    words_place,
)
from cutedsl.codegen.llvm.check_shared import field_of
from cutedsl.codegen.llvm.text import FunctionText

_LINE_SHIFT: Final = LINE_BYTES.bit_length() - 1
_PAGE_SHIFT: Final = _LINE_SHIFT + PAGE_LINES.bit_length() - 1


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
    mixed = f.op(f"lshr i64 {f.op(f'mul i64 %page, {HASH}')}, {64 - (PAGE_SLOTS.bit_length() - 1)}")
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


def _expand() -> str:
    """Gives a line its words."""
    f = FunctionText()
    words = _room(f, LINE_WORDS_BYTES, "words")
    expand(f, words, before="words.take")
    return function("internal ptr @cute.check.expand(ptr %ck, ptr %record)", f, f"ret ptr {words}")


def _earlier(f: FunctionText, epoch: str, name: str, *, atomic: bool, written: bool) -> None:
    """Asks the checker about an earlier access of the word, unless it is known to come before the one now."""
    f.branch_if(f.op(f"icmp eq i64 {epoch}, 0"), f"{name}.fine", f"{name}.look")
    f.begin(f"{name}.look")
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
    wrong = f.op(f"or i1 {wrong}, {_beside(f, epoch, (clock, column), written=written)}")
    wrong = f.op(f"or i1 {wrong}, {_not_released(f, epoch, (clock, column), known)}")
    shared = f.op(f"and i64 {f.op(f'lshr i64 {epoch}, {MASK_AT}')}, %mask")
    overlap = f.op(f"icmp ne i64 {shared}, 0")
    bad = f.op(f"and i1 {wrong}, {overlap}")
    if atomic:
        lane = f.op(f"and i64 {f.op(f'lshr i64 {epoch}, {LANE_AT}')}, 63")
        bad = f.op(f"and i1 {bad}, {f.op(f'icmp ne i64 {lane}, {ATOMIC_LANE}')}")
    f.branch_if(bad, f"{name}.ask", f"{name}.fine")
    f.begin(f"{name}.ask")
    report = field_of(f, "report", "ptr")
    first = f.op(f"call i64 @llvm.cttz.i64(i64 {shared}, i1 true)")
    at = f.op(f"add i64 %address, {f.op(f'and i64 {first}, 3')}")
    lane = f.op(f"shl i32 {f.op('trunc i64 %lane to i32')}, {ACCESS_LANE_AT}")
    told = f"ptr %ck, i32 {int(Event.GLOBAL)}, i32 %row, i32 %site, i32 {f.op(f'or i32 %kind, {lane}')}"
    f.op(f"call i32 {report}({told}, i64 {at}, i64 {epoch})")
    f.branch(f"{name}.fine")
    f.begin(f"{name}.fine")


def _lane_of(f: FunctionText, epoch: str) -> str:
    """The lane that made an access, or what stands for several."""
    return f.op(f"and i64 {f.op(f'lshr i64 {epoch}, {LANE_AT}')}, {(1 << LANE_BITS) - 1}")


def _beside(f: FunctionText, epoch: str, when: tuple[str, str], *, written: bool) -> str:
    """Whether another lane of the row made an earlier access, since the lanes met last (as `check_shared` has it)."""
    clock, column = when
    lane = _lane_of(f, epoch)
    bytes_ = f.op(f"and i64 {f.op(f'lshr i64 {epoch}, {MASK_AT}')}, {(1 << MASK_BITS) - 1}")
    here = f.op(f"and i1 {f.op(f'icmp eq i64 {column}, %row.wide')}, {f.op(f'icmp uge i64 {clock}, %meet')}")
    told = f.op(f"icmp ult i64 {lane}, {SEVERAL_LANES if written else SOME_LANE}")
    differs = f.op(f"icmp ne i64 {lane}, %lane")
    if not written:  # of several readers at least one is not the writer
        differs = f.op(f"or i1 {differs}, {f.op(f'icmp eq i64 {lane}, {SEVERAL_LANES}')}")
    other = f.op(f"and i1 {told}, {differs}")
    left = f.op(f"and i64 {bytes_}, {f.op('xor i64 %mask, -1')}")
    parts = f.op(f"and i1 {f.op(f'icmp eq i64 {lane}, {PARTS_LANE}')}, {f.op(f'icmp eq i64 {left}, 0')}")
    apart = f.op(f"and i1 {f.op(f'or i1 {other}, {parts}')}, {f.op(f'icmp ult i64 %lane, {SOME_LANE}')}")
    return f.op(f"and i1 {here}, {apart}")


def _not_released(f: FunctionText, epoch: str, when: tuple[str, str], known: str) -> str:
    """Whether the earlier access is known only by a release of other lanes of its row, which had not met its lane."""
    clock, column = when
    place = released_at(f, column)
    since, lanes = (
        f.op(f"zext i32 {f.op(f'load i32, ptr {at}, align 4')} to i64")
        for at in (place, f.op(f"getelementptr i32, ptr {place}, i64 1"))
    )
    lane = _lane_of(f, epoch)
    told = f.op(f"icmp ult i64 {lane}, {SEVERAL_LANES}")
    its = f.op(f"trunc i64 {f.op(f'lshr i64 {lanes}, {lane}')} to i1")
    only = f.op(f"icmp eq i64 {clock}, {f.op(f'zext i32 {known} to i64')}")
    by_this = f.op(f"and i1 {only}, {f.op(f'icmp eq i64 {clock}, {since}')}")
    return f.op(f"and i1 {f.op(f'and i1 {by_this}, {told}')}, {f.op(f'xor i1 {its}, true')}")


def _word(name: str, kind: Access) -> str:
    """One word of a line: compares, asks, and remembers. `now` is the epoch without its lane and bytes."""
    f = FunctionText()
    atomic, writes = bool(kind & Access.ATOMIC), bool(kind & Access.WRITE)
    places = ["%word", *(f.op(f"getelementptr i64, ptr %word, i32 {k}") for k in (1, 2))]
    epochs = [f.op(f"load i64, ptr {place}, align 8") for place in places]
    f.lines.append("  %row.wide = zext i32 %row to i64")
    _earlier(f, epochs[0], "write", atomic=atomic, written=True)
    if writes:
        _earlier(f, epochs[1], "read", atomic=atomic, written=False)
        _earlier(f, epochs[2], "more", atomic=atomic, written=False)
    bytes_ = f.op(f"shl i64 %mask, {MASK_AT}")
    now = f.op(f"or i64 %now, {bytes_}")
    if writes:
        f.do(f"store i64 {_kept(f, epochs[0], now)}, ptr {places[0]}, align 8")
        for place in places[1:]:
            f.do(f"store i64 0, ptr {place}, align 8")
        return function(f"internal void @cute.check.word.{name}({_WORD})", f)
    inner = f.op(f"xor i64 {epochs[1]}, {now}")
    same_column = f.op(f"icmp eq i64 {f.op(f'and i64 {inner}, {EPOCH & ~MAX_CLOCK}')}, 0")
    free = f.op(f"icmp eq i64 {epochs[1]}, 0")
    first = f.op(f"or i1 {same_column}, {free}")
    target = f.op(f"select i1 {first}, ptr {places[1]}, ptr {places[2]}")
    before = f.op(f"select i1 {first}, i64 {epochs[1]}, i64 {epochs[2]}")
    f.do(f"store i64 {_kept(f, before, now)}, ptr {target}, align 8")
    return function(f"internal void @cute.check.word.{name}({_WORD})", f)


def _kept(f: FunctionText, before: str, now: str) -> str:
    """`now` with its lane, and with the bytes and lanes that the same column accessed at the same clock."""
    inner = f.op(f"xor i64 {before}, {now}")
    same = f.op(f"icmp eq i64 {f.op(f'and i64 {inner}, {EPOCH}')}, 0")
    had = f.op(f"and i64 {before}, {15 << MASK_AT}")
    bytes_ = f.op(f"select i1 {same}, i64 {had}, i64 0")
    lane = f.op(f"and i64 {f.op(f'lshr i64 {before}, {LANE_AT}')}, {(1 << LANE_BITS) - 1}")
    told = f.op(f"icmp ult i64 {lane}, {SOME_LANE}")
    common = f.op(f"icmp ne i64 {f.op(f'and i64 {had}, {now}')}, 0")
    parts = f.op(f"or i1 {told}, {f.op(f'icmp eq i64 {lane}, {PARTS_LANE}')}")
    known = f.op(f"and i1 {f.op(f'icmp ult i64 %lane, {SOME_LANE}')}, {parts}")
    apart = f.op(f"select i1 {known}, i64 {PARTS_LANE}, i64 {SOME_LANE}")
    both = f.op(f"select i1 {f.op(f'and i1 {told}, {common}')}, i64 {SEVERAL_LANES}, i64 {apart}")
    joins = f.op(f"and i1 {same}, {f.op(f'icmp ne i64 {lane}, %lane')}")
    plain = f.op(f"icmp ne i64 %lane, {ATOMIC_LANE}")
    lanes = f.op(f"select i1 {f.op(f'and i1 {joins}, {plain}')}, i64 {both}, i64 %lane")
    return f.op(f"or i64 {f.op(f'or i64 {now}, {bytes_}')}, {f.op(f'shl i64 {lanes}, {LANE_AT}')}")


_WORD: Final = (
    "ptr %ck, i32 %row, i32 %site, i32 %kind, ptr %known.row, i64 %base, i64 %now, ptr %word, i64 %mask, i64 %address, "
    "i64 %lane, i64 %meet"
)


def _span(name: str, kind: Access) -> str:
    """`bytes` bytes from `address` on, by one row, of whose lanes `rule` tells (see `check_abi.lane_rule`)."""
    f = FunctionText()
    stride = f.op(f"mul i32 %row, {field_of(f, 'stride', 'i32')}")
    known = f.op(f"getelementptr i32, ptr {field_of(f, 'known', 'ptr')}, i32 {stride}")
    base = f.op(f"zext i32 {field_of(f, 'base', 'i32')} to i64")
    site = f.op(f"shl i64 {f.op('zext i32 %site to i64')}, {SITE_AT}")
    column = f.op(f"shl i64 %column, {COLUMN_AT}")
    now = f.op(f"or i64 {f.op(f'or i64 {column}, %clock')}, {site}")
    met = f.op(f"getelementptr i32, ptr {field_of(f, 'meets', 'ptr')}, i32 %row")
    meet = f.op(f"zext i32 {f.op(f'load i32, ptr {met}, align 4')} to i64")
    row = f.op("zext i32 %row to i64")
    end = f.op("add i64 %address, %bytes")
    first_line = f.op(f"lshr i64 %address, {_LINE_SHIFT}")
    f.branch("each.line")
    f.begin("each.line")
    f.lines.append(f"  %line = phi i64 [ {first_line}, %entry ], [ %line1, %next ]")
    start = f.op(f"shl i64 %line, {_LINE_SHIFT}")
    low = f.op(f"call i64 @llvm.usub.sat.i64(i64 %address, i64 {start})")
    high = f.op(f"call i64 @llvm.umin.i64(i64 {f.op(f'sub i64 {end}, {start}')}, i64 {LINE_BYTES})")
    number = f.op(f"lshr i64 %line, {_PAGE_SHIFT - _LINE_SHIFT}")
    known_page = f.op(f"icmp eq i64 {field_of(f, 'last_page', 'i64')}, {number}")
    last_records = field_of(f, "last_records", "ptr")
    f.branch_if(known_page, "paged", "look")
    f.begin("look")
    looked = f.op(f"call ptr @cute.check.page(ptr %ck, i64 {number})")
    f.branch("paged")
    f.begin("paged")
    page = f.phi("ptr", (last_records, "each.line"), (looked, "look"))
    within = f.op(f"mul i64 {f.op(f'and i64 %line, {PAGE_LINES - 1}')}, {LINE_RECORD_BYTES}")
    f.lines.append(f"  %record = getelementptr i8, ptr {page}, i64 {within}")
    words = f.op(f"load ptr, ptr {words_place(f)}, align 8")
    rule = rule_in_line(f, "%rule", f.op(f"sub i64 {start}, %address"))
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
    this, writes = Now(known, base, now, row, meet, rule), bool(kind & Access.WRITE)
    put_first(f, this, mask, writes=writes)
    put(f, slots_of(f), this, mask, writes=writes)
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
    lane = str(ATOMIC_LANE)
    if not kind & Access.ATOMIC:
        ends = [f.op(f"trunc i64 {f.op(f'add i64 {at}, {byte}')} to i32") for byte in (from_, to)]
        lane = lane_of(f, rule, ends[0], f.op(f"sub i32 {ends[1]}, 1"))
    f.do(
        f"call void @cute.check.word.{name}(ptr %ck, i32 %row, i32 %site, i32 %kind, ptr {known}, i64 {base}, "
        f"i64 {now}, ptr {cell}, i64 {bytes_}, i64 {address}, i64 {lane}, i64 {meet})"
    )
    f.lines.append("  %w1 = add i64 %w, 1")
    f.branch_if(f.op(f"icmp ult i64 %w1, {high_word}"), "each", "next")
    f.begin("next")
    f.lines.append("  %line1 = add i64 %line, 1")
    following = f.op(f"shl i64 %line1, {_LINE_SHIFT}")
    f.branch_if(f.op(f"icmp ult i64 {following}, {end}"), "each.line", "out")
    f.begin("out")
    return function(f"void @cute.check.{name}.span({_SPAN}, i64 %address, i64 %bytes, i64 %rule)", f)


_SPAN: Final = "ptr %ck, i32 %row, i64 %column, i64 %clock, i32 %site, i32 %kind"


def _any(name: str) -> str:
    """`bytes` bytes at each lane's address, for the lanes in `bits`; lanes that follow each other as one span.

    Where it is `told` whose bytes are, lanes of the same bytes are one span too, and others have spans of their own.
    """
    f = FunctionText()
    slot = f.op("alloca <32 x i64>, align 256")
    f.do(f"store <32 x i64> %addresses, ptr {slot}, align 256")
    shift = f.op("call i64 @llvm.cttz.i64(i64 %bytes, i1 true)")
    power = f.op(f"icmp eq i64 {f.op('and i64 %bytes, ' + f.op('sub i64 %bytes, 1'))}, 0")
    f.branch("head")
    f.begin("head")
    for text in (
        "%left = phi i32 [ %bits, %entry ], [ %rest, %turn ]",
        "%from = phi i64 [ 0, %entry ], [ %from1, %turn ]",
        "%to = phi i64 [ 0, %entry ], [ %to1, %turn ]",
        f"%rule = phi i64 [ {NO_RULE}, %entry ], [ %rule1, %turn ]",
        "%next = phi i32 [ 0, %entry ], [ %next1, %turn ]",
    ):
        f.lines.append("  " + text)
    none = f.op("icmp eq i32 %left, 0")
    f.branch_if(none, "out", "look")
    f.begin("look")
    lane = f.op("call i32 @llvm.cttz.i32(i32 %left, i1 true)")
    f.lines.append(f"  %rest = and i32 %left, {f.op('sub i32 %left, 1')}")
    f.lines.append(f"  %next1 = add i32 {lane}, 1")
    at = f.op(f"load i64, ptr {f.op(f'getelementptr i64, ptr {slot}, i32 {lane}')}, align 8")
    after = f.op(f"add i64 {at}, %bytes")
    own = _own_rule(f, lane, shift, power)
    open_ = f.op(f"icmp eq i64 {own}, {NO_RULE}")
    inside = f.op(f"and i1 {f.op(f'icmp uge i64 {at}, %from')}, {f.op(f'icmp ule i64 {after}, %to')}")
    alike = f.op(f"and i1 {f.op(f'icmp eq i64 {at}, %from')}, {f.op(f'icmp eq i64 {after}, %to')}")
    shared = f.op(f"select i1 {open_}, i64 {NO_RULE}, i64 {SEVERAL_RULE}")
    f.branch_if(f.op(f"and i1 {inside}, {f.op(f'or i1 {alike}, {open_}')}"), "turn", "more")
    f.begin("more")
    told = f.op(f"and i1 {f.op(f'icmp eq i32 {lane}, %next')}, {f.op(f'icmp uge i64 %rule, {FIRST_RULE}')}")
    follows = f.op(f"and i1 {f.op(f'icmp eq i64 {at}, %to')}, {f.op(f'or i1 {told}, {open_}')}")
    f.branch_if(follows, "turn", "fresh")
    f.begin("fresh")
    f.branch_if(f.op("icmp eq i64 %from, %to"), "turn", "flush")
    f.begin("flush")
    passed = "ptr %ck, i32 %row, i64 %column, i64 %clock, i32 %site, i32 %kind, i64 %from"
    f.do(f"call void @cute.check.{name}.span({passed}, i64 {f.op('sub i64 %to, %from')}, i64 %rule)")
    f.branch("turn")
    f.begin("turn")
    f.lines.append(f"  %from1 = phi i64 [ %from, %look ], [ %from, %more ], [ {at}, %fresh ], [ {at}, %flush ]")
    f.lines.append(f"  %to1 = phi i64 [ %to, %look ], [ {after}, %more ], [ {after}, %fresh ], [ {after}, %flush ]")
    f.lines.append(f"  %rule1 = phi i64 [ {shared}, %look ], [ %rule, %more ], [ {own}, %fresh ], [ {own}, %flush ]")
    f.branch("head")
    f.begin("out")
    f.branch_if(f.op("icmp eq i64 %from, %to"), "end", "last")
    f.begin("last")
    f.do(f"call void @cute.check.{name}.span({passed}, i64 {f.op('sub i64 %to, %from')}, i64 %rule)")
    f.branch("end")
    f.begin("end")
    return function(
        f"void @cute.check.{name}.spans({_SPAN}, <32 x i64> %addresses, i32 %bits, i64 %bytes, i1 %told)", f
    )


def _own_rule(f: FunctionText, lane: str, shift: str, power: str) -> str:
    """The rule of a span that begins with a lane's bytes (see `check_abi.lane_rule`), if the lanes are told."""
    first = f.op(f"shl i64 {f.op(f'zext i32 {lane} to i64')}, {shift}")
    from_ = f.op(f"shl i64 {f.op(f'add i64 {first}, {LINE_BYTES - 1}')}, {RULE_SHIFT_BITS}")
    rule = f.op(f"add i64 {f.op(f'add i64 {from_}, {FIRST_RULE}')}, {shift}")
    return f.op(f"select i1 {f.op(f'and i1 {power}, %told')}, i64 {rule}, i64 {NO_RULE}")


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
