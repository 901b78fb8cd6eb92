"""What checked machine code and the checker that reads its findings share, as data.

A *row* is a warp of the cluster that runs, or of those that run together: `block * warps + warp`. In a kernel whose
lanes run apart it is a thread, or as many neighbours as `1 << lane_shift` says. A *column* is anything that accesses
memory: each row, and engines that copy or multiply beside them (`columns`). Clocks count up through a whole launch; the
clock of a row moves on where the row releases something. `known[row][column]` is the last clock of the column that is
ordered before what the row does now. Every word of memory remembers the epochs (`Epoch`) of its last write and of two
reads.

Source: FastTrack (Flanagan and Freund, PLDI 2009), with warps as its threads; reference/backends.md A.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, IntFlag, unique
from types import MappingProxyType
from typing import Final

from cutedsl.arch.host_abi import WARP_LANES
from cutedsl.errors.frozen import frozen

CLOCK_BITS: Final = 25
COLUMN_BITS: Final = 12
LANE_BITS: Final = 6
MASK_BITS: Final = 4
COLUMN_AT: Final = CLOCK_BITS
LANE_AT: Final = COLUMN_AT + COLUMN_BITS
MASK_AT: Final = LANE_AT + LANE_BITS
WRITTEN_AT: Final = MASK_AT + MASK_BITS
SITE_AT: Final = WRITTEN_AT + MASK_BITS
MAX_SITES: Final = 1 << (64 - SITE_AT)
MAX_CLOCK: Final = (1 << CLOCK_BITS) - 1

SEVERAL_LANES: Final = 32
"""In the place of a lane: more than one."""
SOME_LANE: Final = 33
"""In the place of a lane: not known."""
ATOMIC_LANE: Final = 34
"""In the place of a lane: by an atomic or ordered access."""
PARTS_LANE: Final = 35
"""In the place of a lane: several, each with bytes of its own."""

CHUNK: Final = 16
"""Words that one step of the checks looks at."""
BYTES_SHIFT: Final = 40
"""Where a word at fault has the bytes that are accessed now; before them its number (32 bits) and the lane."""
MAX_BARRIERS: Final = 64
"""mbarriers of a cluster that are told apart."""

LINE_BYTES: Final = 128
LINE_RECORD_BYTES: Final = 64
"""Of global memory: each line has {two read epochs, two write epochs, u32 words of each, address of its words or 0, u16
rule of the lanes of each}."""
PAGE_LINES: Final = 512
PAGE_BYTES: Final = PAGE_LINES * LINE_RECORD_BYTES
PAGE_ENTRY_BYTES: Final = 16
PAGE_SLOTS: Final = 1 << 17
"""Places of the table of pages: {number, address}, open addressing; more than the memory of a checked run has pages."""
LINE_WORDS_BYTES: Final = 3 * 8 * (LINE_BYTES // 4)

RULE_SHIFT_BITS: Final = 3
NO_RULE, SEVERAL_RULE = 0, 1
FIRST_RULE: Final = 1 << RULE_SHIFT_BITS
"""Whose bytes in global memory are, a rule says: see `lane_rule`. 0: not known; 1: of several lanes each."""


@unique
class Event(IntEnum):
    """What checked code tells the checker."""

    SHARED = 1
    GLOBAL = 2
    MEMORY = 3
    LEAK = 4
    AGAIN = 5
    SHUFFLE = 6
    MISALIGNED = 7
    CLOCK = 8
    HAPPENED = 9
    BYTES = 10
    HELD = 11
    UNWRITTEN = 12
    UNBOUNDED = 13
    EDGE = 14
    CLASH = 15
    OUTSIDE = 16
    LANES = 20
    WAYS = 21


@unique
class Arrival(IntEnum):
    """What comes to a barrier: an entry of the log."""

    ARRIVES = 1
    EXPECTS = 2
    BYTES = 3


class Access(IntFlag):
    """What kind of access a check is about."""

    READ = 0
    WRITE = 1
    ATOMIC = 2
    COPY = 4
    BULK = 8
    MULTIPLY = 16


class Order(IntFlag):
    """What an access in memory, or a fence, does to the order of threads."""

    NONE = 0
    ACQUIRE = 1
    RELEASE = 2
    LOADS = 4
    STORES = 8
    FENCE = 16
    FOREIGN = 32
    REPLACES = 64
    MORE = 128


class Engine(IntEnum):
    """Who accesses memory besides the warps: the number of its block of columns."""

    WARP = 0
    COPY = 1
    BULK_STORE = 2
    MULTIPLY = 3
    BULK_LOAD = 4


@frozen
class Epoch:
    """One access, as a word of memory remembers it."""

    clock: int
    column: int
    lane: int
    mask: int
    written: int
    site: int

    @classmethod
    def of(cls, word: int) -> Epoch:
        """The access that 64 bits stand for.

        >>> Epoch.of(5 | 3 << COLUMN_AT).column
        3
        """

        def part(at: int, bits: int) -> int:
            return word >> at & ((1 << bits) - 1)

        return cls(
            part(0, CLOCK_BITS),
            part(COLUMN_AT, COLUMN_BITS),
            part(LANE_AT, LANE_BITS),
            part(MASK_AT, MASK_BITS),
            part(WRITTEN_AT, MASK_BITS),
            word >> SITE_AT,
        )


_FIELDS: Final = (
    ("report", 8, 1),  # i32 (ptr ck, i32 event, i32 row, i32 site, i32 access, i64 a, i64 b)
    ("order", 8, 1),  # void (i32 row, i32 what, i64 address): see `Order`
    ("smem", 8, 1),
    ("smem_words", 8, 1),
    ("writes", 8, 1),
    ("reads", 8, 1),
    ("more_reads", 8, 1),
    ("known", 8, 1),
    ("fenced", 8, 1),
    ("floors", 8, 1),
    ("meets", 8, 1),
    ("objects", 8, 1),
    ("barrier_ids", 8, 1),
    ("bases", 8, 1),
    ("pages", 8, 1),
    ("room", 8, 1),
    ("room_end", 8, 1),
    ("last_page", 8, 1),
    ("last_records", 8, 1),
    ("engines", 8, 1),
    ("muted", 8, 1),
    ("counts", 8, 1),
    ("tensors", 8, 1),
    ("stops", 8, 1),
    ("log", 8, 1),
    ("ordered_from", 8, 1),
    ("ordered_to", 8, 1),
    ("sure_page", 8, 1),
    ("handoffs", 8, 1),
    ("handoff_slots", 8, 1),
    ("foreign_filter", 8, 1),
    ("seen", 8, 1),
    ("fence_kept", 8, 1),
    ("fence_words", 8, 1),
    ("releases", 8, 1),
    ("handed", 8, 1),
    ("clock", 4, 1),
    ("base", 4, 1),
    ("rows", 4, 1),
    ("stride", 4, 1),
    ("block_rows", 4, 1),
    ("barriers", 4, 1),
    ("clusters", 4, 1),
    ("alive", 4, 1),
    ("seed", 4, 1),
    ("traced", 4, 1),
    ("measured", 4, 1),
    ("tensor_words", 4, 1),
    ("log_count", 4, 1),
    ("cluster_barriers", 4, 1),
    ("first_mbarrier", 4, 1),
    ("handoff_count", 4, 1),
    ("handoff_bits", 4, 1),
    ("foreign_stamp", 4, 1),
    ("accessing", 4, 1),
    ("agents", 4, 1),
    ("lane_shift", 4, 1),
    ("live", 4, 1),
    ("bits", 4, 4),
    ("found", 8, 4 * CHUNK),
    ("lanes", 8, WARP_LANES),
)


def _layout() -> tuple[dict[str, int], int]:
    offsets: dict[str, int] = {}
    at = 0
    for name, size, count in _FIELDS:
        offsets[name] = at
        at += size * count
    return offsets, at


_OFFSETS, CONTEXT_BYTES = _layout()
CONTEXT: Final[Mapping[str, int]] = MappingProxyType(_OFFSETS)
"""Byte offsets in the checker's context, whose address is `rt.user`.

