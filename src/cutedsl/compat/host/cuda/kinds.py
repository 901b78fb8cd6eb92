"""Handles and enums of `cuda.bindings` where that package is not installed.

Source: the public headers cuda.h and driver_types.h, as the CUDA documentation prints them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final

from cutedsl.execution.streams import DEFAULT_STREAM


class Handle:
    """What the driver's opaque types are: a number of a kind."""

    def __init__(self, init_value: object = DEFAULT_STREAM) -> None:
        self._handle = int(init_value)  # pyright: ignore[reportArgumentType]

    def __int__(self) -> int:
        return self._handle

    __index__ = __int__

    def getPtr(self) -> int:
        """The handle, by the name of cuda-bindings."""
        return self._handle

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and int(other) == self._handle  # pyright: ignore[reportArgumentType]

    def __hash__(self) -> int:
        return hash(self._handle)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._handle:#x}>"


_DRIVER_HANDLES: Final = (
    "CUstream CUevent CUdevice CUcontext CUmodule CUfunction CUkernel CUlibrary CUdeviceptr CUgraph CUgraphExec"
)
_RUNTIME_HANDLES: Final = "cudaStream_t cudaEvent_t cudaGraph_t cudaGraphExec_t cudaLibrary_t cudaKernel_t"

_ATTRIBUTES: Final = {
    "MAX_THREADS_PER_BLOCK": (1, "MaxThreadsPerBlock"),
    "MAX_BLOCK_DIM_X": (2, "MaxBlockDimX"),
    "MAX_BLOCK_DIM_Y": (3, "MaxBlockDimY"),
    "MAX_BLOCK_DIM_Z": (4, "MaxBlockDimZ"),
    "MAX_GRID_DIM_X": (5, "MaxGridDimX"),
    "MAX_GRID_DIM_Y": (6, "MaxGridDimY"),
    "MAX_GRID_DIM_Z": (7, "MaxGridDimZ"),
    "MAX_SHARED_MEMORY_PER_BLOCK": (8, "MaxSharedMemoryPerBlock"),
    "WARP_SIZE": (10, "WarpSize"),
    "MAX_REGISTERS_PER_BLOCK": (12, "MaxRegistersPerBlock"),
    "CLOCK_RATE": (13, "ClockRate"),
    "MULTIPROCESSOR_COUNT": (16, "MultiProcessorCount"),
    "MEMORY_CLOCK_RATE": (36, "MemoryClockRate"),
    "GLOBAL_MEMORY_BUS_WIDTH": (37, "GlobalMemoryBusWidth"),
    "L2_CACHE_SIZE": (38, "L2CacheSize"),
    "MAX_THREADS_PER_MULTIPROCESSOR": (39, "MaxThreadsPerMultiProcessor"),
    "COMPUTE_CAPABILITY_MAJOR": (75, "ComputeCapabilityMajor"),
    "COMPUTE_CAPABILITY_MINOR": (76, "ComputeCapabilityMinor"),
    "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": (81, "MaxSharedMemoryPerMultiprocessor"),
    "MAX_REGISTERS_PER_MULTIPROCESSOR": (82, "MaxRegistersPerMultiprocessor"),
    "COOPERATIVE_LAUNCH": (95, "CooperativeLaunch"),
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": (97, "MaxSharedMemoryPerBlockOptin"),
    "MAX_BLOCKS_PER_MULTIPROCESSOR": (106, "MaxBlocksPerMultiprocessor"),
    "RESERVED_SHARED_MEMORY_PER_BLOCK": (111, "ReservedSharedMemoryPerBlock"),
    "CLUSTER_LAUNCH": (120, "ClusterLaunch"),
    "TENSOR_MAP_ACCESS_SUPPORTED": (127, "TensorMapAccessSupported"),
}
"""Number, and the runtime's name after `cudaDevAttr`, of each attribute that `HostDevice` knows."""


def _counted(prefix: str, names: str) -> dict[str, int]:
    """Names of the driver, numbered from 0."""
    return {f"{prefix}_{name}": number for number, name in enumerate(names.split())}


