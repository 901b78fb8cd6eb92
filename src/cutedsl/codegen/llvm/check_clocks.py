"""The checker's runtime for what orders threads, in LLVM text: clocks of warps, barriers, groups of engines.

A barrier's record keeps what its arrivals of the phase under way released, and what those of the phase before did: a
fast warp may arrive again before a slow one has left. The tag tells phases apart.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.check_abi import (
    CHUNK,
    CONTEXT,
    COPY_LANES_AT,
    ENGINE_WORDS,
    EXPECTED_AT,
    LANDED_AT,
    LAST_AT,
    LOG_ENTRIES,
    LOG_WORDS,
    MAX_BARRIERS,
    MAX_CLOCK,
    MET_COPIES_AT,
    OBJECT_HEAD_BYTES,
    OPEN_AT,
    PLACE_AT,
    ROW_WORDS,
    SENDER_AT,
    SENT_AT,
    SENT_SITE_AT,
    SITE_WORDS_AT,
    Arrival,
    Engine,
    Event,
    Order,
)
from cutedsl.arch.host_abi import RT, WARP_LANES
from cutedsl.codegen.llvm.block_state import STATE
from cutedsl.codegen.llvm.check_shared import INTS, field_of
from cutedsl.codegen.llvm.text import FunctionText

_CLOCK_MARGIN: Final = 1 << 22


def put_field(f: FunctionText, name: str, kind: str, text: str) -> None:
    """Stores into a field of the checker's context."""
    place = f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT[name]}")
    f.do(f"store {kind} {text}, ptr {place}, align {8 if kind in ('ptr', 'i64') else 4}")


def live_bytes(f: FunctionText) -> str:
    """The bytes of those clocks of a row that are in use."""
    live = field_of(f, "live", "i32")
    return f.op(f"zext i32 {f.op(f'mul i32 {live}, 4')} to i64")


def _engines_live(f: FunctionText) -> None:
    """An engine has something to do: from now on its columns count too."""
    put_field(f, "live", "i32", field_of(f, "stride", "i32"))


def function(header: str, f: FunctionText, result: str = "ret void", attributes: str = "noinline nounwind") -> str:
    """A function's text; `result` ends it."""
    f.do(result)
    return "\n".join((f"define {header} {attributes} {{", "entry:", *filter(None, f.lines), "}")) + "\n"


def tick(f: FunctionText) -> str:
    """The next clock."""
    now = f.op(f"add i32 {field_of(f, 'clock', 'i32')}, 1")
    put_field(f, "clock", "i32", now)
    return now


def row_of(f: FunctionText, name: str, row: str = "%row") -> str:
    """The address of a row of `known` or `fenced`."""
    offset = f.op(f"mul i32 {row}, {field_of(f, 'stride', 'i32')}")
    return f.op(f"getelementptr i32, ptr {field_of(f, name, 'ptr')}, i32 {offset}")


def _moves_on(f: FunctionText, after: str = "0", *, meets: str = "true") -> None:
    """The row's own clock moves on, past another clock: rows that meet again and again have about the same.

    `meets` is the text of whether the row's lanes have waited for each other.
    """
    inner = row_of(f, "known")
    place = f.op(f"getelementptr i32, ptr {inner}, i32 %row")
    own = f.op(f"load i32, ptr {place}, align 4")
    now = f.op(f"add i32 {f.op(f'call i32 @llvm.umax.i32(i32 {own}, i32 {after})')}, 1")
    f.do(f"store i32 {now}, ptr {place}, align 4")
    met = _meet(f, "%row")
    last = f.op(f"select i1 {meets}, i32 {now}, i32 {f.op(f'load i32, ptr {met}, align 4')}")
    f.do(f"store i32 {last}, ptr {met}, align 4")
    copies, ended = _met_copies(f), f.op(f"load i32, ptr {_own_copies(f, inner)}, align 4")
    kept = f.op(f"select i1 {meets}, i32 {ended}, i32 {f.op(f'load i32, ptr {copies}, align 4')}")
    f.do(f"store i32 {kept}, ptr {copies}, align 4")
    latest = f.op(f"call i32 @llvm.umax.i32(i32 {now}, i32 {field_of(f, 'clock', 'i32')})")
    put_field(f, "clock", "i32", latest)


def _own_copies(f: FunctionText, clocks: str) -> str:
    """Where a row of clocks has that of the `cp.async` copies of the row itself."""
    rows = field_of(f, "rows", "i32")
    return f.op(f"getelementptr i32, ptr {clocks}, i32 {f.op(f'add i32 {rows}, %row')}")


def _met_copies(f: FunctionText) -> str:
    return f.op(f"getelementptr i32, ptr {engine_words(f)}, i32 {MET_COPIES_AT}")


def _meet(f: FunctionText, row: str) -> str:
    return f.op(f"getelementptr i32, ptr {field_of(f, 'meets', 'ptr')}, i32 {row}")


