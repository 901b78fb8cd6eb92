"""`HardwareInfo`: what persistent kernels ask about the device."""

from __future__ import annotations

from typing import Any

from cutedsl.arch.targets import MAX_CLUSTER_BLOCKS
from cutedsl.errors import fail
from cutedsl.execution.cpu_pool import usable_cores
from cutedsl.execution.cuda_driver import driver
from cutedsl.execution.devices import device_count
from cutedsl.execution.driver_results import checked_result

_CPU_CACHE_BYTES = 1 << 20


class HardwareInfo:
    """Numbers of a GPU; of the CPU where there is none (its cores are multiprocessors then).

    Source: reference/cute-dsl.md 2.9.
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
            raise fail("launch-invalid-cluster", f"a cluster of {cluster_size} blocks; 1 to {MAX_CLUSTER_BLOCKS} fit")
        return max(self.get_device_multiprocessor_count() // cluster_size, 1)


def blocks_at_once(device_id: int = 0) -> int:
    """How many large blocks run at a time: multiprocessors of a GPU, cores of the CPU."""
    return HardwareInfo(device_id).get_device_multiprocessor_count() if device_count() > 0 else usable_cores()


def cpu_multiprocessors() -> int:
    """What programs that share out their blocks take the CPU for: its cores, and enough for any cluster."""
    return max(usable_cores(), MAX_CLUSTER_BLOCKS)
