"""The structures that C, generated code and Python share: fields, sizes and offsets, each written once.

The C header is made of this table (`header`), and says so to the C compiler by an assertion for each offset; generated
code and Python take offsets from `Structure.offset`. All types have fixed widths, so one layout serves every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cutedsl.errors.frozen import frozen

MAX_BLOCK_WARPS: Final = 32
NAMED_BARRIERS: Final = 16
STUCK_BLOCKS: Final = 4
"""How many blocks a deadlock report describes."""

SIZES: Final = {"i32": 4, "i64": 8, "ptr": 8}
_C_TYPES: Final = {"i32": "int32_t", "i64": "int64_t", "ptr": "void *"}


@frozen
class Field:
    """One field: `count` values of a type (`i32`, `i64` or `ptr`), or of another structure.

    `c` is the C declaration where the type alone does not say it, with `NAME` for the field.
    """

    name: str
    type: str
    doc: str
    count: int = 1
    c: str = ""


@frozen
class Structure:
    """A C structure; fields lie at their natural alignment, in order.

    >>> pair = Structure("Pair", (Field("first", "i32", "one"), Field("second", "i64", "two")))
    >>> pair.offset("second"), pair.size_bytes
    (8, 16)
    """

    name: str
    fields: tuple[Field, ...]
    align_bytes: int = 8
    doc: str = ""

    def places(self) -> Iterator[tuple[Field, int]]:
        """Each field with its byte offset."""
        at = 0
        for field in self.fields:
            size, align = _measure(field.type)
            at = -(-at // align) * align
            yield field, at
            at += size * field.count

    def offset(self, name: str) -> int:
        """The byte offset of a field. Raises `KeyError` for another name."""
        return self.offsets()[name]

    def offsets(self) -> dict[str, int]:
        """The byte offset of each field."""
        return {field.name: at for field, at in self.places()}

    def words(self, name: str) -> tuple[int, int]:
        """The size in bytes of one number of a field, and how many there are; structures count as 32-bit words."""
        field = next(field for field in self.fields if field.name == name)
        size = SIZES.get(field.type, 4)
        return size, field.count * _measure(field.type)[0] // size

    @property
    def size_bytes(self) -> int:
        """The size, a multiple of the alignment."""
        field, at = list(self.places())[-1]
        end = at + _measure(field.type)[0] * field.count
        return -(-end // self.align_bytes) * self.align_bytes


NAMED_BARRIER: Final = Structure(
    "NamedBarrier",
    (
        Field("arrived", "i32", "threads that have arrived in this phase"),
        Field("generation", "i32", "phases that are complete"),
    ),
    align_bytes=4,
)

ARENA: Final = Structure(
    "Arena",
    (
        Field("older", "ptr", "the arena before this one", c="struct Arena *NAME"),
        Field("room_bytes", "i64", "how many bytes of frames it holds"),
    ),
    doc="The head of memory that coroutine frames are taken from; the frames follow, aligned to 128 bytes.",
)

STUCK_BLOCK: Final = Structure(
    "StuckBlock",
    (
        Field("block", "i32", "its index in the grid", 3),
        Field("alike", "i32", "how many other blocks wait where it does"),
        Field("sites", "i32", "where each warp waits; -1: it has ended", MAX_BLOCK_WARPS),
    ),
    align_bytes=4,
)

BLOCK: Final = Structure(
    "Block",
    (
        Field("rt", "ptr", "the context of the call", c="Context *NAME"),
        Field("poll", "ptr", "the poll word of the thread that runs the block", c="int64_t *NAME"),
        Field("dims", "ptr", "the dimensions of the launch", c="int32_t *NAME"),
        Field("params", "ptr", "the kernel's parameters, a slot each"),
        Field("smem", "ptr", "the block's shared memory"),
        Field("arena", "ptr", "the newest memory for frames", c="Arena *NAME"),
        Field("used", "i64", "bytes of it that are taken"),
        Field("progress", "i64", "counts what lets a waiting warp go on"),
        Field("cluster", "ptr", "the first block of the cluster, which keeps the cluster's barrier", c="Block *NAME"),
        Field("smem_stride", "i64", "the distance between the shared memories of a cluster's blocks"),
        Field("mark", "ptr", "the worker's record for accesses that cannot be checked"),
        Field("team", "ptr", "memory of loops that one warp runs for all"),
        Field("handles", "ptr", "the coroutine of each warp", MAX_BLOCK_WARPS),
        Field("wait_barriers", "ptr", "the mbarrier that each warp waited for last", MAX_BLOCK_WARPS, "int64_t *NAME"),
        Field("block", "i32", "its index in the grid", 3),
        Field("alive", "i32", "warps that have not ended"),
        Field("threads", "i32", "threads of the block"),
        Field("warps", "i32", "warps of the block"),
        Field("block_waiting", "i32", "whether warps wait for the whole block"),
        Field("rank", "i32", "its number in the cluster"),
        Field("cluster_alive", "i32", "warps of the cluster that have not ended"),
        Field("cluster_arrived", "i32", "warps that have arrived at the cluster's barrier"),
        Field("cluster_generation", "i32", "phases of the cluster's barrier that are complete"),
        Field("slot", "i32", "its number among the blocks that run together"),
        Field("barriers", "NamedBarrier", "named barriers; number 0 serves the whole block too", NAMED_BARRIERS),
        Field("wait_sites", "i32", "where each warp waits", MAX_BLOCK_WARPS),
        Field("wait_parities", "i32", "for which parity each warp waited last", MAX_BLOCK_WARPS),
        Field("cluster_seen", "i32", "the phase at which each warp arrived at the cluster's barrier", MAX_BLOCK_WARPS),
    ),
    align_bytes=128,
    doc="A block that a CPU worker runs; its warps share it. Blocks of a cluster lie one after another.",
)

CONTEXT: Final = Structure(
    "Context",
    (
        Field("caller_poll", "i64", "the calling thread polls this word"),
        Field("worker_poll", "i64", "other workers poll this word"),
        Field("error_code", "i32", "an `ErrorCode`; the first error wins"),
        Field("error_site", "i32", "where it happened"),
        Field("error_thread", "i32", "in which thread of its block"),
        Field("error_block", "i32", "in which block", 3),
        Field("detail", "i64", "what else is known of the error", 4),
        Field("launch", "ptr", "launches a kernel"),
        Field("write", "ptr", "writes printed output"),
        Field("check", "ptr", "asked when a poll word has a tick: 0 stops the call", c="int32_t (*NAME)(Context *)"),
        Field("user", "ptr", "for whoever made the context"),
        Field("blocked_count", "i32", "after a deadlock: the warps of the block"),
        Field("blocked_sites", "i32", "where each waits; -1: it has ended", MAX_BLOCK_WARPS),
        Field("blocked_words", "i64", "the mbarrier that each waits for", MAX_BLOCK_WARPS),
        Field("blocked_parities", "i32", "the parity that each waits for", MAX_BLOCK_WARPS),
        Field("tensor_map", "ptr", "makes a tensor map"),
        Field("resident", "i64", "clusters that each worker runs together; 0 as 1"),
        Field("gpu", "i64", "the GPU that the call's tensors are on; -1: nobody looked"),
        Field("faults", "ptr", "workers whose illegal accesses are made errors; null for none"),
        Field("blocked_arrivals", "i32", "threads that have arrived at each named barrier", NAMED_BARRIERS),
        Field("blocked_cluster", "i32", "warps at the cluster's barrier, and how many it waits for", 2),
        Field("block", "i32", "the block dimensions of the last launch", 3),
        Field("stuck_count", "i32", "after a deadlock: how many of the blocks below are known"),
        Field("stuck_more", "i32", "how many more blocks differ from them"),
        Field("stuck", "StuckBlock", "blocks that wait in different places", STUCK_BLOCKS),
        Field("workers", "i64", "threads that run the last launch; 0 as 1"),
    ),
    doc="The context of one call: `rt` in generated code.",
)

STRUCTURES: Final = (NAMED_BARRIER, ARENA, STUCK_BLOCK, BLOCK, CONTEXT)
_BY_NAME: Final = {one.name: one for one in STRUCTURES}


def _measure(kind: str) -> tuple[int, int]:
    """Size and alignment in bytes."""
    if kind in SIZES:
        return SIZES[kind], SIZES[kind]
    found = _BY_NAME[kind]
    return found.size_bytes, found.align_bytes


def header(constants: dict[str, int], structures: Sequence[Structure]) -> str:
    """The C header: constants, the structures, and an assertion for each offset."""
    lines = ["/* Made by scripts/build_native.py from the structures of native/. */", "#pragma once"]
    lines += ["#include <stddef.h>", "#include <stdint.h>", ""]
    lines += [f"#define {name} INT64_C({value})" for name, value in constants.items()]
    lines += ["", *(f"typedef struct {one.name} {one.name};" for one in structures)]
    for one in structures:
        lines += ["", *([f"/* {one.doc} */"] if one.doc else []), f"struct {one.name} {{"]
        lines += [f"  {_declared(field)}; /* {field.doc} */" for field in one.fields]
        lines += [f"}} __attribute__((aligned({one.align_bytes})));"]
        lines += [f'_Static_assert(offsetof({one.name}, {f.name}) == {at}, "{f.name}");' for f, at in one.places()]
        lines += [f'_Static_assert(sizeof({one.name}) == {one.size_bytes}, "{one.name}");']
    return "\n".join(lines) + "\n"


def _declared(field: Field) -> str:
    name = field.name + (f"[{field.count}]" if field.count > 1 else "")
    return (field.c or f"{_C_TYPES.get(field.type, field.type)} NAME").replace("NAME", name)
