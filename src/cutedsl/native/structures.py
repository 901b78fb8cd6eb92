"""The structures of a call and of the blocks that it runs, each field written once.

The C header is made of these tables (`fields.header`), and says so to the C compiler by an assertion for each offset;
generated code and Python take offsets from `Structure.offset`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.native.fields import Field, Structure
from cutedsl.native.pool import POOL_STRUCTURES
from cutedsl.native.tensor_structures import TENSOR_STRUCTURES

WARP_LANES: Final = 32
MAX_BLOCK_WARPS: Final = 32
NAMED_BARRIERS: Final = 16
STUCK_BLOCKS: Final = 4
"""How many blocks a deadlock report describes."""
FAULT_RECORDS: Final = 256
"""How many workers at a time are looked after where the machine refuses accesses."""

NAMED_BARRIER: Final = Structure(
    "NamedBarrier",
    (
        Field("arrived", "i32", "threads that have arrived in this phase"),
        Field("generation", "i32", "phases that are complete"),
    ),
    align_bytes=4,
)

COROUTINE: Final = Structure(
    "Coroutine",
    (
        Field("resume", "ptr", "the function that resumes it; null once it has ended", c="void (*NAME)(Coroutine *)"),
        Field("destroy", "ptr", "never called"),
    ),
    doc="The head of a coroutine's frame, as LLVM lays it out.",
)

ARENA: Final = Structure(
    "Arena",
    (
        Field("older", "ptr", "the arena before this one", c="struct Arena *NAME"),
        Field("room_bytes", "i64", "how many bytes for frames it has"),
    ),
    doc="The head of memory that coroutine frames are taken from; the frames follow, each aligned as it asks for.",
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
        Field("mark", "ptr", "the worker's record for accesses that cannot be checked", c="FaultRecord *NAME"),
        Field("team", "ptr", "memory of loops that one warp runs for all"),
        Field("tensor", "ptr", "tensor memory; null until something asks for it", c="TensorMemory *NAME"),
        Field("handles", "ptr", "the coroutine of each warp", MAX_BLOCK_WARPS, "Coroutine *NAME"),
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
        Field("cluster_blocks", "i32", "blocks of the cluster"),
        Field("barriers", NAMED_BARRIER, "named barriers; number 0 serves the whole block too", NAMED_BARRIERS),
        Field("wait_sites", "i32", "where each warp waits", MAX_BLOCK_WARPS),
        Field("wait_parities", "i32", "for which parity each warp waited last", MAX_BLOCK_WARPS),
        Field("multiplies", "i32", "groups of multiplies (wgmma) that each warp has committed", MAX_BLOCK_WARPS),
        Field("cluster_seen", "i32", "the phase at which each warp arrived at the cluster's barrier", MAX_BLOCK_WARPS),
    ),
    align_bytes=128,
    doc="A block that a CPU worker runs; its warps share it. Blocks of a cluster lie one after another.",
)

MAP_RANK: Final = 5
"""The most axes of a tensor map. Source: PTX ISA, "Tensors"."""
MAP_REQUEST: Final = Structure(
    "MapRequest",
    (
        Field("address", "i64", "where the tensor begins in global memory"),
        Field("dims", "i64", "its extents", MAP_RANK),
        Field("strides", "i64", "distances in bytes on the axes from 1 on", MAP_RANK - 1),
        Field("box", "i32", "the extents of a tile", MAP_RANK),
        Field("element", "i32", "the driver's code of the element type"),
        Field("rank", "i32", "axes in use; the others have extent 1"),
        Field("swizzle", "i32", "how many bits of an address in shared memory it turns"),
        Field("elem_bytes", "i32", "the size of an element"),
        Field("memory_bits", "i32", "of an element narrower than a byte, in global memory; else 0"),
        Field("padded", "i32", "whether 16 of these take 16 bytes of shared memory; else they lie as in global memory"),
        Field("tile_bytes", "i32", "bytes of shared memory that a tile takes"),
    ),
    doc="A request for a tensor map; on the CPU it is the descriptor itself.",
)

LANE_WARP: Final = Structure(
    "LaneWarp",
    (
        Field("head", COROUTINE, "so that the scheduler sees one coroutine"),
        Field("state", "ptr", "the block", c="Block *NAME"),
        Field("warp", "i32", "its number in the block"),
        Field("alive", "i32", "lanes that have not ended, as bits"),
        Field("handles", "ptr", "the coroutine of each lane", WARP_LANES, "Coroutine *NAME"),
        Field("at", "i32", "the number of the meeting that each lane waits at; 0: none", WARP_LANES),
        Field("masks", "i32", "the lanes that each expects there, as bits", WARP_LANES),
    ),
    align_bytes=64,
    doc="A warp whose lanes run apart. Behind it lie the operands and results of the meetings.",
)

FAULT_RECORD: Final = Structure(
    "FaultRecord",
    (
        Field("thread", "i64", "who runs the worker; 0: the record is free"),
        Field("jump", "ptr", "where to jump to after a fault"),
        Field("site", "i32", "the last site where an access was not checked"),
        Field("state", "ptr", "the block that was there", c="Block *NAME"),
        Field("address", "i64", "the address that was refused"),
    ),
    align_bytes=64,
    doc="What is known of a worker when it makes an access that the machine refuses.",
)

RUNNER: Final = Structure(
    "Runner",
    (
        Field("warp", "ptr", "a `WarpRun`; a `WarpStart` where warps are coroutines"),
        Field("schedule", "ptr", "runs the warps that are coroutines; null: none is needed", c="Schedule *NAME"),
        Field("begin", "ptr", "where blocks are checked: told of each cluster; else null", c="Begin *NAME"),
        Field("team_bytes", "i64", "memory of a block for loops that one warp runs for all"),
        Field("flag_bytes", "i64", "so much of it is zero when the block begins"),
        Field("cluster", "i32", "blocks of a cluster along each axis", 3),
        Field("lanes", "i32", "threads that a warp has"),
        Field("rounds", "i32", "how often coroutines meet that do nothing else; 0: a scheduler runs them, or none are"),
        Field("together", "i32", "whether all clusters that a worker takes at a time run together"),
        Field("clears", "i32", "whether shared memory is zero when a block begins"),
    ),
    doc="How the blocks of a kernel are run.",
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
        Field("faults", "ptr", "workers whose illegal accesses are made errors; null for none", c="FaultRecord *NAME"),
        Field("blocked_arrivals", "i32", "threads that have arrived at each named barrier", NAMED_BARRIERS),
        Field("blocked_cluster", "i32", "warps at the cluster's barrier, and how many it waits for", 2),
        Field("block", "i32", "the block dimensions of the last launch", 3),
        Field("stuck_count", "i32", "after a deadlock: how many of the blocks below are known"),
        Field("stuck_more", "i32", "how many more blocks differ from them"),
        Field("stuck", STUCK_BLOCK, "blocks that wait in different places", STUCK_BLOCKS),
        Field("workers", "i64", "threads that run the last launch; 0 as 1"),
        Field("smem_fill", "i64", "the byte that shared memory is full of when a block begins; 0: as it is"),
        Field(
            "order",
            "ptr",
            "the clusters by turns, if they run one by one; null: as they are",
            c="const int64_t *NAME",
        ),
    ),
    doc="The context of one call: `rt` in generated code.",
)

STRUCTURES: Final = (
    *TENSOR_STRUCTURES,
    *(NAMED_BARRIER, COROUTINE, ARENA, STUCK_BLOCK, BLOCK, MAP_REQUEST, LANE_WARP, FAULT_RECORD, RUNNER, CONTEXT),
    *POOL_STRUCTURES,
)
"""All that C knows."""
