"""`HardwareInfo`: device properties for persistent kernels."""

from __future__ import annotations

from typing import Any, Final

from cutedsl.arch.targets import MAX_CLUSTER_BLOCKS
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu.pool import usable_cores
from cutedsl.execution.cuda.driver import driver
from cutedsl.execution.cuda.results import checked_result
from cutedsl.execution.devices import device_count

_CPU_CACHE_BYTES = 1 << 20


class HardwareInfo:
    """Properties of the GPU, or of the CPU without one (cores then count as multiprocessors).

    Source: CuTe DSL documentation, "utils".
    """

    def __init__(self, device_id: int = 0) -> None:
        self.device_id = device_id
        self._on_gpu = device_count() > 0

    @staticmethod
    def _checkCudaErrors(result: tuple[Any, ...]) -> Any:
        """What a function of cuda-bindings gave besides its status. Errors: DSLCudaRuntimeError."""
        return checked_result(result)

    def _attribute(self, name: str) -> int:
        return driver().device_attribute(self.device_id, name)

    def get_device_multiprocessor_count(self) -> int:
        """Multiprocessors of the device; of the CPU its cores, but no fewer than a cluster may have blocks."""
        return self._attribute("MULTIPROCESSOR_COUNT") if self._on_gpu else cpu_multiprocessors()

    def get_l2_cache_size_in_bytes(self) -> int:
        """The second-level cache of the device; 1 MiB on the CPU."""
        return self._attribute("L2_CACHE_SIZE") if self._on_gpu else _CPU_CACHE_BYTES

    def get_max_active_clusters(self, cluster_size: int, stream: object = None) -> int:
        """How many clusters of `cluster_size` blocks run at once, one block on a multiprocessor.

        An upper bound: a device may have multiprocessors that no whole cluster fits on. Errors: launch-invalid-cluster.
        """
        if not 1 <= cluster_size <= MAX_CLUSTER_BLOCKS:
            raise fail("launch-invalid-cluster", f"a cluster has 1 to {MAX_CLUSTER_BLOCKS} blocks, got {cluster_size}")
        return max(self.get_device_multiprocessor_count() // cluster_size, 1)


def blocks_at_once(device_id: int = 0) -> int:
    """How many large blocks run concurrently: multiprocessors of a GPU, cores of the CPU."""
    return HardwareInfo(device_id).get_device_multiprocessor_count() if device_count() > 0 else usable_cores()


@frozen
class DevicePeaks:
    """Peak rates of a GPU: floating-point operations of its matrix units (TFloat32) and of its threads (Float32),
    and bytes of its memory. Units: microseconds."""

    name: str
    multiprocessors: int
    tf32_flops_per_us: float
    scalar_flops_per_us: float
    bytes_per_us: float


_TF32_PER_CYCLE: Final = {8: 1024, 9: 2048}
"""Operations of a multiprocessor, by the major number of the compute capability."""
_SCALAR_PER_CYCLE: Final = 256
_H200: Final = DevicePeaks("an NVIDIA H200", 132, 494.7e6, 66.9e6, 4.8e6)
"""Source: NVIDIA's data sheet of the H200, without sparsity."""


def device_peaks(device_id: int = 0) -> DevicePeaks:
    """The peaks of a GPU by its clocks; of an H200 where there is none."""
    if device_count() == 0:
        return _H200
    asked = driver()
    blocks = asked.device_attribute(device_id, "MULTIPROCESSOR_COUNT")
    cycles = blocks * asked.device_attribute(device_id, "CLOCK_RATE") / 1e3
    major = asked.device_attribute(device_id, "COMPUTE_CAPABILITY_MAJOR")
    lanes = asked.device_attribute(device_id, "GLOBAL_MEMORY_BUS_WIDTH") / 8
    moved = 2 * lanes * asked.device_attribute(device_id, "MEMORY_CLOCK_RATE") / 1e3
    rate = _TF32_PER_CYCLE.get(major, _TF32_PER_CYCLE[9]) * cycles
    return DevicePeaks(asked.device_name(device_id), blocks, rate, _SCALAR_PER_CYCLE * cycles, moved)


def cpu_multiprocessors() -> int:
    """The number of multiprocessors that the CPU reports: its cores, but enough for any cluster."""
    return max(usable_cores(), MAX_CLUSTER_BLOCKS)
