"""The checker's runtime for shared memory, in LLVM text: 16 words at a time against what each remembers.

An access conflicts with an earlier one to the same bytes if one of them writes, not both are atomic, and the earlier
one's clock is not known to the row that accesses now, or another lane of the same warp made it, itself or by
`cp.async`, since the lanes met last.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cutedsl.arch.check_abi import (
    ATOMIC_LANE,
    BYTES_SHIFT,
    CHUNK,
    CLOCK_BITS,
    COLUMN_AT,
    COLUMN_BITS,
    CONTEXT,
    ENGINE_WORDS,
    LANE_AT,
    LANE_BITS,
    MASK_AT,
    MASK_BITS,
    MAX_CLOCK,
    MET_COPIES_AT,
    PARTS_LANE,
    SEVERAL_LANES,
    SITE_AT,
    SOME_LANE,
    WRITTEN_AT,
    Access,
    Engine,
    Event,
)
from cutedsl.codegen.llvm.text import FunctionText

LONGS: Final = f"<{CHUNK} x i64>"
INTS: Final = f"<{CHUNK} x i32>"
BOOLS: Final = f"<{CHUNK} x i1>"
PLACES: Final = f"<{CHUNK} x ptr>"
EPOCH: Final = (1 << COLUMN_BITS + CLOCK_BITS) - 1
"""The bits of column and clock."""
NUMBERS: Final = ", ".join(f"i64 {n}" for n in range(CHUNK))


def field_of(f: FunctionText, name: str, kind: str) -> str:
    """A field of the checker's context, loaded."""
    place = f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT[name]}")
    return f.op(f"load {kind}, ptr {place}, align {8 if kind in ('ptr', 'i64') else 4}")


def splat(f: FunctionText, kind: str, text: str) -> str:
    """A scalar in every word of a step."""
    if not text.startswith("%"):
        return f"splat ({kind} {text})"
    vector = f"<{CHUNK} x {kind}>"
    one = f.op(f"insertelement {vector} poison, {kind} {text}, i32 0")
    return f.op(f"shufflevector {vector} {one}, {vector} poison, <{CHUNK} x i32> zeroinitializer")


