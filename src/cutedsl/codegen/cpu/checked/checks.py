"""Instrumentation for accesses: which bytes, by which lanes, by the warp or an engine.

Addresses whose lanes are known when the kernel is compiled become runs of neighbouring words; only the rest hands over
32 addresses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from xdsl.dialects import scf
from xdsl.ir import Operation

from cutedsl.arch.abi.check import (
    CHUNK,
    CONTEXT,
    ENGINE_SWIZZLE,
    LINE_BYTES,
    MAX_SITES,
    NO_RULE,
    OTHER_SWIZZLE,
    ROW_WORDS,
    RULE_SHIFT_BITS,
    SEVERAL_RULE,
    SEVERAL_SWIZZLES,
    Access,
    Engine,
    Event,
    Order,
    lane_rule,
)
from cutedsl.arch.abi.host import RT
from cutedsl.codegen.cpu.checked.measuring import measure
from cutedsl.codegen.cpu.emitter import UNLIKELY, WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import LANE_NUMBERS
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.block_state import STATE
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.errors.frozen import frozen
from cutedsl.ir.ops.simt import ElectOp
from cutedsl.native.constants import NAMED_BARRIERS, SWIZZLE_BY_32_BYTES

_MOST_RUNS: Final = 4
"""Addresses in global memory that form more runs than this are handed over one by one."""
_ANY_STEPS: Final = 8
"""Addresses in shared memory whose words take more steps than this are handed over one by one."""
_NUMBER_BYTES: Final = 8
"""Stores of more bytes count as changes."""
_RUN_WORDS: Final = 64
_SHIFTS: Final = 6
_SEVERAL: Final = 63
_UNKNOWN: Final = 62
"""Shifts that say whose a word is: of several lanes, of one that is not told."""
_SAME_SHIFT: Final = 16
_LINE_SHIFT: Final = LINE_BYTES.bit_length() - 1

_FUNCTIONS: Final = {
    "load": ("read", Access.READ),
    "store": ("write", Access.WRITE),
    "atomic": ("atomic", Access.WRITE | Access.ATOMIC),
    "ordered": ("ordered", Access.ATOMIC),
    "engine": ("engine", Access.BULK),
}


@frozen
class By:
    """Who accesses: the texts of its column and clock (i64), and what `Access` has to say of it."""

    column: str
    clock: str
    access: Access = Access.READ


def check_head(f: FunctionText, *, apart: bool = False) -> None:
    """Loads what the checks of a warp use, or of one of its lanes that runs `apart`."""
    f.do(f"%ck_at = getelementptr i8, ptr %rt, i64 {RT['user'].offset}")
    f.do("%ck = load ptr, ptr %ck_at, align 8")
    for name, kind in (("smem", "ptr"), ("known", "ptr"), ("stride", "i32"), ("rows", "i32"), ("measured", "i32")):
        f.do(f"%ck.{name}_at = getelementptr i8, ptr %ck, i64 {CONTEXT[name]}")
        f.do(f"%ck.{name} = load {kind}, ptr %ck.{name}_at, align 4")
    for name in ("slot", "warps"):
        f.do(f"%ck.{name}_at = getelementptr i8, ptr %state, i64 {STATE[name]}")
        f.do(f"%ck.{name} = load i32, ptr %ck.{name}_at, align 4")
    if apart:
        for name in ("block_rows", "lane_shift"):
            f.do(f"%ck.{name}_at = getelementptr i8, ptr %ck, i64 {CONTEXT[name]}")
            f.do(f"%ck.{name} = load i32, ptr %ck.{name}_at, align 4")
        f.do("%ck.before = mul i32 %ck.slot, %ck.block_rows")
        f.do("%ck.unit = lshr i32 %thread, %ck.lane_shift")
        f.do("%row = add i32 %ck.before, %ck.unit")
    else:
        f.do("%ck.before = mul i32 %ck.slot, %ck.warps")
        f.do("%row = add i32 %ck.before, %warp")
    f.do("%row.wide = zext i32 %row to i64")
    f.do("%ck.skip = add i32 %ck.stride, 1")
    f.do("%ck.own = mul i32 %row, %ck.skip")
    f.do("%own_clock = getelementptr i32, ptr %ck.known, i32 %ck.own")
    f.do(f"%ck.stops_at = getelementptr i8, ptr %ck, i64 {CONTEXT['stops']}")
    f.do("%ck.stops = load ptr, ptr %ck.stops_at, align 8")
    f.do(f"%ck.stop = mul i32 %row, {ROW_WORDS}")
    f.do("%stands = getelementptr i32, ptr %ck.stops, i32 %ck.stop")
    f.do("%ck.start = ptrtoint ptr %ck.smem to i64")


_LEAVE_READS: Final = ("read.", "unbounded", "wrote", "unwritten", "event", "registers")
"""Functions after which reads of shared and global memory need not be reported again."""


def declare(text: ModuleText, function: str) -> str:
    """Declares a function of the checker's runtime in a module; returns the declaration."""
    from cutedsl.codegen.llvm.check_runtime import DECLARATIONS  # its text is made for checked programs alone

    if function not in DECLARATIONS:
        from cutedsl.codegen.llvm import tensor_check_runtime  # made for checked programs on Blackwell alone

        declaration = tensor_check_runtime.DECLARATIONS[function]
    else:
        declaration = DECLARATIONS[function].removeprefix("declare ")
    text.declare(declaration)
    return declaration