def counted(f: FunctionText, name: str, count: str, step: int) -> str:
    """Begins a loop; `turned` ends it. Gives the index (i32)."""
    before = f.block
    f.branch(f"{name}.loop")
    f.begin(f"{name}.loop")
    f.lines.append(f"  %{name} = phi i32 [ 0, %{before} ], [ %{name}.next, %{name}.again ]")
    f.lines.append(f"  %{name}.next = add i32 %{name}, {step}")
    f.lines.append(f"  %{name}.more = icmp ult i32 %{name}.next, {count}")
    return f"%{name}"


def turned(f: FunctionText, name: str) -> None:
    """Ends a loop that `counted` began."""
    f.branch(f"{name}.again")
    f.begin(f"{name}.again")
    f.branch_if(f"%{name}.more", f"{name}.loop", f"{name}.out")
    f.begin(f"{name}.out")


def _splat(f: FunctionText, text: str) -> str:
    one = f.op(f"insertelement {INTS} poison, i32 {text}, i32 0")
    return f.op(f"shufflevector {INTS} {one}, {INTS} poison, {INTS} zeroinitializer")


def _begin() -> str:
    """A cluster begins: whatever was accessed before is ordered before it."""
    f = FunctionText()
    place = f.op(f"getelementptr i8, ptr %rt, i64 {RT['user'].offset}")
    f.lines.append(f"  %ck = load ptr, ptr {place}, align 8")
    late = f.op(f"icmp ugt i32 {field_of(f, 'clock', 'i32')}, {MAX_CLOCK - _CLOCK_MARGIN}")
    f.branch_if(late, "wrap", "begin")
    f.begin("wrap")
    f.op(f"call i32 {field_of(f, 'report', 'ptr')}(ptr %ck, i32 {int(Event.CLOCK)}, i32 0, i32 0, i32 0, i64 0, i64 0)")
    f.branch("begin")
    f.begin("begin")
    some = f.op(f"icmp ne i32 {field_of(f, 'handoff_count', 'i32')}, 0")
    f.branch_if(some, "gather", "go")
    f.begin("gather")
    f.do(f"call void {field_of(f, 'order', 'ptr')}(i32 0, i32 {int(Order.FOREIGN)}, i64 0)")
    f.branch("go")
    f.begin("go")
    inner = STATE["smem"]
    smem = f.op(f"load ptr, ptr {f.op(f'getelementptr i8, ptr %states, i64 {inner}')}, align 8")
    put_field(f, "smem", "ptr", smem)
    base = tick(f)
    put_field(f, "base", "i32", base)
    clusters = field_of(f, "clusters", "i32")
    entry = f.op(f"getelementptr i64, ptr {field_of(f, 'bases', 'ptr')}, i32 {f.op(f'mul i32 {clusters}, 2')}")
    f.do(f"store i64 %number, ptr {entry}, align 8")
    second = f.op(f"getelementptr i64, ptr {entry}, i32 1")
    f.do(f"store i64 {f.op(f'zext i32 {base} to i64')}, ptr {second}, align 8")
    put_field(f, "clusters", "i32", f.op(f"add i32 {clusters}, 1"))
    put_field(f, "alive", "i32", field_of(f, "agents", "i32"))
    rows, stride = field_of(f, "rows", "i32"), field_of(f, "stride", "i32")
    known, fenced = field_of(f, "known", "ptr"), field_of(f, "fenced", "ptr")
    all_of, live = _splat(f, base), field_of(f, "live", "i32")
    engines, now = field_of(f, "engines", "ptr"), tick(f)
    row = counted(f, "r", rows, 1)
    first = f.op(f"mul i32 {row}, {stride}")
    at = f.op(f"add i32 {first}, {counted(f, 'i', live, CHUNK)}")
    for array in (known, fenced):
        f.do(f"store {INTS} {all_of}, ptr {f.op(f'getelementptr i32, ptr {array}, i32 {at}')}, align 4")
    turned(f, "i")
    own = f.op(f"add i32 {f.op(f'mul i32 {row}, {stride}')}, {row}")
    f.do(f"store i32 {now}, ptr {f.op(f'getelementptr i32, ptr {known}, i32 {own}')}, align 4")
    f.do(f"store i32 {base}, ptr {_floor(f, row)}, align 4")
    f.do(f"store i32 {now}, ptr {_meet(f, row)}, align 4")
    words = f.op(f"getelementptr i32, ptr {engines}, i32 {f.op(f'mul i32 {row}, {ENGINE_WORDS}')}")
    f.do(f"store <{ENGINE_WORDS} x i32> zeroinitializer, ptr {words}, align 4")
    f.do(f"store <{ROW_WORDS} x i32> zeroinitializer, ptr {_stop(f, row)}, align 4")
    f.do(f"store <2 x i32> zeroinitializer, ptr {fence_words(f, row)}, align 4")
    turned(f, "r")
    put_field(f, "log_count", "i32", "0")
    for name in ("ordered_from", "ordered_to"):
        put_field(f, name, "i64", "0")
    return function("void @cute.check.begin(ptr %rt, ptr %states, i64 %number)", f)