@dataclass(slots=True)
class Words:
    """The words of one step: neighbours from a scalar index on, or anywhere, by a vector of indices."""

    f: FunctionText
    mask: str
    first: str = ""
    indices: str = ""
    places: dict[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        index = f"i64 {self.first}" if self.first else f"{LONGS} {self.indices}"
        for array in ("writes", "reads", "more_reads"):
            self.places[array] = self.f.op(f"getelementptr i64, ptr {field_of(self.f, array, 'ptr')}, {index}")

    def load(self, array: str) -> str:
        """The epochs that an array has for the words; 0 where the mask is off."""
        place, mask = self.places[array], f"{BOOLS} {self.mask}"
        if self.first:
            name, kind = f"llvm.masked.load.v{CHUNK}i64.p0", "ptr"
        else:
            name, kind = f"llvm.masked.gather.v{CHUNK}i64.v{CHUNK}p0", PLACES
        return self.f.op(f"call {LONGS} @{name}({kind} align 8 {place}, {mask}, {LONGS} zeroinitializer)")

    def store(self, array: str, value: str, mask: str) -> None:
        """Puts epochs into an array where `mask` is on."""
        place = self.places[array]
        if self.first:
            name, kind = f"llvm.masked.store.v{CHUNK}i64.p0", "ptr"
        else:
            name, kind = f"llvm.masked.scatter.v{CHUNK}i64.v{CHUNK}p0", PLACES
        self.f.do(f"call void @{name}({LONGS} {value}, {kind} align 8 {place}, {BOOLS} {mask})")


DECLARATIONS: Final = f"""
declare {LONGS} @llvm.masked.load.v{CHUNK}i64.p0(ptr, {BOOLS}, {LONGS})
declare void @llvm.masked.store.v{CHUNK}i64.p0({LONGS}, ptr, {BOOLS})
declare {LONGS} @llvm.masked.gather.v{CHUNK}i64.v{CHUNK}p0({PLACES}, {BOOLS}, {LONGS})
declare void @llvm.masked.scatter.v{CHUNK}i64.v{CHUNK}p0({LONGS}, {PLACES}, {BOOLS})
declare {INTS} @llvm.masked.gather.v{CHUNK}i32.v{CHUNK}p0({PLACES}, {BOOLS}, {INTS})
"""


def part(f: FunctionText, epochs: str, at: int, bits: int) -> str:
    """A field of 16 epochs."""
    moved = f.op(f"lshr {LONGS} {epochs}, splat (i64 {at})") if at else epochs
    return f.op(f"and {LONGS} {moved}, splat (i64 {(1 << bits) - 1})")


@dataclass(frozen=True, slots=True)
class Seen:
    """Earlier accesses of 16 words, and which of them the access now is not ordered after."""

    epochs: str
    column: str
    bad: str


def _later(f: FunctionText, row: str, epochs: str, mask: str) -> str:
    """Which earlier accesses a row (`known` or `fenced`) does not know; words of one access are looked up as one."""
    kept = f.op(f"and {LONGS} {epochs}, splat (i64 {EPOCH})")
    first = f.op(f"extractelement {LONGS} {kept}, i32 0")
    others = f.op(f"and {BOOLS} {f.op(f'icmp ne {LONGS} {kept}, ' + splat(f, 'i64', first))}, {mask}")
    one, each, on = f.label("one"), f.label("each"), f.label("on")
    f.branch_if(_none(f, others), one, each)
    f.begin(one)
    place = f.op(f"getelementptr i32, ptr {row}, i64 {f.op(f'lshr i64 {first}, {COLUMN_AT}')}")
    known = f.op(f"zext i32 {f.op(f'load i32, ptr {place}, align 4')} to i64")
    late = f.op(f"icmp ugt i64 {f.op(f'and i64 {first}, {MAX_CLOCK}')}, {known}")
    alike = splat(f, "i1", late)
    f.branch(on)
    f.begin(each)
    places = f.op(f"getelementptr i32, ptr {row}, {LONGS} {f.op(f'lshr {LONGS} {kept}, splat (i64 {COLUMN_AT})')}")
    clocks = f.op(
        f"call {INTS} @llvm.masked.gather.v{CHUNK}i32.v{CHUNK}p0({PLACES} align 4 {places}, "
        f"{BOOLS} {mask}, {INTS} zeroinitializer)"
    )
    wide = f.op(f"zext {INTS} {clocks} to {LONGS}")
    apart = f.op(f"icmp ugt {LONGS} {f.op(f'and {LONGS} {kept}, splat (i64 {MAX_CLOCK})')}, {wide}")
    f.branch(on)
    f.begin(on)
    return f.phi(BOOLS, (alike, one), (apart, each))


def _none(f: FunctionText, bools: str) -> str:
    """Whether none of 16 bits is set."""
    return f.op(f"icmp eq i{CHUNK} {f.op(f'bitcast {BOOLS} {bools} to i{CHUNK}')}, 0")


def _settled(f: FunctionText, epochs: str, access: dict[str, str]) -> str:
    """Which earlier accesses are of warps and no later than the row's floor: they come before the access now."""
    clock = f.op(f"and {LONGS} {epochs}, splat (i64 {MAX_CLOCK})")
    early = f.op(f"icmp ule {LONGS} {clock}, {access['floor']}")
    column = f.op(f"and {LONGS} {epochs}, splat (i64 {EPOCH ^ MAX_CLOCK})")
    return f.op(f"and {BOOLS} {early}, {f.op(f'icmp ult {LONGS} {column}, ' + access['engines'])}")


def _seen(f: FunctionText, epochs: str, access: dict[str, str], *, written: bool, atomic: bool) -> Seen:
    """Compares earlier accesses (`written`: writes) with the one now."""
    clock, column = part(f, epochs, 0, CLOCK_BITS), part(f, epochs, COLUMN_AT, COLUMN_BITS)
    lane, mask = part(f, epochs, LANE_AT, LANE_BITS), part(f, epochs, MASK_AT, MASK_BITS)
    newer = _later(f, access["row"], epochs, access["mask"])
    here = f.op(f"icmp eq {LONGS} {column}, {access['own']}")
    now = f.op(f"icmp uge {LONGS} {clock}, {access['meet']}")
    same = f.op(f"and {BOOLS} {here}, {now}")
    others = f.op(f"icmp ne {LONGS} {lane}, {access['lane']}")
    if not written:  # of several readers at least one is not the writer
        several = f.op(f"icmp eq {LONGS} {lane}, splat (i64 {SEVERAL_LANES})")
        others = f.op(f"or {BOOLS} {others}, {several}")
    limit = SEVERAL_LANES if written else SOME_LANE
    told = f.op(f"icmp ult {LONGS} {lane}, splat (i64 {limit})")
    mine = f.op(f"icmp ult {LONGS} {access['lane']}, splat (i64 {SOME_LANE})")
    parts = f.op(f"icmp eq {LONGS} {lane}, splat (i64 {PARTS_LANE})")
    left = f.op(f"and {LONGS} {mask}, {f.op(f'xor {LONGS} ' + access['bytes'] + ', splat (i64 -1)')}")
    all_parts = f.op(f"and {BOOLS} {parts}, {f.op(f'icmp eq {LONGS} {left}, zeroinitializer')}")
    of_others = f.op(f"or {BOOLS} {f.op(f'and {BOOLS} {others}, {told}')}, {all_parts}")
    apart = f.op(f"and {BOOLS} {of_others}, {mine}")
    copied = f.op(f"icmp eq {LONGS} {column}, {access['copies']}")
    unmet = f.op(f"and {BOOLS} {copied}, {f.op(f'icmp ugt {LONGS} {clock}, ' + access['met_copies'])}")
    beside = f.op(f"and {BOOLS} {f.op(f'or {BOOLS} {same}, {unmet}')}, {apart}")
    wrong = f.op(f"or {BOOLS} {newer}, {beside}")
    shared = f.op(f"and {LONGS} {mask}, {access['bytes']}")
    overlap = f.op(f"icmp ne {LONGS} {shared}, zeroinitializer")
    both = f.op(f"and {BOOLS} {overlap}, {access['mask']}")
    bad = f.op(f"and {BOOLS} {wrong}, {both}")
    if atomic:
        plain = f.op(f"icmp ne {LONGS} {lane}, splat (i64 {ATOMIC_LANE})")
        bad = f.op(f"and {BOOLS} {bad}, {plain}")
    return Seen(epochs, column, bad)


def _either(f: FunctionText, condition: str, a: str, b: str) -> str:
    return f.op(f"select {BOOLS} {condition}, {LONGS} {a}, {LONGS} {b}")


def _merged(f: FunctionText, epochs: str, access: dict[str, str], extra: str | None = None) -> str:
    """The epoch now; where the same column was there at the same clock, for its bytes and lanes too.

    Lanes of one place are several; whose a word is that lanes have parts of is not told.
    """
    inner = f.op(f"and {LONGS} {f.op(f'xor {LONGS} {epochs}, ' + access['now'])}, splat (i64 {EPOCH})")
    same = f.op(f"icmp eq {LONGS} {inner}, zeroinitializer")
    lane, mask = part(f, epochs, LANE_AT, LANE_BITS), part(f, epochs, MASK_AT, MASK_BITS)
    before = f.op(f"and {LONGS} {epochs}, splat (i64 {((1 << MASK_BITS) - 1) << MASK_AT})")
    kept = _either(f, same, before, "zeroinitializer")
    agree = f.op(f"icmp eq {LONGS} {lane}, {access['lane']}")
    alone = f.op(f"or {BOOLS} {agree}, {f.op(f'xor {BOOLS} {same}, splat (i1 true)')}")
    common = f.op(f"icmp ne {LONGS} {f.op(f'and {LONGS} {mask}, ' + access['bytes'])}, zeroinitializer")
    told = f.op(f"icmp ult {LONGS} {lane}, splat (i64 {SOME_LANE})")
    several = f.op(f"and {BOOLS} {common}, {told}")
    without = f.op(f"and {LONGS} {access['now']}, splat (i64 {~(63 << LANE_AT)})")
    mine = f.op(f"icmp ult {LONGS} {access['lane']}, splat (i64 {SOME_LANE})")
    parts = f.op(f"or {BOOLS} {told}, {f.op(f'icmp eq {LONGS} {lane}, splat (i64 {PARTS_LANE})')}")
    known = f.op(f"and {BOOLS} {mine}, {parts}")
    apart = _either(f, known, f"splat (i64 {PARTS_LANE << LANE_AT})", f"splat (i64 {SOME_LANE << LANE_AT})")
    lanes = _either(f, several, f"splat (i64 {SEVERAL_LANES << LANE_AT})", apart)
    atomic = f.op(f"icmp eq {LONGS} {access['lane']}, splat (i64 {ATOMIC_LANE})")
    lone = f.op(f"or {BOOLS} {alone}, {atomic}")
    now = _either(f, lone, access["now"], f.op(f"or {LONGS} {without}, {lanes}"))
    result = f.op(f"or {LONGS} {now}, {kept}")
    return result if extra is None else f.op(f"or {LONGS} {result}, {extra}")


def check_words(f: FunctionText, words: Words, access: dict[str, str], kind: Access) -> None:
    """Compares the access with what the words remember, reports what is wrong, and has them remember it.

    `access` has the texts of: `row` (ptr), `row.fenced` (ptr), `base`, `site` (i32), `kind` (i32), `warp` (i32), and as
    vectors `mask`, `column`, `clock`, `lane`, `bytes`, `now` (the packed epoch without what was written before), and
    `at` (the words' numbers).
    """
    atomic = bool(kind & Access.ATOMIC)
    writes = bool(kind & Access.WRITE)
    had = words.load("writes")
    fine = f.label("fine")
    if kind is Access.WRITE:
        _quick_write(f, words, access)
    elif kind is Access.READ:
        wrong = f.label("look")
        f.branch_if(_none(f, _left(f, _read_fine(f, had, access), access)), fine, wrong)
        f.begin(wrong)
    write = _seen(f, had, access, written=True, atomic=atomic)
    first = last = None
    if writes:
        first = _seen(f, words.load("reads"), access, written=False, atomic=atomic)
        last = _seen(f, words.load("more_reads"), access, written=False, atomic=atomic)
    clock = part(f, write.epochs, 0, CLOCK_BITS)
    alive = f.op(f"icmp ugt {LONGS} {clock}, {access['base']}")
    missing = "zeroinitializer"
    if not writes or atomic:
        filled = part(f, write.epochs, WRITTEN_AT, MASK_BITS)
        unfilled = f.op(f"xor {LONGS} {filled}, splat (i64 15)")
        lacks = f.op(f"and {LONGS} {unfilled}, {access['bytes']}")
        empty = f.op(f"icmp ne {LONGS} {lacks}, zeroinitializer")
        never = f.op(f"or {BOOLS} {empty}, {f.op(f'xor {BOOLS} {alive}, splat (i1 true)')}")
        missing = f.op(f"and {BOOLS} {never}, {access['mask']}")
    stale = "zeroinitializer"
    if kind & (Access.BULK | Access.MULTIPLY) and not writes:
        stale = _unfenced(f, write, access)
    _report(f, words, access, [write.bad, missing, first.bad if first else stale, last.bad if last else stale])
    if writes:
        _remember_write(f, words, write, alive, access)
        return
    f.branch(fine)
    f.begin(fine)
    _remember_read(f, words, access)


def _quick_write(f: FunctionText, words: Words, access: dict[str, str]) -> None:
    """Ends the step where all that the words remember is settled; goes on in a block for the rest."""
    had = [words.load(array) for array in ("writes", "reads", "more_reads")]
    fine = [_settled(f, epochs, access) for epochs in had]
    settled = f.op(f"and {BOOLS} {f.op(f'and {BOOLS} {fine[0]}, {fine[1]}')}, {fine[2]}")
    quick, slow = f.label("quick"), f.label("slow")
    f.branch_if(_none(f, _left(f, settled, access)), quick, slow)
    f.begin(quick)
    alive = f.op(f"icmp ugt {LONGS} {part(f, had[0], 0, CLOCK_BITS)}, {access['base']}")
    filled = f.op(f"and {LONGS} {had[0]}, splat (i64 {((1 << MASK_BITS) - 1) << WRITTEN_AT})")
    own = f.op(f"shl {LONGS} {access['bytes']}, splat (i64 {WRITTEN_AT})")
    bytes_ = f.op(f"or {LONGS} {_either(f, alive, filled, 'zeroinitializer')}, {own}")
    words.store("writes", f.op(f"or {LONGS} {access['now']}, {bytes_}"), access["mask"])
    for array in ("reads", "more_reads"):
        words.store(array, "zeroinitializer", access["mask"])
    if words.indices:
        _several(f, words, "writes", access)
    f.branch("again")
    f.begin(slow)


def _read_fine(f: FunctionText, write: str, access: dict[str, str]) -> str:
    """Which words have a settled write of all that is read."""
    there = f.op(f"icmp ugt {LONGS} {part(f, write, 0, CLOCK_BITS)}, {access['base']}")
    wanted = f.op(f"shl {LONGS} {access['bytes']}, splat (i64 {WRITTEN_AT})")
    lacks = f.op(f"and {LONGS} {f.op(f'xor {LONGS} {write}, splat (i64 -1)')}, {wanted}")
    filled = f.op(f"and {BOOLS} {f.op(f'icmp eq {LONGS} {lacks}, zeroinitializer')}, {there}")
    return f.op(f"and {BOOLS} {filled}, {_settled(f, write, access)}")


def _left(f: FunctionText, fine: str, access: dict[str, str]) -> str:
    """The words of the access that are not in `fine`."""
    return f.op(f"and {BOOLS} {f.op(f'xor {BOOLS} {fine}, splat (i1 true)')}, {access['mask']}")


def _unfenced(f: FunctionText, write: Seen, access: dict[str, str]) -> str:
    """Words whose write by a warp, or by its `cp.async` copies, the asynchronous engines may not see yet."""
    late = _later(f, access["row.fenced"], write.epochs, access["mask"])
    bulk = f.op(f"mul i64 {access['rows']}, {int(Engine.BULK_STORE)}")  # the columns from there on see what they wrote
    by_warp = f.op(f"icmp ult {LONGS} {write.column}, {splat(f, 'i64', bulk)}")
    return f.op(f"and {BOOLS} {f.op(f'and {BOOLS} {late}, {by_warp}')}, {access['mask']}")


def _report(f: FunctionText, words: Words, access: dict[str, str], bad: list[str]) -> None:
    """Hands the words that are at fault to the checker, unless it has heard enough of this place."""
    bits = [f.op(f"bitcast {BOOLS} {one} to i{CHUNK}") for one in bad]
    some = bits[0]
    for one in bits[1:]:
        some = f.op(f"or i{CHUNK} {some}, {one}")
    ask, tell, on = f.label("ask"), f.label("tell"), f.label("on")
    f.branch_if(f.op(f"icmp eq i{CHUNK} {some}, 0"), on, ask)
    f.begin(ask)
    muted = field_of(f, "muted", "ptr")
    place = f.op(f"getelementptr i8, ptr {muted}, i32 {access['site']}")
    silent = f.op(f"load i8, ptr {place}, align 1")
    f.branch_if(f.op(f"icmp eq i8 {silent}, 0"), tell, on)
    f.begin(tell)
    for k, one in enumerate(bits):
        place = f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['bits'] + 4 * k}")
        f.do(f"store i32 {f.op(f'zext i{CHUNK} {one} to i32')}, ptr {place}, align 4")
    lanes = f.op(f"shl {LONGS} {access['lane']}, splat (i64 32)")
    bytes_ = f.op(f"shl {LONGS} {access['bytes']}, splat (i64 {BYTES_SHIFT})")
    at = f.op(f"or {LONGS} {access['at']}, {f.op(f'or {LONGS} {lanes}, {bytes_}')}")
    found = (at, words.load("writes"), words.load("reads"), words.load("more_reads"))
    for k, value in enumerate(found):
        place = f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['found'] + 8 * CHUNK * k}")
        f.do(f"store {LONGS} {value}, ptr {place}, align 8")
    report = field_of(f, "report", "ptr")
    f.op(
        f"call i32 {report}(ptr %ck, i32 {int(Event.SHARED)}, i32 {access['warp']}, i32 {access['site']}, "
        f"i32 {access['kind']}, i64 0, i64 0)"
    )
    f.branch(on)
    f.begin(on)