def call(e: WarpEmitter, name: str, arguments: str) -> str:
    """Calls a function of the checker's runtime; returns its result, if it has one."""
    if not name.startswith(_LEAVE_READS):
        e.notes.epoch += 1
    full = f"cute.check.{name}"
    kind = declare(e.module, full).partition(" @")[0]
    text = f"call {kind} @{full}({arguments})"
    if kind != "void":
        return e.f.op(text)
    e.f.do(text)
    return ""


def tell(
    e: WarpEmitter, wrong: str, event: Event, site: int, said: tuple[str, str], pointer: Pointer | None = None
) -> None:
    """Reports an event with two i32 where `wrong` (i1) holds, with each lane's address if it is about a pointer."""
    report, on = e.f.label("report"), e.f.label("on")
    e.f.branch_if(wrong, report, on, suffix=UNLIKELY)
    e.f.begin(report)
    if pointer is not None:
        note_lanes(e, f"<{e.told_lanes} x i64>", e.addresses(pointer))
    call(e, "event", f"ptr %ck, i32 %row, i32 {int(event)}, i32 {site}, i32 {said[0]}, i32 {said[1]}")
    e.f.branch(on)
    e.f.begin(on)


def note_lanes(e: WarpEmitter, kind: str, text: str) -> None:
    """Hands numbers to the checker, for the report that comes next."""
    place = e.f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['lanes']}")
    e.f.do(f"store {kind} {text}, ptr {place}, align 8")


def start(e: WarpEmitter, pointer: Pointer) -> None:
    """Hands over the address that a pointer's offset counts from, and the row, before the error of an access."""
    if not e.plan.checks:
        return
    base = e.f.op(f"ptrtoint ptr {pointer.base} to i64")
    both = e.f.op(f"insertelement <2 x i64> poison, i64 {base}, i32 0")
    note_lanes(e, "<2 x i64>", e.f.op(f"insertelement <2 x i64> {both}, i64 %row.wide, i32 1"))


def by_warp(e: WarpEmitter) -> By:
    """The warp itself, now."""
    return By("%row.wide", e.f.op(f"zext i32 {e.f.op('load i32, ptr %own_clock, align 4')} to i64"))


def by_engine(e: WarpEmitter, engine: Engine, access: Access, site: int, lane: str = "") -> By:
    """An engine that works for the active lanes, or for one (i32), in the group that is open now."""
    lanes = e.f.op(f"shl i32 1, {lane}") if lane else e.mask_bits()
    clock = call(e, "group", f"ptr %ck, i32 %row, i32 {engine - 1}, i32 {lanes}, i32 {min(site, MAX_SITES - 1)}")
    first = e.f.op(f"mul i32 %ck.rows, {int(engine)}")
    return By(e.f.op(f"zext i32 {e.f.op(f'add i32 {first}, %row')} to i64"), clock, access)


def by_load(e: WarpEmitter, barrier: str, count_bytes: str, site: int) -> By:
    """A bulk copy whose bytes the mbarrier at a place counts, which the copy engine must be able to see."""
    warp = by_warp(e)
    eight = e.f.op("add i32 0, 8")
    region(e, barrier, eight, site, By(warp.column, warp.clock, Access.BULK | Access.MBARRIER), writes=False)
    record = mbarrier(e, barrier)
    clock = call(e, "landing", came(record, phase_now(e, barrier), site, count_bytes))
    return By(call(e, "load_column", f"ptr %ck, i32 {record}"), clock, Access.BULK)


def sent(e: WarpEmitter, barrier: str, by: By, site: int) -> None:
    """Tells that a bulk copy reads shared memory of this block until the mbarrier at a place has counted it."""
    call(e, "sent", f"ptr %ck, i32 %row, i32 {mbarrier(e, barrier)}, i64 {by.clock}, i32 {min(site, MAX_SITES - 1)}")


