"""Shadow memory of one checked launch: access history per word, vector clocks, and events from machine code."""

from __future__ import annotations

import ctypes
import math
import mmap
import struct
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import numpy as np

from cutedsl.arch.abi.check import (
    ASKS,
    BYTES_SHIFT,
    CHUNK,
    COLUMN_BITS,
    CONTEXT,
    CONTEXT_BYTES,
    ENGINE_WORDS,
    FENCE_WORDS,
    FILTER_BITS,
    FIRST_STAMPS,
    HANDED_LANES_AT,
    HANDED_WORDS,
    HANDOFF_BITS,
    HANDOFF_HEAD_BYTES,
    LANE_GROUPS_STARTED_AT,
    LANE_GROUPS_WORDS,
    LOG_ENTRIES,
    LOG_WORDS,
    MAX_BARRIERS,
    MUTED_REST,
    MUTED_UNWRITTEN,
    PAGE_ENTRY_BYTES,
    PAGE_SLOTS,
    PASSED,
    RECENT_BYTES,
    REGISTER_WORDS,
    REMOTE_WORDS,
    ROW_WORDS,
    SCOPES,
    SHARED_ONLY,
    STEERED,
    STORE_LOADS_BYTES,
    TENSOR_BLOCK_BYTES,
    TENSOR_ENGINES,
    TENSOR_ROW_BYTES,
    TOLD,
    TRACED,
    Access,
    Engine,
    Epoch,
    Event,
    address_hash,
    fences_at,
    grid_at,
    object_bytes,
    parts_at,
    rows_stride,
    stored_at,
    stride,
    tensor_at,
    tree_levels,
)
from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.checker.memory_map import MemoryMap
from cutedsl.config import MOST_CHECK_MEMORY_MIB, config
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.execution.native_calls.function_address import address_of
from cutedsl.native.constants import COLUMNS, GAIN_GROUPS, LANE_ENGINES, LANES, NAMED_BARRIERS, RECENT_GROUPS

_REPORT: Final = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.c_void_p,
    ctypes.c_int32,
    ctypes.c_int32,
    ctypes.c_int32,
    ctypes.c_int32,
    ctypes.c_int64,
    ctypes.c_int64,
)
_ROOM_BYTES: Final = 4 << 20
"""Notes on global memory come in rooms of this size, which later launches use again: one allocation for many pages."""
_ALIGN_BYTES: Final = 64
_SIZES: Final[dict[Any, int]] = {np.uint8: 1, np.uint16: 2, np.uint32: 4, np.uint64: 8, np.int64: 8}
_KINDS: Final = {4: struct.Struct("<I"), 8: struct.Struct("<Q")}


Tracer = Callable[[int, int, int, bool, int, int], None]
Asked = Callable[[int, int, int, int, int], bool]
"""(number of the cluster, row, site, whether it is passed, barrier, number): see `check_abi.Event.HAPPENED`."""


class Meter(Protocol):
    """Measures costs."""

    def take(self, number: int, size_bytes: int, places: list[int], shared: bool) -> None:
        """An access of a site: bytes of a lane, where the active lanes' accesses start, whether in shared memory."""
        ...

    def branch(self, number: int, active: int, taken: int) -> None:
        """A branch of a site: the active lanes, and those for which its condition holds."""
        ...