def _record(f: FunctionText, index: str = "%index") -> str:
    """The address of a barrier's record."""
    stride = field_of(f, "stride", "i32")
    size = f.op(f"add i32 {f.op(f'mul i32 {stride}, 16')}, {OBJECT_HEAD_BYTES}")
    wide = f.op(f"zext i32 {f.op(f'mul i32 {index}, {size}')} to i64")
    return f.op(f"getelementptr i8, ptr {field_of(f, 'objects', 'ptr')}, i64 {wide}")


def _planes(f: FunctionText, record: str) -> list[str]:
    """Released now, before; fenced now, before."""
    stride = field_of(f, "stride", "i32")
    first = f.op(f"getelementptr i8, ptr {record}, i64 {OBJECT_HEAD_BYTES}")
    return [first, *(f.op(f"getelementptr i32, ptr {first}, i32 {f.op(f'mul i32 {stride}, {k}')}") for k in (1, 2, 3))]


def _head(f: FunctionText, record: str, at: int) -> str:
    """A word of the head of a barrier's record."""
    return f.op(f"getelementptr i8, ptr {record}, i64 {at}")


def _log(f: FunctionText, kind: Arrival) -> None:
    """Keeps what comes to a barrier, for the report of a deadlock."""
    count = field_of(f, "log_count", "i32")
    entry = f.op(f"mul i32 {f.op(f'and i32 {count}, {LOG_ENTRIES - 1}')}, {LOG_WORDS}")
    first = f.op(f"getelementptr i32, ptr {field_of(f, 'log', 'ptr')}, i32 {entry}")
    for word, text in enumerate(("%row", str(int(kind)), "%index", "%tag", "%site", "%number")):
        f.do(f"store i32 {text}, ptr {f.op(f'getelementptr i32, ptr {first}, i32 {word}')}, align 4")
    put_field(f, "log_count", "i32", f.op(f"add i32 {count}, 1"))


def _expect() -> str:
    """Bytes are expected at a barrier."""
    f = FunctionText()
    f.do(f"store i32 %site, ptr {_head(f, _record(f), EXPECTED_AT)}, align 4")
    _log(f, Arrival.EXPECTS)
    return function(f"void @cute.check.expect({_CAME})", f)


_CAME: Final = "ptr %ck, i32 %row, i32 %index, i32 %tag, i32 %site, i32 %number"


def join(f: FunctionText, target: str, source: str) -> None:
    """The later of two rows' clocks."""
    a = f.op(f"load {INTS}, ptr {target}, align 4")
    b = f.op(f"load {INTS}, ptr {source}, align 4")
    f.do(f"store {INTS} {f.op(f'call {INTS} @llvm.umax.v{CHUNK}i32({INTS} {a}, {INTS} {b})')}, ptr {target}, align 4")


def _phase(f: FunctionText, record: str, planes: list[str]) -> None:
    """A new tag begins a phase: what was released so far is that of the phase before."""
    tag = f.op(f"load i32, ptr {record}, align 4")
    f.branch_if(f.op(f"icmp eq i32 {tag}, %tag"), "same", "fresh")
    f.begin("fresh")
    f.do(f"store i32 %tag, ptr {record}, align 4")
    bytes_ = live_bytes(f)
    for now, before in ((0, 1), (2, 3)):
        f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {planes[before]}, ptr {planes[now]}, i64 {bytes_}, i1 false)")
    f.branch("same")
    f.begin("same")


def _arrive() -> str:
    """The row releases what it knows to the phase `tag` of barrier `index`, and its clock moves on."""
    f = FunctionText()
    record = _record(f)
    planes = _planes(f, record)
    _phase(f, record, planes)
    known, fenced = row_of(f, "known"), row_of(f, "fenced")
    at = counted(f, "i", field_of(f, "live", "i32"), CHUNK)
    for target, source in ((planes[0], known), (planes[2], fenced)):
        places = [f.op(f"getelementptr i32, ptr {array}, i32 {at}") for array in (target, source)]
        join(f, places[0], places[1])
    turned(f, "i")
    named = f.op(f"icmp ult i32 %index, {field_of(f, 'first_mbarrier', 'i32')}")
    _moves_on(f, _extreme(f, known, "max", "0"), meets=named)
    _log(f, Arrival.ARRIVES)
    return function(f"void @cute.check.arrive({_CAME})", f)