def _remember_write(f: FunctionText, words: Words, write: Seen, alive: str, access: dict[str, str]) -> None:
    filled = f.op(f"and {LONGS} {write.epochs}, splat (i64 {((1 << MASK_BITS) - 1) << WRITTEN_AT})")
    own = f.op(f"shl {LONGS} {access['bytes']}, splat (i64 {WRITTEN_AT})")
    bytes_ = f.op(f"or {LONGS} {_either(f, alive, filled, 'zeroinitializer')}, {own}")
    words.store("writes", _merged(f, write.epochs, access, bytes_), access["mask"])
    words.store("reads", "zeroinitializer", access["mask"])
    words.store("more_reads", "zeroinitializer", access["mask"])
    if words.indices:
        _several(f, words, "writes", access)


def _remember_read(f: FunctionText, words: Words, access: dict[str, str]) -> None:
    """In the first place if its reader is this one or ordered before; else in the second."""
    reads = words.load("reads")
    free = _settled(f, reads, access)
    same = _repeats(f, reads, access)
    rest = _left(f, f.op(f"or {BOOLS} {free}, {same}"), access)
    settled, look, second, out = (f.label(name) for name in ("settled", "first", "second", "out"))
    mine = f.op(f"and {BOOLS} {_left(f, same, access)}, {free}")
    f.branch_if(_none(f, rest), settled, look)
    f.begin(settled)
    _put(f, words, "reads", access["now"], {**access, "mask": mine})
    f.branch(out)
    f.begin(look)
    late = _later(f, access["row"], reads, access["mask"])
    ours = f.op(f"icmp eq {LONGS} {part(f, reads, COLUMN_AT, COLUMN_BITS)}, {access['column']}")
    here = f.op(f"or {BOOLS} {ours}, {f.op(f'xor {BOOLS} {late}, splat (i1 true)')}")
    mine = f.op(f"and {BOOLS} {here}, {access['mask']}")
    some, more = f.label("some"), f.label("more")
    f.branch_if(_none(f, mine), more, some)
    f.begin(some)
    _put(f, words, "reads", _merged(f, reads, access), {**access, "mask": mine})
    f.branch(more)
    f.begin(more)
    rest = _left(f, here, access)
    f.branch_if(_none(f, rest), out, second)
    f.begin(second)
    others = words.load("more_reads")
    fresh = f.op(f"and {BOOLS} {_left(f, _repeats(f, others, access), access)}, {rest}")
    some = f.label("some")
    f.branch_if(_none(f, fresh), out, some)
    f.begin(some)
    _put(f, words, "more_reads", _merged(f, others, access), {**access, "mask": fresh})
    f.branch(out)
    f.begin(out)


