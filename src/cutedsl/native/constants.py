"""Numbers that C, generated code and Python share; `scripts/build_native.py` writes them to `constants.h`."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

WARP_LANES: Final = 32
MAX_BLOCK_WARPS: Final = 32
NAMED_BARRIERS: Final = 16
STUCK_BLOCKS: Final = 4
"""How many blocks a deadlock report describes."""
FAULT_RECORDS: Final = 256
"""How many workers at a time are looked after where the machine refuses accesses."""
MAP_RANK: Final = 5
"""The most axes of a tensor map. Source: PTX ISA, "Tensors"."""
SWIZZLE_BY_32_BYTES: Final = 4
"""The swizzle mode of 128 bytes that turns pieces of 32 bytes; all others turn pieces of 16."""

# -- tensor memory on the CPU ----------------------------------------------------------------------------------------
LANES: Final = 128
COLUMNS: Final = 512
"""Of 32 bits each; a block has so many."""
_MOST_K: Final = 128
TENSOR_SCRATCH_BYTES: Final = _MOST_K * (LANES + 256) * (4 + 8)

# -- checked runs ----------------------------------------------------------------------------------------------------
CHUNK: Final = 16
"""Words that one step of the checks looks at."""
PARTED: Final = 8
"""Of so many groups of `cp.async` it is known where arrivals at mbarriers part them."""
RECENT_GROUPS: Final = 16
"""Of so many groups it is known which lanes committed them."""
LANE_ENGINES: Final = 2
"""Engines whose groups each lane commits for itself: `cp.async` and bulk stores."""
GROUP_ENGINES: Final = 3
"""Engines whose copies are committed in groups."""
SCOPES: Final = 3
GAIN_GROUPS: Final = 4
"""Groups of lanes of a warp that wait for different things and are told apart."""
RECENT_STORES: Final = 4
LINE_SLOTS: Final = 4

# -- calls -----------------------------------------------------------------------------------------------------------
MAX_CONTEXTS: Final = 8
"""Calls of one function that run at the same time without Python's help; more go to `run`."""
HANDLER_CONTEXTS: Final = 8
"""Calls of one handler that run at the same time without Python's help."""
REPLAY_ALIGN_MASK: Final = 15
"""The bits of an address that belong to the class of a tensor."""
CHECKED_FIRST: Final = 3
CHECKED_COUNT: Final = 7
"""The dims that must be as they were at a launch that Python checked: block, cluster, shared memory.

Host code writes no others but the grid: what is behind them is whatever the stack held.
"""
MOST_GPUS: Final = 64
"""GPUs that an exported program runs on."""
TVM_FFI_OBJECT_HEADER_BYTES: Final = 24
"""What is before the `DLTensor` in a tensor object."""
TVM_FFI_MAX_NDIM: Final = 32
"""The most modes of a tensor that comes without strides; others go to Python."""
MAX_PROGRAMS: Final = 8
"""Programs of one operator of torch."""
MODE_KEYS: Final = (
    *("Python", "PythonTLSSnapshot", "PythonDispatcher", "PreDispatch"),
    *("FuncTorchDynamicLayerFrontMode", "Functionalize", "Tracer"),
)
"""Dispatch keys that a thread of torch includes while somebody replaces, maps or records what is called."""
NUMPY_DTYPES: Final = (
    "Boolean", "Int8", "Int16", "Int32", "Int64", "Uint8", "Uint16", "Uint32", "Uint64",
    "Float16", "Float32", "Float64",
)  # fmt: skip
"""Element types that a NumPy array can have, by their names in CuTe."""


class ArgumentKind(IntEnum):
    """What the first word of a record in a call's table says."""

    TENSOR = 0
    INTEGER = 1
    FLOAT64 = 2
    FLOAT32 = 3
    BOOLEAN = 4
    TUPLE = 5
    LIST = 6
    FIELDS = 7
    CONSTANT = 8
    STREAM = 9
    EVENT = 10


class MemoryKind(IntEnum):
    """How a record names the kind of memory that a tensor lies in."""

    CPU = 1
    CUDA = 2


class HostCode(IntEnum):
    """How a table names what a host function does (`call_description.HostKind`)."""

    DIRECT = 0
    LAUNCHES = 1
    LOOPS = 2


class TvmFfiType(IntEnum):
    """Type indices of TVM-FFI."""

    NONE = 0
    INT = 1
    BOOL = 2
    FLOAT = 3
    POINTER = 4
    DLTENSOR = 7
    TENSOR = 70


class TorchAnswer(IntEnum):
    """What a program of torch's dispatcher answers; one that missed has touched nothing."""

    MISSED = 0
    DONE = 1
    FAILED = -1


class TorchDevice(IntEnum):
    """torch's numbers of device types."""

    CPU = 0
    CUDA = 1


class TorchArgument(IntEnum):
    """An argument's type in torch's schema."""

    TENSOR = 0
    FLOAT = 1
    INT = 2
    BOOL = 3
