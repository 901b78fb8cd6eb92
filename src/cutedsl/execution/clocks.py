"""How fast the machine's clock runs now: that of a GPU's multiprocessors, or of the CPU.

Source: NVML API reference (`nvmlDeviceGetClockInfo`); Linux `/proc/cpuinfo`.
"""

from __future__ import annotations

import ctypes
import re
from pathlib import Path
from typing import Any, Final

_SM_CLOCK: Final = 1
_CPU_INFO: Final = Path("/proc/cpuinfo")


def gpu_clock_mhz(name_on_bus: bytes) -> int | None:
    """The clock of a GPU's multiprocessors, named by its place on the bus ("0000:1b:00.0"); None where nobody tells."""
    try:
        library: Any = ctypes.CDLL("libnvidia-ml.so.1")
    except OSError:
        return None
    device, clock = ctypes.c_void_p(), ctypes.c_uint()
    if library.nvmlInit_v2() != 0:
        return None
    try:
        if library.nvmlDeviceGetHandleByPciBusId_v2(name_on_bus, ctypes.byref(device)) != 0:
            return None
        if library.nvmlDeviceGetClockInfo(device, _SM_CLOCK, ctypes.byref(clock)) != 0:
            return None
    finally:
        library.nvmlShutdown()
    return clock.value


def cpu_clock_mhz() -> int | None:
    """The fastest core's clock; None where the system does not tell."""
    try:
        found = re.findall(r"^cpu MHz\s*:\s*([\d.]+)$", _CPU_INFO.read_text(), re.MULTILINE)
    except OSError:
        return None
    return round(max(map(float, found))) if found else None