def _repeats(f: FunctionText, epochs: str, access: dict[str, str]) -> str:
    """Which words have been accessed alike already: by this column at this clock, the same bytes, by these lanes."""
    inner = f.op(f"xor {LONGS} {epochs}, {access['now']}")
    whole = EPOCH | ((1 << MASK_BITS) - 1) << MASK_AT
    same = f.op(f"icmp eq {LONGS} {f.op(f'and {LONGS} {inner}, splat (i64 {whole})')}, zeroinitializer")
    lanes = f.op(f"icmp eq {LONGS} {f.op(f'and {LONGS} {inner}, splat (i64 {63 << LANE_AT})')}, zeroinitializer")
    plain = f.op(f"and {LONGS} {epochs}, splat (i64 {(SEVERAL_LANES | ATOMIC_LANE) << LANE_AT})")
    several = f.op(f"icmp eq {LONGS} {plain}, splat (i64 {SEVERAL_LANES << LANE_AT})")
    return f.op(f"and {BOOLS} {same}, {f.op(f'or {BOOLS} {lanes}, {several}')}")


def _put(f: FunctionText, words: Words, array: str, epochs: str, access: dict[str, str]) -> None:
    """The words of an access remember it."""
    words.store(array, epochs, access["mask"])
    if words.indices:
        _several(f, words, array, access)