@frozen
class Geometry:
    """A launch: groups of blocks that run together, which are clusters, or some of them that wait for each other.

    `blocks` are those of a group, `warps` those of a block, `smem_bytes` the shared memory of a group. Where lanes run
    apart `threads` are those of a block, and `warps` counts its rows, each of them `1 << lane_shift` threads.
    `last_lanes` are those of a block's last warp, 0 for all. `tensor`: the kernel uses tensor memory, and with
    `tensor_fences` hands it on by the fences of tcgen05 alone.
    """

    blocks: int
    warps: int
    groups: int
    smem_bytes: int
    cluster_dim: tuple[int, int, int] = (1, 1, 1)
    threads: int = 0
    lane_shift: int = 0
    last_lanes: int = 0
    tensor: bool = False
    tensor_fences: bool = False

    @property
    def rows(self) -> int:
        """Warps of a group."""
        return self.blocks * self.warps

    def row(self, column: int) -> int:
        """The row that a column belongs to."""
        first = tensor_at(self.rows)
        return (column - first if self.tensor and column >= first else column) % self.rows

    def warp(self, column: int) -> int:
        """The warp in its block whose access a column has."""
        row = self.row(column) % self.warps
        return (row << self.lane_shift) // WARP_LANES if self.threads else row

    def one_warp(self, column: int, other: int) -> bool:
        """Whether the accesses of two columns are of the same warp."""
        blocks = {self.row(one) // self.warps for one in (column, other)}
        return len(blocks) == 1 and self.warp(column) == self.warp(other)

    @property
    def in_clusters(self) -> bool:
        """Whether blocks use each other's shared memory."""
        return math.prod(self.cluster_dim) > 1

    @property
    def absent_lanes(self) -> Any:
        """For each row the lanes that it lacks, as bits: all where a row is not a warp."""
        if self.threads:
            return np.full(self.rows, (1 << WARP_LANES) - 1, np.uint32)
        absent = np.zeros((self.blocks, self.warps), np.uint32)
        if self.last_lanes:
            absent[:, -1] = (1 << WARP_LANES) - (1 << self.last_lanes)
        return absent.reshape(-1)

    @property
    def clusters(self) -> int:
        """Clusters of a group."""
        return self.blocks // math.prod(self.cluster_dim)


@frozen
class Told:
    """One report of machine code: the event, who, where, and what the event says besides."""

    event: Event
    row: int
    site: int
    access: int
    a: int
    b: int


@frozen
class Word:
    """A word of shared memory at fault: its byte, the lane that accesses it now, what it remembers, and what is wrong.

    `bytes` are those of the word that are accessed now, as bits. `faults` are the numbers of the bit sets that it is in
    (`check_abi.CONTEXT`).
    """

    byte: int
    lane: int
    write: Epoch
    reads: tuple[Epoch, Epoch]
    bytes: int
    faults: tuple[int, ...]

    def first_byte(self, mask: int) -> int:
        """The first byte that is accessed now and in a mask of the word's bytes."""
        both = self.bytes & mask or self.bytes or 1
        return self.byte + (both & -both).bit_length() - 1


class Shadow:
    """The checker's context of one launch; `told` is called for each report.

    Errors: check-limit.
    """

    def __init__(
        self, geometry: Geometry, sites: int, seed: int | None, told: Callable[[Told], None], tensor_words: int = 0
    ) -> None:
        self.geometry = geometry
        self.error: BaseException | None = None
        self._told = told
        self._stop: Callable[[], None] = lambda: None
        self._tracer: Tracer | None = None
        self._steering: Asked | None = None
        self._traced = 0
        self._meter: Meter | None = None
        self._columns = stride(geometry.rows, geometry.tensor)
        most = most_rows(geometry.tensor)
        if geometry.rows > most:
            raise fail("check-limit", f"cannot check {geometry.rows} warps that run together; the limit is {most}")
        self._memory = (ctypes.c_char * CONTEXT_BYTES)()
        self.address = ctypes.addressof(self._memory)
        self._arrays: dict[str, Any] = {}
        self._places: dict[str, tuple[int, int, Any]] = {}
        self._rooms: list[Any] = []
        self._memory_map = MemoryMap()
        self._callback: Any = _REPORT(self._report)
        self._tensor_words = tensor_words
        self._allocate(sites)
        self._set("report", address_of(self._callback))
        self._set("seed", seed or 0, 4)

    def stop_with(self, stop: Callable[[], None]) -> None:
        """What ends the launch after an error of the checker."""
        self._stop = stop

    def swizzles(self, codes: bytes) -> None:
        """For each site how many bits the swizzle of its shared memory turns, + 1; 0 where that is not known."""
        self.array("swizzles")[: len(codes)] = np.frombuffer(codes, np.uint8)
        self._set("mixed", len(set(codes) - {0}) > 1, 4)

    def keep_lines(self) -> None:
        """From now on lines of global memory are kept as they were before they are written."""
        self._set("keeps", 1, 4)

    @property
    def kept(self) -> tuple[int, int]:
        """The address of the newest `Kept`, and the number of the cluster from which on lines were kept."""
        newest, number = (ctypes.c_int64.from_address(self.address + CONTEXT[one]) for one in ("kept", "kept_number"))
        return newest.value, number.value

    def trace(self, tracer: Tracer) -> None:
        """From now on `tracer` gets the operations that order warps."""
        self._tracer = tracer
        self._traced |= TRACED
        self._set("traced", self._traced, 4)

    def steer(self, steering: Asked) -> None:
        """From now on `steering` is asked before operations that order warps whether the warp may go on."""
        self._steering = steering
        self._traced |= STEERED
        self._set("traced", self._traced, 4)

    def measure(self, meter: Meter) -> None:
        """From now on `meter` gets the first accesses and branches of each site."""
        self._meter = meter
        self._set("measured", 1, 4)

    def follows(self, before: Shadow | None, earlier: Sequence[Shadow]) -> None:
        """This launch may begin before another one has ended, and run while `earlier` ones do, newest first.

        Their memory is kept until this one's end.
        """
        if before is not None:
            self._set("before", before.array("pages").ctypes.data)
        places = [one.array("pages").ctypes.data for one in earlier]
        self._give("earlier", np.array(places, np.uint64))
        self._set("earlier_count", len(places), 4)

    @property
    def waited(self) -> bool:
        """Whether a warp waited for the launch before, so that this one's end is after that one's."""
        return bool(self.number("waited"))

    @property
    def lets_dependents(self) -> bool:
        """Whether a launch that depends on this one was let begin."""
        return bool(self.number("lets_dependents"))

    def _lanes(self, site: int, size_bytes: int, active: int) -> None:
        if self._meter is None:
            return
        words = self.lane_words()
        start = self.smem_start
        places = [words[lane] for lane in range(WARP_LANES) if active >> lane & 1]
        shared = bool(places) and start <= places[0] < start + self.geometry.smem_bytes
        self._meter.take(site, size_bytes, [place - start for place in places] if shared else places, shared)

    def _happened(self, row: int, site: int, stage: int, thing: int, number: int) -> int:
        """1 where the warp must let others go on before it asks again."""
        if stage == ASKS:
            return int(self._steering is not None and not self._steering(self.cluster, row, site, thing, number))
        if self._tracer is not None and self._traced & TRACED:
            self._tracer(self.cluster, row, site, stage == PASSED, thing, number)
        return 0

    def knows(self, row: int, other: int) -> int:
        """Up to which of its clocks a row knows what another has done."""
        return int(self.array("known")[row * self._columns + other])

    def _allocate(self, sites: int) -> None:
        size, rows, columns = self.geometry, self.geometry.rows, self._columns
        words = -(-size.smem_bytes // 4)
        tensor_first = -(-words // CHUNK) * CHUNK
        all_words = tensor_first + size.blocks * LANES * COLUMNS if size.tensor else words
        named = size.blocks * NAMED_BARRIERS
        barriers = named + size.clusters + MAX_BARRIERS
        shapes: dict[str, tuple[int, Any]] = {
            "writes": (all_words + CHUNK, np.uint64),
            "reads": (all_words + CHUNK, np.uint64),
            "more_reads": (all_words + CHUNK, np.uint64),
            "known": (rows * columns, np.uint32),
            "fenced": (rows * columns, np.uint32),
            "floors": (rows, np.uint32),
            "meets": (rows, np.uint32),
            "objects": (barriers * object_bytes(columns), np.uint8),
            "barrier_ids": (words // 2 + CHUNK, np.uint16),
            "bases": (2 * (size.groups + 1), np.int64),
            "engines": (rows * ENGINE_WORDS, np.uint32),
            "lane_groups": (rows * LANE_GROUPS_WORDS, np.uint32),
            "muted": (max(sites, 1), np.uint8),
            "counts": (max(sites, 1), np.int64),
            "stops": (rows * ROW_WORDS, np.uint32),
            "log": (LOG_ENTRIES * LOG_WORDS, np.uint32),
            "handoff_slots": (1 << HANDOFF_BITS, np.uint32),
            "released": (1 << FILTER_BITS, np.uint64),
            "seen_before": (2 * rows, np.uint64),
            "stamps": (2 * FIRST_STAMPS, np.uint64),
            "fence_words": (FENCE_WORDS * rows, np.uint32),
            "releases": (2 * columns, np.uint32),
            "handed": (rows * HANDED_WORDS, np.uint32),
            "absent": (rows, np.uint32),
            "gained": (rows * columns, np.uint32),
            "gainers": (rows, np.uint32),
            "gain_groups": (GAIN_GROUPS * rows * columns, np.uint32),
            "gain_lanes": (GAIN_GROUPS * rows, np.uint32),
            "parts": (rows, np.uint32),
            "fencers": (rows, np.uint32),
            "started": (rows, np.uint32),
            "init_fences": (rows, np.uint32),
            "stores": (RECENT_BYTES * rows, np.uint8),
            "store_loads": (STORE_LOADS_BYTES, np.uint8),
            "swizzles": (max(sites, 1), np.uint8),
            "registers": (REGISTER_WORDS * rows, np.uint32),
            "refusals": (rows, np.uint32),
            "narrow": (max(sites, 1), np.uint8),
            "doubts": (max(sites, 1), np.uint8),
            "remotes": (REMOTE_WORDS * rows * size.blocks if size.in_clusters else 1, np.uint32),
            "finals": (columns * size.blocks if size.in_clusters else 1, np.uint32),
            "seen": (SCOPES * rows * columns, np.uint32),
            "fence_kept": (SCOPES * rows * columns, np.uint32),
            "handoffs": ((1 << HANDOFF_BITS - 1) * self._handoff_words, np.int64),
            "tensors": (max(rows * self._tensor_words, 1), np.int64),
        }
        shapes |= self._tensor_shapes(sites)
        size_bytes = 0
        for name, (count, dtype) in shapes.items():
            end = size_bytes + count * _SIZES[dtype]
            self._places[name] = size_bytes, end, dtype
            size_bytes = -(-end // _ALIGN_BYTES) * _ALIGN_BYTES
        self._arena = _zeros(size_bytes)  # one for all: a launch may be shorter than twenty allocations
        address = self._arena.ctypes.data
        for name, (begin, _, _) in self._places.items():
            _KINDS[8].pack_into(self._memory, CONTEXT[name], address + begin)
        self._give("pages", _zeros(2 * 8 * PAGE_SLOTS).view(np.uint64))
        self._set("smem_words", words)
        self._set("words", all_words)
        self._set("tensor_first", tensor_first)
        if not size.tensor_fences:
            self._set("tensor_known", address + self._places["known"][0])
        if size.threads or size.last_lanes:
            self.array("absent")[:] = size.absent_lanes
        numbers = (
            ("rows", rows),
            ("block_words", self.block_bytes // 4 if size.in_clusters else 0),
            ("cluster_rows", size.warps * math.prod(size.cluster_dim)),
            ("grid_at", grid_at(rows)),
            ("parts_at", parts_at(rows)),
            ("fences_at", fences_at(rows)),
            ("stored_at", stored_at(rows)),
            ("stride", columns),
            ("block_rows", size.warps),
            ("tensor_words", self._tensor_words),
            ("cluster_barriers", named),
            ("first_mbarrier", named + size.clusters),
            ("foreign_stamp", 1),
            ("stamps_room", FIRST_STAMPS),
            ("tree_levels", tree_levels(size.groups)),
            ("handoff_bits", HANDOFF_BITS),
            ("live", rows_stride(rows)),
            ("agents", size.blocks * size.threads or rows),
            ("lane_shift", size.lane_shift),
            ("tensor_at", tensor_at(rows) if size.tensor else 0),
            ("tensor_fenced", int(size.tensor_fences)),
        )
        for name, value in numbers:
            self._set(name, value, 4)

    def _tensor_shapes(self, sites: int) -> dict[str, tuple[int, Any]]:
        """The arrays of kernels with tensor memory."""
        size, rows = self.geometry, self.geometry.rows
        if not size.tensor:
            return {}
        return {
            "tensor_rows": (TENSOR_ROW_BYTES * rows, np.uint8),
            "tensor_after": (rows * rows, np.uint32),
            "tensor_blocks": (TENSOR_BLOCK_BYTES * size.blocks, np.uint8),
            "tensor_kinds": (max(sites, 1), np.uint8),
            "tensor_remotes": (REMOTE_WORDS * rows * size.blocks, np.uint32),
            "tensor_told": (TOLD, np.uint64),
            "tensor_known": (rows * self._columns if size.tensor_fences else 1, np.uint32),
        }

    @property
    def block_bytes(self) -> int:
        """The distance between the shared memories of blocks that run together."""
        size = self.geometry
        return size.smem_bytes if size.blocks == 1 else -(-size.smem_bytes // size.blocks // 1024) * 1024

    def _give(self, name: str, array: Any) -> None:
        self._arrays[name] = array
        self._set(name, array.ctypes.data)

    def _set(self, name: str, value: int, size_bytes: int = 8) -> None:
        bits = value & (1 << 8 * size_bytes) - 1
        _KINDS[size_bytes].pack_into(self._memory, CONTEXT[name], bits)

    def array(self, name: str) -> Any:
        """An array filled by machine code."""
        found = self._arrays.get(name)
        if found is None:  # few launches need more than two or three of them here
            begin, end, dtype = self._places[name]
            found = self._arrays[name] = self._arena[begin:end].view(dtype)
        return found

    def number(self, name: str) -> int:
        """A 32-bit field of the context."""
        return ctypes.c_uint32.from_address(self.address + CONTEXT[name]).value

    def _report(self, _ck: int, event: int, row: int, site: int, access: int, a: int, b: int) -> int:
        try:
            match event:
                case Event.MEMORY:
                    self._more_room()
                case Event.CLOCK:
                    self._forget()
                case Event.HANDOFFS:
                    self._more_handoffs()
                case Event.LANES:
                    self._lanes(site, access, a)
                case Event.WAYS if self._meter is not None:
                    self._meter.branch(site, a, b)
                case Event.UNBOUNDED:
                    return int(self._there(a & (1 << 64) - 1, b, access))
                case Event.HAPPENED:
                    return self._happened(row, site, access, a, b)
                case _:
                    self._told(Told(Event(event), row, site, access, a, b & (1 << 64) - 1))
        except BaseException as error:  # machine code cannot pass it on: the launcher raises it
            self.error = self.error or error
            self._stop()
        return 0

    def _there(self, address: int, size_bytes: int, access: int) -> bool:
        """Whether an access through a pointer that nothing bounds meets memory of the program."""
        if access & SHARED_ONLY:
            start = self.smem_start
            return start <= address and address + size_bytes <= start + self.geometry.smem_bytes
        return self._memory_map.holds(address, size_bytes, bool(access & Access.WRITE))

    def _more_room(self) -> None:
        """Machine code goes on in what it gets here, also beyond the limit, until it notices that it is stopped."""
        room = _take_room()
        self._rooms.append(room)
        self._set("room", room.ctypes.data)
        self._set("room_end", room.ctypes.data + _ROOM_BYTES)
        most_mib = config().check_memory_mib
        if len(self._rooms) * _ROOM_BYTES > most_mib << 20:
            raise fail(
                "check-limit",
                f"tracking the launch's global memory takes more than {most_mib} MiB",
                notes=[f"the limit is CUTEDSL_CHECK_MEMORY_MIB, at most {MOST_CHECK_MEMORY_MIB}"],
            )

    @property
    def _handoff_words(self) -> int:
        return (HANDOFF_HEAD_BYTES + 4 * self._columns) // 8

    def _more_handoffs(self) -> None:
        """Makes room for twice as many addresses at which something is released or acquired; error check-limit."""
        bits, count = self.number("handoff_bits") + 1, self.number("handoff_count")
        size = (1 << bits - 1) * self._handoff_words
        most_mib = config().check_memory_mib
        if 8 * size > most_mib << 20:
            raise fail(
                "check-limit",
                f"tracking releases at {count + 1} addresses takes more than {most_mib} MiB",
                notes=[f"the limit is CUTEDSL_CHECK_MEMORY_MIB, at most {MOST_CHECK_MEMORY_MIB}"],
            )
        had = self.array("handoffs")
        addresses = had[: count * self._handoff_words : self._handoff_words]
        entries, slots = np.zeros(size, np.int64), np.zeros(1 << bits, np.uint32)
        entries[: had.size] = had
        for number, address in enumerate(addresses.tolist()):
            place = address_hash(address, bits)
            while slots[place]:
                place = (place + 1) % (1 << bits)
            slots[place] = number + 1
        self._give("handoffs", entries)
        self._give("handoff_slots", slots)
        self._set("handoff_bits", bits, 4)

    def _forget(self) -> None:
        """Clocks have come to their end: everything starts anew."""
        names = [
            "writes",
            "reads",
            "more_reads",
            "known",
            "fenced",
            "objects",
            "pages",
            "releases",
            "handed",
            "started",
        ]
        names += ["tensor_known"] if self.geometry.tensor_fences else []
        for name in names:
            self.array(name)[:] = 0
        for name in ("handoff_slots", "released"):
            self.array(name)[:] = 0
        for name in ("clock", "clusters", "handoff_count"):
            self._set(name, 0, 4)
        self._set("last_page", 0)

    @property
    def room_bytes(self) -> int:
        """The memory that remembers accesses to global memory."""
        room, end = (ctypes.c_int64.from_address(self.address + CONTEXT[name]).value for name in ("room", "room_end"))
        pages = int(np.count_nonzero(self.array("pages")[::2])) * PAGE_ENTRY_BYTES
        return len(self._rooms) * _ROOM_BYTES - (end - room) + pages

    def end(self) -> None:
        """Called at launch end; the memory can be reused."""
        if self._rooms:  # of the last one only a part is used
            left = ctypes.c_int64.from_address(self.address + CONTEXT["room_end"]).value
            left -= ctypes.c_int64.from_address(self.address + CONTEXT["room"]).value
            _give_rooms(self._rooms, _ROOM_BYTES - left)
        self._rooms = []

    def words(self) -> list[Word]:
        """What the report about shared memory that is under way says of each word at fault."""
        at = self.address + CONTEXT["bits"]
        bits = [ctypes.c_uint32.from_address(at + 4 * k).value for k in range(4)]
        found = np.ctypeslib.as_array(
            (ctypes.c_uint64 * (4 * CHUNK)).from_address(self.address + CONTEXT["found"])
        ).reshape(4, CHUNK)
        result: list[Word] = []
        for n in range(CHUNK):
            faults = tuple(k for k in range(4) if bits[k] >> n & 1)
            if faults:
                place, write, first, last = (int(x) for x in found[:, n])
                reads = Epoch.of(first), Epoch.of(last)
                lane, bytes_ = place >> 32 & 0xFF, place >> BYTES_SHIFT
                result.append(Word(4 * (place & 0xFFFFFFFF), lane, Epoch.of(write), reads, bytes_, faults))
        return result

    def cluster_of(self, clock: int) -> int:
        """The number of the first cluster of the group that a clock belongs to."""
        bases = self.array("bases")[: 2 * self.number("clusters")].reshape(-1, 2)
        return int(bases[max(int(np.searchsorted(bases[:, 1], clock, "right")) - 1, 0), 0])

    def engine(self, column: int) -> Engine:
        """The engine that accesses in a column."""
        rows = self.geometry.rows
        if self.geometry.tensor and column >= tensor_at(rows):
            return TENSOR_ENGINES[(column - tensor_at(rows)) // rows]
        return Engine(min(column // rows, Engine.BULK_LOAD))

    def field(self, name: str) -> ctypes.c_uint32:
        """A 32-bit field of the context, to be read and written."""
        return ctypes.c_uint32.from_address(self.address + CONTEXT[name])

    def rows(self, name: str) -> list[Any]:
        """The rows of `known` or `fenced`."""
        return list(self.array(name).reshape(self.geometry.rows, self._columns))

    def lanes_handed_on(self, row: int, lanes: int, lane: int, clock: int) -> bool:
        """Whether what another lane of a row did at a clock was handed on to `lanes` (bits) of that row."""
        words = self.array("handed")[row * HANDED_WORDS : (row + 1) * HANDED_WORDS]
        known = all(words[k] >= clock for k in range(WARP_LANES) if lanes >> k & 1 and k != lane)
        return known and bool(int(words[HANDED_LANES_AT]) >> lane & 1)

    def store_started(self, row: int, clock: int) -> int:
        """The row's own clock when it started the bulk store whose group has a clock; 0 if that is too long ago."""
        number = clock - self.number("base")
        groups = self.array("lane_groups").reshape(self.geometry.rows, LANE_ENGINES, -1)[row, Engine.BULK_STORE - 1]
        committed = int(self.array("engines").reshape(self.geometry.rows, -1)[row, Engine.BULK_STORE - 1])
        return int(groups[LANE_GROUPS_STARTED_AT + number % RECENT_GROUPS]) if committed < number + RECENT_GROUPS else 0

    def barrier_head(self, barrier: int, at: int) -> int:
        """A word of the head of a barrier's record."""
        place = barrier * object_bytes(self._columns) + at
        return int(self.array("objects")[place : place + 4].view(np.uint32)[0])

    def lane_words(self) -> Any:
        """What was handed over for each lane."""
        return (ctypes.c_int64 * WARP_LANES).from_address(self.address + CONTEXT["lanes"])

    def tensor_words(self, row: int) -> Any:
        """What a row noted of its tensors: see `host_abi.TensorNote`."""
        return self.array("tensors")[row * self._tensor_words : (row + 1) * self._tensor_words]

    @property
    def tensor_first(self) -> int:
        """The number of the first word of tensor memory."""
        return ctypes.c_int64.from_address(self.address + CONTEXT["tensor_first"]).value

    @property
    def smem_start(self) -> int:
        """The address of the cluster's shared memory."""
        return ctypes.c_int64.from_address(self.address + CONTEXT["smem"]).value

    def mute(self, site: int, what: int) -> None:
        """Stops reporting of a site what `MUTED_UNWRITTEN` or `MUTED_REST` says."""
        self.array("muted")[site] |= what

    def subject(self, told: Told) -> int:
        """What a report is about, as `mute` asks."""
        if told.event is not Event.SHARED or (told.access & Access.BULK and told.access & Access.WRITE):
            return MUTED_REST
        bits = (ctypes.c_uint32 * 4).from_address(self.address + CONTEXT["bits"])
        return MUTED_REST if bits[0] | bits[2] | bits[3] else MUTED_UNWRITTEN

    @property
    def cluster(self) -> int:
        """The number of the cluster that runs; of several the first."""
        return int(self.array("bases")[2 * (self.number("clusters") - 1)])


_SMALL_BYTES: Final = 256 << 10


def _zeros(size_bytes: int) -> Any:
    """Zero bytes; of many only the pages that are touched are cleared.

    On Linux NumPy asks for huge pages: where few words of each row are used, most of the time of a launch went into
    clearing.
    """
    if size_bytes < _SMALL_BYTES or sys.platform == "win32":
        return np.zeros(size_bytes, np.uint8)
    return np.frombuffer(mmap.mmap(-1, size_bytes, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS), np.uint8)


_spare_rooms: Final[list[tuple[Any, int]]] = []
_MOST_SPARE: Final = 16


def _take_room() -> Any:
    """Zero bytes; used ones are cleared, which is much faster than new ones on most systems."""
    try:
        room, used_bytes = _spare_rooms.pop()
    except IndexError:
        return np.zeros(_ROOM_BYTES, np.uint8)
    room[:used_bytes] = 0
    return room


def _give_rooms(rooms: list[Any], last_used_bytes: int) -> None:
    used = [(room, _ROOM_BYTES) for room in rooms[:-1]] + [(rooms[-1], last_used_bytes)]
    _spare_rooms.extend(used[: max(_MOST_SPARE - len(_spare_rooms), 0)])


def most_rows(tensor: bool = False) -> int:
    """Upper limit on warps (or separately scheduled lanes) that run together, also for kernels with tensor memory."""
    return ((1 << COLUMN_BITS) - MAX_BARRIERS - 2) // (9 if tensor else 4)
