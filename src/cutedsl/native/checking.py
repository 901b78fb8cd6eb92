"""What checked machine code and the checker share: the checker's context, and the records that it points to.

`arch/abi/check.py` says what rows, columns and clocks are, and has the numbers that stand in the records.
"""

from __future__ import annotations

from typing import Final

from cutedsl.native.fields import Field, Structure

WARP_LANES: Final = 32
CHUNK: Final = 16
"""Words that one step of the checks looks at."""
PARTED: Final = 8
"""Of so many groups of `cp.async` it is known where arrivals at mbarriers part them."""
GROUP_ENGINES: Final = 3
"""Engines whose copies are committed in groups."""

SCOPES: Final = 3
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
        Field("threads", "i32", "how many threads a named barrier's phase waits for"),
    ),
    doc="A barrier. Behind it: u32 now[stride], before[stride], fenced_now[stride], fenced_before[stride].",
)

ENGINE_ROW: Final = Structure(
    "EngineRow",
    (
        Field("committed", "i32", "groups committed (COPY, BULK_STORE, MULTIPLY)", GROUP_ENGINES, _U32),
        Field("open", "i32", "whether something is in the open one", GROUP_ENGINES, _U32),
        Field("copy_lanes", "i32", "lanes that copied", c=_U32),
        Field("handed", "i32", "the clock of the last copies that a barrier's phase counts", c=_U32),
        Field(
            "parts",
            "i32",
            "groups of `cp.async` that an arrival at an mbarrier parted: it counts what came before",
            c=_U32,
        ),
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
        Field("parts_at", "i32", "`parts` at the ends of the last groups, by their numbers", PARTED, _U32),
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
        Field("seen", "i32", "for which scopes relaxed loads of the row saw releases, and `SEEN_OTHERS`", c=_U32),
        Field("stamps", "i32", "for each scope the stamp at its last fence", SCOPES, _U32),
        Field("fenced", "i32", "for each scope the row's clock then", SCOPES, _U32),
        Field("looked", "i32", "for each scope its clock when it saw a release last", SCOPES, _U32),
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
        Field("asked", "i32", "whether what earlier blocks released there is known"),
    ),
    doc="What releases at an address hand on. Behind it: u32 clocks[stride].",
)

KNOWLEDGE: Final = Structure(
    "Knowledge",
    (
        Field("known", "ptr", "what is ordered before"),
        Field("fenced", "ptr", "up to where a proxy fence of global memory came after"),
    ),
    doc="What is known of groups of clusters that ran before: trees of native/check/foreign.c, null for nothing.",
)

REMOTE: Final = Structure(
    "Remote",
    (
        Field("clock", "i32", "when", c=_U32),
        Field("site", "i32", "where"),
    ),
    align_bytes=4,
    doc="A row's last access to the shared memory of another block of its cluster.",
)

RECENT_STORES: Final = 4
RECENT_STORE: Final = Structure(
    "RecentStore",
    (
        Field("address", "i64", "where; 0: none"),
        Field("time", "i64", "when, among all such accesses"),
        Field("site", "i32", "its site"),
        Field("fenced", "i32", "whether a fence of kind `sc` came after it"),
        Field("stamp", "i32", "`foreign_stamp` then", c=_U32),
        Field("unused", "i32", "nothing"),
    ),
    doc="An ordered store or atomic of a row.",
)

STORE_LOAD: Final = Structure(
    "StoreLoad",
    (
        Field("stored", "i64", "where the row stored; 0: the entry is free"),
        Field("loaded", "i64", "where it loaded later"),
        Field("time", "i64", "when it loaded last"),
        Field("suspect", "i64", "the time of a load that another row's store came after, unseen; 0: none"),
        Field("row", "i32", "who"),
        Field("cluster", "i32", "the number of its group of clusters", c=_U32),
        Field("clock", "i32", "the row's clock at the load", c=_U32),
        Field("fenced", "i32", "whether a fence of kind `sc` stands between"),
        Field("site", "i32", "of the load"),
        Field("store_site", "i32", "of the store"),
        Field("partner", "i32", "the entry of the other row"),
        Field("unused", "i32", "nothing"),
    ),
    doc="A store and a later load of another place, which a GPU may do the other way around.",
)

