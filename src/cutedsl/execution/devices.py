"""The GPUs of this machine: whether there are any, what each is, and which one is current."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cuda.driver import driver

if TYPE_CHECKING:
    from cutedsl.arch.targets import GpuTarget


@frozen
class GpuDevice:
    """One GPU as the driver describes it."""

    ordinal: int
    name: str
    capability: tuple[int, int]
    target: GpuTarget
    sm_count: int
    memory_bytes: int
    l2_bytes: int

    @property
    def arch(self) -> str:
        """The name of the target that kernels for this device are compiled for, such as `sm_90a`."""
        return self.target.name

    @property
    def name_on_bus(self) -> bytes:
        """Where the device is plugged in, as other libraries of the vendor name it: "00000000:1b:00.0"."""
        domain, bus, place = (
            driver().device_attribute(self.ordinal, f"PCI_{part}_ID") for part in ("DOMAIN", "BUS", "DEVICE")
        )
        return f"{domain:08x}:{bus:02x}:{place:02x}.0".encode()


@functools.lru_cache(maxsize=1)
def gpu_available() -> bool:
    """Whether a CUDA driver answers and shows at least one device.

    Asked once a process. Errors: none; every reason for "no" gives False.
    """
    try:
        driver()
    except DSLUserCodeError:
        return False
    return True


def device_count() -> int:
    """How many GPUs this process can use; 0 without a driver."""
    return driver().device_count() if gpu_available() else 0


@functools.lru_cache
def device(ordinal: int) -> GpuDevice:
    """The description of GPU number `ordinal`.

    Errors: `missing-gpu`; `driver-error` when there is no such device; `unsupported-arch` for one older than sm_80.
    """
    from cutedsl.arch.targets import target_for  # the CPU needs no table of GPUs

    api = driver()
    capability = (
        api.device_attribute(ordinal, "COMPUTE_CAPABILITY_MAJOR"),
        api.device_attribute(ordinal, "COMPUTE_CAPABILITY_MINOR"),
    )
    return GpuDevice(
        ordinal=ordinal,
        name=api.device_name(ordinal),
        capability=capability,
        target=target_for(capability),
        sm_count=api.device_attribute(ordinal, "MULTIPROCESSOR_COUNT"),
        memory_bytes=api.device_memory_bytes(ordinal),
        l2_bytes=api.device_attribute(ordinal, "L2_CACHE_SIZE"),
    )


def current_device() -> GpuDevice:
    """The device of this thread's current CUDA context (torch's current device), else device 0.

    Errors: `missing-gpu`.
    """
    return device(driver().current_device())