def _several(f: FunctionText, words: Words, array: str, access: dict[str, str]) -> None:
    """Words that more than one lane has just accessed say so."""
    found = words.load(array)
    lane = part(f, found, LANE_AT, LANE_BITS)
    other = f.op(f"icmp ne {LONGS} {lane}, {access['lane']}")
    told = f.op(f"icmp ult {LONGS} {lane}, splat (i64 {SEVERAL_LANES})")
    both = f.op(f"and {BOOLS} {f.op(f'and {BOOLS} {other}, {told}')}, {access['mask']}")
    fix, on = f.label("several"), f.label("on")
    f.branch_if(f.op(f"icmp eq i{CHUNK} {f.op(f'bitcast {BOOLS} {both} to i{CHUNK}')}, 0"), on, fix)
    f.begin(fix)
    plain = f.op(f"and {LONGS} {found}, splat (i64 {~(63 << LANE_AT)})")
    words.store(array, f.op(f"or {LONGS} {plain}, splat (i64 {SEVERAL_LANES << LANE_AT})"), both)
    f.branch(on)
    f.begin(on)


def _prologue(f: FunctionText, kind: Access) -> dict[str, str]:
    """What all steps of one access share. Parameters: %ck, %warp, %column, %clock (i64), %site, %kind (i32)."""
    known, fenced = field_of(f, "known", "ptr"), field_of(f, "fenced", "ptr")
    offset = f.op(f"mul i32 %warp, {field_of(f, 'stride', 'i32')}")
    row = f.op(f"getelementptr i32, ptr {known}, i32 {offset}")
    base = splat(f, "i64", f.op(f"zext i32 {field_of(f, 'base', 'i32')} to i64"))
    rows = f.op(f"zext i32 {field_of(f, 'rows', 'i32')} to i64")
    place = f.op(f"getelementptr i32, ptr {field_of(f, 'floors', 'ptr')}, i32 %warp")
    floor = f.op(f"zext i32 {f.op(f'load i32, ptr {place}, align 4')} to i64")
    meet = f.op(f"getelementptr i32, ptr {field_of(f, 'meets', 'ptr')}, i32 %warp")
    words = f.op(f"mul i32 %warp, {ENGINE_WORDS}")
    place = f.op(
        f"getelementptr i32, ptr {field_of(f, 'engines', 'ptr')}, i32 {f.op(f'add i32 {words}, {MET_COPIES_AT}')}"
    )
    met_copies = f.op(f"zext i32 {f.op(f'load i32, ptr {place}, align 4')} to i64")
    copies = f.op(f"add i64 {rows}, {f.op('zext i32 %warp to i64')}")
    site = f.op(f"shl i64 {f.op('zext i32 %site to i64')}, {SITE_AT}")
    column = f.op(f"shl i64 %column, {COLUMN_AT}")
    packed = f.op(f"or i64 {f.op(f'or i64 {site}, {column}')}, %clock")
    return {
        "row": row,
        "row.fenced": f.op(f"getelementptr i32, ptr {fenced}, i32 {offset}"),
        "base": base,
        "floor": splat(f, "i64", floor),
        "engines": splat(f, "i64", f.op(f"shl i64 {rows}, {COLUMN_AT}")),
        "rows": rows,
        "site": "%site",
        "kind": "%kind",
        "warp": "%warp",
        "own": splat(f, "i64", f.op("zext i32 %warp to i64")),
        "meet": splat(f, "i64", f.op(f"zext i32 {f.op(f'load i32, ptr {meet}, align 4')} to i64")),
        "copies": splat(f, "i64", copies),
        "met_copies": splat(f, "i64", met_copies),
        "column": splat(f, "i64", "%column"),
        "clock": splat(f, "i64", "%clock"),
        "packed": splat(f, "i64", packed),
    }


