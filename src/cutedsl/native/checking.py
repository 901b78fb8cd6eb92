"""What checked machine code and the checker share: the checker's context, and the records that it points to.

`arch/check_abi.py` says what rows, columns and clocks are, and has the numbers that stand in the records.
"""

from __future__ import annotations

from typing import Final

from cutedsl.native.fields import Field, Structure

WARP_LANES: Final = 32
CHUNK: Final = 16
"""Words that one step of the checks looks at."""
GROUP_ENGINES: Final = 3
"""Engines whose copies are committed in groups."""

_U32, _CLOCKS = "uint32_t NAME", "uint32_t *NAME"

BARRIER_RECORD: Final = Structure(
    "BarrierRecord",
    (
        Field("tag", "i32", "the phase"),
        Field("landed", "i32", "the site of the last copy"),
        Field("expected", "i32", "the site of the last bytes expected"),
        Field("place", "i32", "its place + 1", c=_U32),
        Field("sender", "i32", "the row + 1 that last sent shared memory of its block to where the barrier counts"),
        Field("sent", "i32", "the clock of that", c=_U32),
        Field("sent_site", "i32", "its site"),
        Field("unused", "i32", "so that clocks lie well"),
    ),
    doc="A barrier. Behind it: u32 now[stride], before[stride], fenced_now[stride], fenced_before[stride].",
)

ENGINE_ROW: Final = Structure(
    "EngineRow",
    (
        Field("committed", "i32", "groups committed (COPY, BULK_STORE, MULTIPLY)", GROUP_ENGINES, _U32),
        Field("open", "i32", "whether something is in the open one", GROUP_ENGINES, _U32),
        Field("copy_lanes", "i32", "lanes that copied", c=_U32),
        Field("unused", "i32", "nothing"),
        Field("last", "i32", "the number of the last group with something in it", GROUP_ENGINES, _U32),
        Field("sites", "i32", "the site of its last part", GROUP_ENGINES),
        Field("fences", "i32", "fences of registers for multiplies", c=_U32),
        Field(
            "met_copies",
            "i32",
            "the clock of the `cp.async` copies that had ended when the lanes met last: of later ones a lane "
            "knows its own",
            c=_U32,
        ),
    ),
    align_bytes=4,
    doc="What the engines do for a row.",
)

STOP: Final = Structure(
    "Stop",
    (
        Field("site", "i32", "the last site of the row + 1"),
        Field("barrier", "i32", "the number of the barrier that it waits for + 1"),
        Field("phase", "i32", "the phase that it waits for"),
        Field("ended", "i32", "whether it has ended"),
    ),
    align_bytes=4,
    doc="Where a row stands.",
)

LOG_ENTRY: Final = Structure(
    "LogEntry",
    (
        Field("row", "i32", "who came"),
        Field("kind", "i32", "an `Arrival`"),
        Field("barrier", "i32", "the number of the barrier"),
        Field("phase", "i32", "its phase"),
        Field("site", "i32", "where"),
        Field("number", "i32", "threads at a named barrier, else bytes"),
        Field("unused", "i32", "nothing", 2),
    ),
    align_bytes=4,
    doc="What came to a barrier.",
)

FENCE_ROW: Final = Structure(
    "FenceRow",
    (
        Field("seen", "i32", "whether relaxed loads of the row saw releases (`SEEN_OWN`, `SEEN_OTHERS`)", c=_U32),
        Field("stamp", "i32", "the stamp at its last fence", c=_U32),
    ),
    align_bytes=4,
    doc="What a row's fences have to do.",
)

RELEASE: Final = Structure(
    "Release",
    (
        Field("clock", "i32", "the clock of the row's last release or fence", c=_U32),
        Field(
            "lanes", "i32", "the lanes that made it: of what the row did at that very clock, it hands on theirs alone"
        ),
    ),
    align_bytes=4,
    doc="What a row handed on last.",
)

HANDED: Final = Structure(
    "Handed",
    (
        Field(
            "known", "i32", "for each lane the clock of its row up to which it knows what `lanes` did", WARP_LANES, _U32
        ),
        Field("lanes", "i32", "lanes that released something since the row's lanes met"),
        Field("meet", "i32", "the clock at which those met", c=_U32),
    ),
    align_bytes=4,
    doc="What lanes of a row have handed on to each other.",
)