def _leave() -> str:
    """The row has seen the phase `tag` complete: it knows what was released to it."""
    f = FunctionText()
    record = _record(f)
    planes = _planes(f, record)
    now = f.op(f"icmp eq i32 {f.op(f'load i32, ptr {record}, align 4')}, %tag")
    sources = [f.op(f"select i1 {now}, ptr {planes[k]}, ptr {planes[k + 1]}") for k in (0, 2)]
    rows = [row_of(f, "known"), row_of(f, "fenced")]
    at = counted(f, "i", field_of(f, "live", "i32"), CHUNK)
    for target, source in zip(rows, sources, strict=True):
        places = [f.op(f"getelementptr i32, ptr {array}, i32 {at}") for array in (target, source)]
        join(f, places[0], places[1])
    turned(f, "i")
    _raise_floor(f, rows[0])
    met, own = _meet(f, "%row"), f.op(f"getelementptr i32, ptr {sources[0]}, i32 %row")
    came = f.op(f"add i32 {f.op(f'load i32, ptr {own}, align 4')}, 1")  # what a lane did before it arrived, all know
    last = f.op(f"call i32 @llvm.umax.i32(i32 {f.op(f'load i32, ptr {met}, align 4')}, i32 {came})")
    f.do(f"store i32 {last}, ptr {met}, align 4")
    copies, ended = _met_copies(f), f.op(f"load i32, ptr {_own_copies(f, sources[0])}, align 4")
    latest = f.op(f"call i32 @llvm.umax.i32(i32 {f.op(f'load i32, ptr {copies}, align 4')}, i32 {ended})")
    f.do(f"store i32 {latest}, ptr {copies}, align 4")
    return function("void @cute.check.leave(ptr %ck, i32 %row, i32 %index, i32 %tag)", f)


def _floor(f: FunctionText, row: str) -> str:
    return f.op(f"getelementptr i32, ptr {field_of(f, 'floors', 'ptr')}, i32 {row}")


def _raise_floor(f: FunctionText, known: str) -> None:
    """The row's floor is the least that it knows of any row, and below its own clock."""
    own = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {known}, i32 %row')}, align 4")
    least = f.op(f"call i32 @llvm.umin.i32(i32 {f.op(f'sub i32 {own}, 1')}, i32 {_extreme(f, known, 'min', '-1')})")
    f.do(f"store i32 {least}, ptr {_floor(f, '%row')}, align 4")


def _extreme(f: FunctionText, known: str, which: str, worst: str) -> str:
    """The least or the latest clock (`min`, `max`) that a row knows of any row; `worst` is what is never it."""
    rows = field_of(f, "rows", "i32")
    place = f.op("alloca i32, align 4")
    f.do(f"store i32 {worst}, ptr {place}, align 4")
    at = counted(f, "k", rows, CHUNK)
    clocks = f.op(f"load {INTS}, ptr {f.op(f'getelementptr i32, ptr {known}, i32 {at}')}, align 4")
    numbers = f.op(f"add {INTS} {_splat(f, at)}, <{', '.join(f'i32 {n}' for n in range(CHUNK))}>")
    real = f.op(f"icmp ult {INTS} {numbers}, {_splat(f, rows)}")
    told = f.op(f"select <{CHUNK} x i1> {real}, {INTS} {clocks}, {INTS} splat (i32 {worst})")
    found = f.op(f"call i32 @llvm.vector.reduce.u{which}.v{CHUNK}i32({INTS} {told})")
    had = f.op(f"load i32, ptr {place}, align 4")
    f.do(f"store i32 {f.op(f'call i32 @llvm.u{which}.i32(i32 {had}, i32 {found})')}, ptr {place}, align 4")
    turned(f, "k")
    return f.op(f"load i32, ptr {place}, align 4")


def _barrier() -> str:
    """The number of the mbarrier at a place: a new one at its first use."""
    f = FunctionText()
    start = f.op(f"ptrtoint ptr {field_of(f, 'smem', 'ptr')} to i64")
    byte = f.op(f"sub i64 {f.op('ptrtoint ptr %place to i64')}, {start}")
    slot = f.op(f"getelementptr i16, ptr {field_of(f, 'barrier_ids', 'ptr')}, i64 {f.op(f'lshr i64 {byte}, 3')}")
    had = f.op(f"zext i16 {f.op(f'load i16, ptr {slot}, align 2')} to i32")
    f.branch_if(f.op(f"icmp eq i32 {had}, 0"), "make", "known")
    f.begin("make")
    count = field_of(f, "barriers", "i32")
    more = f.op(f"add i32 {count}, 1")
    last = f.op(f"call i32 @llvm.umin.i32(i32 {more}, i32 {MAX_BARRIERS})")
    put_field(f, "barriers", "i32", last)
    f.do(f"store i16 {f.op(f'trunc i32 {last} to i16')}, ptr {slot}, align 2")
    f.branch("known")
    f.begin("known")
    number = f.phi("i32", (had, "entry"), (last, "make"))
    less = f.op(f"sub i32 {number}, 1")  # 0 is for none
    result = f.op(f"add i32 {field_of(f, 'first_mbarrier', 'i32')}, {less}")
    after = f.op(f"trunc i64 {f.op(f'add i64 {byte}, 1')} to i32")
    f.do(f"store i32 {after}, ptr {_head(f, _record(f, result), PLACE_AT)}, align 4")
    return function("i32 @cute.check.barrier(ptr %ck, ptr %place)", f, f"ret i32 {result}")