_MAP_ELEMENTS: Final = (
    "UINT8 UINT16 UINT32 INT32 UINT64 INT64 FLOAT16 FLOAT32 FLOAT64 BFLOAT16 FLOAT32_FTZ TFLOAT32 TFLOAT32_FTZ "
    "16U4_ALIGN8B 16U4_ALIGN16B 16U6_ALIGN16B"
)
_MAP_SWIZZLES: Final = "NONE 32B 64B 128B 128B_ATOM_32B 128B_ATOM_32B_FLIP_8B 128B_ATOM_64B"
_DRIVER_ENUMS: Final[dict[str, dict[str, int]]] = {
    "CUtensorMapDataType": _counted("CU_TENSOR_MAP_DATA_TYPE", _MAP_ELEMENTS),
    "CUtensorMapSwizzle": _counted("CU_TENSOR_MAP_SWIZZLE", _MAP_SWIZZLES),
    "CUtensorMapInterleave": _counted("CU_TENSOR_MAP_INTERLEAVE", "NONE 16B 32B"),
    "CUtensorMapL2promotion": _counted("CU_TENSOR_MAP_L2_PROMOTION", "NONE L2_64B L2_128B L2_256B"),
    "CUtensorMapFloatOOBfill": _counted("CU_TENSOR_MAP_FLOAT_OOB_FILL", "NONE NAN_REQUEST_ZERO_FMA"),
    "CUstreamCaptureStatus": _counted("CU_STREAM_CAPTURE_STATUS", "NONE ACTIVE INVALIDATED"),
    "CUstreamCaptureMode": _counted("CU_STREAM_CAPTURE_MODE", "GLOBAL THREAD_LOCAL RELAXED"),
    "CUresult": {
        "CUDA_SUCCESS": 0,
        "CUDA_ERROR_INVALID_VALUE": 1,
        "CUDA_ERROR_OUT_OF_MEMORY": 2,
        "CUDA_ERROR_NOT_INITIALIZED": 3,
        "CUDA_ERROR_DEINITIALIZED": 4,
        "CUDA_ERROR_NO_DEVICE": 100,
        "CUDA_ERROR_INVALID_DEVICE": 101,
        "CUDA_ERROR_INVALID_CONTEXT": 201,
        "CUDA_ERROR_INVALID_HANDLE": 400,
        "CUDA_ERROR_NOT_FOUND": 500,
        "CUDA_ERROR_NOT_READY": 600,
        "CUDA_ERROR_ILLEGAL_ADDRESS": 700,
        "CUDA_ERROR_LAUNCH_FAILED": 719,
        "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE": 720,
        "CUDA_ERROR_NOT_SUPPORTED": 801,
        "CUDA_ERROR_UNKNOWN": 999,
    },
    "CUstream_flags": {"CU_STREAM_DEFAULT": 0, "CU_STREAM_NON_BLOCKING": 1},
    "CUevent_flags": {
        "CU_EVENT_DEFAULT": 0,
        "CU_EVENT_BLOCKING_SYNC": 1,
        "CU_EVENT_DISABLE_TIMING": 2,
        "CU_EVENT_INTERPROCESS": 4,
    },
    "CUdevice_attribute": {f"CU_DEVICE_ATTRIBUTE_{name}": number for name, (number, _) in _ATTRIBUTES.items()},
    "CUfunction_attribute": {
        "CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK": 0,
        "CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES": 1,
        "CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES": 2,
        "CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES": 3,
        "CU_FUNC_ATTRIBUTE_NUM_REGS": 4,
        "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES": 8,
    },
}
_RUNTIME_ENUMS: Final[dict[str, dict[str, int]]] = {
    "cudaError_t": {
        "cudaSuccess": 0,
        "cudaErrorInvalidValue": 1,
        "cudaErrorMemoryAllocation": 2,
        "cudaErrorInitializationError": 3,
        "cudaErrorNoDevice": 100,
        "cudaErrorInvalidDevice": 101,
        "cudaErrorInvalidResourceHandle": 400,
        "cudaErrorNotReady": 600,
        "cudaErrorIllegalAddress": 700,
        "cudaErrorLaunchFailure": 719,
        "cudaErrorCooperativeLaunchTooLarge": 720,
        "cudaErrorNotSupported": 801,
        "cudaErrorUnknown": 999,
    },
    "cudaMemcpyKind": {
        "cudaMemcpyHostToHost": 0,
        "cudaMemcpyHostToDevice": 1,
        "cudaMemcpyDeviceToHost": 2,
        "cudaMemcpyDeviceToDevice": 3,
        "cudaMemcpyDefault": 4,
    },
    "cudaStreamCaptureStatus": {
        "cudaStreamCaptureStatusNone": 0,
        "cudaStreamCaptureStatusActive": 1,
        "cudaStreamCaptureStatusInvalidated": 2,
    },
    "cudaDeviceAttr": {f"cudaDevAttr{camel}": number for number, camel in _ATTRIBUTES.values()},
}
_DRIVER_NUMBERS: Final = {"CU_STREAM_LEGACY": 1, "CU_STREAM_PER_THREAD": 2}
_RUNTIME_NUMBERS: Final = {
    "cudaStreamLegacy": 1,
    "cudaStreamPerThread": 2,
    "cudaStreamDefault": 0,
    "cudaStreamNonBlocking": 1,
    "cudaEventDefault": 0,
    "cudaEventBlockingSync": 1,
    "cudaEventDisableTiming": 2,
}


def attribute_names() -> dict[int, str]:
    """The attributes of `HostDevice` by their numbers."""
    return {number: name for name, (number, _) in _ATTRIBUTES.items()}


def driver_kinds() -> dict[str, Any]:
    """The types and numbers of `cuda.bindings.driver`."""
    return _kinds("cuda.bindings.driver", _DRIVER_HANDLES, _DRIVER_ENUMS) | _DRIVER_NUMBERS


def runtime_kinds() -> dict[str, Any]:
    """The types and numbers of `cuda.bindings.runtime`."""
    return _kinds("cuda.bindings.runtime", _RUNTIME_HANDLES, _RUNTIME_ENUMS) | _RUNTIME_NUMBERS


def _kinds(module: str, handles: str, enums: dict[str, dict[str, int]]) -> dict[str, Any]:
    """Argument binding knows a handle by where its class says that it is from."""
    made: dict[str, Any] = {name: type(name, (Handle,), {"__module__": module}) for name in handles.split()}
    for name, members in enums.items():
        made[name] = IntEnum(name, members, module=module)
    return made
