"""Names of CuTe DSL that need Blackwell, several GPUs or its experimental compiler, as programs use them.

Each resolves and refuses to be used, by its name. Source: imports and attributes in public programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_NAMES: dict[str, str] = {
    "": "Float6E3M2FNx4",
    "cute.arch": "Arch sext_unpacked_i4_i8_intrinsic",
    "cute.core": "_pack_tile IntValue",
    "cute.nvgpu.cpasync": "CopyBulkTensorTileG2SNonExecTrait",
    "vector": "broadcast_to outerproduct",
    "cute.experimental": """
        OperationTypeEnum TMAStorePipeline TMAToUMMAPipeline UMMAtoAsyncPipeline allocate compile copy dot
        dot_block_scaled epilogue_tma_store get_cta_v_map_ab get_cta_v_map_c get_mbarrier jit kernel
        mainloop_mma make_t2r_rmem_layout make_tmem_layout_acc partition partition_and_copy
        pipeline_advance_iterator tma_load tma_load_multicast tma_store
    """,
    "cute.experimental.host_runtime": """
        QueryDeviceWorkspaceFunc
    """,
    "cute.experimental.iket": """
        mark range_pop range_push
    """,
    "cute.nvgpu.tcgen05": """
        BlockScaledMmaOp Cp4x32x128bOp CtaGroup Field Ld16x128bOp Ld16x256bOp Ld16x32bx2Op Ld16x64bOp
        Ld32x32bOp LdRed16x32bx2Op LdRed32x32bOp MmaF16BF16Op MmaMXF4NVF4Op OperandMajorMode OperandSource
        Pack Repetition SM103MmaMXF4NVF4Op SM103MmaMXF4Op SmemLayoutAtomKind St16x128bOp St16x256bOp
        St16x32bx2Op St16x64bOp St32x32bOp TmemLoadRedOp Unpack find_tmem_tensor_col_offset
        get_s2t_smem_desc_tensor make_s2t_copy make_smem_layout_atom make_tmem_copy make_umma_smem_desc
        tile_to_mma_shape
    """,
    "cute.nvgpu.tcgen05.copy": """
        Ld16x256bOp Ld32x32bOp LdRed32x32bOp Repetition St16x256bOp St32x32bOp
    """,
    "cute.nvgpu.tcgen05.mma": """
        CtaGroup MmaF16BF16Op MmaF8F6F4Op MmaFP8Op MmaI8Op MmaMXF4NVF4Op MmaMXF4Op MmaMXF8Op MmaOp MmaTF32Op
        OperandMajorMode SmemLayoutAtomKind
    """,
    "experimental.cuda": """
        TensorMap TensorMapDataFormat TensorMapSwizzle create_tensor_map_tiled
        create_tensor_map_tiled_from_view
    """,
    "experimental.primitives": """
        AtomicOp CTAGroup GridDepAction LoadShape LoadSrcFormat MBarrierScope MBarrierWait
        MMABlockScaleKind MMALayout PermuteMode Proxy S2TCopyMode SetMaxRegisterAction SharedSpace
        StoreShape Tcgen05CpSrcFormat Tcgen05Fence Tcgen05InstrDesc Tcgen05LdStShape
        Tcgen05MMABlockScale Tcgen05MMACollectorOp Tcgen05MMAKind Tcgen05MxInstrDesc
        Tcgen05MxOmmaInstrDesc Tcgen05SmemDesc Tcgen05SmemSwizzle Tcgen05Wait TensormapField
        TmemAddr atomicrmw barrier barrier_cta_red cluster_ctarank convert_and_pack_integer
        cp_async_bulk_prefetch cp_async_bulk_shared_cluster_global
        cp_async_bulk_shared_cluster_shared_cta cp_async_bulk_tensor_global_shared_cta
        cp_async_bulk_tensor_shared_cluster_global cp_async_bulk_tensor_shared_cta_global exit
        fence_proxy fence_proxy_acquire fence_proxy_release fence_sync_restrict griddepcontrol
        ldmatrix make_tmem_ptr make_tmem_ptr_from_warp_row_col mbarrier_inval
        mbarrier_try_wait_timelimit mbarrier_wait_parity mov_b32 prefetch_tensormap prmt
        setmaxregister stmatrix tcgen05_alloc tcgen05_commit tcgen05_cp tcgen05_dealloc
        tcgen05_fence tcgen05_ld tcgen05_mma tcgen05_mma_block_scale tcgen05_relinquish_alloc_permit
        tcgen05_st tcgen05_wait tensormap_replace
        clusterlaunchcontrol_try_cancel cvta_to CvtaSpace fence_proxy_async_acquire_sync_restrict
        fence_proxy_async_release_sync_restrict mbarrier_try_wait mma_block_scale mma_sync MMAType prefetch_l1
        SaturationMode tcgen05_ld_red tcgen05_mma_ws wgmma_commit_group_sync_aligned wgmma_fence_aligned
        wgmma_wait_group_sync_aligned WgmmaSmemDesc WgmmaSwizzle
    """,
    "_mlir.dialects.cuda": "",
    "_mlir.dialects.func": "CallOp FuncOp ReturnOp",
    "_mlir.dialects.scf": "ForOp IfOp IndexSwitchOp WhileOp YieldOp",
    "base_dsl.export.external_binary_module": "ExternalBinaryModule",
    "experimental.primitives.nvvm_wrapper": "",
    "experimental.task_scheduling": "",
    "experimental.task_scheduling.enums": "PipelineType SignalingThreads TileSchedulerType WorkAttr",
    "experimental.task_scheduling.memory": "ResourceContext SmemAllocation TmemAllocation",
    "experimental.task_scheduling.pipeline": "",
    "experimental.task_scheduling.resources": "MemoryResource StageInfo WorkQueue consumer_work producer_work",
    "experimental.task_scheduling.schedule_builder": "work_tile_loop",
    "experimental.task_scheduling.task": "Task",
    "experimental.task_scheduling.task_manager": "TaskManager",
    "utils.blackwell_helpers": """
        check_gemm_tma_alignment cluster_shape_to_tma_atom_A cluster_shape_to_tma_atom_B
        cluster_shape_to_tma_atom_SFB compute_epilogue_tile_shape compute_epilogue_tile_size
        get_layoutSFA_TV get_layoutSFB_TV get_permutation_mnk get_smem_layout_atom_ab get_smem_store_op
        get_tmem_copy_properties get_tmem_load_op make_blockscaled_trivial_tiled_mma make_smem_layout
        make_smem_layout_a make_smem_layout_atom make_smem_layout_b make_smem_layout_epi
        make_trivial_tiled_mma partition_fragment_SFA partition_fragment_SFB sm120_get_smem_store_op
        tile_to_mma_shape
    """,
    "utils.blockscaled_layout": """
        BlockScaledBasicChunk make_smem_layout_sfa make_smem_layout_sfb make_tmem_layout_sfa
        make_tmem_layout_sfb sm120_make_smem_layout_sfa sm120_make_smem_layout_sfb tile_atom_to_shape_SF
    """,
    "utils.distributed": """
        multimem_ld_reduce multimem_ld_reduce_4xf32 multimem_red_add1 multimem_st multimem_st_4xb32 red_add1
        spin_lock_atom_cas_acquire_wait spin_lock_atom_cas_relaxed_wait spin_lock_ld_lt_relaxed_wait
    """,
    "utils.gemm.sm100": """
        epilogue epilogue_smem_copy_and_partition epilogue_tma_store epilogue_tmem_copy_and_partition
        transform_partitioned_tensor_layout
    """,
    "utils.gemm.tensor_utils": "decode_float4e2m1fn",
    "utils.mixed_input_helpers": """
        TransformMode compute_smem_layout contiguous_group_search
        create_initial_contiguous_group_search_state cvt_tensor_a epilog_gmem_copy_and_partition
        epilog_smem_copy_and_partition epilog_tmem_copy_and_partition get_copy_atom_a_transform
        get_divisibility get_gmem_layout_scale get_smem_layout_scale get_tma_atom_kind
        get_transform_a_source is_shuffle_a is_valid_mma_tiler_and_cluster_shape is_valid_scale_granularity
        is_valid_tensor_alignment make_contiguous_group_work_tile_info scale_partition scale_tma_partition
        store_transformed_a transform_partition
    """,
    "utils.sm100": """
        cluster_shape_to_tma_atom_A cluster_shape_to_tma_atom_B cluster_shape_to_tma_atom_SFB
        compute_epilogue_tile_shape get_smem_store_op get_tmem_load_op make_blockscaled_trivial_tiled_mma
        make_smem_layout_a make_smem_layout_b make_smem_layout_epi make_trivial_tiled_mma
    """,
}

ELSEWHERE: Mapping[str, frozenset[str]] = MappingProxyType(
    {module: frozenset(names.split()) for module, names in _NAMES.items()}
)
"""Names by module, as `SURFACE` has them."""