def _step() -> str:
    """The lanes of a warp have met: what they did is ordered."""
    f = FunctionText()
    _moves_on(f)
    return function("void @cute.check.step(ptr %ck, i32 %row)", f)


def _met() -> str:
    """The `members` (bits) of a warp whose lanes run apart have waited for each other."""
    f = FunctionText()
    bytes_ = live_bytes(f)

    def row(lane: str) -> str:
        unit = f.op(f"lshr i32 {f.op(f'add i32 %first, {lane}')}, {field_of(f, 'lane_shift', 'i32')}")
        return f.op(f"add i32 %before, {unit}")

    def each(name: str) -> str:
        """Begins a loop over the members' rows; `turned` ends it."""
        lane = counted(f, name, str(WARP_LANES), 1)
        here = f.op(f"trunc i32 {f.op(f'lshr i32 %members, {lane}')} to i1")
        f.branch_if(here, f"{name}.here", f"{name}.again")
        f.begin(f"{name}.here")
        return row(lane)

    lead = row(f.op("call i32 @llvm.cttz.i32(i32 %members, i1 true)"))
    rows = {name: row_of(f, name, lead) for name in ("known", "fenced")}
    other = each("a")
    sources = {name: row_of(f, name, other) for name in rows}
    at = counted(f, "i", field_of(f, "live", "i32"), CHUNK)
    for name, first in rows.items():
        places = [f.op(f"getelementptr i32, ptr {array}, i32 {at}") for array in (first, sources[name])]
        join(f, places[0], places[1])
    turned(f, "i")
    turned(f, "a")
    other = each("b")
    for name, first in rows.items():
        target = row_of(f, name, other)
        f.do(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {first}, i64 {bytes_}, i1 false)")
    turned(f, "b")
    f.do(f"call void @cute.check.step(ptr %ck, i32 {each('c')})")
    turned(f, "c")
    return function("void @cute.check.met(ptr %ck, i32 %before, i32 %first, i32 %members)", f)


def _fence() -> str:
    """From here on the asynchronous engines see what the row knows."""
    f = FunctionText()
    known, fenced = row_of(f, "known"), row_of(f, "fenced")
    at = counted(f, "i", field_of(f, "live", "i32"), CHUNK)
    some = f.op(f"load {INTS}, ptr {f.op(f'getelementptr i32, ptr {known}, i32 {at}')}, align 4")
    f.do(f"store {INTS} {some}, ptr {f.op(f'getelementptr i32, ptr {fenced}, i32 {at}')}, align 4")
    turned(f, "i")
    _moves_on(f, meets="false")
    return function("void @cute.check.fence(ptr %ck, i32 %row)", f)


def engine_words(f: FunctionText, row: str = "%row") -> str:
    """The address of a row's words of `engines`."""
    return f.op(f"getelementptr i32, ptr {field_of(f, 'engines', 'ptr')}, i32 {f.op(f'mul i32 {row}, {ENGINE_WORDS}')}")


def fence_words(f: FunctionText, row: str = "%row") -> str:
    """The address of a row's words of `fence_words`."""
    return f.op(f"getelementptr i32, ptr {field_of(f, 'fence_words', 'ptr')}, i32 {f.op(f'mul i32 {row}, 2')}")


def _group() -> str:
    """The clock of an engine's open group, which now has something in it; `lanes` put it there."""
    f = FunctionText()
    _engines_live(f)
    words = engine_words(f)
    count = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {words}, i32 %engine')}, align 4")
    opened = f.op(f"getelementptr i32, ptr {words}, i32 {f.op(f'add i32 %engine, {OPEN_AT}')}")
    f.do(f"store i32 1, ptr {opened}, align 4")
    lanes = f.op(f"getelementptr i32, ptr {words}, i32 {COPY_LANES_AT}")
    all_lanes = f.op(f"or i32 {f.op(f'load i32, ptr {lanes}, align 4')}, %lanes")
    copies = f.op(f"icmp eq i32 %engine, {Engine.COPY - 1}")
    kept = f.op(f"select i1 {copies}, i32 {all_lanes}, i32 {f.op(f'load i32, ptr {lanes}, align 4')}")
    f.do(f"store i32 {kept}, ptr {lanes}, align 4")
    inner = field_of(f, "base", "i32")
    now = f.op(f"add i32 {f.op(f'add i32 {inner}, 1')}, {count}")
    site = f.op(f"getelementptr i32, ptr {words}, i32 {f.op(f'add i32 %engine, {SITE_WORDS_AT}')}")
    f.do(f"store i32 %site, ptr {site}, align 4")
    wide = f.op(f"zext i32 {now} to i64")
    header = "i64 @cute.check.group(ptr %ck, i32 %row, i32 %engine, i32 %lanes, i32 %site)"
    return function(header, f, f"ret i64 {wide}")


