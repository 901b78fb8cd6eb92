"""`cutlass.utils`: helpers for kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import lazy_names

if TYPE_CHECKING:
    from cutedsl import pipeline as pipeline
    from cutedsl.lang.blackwell.mixed_input import TransformMode
    from cutedsl.lang.blackwell.tmem_allocation import (
        TmemAllocator,
        TmemBufferPool,
        compute_tmem_cols_from_layout,
        get_num_tmem_alloc_cols,
    )
    from cutedsl.lang.blackwell.umma_choices import (
        cluster_shape_to_tma_atom_A,
        cluster_shape_to_tma_atom_B,
        cluster_shape_to_tma_atom_SFB,
        compute_epilogue_tile_shape,
        get_smem_store_op,
        get_tmem_load_op,
        make_blockscaled_trivial_tiled_mma,
    )
    from cutedsl.lang.blackwell.umma_smem import (
        get_smem_layout_atom_ab,
        get_smem_layout_atom_epi,
        make_smem_layout,
        make_smem_layout_a,
        make_smem_layout_b,
        make_smem_layout_epi,
    )
    from cutedsl.lang.emission.derivatives import value_and_derivative
    from cutedsl.lang.pipelines.agents import Agent as Agent
    from cutedsl.lang.pipelines.agents import CooperativeGroup as CooperativeGroup
    from cutedsl.lang.pipelines.rings import PipelineAsync as PipelineAsync
    from cutedsl.lang.pipelines.rings import PipelineTmaAsync as PipelineTmaAsync
    from cutedsl.lang.pipelines.rings import PipelineTmaStore as PipelineTmaStore
    from cutedsl.lang.pipelines.state import PipelineState as PipelineState
    from cutedsl.lang.pipelines.state import PipelineUserType as PipelineUserType
    from cutedsl.lang.pipelines.state import make_pipeline_state as make_pipeline_state
    from cutedsl.lang.pipelines.umma import PipelineAsyncUmma as PipelineAsyncUmma
    from cutedsl.lang.pipelines.umma import PipelineTmaUmma as PipelineTmaUmma
    from cutedsl.lang.pipelines.umma import PipelineUmmaAsync as PipelineUmmaAsync
    from cutedsl.lang.schedulers.clc import (
        ClcDynamicPersistentTileScheduler,
        ClcDynamicPersistentTileSchedulerParams,
    )
    from cutedsl.lang.schedulers.grouped import (
        GroupedGemmGroupSearchState,
        GroupedGemmTileSchedulerHelper,
        GroupSearchResult,
        StaticPersistentGroupTileScheduler,
        create_initial_search_state,
    )
    from cutedsl.lang.schedulers.stream_k import (
        StreamKShare,
        StreamKTileScheduler,
        StreamKTileSchedulerParams,
        StreamKWorkTileInfo,
        stream_k_share,
    )
    from cutedsl.lang.schedulers.tile_scheduler import (
        PersistentTileSchedulerParams,
        StaticPersistentRuntimeTileScheduler,
        StaticPersistentTileScheduler,
        WorkTileInfo,
    )
    from cutedsl.lang.shared.smem import SmemAllocator, SmemPartition, get_smem_capacity_in_bytes
    from cutedsl.lang.tiles.block_copies import block_copy
    from cutedsl.lang.tiles.hopper import LayoutEnum
    from cutedsl.lang.tiles.tensor_map_manager import TensorMapManager, TensorMapUpdateMode
    from cutedsl.utils.hardware_info import HardwareInfo
    from cutedsl.utils.sm90 import get_smem_layout_atom as sm90_get_smem_layout_atom
    from cutedsl.utils.sm90 import make_trivial_tiled_mma as sm90_make_trivial_tiled_mma
    from cutedsl.utils.tensor_helpers import create_cute_tensor_for_fp8, is_fp8_dtype
    from cutedsl.viz import print_latex as print_latex
    from cutedsl.viz import print_latex_tv as print_latex_tv
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        "utils",
        {
            "cutedsl.utils.": """
                sm90 sm100 gemm distributed blockscaled_layout hopper_helpers=sm90 tensor_helpers mixed_input_helpers
            """,
            "cutedsl.lang.emission.derivatives": "value_and_derivative",
            "cutedsl.lang.tiles.block_copies": "block_copy",
            # the pipelines were here before 4.1
            "cutedsl.": "pipeline",
            "cutedsl.lang.pipelines.agents": "Agent CooperativeGroup",
            "cutedsl.lang.pipelines.rings": "PipelineAsync PipelineTmaAsync PipelineTmaStore",
            "cutedsl.lang.pipelines.state": "PipelineState PipelineUserType make_pipeline_state",
            "cutedsl.lang.pipelines.umma": "PipelineAsyncUmma PipelineTmaUmma PipelineUmmaAsync",
            "cutedsl.lang.schedulers.clc": """
                ClcDynamicPersistentTileScheduler ClcDynamicPersistentTileSchedulerParams
            """,
            "cutedsl.lang.schedulers.grouped": """
                GroupSearchResult GroupedGemmGroupSearchState GroupedGemmTileSchedulerHelper
                StaticPersistentGroupTileScheduler create_initial_search_state
            """,
            "cutedsl.lang.blackwell.mixed_input": "TransformMode",
            "cutedsl.lang.tiles.hopper": "LayoutEnum",
            "cutedsl.utils.sm90": """
                sm90_get_smem_layout_atom=get_smem_layout_atom
                sm90_make_trivial_tiled_mma=make_trivial_tiled_mma
            """,
            "cutedsl.lang.shared.smem": "SmemAllocator SmemPartition get_smem_capacity_in_bytes",
            "cutedsl.lang.schedulers.stream_k": """
                StreamKShare StreamKTileScheduler StreamKTileSchedulerParams StreamKWorkTileInfo stream_k_share
            """,
            "cutedsl.lang.tiles.tensor_map_manager": "TensorMapManager TensorMapUpdateMode",
            "cutedsl.lang.schedulers.tile_scheduler": """
                PersistentTileSchedulerParams StaticPersistentRuntimeTileScheduler StaticPersistentTileScheduler
                WorkTileInfo
            """,
            "cutedsl.lang.blackwell.umma_choices": """
                cluster_shape_to_tma_atom_A cluster_shape_to_tma_atom_B cluster_shape_to_tma_atom_SFB
                compute_epilogue_tile_shape get_smem_store_op get_tmem_load_op make_blockscaled_trivial_tiled_mma
            """,
            "cutedsl.lang.blackwell.umma_smem": """
                get_smem_layout_atom_ab get_smem_layout_atom_epi make_smem_layout make_smem_layout_a make_smem_layout_b
                make_smem_layout_epi
            """,
            "cutedsl.lang.blackwell.tmem_allocation": """
                TmemAllocator TmemBufferPool compute_tmem_cols_from_layout get_num_tmem_alloc_cols
            """,
            "cutedsl.utils.hardware_info": "HardwareInfo",
            "cutedsl.utils.tensor_helpers": "create_cute_tensor_for_fp8 is_fp8_dtype",
            "cutedsl.viz": "print_latex print_latex_tv",
        },
    )


__all__ = [
    "ClcDynamicPersistentTileScheduler",
    "ClcDynamicPersistentTileSchedulerParams",
    "GroupSearchResult",
    "GroupedGemmGroupSearchState",
    "GroupedGemmTileSchedulerHelper",
    "HardwareInfo",
    "LayoutEnum",
    "PersistentTileSchedulerParams",
    "SmemAllocator",
    "SmemPartition",
    "StaticPersistentGroupTileScheduler",
    "StaticPersistentRuntimeTileScheduler",
    "StaticPersistentTileScheduler",
    "StreamKShare",
    "StreamKTileScheduler",
    "StreamKTileSchedulerParams",
    "StreamKWorkTileInfo",
    "TensorMapManager",
    "TensorMapUpdateMode",
    "TmemAllocator",
    "TmemBufferPool",
    "TransformMode",
    "WorkTileInfo",
    "block_copy",
    "cluster_shape_to_tma_atom_A",
    "cluster_shape_to_tma_atom_B",
    "cluster_shape_to_tma_atom_SFB",
    "compute_epilogue_tile_shape",
    "compute_tmem_cols_from_layout",
    "create_cute_tensor_for_fp8",
    "create_initial_search_state",
    "get_num_tmem_alloc_cols",
    "get_smem_capacity_in_bytes",
    "get_smem_layout_atom_ab",
    "get_smem_layout_atom_epi",
    "get_smem_store_op",
    "get_tmem_load_op",
    "is_fp8_dtype",
    "make_blockscaled_trivial_tiled_mma",
    "make_smem_layout",
    "make_smem_layout_a",
    "make_smem_layout_b",
    "make_smem_layout_epi",
    "sm90_get_smem_layout_atom",
    "sm90_make_trivial_tiled_mma",
    "stream_k_share",
    "value_and_derivative",
]
