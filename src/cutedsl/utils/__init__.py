"""`cutlass.utils`: what kernels use besides CuTe itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.lazy_names import lazy_names

if TYPE_CHECKING:
    from cutedsl.lang.block_copies import block_copy
    from cutedsl.lang.grouped_schedule import (
        GroupedGemmGroupSearchState,
        GroupedGemmTileSchedulerHelper,
        GroupSearchResult,
        StaticPersistentGroupTileScheduler,
        create_initial_search_state,
    )
    from cutedsl.lang.hopper import LayoutEnum
    from cutedsl.lang.smem import SmemAllocator, SmemPartition, get_smem_capacity_in_bytes
    from cutedsl.lang.stream_k_schedule import (
        StreamKShare,
        StreamKTileScheduler,
        StreamKTileSchedulerParams,
        StreamKWorkTileInfo,
        stream_k_share,
    )
    from cutedsl.lang.tensor_map_manager import TensorMapManager, TensorMapUpdateMode
    from cutedsl.lang.tile_scheduler import PersistentTileSchedulerParams, StaticPersistentTileScheduler, WorkTileInfo
    from cutedsl.utils.hardware_info import HardwareInfo
    from cutedsl.utils.tensor_helpers import create_cute_tensor_for_fp8, is_fp8_dtype
    from cutedsl.viz import print_latex as print_latex
    from cutedsl.viz import print_latex_tv as print_latex_tv
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        "utils",
        {
            "cutedsl.utils.": "sm90 hopper_helpers=sm90 tensor_helpers",
            "cutedsl.lang.block_copies": "block_copy",
            "cutedsl.lang.grouped_schedule": """
                GroupSearchResult GroupedGemmGroupSearchState GroupedGemmTileSchedulerHelper
                StaticPersistentGroupTileScheduler create_initial_search_state
            """,
            "cutedsl.lang.hopper": "LayoutEnum",
            "cutedsl.lang.smem": "SmemAllocator SmemPartition get_smem_capacity_in_bytes",
            "cutedsl.lang.stream_k_schedule": """
                StreamKShare StreamKTileScheduler StreamKTileSchedulerParams StreamKWorkTileInfo stream_k_share
            """,
            "cutedsl.lang.tensor_map_manager": "TensorMapManager TensorMapUpdateMode",
            "cutedsl.lang.tile_scheduler": "PersistentTileSchedulerParams StaticPersistentTileScheduler WorkTileInfo",
            "cutedsl.utils.hardware_info": "HardwareInfo",
            "cutedsl.utils.tensor_helpers": "create_cute_tensor_for_fp8 is_fp8_dtype",
            "cutedsl.viz": "print_latex print_latex_tv",
        },
    )


__all__ = [
    "GroupSearchResult",
    "GroupedGemmGroupSearchState",
    "GroupedGemmTileSchedulerHelper",
    "HardwareInfo",
    "LayoutEnum",
    "PersistentTileSchedulerParams",
    "SmemAllocator",
    "SmemPartition",
    "StaticPersistentGroupTileScheduler",
    "StaticPersistentTileScheduler",
    "StreamKShare",
    "StreamKTileScheduler",
    "StreamKTileSchedulerParams",
    "StreamKWorkTileInfo",
    "TensorMapManager",
    "TensorMapUpdateMode",
    "WorkTileInfo",
    "block_copy",
    "create_cute_tensor_for_fp8",
    "create_initial_search_state",
    "get_smem_capacity_in_bytes",
    "is_fp8_dtype",
    "stream_k_share",
]