def _packed(f: FunctionText, shared: dict[str, str], lane: str, bytes_: str) -> str:
    lanes = f.op(f"shl {LONGS} {lane}, splat (i64 {LANE_AT})")
    mask = f.op(f"shl {LONGS} {bytes_}, splat (i64 {MASK_AT})")
    both = f.op(f"or {LONGS} {lanes}, {mask}")
    return f.op(f"or {LONGS} {both}, {shared['packed']}")


PARAMETERS: Final = "ptr %ck, i32 %warp, i64 %column, i64 %clock, i32 %site, i32 %kind"


def row_function(name: str, kind: Access) -> str:
    """`count` neighbouring words from `first` on; bit i of `bits` says whether word i is accessed, for the first 64.

    Word `i` belongs to lane `(lane + i) >> shift`; with a shift of 63 to several, of 62 to one that is not known.
    """
    f = FunctionText()
    shared = _prologue(f, kind)
    limit = field_of(f, "smem_words", "i64")
    f.branch("step")
    f.begin("step")
    done, following = "%done", f.fresh()
    f.lines.append(f"  {done} = phi i64 [ 0, %entry ], [ {following}, %again ]")
    at = f.op(f"add i64 %first, {done}")
    numbers = f.op(f"add {LONGS} {splat(f, 'i64', at)}, <{NUMBERS}>")
    inside = f.op(f"add {LONGS} {splat(f, 'i64', done)}, <{NUMBERS}>")
    left = f.op(f"icmp ult {LONGS} {inside}, {splat(f, 'i64', '%count')}")
    fits = f.op(f"icmp ult {LONGS} {numbers}, {splat(f, 'i64', limit)}")
    moved = f.op(f"lshr {LONGS} {splat(f, 'i64', '%bits')}, {f.op(f'and {LONGS} {inside}, splat (i64 63)')}")
    on = f.op(f"trunc {LONGS} {moved} to {BOOLS}")
    mask = f.op(f"and {BOOLS} {f.op(f'and {BOOLS} {left}, {fits}')}, {on}")
    lane = _row_lanes(f, inside, bool(kind & Access.ATOMIC))
    bytes_ = "splat (i64 15)"
    access = {**shared, "mask": mask, "lane": lane, "bytes": bytes_, "at": numbers}
    access["now"] = _packed(f, shared, lane, bytes_)
    check_words(f, Words(f, mask, first=at), access, kind)
    f.branch("again")
    f.begin("again")
    f.lines.append(f"  {following} = add i64 {done}, {CHUNK}")
    f.branch_if(f.op(f"icmp ult i64 {following}, %count"), "step", "out")
    f.begin("out")
    f.do("ret void")
    extra = "i64 %first, i64 %count, i64 %bits, i64 %lane, i64 %shift"
    return _text(f"void @{name}({PARAMETERS}, {extra})", f)


