"""The numbers that C shares with Python besides structures: `constants.h` of `native`."""

from __future__ import annotations

from cutedsl.arch.abi import check as check_abi
from cutedsl.arch.abi.cuda_launch import ADDRESSED_PARAMS, ATTRIBUTE, DLPACK_CUDA, MAX_PARAMS
from cutedsl.arch.abi.host import (
    BLOCK,
    CLUSTER,
    ENV_STREAM,
    GRID,
    MAX_BLOCK_THREADS,
    MBARRIER_LIMIT,
    NOT_ARRIVED,
    POLL_STOP,
    POLL_TICK,
    SMEM_ALIGN_BYTES,
    SMEM_REQUEST,
    SMEM_SLACK_BYTES,
    WARP_LANES,
    ErrorCode,
    MbarrierFault,
)
from cutedsl.arch.targets import STATIC_SMEM_BYTES
from cutedsl.arch.tensor_map import L2_PROMOTION_128B
from cutedsl.arch.tensor_memory import c_names
from cutedsl.native import constants as numbers
from cutedsl.native import pool
from cutedsl.native.constants import (
    ArgumentKind,
    HostCode,
    MemoryKind,
    TorchAnswer,
    TorchArgument,
    TorchDevice,
    TvmFfiType,
)

CHECK_CONSTANTS = (
    *("NO_RULE", "MAX_CLOCK", "MAX_BARRIERS", "LOG_ENTRIES", "MEASURED_REQUESTS", "SURE_PAGE_SHIFT", "FILTER_BITS"),
    *("HASH", "SCOPES", "SEEN_OTHERS", "CLASH_FOUND", "CLASH_OTHER_AT", "CLOCK_BITS", "COLUMN_BITS", "LANE_BITS"),
    *("MASK_BITS", "COLUMN_AT", "LANE_AT", "MASK_AT", "WRITTEN_AT", "SITE_AT", "SEVERAL_LANES", "SOME_LANE"),
    *("ATOMIC_LANE", "PARTS_LANE", "BYTES_SHIFT", "LINE_BYTES", "PAGE_LINES", "PAGE_BYTES", "PAGE_SLOTS"),
    *(
        "PAGE_SLOT_BITS",
        "RULE_SHIFT_BITS",
        "SEVERAL_RULE",
        "FIRST_RULE",
        "ACCESS_LANE_AT",
        "BARRIER_THREADS_AT",
        "ACCESS_BACK_AT",
    ),
    *("DOUBTS", "STORE_LOADS", "TOLD", "OTHER_SWIZZLE", "SEVERAL_SWIZZLES", "ENGINE_SWIZZLE"),
    *("MUTED_UNWRITTEN", "MUTED_REST"),
)
"""Numbers of `arch/abi/check.py`."""


SHARED_NUMBERS = (
    *(
        "MAX_BLOCK_WARPS",
        "NAMED_BARRIERS",
        "STUCK_BLOCKS",
        "FAULT_RECORDS",
        "MAP_RANK",
        "SWIZZLE_BY_32_BYTES",
        "TENSOR_SCRATCH_BYTES",
    ),
    *(
        "PARTED",
        "GROUP_ENGINES",
        "RECENT_STORES",
        "GAIN_GROUPS",
        "RECENT_GROUPS",
        "LANE_ENGINES",
        "LINE_SLOTS",
        "MAX_CONTEXTS",
        "HANDLER_CONTEXTS",
        "REPLAY_ALIGN_MASK",
    ),
    *("CHECKED_FIRST", "CHECKED_COUNT", "MOST_GPUS", "TVM_FFI_OBJECT_HEADER_BYTES", "TVM_FFI_MAX_NDIM", "MAX_PROGRAMS"),
)
"""Numbers of `native/constants.py`."""
POOL_NUMBERS = ("INLINE_BLOCKS", "SEATS", "HELPERS", "UNWATCHED", "PARKED", "PLAN_DIMS")


def constants() -> dict[str, int]:
    """What C shares with Python besides structures."""
    return {
        "WARP_LANES": WARP_LANES,
        "MBARRIER_LIMIT": MBARRIER_LIMIT,
        "NOT_ARRIVED": NOT_ARRIVED,
        "POLL_STOP": POLL_STOP,
        "POLL_TICK": POLL_TICK,
        "SMEM_ALIGN_BYTES": SMEM_ALIGN_BYTES,
        "SMEM_SLACK_BYTES": SMEM_SLACK_BYTES,
        **{name: getattr(numbers, name) for name in SHARED_NUMBERS},
        **{name: getattr(pool, name) for name in POOL_NUMBERS},
        **{name: getattr(check_abi, name) for name in CHECK_CONSTANTS},
        **{f"EVENT_{one.name}": int(one) for one in check_abi.Event},
        **{f"ARRIVAL_{one.name}": int(one) for one in check_abi.Arrival},
        **{f"ACCESS_{name}": int(one) for name, one in check_abi.Access.__members__.items()},
        **{f"ORDER_{name}": int(one) for name, one in check_abi.Order.__members__.items()},
        **{f"TENSOR_ACCESS_{one.name}": int(one) for one in check_abi.TensorAccess},
        **{f"TENSOR_EVENT_{one.name}": int(one) for one in check_abi.TensorEvent},
        **{f"ENGINE_{one.name}": int(one) for one in check_abi.Engine},
        "CHECK_CHUNK": numbers.CHUNK,
        "TENSOR_SLICES": numbers.COLUMNS // 32,
        "TENSOR_BLOCK_WORDS": numbers.LANES * numbers.COLUMNS,
        "DIMS_GRID": GRID,
        "DIMS_BLOCK": BLOCK,
        "DIMS_CLUSTER": CLUSTER,
        "DIMS_SMEM": SMEM_REQUEST,
        "MAX_BLOCK_THREADS": MAX_BLOCK_THREADS,
        **_call_constants(),
        **{f"ARGUMENT_{kind.name}": int(kind) for kind in ArgumentKind},
        **{f"MEMORY_{kind.name}": int(kind) for kind in MemoryKind},
        **{f"HOST_{code.name}": int(code) for code in HostCode},
        **{f"ERROR_{code.name}": int(code) for code in ErrorCode},
        **{f"FAULT_{fault.name}": int(fault) for fault in MbarrierFault},
        **c_names(),
    }


def _call_constants() -> dict[str, int]:
    """Numbers of the interfaces for calls."""
    return {
        "ENV_STREAM": ENV_STREAM,
        "DLPACK_CUDA": DLPACK_CUDA,
        "MAX_PARAMS": MAX_PARAMS,
        "ADDRESSED_PARAMS": ADDRESSED_PARAMS,
        "L2_PROMOTION_128B": L2_PROMOTION_128B,
        "STATIC_SMEM_BYTES": STATIC_SMEM_BYTES,
        "MODE_KEYS": len(numbers.MODE_KEYS),
        **{f"ATTRIBUTE_{name.upper()}": number for name, number in ATTRIBUTE.items()},
        **{f"TVM_FFI_{kind.name}": int(kind) for kind in TvmFfiType},
        **{f"TORCH_{answer.name}": int(answer) for answer in TorchAnswer},
        **{f"TORCH_{device.name}": int(device) for device in TorchDevice},
        **{f"TORCH_ARGUMENT_{kind.name}": int(kind) for kind in TorchArgument},
    }
