"""`cutlass.utils`: what kernels use besides CuTe itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.lazy_names import lazy_names

if TYPE_CHECKING:
    from cutedsl.lang.hopper import LayoutEnum
    from cutedsl.lang.smem import SmemAllocator, get_smem_capacity_in_bytes
    from cutedsl.lang.tile_scheduler import PersistentTileSchedulerParams, StaticPersistentTileScheduler, WorkTileInfo
    from cutedsl.utils.hardware_info import HardwareInfo
    from cutedsl.viz import print_latex as print_latex
    from cutedsl.viz import print_latex_tv as print_latex_tv
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        "utils",
        {
            "cutedsl.utils.": "sm90 hopper_helpers=sm90",
            "cutedsl.lang.hopper": "LayoutEnum",
            "cutedsl.lang.smem": "SmemAllocator get_smem_capacity_in_bytes",
            "cutedsl.lang.tile_scheduler": "PersistentTileSchedulerParams StaticPersistentTileScheduler WorkTileInfo",
            "cutedsl.utils.hardware_info": "HardwareInfo",
            "cutedsl.viz": "print_latex print_latex_tv",
        },
    )


__all__ = [
    "HardwareInfo",
    "LayoutEnum",
    "PersistentTileSchedulerParams",
    "SmemAllocator",
    "StaticPersistentTileScheduler",
    "WorkTileInfo",
    "get_smem_capacity_in_bytes",
]
