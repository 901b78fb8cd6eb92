"""The record of a line of global memory, in LLVM text: two reads, two writes, the words and the lanes of each.

Whose a word is, a record says by a rule for the line: the byte `b` is of lane `(b + first) >> shift`. An access with
another rule than the earlier ones of its clock takes the second place; a third makes the line keep its words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutedsl.arch.check_abi import (
    CLOCK_BITS,
    COLUMN_AT,
    COLUMN_BITS,
    FIRST_RULE,
    LANE_AT,
    LINE_BYTES,
    LINE_WORDS_BYTES,
    MASK_AT,
    MAX_CLOCK,
    NO_RULE,
    PARTS_LANE,
    RULE_SHIFT_BITS,
    SEVERAL_LANES,
    SEVERAL_RULE,
    SOME_LANE,
)
from cutedsl.codegen.llvm.check_shared import field_of
from cutedsl.codegen.llvm.text import FunctionText

EPOCH: Final = (1 << COLUMN_BITS + CLOCK_BITS) - 1
_MASKS_AT: Final = 32
_WORDS_AT: Final = 48
_RULES_AT: Final = 56
_SLOTS: Final = 4
"""Two of reads, then two of writes."""
_WRITES: Final = 2
_OTHERS: Final = {False: (1, 2, 3), True: (0, 1, 3)}
"""The slots besides the first of reads, or of writes."""


@dataclass(frozen=True, slots=True)
class Slot:
    """An epoch of a line's record, the words that it is about, and the rule of their lanes (i32)."""

    place: str
    epoch: str
    mask_place: str
    mask: str
    rule_place: str
    rule: str


@dataclass(frozen=True, slots=True)
class Now:
    """The access under way.

    `known` is what its row knows, `base` the cluster's first clock, `epoch` its own without lane and bytes, `row` and
    `meet` (i64) its row and that one's clock when its lanes met last, `rule` (i32) that of its lanes in the line.
    """

    known: str
    base: str
    epoch: str
    row: str
    meet: str
    rule: str


def slots_of(f: FunctionText) -> list[Slot]:
    """The record of the line at `%record`, loaded."""
    slots: list[Slot] = []
    for k in range(_SLOTS):
        ats = (8 * k, _MASKS_AT + 4 * k, _RULES_AT + 2 * k)
        place, mask_place, rule_place = (f.op(f"getelementptr i8, ptr %record, i64 {at}") for at in ats)
        epoch, mask = f.op(f"load i64, ptr {place}, align 8"), f.op(f"load i32, ptr {mask_place}, align 4")
        rule = f.op(f"zext i16 {f.op(f'load i16, ptr {rule_place}, align 2')} to i32")
        slots.append(Slot(place, epoch, mask_place, mask, rule_place, rule))
    return slots


def words_place(f: FunctionText) -> str:
    """Where the record has the address of the line's words."""
    return f.op(f"getelementptr i8, ptr %record, i64 {_WORDS_AT}")


def rule_in_line(f: FunctionText, rule: str, past: str) -> str:
    """The rule (i32) of a line that begins `past` (i64) bytes after the place that a span's rule (i64) counts from."""
    moved = f.op(f"add i64 {rule}, {f.op(f'shl i64 {past}, {RULE_SHIFT_BITS}')}")
    told = f.op(f"icmp uge i64 {rule}, {FIRST_RULE}")
    return f.op(f"trunc i64 {f.op(f'select i1 {told}, i64 {moved}, i64 {rule}')} to i32")


def lane_of(f: FunctionText, rule: str, first: str, last: str) -> str:
    """The lane (i64, or a number in its place) whose the bytes from `first` to `last` (i32) of a line are."""
    shift = f.op(f"and i32 {rule}, {(1 << RULE_SHIFT_BITS) - 1}")
    from_ = f.op(f"sub i32 {f.op(f'lshr i32 {rule}, {RULE_SHIFT_BITS}')}, {FIRST_RULE >> RULE_SHIFT_BITS}")
    from_ = f.op(f"sub i32 {from_}, {LINE_BYTES - 1}")
    low, high = (f.op(f"lshr i32 {f.op(f'add i32 {byte}, {from_}')}, {shift}") for byte in (first, last))
    lane = f.op(f"select i1 {f.op(f'icmp eq i32 {low}, {high}')}, i32 {low}, i32 {PARTS_LANE}")
    several = f.op(f"icmp eq i32 {rule}, {SEVERAL_RULE}")
    other = f.op(f"select i1 {several}, i32 {SEVERAL_LANES}, i32 {SOME_LANE}")
    told = f.op(f"icmp uge i32 {rule}, {FIRST_RULE}")
    return f.op(f"zext i32 {f.op(f'select i1 {told}, i32 {lane}, i32 {other}')} to i64")