HANDOFF: Final = Structure(
    "Handoff",
    (
        Field("address", "i64", "where it was released"),
        Field("stamp", "i32", "the stamp of the last release; 0: none", c=_U32),
        Field("asked", "i32", "whether the checker was asked of it"),
    ),
    doc="What releases at an address hand on. Behind it: u32 clocks[stride].",
)

HELD: Final = Structure(
    "Held",
    (
        Field("clock", "i32", "the clock of the multiply that writes them", c=_U32),
        Field("site", "i32", "its site", c=_U32),
        Field("dirty", "i32", "the number of the fence after the last ordinary write", c=_U32),
    ),
    align_bytes=4,
    doc="Accumulators of multiplies.",
)

LINE_SLOTS: Final = 4
LINE_RECORD: Final = Structure(
    "LineRecord",
    (
        Field("epochs", "i64", "two reads, then two writes", LINE_SLOTS, "uint64_t NAME"),
        Field("masks", "i32", "the words that each is about", LINE_SLOTS, _U32),
        Field("words", "ptr", "three epochs for each word of the line; null: the slots tell all", c="void *NAME"),
        Field("rules", "i16", "whose bytes they are (`check_abi.lane_rule`)", LINE_SLOTS, "uint16_t NAME"),
    ),
    doc="What is remembered of a line of global memory.",
)

PAGE_ENTRY: Final = Structure(
    "PageEntry",
    (
        Field("page", "i64", "its number; 0: none"),
        Field("records", "ptr", "of its lines", c="LineRecord *NAME"),
    ),
    doc="A place of the table of pages.",
)