def access(
    e: WarpEmitter,
    pointer: Pointer,
    size_bytes: int,
    site: int,
    *,
    kind: str = "",
    by: By | None = None,
    lanes: int = -1,
    load: Operation | None = None,
) -> None:
    """Tells that the active lanes access `size_bytes` each; `kind` is a key of the functions, else the site's.

    Only the lanes in `lanes` have an address of their own; with fewer than all, whose data it is remains open. A plain
    `load` that was reported before, with nothing in between, is not reported again.
    """
    if e.plan.checks and not pointer.word_bytes:
        measure(e, pointer, size_bytes, site, lanes)
    if not e.plan.checks or pointer.word_bytes or (load is not None and _told_before(e, load, size_bytes)):
        return
    stands(e, site)
    name, what = _FUNCTIONS[kind or e.sites.sites[site].kind]
    who = by or by_warp(e)
    passed = (
        f"ptr %ck, i32 %row, i64 {who.column}, i64 {who.clock}, i32 {min(site, MAX_SITES - 1)}, "
        f"i32 {int(what | who.access)}"
    )
    own = e.meetings is None  # lanes apart have rows of their own
    own = own and (by is None or bool(by.access & (Access.COPY | Access.CONSTANT | Access.INCOHERENT)))
    told = own and lanes == -1 and what is not Access.ATOMIC
    if told and (e.plan.orders.hands_on or e.plan.orders.fences):
        place = e.f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['accessing']}")
        e.f.do(f"store i32 {e.mask_bits()}, ptr {place}, align 4")
    if pointer.space == "smem" and load is not None and _read_together(e, pointer, size_bytes, passed, load):
        return
    if pointer.space in ("smem", "dsmem"):
        _shared(e, pointer, size_bytes, f"cute.check.{name}", passed, lanes, told)
    elif pointer.space != "rmem" and name != "engine":
        _global(e, pointer, size_bytes, name, passed, told=told)


def _told_before(e: WarpEmitter, load: Operation, size_bytes: int) -> bool:
    """Whether the block has a load of the same bytes by the same lanes since the last write or wait; notes this one."""
    key = _lane_addresses(e, load, size_bytes)
    if key in e.splats:
        return True
    e.splats[key] = ""
    return False


def _lane_addresses(e: WarpEmitter, load: Operation, size_bytes: int) -> tuple[str, str]:
    what = (id(load.parent_block()), e.notes.epoch, e.plan.reads.addresses[load], size_bytes)
    return f"told {what}", e.mask or ""


def made_by(e: WarpEmitter, by: By, site: int, name: str) -> str:
    """The arguments that tell who accesses, where and how; `name` is `read`, `write` or `atomic`."""
    what = {"read": Access.READ, "write": Access.WRITE}.get(name, Access.WRITE | Access.ATOMIC) | by.access
    return f"ptr %ck, i32 %row, i64 {by.column}, i64 {by.clock}, i32 {min(site, MAX_SITES - 1)}, i32 {int(what)}"


def span(e: WarpEmitter, by: By, site: int, place: str, count_bytes: str, *, atomic: bool = False) -> None:
    """Tells that an engine accesses `count_bytes` (i32) of global memory from `place` on."""
    name = "atomic" if atomic else "write" if e.sites.sites[site].kind == "store" else "read"
    start = e.f.op(f"ptrtoint ptr {place} to i64")
    count = e.f.op(f"zext i32 {count_bytes} to i64")
    call(e, f"{name}.span", f"{made_by(e, by, site, name)}, i64 {start}, i64 {count}, i64 {NO_RULE}")


def stored(e: WarpEmitter, by: By, site: int, place: str, source: str, count_bytes: str) -> None:
    """Tells that a bulk store writes `count_bytes` (i32) of global memory from `place` on, before it does."""
    function = "cute.check.write.span"
    declare(e.module, function)
    e.notes.epoch += 1
    passed = f"{made_by(e, by, site, 'write')}, ptr {place}, ptr {source}, i32 {count_bytes}, ptr @{function}"
    e.f.do(f"call void @cute.bulk_store_told({passed})")


def elected(op: Operation) -> bool:
    """Whether an op is for one elected lane: the others have come to the election, and so done what comes before."""
    place, parent = op, op.parent_op()
    while parent is not None:
        inside = isinstance(parent, scf.IfOp) and place.parent_block() is parent.true_region.block
        if inside and isinstance(parent.operands[0].owner, ElectOp):
            return True
        place, parent = parent, parent.parent_op()
    return False