TENSOR_ROW: Final = Structure(
    "TensorRow",
    (
        Field(
            "issued",
            "i32",
            "for each lane the clock of the first instruction that it has not committed",
            WARP_LANES,
            _U32,
        ),
        Field("last", "i32", "the clock of the last instruction of the tensor core", c=_U32),
        Field("last_site", "i32", "its site"),
        Field("last_lane", "i32", "its lane"),
    ),
    align_bytes=4,
    doc="What a row does in tensor memory.",
)

TENSOR_BLOCK: Final = Structure(
    "TensorBlock",
    (
        Field(
            "sums",
            "i32",
            "for each column, of lanes 0 and 16 on, which accumulators it was last a part of",
            2 * 512,
            _U32,
        ),
        Field("holder", "i32", "the row + 1 that allocated and has not given its permit up"),
        Field("columns", "i32", "how many columns it allocated last", c=_U32),
        Field("clock", "i32", "the clock of that", c=_U32),
        Field("site", "i32", "its site"),
        Field("row", "i32", "who did so"),
        Field("gave", "i32", "the clock at which it gave its permit up", c=_U32),
        Field("giver", "i32", "who did so"),
        Field("after", "i32", "blocks that gave theirs up before it allocated, as bits", c=_U32),
    ),
    align_bytes=4,
    doc="The tensor memory of a block.",
)