def _commit() -> str:
    """An engine's open group is closed; the next begins."""
    f = FunctionText()
    words = engine_words(f)
    place = f.op(f"getelementptr i32, ptr {words}, i32 %engine")
    count = f.op(f"add i32 {f.op(f'load i32, ptr {place}, align 4')}, 1")
    f.do(f"store i32 {count}, ptr {place}, align 4")
    opened = f.op(f"getelementptr i32, ptr {words}, i32 {f.op(f'add i32 %engine, {OPEN_AT}')}")
    last = f.op(f"getelementptr i32, ptr {words}, i32 {f.op(f'add i32 %engine, {LAST_AT}')}")
    some = f.op(f"icmp ne i32 {f.op(f'load i32, ptr {opened}, align 4')}, 0")
    before = f.op(f"load i32, ptr {last}, align 4")
    f.do(f"store i32 {f.op(f'select i1 {some}, i32 {count}, i32 {before}')}, ptr {last}, align 4")
    f.do(f"store i32 0, ptr {opened}, align 4")
    tick(f)
    return function("void @cute.check.commit(ptr %ck, i32 %row, i32 %engine)", f)


def _settle() -> str:
    """All but the last `pending` committed groups have ended, if all lanes that took part wait (`lanes`)."""
    f = FunctionText()
    words = engine_words(f)
    took_part = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {words}, i32 {COPY_LANES_AT}')}, align 4")
    copies = f.op(f"icmp eq i32 %engine, {Engine.COPY - 1}")
    absent = f.op(f"and i32 {took_part}, {f.op('xor i32 %lanes, -1')}")
    some = f.op(f"icmp ne i32 {absent}, 0")
    f.branch_if(f.op(f"and i1 {copies}, {some}"), "out", "wait")
    f.begin("wait")
    count = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {words}, i32 %engine')}, align 4")
    ended = f.op(f"call i32 @llvm.usub.sat.i32(i32 {count}, i32 %pending)")
    until = f.op(f"add i32 {field_of(f, 'base', 'i32')}, {ended}")
    block = f.op(f"mul i32 {f.op('add i32 %engine, 1')}, {field_of(f, 'rows', 'i32')}")
    column = f.op(f"add i32 {block}, %row")
    place = f.op(f"getelementptr i32, ptr {row_of(f, 'known')}, i32 {column}")
    had = f.op(f"load i32, ptr {place}, align 4")
    f.do(f"store i32 {f.op(f'call i32 @llvm.umax.i32(i32 {had}, i32 {until})')}, ptr {place}, align 4")
    f.branch("out")
    f.begin("out")
    return function("void @cute.check.settle(ptr %ck, i32 %row, i32 %engine, i32 %pending, i32 %lanes)", f)


def _copies_arrive() -> str:
    """A barrier's phase comes after the row's copies so far, whether committed or not."""
    f = FunctionText()
    record = _record(f)
    planes = _planes(f, record)
    _phase(f, record, planes)
    count = f.op(f"load i32, ptr {engine_words(f)}, align 4")
    inner = field_of(f, "base", "i32")
    until = f.op(f"add i32 {f.op(f'add i32 {inner}, 1')}, {count}")
    column = f.op(f"add i32 {field_of(f, 'rows', 'i32')}, %row")
    place = f.op(f"getelementptr i32, ptr {planes[0]}, i32 {column}")
    had = f.op(f"load i32, ptr {place}, align 4")
    f.do(f"store i32 {f.op(f'call i32 @llvm.umax.i32(i32 {had}, i32 {until})')}, ptr {place}, align 4")
    _log(f, Arrival.ARRIVES)
    return function(f"void @cute.check.copies({_CAME})", f)


def _landing() -> str:
    """The clock of a bulk copy that counts its bytes at barrier `index`: what waits for the phase is after it."""
    f = FunctionText()
    _engines_live(f)
    record = _record(f)
    planes = _planes(f, record)
    _phase(f, record, planes)
    f.do(f"store i32 %site, ptr {_head(f, record, LANDED_AT)}, align 4")
    now = tick(f)
    column = _load_column(f, "%index")
    f.do(f"store i32 {now}, ptr {f.op(f'getelementptr i32, ptr {planes[0]}, i32 {column}')}, align 4")
    wide = f.op(f"zext i32 {now} to i64")
    _log(f, Arrival.BYTES)
    return function(f"i64 @cute.check.landing({_CAME})", f, f"ret i64 {wide}")


def _sent() -> str:
    """A bulk copy reads memory of the row's block until the phase of barrier `index` that counts it has ended."""
    f = FunctionText()
    record = _record(f)
    sender, clock = f.op("add i32 %row, 1"), f.op("trunc i64 %clock to i32")
    for at, text in ((SENDER_AT, sender), (SENT_AT, clock), (SENT_SITE_AT, "%site")):
        f.do(f"store i32 {text}, ptr {_head(f, record, at)}, align 4")
    return function("void @cute.check.sent(ptr %ck, i32 %row, i32 %index, i64 %clock, i32 %site)", f)


