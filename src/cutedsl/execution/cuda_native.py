"""The table of the machine-code GPU launcher: filled from launches that Python checked, and handed to call contexts."""

from __future__ import annotations

import ctypes
import functools
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from cutedsl.arch.cuda_launch_abi import (
    CHECKED_COUNT,
    CHECKED_FIRST,
    HEAD,
    HEAD_WORDS,
    KERNEL,
    KERNEL_WORDS,
    MAX_PARAMS,
    WORD_BYTES,
)
from cutedsl.arch.host_abi import CLUSTER, RT, KernelInfo
from cutedsl.execution.fastcall_torch import current_stream_function
from cutedsl.execution.streams import Streams, TorchStreams

_DRIVER_CALLS: Final = {
    "get_current": "cuCtxGetCurrent",
    "is_capturing": "cuStreamIsCapturing",
    "launch_kernel": "cuLaunchKernel",
}


@functools.lru_cache(maxsize=1)
def driver_addresses() -> dict[str, int]:
    """The driver's functions that the launcher calls; empty without a driver library."""
    try:
        library = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return {}
    found = {word: ctypes.cast(getattr(library, name), ctypes.c_void_p).value for word, name in _DRIVER_CALLS.items()}
    return {word: address for word, address in found.items() if address}


@dataclass(frozen=True, slots=True)
class CheckedLaunch:
    """A launch that worked: kernel index, its function handle, the dims as host code gave them, shared bytes."""

    kernel: int
    function: int
    dims: Sequence[int]
    smem_bytes: int


class LaunchTable:
    """The launcher's table for the kernels of one module, in one context; empty until the first launch."""

    def __init__(self, kernels: Sequence[KernelInfo], streams: Streams | None = None) -> None:
        self._words = (ctypes.c_int64 * (HEAD_WORDS + KERNEL_WORDS * max(1, len(kernels))))()
        self._kernels = tuple(kernels)
        self.streams: Streams = streams or TorchStreams()
        self.address = ctypes.addressof(self._words)

    def attach(self, rt: int, launch: int) -> None:
        """Makes the launcher at `launch` the one of a call context; its own becomes the fallback."""
        place = ctypes.c_int64.from_address(rt + RT["launch"].offset)
        if place.value == launch:
            return
        self._set(HEAD["fallback"], place.value)
        ctypes.c_int64.from_address(rt + RT["user"].offset).value = self.address
        place.value = launch

    def remember(self, context: int, device: int, launch: CheckedLaunch) -> None:
        """Lets the launcher repeat a launch; another context starts the table anew.

        Clusters and tensor maps stay with Python.
        """
        dims, kernel = launch.dims, self._kernels[launch.kernel]
        clustered = any(extent > 1 for extent in dims[CLUSTER : CLUSTER + 3])
        addresses = driver_addresses()
        if clustered or kernel.by_address or kernel.param_count > MAX_PARAMS or len(addresses) < len(_DRIVER_CALLS):
            return
        if self._words[HEAD["context"] // WORD_BYTES] != context:
            self.forget()
        record = WORD_BYTES * (HEAD_WORDS + KERNEL_WORDS * launch.kernel)
        self._set(record + KERNEL["is_checked"], 0)
        values = {"function": launch.function, "param_count": kernel.param_count, "smem_bytes": launch.smem_bytes}
        for name, value in values.items():
            self._set(record + KERNEL[name], value)
        place = (ctypes.c_int32 * CHECKED_COUNT).from_address(self.address + record + KERNEL["dims"])
        place[:] = list(dims[CHECKED_FIRST : CHECKED_FIRST + CHECKED_COUNT])
        self._set(record + KERNEL["is_checked"], 1)
        self._set(HEAD["context"], context)
        self._set(HEAD["device"], device)
        for name, address in addresses.items():
            self._set(HEAD[name], address)
        torch: Any = sys.modules.get("torch")
        torch_function = 0 if torch is None else current_stream_function(torch)
        self._set(HEAD["current_stream"], self.streams.function(torch_function))

    def forget(self) -> None:
        """Sends every next launch to Python again."""
        for index in range(len(self._kernels)):
            self._set(WORD_BYTES * (HEAD_WORDS + KERNEL_WORDS * index) + KERNEL["is_checked"], 0)

    def _set(self, offset: int, value: int) -> None:
        self._words[offset // WORD_BYTES] = value
