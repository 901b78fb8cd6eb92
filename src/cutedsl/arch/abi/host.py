"""The run-time interface between generated code and the runtime that loads it, as data.

Generated host and CPU code (`codegen/`) and the runtime (`execution/`) never import each other: both read this file.

* Host entry: `i32 host(ptr slots, ptr rt)`. Each flattened parameter is one 8-byte slot, the value in its low bytes.
  It returns 0, or the error code that `rt` holds.
* CPU kernel: `void <kernel>.worker(ptr counter, ptr dims, ptr params, ptr rt, ptr poll, ptr smem, i64 smem_bytes)`:
  takes block numbers from the 64-bit `counter` by atomic increments until the grid is done or `poll` asks to stop.
* `launch`: `i32 (ptr rt, i32 kernel_index, ptr dims, i64 stream, ptr params)`; 1 when it worked, 0 when it failed (0 is
  also what a ctypes callback returns when an exception escapes from it).
* `write`: `i32 (ptr rt, ptr text, i64 length)`: printed output; 1, or 0 when it failed.
* `tensor_map`: `i32 (ptr rt, ptr request, ptr descriptor, i32 for_gpu)`: makes a tensor map (`arch/tensor_map.py`);
  1, or 0 when it failed.
* `check`: `i32 (ptr rt)`: called by the thread that made the call when its poll word has a tick; 1 to go on, 0 to stop.

Source: ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cutedsl.errors.frozen import frozen
from cutedsl.native import constants
from cutedsl.native.structures import structure

SLOT_BYTES: Final = 8
WARP_LANES: Final = constants.WARP_LANES
MAX_BLOCK_THREADS: Final = 1024
CLUSTER_BARRIER: Final = "the barrier of the cluster"
"""The name of its sites."""
ARRIVES: Final = "arrives"
"""The name of a site that arrives at a named barrier and does not wait."""
WARP_GROUP: Final = "a multiply that other warps of its warp group have not committed"
"""The name of the sites of `wgmma_wait`."""
WARP_GROUP_FENCE: Final = "a `warpgroup.fence` that other warps of its warp group have not reached"
"""The name of the sites of `wgmma_fence`."""
NOT_ARRIVED: Final = -1
"""In place of the phase of the cluster's barrier that a warp arrived at, where its next wait has no arrival."""
MBARRIER_LIMIT: Final = (1 << 20) - 1
"""The most arrivals, and bytes still to come, that an mbarrier counts."""
SMEM_ALIGN_BYTES: Final = 1024
SMEM_SLACK_BYTES: Final = 256
"""Bytes after a block's shared memory that generated code may read (never use)."""

CPU_MAX_SMEM_BYTES: Final = 227 * 1024
"""Shared memory of a block on the CPU: the limit of sm_90a, which kernels on the CPU see."""

ENV_STREAM: Final = -1
"""The stream operand of a launch that names none: torch's current stream where torch is in use, else the default."""

WORKER_SUFFIX: Final = ".worker"

DIMS_COUNT: Final = 12
GRID, BLOCK, CLUSTER, SMEM_REQUEST = 0, 3, 6, 9
"""Places in `dims` (i32[12]): grid 0-2, block 3-5, cluster 6-8, dynamic shared memory in bytes 9."""


class ErrorCode(IntEnum):
    """Why a call ended early; what `rt.error_code` holds and the host entry returns.

    `detail` by code: OUT_OF_BOUNDS offset, limit, access size (in bytes), or the address, -1 and the size;
    DEADLOCK none (see `blocked_sites`); INDEX_WRAPS the index of the warp's base;
    MBARRIER fault, word of the mbarrier, operand; CLUSTER_RANK rank, blocks of the cluster; ILLEGAL_ACCESS the address;
    OUT_OF_MEMORY how many bytes were asked for;
    TENSOR a `TensorFault`, and what it says;
    others unused.
    """

    NONE = 0
    OUT_OF_BOUNDS = 1
    DIVISION_BY_ZERO = 2
    TRAP = 3
    BARRIER_DIVERGENT = 4
    DEADLOCK = 5
    STOPPED = 6
    LAUNCH_FAILED = 7
    MISALIGNED = 8
    ILLEGAL_ACCESS = 9
    OUT_OF_MEMORY = 10
    INDEX_WRAPS = 16
    MBARRIER = 20
    CLUSTER_RANK = 21
    TENSOR = 22


class MbarrierFault(IntEnum):
    """What was wrong with an operation on an mbarrier; the first `detail` of the error MBARRIER."""

    UNINITIALISED = 1
    COUNT = 2
    ARRIVALS = 3
    BYTES = 4


@frozen
class Place:
    """Where a field of `rt` is: its byte offset, the size of one element in bytes, and how many there are."""

    offset: int
    size_bytes: int
    count: int = 1