def expand(f: FunctionText, words: str, before: str) -> None:
    """Gives a line its words, which start with what the record says of them; goes on at `out`."""
    f.do(f"store ptr {words}, ptr {words_place(f)}, align 8")
    slots = slots_of(f)
    f.branch("word")
    f.begin("word")
    f.lines.append(f"  %i = phi i32 [ 0, %{before} ], [ %i1, %word ]")
    first = f.op("shl i32 %i, 2")
    last = f.op(f"add i32 {first}, 3")

    def of(slot: Slot, otherwise: str) -> str:
        on = f.op(f"trunc i32 {f.op(f'lshr i32 {slot.mask}, %i')} to i1")
        lane = f.op(f"shl i64 {lane_of(f, slot.rule, first, last)}, {LANE_AT}")
        return f.op(f"select i1 {on}, i64 {f.op(f'or i64 {slot.epoch}, {lane}')}, i64 {otherwise}")

    read, other_read, write, other_write = slots
    values = (of(write, of(other_write, "0")), of(read, "0"), of(other_read, "0"))
    for index, value in enumerate(values):
        at = f.op(f"add i32 {f.op('mul i32 %i, 3')}, {index}")
        f.do(f"store i64 {value}, ptr {f.op(f'getelementptr i64, ptr {words}, i32 {at}')}, align 8")
    f.lines.append("  %i1 = add i32 %i, 1")
    f.branch_if(f.op(f"icmp ult i32 %i1, {LINE_BYTES // 4}"), "word", "out")
    f.begin("out")


