"""What checked machine code and the checker that reads its findings share, as data.

A *row* is a warp of the cluster that runs, or of those that run together: `block * warps + warp`. In a kernel whose
lanes run apart it is a thread, or as many neighbours as `1 << lane_shift` says. A *column* is anything that accesses
memory: each row, and engines that copy or multiply beside them (`columns`). Clocks count up through a whole launch; the
clock of a row moves on where the row releases something. `known[row][column]` is the last clock of the column that is
ordered before what the row does now. Every word of memory remembers the epochs (`Epoch`) of its last write and of two
reads.

Source: FastTrack (Flanagan and Freund, PLDI 2009), with warps as its threads;
docs/design/measurements.md, "Checked runs".
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, IntFlag, unique
from types import MappingProxyType
from typing import Final

from cutedsl.errors.frozen import frozen
from cutedsl.native import constants
from cutedsl.native.structures import structure

# A stamp is one 64-bit word: 25 bits let a thread make 33 million steps before clocks are renewed.
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

CHUNK: Final = constants.CHUNK
BYTES_SHIFT: Final = 40
"""Where a word at fault has the bytes that are accessed now; before them its number (32 bits) and the lane."""
MAX_BARRIERS: Final = 64
"""mbarriers of a cluster that are told apart."""

LINE_BYTES: Final = 128
LINE_RECORD_BYTES: Final = structure("LineRecord").size_bytes
PAGE_LINES: Final = 512
PAGE_BYTES: Final = PAGE_LINES * (LINE_RECORD_BYTES + 8)
"""Records of the lines, and for each the address of its newest `Kept`."""
PAGE_ENTRY_BYTES: Final = structure("PageEntry").size_bytes
PAGE_SLOT_BITS: Final = 17
PAGE_SLOTS: Final = 1 << PAGE_SLOT_BITS
"""Places of the table of pages: more than the memory of a checked run has pages."""
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
    SHARED_BARRIER = 17
    PEER = 18
    REGISTERS = 19
    LANES = 20
    WAYS = 21
    DEPENDENT = 22
    WRAPS = 23
    SWIZZLE = 24
    STORE_LOAD = 25
    HANDOFFS = 26
    TENSOR = 27
    REFUSED = 28
    MAP = 29


CAME, PASSED, ASKS = range(3)
"""The access of `HAPPENED`: a warp has come to an op that may wait, is past it, or asks whether it may do it now."""
TRACED, STEERED = 1, 2
"""What `traced` of the context says: `CAME` and `PASSED` are reported; `ASKS` is too."""


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
    UNFENCED = 64
    NARROW = 128
    REPLACES = 1 << 16
    MBARRIER = 1 << 17
    CONSTANT = 1 << 18
    TENSOR = 1 << 19
    COMBINES = 1 << 20
    UNREAD = 1 << 21
    INCOHERENT = 1 << 22


class Order(IntFlag):
    """What an access in memory, or a fence, does to the order of threads."""

    NONE = 0
    ACQUIRE = 1
    RELEASE = 2
    LOADS = 4
    STORES = 8
    FENCE = 16
    REPLACES = 64
    OF_BLOCK = 512
    OF_CLUSTER = 1024
    SCOPED = 2048
    LOOKS = 4096
    KEPT = 8192


class Engine(IntEnum):
    """Who accesses memory besides the warps: the number of its block of columns."""

    WARP = 0
    COPY = 1
    BULK_STORE = 2
    MULTIPLY = 3
    BULK_LOAD = 4
    TENSOR = 5
    TENSOR_LOAD = 6
    TENSOR_STORE = 7


TENSOR_ENGINES: Final = (Engine.TENSOR, Engine.TENSOR_LOAD, Engine.TENSOR_STORE)
"""What is done in tensor memory: by the tensor core, and by loads and stores of warps."""


class TensorAccess(IntEnum):
    """What an instruction does to words of tensor memory; of the tensor core the first four."""

    SUMS = 1
    OPERAND = 2
    COPY = 3
    SHIFT = 4
    LOAD = 5
    STORE = 6
    FREE = 7


class TensorEvent(IntEnum):
    """What `TENSOR` tells: the report's access; `a` and `b` by each.

    USED a register before its load was waited for: the site of the load. ISSUED by two lanes: both. PERMIT that another
    block waits for: its row and site. PEER that may have ended: the block. ALIKE: a matrix has one place twice: which
    operand (0: a copy's), and where it begins. MATRIX, with the operand from bit 8 on: what a descriptor leads to, as
    the byte that it names, the first (in 32 bits) and behind the last; `lanes` has the descriptor, whether rows are
    contiguous, how many there are, bytes of K, and bits of an element.
    """

    USED = 1
    ISSUED = 2
    PERMIT = 3
    PEER = 4
    ALIKE = 5
    MATRIX = 6


TOLD: Final = 256
"""Matrices in shared memory of which the checker has been told."""
OTHER_SWIZZLE: Final = 32
"""A swizzle that is not one of 16 bytes by the bits three places above."""
SEVERAL_SWIZZLES: Final = 33
"""What is kept of a statement that wrote with different ones: nothing is known of what it wrote."""
ENGINE_SWIZZLE: Final = 128
"""Added to the swizzle with which an engine wrote: a statement's tensor says another one at first."""


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


CONTEXT: Final[Mapping[str, int]] = MappingProxyType(structure("Check").offsets())
"""Byte offsets in the checker's context, `Check` of `native/abi/check.h`, whose address is `rt.user`.

`UNBOUNDED` asks about an access through a pointer without bounds; its answer is 1 if there is memory. `a` is the
address, `b` the bytes; the access says whether it writes, and with `SHARED_ONLY` that it is one to shared memory.
"""

CONTEXT_BYTES: Final = structure("Check").size_bytes
SHARED_ONLY: Final = 32
HANDOFF_BITS: Final = 9
"""A launch begins with `1 << HANDOFF_BITS` places in `handoff_slots`."""
FILTER_BITS: Final = 12
FIRST_STAMPS: Final = 16
"""Initial capacity for changes of what is known of earlier blocks."""
HANDED_LANES_AT: Final = structure("Handed").offset("lanes") // 4
STORE_LOADS: Final = 128
"""Most pairs of a store and a later load by one row that are remembered."""
RECENT_BYTES: Final = structure("RecentStore").size_bytes * constants.RECENT_STORES
STORE_LOADS_BYTES: Final = structure("StoreLoad").size_bytes * STORE_LOADS
REGISTER_WORDS: Final = structure("RegisterRow").size_bytes // 4
FENCE_WORDS: Final = structure("FenceRow").size_bytes // 4
HANDED_WORDS: Final = structure("Handed").size_bytes // 4
HASH: Final = -7046029254386353131
SCOPES: Final = constants.SCOPES
"""Sets of threads that an order is for: a block, a cluster, all."""
SEEN_OTHERS: Final = 1 << SCOPES
"""In `FenceRow.seen`, besides a bit for each of the scopes."""
REMOTE_WORDS: Final = structure("Remote").size_bytes // 4
HANDOFF_HEAD_BYTES: Final = structure("Handoff").size_bytes
DOUBTS: Final = 24
"""At most this many looks of each site at an mbarrier get the answer that its phase goes on: any may be too early."""
CLASH_OTHER_AT: Final = 8
CLASH_FOUND: Final = 1 << 16
"""What `cute.check.clash` gives: a lane, from bit 8 on another one, and a bit that says that they clash."""
ACCESS_BACK_AT: Final = 24
"""Where the access that `DEPENDENT` tells has how many launches lie between the other one and this one."""
MUTED_UNWRITTEN, MUTED_REST = 1, 2
"""What is not reported of a site any more: reads of memory that nothing has written, or all else."""
ACCESS_LANE_AT: Final = 8
"""Where the access that `GLOBAL` tells has its lane, or the number in its place."""
BARRIER_THREADS_AT: Final = 8
"""Where the access that `SHARED_BARRIER` tells has how many threads the call names; below is the barrier's number."""
SURE_PAGE_SHIFT: Final = 12
ENGINE_WORDS: Final = structure("EngineRow").size_bytes // 4
LANE_GROUPS_WORDS: Final = constants.LANE_ENGINES * structure("LaneGroups").size_bytes // 4
LANE_GROUPS_STARTED_AT: Final = structure("LaneGroups").offset("started") // 4
TENSOR_ROW_BYTES: Final = structure("TensorRow").size_bytes
TENSOR_BLOCK_BYTES: Final = structure("TensorBlock").size_bytes
ROW_WORDS: Final = structure("Stop").size_bytes // 4
LOG_ENTRIES: Final = 512
LOG_WORDS: Final = structure("LogEntry").size_bytes // 4
PLACE_AT: Final = structure("BarrierRecord").offset("place")
MEASURED_REQUESTS: Final = 32
"""Where `measured` is not 0, that many accesses of each site and launch are reported as `LANES`. The report's access is
the bytes of a lane, `a` the active lanes; their addresses are in `lanes`, and `counts` has the number of accesses.
Branches whose condition differs from lane to lane are reported as `WAYS`: `a` are the active lanes, `b` those for
which it holds."""


def stride(rows: int, tensor: bool = False) -> int:
    """Columns of `known`, rounded up to whole steps.

    Behind those of `Engine` lie, for each row, a column of what some of its lanes released (`parts_at`), and one of
    what proxy fences of global memory came after (`fences_at`). One says whether a launch was waited for that this one
    depends on. Then comes what bulk stores wrote (`stored_at`), and, in kernels with tensor memory, the columns of
    `TENSOR_ENGINES` (`tensor_at`).

    >>> stride(4), stride(4, tensor=True)
    (96, 112)
    """
    columns = tensor_at(rows) + (len(TENSOR_ENGINES) * rows if tensor else 0)
    return -(-columns // CHUNK) * CHUNK


def parts_at(rows: int) -> int:
    """The first column of what some lanes of a row released."""
    return 4 * rows + MAX_BARRIERS


def fences_at(rows: int) -> int:
    """The first column of what proxy fences of global memory came after."""
    return parts_at(rows) + rows


def grid_at(rows: int) -> int:
    """The column of the launch before."""
    return fences_at(rows) + rows


def stored_at(rows: int) -> int:
    """The first column of writes by bulk stores: their own columns are about what they read."""
    return grid_at(rows) + 1


def tensor_at(rows: int) -> int:
    """The first column of what is done in tensor memory."""
    return stored_at(rows) + rows


def tree_levels(groups: int) -> int:
    """Levels of a tree over so many groups of clusters (native/check/foreign.c), of which each node has 16 parts.

    >>> tree_levels(1), tree_levels(16), tree_levels(17)
    (1, 1, 2)
    """
    return max(-(-(groups - 1).bit_length() // 4), 1)


def rows_stride(rows: int) -> int:
    """Columns of the rows, rounded up to whole steps.

    >>> rows_stride(4)
    16
    """
    return -(-rows // CHUNK) * CHUNK


def lane_rule(first: int, shift: int) -> int:
    """The rule by which byte `b` from an address on is of lane `first + (b >> shift)`; `shift` is at most 7.

    The bits above the shift count bytes, so the rule from a place `n` bytes further on is `n` times 8 more. That
    holds for a line of `LINE_BYTES` too, in which the address lies.

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
    return structure("BarrierRecord").size_bytes + 16 * columns