def _row_lanes(f: FunctionText, inside: str, atomic: bool) -> str:
    if atomic:
        return f"splat (i64 {ATOMIC_LANE})"
    from_first = f.op(f"add {LONGS} {splat(f, 'i64', '%lane')}, {inside}")
    small = f.op("and i64 %shift, 31")
    own = f.op(f"lshr {LONGS} {from_first}, {splat(f, 'i64', small)}")
    known = f.op("icmp ult i64 %shift, 32")
    several = f.op("icmp eq i64 %shift, 63")
    other = f.op(f"select i1 {several}, i64 {SEVERAL_LANES}, i64 {SOME_LANE}")
    return f.op(f"select i1 {known}, {LONGS} {own}, {LONGS} {splat(f, 'i64', other)}")


def any_function(name: str, kind: Access) -> str:
    """`bytes` bytes at each lane's place (from the cluster's first byte on), for the lanes in `bits`."""
    f = FunctionText()
    shared = _prologue(f, kind)
    limit = field_of(f, "smem_words", "i64")
    slot = f.op("alloca <32 x i32>, align 128")
    f.do(f"store <32 x i32> %places, ptr {slot}, align 128")
    less = f.op("sub i32 4, %bytes")
    wide = f.op("icmp sge i32 %bytes, 4")
    steps = f.op(f"select i1 {wide}, i32 {f.op('lshr i32 %bytes, 2')}, i32 {f.op(f'add i32 {less}, %bytes')}")
    by = f.op("select i1 " + wide + ", i32 1, i32 %bytes")
    f.branch("half")
    f.begin("half")
    f.lines.append("  %h = phi i32 [ 0, %entry ], [ %h1, %half.end ]")
    past = f.op(f"mul i32 %h, {CHUNK}")
    here = f.op(f"trunc i32 {f.op(f'lshr i32 %bits, {past}')} to i{CHUNK}")
    f.branch_if(f.op(f"icmp eq i{CHUNK} {here}, 0"), "half.end", "look")
    f.begin("look")
    active = f.op(f"bitcast i{CHUNK} {here} to {BOOLS}")
    at = f.op(f"load {INTS}, ptr {f.op(f'getelementptr {INTS}, ptr {slot}, i32 %h')}, align 64")
    places = f.op(f"zext {INTS} {at} to {LONGS}")
    index = f.op(f"lshr {LONGS} {places}, splat (i64 2)")
    offset = f.op(f"and {LONGS} {places}, splat (i64 3)")
    first = f.op(f"zext i32 {f.op(f'mul i32 %h, {CHUNK}')} to i64")
    lane = f"splat (i64 {ATOMIC_LANE})"
    if not kind & Access.ATOMIC:
        lane = f.op(f"add {LONGS} {splat(f, 'i64', first)}, <{NUMBERS}>")
    f.branch("step")
    f.begin("step")
    f.lines.append("  %s = phi i32 [ 0, %look ], [ %s1, %again ]")
    s64 = f.op("zext i32 %s to i64")
    moved = f.op(f"select i1 {wide}, i64 {s64}, i64 0")
    numbers = f.op(f"add {LONGS} {index}, {splat(f, 'i64', moved)}")
    own = f.op(f"icmp eq {LONGS} {offset}, {splat(f, 'i64', s64)}")
    turn = f.op(f"select i1 {wide}, {BOOLS} splat (i1 true), {BOOLS} {own}")
    fits = f.op(f"icmp ult {LONGS} {numbers}, {splat(f, 'i64', limit)}")
    mask = f.op(f"and {BOOLS} {f.op(f'and {BOOLS} {turn}, {fits}')}, {active}")
    some = f.op("zext i32 %bytes to i64")
    power = f.op(f"shl i64 1, {some}")
    narrow = f.op(f"shl i64 {f.op(f'sub i64 {power}, 1')}, {s64}")
    picked = f.op(f"and i64 {f.op(f'select i1 {wide}, i64 15, i64 {narrow}')}, 15")
    bytes_ = splat(f, "i64", picked)
    access = {**shared, "mask": mask, "lane": lane, "bytes": bytes_, "at": numbers}
    access["now"] = _packed(f, shared, lane, bytes_)
    check_words(f, Words(f, mask, indices=numbers), access, kind)
    f.branch("again")
    f.begin("again")
    f.lines.append(f"  %s1 = add i32 %s, {by}")
    f.branch_if(f.op(f"icmp ult i32 %s1, {steps}"), "step", "half.end")
    f.begin("half.end")
    f.lines.append("  %h1 = add i32 %h, 1")
    f.branch_if(f.op(f"icmp ult i32 %h1, {32 // CHUNK}"), "half", "out")
    f.begin("out")
    f.do("ret void")
    return _text(f"void @{name}({PARAMETERS}, <32 x i32> %places, i32 %bits, i32 %bytes)", f)


def _text(header: str, f: FunctionText) -> str:
    return "\n".join((f"define {header} noinline nounwind {{", "entry:", *filter(None, f.lines), "}")) + "\n"


KINDS: Final = {
    "read": Access.READ,
    "write": Access.WRITE,
    "atomic": Access.WRITE | Access.ATOMIC,
    "ordered": Access.ATOMIC,
    "engine": Access.BULK,
}
"""The functions there are: `cute.check.<name>.row` and `cute.check.<name>.any`."""

assert MAX_CLOCK < 1 << CLOCK_BITS

SHARED: Final = DECLARATIONS + "".join(
    row_function(f"cute.check.{name}.row", kind) + any_function(f"cute.check.{name}.any", kind)
    for name, kind in KINDS.items()
)
"""The text of these functions."""
