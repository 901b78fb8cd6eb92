"""The memory of one checked launch: what every word remembers, the clocks, and how machine code reports."""

from __future__ import annotations

import ctypes
import math
import mmap
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from cutedsl.arch.check_abi import (
    BYTES_SHIFT,
    CHUNK,
    COLUMN_BITS,
    CONTEXT,
    CONTEXT_BYTES,
    ENGINE_WORDS,
    FILTER_BITS,
    HANDED_LANES_AT,
    HANDED_WORDS,
    HANDOFF_BITS,
    HANDOFF_HEAD_BYTES,
    LOG_ENTRIES,
    LOG_WORDS,
    MAX_BARRIERS,
    PAGE_ENTRY_BYTES,
    PAGE_SLOTS,
    ROW_WORDS,
    SHARED_ONLY,
    Access,
    Epoch,
    Event,
    address_hash,
    object_bytes,
    rows_stride,
    stride,
)
from cutedsl.arch.host_abi import WARP_LANES
from cutedsl.checker.memory_map import MemoryMap
from cutedsl.config import MOST_CHECK_MEMORY_MIB, config
from cutedsl.errors import fail
from cutedsl.execution.function_address import address_of
from cutedsl.native.structures import NAMED_BARRIERS

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
_ORDER: Final = ctypes.CFUNCTYPE(None, ctypes.c_int32, ctypes.c_int32, ctypes.c_int64)
_ROOM_BYTES: Final = 4 << 20
_ALIGN_BYTES: Final = 64
_KINDS: Final = {4: struct.Struct("<I"), 8: struct.Struct("<Q")}


Tracer = Callable[[int, int, int, bool, int, int], None]
"""(number of the cluster, row, site, whether it is passed, barrier, number): see `check_abi.Event.HAPPENED`."""


class Meter(Protocol):
    """Who adds up costs."""

    def take(self, number: int, size_bytes: int, places: list[int], shared: bool) -> None:
        """An access of a site: bytes of a lane, where the active lanes' accesses start, whether in shared memory."""
        ...

    def branch(self, number: int, active: int, taken: int) -> None:
        """A branch of a site: the active lanes, and those for which its condition holds."""
        ...