RT: Final[Mapping[str, Place]] = MappingProxyType(
    {name: Place(field.offset, *field.words) for name, field in structure("Context").fields.items()}
)
"""The context of one call, `Context` of `native/abi/block.h`.

A poll word is 64 bits: bit 0 asks to stop, bit 32 (the tick) asks the calling thread to call `check`. The calling
thread polls `caller_poll`, other workers `worker_poll`; whoever stops a call sets bit 0 of both. The first error wins
(compare-exchange on `error_code`).
"""

RT_BYTES: Final = structure("Context").size_bytes
POLL_STOP: Final = 1
POLL_TICK: Final = 1 << 32


@frozen
class TensorNote:
    """A tensor of a checked kernel: what it is called, its layout's text ("" for a plain pointer), and its elements.

    `swizzle` is that of its byte addresses ("" for none). From `word` on the checker's table has, for each warp, the
    address where the tensor begins (0 where it is not made yet) and the run-time leaves of the layout; -1 for
    registers, which have no address. `element` is the IR's name of an element's type.
    """

    name: str
    layout: str
    swizzle: str
    elem_bits: int
    word: int
    element: str = ""


PRINT_SITE: Final = "print"
"""The kind of a site where a checked kernel prints."""
TENSOR_SITE: Final = "tensor memory"
"""The kind of the sites of instructions on tensor memory."""
TENSOR_FENCE_SITE: Final = "tensor memory fence"
"""That of `tcgen05.fence::after_thread_sync`: a kernel that has one hands tensor memory on by such fences."""


@frozen
class Site:
    """A place in the author's program that can fail at run time; `error_site` indexes a module's table of these.

    `kind` is `load`, `store`, `atomic`, `divide`, `trap`, `barrier`, `mbarrier`, `loop`, `launch` or `tensor`, or `tile
    load` and so on where the copy engine accesses global memory; `name` is the tensor's or the message;
    `elem_bytes` is the size of one element of the access; `tensor` is what a checked kernel knows of the tensor. Where
    it is a part of another, `whole` is the name of that.
    """

    kind: str
    name: str
    file: str = ""
    line: int = 0
    col: int = 0
    elem_bytes: int = 1
    tensor: TensorNote | None = None
    whole: str = ""

    @staticmethod
    def of(facts: Mapping[str, Any]) -> Site:
        """The site whose `dataclasses.asdict` is given. Raises `TypeError` for other facts."""
        tensor: Mapping[str, Any] | None = facts["tensor"]
        if tensor is None:
            return Site(**facts)
        known: dict[str, Any] = {**facts, "tensor": TensorNote(**tensor)}
        return Site(**known)


EVENT_ATTRIBUTES: Final = ("launch_completion_event", "programmatic_event")
"""What a launch may name an event for, in the order in which a kernel has their handles."""


class LaunchEvent(NamedTuple):
    """An event that a launch records: the launch attribute, the event's flags as the driver takes them, and whether
    blocks trigger it when they start."""

    attribute: str
    flags: int
    at_block_start: int


@frozen
class KernelInfo:
    """What the runtime must know to launch one kernel; its place in the module's tuple is the kernel index.

    `block_dim` is None where only the launch says it; `cluster_dim` is always known.
    The slots of the parameters `by_address` hold the address of the value (a tensor map), which a GPU takes itself.
    With `use_pdl` it may start while the kernel before it in the stream still runs; `cooperative` asks for all blocks
    at a time; the handles of its `events` are its last parameters, which it does not read. On the CPU `resident` says
    that a worker can run several blocks together, which wait for each other, and `apart` that lanes run as coroutines
    of their own; `smem_limit_bytes` is what a block of the GPU whose limits the CPU target uses.
    """

    name: str
    smem_bytes: int
    block_dim: tuple[int, int, int] | None
    param_count: int
    cluster_dim: tuple[int, int, int] = (1, 1, 1)
    by_address: tuple[int, ...] = ()
    use_pdl: bool = False
    cooperative: bool = False
    events: tuple[LaunchEvent, ...] = ()
    resident: bool = False
    apart: bool = False
    smem_limit_bytes: int = CPU_MAX_SMEM_BYTES

    @property
    def worker(self) -> str:
        """The symbol of the CPU's block worker."""
        return self.name + WORKER_SUFFIX


def pack_images(images: Sequence[bytes]) -> bytes:
    """Object images as one block of bytes, each after its length (8 bytes, little endian).

    >>> unpack_images(pack_images([b"one", b""]))
    (b'one', b'')
    """
    return b"".join(len(image).to_bytes(8, "little") + image for image in images)


def unpack_images(data: bytes) -> tuple[bytes, ...]:
    """The inverse of `pack_images`. Raises `ValueError` for bytes that end too early."""
    images: list[bytes] = []
    at = 0
    while at < len(data):
        end = at + 8 + int.from_bytes(data[at : at + 8], "little")
        if end > len(data):
            raise ValueError("the object images are cut off")
        images.append(data[at + 8 : end])
        at = end
    return tuple(images)