assert LINE_WORDS_BYTES == 3 * 8 * (LINE_BYTES // 4)


def put_first(f: FunctionText, now: Now, mask: str, *, writes: bool) -> None:
    """Goes on at `next` after the first access of a line, or more of the same row, clock and rule; else at `met`.

    The line's other slots are empty then, so that there is nothing to compare: most lines are streamed through once.
    """
    k = _WRITES if writes else 0
    masks = f.op(f"load <{_SLOTS} x i32>, ptr {f.op(f'getelementptr i8, ptr %record, i64 {_MASKS_AT}')}, align 4")
    mine, *others = (f.op(f"extractelement <{_SLOTS} x i32> {masks}, i32 {n}") for n in (k, *_OTHERS[writes]))
    met = others[0]
    for other in others[1:]:
        met = f.op(f"or i32 {met}, {other}")
    place = f.op(f"getelementptr i8, ptr %record, i64 {8 * k}")
    rule_place = f.op(f"getelementptr i8, ptr %record, i64 {_RULES_AT + 2 * k}")
    had = f.op(f"load i64, ptr {place}, align 8")
    differs = f.op(f"and i64 {f.op(f'xor i64 {had}, {now.epoch}')}, {EPOCH}")
    rule = f.op(f"trunc i32 {now.rule} to i16")
    same_rule = f.op(f"icmp eq i16 {f.op(f'load i16, ptr {rule_place}, align 2')}, {rule}")
    same = f.op(f"and i1 {f.op(f'icmp eq i64 {differs}, 0')}, {same_rule}")
    usable = f.op(f"or i1 {same}, {f.op(f'icmp eq i32 {mine}, 0')}")
    f.branch_if(f.op(f"and i1 {usable}, {f.op(f'icmp eq i32 {met}, 0')}"), "first", "met")
    f.begin("first")
    f.do(f"store i64 {f.op(f'or i64 {now.epoch}, {15 << MASK_AT}')}, ptr {place}, align 8")
    mask_place = f.op(f"getelementptr i8, ptr %record, i64 {_MASKS_AT + 4 * k}")
    f.do(f"store i32 {f.op(f'or i32 {mine}, {mask}')}, ptr {mask_place}, align 4")
    f.do(f"store i16 {rule}, ptr {rule_place}, align 2")
    f.branch("next")
    f.begin("met")


def put(f: FunctionText, slots: list[Slot], now: Now, mask: str, *, writes: bool) -> None:
    """Puts the access into the record and goes on at `next`, if the record can tell all; else goes to `has.words`.

    It can if what the access meets is ordered before it, and a slot is free or of the same row, clock and rule. A read
    may also take the place of an earlier one of no other words, as it would in each word: the first if that was the
    same row's, else the second.
    """
    fine, met = "true", slots if writes else slots[2:]
    for slot in met:
        fine = f.op(f"and i1 {fine}, {_apart_or_before(f, slot, now, mask)}")
    own = slots[2:] if writes else slots[:2]
    rest = f.op(f"xor i32 {mask}, -1")
    same: list[str] = []
    usable: list[str] = []
    for slot in own:
        differs = f.op(f"and i64 {f.op(f'xor i64 {slot.epoch}, {now.epoch}')}, {EPOCH}")
        alike = f.op(f"icmp eq i64 {differs}, 0")
        same.append(f.op(f"and i1 {alike}, {f.op(f'icmp eq i32 {slot.rule}, {now.rule}')}"))
        covered = f.op(f"icmp eq i32 {f.op(f'and i32 {slot.mask}, {rest}')}, 0")
        empty = f.op(f"icmp eq i32 {slot.mask}, 0")
        if not writes:  # two lanes of one clock are both kept
            covered = f.op(f"and i1 {covered}, {f.op(f'xor i1 {alike}, true')}")
            if slot is own[0]:
                column = f.op(f"icmp eq i64 {f.op(f'and i64 {differs}, {EPOCH & ~MAX_CLOCK}')}, 0")
                covered = f.op(f"and i1 {covered}, {column}")
            covered = f.op(f"or i1 {covered}, {empty}")
        usable.append(f.op(f"or i1 {same[-1]}, {covered}"))
    some = f.op(f"or i1 {usable[0]}, {usable[1]}")
    f.branch_if(f.op(f"and i1 {fine}, {some}"), "put", "has.words")
    f.begin("put")
    second = f.op(f"or i1 {same[1]}, {f.op(f'xor i1 {usable[0]}, true')}")

    def chosen(kind: str, of_first: str, of_second: str) -> str:
        return f.op(f"select i1 {second}, {kind} {of_second}, {kind} {of_first}")

    kept = f.op(f"select i1 {chosen('i1', *same)}, i32 {chosen('i32', own[0].mask, own[1].mask)}, i32 0")
    if writes:
        for slot in slots:
            f.do(f"store i32 {f.op(f'and i32 {slot.mask}, {rest}')}, ptr {slot.mask_place}, align 4")
    epoch, words = f.op(f"or i64 {now.epoch}, {15 << MASK_AT}"), f.op(f"or i32 {kept}, {mask}")
    rule = f.op(f"trunc i32 {now.rule} to i16")
    f.do(f"store i64 {epoch}, ptr {chosen('ptr', own[0].place, own[1].place)}, align 8")
    f.do(f"store i32 {words}, ptr {chosen('ptr', own[0].mask_place, own[1].mask_place)}, align 4")
    f.do(f"store i16 {rule}, ptr {chosen('ptr', own[0].rule_place, own[1].rule_place)}, align 2")
    f.branch("next")


def released_at(f: FunctionText, column: str) -> str:
    """Where the last release of a column (i64) is noted: see `check_abi.CONTEXT`, `releases`."""
    return f.op(f"getelementptr i64, ptr {field_of(f, 'releases', 'ptr')}, i64 {column}")


def _apart_or_before(f: FunctionText, slot: Slot, now: Now, mask: str) -> str:
    """Whether a slot is about other words, or about an access of this cluster that surely comes before the one now."""
    apart = f.op(f"icmp eq i32 {f.op(f'and i32 {slot.mask}, {mask}')}, 0")
    clock = f.op(f"and i64 {slot.epoch}, {MAX_CLOCK}")
    column = f.op(f"and i64 {f.op(f'lshr i64 {slot.epoch}, {COLUMN_AT}')}, {(1 << COLUMN_BITS) - 1}")
    seen = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {now.known}, i64 {column}')}, align 4")
    since = f.op(f"zext i32 {f.op(f'load i32, ptr {released_at(f, column)}, align 4')} to i64")
    known = f.op(f"zext i32 {seen} to i64")
    handed = f.op(f"and i1 {f.op(f'icmp eq i64 {clock}, {known}')}, {f.op(f'icmp eq i64 {clock}, {since}')}")
    before = f.op(f"and i1 {f.op(f'icmp ule i64 {clock}, {known}')}, {f.op(f'xor i1 {handed}, true')}")
    alive = f.op(f"icmp ugt i64 {clock}, {now.base}")
    own = f.op(f"icmp eq i64 {column}, {now.row}")
    beside = f.op(f"and i1 {own}, {f.op(f'icmp uge i64 {clock}, {now.meet}')}")
    open_ = [f.op(f"icmp eq i32 {rule}, {NO_RULE}") for rule in (slot.rule, now.rule)]
    told = f.op(
        f"and i1 {f.op(f'icmp eq i32 {slot.rule}, {now.rule}')}, {f.op(f'icmp uge i32 {now.rule}, {FIRST_RULE}')}"
    )
    alone = f.op(f"or i1 {told}, {f.op(f'or i1 {open_[0]}, {open_[1]}')}")
    lanes = f.op(f"and i1 {beside}, {f.op(f'xor i1 {alone}, true')}")
    ordered = f.op(f"and i1 {f.op(f'and i1 {before}, {alive}')}, {f.op(f'xor i1 {lanes}, true')}")
    return f.op(f"or i1 {apart}, {ordered}")