`known` and `fenced` are u32[rows][stride], of which the first `live` columns are in use: those of the rows, and all
from the first thing that an engine does; `fenced` is what the asynchronous engines see of it. `floors` (u32[rows]) is
the clock up to which a row knows all that rows have done, itself before its clock now; `meets`
(u32[rows]) the clock that a row had when its lanes met last: what its lanes did since is in no order.
`objects` are the barriers: {tag, site of the last copy, of the last bytes expected, its place + 1, the row + 1 that
last sent shared memory of its block to where the barrier counts, its clock, its site, 0, u32 now[stride],
before[stride], fenced_now[stride], fenced_before[stride]}, first the named ones of each block, then the clusters' (from
`cluster_barriers` on), then mbarriers (from `first_mbarrier` on), whose numbers `barrier_ids` has (u16 for each 8
bytes of shared memory, 0 for none). `bases` has {i64 number of the cluster, i64 its first clock}. `engines` has
u32[rows][16]: groups committed (COPY, BULK_STORE, MULTIPLY), whether something is in the open one, lanes that copied;
from LAST_AT on the number of the last group with something in it, from SITE_WORDS_AT on the site of its last part;
at MET_COPIES_AT the clock of the `cp.async` copies that had ended when the lanes met last: of later ones a lane knows
its own.
`bits` and `found` describe a finding in shared memory: lanes whose write, missing write, and reads are at fault;
places, writes, reads. `tensors` is i64[rows][tensor_words]: see
`host_abi.TensorNote`. Before a misaligned access is told, `lanes` has the address of each lane; before the error of an
access out of bounds, the address that its offset counts from, and the row. An access through a pointer that nothing
bounds is asked about by `UNBOUNDED` (`a` is the address, `b` the bytes, the access says whether it writes, and with
`SHARED_ONLY` that it is one to shared memory), whose answer is 1 if there is memory; `sure_page` is the last such page
and whether it may be written. `stops` is u32[rows][4]: the last site of
each row + 1, the number of the barrier that it waits for + 1, the phase, and whether it has ended. `log` has what came
to barriers last, u32[LOG_ENTRIES][8]: row, `Arrival`, number of the barrier, phase, site, and the arrival's number (of
threads at a named barrier, else bytes); `log_count` counts the entries of the cluster. `handoffs` has what releases
hand on, `handoff_count` times {i64 address, u32 stamp of the last release, u32 whether the checker was asked of it, u32
clocks[stride]}, with room for half as many as `handoff_slots` has places: u32[1 << handoff_bits], the number of the
entry + 1, by `address_hash`. `foreign_stamp` counts the changes of what is known of other blocks; `foreign_filter` is
u8[1 << FILTER_BITS], by `address_hash`: not 0 where other blocks may have released. `order` is told with `FOREIGN` and
what is done where that concerns what other blocks did, with `MORE` where there is no room, and with `FOREIGN` alone
before the next cluster begins. For fences `seen` and `fence_kept` (u32[rows][stride]) are the clocks that relaxed loads
of a row saw, and those that it knew at its last fence; `fence_words` (u32[rows][2]) says whether it saw any
(`SEEN_OWN`), or any of other blocks (`SEEN_OTHERS`), and the stamp at its last fence. `releases` (u32[stride][2]) has
the clock of each row's last release or fence and the lanes that made it: of what the row did at that very clock, it
hands on theirs alone. `handed` (u32[rows][HANDED_WORDS]) has for each lane the clock of its row up to which it knows
what the lanes at HANDED_LANES_AT did, which released something since the row's lanes met, at the clock at
HANDED_MEET_AT. `accessing` are the lanes of the access under way, in kernels that hand on. `agents`
are those whose ends are told: the rows, or all threads where lanes run apart.
"""

SHARED_ONLY: Final = 32
HANDOFF_BITS: Final = 9
"""A launch begins with `1 << HANDOFF_BITS` places in `handoff_slots`."""
FILTER_BITS: Final = 12
HANDED_LANES_AT: Final = WARP_LANES
HANDED_MEET_AT: Final = WARP_LANES + 1
HANDED_WORDS: Final = WARP_LANES + 2
HASH: Final = -7046029254386353131
SEEN_OWN, SEEN_OTHERS = 1, 2
HANDOFF_HEAD_BYTES: Final = 16
CLASH_OTHER_AT: Final = 8
CLASH_FOUND: Final = 1 << 16
"""What `cute.check.clash` gives: a lane, from bit 8 on another one, and a bit that says that they clash."""
ACCESS_LANE_AT: Final = 8
"""Where the access that `GLOBAL` tells has its lane, or the number in its place."""
SURE_PAGE_SHIFT: Final = 12
ENGINE_WORDS: Final = 16
OPEN_AT: Final = 3
COPY_LANES_AT: Final = 6
LAST_AT: Final = 8
SITE_WORDS_AT: Final = 11
FENCES_AT: Final = 14
MET_COPIES_AT: Final = 15
OBJECT_HEAD_BYTES: Final = 32
ROW_WORDS: Final = 4
LOG_ENTRIES: Final = 512
LOG_WORDS: Final = 8
LANDED_AT, EXPECTED_AT, PLACE_AT = 4, 8, 12
SENDER_AT, SENT_AT, SENT_SITE_AT = 16, 20, 24
MEASURED_REQUESTS: Final = 32
"""Where `measured` is not 0, so many accesses of each site and launch are told as `LANES`: the report's access is the
bytes of a lane, `a` the active lanes; their addresses are in `lanes`, and `counts` has the number of accesses (i64).
Branches whose condition differs from lane to lane are told as `WAYS`: `a` are the active lanes, `b` those for which it
holds."""


def stride(rows: int) -> int:
    """Columns of `known`, rounded up to whole steps.

    >>> stride(4)
    80
    """
    return -(-(4 * rows + MAX_BARRIERS) // CHUNK) * CHUNK


def rows_stride(rows: int) -> int:
    """Columns of the rows, rounded up to whole steps.

    >>> rows_stride(4)
    16
    """
    return -(-rows // CHUNK) * CHUNK


def lane_rule(first: int, shift: int) -> int:
    """The rule by which byte `b` from an address on is of lane `first + (b >> shift)`; `shift` is at most 7.

    The bits above the shift count bytes, so that the rule from a place `n` bytes further on is `n` times 8 more, also
    one for a line (of `LINE_BYTES`) in which the address lies.

    >>> lane_rule(0, 2) + (4 << RULE_SHIFT_BITS) == lane_rule(1, 2)
    True
    """
    return ((first << shift) + LINE_BYTES - 1 << RULE_SHIFT_BITS) + FIRST_RULE + shift


def address_hash(address: int, bits: int) -> int:
    """The place of an address in a table of `1 << bits`.

    >>> address_hash(1 << 61, 3)
    5
    """
    return (address * HASH & (1 << 64) - 1) >> 64 - bits


def object_bytes(columns: int) -> int:
    """The size of a barrier's record."""
    return OBJECT_HEAD_BYTES + 16 * columns