def region(e: WarpEmitter, place: str, count_bytes: str, site: int, by: By, *, writes: bool, told: bool = True) -> None:
    """Tells that an engine accesses `count_bytes` (i32) of shared memory from `place` on, and who started it if that
    is `told`."""
    byte = e.f.op(f"sub i64 {e.f.op(f'ptrtoint ptr {place} to i64')}, %ck.start")
    words = e.f.op(f"lshr i64 {e.f.op(f'zext i32 {count_bytes} to i64')}, 2")
    name, what = _FUNCTIONS["store" if writes else "engine"]
    lane, shift = _lane_rule_operands(e, told and e.mask is not None, several=_UNKNOWN)
    call(
        e,
        f"{name}.row",
        f"ptr %ck, i32 %row, i64 {by.column}, i64 {by.clock}, i32 {min(site, MAX_SITES - 1)}, "
        f"i32 {int(what | by.access)}, i64 {e.f.op(f'lshr i64 {byte}, 2')}, i64 {words}, i64 -1, "
        f"i64 {lane}, i64 {shift}",
    )


# -- shared memory ---------------------------------------------------------------------------------------------------
def _read_together(e: WarpEmitter, pointer: Pointer, size: int, passed: str, load: Operation) -> bool:
    """Reports a load and the later ones of its group, if together they are few runs of words; whether it did."""
    later = e.plan.reads.after(load)
    offset = pointer.offset
    if not later or e.mask is not None or offset.lanes.varying or size < 4:
        return False
    spread = offset.lanes.spread if not offset.lanes.uniform else (0,) * e.lanes
    shifts = (0, *(at for _, at in later))
    found = word_runs([[x + at for at in shifts] for x in spread], size)
    if found is None or _step_count(found) > _ANY_STEPS * len(shifts) or any(shift == _UNKNOWN for *_, shift in found):
        return False
    first = _first_word(e, pointer)
    for run in found:
        _row(e, "read", passed, first, run)
    for one, _ in later:
        e.splats[_lane_addresses(e, one, size)] = ""
    return True