@dataclass(frozen=True, slots=True)
class Geometry:
    """A launch: groups of blocks that run together, which are clusters, or some of them that wait for each other.

    `blocks` are those of a group, `warps` those of a block, `smem_bytes` the shared memory of a group. Where lanes run
    apart `threads` are those of a block, and `warps` counts its rows, each of them `1 << lane_shift` threads.
    """

    blocks: int
    warps: int
    groups: int
    smem_bytes: int
    cluster_dim: tuple[int, int, int] = (1, 1, 1)
    threads: int = 0
    lane_shift: int = 0

    @property
    def rows(self) -> int:
        """Warps of a group."""
        return self.blocks * self.warps

    def warp(self, column: int) -> int:
        """The warp in its block whose access a column has."""
        row = column % self.rows % self.warps
        return (row << self.lane_shift) // WARP_LANES if self.threads else row

    def one_warp(self, column: int, other: int) -> bool:
        """Whether the accesses of two columns are of the same warp."""
        blocks = {one % self.rows // self.warps for one in (column, other)}
        return len(blocks) == 1 and self.warp(column) == self.warp(other)

    @property
    def clusters(self) -> int:
        """Clusters of a group."""
        return self.blocks // math.prod(self.cluster_dim)


@dataclass(frozen=True, slots=True)
class Told:
    """One report of machine code: the event, who, where, and what the event says besides."""

    event: Event
    row: int
    site: int
    access: int
    a: int
    b: int


@dataclass(frozen=True, slots=True)
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
        self._meter: Meter | None = None
        self._orderer: Callable[[int, int, int], None] = lambda row, what, address: None
        self._columns = stride(geometry.rows)
        if self._columns > 1 << COLUMN_BITS:
            raise fail(
                "check-limit", f"{geometry.rows} warps that run together are to be checked; at most {most_rows()} are"
            )
        self._memory = (ctypes.c_char * CONTEXT_BYTES)()
        self.address = ctypes.addressof(self._memory)
        self._arrays: dict[str, Any] = {}
        self._rooms: list[Any] = []
        self._memory_map = MemoryMap()
        self._callback: Any = _REPORT(self._report)
        self._tensor_words = tensor_words
        self._allocate(sites)
        self._order_callback: Any = _ORDER(self._ordered)
        self._set("report", address_of(self._callback))
        self._set("order", address_of(self._order_callback))
        self._set("seed", seed or 0, 4)

    def stop_with(self, stop: Callable[[], None]) -> None:
        """What ends the launch after an error of the checker."""
        self._stop = stop

    def trace(self, tracer: Tracer) -> None:
        """From now on `tracer` is told of the operations that order warps."""
        self._tracer = tracer
        self._set("traced", 1, 4)

    def order_with(self, orderer: Callable[[int, int, int], None]) -> None:
        """From now on `orderer` is told of atomics, ordered accesses and fences: row, `check_abi.Order`, address."""
        self._orderer = orderer

    def measure(self, meter: Meter) -> None:
        """From now on `meter` is told of the first accesses and branches of each site."""
        self._meter = meter
        self._set("measured", 1, 4)

    def _lanes(self, site: int, size_bytes: int, active: int) -> None:
        if self._meter is None:
            return
        words = self.lane_words()
        start = self.smem_start
        places = [words[lane] for lane in range(WARP_LANES) if active >> lane & 1]
        shared = bool(places) and start <= places[0] < start + self.geometry.smem_bytes
        self._meter.take(site, size_bytes, [place - start for place in places] if shared else places, shared)

    def _happened(self, row: int, site: int, passed: bool, thing: int, number: int) -> None:
        if self._tracer is not None:
            self._tracer(self.cluster, row, site, passed, thing, number)

    def _allocate(self, sites: int) -> None:
        size, rows, columns = self.geometry, self.geometry.rows, self._columns
        words = -(-size.smem_bytes // 4)
        named = size.blocks * NAMED_BARRIERS
        barriers = named + size.clusters + MAX_BARRIERS
        shapes: dict[str, tuple[int, Any]] = {
            "writes": (words + CHUNK, np.uint64),
            "reads": (words + CHUNK, np.uint64),
            "more_reads": (words + CHUNK, np.uint64),
            "known": (rows * columns, np.uint32),
            "fenced": (rows * columns, np.uint32),
            "floors": (rows, np.uint32),
            "meets": (rows, np.uint32),
            "objects": (barriers * object_bytes(columns), np.uint8),
            "barrier_ids": (words // 2 + CHUNK, np.uint16),
            "bases": (2 * (size.groups + 1), np.int64),
            "engines": (rows * ENGINE_WORDS, np.uint32),
            "muted": (max(sites, 1), np.uint8),
            "counts": (max(sites, 1), np.int64),
            "stops": (rows * ROW_WORDS, np.uint32),
            "log": (LOG_ENTRIES * LOG_WORDS, np.uint32),
            "handoff_slots": (1 << HANDOFF_BITS, np.uint32),
            "foreign_filter": (1 << FILTER_BITS, np.uint8),
            "fence_words": (2 * rows, np.uint32),
            "releases": (2 * columns, np.uint32),
            "handed": (rows * HANDED_WORDS, np.uint32),
            "seen": (rows * columns, np.uint32),
            "fence_kept": (rows * columns, np.uint32),
            "handoffs": ((1 << HANDOFF_BITS - 1) * self._handoff_words, np.int64),
            "tensors": (max(rows * self._tensor_words, 1), np.int64),
        }
        begins: dict[str, tuple[int, int]] = {}
        size_bytes = 0
        for name, (count, dtype) in shapes.items():
            begins[name] = size_bytes, size_bytes + count * np.dtype(dtype).itemsize
            size_bytes = -(-begins[name][1] // _ALIGN_BYTES) * _ALIGN_BYTES
        arena = np.zeros(size_bytes, np.uint8)  # one for all: a launch may be shorter than twenty allocations
        address = arena.ctypes.data
        for name, (begin, end) in begins.items():
            self._arrays[name] = arena[begin:end].view(shapes[name][1])
            self._set(name, address + begin)
        pages = mmap.mmap(-1, 2 * 8 * PAGE_SLOTS)  # nothing but what is touched is cleared, unlike memory used before
        self._give("pages", np.frombuffer(pages, np.uint64))
        self._set("smem_words", words)
        numbers = (
            ("rows", rows),
            ("stride", columns),
            ("block_rows", size.warps),
            ("tensor_words", self._tensor_words),
            ("cluster_barriers", named),
            ("first_mbarrier", named + size.clusters),
            ("foreign_stamp", 1),
            ("handoff_bits", HANDOFF_BITS),
            ("live", rows_stride(rows)),
            ("agents", size.blocks * size.threads or rows),
            ("lane_shift", size.lane_shift),
        )
        for name, value in numbers:
            self._set(name, value, 4)

    def _give(self, name: str, array: Any) -> None:
        self._arrays[name] = array
        self._set(name, array.ctypes.data)

    def _set(self, name: str, value: int, size_bytes: int = 8) -> None:
        bits = value & (1 << 8 * size_bytes) - 1
        _KINDS[size_bytes].pack_into(self._memory, CONTEXT[name], bits)

    def array(self, name: str) -> Any:
        """An array that machine code fills."""
        return self._arrays[name]

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
                case Event.LANES:
                    self._lanes(site, access, a)
                case Event.WAYS if self._meter is not None:
                    self._meter.branch(site, a, b)
                case Event.UNBOUNDED:
                    return int(self._there(a & (1 << 64) - 1, b, access))
                case Event.HAPPENED:
                    self._happened(row, site, bool(access), a, b)
                case _:
                    self._told(Told(Event(event), row, site, access, a, b & (1 << 64) - 1))
        except BaseException as error:  # machine code cannot pass it on: the launcher raises it
            self.error = self.error or error
            self._stop()
        return 0

    def _ordered(self, row: int, what: int, address: int) -> None:
        try:
            self._orderer(row, what, address)
        except BaseException as error:
            self.error = self.error or error
            self._stop()

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
                f"to remember what the launch does in global memory takes more than {most_mib} MiB",
                notes=[f"the limit is CUTEDSL_CHECK_MEMORY_MIB, at most {MOST_CHECK_MEMORY_MIB}"],
            )

    @property
    def _handoff_words(self) -> int:
        return (HANDOFF_HEAD_BYTES + 4 * self._columns) // 8

    def handed_on(self) -> tuple[Any, Any, Any]:
        """What was released where: the addresses, the stamps of the last releases (0: none), and the clocks in use."""
        count, words = self.number("handoff_count"), self._handoff_words
        entries = self._arrays["handoffs"][: count * words].reshape(count, words)
        halves = entries.view(np.uint32)
        first = HANDOFF_HEAD_BYTES // 4
        return entries[:, 0], halves[:, 2], halves[:, first : first + self.number("live")]

    def more_handoffs(self) -> None:
        """Makes room for twice as many addresses at which something is released or acquired.

        Errors: check-limit.
        """
        bits, count = self.number("handoff_bits") + 1, self.number("handoff_count")
        size = (1 << bits - 1) * self._handoff_words
        most_mib = config().check_memory_mib
        if 8 * size > most_mib << 20:
            raise fail(
                "check-limit",
                f"to remember what is released at {count + 1} addresses takes more than {most_mib} MiB",
                notes=[f"the limit is CUTEDSL_CHECK_MEMORY_MIB, at most {MOST_CHECK_MEMORY_MIB}"],
            )
        addresses, had = self.handed_on()[0], self._arrays["handoffs"]
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
        for name in ("writes", "reads", "more_reads", "known", "fenced", "objects", "pages", "releases", "handed"):
            self._arrays[name][:] = 0
        self._set("clock", 0, 4)
        self._set("last_page", 0)

    @property
    def room_bytes(self) -> int:
        """The memory that remembers accesses to global memory."""
        room, end = (ctypes.c_int64.from_address(self.address + CONTEXT[name]).value for name in ("room", "room_end"))
        pages = int(np.count_nonzero(self._arrays["pages"][::2])) * PAGE_ENTRY_BYTES
        return len(self._rooms) * _ROOM_BYTES - (end - room) + pages

    def end(self) -> None:
        """The launch is over; its memory may serve another one."""
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
        bases = self._arrays["bases"][: 2 * self.number("clusters")].reshape(-1, 2)
        return int(bases[max(int(np.searchsorted(bases[:, 1], clock, "right")) - 1, 0), 0])

    def field(self, name: str) -> ctypes.c_uint32:
        """A 32-bit field of the context, to be read and written."""
        return ctypes.c_uint32.from_address(self.address + CONTEXT[name])

    def rows(self, name: str) -> list[Any]:
        """The rows of `known` or `fenced`."""
        return list(self._arrays[name].reshape(self.geometry.rows, self._columns))

    def lanes_handed_on(self, row: int, lanes: int, lane: int, clock: int) -> bool:
        """Whether what another lane of a row did at a clock was handed on to `lanes` (bits) of that row."""
        words = self._arrays["handed"][row * HANDED_WORDS : (row + 1) * HANDED_WORDS]
        known = all(words[k] >= clock for k in range(WARP_LANES) if lanes >> k & 1 and k != lane)
        return known and bool(int(words[HANDED_LANES_AT]) >> lane & 1)

    def barrier_head(self, barrier: int, at: int) -> int:
        """A word of the head of a barrier's record."""
        place = barrier * object_bytes(self._columns) + at
        return int(self._arrays["objects"][place : place + 4].view(np.uint32)[0])

    def lane_words(self) -> Any:
        """What was handed over for each lane."""
        return (ctypes.c_int64 * WARP_LANES).from_address(self.address + CONTEXT["lanes"])

    def tensor_words(self, row: int) -> Any:
        """What a row noted of its tensors: see `host_abi.TensorNote`."""
        return self._arrays["tensors"][row * self._tensor_words : (row + 1) * self._tensor_words]

    @property
    def smem_start(self) -> int:
        """The address of the cluster's shared memory."""
        return ctypes.c_int64.from_address(self.address + CONTEXT["smem"]).value

    def mute(self, site: int) -> None:
        """Nothing more of a site is told."""
        self._arrays["muted"][site] = 1

    @property
    def cluster(self) -> int:
        """The number of the cluster that runs; of several the first."""
        return int(self._arrays["bases"][2 * (self.number("clusters") - 1)])


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


def most_rows() -> int:
    """So many warps that run together can be checked, or lanes that run apart."""
    return ((1 << COLUMN_BITS) - MAX_BARRIERS) // 4
