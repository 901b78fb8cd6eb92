"""`cutlass.utils`: what kernels use besides CuTe itself."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from cutedsl.lang.hopper import LayoutEnum
from cutedsl.lang.smem import SmemAllocator, get_smem_capacity_in_bytes
from cutedsl.lang.tile_scheduler import PersistentTileSchedulerParams, StaticPersistentTileScheduler, WorkTileInfo
from cutedsl.utils.hardware_info import HardwareInfo

if TYPE_CHECKING:
    from cutedsl.viz import print_latex as print_latex
    from cutedsl.viz import print_latex_tv as print_latex_tv
else:

    def __getattr__(name: str) -> object:
        # Most programs draw nothing, so pictures are imported when they are first named.
        if name in ("print_latex", "print_latex_tv"):
            return importlib.import_module("cutedsl.viz").__dict__[name]
        if name in ("sm90", "hopper_helpers"):
            return importlib.import_module("cutedsl.utils.sm90")
        from cutedsl.errors.not_yet import missing_name

        return missing_name("utils", name)


__all__ = [
    "HardwareInfo",
    "LayoutEnum",
    "PersistentTileSchedulerParams",
    "SmemAllocator",
    "StaticPersistentTileScheduler",
    "WorkTileInfo",
    "get_smem_capacity_in_bytes",
]