def _shared(e: WarpEmitter, pointer: Pointer, size: int, function: str, passed: str, lanes: int, told: bool) -> None:
    f, offset = e.f, pointer.offset
    name = function.removeprefix("cute.check.")
    if not offset.lanes.varying and size >= 4:
        first = _first_word(e, pointer)
        if offset.lanes.uniform:
            lane, shift = _lane_rule_operands(e, told)
            call(e, f"{name}.row", f"{passed}, i64 {first}, i64 {size // 4}, i64 -1, i64 {lane}, i64 {shift}")
            return
        spread = offset.lanes.spread
        if e.mask is None:
            found = word_runs([[x] for n, x in enumerate(spread) if lanes >> n & 1], size)
            if (
                found is not None
                and _step_count(found) <= _ANY_STEPS * (size // 4)
                and (not told or _told_apart(found))
            ):
                for run in found:
                    _row(e, name, passed, first, run if told else (*run[:3], 0, _UNKNOWN))
                return
        elif size == 4 and spread == tuple(4 * n for n in LANE_NUMBERS) and lanes == -1:
            bits = f.op(f"zext i32 {e.mask_bits()} to i64")
            call(e, f"{name}.row", f"{passed}, i64 {first}, i64 32, i64 {bits}, i64 0, i64 {0 if told else _UNKNOWN}")
            return
    kind = f"<{e.told_lanes} x i32>"
    if e.meetings is not None:
        byte = f.op(f"add i32 {_first_byte(e, pointer)}, {offset.text}")
        places = f.op(f"insertelement {kind} zeroinitializer, i32 {byte}, i32 %lane")
        call(e, f"{name}.any", f"{passed}, {kind} {places}, i32 {e.mask_bits()}, i32 {size}")
        return
    splats, e.splats = e.splats, dict(e.splats)
    places = f.op(f"add {kind} {e.splat(_first_byte(e, pointer), 'i32')}, {e.offset_vector(pointer)}")
    e.splats = splats
    if e.mask is None and lanes == -1 and not offset.lanes.varying and name in ("read.", "read"):
        lanes = first_of_each(offset.lanes.spread)
    bits = e.mask_bits() if lanes == -1 else f.op(f"and i32 {e.mask_bits()}, {lanes}")
    call(e, f"{name}.any", f"{passed}, {kind} {places}, i32 {bits}, i32 {size}")


def _first_byte(e: WarpEmitter, pointer: Pointer) -> str:
    """Where a pointer's base lies in shared memory, as an i32."""
    address = e.f.op(f"ptrtoint ptr {pointer.base} to i64")
    return e.f.op(f"trunc i64 {e.f.op(f'sub i64 {address}, %ck.start')} to i32")


def _first_word(e: WarpEmitter, pointer: Pointer) -> str:
    """The number of the word at a pointer, without what differs from lane to lane, as an i64."""
    byte = e.f.op(f"add i32 {_first_byte(e, pointer)}, {pointer.offset.text}")
    return e.f.op(f"zext i32 {e.f.op(f'ashr i32 {byte}, 2')} to i64")


def _row(e: WarpEmitter, name: str, passed: str, first: str, run: WordRun) -> None:
    start, count, bits, lane, shift = run
    at = e.f.op(f"add i64 {first}, {start}") if start else first
    call(e, f"{name}.row", f"{passed}, i64 {at}, i64 {count}, i64 {bits}, i64 {lane}, i64 {shift}")


def _told_apart(runs: Sequence[WordRun]) -> bool:
    """Whether runs say whose their words are as well as addresses one by one would."""
    return all(shift != _UNKNOWN for *_, shift in runs)


def _step_count(runs: Sequence[WordRun]) -> int:
    """What telling of runs costs, in steps of 16 words."""
    return sum(1 + -(-count // CHUNK) for _, count, *_ in runs)


def _lane_rule_operands(e: WarpEmitter, told: bool, several: int = _SEVERAL) -> tuple[str, str]:
    """Whose a place is that all active lanes access: the lane and shift, which is `several` for more than one."""
    if not told:
        return "0", str(_UNKNOWN)
    if e.mask is None:
        return "0", str(several)
    lane, alone = _only_lane(e)
    return e.f.op(f"shl i64 {lane}, {_SAME_SHIFT}"), e.f.op(f"select i1 {alone}, i64 {_SAME_SHIFT}, i64 {several}")


def _only_lane(e: WarpEmitter) -> tuple[str, str]:
    """The first active lane (i64), and whether (i1) no other one is active."""
    e.module.declare("i32 @llvm.cttz.i32(i32, i1)")
    bits = e.mask_bits()
    lane = e.f.op(f"call i32 @llvm.cttz.i32(i32 {bits}, i1 false)")
    rest = e.f.op(f"and i32 {bits}, {e.f.op(f'sub i32 {bits}, 1')}")
    return e.f.op(f"zext i32 {lane} to i64"), e.f.op(f"icmp eq i32 {rest}, 0")


def first_of_each(offsets: Sequence[int]) -> int:
    """The lanes that have an offset first, as bits.

    >>> first_of_each([0, 4, 4, 0])
    3
    """
    return sum(1 << lane for lane, offset in enumerate(offsets) if offset not in offsets[:lane])


WordRun = tuple[int, int, int, int, int]
"""First word, count, which of them as bits (-1: all), and whose they are as a lane and a shift."""


def word_runs(offsets: Sequence[Sequence[int]], size: int) -> list[WordRun] | None:
    """The byte offsets where each lane accesses `size` bytes, as runs of words.

    Word `i` of a run belongs to lane `(lane + i) >> shift`. None where offsets are not whole words.

    >>> word_runs([[4 * n] for n in range(32)], 4)
    [(0, 32, -1, 0, 0)]
    >>> word_runs([[0]] * 16 + [[16]] * 16, 4)
    [(0, 5, 17, 0, 63)]
    """
    if size % 4 or any(x % 4 for lane in offsets for x in lane):
        return None
    owners: dict[int, list[int]] = {}
    for lane, places in enumerate(offsets):
        for word in dict.fromkeys(at // 4 + k for at in places for k in range(size // 4)):
            owners.setdefault(word, []).append(lane)
    runs: list[list[int]] = []
    for word in sorted(owners):
        if runs and (word == runs[-1][-1] + 1 or (word - runs[-1][-1] < CHUNK and word - runs[-1][0] < _RUN_WORDS)):
            runs[-1].append(word)
        else:
            runs.append([word])
    return [_run(words, owners) for words in _runs_that_fit_the_bits(runs)]


def _runs_that_fit_the_bits(runs: list[list[int]]) -> list[list[int]]:
    """Runs with gaps as they are if they fit the bits, else cut where the gaps are."""
    result: list[list[int]] = []
    for run in runs:
        if run[-1] - run[0] < _RUN_WORDS:
            result.append(run)
            continue
        for word in run:
            if result and result[-1][-1] + 1 == word and word != run[0]:
                result[-1].append(word)
            else:
                result.append([word])
    return result


def _run(words: Sequence[int], owners: Mapping[int, Sequence[int]]) -> WordRun:
    first, count = words[0], words[-1] - words[0] + 1
    bits = -1 if count == len(words) else sum(1 << word - first for word in words)
    return first, count, bits, *_owner({word - first: owners[word] for word in words})


def _owner(owners: Mapping[int, Sequence[int]]) -> tuple[int, int]:
    """Whose the words of a run are, by their places in it."""
    if all(len(one) > 1 for one in owners.values()):
        return 0, _SEVERAL
    for shift in range(_SHIFTS):
        first = owners[0][0] << shift
        if all(list(one) == [(first + k) >> shift] for k, one in owners.items()):
            return first, shift
    return 0, _UNKNOWN


# -- global memory ---------------------------------------------------------------------------------------------------
def _global(e: WarpEmitter, pointer: Pointer, size: int, name: str, passed: str, *, told: bool) -> None:
    f, offset = e.f, pointer.offset
    base = f.op(f"ptrtoint ptr {pointer.base} to i64")
    wide = pointer.offset_type == "i64"
    if not offset.lanes.varying and (e.mask is None or offset.lanes.uniform):
        text = offset.text if wide or not offset.text.startswith("%") else f.op(f"sext i32 {offset.text} to i64")
        first = f.op(f"add i64 {base}, {text}")
        if offset.lanes.uniform:
            call(e, f"{name}.span", f"{passed}, i64 {first}, i64 {size}, i64 {_rule_of_all(e, told)}")
            return
        runs = byte_runs(offset.lanes.spread, size)
        if len(runs) <= _MOST_RUNS and not (told and any(rule == NO_RULE for *_, rule in runs)):
            for start, count, rule in runs:
                at = f.op(f"add i64 {first}, {start}") if start else first
                call(e, f"{name}.span", f"{passed}, i64 {at}, i64 {count}, i64 {rule if told else NO_RULE}")
            return
    places = f"<{e.lanes} x i64> {e.addresses(pointer)}"
    call(e, f"{name}.spans", f"{passed}, {places}, i32 {e.mask_bits()}, i64 {size}, i1 {str(told).lower()}")


def _rule_of_all(e: WarpEmitter, told: bool) -> str:
    """The rule of bytes that all active lanes access: they are of the only one, or of several each."""
    if not told or e.mask is None:
        return str(SEVERAL_RULE if told else NO_RULE)
    f = e.f
    lane, alone = _only_lane(e)
    first = f.op(f"shl i64 {lane}, {_LINE_SHIFT + RULE_SHIFT_BITS}")
    rule = f.op(f"add i64 {first}, {lane_rule(0, _LINE_SHIFT)}")
    return f.op(f"select i1 {alone}, i64 {rule}, i64 {SEVERAL_RULE}")


ByteRun = tuple[int, int, int]
"""First byte, count, and the rule of whose they are (`check_abi.lane_rule`)."""


def byte_runs(offsets: Sequence[int], size: int) -> list[ByteRun]:
    """Lanes' bytes as runs.

    >>> byte_runs([4, 0, 8], 4) == [(0, 12, NO_RULE)]
    True
    >>> byte_runs([0, 4, 8], 4) == [(0, 12, lane_rule(0, 2))]
    True
    """
    runs: list[tuple[int, int, list[tuple[int, int]]]] = []
    for start, lane in sorted((start, lane) for lane, start in enumerate(offsets)):
        if runs and start <= runs[-1][0] + runs[-1][1]:
            begin, count, members = runs[-1]
            runs[-1] = (begin, max(count, start + size - begin), [*members, (lane, start - begin)])
        else:
            runs.append((start, size, [(lane, 0)]))
    return [(start, count, _rule(members, size)) for start, count, members in runs]


def _rule(members: Sequence[tuple[int, int]], size: int) -> int:
    """The rule of lanes with their places in a run."""
    first, lanes = members[0][0], Counter(at for _, at in members)
    if min(lanes.values()) > 1:
        return SEVERAL_RULE
    if size & size - 1 == 0 and all(member == (first + k, k * size) for k, member in enumerate(members)):
        return lane_rule(first, size.bit_length() - 1)
    return NO_RULE


# -- order -----------------------------------------------------------------------------------------------------------
def step(e: WarpEmitter) -> None:
    """The lanes of the warp have met."""
    if e.plan.checks:
        call(e, "step", "ptr %ck, i32 %row")


def step_active(e: WarpEmitter) -> None:
    """The active lanes have met: all of the warp, or those of a branch."""
    if not e.plan.checks:
        return
    if e.mask is None or e.mask == e.view.full:
        step(e)
    else:
        call(e, "step_lanes", f"ptr %ck, i32 %row, i32 {e.mask_bits()}")


def exchanged(e: WarpEmitter) -> None:
    """The active lanes exchange values: what one of them acquired, the others have too."""
    if e.plan.orders.hands_on or e.plan.orders.fences:
        call(e, "exchanged", f"ptr %ck, i32 %row, i32 {e.mask_bits()}")


def met(e: WarpEmitter, members: str) -> None:
    """Lanes of a warp (bits) that run apart have waited for each other: each knows what the others did."""
    if e.plan.checks:
        call(e, "met", f"ptr %ck, i32 %ck.before, i32 %first_thread, i32 {members}")


def named_barrier(e: WarpEmitter, number: str) -> str:
    """The record of a named barrier of this block."""
    return e.f.op(f"add i32 {e.f.op(f'mul i32 %ck.slot, {NAMED_BARRIERS}')}, {number}")


def cluster_barrier(e: WarpEmitter) -> str:
    """The record of the cluster's barrier: after the named ones of all blocks."""
    place = e.f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['cluster_barriers']}")
    first = e.f.op(f"load i32, ptr {place}, align 4")
    return e.f.op(f"add i32 {first}, {e.f.op(f'udiv i32 %ck.slot, {e.plan.geometry.cluster_blocks}')}")


def swizzled(e: WarpEmitter, site: int, bits: str, *, writes: bool = False) -> None:
    """Tells how many bits (i32) the swizzle turns with which an engine uses shared memory at a site.

    One that writes with several, such as a loop over descriptors, has written words of each.
    """
    if not e.plan.checks:
        return
    field = e.f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['swizzles']}")
    place = e.f.op(f"getelementptr i8, ptr {e.f.op(f'load ptr, ptr {field}, align 8')}, i32 {min(site, MAX_SITES - 1)}")
    other = e.f.op(f"icmp eq i32 {bits}, {SWIZZLE_BY_32_BYTES}")
    told = e.f.op(f"select i1 {other}, i32 {OTHER_SWIZZLE}, i32 {e.f.op(f'add i32 {bits}, 1')}")
    told = e.f.op(f"trunc i32 {told} to i8")
    if writes:
        told = e.f.op(f"or i8 {told}, {ENGINE_SWIZZLE - 256}")
        before = e.f.op(f"load i8, ptr {place}, align 1")
        by_tensor = e.f.op(f"icmp sge i8 {before}, 0")
        known = e.f.op(f"or i1 {by_tensor}, {e.f.op(f'icmp eq i8 {before}, {told}')}")
        told = e.f.op(f"select i1 {known}, i8 {told}, i8 {SEVERAL_SWIZZLES + ENGINE_SWIZZLE - 256}")
    e.f.do(f"store i8 {told}, ptr {place}, align 1")


def came(index: str, tag: str, site: int, number: str) -> str:
    """The arguments that tell that something came to the phase `tag` of a barrier."""
    return f"ptr %ck, i32 %row, i32 {index}, i32 {tag}, i32 {min(site, MAX_SITES - 1)}, i32 {number}"


def arrive(e: WarpEmitter, index: str, tag: str, site: int, number: str = "0") -> None:
    """The warp has arrived at the phase `tag` of a barrier; `number` is how many threads a named one waits for."""
    stands(e, site)
    call(e, "arrive", came(index, tag, site, number))


def stands(e: WarpEmitter, site: int, waits: tuple[str, str] | None = None) -> None:
    """The warp has come to a site; there it may wait for a barrier and its phase."""
    if not e.plan.checks:
        return
    e.f.do(f"store i32 {site + 1}, ptr %stands, align 4")
    for word, text in enumerate(waits or (), start=1):
        e.f.do(f"store i32 {text}, ptr {e.f.op(f'getelementptr i32, ptr %stands, i32 {word}')}, align 4")


def leave(e: WarpEmitter, index: str, tag: str) -> None:
    """The warp has seen the phase `tag` of a barrier complete."""
    call(e, "leave", f"ptr %ck, i32 %row, i32 {index}, i32 {tag}")


def leave_lanes(e: WarpEmitter, index: str, tag: str, lanes: str) -> None:
    """Some lanes (bits) have seen the phase `tag` of an mbarrier complete."""
    call(e, "leave_lanes", f"ptr %ck, i32 %row, i32 {index}, i32 {tag}, i32 {lanes}")


def active_lanes(e: WarpEmitter, lane: str = "") -> str:
    """The lanes that are active, or a single one (its number), as bits; all where lanes have rows of their own."""
    if e.meetings is not None:
        return "-1"
    return e.f.op(f"shl i32 1, {lane}") if lane else e.mask_bits()


def fence(e: WarpEmitter, *, shared: bool, global_memory: bool) -> None:
    """The active lanes make a proxy fence for the asynchronous engines."""
    call(e, "fence_lanes", f"ptr %ck, i32 %row, i32 {active_lanes(e)}, i32 {int(shared)}, i32 {int(global_memory)}")


def init_fence(e: WarpEmitter) -> None:
    """From here on the copy engine sees mbarriers that the warp initialised, and nothing else that it wrote."""
    call(e, "init_fence", "ptr %ck, i32 %row")


def mbarrier(e: WarpEmitter, place: str) -> str:
    """The record of the mbarrier at a place."""
    return call(e, "barrier", f"ptr %ck, ptr {place}")


def phase_now(e: WarpEmitter, place: str) -> str:
    """The parity of the phase that an mbarrier is in."""
    word = e.f.op(f"load i64, ptr {place}, align 8")
    high = e.f.op(f"lshr i64 {word}, 62")
    return e.f.op(f"and i32 {e.f.op(f'trunc i64 {high} to i32')}, 1")


def commit(e: WarpEmitter, engine: Engine) -> None:
    """The active lanes close an engine's open group."""
    if e.plan.checks:
        call(e, "commit", f"ptr %ck, i32 %row, i32 {engine - 1}, i32 {e.mask_bits()}")


def settle(e: WarpEmitter, engine: Engine, pending: int, *, read: bool = False) -> None:
    """The active lanes have waited until at most `pending` groups are under way, or have not been `read` yet."""
    if e.plan.checks:
        passed = f"i32 {engine - 1}, i32 {pending}, i32 {e.mask_bits()}, i1 {str(read).lower()}"
        call(e, "settle", f"ptr %ck, i32 %row, {passed}")


def ordered(
    e: WarpEmitter, pointer: Pointer, site: int, sem: str, kind: str, scope: str, *, looks: bool = False
) -> None:
    """Reports an atomic or ordered access; `looks`: a load in a loop, which `shown` follows.

    A load may have passed an earlier store, whatever the value that it sees says of the other thread: that comes first.
    """
    if kind == "load":
        store_load(e, pointer, site, sem, kind)
        order(e, pointer, sem, kind, scope, looks=looks)
    else:
        order(e, pointer, sem, kind, scope)
        store_load(e, pointer, site, sem, kind)


def store_load(e: WarpEmitter, pointer: Pointer | None, site: int, sem: str, kind: str) -> None:
    """Reports an ordered access, or of a fence of kind `sc`, where a store may pass a later load."""
    if not e.plan.checks or not e.plan.orders.stores_and_loads or sem == "weak":
        return
    what = {"load": Order.LOADS, "fence": Order.FENCE}.get(kind, Order.STORES)
    if pointer is not None and pointer.space in ("smem", "dsmem"):
        what |= Order.OF_BLOCK
    where = "zeroinitializer" if pointer is None else e.addresses(pointer)
    said = f"i32 {min(site, MAX_SITES - 1)}, i32 {int(what)}, <{e.told_lanes} x i64> {where}, i32 {e.mask_bits()}"
    call(e, "ordered_accesses", f"ptr %ck, i32 %row, {said}")


def before_store(e: WarpEmitter, pointer: Pointer, size: int, sem: str, scope: str) -> None:
    """Notes what memory holds where a store may hand something on: one that changes nothing does not."""
    if e.plan.checks and size <= _NUMBER_BYTES and e.plan.orders.of(sem, "store", scope) & Order.STORES:
        where = f"<{e.told_lanes} x i64> {e.addresses(pointer)}, i32 {e.mask_bits()}"
        call(e, "held", f"ptr %ck, {where}, i64 {size}")


def shown(e: WarpEmitter, value: str) -> str:
    """What a load in a loop sees of 32 bits: a value that memory held earlier may come first."""
    return call(e, "shown", f"ptr %ck, i32 {value}")


def order(e: WarpEmitter, pointer: Pointer | None, sem: str, kind: str, scope: str, *, looks: bool = False) -> None:
    """Reports an atomic or ordered access, or a fence, where it may order the threads of the kernel."""
    what = e.plan.orders.of(sem, kind, scope)
    if not e.plan.checks or what is Order.NONE:
        return
    if looks and e.plan.orders.looks:
        what |= Order.LOOKS
    where = "zeroinitializer" if pointer is None else e.addresses(pointer)
    call(e, "hand_ons", f"ptr %ck, i32 %row, i32 {int(what)}, <{e.told_lanes} x i64> {where}, i32 {e.mask_bits()}")