REGISTER_ROW: Final = Structure(
    "RegisterRow",
    (
        Field("turns", "i32", "how often it changed its registers", c=_U32),
        Field("count", "i32", "how many it has for a thread since", c=_U32),
        Field("site", "i32", "where it did so last"),
    ),
    align_bytes=4,
    doc="The registers of a warp.",
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

KEPT: Final = Structure(
    "Kept",
    (
        Field("next", "ptr", "the one before it", c="struct Kept *NAME"),
        Field("line", "i64", "the number of the line"),
        Field("bytes", "i64", "what it held", 16),
    ),
    doc="A line of global memory before this launch wrote it.",
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
            "released",
            "ptr",
            "1 << FILTER_BITS lists of what earlier blocks released at addresses, by `address_hash`",
            c="struct Released **NAME",
        ),
        Field(
            "stamps",
            "ptr",
            "for each stamp from `stamp_at_begin` on what is known of earlier blocks",
            c="Knowledge *NAME",
        ),
        Field("seen_before", "ptr", "for each row what its relaxed loads saw of earlier blocks", c="Knowledge *NAME"),
        Field("seen", "ptr", "u32[SCOPES][rows][stride]: the clocks that relaxed loads of a row saw", c=_CLOCKS),
        Field("fence_kept", "ptr", "u32[SCOPES][rows][stride]: those that it knew at its last fence", c=_CLOCKS),
        Field("fence_words", "ptr", "for each row", c="FenceRow *NAME"),
        Field("releases", "ptr", "for each column", c="Release *NAME"),
        Field("handed", "ptr", "for each row", c="Handed *NAME"),
        Field("absent", "ptr", "u32[rows]: lanes that a row does not have, as bits", c=_CLOCKS),
        Field(
            "gained", "ptr", "u32[rows][stride]: the clocks that only some lanes know, as they alone waited", c=_CLOCKS
        ),
        Field("gainers", "ptr", "u32[rows]: those lanes, as bits, since the row's lanes met", c=_CLOCKS),
        Field("parts", "ptr", "u32[rows]: lanes that arrived at an mbarrier without the others, as bits", c=_CLOCKS),
        Field("fencers", "ptr", "u32[rows]: lanes that made a proxy fence without the others, as bits", c=_CLOCKS),
        Field(
            "init_fences",
            "ptr",
            "u32[rows]: the clock of a row's last fence of mbarriers that it initialised",
            c=_CLOCKS,
        ),
        Field("remotes", "ptr", "Remote[blocks][rows], for clusters", c="Remote *NAME"),
        Field("stores", "ptr", "RecentStore[rows][RECENT_STORES]", c="RecentStore *NAME"),
        Field("store_loads", "ptr", "STORE_LOADS entries", c="StoreLoad *NAME"),
        Field("times", "i64", "how many accesses `store_loads` was told of"),
        Field(
            "swizzles",
            "ptr",
            "u8 for each site: how many bits the swizzle of its shared memory turns, + 1; 0: not known",
            c="uint8_t *NAME",
        ),
        Field("registers", "ptr", "for each row", c="RegisterRow *NAME"),
        Field(
            "before",
            "ptr",
            "`pages` of the launch before, where this one may begin before that has ended; else null",
            c="PageEntry *NAME",
        ),
        Field(
            "earlier", "ptr", "those of launches before it that may run even when it has ended", c="PageEntry **NAME"
        ),
        Field("kept", "ptr", "lines as they were before this launch wrote them, newest first", c="Kept *NAME"),
        Field("spare", "ptr", "entries for more of them", c="Kept *NAME"),
        Field("kept_number", "i64", "the number of the cluster that ran when the first of them was kept"),
        Field("narrow", "ptr", "u8 for each site: whether it is an atomic for its own block", c="uint8_t *NAME"),
        Field("finals", "ptr", "u32[blocks][stride]: what rows of a block knew when they ended", c=_CLOCKS),
        Field(
            "doubts", "ptr", "u8 for each site: looks at an mbarrier that were told to be too early", c="uint8_t *NAME"
        ),
        Field("words", "i64", "words of the cluster: of shared memory, then those of tensor memory"),
        Field("tensor_first", "i64", "the first word of tensor memory; that of a block has 128 of each column"),
        Field(
            "tensor_known",
            "ptr",
            "u32[rows][stride]: what instructions on tensor memory know: `known`, unless fences of tcgen05 hand it on",
            c=_CLOCKS,
        ),
        Field("tensor_rows", "ptr", "for each row", c="TensorRow *NAME"),
        Field("tensor_kinds", "ptr", "u8 for each site: a `TensorAccess`", c="uint8_t *NAME"),
        Field("tensor_remotes", "ptr", "Remote[blocks][rows]: of tensor cores", c="Remote *NAME"),
        Field("tensor_blocks", "ptr", "for each block", c="TensorBlock *NAME"),
        Field("tensor_told", "ptr", "TOLD matrices that were told of last", c="uint64_t *NAME"),
        Field("clock", "i32", "the last clock", c=_U32),
        Field("tensor_at", "i32", "the first column of what is done in tensor memory; 0: the kernel has none", c=_U32),
        Field("tensor_fenced", "i32", "whether fences of tcgen05 hand on what is known of tensor memory"),
        Field("stamp_at_begin", "i32", "`foreign_stamp` when the cluster began", c=_U32),
        Field("grid_at", "i32", "the column that says whether the launch before was waited for", c=_U32),
        Field("lets_dependents", "i32", "whether a launch that depends on this one was let begin"),
        Field("earlier_count", "i32", "entries of `earlier`"),
        Field("waited", "i32", "whether a warp waited for the launch before"),
        Field("keeps", "i32", "whether lines are kept before they are written"),
        Field("kept_from", "i32", "the first clock of the cluster `kept_number`", c=_U32),
        Field("unsure", "i32", "whether shared memory was read that nothing had written"),
        Field("cluster_rows", "i32", "rows of a cluster", c=_U32),
        Field("scoped", "i32", "whether an order was for less than all threads"),
        Field("block_words", "i32", "words of shared memory of a block of a cluster; 0: there are no clusters", c=_U32),
        Field("parts_at", "i32", "the first column that says up to when `parts` released", c=_U32),
        Field("fences_at", "i32", "the first column up to whose clocks proxy fences of global memory came", c=_U32),
        Field("stored_at", "i32", "the first column up to whose clocks bulk stores have written", c=_U32),
        Field("mixed", "i32", "whether warps use shared memory with more than one swizzle"),
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
        Field("fences", "i32", "fences that the running blocks made", c=_U32),
        Field("stamps_room", "i32", "how many places `stamps` has", c=_U32),
        Field("tree_levels", "i32", "levels of a tree over all groups of clusters", c=_U32),
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
        KNOWLEDGE,
        REMOTE,
        RECENT_STORE,
        STORE_LOAD,
        TENSOR_ROW,
        TENSOR_BLOCK,
        REGISTER_ROW,
        HELD,
        LINE_RECORD,
        KEPT,
        PAGE_ENTRY,
        CHECK,
    ),
)
