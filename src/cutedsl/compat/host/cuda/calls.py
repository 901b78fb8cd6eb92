"""The calls of the CUDA driver and runtime on the CPU: memory is the machine's own, all work is done on return."""

from __future__ import annotations

import ctypes
import itertools
import time
from collections.abc import Callable
from typing import Any, Final

from cutedsl.compat.host.cuda.device import host_device
from cutedsl.compat.host.cuda.kinds import attribute_names

# CUDA 13.0, the oldest version that programs of today ask for; memory is aligned as `cudaMalloc` aligns it.
VERSION: Final = 13000
_ALIGNMENT: Final = 256
_CONTEXT: Final = 1
Call = Callable[..., tuple[Any, ...]]

_events: Final[dict[int, float]] = {}
"""When each event was recorded, in seconds."""
_numbers: Final = itertools.count(1)
_memory: Final[dict[int, Any]] = {}
"""What was allocated, by its address."""


def driver_calls(kinds: Any) -> dict[str, Call]:
    """The functions of `cuda.bindings.driver`, whose types are the attributes of `kinds`."""
    success = kinds.CUresult.CUDA_SUCCESS
    stream, event, pointer, context = kinds.CUstream, kinds.CUevent, kinds.CUdeviceptr, kinds.CUcontext
    calls: dict[str, Callable[..., Any]] = {
        f"cu{name}": call for name, call in (_streams(stream) | _event_calls(event)).items()
    }
    calls |= {f"cu{name}": _always() for name in ("Init", "CtxSetCurrent", "CtxSynchronize", "CtxDestroy")}
    calls |= {f"cu{name}": _always() for name in ("DevicePrimaryCtxRelease", "DevicePrimaryCtxSetFlags")}
    for name in ("CtxGetCurrent", "CtxCreate", "CtxPopCurrent", "CtxPushCurrent", "DevicePrimaryCtxRetain"):
        calls[f"cu{name}"] = lambda *_: context(_CONTEXT)
    calls |= {
        "cuDriverGetVersion": lambda: VERSION,
        "cuDeviceGet": lambda ordinal: kinds.CUdevice(int(ordinal)),
        "cuCtxGetDevice": lambda: kinds.CUdevice(0),
        "cuDeviceGetCount": lambda: 1,
        "cuDeviceGetName": lambda length, _: host_device().name.encode()[:length],
        "cuDeviceGetAttribute": lambda attribute, _: _attribute(attribute),
        "cuDeviceTotalMem": lambda _: host_device().memory_bytes,
        "cuMemAlloc": lambda size: pointer(_allocated(size)),
        "cuMemFree": _free,
        "cuMemGetInfo": lambda: (host_device().memory_bytes,) * 2,
        "cuGetErrorName": lambda error: str(getattr(error, "name", error)).encode(),
        "cuGetErrorString": lambda error: str(getattr(error, "name", error)).encode(),
    }
    for kind in ("HtoD", "DtoH", "DtoD", ""):
        calls[f"cuMemcpy{kind}"] = calls[f"cuMemcpy{kind}Async"] = _copy
    for bits in (8, 16, 32):
        calls[f"cuMemsetD{bits}"] = calls[f"cuMemsetD{bits}Async"] = _set_words(bits // 8)
    return {name: _answering(call, success) for name, call in calls.items()}


def runtime_calls(kinds: Any) -> dict[str, Call]:
    """The functions of `cuda.bindings.runtime`, whose types are the attributes of `kinds`."""
    success = kinds.cudaError_t.cudaSuccess
    shared = _streams(kinds.cudaStream_t) | _event_calls(kinds.cudaEvent_t)
    calls: dict[str, Callable[..., Any]] = {f"cuda{name}": call for name, call in shared.items()}
    quiet = ("DeviceSynchronize", "GetLastError", "PeekAtLastError", "SetDevice", "DeviceReset", "InitDevice")
    calls |= {f"cuda{name}": _always() for name in (*quiet, "ProfilerStart", "ProfilerStop")}
    calls |= {
        "cudaDriverGetVersion": lambda: VERSION,
        "cudaRuntimeGetVersion": lambda: VERSION,
        "cudaGetDevice": lambda: 0,
        "cudaGetDeviceCount": lambda: 1,
        "cudaDeviceGetAttribute": lambda attribute, _: _attribute(attribute),
        "cudaMalloc": _allocated,
        "cudaMallocAsync": lambda size, _: _allocated(size),
        "cudaMallocHost": _allocated,
        "cudaFree": _free,
        "cudaFreeAsync": _free,
        "cudaFreeHost": _free,
        "cudaMemGetInfo": lambda: (host_device().memory_bytes,) * 2,
        "cudaMemcpy": _copy,
        "cudaMemcpyAsync": _copy,
        "cudaMemset": _set_words(1),
        "cudaMemsetAsync": _set_words(1),
        "cudaStreamIsCapturing": lambda _: kinds.cudaStreamCaptureStatus.cudaStreamCaptureStatusNone,
        "cudaGetErrorName": lambda error: str(getattr(error, "name", error)).encode(),
        "cudaGetErrorString": lambda error: str(getattr(error, "name", error)).encode(),
    }
    return {name: _answering(call, success) for name, call in calls.items()}


def _answering(call: Callable[..., Any], success: object) -> Call:
    """A call as cuda-bindings has it: the status, then what it answers."""

    def answer(*args: Any, **named: Any) -> tuple[Any, ...]:
        found = call(*args, **named)
        return (success, *found) if isinstance(found, tuple) else (success,) if found is None else (success, found)

    return answer


def _always() -> Callable[..., None]:
    def done(*args: object) -> None:
        """All work is done when a call returns."""

    return done


def _streams(stream: Any) -> dict[str, Callable[..., Any]]:
    made = dict.fromkeys(("StreamCreate", "StreamCreateWithFlags", "StreamCreateWithPriority"), lambda *_: stream(0))
    done = ("StreamSynchronize", "StreamDestroy", "StreamQuery", "StreamWaitEvent")
    return {**made, **{name: _always() for name in done}}


def _event_calls(event: Any) -> dict[str, Callable[..., Any]]:
    def created(*_: object) -> Any:
        number = next(_numbers)
        _events[number] = time.perf_counter()
        return event(number)

    def record(which: Any, *_: object) -> None:
        _events[int(which)] = time.perf_counter()

    def elapsed_ms(start: Any, end: Any) -> float:
        return (_events[int(end)] - _events[int(start)]) * 1e3

    return {
        "EventCreate": created,
        "EventCreateWithFlags": created,
        "EventRecord": record,
        "EventRecordWithFlags": record,
        "EventElapsedTime": elapsed_ms,
        "EventDestroy": lambda which: _events.pop(int(which), None) and None,
        "EventSynchronize": _always(),
        "EventQuery": _always(),
    }


def _attribute(attribute: Any) -> int:
    """An attribute of the device; 0, as the driver says of what a device lacks, for the others."""
    return host_device().attributes.get(attribute_names().get(int(attribute), ""), 0)


def _allocated(size: int) -> int:
    block = (ctypes.c_char * (size + _ALIGNMENT))()
    address = -(-ctypes.addressof(block) // _ALIGNMENT) * _ALIGNMENT
    _memory[address] = block
    return address


def _free(pointer: Any, *_: object) -> None:
    _memory.pop(int(pointer), None)


def _address(place: Any) -> int:
    """Where a pointer, a buffer or bytes lie."""
    if isinstance(place, bytes | bytearray | memoryview):
        view = memoryview(place)
        if view.readonly:
            return ctypes.cast(ctypes.c_char_p(bytes(view)), ctypes.c_void_p).value or 0
        return ctypes.addressof(ctypes.c_char.from_buffer(view))
    interface = getattr(place, "__array_interface__", None)
    return int(interface["data"][0] if interface else place)


def _copy(target: Any, source: Any, size: int, *_: object) -> None:
    ctypes.memmove(_address(target), _address(source), size)


def _set_words(width: int) -> Callable[..., None]:
    def fill(target: Any, value: int, count: int, *_: object) -> None:
        ctypes.memmove(
            _address(target), (int(value) % (1 << 8 * width)).to_bytes(width, "little") * count, width * count
        )

    return fill
