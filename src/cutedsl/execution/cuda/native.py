"""The table of the machine-code GPU launcher: filled from launches that Python checked, and handed to call contexts."""

from __future__ import annotations

import ctypes
import functools
import sys
from collections.abc import Sequence
from typing import Any, Final

from cutedsl.arch.abi.cuda_launch import (
    ADDRESSED_PARAMS,
    ATTRIBUTE_BYTES,
    CHECKED_COUNT,
    CHECKED_FIRST,
    HEAD,
    HEAD_WORDS,
    KERNEL,
    KERNEL_WORDS,
    MAX_PARAMS,
    PART_WORDS,
    WORD_BYTES,
)
from cutedsl.arch.abi.host import RT, KernelInfo
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cuda.library import CUDA_LIBRARY
from cutedsl.execution.launch_attributes import Launch, launch_attributes
from cutedsl.execution.native_calls.torch import current_stream_function
from cutedsl.execution.streams import Streams, TorchStreams

_DRIVER_CALLS: Final = {
    "get_current": "cuCtxGetCurrent",
    "get_device": "cuCtxGetDevice",
    "push_current": "cuCtxPushCurrent_v2",
    "pop_current": "cuCtxPopCurrent_v2",
    "is_capturing": "cuStreamIsCapturing",
    "launch_kernel": "cuLaunchKernel",
    "launch_with": "cuLaunchKernelEx",
    "encode_map": "cuTensorMapEncodeTiled",
}


@functools.lru_cache(maxsize=1)
def driver_addresses() -> dict[str, int]:
    """The driver's functions that the launcher calls; empty without a driver library."""
    try:
        library = ctypes.CDLL(CUDA_LIBRARY)
    except OSError:
        return {}
    try:
        found = {word: ctypes.cast(library[name], ctypes.c_void_p).value for word, name in _DRIVER_CALLS.items()}
    except AttributeError:  # a driver without clusters and tensor maps
        return {}
    return {word: address for word, address in found.items() if address}


@frozen
class CheckedLaunch:
    """A launch that worked: kernel index, its function handle, the dims as host code gave them, what became of them."""

    kernel: int
    function: int
    dims: Sequence[int]
    launch: Launch


class LaunchTable:
    """The launcher's table for the kernels of one module, in one context of each GPU; empty until the first launch."""

    def __init__(self, kernels: Sequence[KernelInfo], streams: Streams | None = None, devices: int = 1) -> None:
        self._part_bytes = WORD_BYTES * (PART_WORDS + KERNEL_WORDS * max(1, len(kernels)))
        self._devices = devices
        self._words = (ctypes.c_int64 * (HEAD_WORDS + devices * self._part_bytes // WORD_BYTES))()
        self._kernels = tuple(kernels)
        self._attributes: dict[bytes, ctypes.Array[ctypes.c_uint8]] = {}
        """Never dropped: a launch on another thread may be reading them."""
        self.streams: Streams = streams or TorchStreams()
        self.address = ctypes.addressof(self._words)
        self._set(HEAD["devices"], devices)
        self._set(HEAD["part_bytes"], self._part_bytes)

    def attach(self, rt: int, launch: int, tensor_map: int) -> None:
        """Makes the functions at these addresses launch and make tensor maps for a call context; its own become the
        fallbacks."""
        ctypes.c_int64.from_address(rt + RT["user"].offset).value = self.address
        functions = (("launch", "fallback", launch), ("tensor_map", "map_fallback", tensor_map))
        self._set(HEAD["encode_map"], driver_addresses().get("encode_map", 0))
        for field, fallback, function in functions:
            place = ctypes.c_int64.from_address(rt + RT[field].offset)
            if place.value != function:
                self._set(HEAD[fallback], place.value)
                place.value = function

    def remember(self, context: int, device: int, launch: CheckedLaunch) -> None:
        """Lets the launcher repeat a launch on a GPU; another context of it starts its part anew."""
        dims, kernel = launch.dims, self._kernels[launch.kernel]
        addresses = driver_addresses()
        too_many = kernel.param_count > MAX_PARAMS or any(index >= ADDRESSED_PARAMS for index in kernel.by_address)
        if too_many or len(addresses) < len(_DRIVER_CALLS) or device >= self._devices:
            return
        part = self._part(device)
        if self._words[part // WORD_BYTES] != context:
            self._forget(part)
        record = part + WORD_BYTES * (PART_WORDS + KERNEL_WORDS * launch.kernel)
        self._set(record + KERNEL["is_checked"], 0)
        made = launch_attributes(launch.launch)
        attributes = self._attributes.setdefault(bytes(made), made)
        values = {
            "function": launch.function,
            "param_count": kernel.param_count,
            "smem_bytes": launch.launch.smem_bytes,
            "by_address": sum(1 << index for index in kernel.by_address),
            "attributes": ctypes.addressof(attributes),
            "attribute_count": len(attributes) // ATTRIBUTE_BYTES,
        }
        for name, value in values.items():
            self._set(record + KERNEL[name], value)
        place = (ctypes.c_int32 * CHECKED_COUNT).from_address(self.address + record + KERNEL["dims"])
        place[:] = list(dims[CHECKED_FIRST : CHECKED_FIRST + CHECKED_COUNT])
        self._set(record + KERNEL["is_checked"], 1)
        self._set(part, context)
        for name, address in addresses.items():
            self._set(HEAD[name], address)
        torch: Any = sys.modules.get("torch")
        torch_function = 0 if torch is None else current_stream_function(torch)
        self._set(HEAD["current_stream"], self.streams.function(torch_function))

    def forget(self) -> None:
        """Sends every next launch to Python again."""
        for device in range(self._devices):
            self._forget(self._part(device))

    def _part(self, device: int) -> int:
        return WORD_BYTES * HEAD_WORDS + device * self._part_bytes

    def _forget(self, part: int) -> None:
        for index in range(len(self._kernels)):
            self._set(part + WORD_BYTES * (PART_WORDS + KERNEL_WORDS * index) + KERNEL["is_checked"], 0)

    def _set(self, offset: int, value: int) -> None:
        self._words[offset // WORD_BYTES] = value