CHECK: Final = Structure(
    "Check",
    (
        Field(
            "report",
            "ptr",
            "tells an `Event`",
            c="int32_t (*NAME)(Check *, int32_t event, int32_t row, int32_t site, int32_t access, int64_t, int64_t)",
        ),
        Field(
            "order",
            "ptr",
            "told with FOREIGN and what is done where that concerns what other blocks did, with MORE where there is no "
            "room, and with FOREIGN alone before the next cluster begins",
            c="void (*NAME)(int32_t row, int32_t what, int64_t address)",
        ),
        Field("smem", "ptr", "the shared memory of the cluster's first block", c="uint8_t *NAME"),
        Field("smem_words", "i64", "words of shared memory of the cluster"),
        Field("writes", "ptr", "for each of them the epoch of its last write", c="uint64_t *NAME"),
        Field("reads", "ptr", "that of a read since", c="uint64_t *NAME"),
        Field("more_reads", "ptr", "that of another", c="uint64_t *NAME"),
        Field("known", "ptr", "u32[rows][stride]: the last clock of each column that a row knows", c=_CLOCKS),
        Field("fenced", "ptr", "the same, as the asynchronous engines see it", c=_CLOCKS),
        Field(
            "floors",
            "ptr",
            "u32[rows]: the clock up to which a row knows all that rows have done, itself before its clock now",
            c=_CLOCKS,
        ),
        Field(
            "meets",
            "ptr",
            "u32[rows]: the clock that a row had when its lanes met last: what its lanes did since is in no order",
            c=_CLOCKS,
        ),
        Field(
            "objects",
            "ptr",
            "barriers, each a `BarrierRecord`: the named ones of each block, the clusters' (from `cluster_barriers` "
            "on), mbarriers (from `first_mbarrier` on)",
            c="uint8_t *NAME",
        ),
        Field(
            "barrier_ids",
            "ptr",
            "for each 8 bytes of shared memory the number of the mbarrier + 1, 0 for none",
            c="uint16_t *NAME",
        ),
        Field("bases", "ptr", "{i64 number of the cluster, i64 its first clock}", c="int64_t *NAME"),
        Field(
            "pages", "ptr", "records of global memory by page, PAGE_SLOTS places, open addressing", c="PageEntry *NAME"
        ),
        Field("room", "i64", "where zero bytes for records begin"),
        Field("room_end", "i64", "where they end"),
        Field("last_page", "i64", "the page that was looked up last"),
        Field("last_records", "ptr", "its records", c="LineRecord *NAME"),
        Field("engines", "ptr", "for each row", c="EngineRow *NAME"),
        Field("muted", "ptr", "u8 for each site: whether enough was told of it", c="uint8_t *NAME"),
        Field("counts", "ptr", "i64 for each site: accesses that were measured", c="int64_t *NAME"),
        Field("tensors", "ptr", "i64[rows][tensor_words]: see `host_abi.TensorNote`"),
        Field("stops", "ptr", "for each row", c="Stop *NAME"),
        Field("log", "ptr", "what came to barriers last, LOG_ENTRIES of them", c="LogEntry *NAME"),
        Field("ordered_from", "i64", "from which clock on earlier clusters are ordered before this one"),
        Field("ordered_to", "i64", "up to which"),
        Field("sure_page", "i64", "the last page of which the checker said that it is the program's"),
        Field("handoffs", "ptr", "`handoff_count` entries, each a `Handoff`", c="uint8_t *NAME"),
        Field(
            "handoff_slots", "ptr", "u32[1 << handoff_bits]: the number of an entry + 1, by `address_hash`", c=_CLOCKS
        ),
        Field(
            "foreign_filter",
            "ptr",
            "u8[1 << FILTER_BITS], by `address_hash`: not 0 where other blocks may have released",
            c="uint8_t *NAME",
        ),
        Field("seen", "ptr", "u32[rows][stride]: the clocks that relaxed loads of a row saw", c=_CLOCKS),
        Field("fence_kept", "ptr", "u32[rows][stride]: those that it knew at its last fence", c=_CLOCKS),
        Field("fence_words", "ptr", "for each row", c="FenceRow *NAME"),
        Field("releases", "ptr", "for each column", c="Release *NAME"),
        Field("handed", "ptr", "for each row", c="Handed *NAME"),
        Field("clock", "i32", "the last clock", c=_U32),
        Field("base", "i32", "the first clock of the cluster", c=_U32),
        Field("rows", "i32", "how many rows there are", c=_U32),
        Field("stride", "i32", "columns of a row", c=_U32),
        Field("block_rows", "i32", "rows of a block", c=_U32),
        Field("barriers", "i32", "mbarriers that have a number", c=_U32),
        Field("clusters", "i32", "entries of `bases`", c=_U32),
        Field("alive", "i32", "agents that have not ended", c=_U32),
        Field("seed", "i32", "of the scheduler; 0: the warps' order", c=_U32),
        Field("traced", "i32", "whether what happens is told"),
        Field("measured", "i32", "whether the first accesses and branches of each site are told"),
        Field("tensor_words", "i32", "of a row in `tensors`"),
        Field("log_count", "i32", "entries of the cluster in `log`", c=_U32),
        Field("cluster_barriers", "i32", "the number of the first cluster's barrier", c=_U32),
        Field("first_mbarrier", "i32", "the number of the first mbarrier", c=_U32),
        Field("handoff_count", "i32", "entries of `handoffs`", c=_U32),
        Field("handoff_bits", "i32", "half as many entries have room as there are places", c=_U32),
        Field("foreign_stamp", "i32", "counts the changes of what is known of other blocks", c=_U32),
        Field("accessing", "i32", "the lanes of the access under way, in kernels that hand on"),
        Field("agents", "i32", "those whose ends are told: the rows, or all threads where lanes run apart", c=_U32),
        Field("lane_shift", "i32", "so many neighbouring threads, as a power of two, are a row where lanes run apart"),
        Field(
            "live", "i32", "columns in use: those of the rows, and all from the first thing that an engine does", c=_U32
        ),
        Field(
            "bits",
            "i32",
            "of a finding in shared memory: words whose write, missing write, and reads are at fault",
            4,
            _U32,
        ),
        Field("found", "i64", "places, writes, reads, more reads of that", 4 * CHUNK, "uint64_t NAME"),
        Field(
            "lanes",
            "i64",
            "before a misaligned access is told, the address of each lane; before the error of an access out of "
            "bounds, the address that its offset counts from, and the row",
            WARP_LANES,
        ),
    ),
    doc="The checker's context: `rt->user` in checked code.",
)

CHECK_STRUCTURES: Final = (
    *(
        BARRIER_RECORD,
        ENGINE_ROW,
        STOP,
        LOG_ENTRY,
        FENCE_ROW,
        RELEASE,
        HANDED,
        HANDOFF,
        HELD,
        LINE_RECORD,
        PAGE_ENTRY,
        CHECK,
    ),
)
