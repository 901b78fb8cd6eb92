"""The functions of the CUDA driver's library that cutedsl calls, by ctypes: each gives its status, then its results.

Loading a binding package takes longer than all else that a second process does for its first launch. Source: CUDA
Driver API, `cuda.h`; the names and results are those of `cuda.bindings.driver`.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cutedsl.errors import fail

_I32, _U32, _U64, _SIZE = ctypes.c_int32, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_size_t
_POINTER, _TEXT = ctypes.c_void_p, ctypes.c_char_p
CUDA_LIBRARY: Final = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"


class Status(int):
    """A status of the driver, 0 for success."""

    @property
    def name(self) -> str:
        """Its name in `cuda.h`."""
        library: Any = cuda_library()
        return (library.cuGetErrorName(self)[1] or b"CUDA_ERROR_UNKNOWN").decode()


class _Signature(NamedTuple):
    """`gives`: results that the function writes through its first parameters (the last, for `gives_last`)."""

    symbol: str
    takes: tuple[Any, ...] = ()
    gives: tuple[Any, ...] = ()
    gives_last: bool = False


_LAUNCH: Final = (_POINTER, *[_U32] * 7, _POINTER, _POINTER, _POINTER)
_SIGNATURES: Final[Mapping[str, _Signature]] = MappingProxyType(
    {
        "cuInit": _Signature("cuInit", (_U32,)),
        "cuGetErrorName": _Signature("cuGetErrorName", (_I32,), (_TEXT,), gives_last=True),
        "cuGetErrorString": _Signature("cuGetErrorString", (_I32,), (_TEXT,), gives_last=True),
        "cuDriverGetVersion": _Signature("cuDriverGetVersion", (), (_I32,)),
        "cuDeviceGet": _Signature("cuDeviceGet", (_I32,), (_I32,)),
        "cuDeviceGetCount": _Signature("cuDeviceGetCount", (), (_I32,)),
        "cuDeviceGetAttribute": _Signature("cuDeviceGetAttribute", (_I32, _I32), (_I32,)),
        "cuDeviceTotalMem": _Signature("cuDeviceTotalMem_v2", (_I32,), (_SIZE,)),
        "cuDevicePrimaryCtxRetain": _Signature("cuDevicePrimaryCtxRetain", (_I32,), (_POINTER,)),
        "cuCtxGetCurrent": _Signature("cuCtxGetCurrent", (), (_POINTER,)),
        "cuCtxSetCurrent": _Signature("cuCtxSetCurrent", (_POINTER,)),
        "cuCtxPushCurrent": _Signature("cuCtxPushCurrent_v2", (_POINTER,)),
        "cuCtxPopCurrent": _Signature("cuCtxPopCurrent_v2", (), (_POINTER,)),
        "cuCtxGetDevice": _Signature("cuCtxGetDevice", (), (_I32,)),
        "cuCtxSynchronize": _Signature("cuCtxSynchronize"),
        "cuModuleUnload": _Signature("cuModuleUnload", (_POINTER,)),
        "cuModuleGetFunction": _Signature("cuModuleGetFunction", (_POINTER, _TEXT), (_POINTER,)),
        "cuFuncGetAttribute": _Signature("cuFuncGetAttribute", (_I32, _POINTER), (_I32,)),
        "cuFuncSetAttribute": _Signature("cuFuncSetAttribute", (_POINTER, _I32, _I32)),
        "cuOccupancyMaxActiveBlocksPerMultiprocessor": _Signature(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor", (_POINTER, _I32, _SIZE), (_I32,)
        ),
        "cuLaunchKernel": _Signature("cuLaunchKernel", _LAUNCH),
        "cuLaunchKernelEx": _Signature("cuLaunchKernelEx", (_POINTER, _POINTER, _POINTER, _POINTER)),
        "cuStreamCreate": _Signature("cuStreamCreate", (_U32,), (_POINTER,)),
        "cuStreamDestroy": _Signature("cuStreamDestroy_v2", (_POINTER,)),
        "cuEventCreate": _Signature("cuEventCreate", (_U32,), (_POINTER,)),
        "cuEventRecord": _Signature("cuEventRecord", (_POINTER, _POINTER)),
        "cuEventSynchronize": _Signature("cuEventSynchronize", (_POINTER,)),
        "cuEventElapsedTime": _Signature("cuEventElapsedTime", (_POINTER, _POINTER), (ctypes.c_float,)),
        "cuStreamIsCapturing": _Signature("cuStreamIsCapturing", (_POINTER,), (_I32,), gives_last=True),
        "cuStreamBeginCapture": _Signature("cuStreamBeginCapture_v2", (_POINTER, _I32)),
        "cuStreamEndCapture": _Signature("cuStreamEndCapture", (_POINTER,), (_POINTER,), gives_last=True),
        "cuGraphInstantiateWithFlags": _Signature("cuGraphInstantiateWithFlags", (_POINTER, _U64), (_POINTER,)),
        "cuGraphLaunch": _Signature("cuGraphLaunch", (_POINTER, _POINTER)),
        "cuGraphExecDestroy": _Signature("cuGraphExecDestroy", (_POINTER,)),
        "cuGraphDestroy": _Signature("cuGraphDestroy", (_POINTER,)),
        "cuStreamSynchronize": _Signature("cuStreamSynchronize", (_POINTER,)),
        "cuPointerGetAttribute": _Signature("cuPointerGetAttribute", (_I32, _U64), (_I32,)),
        "cuMemAlloc": _Signature("cuMemAlloc_v2", (_SIZE,), (_U64,)),
        "cuMemFree": _Signature("cuMemFree_v2", (_U64,)),
        "cuMemcpyHtoD": _Signature("cuMemcpyHtoD_v2", (_U64, _POINTER, _SIZE)),
        "cuMemcpyDtoH": _Signature("cuMemcpyDtoH_v2", (_POINTER, _U64, _SIZE)),
    }
)

DEVICE_ATTRIBUTES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "MULTIPROCESSOR_COUNT": 16,
        "PCI_BUS_ID": 33,
        "PCI_DEVICE_ID": 34,
        "L2_CACHE_SIZE": 38,
        "PCI_DOMAIN_ID": 50,
        "COMPUTE_CAPABILITY_MAJOR": 75,
        "COMPUTE_CAPABILITY_MINOR": 76,
    }
)
"""`CUdevice_attribute`, by the tails of the names."""
FUNCTION_ATTRIBUTES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "MAX_THREADS_PER_BLOCK": 0,
        "SHARED_SIZE_BYTES": 1,
        "LOCAL_SIZE_BYTES": 3,
        "NUM_REGS": 4,
        "MAX_DYNAMIC_SHARED_SIZE_BYTES": 8,
        "NON_PORTABLE_CLUSTER_SIZE_ALLOWED": 14,
    }
)
"""`CUfunction_attribute`, by the tails of the names."""
POINTER_DEVICE: Final = 9
"""`CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL`."""
CAPTURE_RELAXED: Final = 2
"""`CU_STREAM_CAPTURE_MODE_RELAXED`."""
_ERROR_LOG, _ERROR_LOG_BYTES = 5, 6
"""`CUjit_option`."""


class CudaLibrary:
    """The driver's functions by name, for `CudaDriver`. A function gives `(Status, result...)`."""

    def __init__(self, loaded: Any) -> None:
        self._loaded = loaded
        for name, signature in _SIGNATURES.items():
            self.__dict__[name] = _function(loaded, signature)

    def cuDeviceGetName(self, size: int, device: int) -> tuple[Status, bytes]:
        text = ctypes.create_string_buffer(size)
        status = self._loaded.cuDeviceGetName(text, size, device)
        return Status(status), text.value

    def cuThreadExchangeStreamCaptureMode(self, mode: int) -> tuple[Status, int]:
        """Sets which calls this thread may make while streams are captured; returns what held before."""
        place = _I32(mode)
        status = self._loaded.cuThreadExchangeStreamCaptureMode(ctypes.byref(place))
        return Status(status), place.value

    def cuModuleLoadDataEx(self, image: bytes, log: bytearray) -> tuple[Status, int]:
        """Loads an image; what its compiler says of errors is left in `log`."""
        module, room = _POINTER(), (ctypes.c_char * len(log)).from_buffer(log)
        options = (_I32 * 2)(_ERROR_LOG, _ERROR_LOG_BYTES)
        values = (_POINTER * 2)(ctypes.addressof(room), len(log))
        status = self._loaded.cuModuleLoadDataEx(ctypes.byref(module), image, 2, options, values)
        return Status(status), module.value or 0


def _function(loaded: Any, signature: _Signature) -> Callable[..., tuple[Any, ...]]:
    try:
        called = loaded[signature.symbol]
    except AttributeError:
        return _missing(signature.symbol)
    given = tuple(map(ctypes.POINTER, signature.gives))
    called.argtypes = (*signature.takes, *given) if signature.gives_last else (*given, *signature.takes)
    called.restype = ctypes.c_int32

    def call(*args: Any) -> tuple[Any, ...]:
        if not signature.gives:
            return (Status(called(*args)),)
        results = tuple(kind() for kind in signature.gives)
        places = map(ctypes.byref, results)
        status = called(*args, *places) if signature.gives_last else called(*places, *args)
        return Status(status), *(0 if result.value is None else result.value for result in results)

    return call


def _missing(symbol: str) -> Callable[..., tuple[Any, ...]]:
    def call(*args: Any) -> tuple[Any, ...]:
        raise fail("driver-too-old", f"the CUDA driver has no `{symbol}`", fix="Update the NVIDIA driver.")

    return call


@functools.lru_cache(maxsize=1)
def cuda_library() -> CudaLibrary:
    """The library of this process. Raises `OSError` where there is none."""
    return CudaLibrary(ctypes.CDLL(CUDA_LIBRARY))
