"""The CUDA driver, as far as cutedsl uses it: typed calls that raise named errors.

A thin layer on the driver's library, which is loaded on first use. Source: CUDA Driver API reference.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from cutedsl.arch.launch_limits import COOPERATIVE_LAUNCH_TOO_LARGE
from cutedsl.errors import DSLCudaRuntimeError, DSLUserCodeError, fail
from cutedsl.execution.cuda.library import (
    CAPTURE_RELAXED,
    DEVICE_ATTRIBUTES,
    FUNCTION_ATTRIBUTES,
    POINTER_DEVICE,
    cuda_library,
)
from cutedsl.execution.launch_attributes import Launch, launch_config
from cutedsl.forks.locks import fork_safe_lock

_USE_CPU = "run on the CPU instead: set CUTEDSL_TARGET=cpu"
_FIND_LINE = "Run `CUTEDSL_TARGET=cpu cutedsl check PROGRAM`, which names the line."
_LOG_BYTES = 8192
_INVALID_VALUE = 1
"""`CUDA_ERROR_INVALID_VALUE`."""
_NO_DEVICE = frozenset({"CUDA_ERROR_NO_DEVICE", "CUDA_ERROR_STUB_LIBRARY"})
_TOO_OLD = frozenset(
    {
        "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
        "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
        "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE",
    }
)
_WHILE_RUNNING = {
    "CUDA_ERROR_ILLEGAL_ADDRESS": "a kernel read or wrote memory that is not its own",
    "CUDA_ERROR_MISALIGNED_ADDRESS": "a kernel accessed an address that is not a multiple of the access width",
    "CUDA_ERROR_LAUNCH_FAILED": "a kernel stopped with an error",
    "CUDA_ERROR_ILLEGAL_INSTRUCTION": "a kernel stopped itself (a failed check) or met an illegal instruction",
    "CUDA_ERROR_LAUNCH_TIMEOUT": "a kernel ran longer than the device allows",
}


@dataclass(slots=True)
class CudaDriver:
    """The driver API; `api` has its functions, which give their status and results (`CudaLibrary`).

    Every call checks the status that the driver returns.

    Errors: `missing-gpu`, `driver-too-old`, `kernel-trap`, `driver-error` (with the driver's name for the failure).
    """

    api: Any
    _primary: dict[int, Any] = field(default_factory=dict[int, Any])
    _lock: threading.RLock = field(default_factory=fork_safe_lock)

    def call(self, name: str, result: Sequence[Any]) -> Any:
        """The value(s) of a binding call `(status, value…)`, or the named error."""
        status = result[0]
        if status:
            raise self.failure(name, status)
        if len(result) == 2:
            return result[1]
        return result[1:] if len(result) > 2 else None

    def failure(self, call: str, status: Any) -> DSLUserCodeError:
        """The error for a status that is not success."""
        error = self._named(call, status)
        if isinstance(error, DSLCudaRuntimeError):
            error.error_code = int(status)
        return error

    def _named(self, call: str, status: Any) -> DSLUserCodeError:
        name = str(status.name)
        text = self._text(status)
        if name in _NO_DEVICE:
            return fail("missing-gpu", f"the CUDA driver finds no device ({name})", fix=_USE_CPU)
        if name in _TOO_OLD:
            return fail("driver-too-old", f"the CUDA driver is too old for this program ({name}: {text})", fix=_USE_CPU)
        if name == "CUDA_ERROR_ASSERT":
            return fail("kernel-trap", f"a check in a kernel failed; the driver printed which one ({name})")
        if status == COOPERATIVE_LAUNCH_TOO_LARGE:
            return fail(
                "cooperative-launch-too-large",
                f"the blocks of a cooperative launch do not all fit on the device at once ({name})",
            )
        if name in _WHILE_RUNNING:
            note = "The device reports this at a later call; CUDA_LAUNCH_BLOCKING=1 reports it at the launch."
            message = f"{_WHILE_RUNNING[name]} ({name})"
            return fail("driver-error", message, notes=(note,), fix=_FIND_LINE)
        return fail("driver-error", f"{call} failed with {name}: {text}")

    def _text(self, status: Any) -> str:
        code, text = self.api.cuGetErrorString(status)
        return "no description" if code or not text else text.decode()

    def version(self) -> tuple[int, int]:
        """The newest CUDA version that the driver supports, as (major, minor)."""
        number = int(self.call("cuDriverGetVersion", self.api.cuDriverGetVersion()))
        return number // 1000, number % 1000 // 10

    def device_count(self) -> int:
        """How many devices the driver shows to this process (`CUDA_VISIBLE_DEVICES` counts)."""
        return int(self.call("cuDeviceGetCount", self.api.cuDeviceGetCount()))

    def device_name(self, ordinal: int) -> str:
        """The product name of a device."""
        raw: Any = self.call("cuDeviceGetName", self.api.cuDeviceGetName(256, self._device(ordinal)))
        return raw.split(b"\0")[0].decode()

    def device_attribute(self, ordinal: int, attribute: str) -> int:
        """A device attribute by the tail of its name, such as `MULTIPROCESSOR_COUNT`."""
        return self.device_number(ordinal, DEVICE_ATTRIBUTES[attribute])

    def device_number(self, ordinal: int, attribute: int) -> int:
        """A device attribute by its number, a `CUdevice_attribute`."""
        return int(self.call("cuDeviceGetAttribute", self.api.cuDeviceGetAttribute(attribute, self._device(ordinal))))

    def device_memory_bytes(self, ordinal: int) -> int:
        """The size of a device's memory."""
        return int(self.call("cuDeviceTotalMem", self.api.cuDeviceTotalMem(self._device(ordinal))))

    def _device(self, ordinal: int) -> Any:
        return self.call("cuDeviceGet", self.api.cuDeviceGet(ordinal))

    def current_context(self) -> int:
        """The handle of the context that is current on this thread, 0 for none."""
        return int(self.call("cuCtxGetCurrent", self.api.cuCtxGetCurrent()))

    def current_device(self) -> int:
        """The device of the current context; device 0 when no context is current."""
        if self.current_context() == 0:
            return 0
        return int(self.call("cuCtxGetDevice", self.api.cuCtxGetDevice()))

    def device_of(self, address: int) -> int:
        """The device that memory was allocated on; the current one for an address that the driver knows nothing of."""
        found = self.api.cuPointerGetAttribute(POINTER_DEVICE, address)
        if int(found[0]) == _INVALID_VALUE:
            return self.current_device()
        return int(self.call("cuPointerGetAttribute", found))

    def primary_context(self, ordinal: int) -> Any:
        """The primary context of a device (the one torch uses), retained for the life of the process."""
        with self._lock:
            if ordinal not in self._primary:
                device = self._device(ordinal)
                context = self.call("cuDevicePrimaryCtxRetain", self.api.cuDevicePrimaryCtxRetain(device))
                self._primary[ordinal] = context
            return self._primary[ordinal]

    def enter(self, context: int) -> None:
        """Makes a context current on this thread."""
        self.call("cuCtxSetCurrent", self.api.cuCtxSetCurrent(context))

    @contextmanager
    def on_device(self, ordinal: int | None = None) -> Iterator[int]:
        """Makes a context of the device current for the block and yields the device's ordinal.

        A context that is already current is kept when it is on that device (or none was asked for): torch's choice of
        device is respected. Without one, the device's primary context becomes current and stays so.
        """
        if self.current_context() == 0:
            chosen = 0 if ordinal is None else ordinal
            self.enter(self.primary_context(chosen))
            yield chosen
            return
        here = self.current_device()
        if ordinal is None or ordinal == here:
            yield here
            return
        self.call("cuCtxPushCurrent", self.api.cuCtxPushCurrent(self.primary_context(ordinal)))
        try:
            yield ordinal
        finally:
            self.call("cuCtxPopCurrent", self.api.cuCtxPopCurrent())

    def load_module(self, image: bytes) -> Any:
        """Loads PTX (compiled by the driver, zero-terminated here) or a cubin into the current context.

        Errors: `driver-too-old` when the driver does not know the PTX version; `driver-error` with the driver's log.
        """
        data = image if image.startswith(b"\x7fELF") else image.rstrip(b"\0") + b"\0"
        log = bytearray(_LOG_BYTES)
        with self._beside_captures():
            status, *module = self.api.cuModuleLoadDataEx(data, log)
        if not status:
            return module[0]
        if status.name in _TOO_OLD:
            major, minor = self.version()
            message = f"the driver supports CUDA {major}.{minor}, which cannot read this kernel ({status.name})"
            raise fail("driver-too-old", message, fix=f"update the NVIDIA driver, or {_USE_CPU}")
        text = log.split(b"\0")[0].decode(errors="replace").strip()
        message = f"the driver rejected the kernel: {status.name}: {self._text(status)}"
        raise fail("driver-error", message, notes=(text,) if text else ())

    def unload_module(self, module: Any) -> None:
        """Removes a module from the context it was loaded into."""
        with self._beside_captures():
            self.call("cuModuleUnload", self.api.cuModuleUnload(module))

    @contextmanager
    def _beside_captures(self) -> Iterator[None]:
        """Allows calls that no captured stream sees, but that a CUDA graph in the making would be spoiled by."""
        name, exchange = "cuThreadExchangeStreamCaptureMode", self.api.cuThreadExchangeStreamCaptureMode
        before = self.call(name, exchange(CAPTURE_RELAXED))
        try:
            yield
        finally:
            self.call(name, exchange(before))

    def function(self, module: Any, name: str) -> Any:
        """The handle of a kernel in a loaded module."""
        return self.call("cuModuleGetFunction", self.api.cuModuleGetFunction(module, name.encode()))

    def function_attribute(self, function: Any, attribute: str) -> int:
        """A kernel's attribute by the tail of its name, such as `NUM_REGS`."""
        key = FUNCTION_ATTRIBUTES[attribute]
        return int(self.call("cuFuncGetAttribute", self.api.cuFuncGetAttribute(key, function)))

    def set_function_attribute(self, function: Any, attribute: str, value: int) -> None:
        """Sets a kernel's attribute, such as `MAX_DYNAMIC_SHARED_SIZE_BYTES`."""
        key = FUNCTION_ATTRIBUTES[attribute]
        self.call("cuFuncSetAttribute", self.api.cuFuncSetAttribute(function, key, value))

    def launch(self, function: Any, launch: Launch, params: int) -> None:
        """Starts a kernel; `params` is the address of an array with one pointer for each parameter."""
        if not launch.is_plain:
            self._launch_with_attributes(function, launch, params)
            return
        result = self.api.cuLaunchKernel(
            function, *launch.grid, *launch.block, launch.smem_bytes, launch.stream, params, 0
        )
        self.call("cuLaunchKernel", result)

    def resident_blocks(self, function: Any, threads: int, smem_bytes: int) -> int:
        """How many blocks of a kernel run on a multiprocessor at a time."""
        name = "cuOccupancyMaxActiveBlocksPerMultiprocessor"
        return int(self.call(name, self.api.cuOccupancyMaxActiveBlocksPerMultiprocessor(function, threads, smem_bytes)))

    def _launch_with_attributes(self, function: Any, launch: Launch, params: int) -> None:
        config = launch_config(launch)
        self.call("cuLaunchKernelEx", self.api.cuLaunchKernelEx(config.address, function, params, 0))

    def create_stream(self, flags: int) -> int:
        """A new stream of the current context. Units: `flags` as `cuStreamCreate` has them."""
        return int(self.call("cuStreamCreate", self.api.cuStreamCreate(flags)))

    def destroy_stream(self, stream: int) -> None:
        """Destroys a stream when its work has ended."""
        self.call("cuStreamDestroy", self.api.cuStreamDestroy(stream))

    def create_event(self) -> int:
        """A new event of the current context."""
        return int(self.call("cuEventCreate", self.api.cuEventCreate(0)))

    def record_event(self, event: int, stream: int) -> None:
        """Records an event behind what a stream has to do."""
        self.call("cuEventRecord", self.api.cuEventRecord(event, stream))

    def elapsed_ms(self, start: int, end: int) -> float:
        """The time between two events, once the second has come."""
        self.call("cuEventSynchronize", self.api.cuEventSynchronize(end))
        return float(self.call("cuEventElapsedTime", self.api.cuEventElapsedTime(start, end)))

    def is_capturing(self, stream: int) -> bool:
        """Whether launches on `stream` are being recorded into a CUDA graph."""
        status: Any = self.call("cuStreamIsCapturing", self.api.cuStreamIsCapturing(stream))
        return int(status) != 0

    def synchronize(self, stream: int | None = None) -> None:
        """Waits for a stream, or for everything in the current context; errors of earlier kernels surface here.

        Without a context there is nothing to wait for: all that this thread launched ran on the CPU.
        """
        if stream is not None:
            self.call("cuStreamSynchronize", self.api.cuStreamSynchronize(stream))
        elif self.current_context() != 0:
            self.call("cuCtxSynchronize", self.api.cuCtxSynchronize())

    def allocate(self, size_bytes: int) -> int:
        """Device memory of the current context; returns its address."""
        return int(self.call("cuMemAlloc", self.api.cuMemAlloc(size_bytes)))

    def free(self, address: int) -> None:
        """Frees device memory."""
        self.call("cuMemFree", self.api.cuMemFree(address))

    def copy_to_device(self, address: int, host_address: int, size_bytes: int) -> None:
        """Copies host memory to device memory and waits."""
        self.call("cuMemcpyHtoD", self.api.cuMemcpyHtoD(address, host_address, size_bytes))

    def copy_to_host(self, host_address: int, address: int, size_bytes: int) -> None:
        """Copies device memory to host memory and waits."""
        self.call("cuMemcpyDtoH", self.api.cuMemcpyDtoH(host_address, address, size_bytes))


@functools.lru_cache(maxsize=1)
def driver() -> CudaDriver:
    """The process's driver, initialised.

    Errors: `missing-gpu` when the driver or a device is missing; the message names the way out.
    """
    try:
        found = CudaDriver(cuda_library())
    except OSError:
        raise fail("missing-gpu", "this machine has no NVIDIA driver", fix=_USE_CPU) from None
    found.call("cuInit", found.api.cuInit(0))
    if found.device_count() == 0:
        raise fail("missing-gpu", "the CUDA driver reports no device to this process", fix=_USE_CPU)
    return found