def _sends() -> str:
    """The last warp of a cluster has ended: copies out of a block that none of its warps saw the end of."""
    f = FunctionText()
    count, rows = field_of(f, "barriers", "i32"), field_of(f, "rows", "i32")
    known, stride, base = field_of(f, "known", "ptr"), field_of(f, "stride", "i32"), field_of(f, "base", "i32")
    block_rows, first = field_of(f, "block_rows", "i32"), field_of(f, "first_mbarrier", "i32")
    f.branch_if(f.op(f"icmp eq i32 {count}, 0"), "b.out", "b.each")
    f.begin("b.each")
    index = f.op(f"add i32 {first}, {counted(f, 'b', count, 1)}")
    record, column = _record(f, index), _load_column(f, index)
    sender, sent, site = (
        f.op(f"load i32, ptr {_head(f, record, at)}, align 4") for at in (SENDER_AT, SENT_AT, SENT_SITE_AT)
    )
    this = f.op(f"and i1 {f.op(f'icmp ne i32 {sender}, 0')}, {f.op(f'icmp ugt i32 {sent}, {base}')}")
    f.branch_if(this, "sent", "b.again")
    f.begin("sent")
    row = f.op(f"sub i32 {sender}, 1")
    block = f.op(f"udiv i32 {row}, {block_rows}")
    each = counted(f, "r", rows, 1)
    cell = f.op(f"add i32 {f.op(f'mul i32 {each}, {stride}')}, {column}")
    clock = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {known}, i32 {cell}')}, align 4")
    inside = f.op(f"icmp eq i32 {f.op(f'udiv i32 {each}, {block_rows}')}, {block}")
    f.branch_if(f.op(f"and i1 {inside}, {f.op(f'icmp uge i32 {clock}, {sent}')}"), "b.again", "r.again")
    f.begin("r.again")
    f.branch_if("%r.more", "r.loop", "r.out")
    f.begin("r.out")
    report, leak = field_of(f, "report", "ptr"), int(Engine.BULK_LOAD)
    f.op(f"call i32 {report}(ptr %ck, i32 {int(Event.LEAK)}, i32 {row}, i32 {site}, i32 {leak}, i64 1, i64 1)")
    turned(f, "b")
    return function("internal void @cute.check.sends(ptr %ck)", f)


def _load_column(f: FunctionText, index: str) -> str:
    """The column of the bulk loads that a barrier counts."""
    first = field_of(f, "first_mbarrier", "i32")
    engines = f.op(f"mul i32 {field_of(f, 'rows', 'i32')}, {int(Engine.BULK_LOAD)}")
    return f.op(f"add i32 {engines}, {f.op(f'sub i32 {index}, {first}')}")


def _column() -> str:
    f = FunctionText()
    wide = f.op(f"zext i32 {_load_column(f, '%index')} to i64")
    return function("i64 @cute.check.load_column(ptr %ck, i32 %index)", f, f"ret i64 {wide}")


def _stop(f: FunctionText, row: str) -> str:
    """The address of what is known of where a row stands."""
    return f.op(f"getelementptr i32, ptr {field_of(f, 'stops', 'ptr')}, i32 {f.op(f'mul i32 {row}, {ROW_WORDS}')}")


def _finish() -> str:
    """A warp ends: groups that it never waited for are reported."""
    f = FunctionText()
    ended = f.op(f"getelementptr i32, ptr {_stop(f, '%row')}, i32 3")
    f.do(f"store i32 1, ptr {ended}, align 4")
    words, known = engine_words(f), row_of(f, "known")
    base, rows = field_of(f, "base", "i32"), field_of(f, "rows", "i32")
    for engine in range(OPEN_AT):
        count = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {words}, i32 {engine}')}, align 4")
        opened = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {words}, i32 {engine + OPEN_AT}')}, align 4")
        column = f.op(f"add i32 {f.op(f'mul i32 {rows}, {engine + 1}')}, %row")
        waited = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {known}, i32 {column}')}, align 4")
        seen = f.op(f"call i32 @llvm.umax.i32(i32 {waited}, i32 {base})")
        last = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {words}, i32 {engine + LAST_AT}')}, align 4")
        full = f.op(f"select i1 {f.op(f'icmp ne i32 {opened}, 0')}, i32 {f.op(f'add i32 {count}, 1')}, i32 {last}")
        until = f.op(f"add i32 {base}, {full}")
        leaks, on = f.label("leaks"), f.label("on")
        f.branch_if(f.op(f"icmp ugt i32 {until}, {seen}"), leaks, on)
        f.begin(leaks)
        left = f.op(f"zext i32 {f.op(f'sub i32 {until}, {seen}')} to i64")
        open_now = f.op(f"zext i32 {opened} to i64")
        site = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {words}, i32 {engine + SITE_WORDS_AT}')}, align 4")
        report = field_of(f, "report", "ptr")
        f.op(
            f"call i32 {report}(ptr %ck, i32 {int(Event.LEAK)}, i32 %row, i32 {site}, i32 {engine + 1}, i64 {left}, "
            f"i64 {open_now})"
        )
        f.branch(on)
        f.begin(on)
    left = f.op(f"sub i32 {field_of(f, 'alive', 'i32')}, 1")
    put_field(f, "alive", "i32", left)
    last, out = f.label("last"), f.label("out")
    f.branch_if(f.op(f"icmp eq i32 {left}, 0"), last, out)
    f.begin(last)
    f.do("call void @cute.check.end(ptr %ck)")
    f.branch(out)
    f.begin(out)
    return function("void @cute.check.finish(ptr %ck, i32 %row)", f)


