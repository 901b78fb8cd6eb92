"""The GPU that the CPU stands for: the one of `CUTEDSL_ARCH`, with this machine's cores and memory."""

from __future__ import annotations

import os

from cutedsl.arch.targets import GpuTarget, target
from cutedsl.config import config
from cutedsl.errors.frozen import frozen
from cutedsl.targets.choice import DEFAULT_ARCH
from cutedsl.utils.hardware_info import cpu_multiprocessors

_CACHE_BYTES = 1 << 25


@frozen
class HostDevice:
    """What programs ask of a GPU, answered for the CPU."""

    gpu: GpuTarget

    @property
    def name(self) -> str:
        """Says what it is.

        >>> HostDevice(target("sm_80")).name
        'CPU, standing for one GPU of compute capability 8.0'
        """
        return "CPU, standing for one GPU of compute capability {}.{}".format(*self.gpu.capability)

    @property
    def attributes(self) -> dict[str, int]:
        """By the names of the driver's `CU_DEVICE_ATTRIBUTE_*`."""
        gpu, (major, minor) = self.gpu, self.gpu.capability
        clusters = int(gpu.at_least(9))
        return {
            "MAX_THREADS_PER_BLOCK": gpu.max_threads_per_block,
            "MAX_BLOCK_DIM_X": 1024,
            "MAX_BLOCK_DIM_Y": 1024,
            "MAX_BLOCK_DIM_Z": 64,
            "MAX_GRID_DIM_X": (1 << 31) - 1,
            "MAX_GRID_DIM_Y": (1 << 16) - 1,
            "MAX_GRID_DIM_Z": (1 << 16) - 1,
            "MAX_SHARED_MEMORY_PER_BLOCK": 48 << 10,
            "WARP_SIZE": gpu.warp_lanes,
            "MAX_REGISTERS_PER_BLOCK": gpu.registers_per_sm,
            "CLOCK_RATE": 1_000_000,
            "MULTIPROCESSOR_COUNT": cpu_multiprocessors(),
            "MEMORY_CLOCK_RATE": 1_000_000,
            "GLOBAL_MEMORY_BUS_WIDTH": 64,
            "L2_CACHE_SIZE": _CACHE_BYTES,
            "MAX_THREADS_PER_MULTIPROCESSOR": gpu.threads_per_sm,
            "COMPUTE_CAPABILITY_MAJOR": major,
            "COMPUTE_CAPABILITY_MINOR": minor,
            "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": gpu.smem_per_sm_bytes,
            "MAX_REGISTERS_PER_MULTIPROCESSOR": gpu.registers_per_sm,
            "COOPERATIVE_LAUNCH": 1,
            "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": gpu.max_smem_bytes,
            "MAX_BLOCKS_PER_MULTIPROCESSOR": gpu.blocks_per_sm,
            "RESERVED_SHARED_MEMORY_PER_BLOCK": gpu.smem_per_sm_bytes - gpu.max_smem_bytes,
            "CLUSTER_LAUNCH": clusters,
            "TENSOR_MAP_ACCESS_SUPPORTED": clusters,
        }

    @property
    def memory_bytes(self) -> int:
        """The machine's memory; 0 where the system does not say."""
        if not hasattr(os, "sysconf"):
            return 0
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def host_device() -> HostDevice:
    """The device as it is set now. Errors: unknown-arch."""
    return HostDevice(target(config().arch or DEFAULT_ARCH))