def _end() -> str:
    """The last warp of a cluster has ended: mbarriers with bytes left, and copies that nobody saw the end of."""
    f = FunctionText()
    f.do("call void @cute.check.sends(ptr %ck)")
    count, rows = field_of(f, "barriers", "i32"), field_of(f, "rows", "i32")
    smem, known, stride = field_of(f, "smem", "ptr"), field_of(f, "known", "ptr"), field_of(f, "stride", "i32")
    first = field_of(f, "first_mbarrier", "i32")
    base, report = field_of(f, "base", "i32"), field_of(f, "report", "ptr")
    f.branch_if(f.op(f"icmp eq i32 {count}, 0"), "b.out", "b.each")
    f.begin("b.each")
    number = counted(f, "b", count, 1)
    index = f.op(f"add i32 {first}, {number}")
    record = _record(f, index)
    now = _planes(f, record)[0]
    column = _load_column(f, index)
    landed = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {now}, i32 {column}')}, align 4")
    f.branch_if(f.op(f"icmp ugt i32 {landed}, {base}"), "landed", "b.again")
    f.begin("landed")
    copy = f.op(f"load i32, ptr {_head(f, record, LANDED_AT)}, align 4")
    expected = f.op(f"load i32, ptr {_head(f, record, EXPECTED_AT)}, align 4")
    place = f.op(f"sub i32 {f.op(f'load i32, ptr {_head(f, record, PLACE_AT)}, align 4')}, 1")
    word = f.op(f"load i64, ptr {f.op(f'getelementptr i8, ptr {smem}, i32 {place}')}, align 8")
    bytes_ = f.op(f"ashr i64 {f.op(f'shl i64 {word}, 2')}, 42")
    f.branch_if(f.op(f"icmp eq i64 {bytes_}, 0"), "seen", "bytes")
    f.begin("bytes")
    other = f.op(f"zext i32 {expected} to i64")
    f.op(f"call i32 {report}(ptr %ck, i32 {int(Event.BYTES)}, i32 0, i32 {copy}, i32 0, i64 {bytes_}, i64 {other})")
    f.branch("b.again.near")
    f.begin("b.again.near")
    f.branch("b.again")
    f.begin("seen")
    row = counted(f, "r", rows, 1)
    cell = f.op(f"add i32 {f.op(f'mul i32 {row}, {stride}')}, {column}")
    clock = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {known}, i32 {cell}')}, align 4")
    f.branch_if(f.op(f"icmp uge i32 {clock}, {landed}"), "b.again", "r.again")
    f.begin("r.again")
    f.branch_if("%r.more", "r.loop", "r.out")
    f.begin("r.out")
    leak = int(Engine.BULK_LOAD)
    f.op(f"call i32 {report}(ptr %ck, i32 {int(Event.LEAK)}, i32 0, i32 {copy}, i32 {leak}, i64 1, i64 0)")
    turned(f, "b")
    return function("void @cute.check.end(ptr %ck)", f)


def _event() -> str:
    """Hands an event with two numbers to the checker."""
    f = FunctionText()
    report = field_of(f, "report", "ptr")
    a, b = f.op("zext i32 %a to i64"), f.op("zext i32 %b to i64")
    f.op(f"call i32 {report}(ptr %ck, i32 %event, i32 %row, i32 %site, i32 0, i64 {a}, i64 {b})")
    return function("void @cute.check.event(ptr %ck, i32 %row, i32 %event, i32 %site, i32 %a, i32 %b)", f)


CLOCKS: Final = (
    f"""declare {INTS} @llvm.umax.v{CHUNK}i32({INTS}, {INTS})
declare i32 @llvm.vector.reduce.umin.v{CHUNK}i32({INTS})
declare i32 @llvm.vector.reduce.umax.v{CHUNK}i32({INTS})
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.cttz.i32(i32, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
"""
    + _begin()
    + _arrive()
    + _leave()
    + _barrier()
    + _step()
    + _met()
    + _fence()
    + _group()
    + _commit()
    + _settle()
    + _copies_arrive()
    + _landing()
    + _column()
    + _finish()
    + _sent()
    + _sends()
    + _end()
    + _expect()
    + _event()
)
"""The text of these functions."""
