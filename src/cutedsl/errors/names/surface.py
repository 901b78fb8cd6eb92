"""The public names of CuTe DSL by module, as data: what programs may say, here already or not yet.

A module's own definitions always win; this table is asked only for what a module does not have.
Source: CuTe DSL documentation, "CuTe DSL API"; names in CuTe DSL programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cutedsl.errors.names.surface_elsewhere import ELSEWHERE

_NAMES: dict[str, str] = {
    "": """
        __version__ CUDA_VERSION DSLCudaVersion target_version Constexpr range range_constexpr range_dynamic
        const_expr dynamic_expr min max and_ or_ not_ all_ any_ select_ if_generate for_generate while_generate
        yield_out LoopUnroll dtype as_numeric dsl_user_op DSLRuntimeError DSLUserCodeError JitArgAdapterRegistry
        JitArgument register_jit_arg_adapter extract_mlir_values new_from_mlir_values get_c_pointers LaunchConfig
        Vector Array full full_like print_nd_vector make_array_view inttoptr Pointer TypedPointer align GridConstant
        grid_constant Swizzle apply_swizzle load_swizzled store_swizzled AddressSpace Arch
        register_library_unload_callback unregister_library_unload_callback Numeric NumericMeta Integer Float Boolean
        Int4 Int8 Int16 Int32 Int64 Int128 Uint8 Uint16 Uint32 Uint64 Uint128 Float64 Float32 TFloat32 Float16
        BFloat16 Float8E5M2 Float8E4M3 Float8E4M3FN Float8E4M3B11FNUZ Float8E8M0FNU FloatNV8E5M3FNU Float6E3M2FN
        Float6E2M3FN Float4E2M1FN Float4E2M1FNx2 Shape T JitCompiledFunction CuTeDSL BaseDSL CuteExperimentalDSL
        DSLNotImplemented DSLCudaRuntimeError KernelLauncher DSLOptimizationWarning cast
    """,
    "cute": """
        Layout ComposedLayout Swizzle ScaledBasis E Ratio Tensor Pointer TypedTensor Numeric NumericMeta Integer Float
        SymInt sym_int sym_int32 sym_int64 AddressSpace CacheEvictionPriority Atom MmaAtom CopyAtom TiledMma ThrMma
        TiledCopy ThrCopy TensorSSA ReductionOp ReductionKind struct union native_struct make_native_struct
        FastDivmodDivisor FastDivmodDivisorV2 Shape Stride Coord Tile Tiler IntTuple XTuple Int Boolean Int8 Int16
        Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float64 Float32 TFloat32 Float16 BFloat16 Float8E5M2 Float8E4M3FN
        Float8E8M0FNU Float4E2M1FN Float6E3M2FN Float6E2M3FN Constexpr jit kernel compile compile_to OptLevel
        PtxasOptions EnableAssertions GenerateLineInfo KeepPTX KeepCUBIN KeepSASS NvdisasmOptions GPUArch
        LinkLibraries EnableTVMFFI DeviceTarget DisableCuteExtCompile FrontendNext RDC RemarkFilter RemarkOutput
        DumpDir HostTarget register_jit_arg_adapter PreCompiledMlirArtifact ArtifactType extern BitCode ConstValue
        mangle is_static is_integer is_int_tuple is_int_tuple_type has_underscore has_scaled_basis is_congruent
        is_weakly_congruent is_major elem_less size cosize rank depth shape get select front leading_dim size_in_bytes
        get_divisibility find find_if wrap unwrap flatten flatten_to_tuple unflatten product product_like product_each
        prepend append prepend_ones append_ones group_modes slice_ dice repeat repeat_as_tuple repeat_like
        transform_leaf transform_apply filter_tuple tuple_cat basis_value basis_get assume static get_leaves ceil_div
        round_up shape_div crd2idx idx2crd increment_coord fast_divmod_create_divisor fast_divmod_create_divisor_v2
        make_layout make_identity_layout make_ordered_layout make_layout_like make_composed_layout make_swizzle
        make_layout_tv make_layout_image_mask make_ptr make_tensor make_identity_tensor make_rmem_tensor
        make_rmem_tensor_like make_fragment_like make_fragment recast_ptr recast_tensor recast_layout domain_offset
        coalesce composition complement right_inverse left_inverse logical_product zipped_product tiled_product
        flat_product raked_product blocked_product logical_divide zipped_divide tiled_divide flat_divide
        max_common_layout max_common_vector filter_zeros filter nullspace tile_to_shape get_swizzle_portion
        get_nonswizzle_portion slice_and_offset local_tile local_partition make_atom make_mma_atom make_copy_atom
        make_tiled_mma make_tiled_copy make_tiled_copy_tv make_cotiled_copy make_tiled_copy_A make_tiled_copy_B
        make_tiled_copy_C make_tiled_copy_S make_tiled_copy_D make_tiled_copy_C_atom copy copy_atom_call mma_atom_call
        gemm autovec_copy basic_copy basic_copy_if prefetch full full_like empty_like ones_like zeros_like where any_
        all_ gather scatter printf print_tensor pretty_str sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
        exp exp2 expm1 log log2 log10 log1p erf erfc sqrt rsqrt cbrt rcp absf absi neg ceil floor trunc atan2 pow
        fpowi ipowi copysign fma dtype Arch target_version TensorMapAddress
    """,
    "cute.core": "_pack_shape _ComposedLayout _Layout ThrMma ThrCopy",
    "cute.tensor": "_Tensor",
    "cute.atom": "Trait CopyAtom MmaAtom Atom",
    "cute.typing": "Tensor Layout Pointer Shape Stride Coord Tile Tiler IntTuple Int XTuple AddressSpace Numeric",
    "cute.math": """
        sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p erf erfc sqrt
        rsqrt cbrt rcp abs absf absi neg ceil floor round roundeven trunc sincos isnan isinf isfinite isnormal atan2
        pow fpowi ipowi copysign add sub mul div rem min max fma clamp RoundingMode
    """,
    "cute.runtime": """
        from_dlpack make_ptr nullptr make_fake_tensor make_fake_compact_tensor make_fake_stream find_runtime_libraries
        load_module TensorAdapter AddressSpace Pointer Tensor
    """,
    "cute.testing": """
        assert_ RuntimeAssertion Assertion convert autotune_jit benchmark JitArguments get_workspace_count
        CantImplementError tune sample_pytest
    """,
    "cute.viz": "print_latex print_latex_tv",
    "cute.export": "aot_config",
    "cute.ffi": "ffi extern BitCode ConstValue mangle",
    "cute.iket": "mark range_push range_pop",
    "cute.experimental": "jit kernel",
    "cute.arch": """
        thread_idx block_dim block_idx grid_dim cluster_idx cluster_dim block_in_cluster_idx block_in_cluster_dim
        lane_idx warp_idx physical_warp_id block_idx_in_cluster cluster_size smid nsmid nwarpid warpsize gridid
        dynamic_smem_size total_smem_size aggr_smem_size clock clock64 globaltimer globaltimer_lo activemask
        lanemask_lt lanemask_le lanemask_eq lanemask_ge lanemask_gt WARP_SIZE WARPS_PER_WARPGROUP
        THREADS_PER_WARPGROUP FULL_MASK sync_threads sync_warp barrier barrier_arrive cluster_arrive
        cluster_arrive_relaxed cluster_wait fence_acq_rel_cta fence_acq_rel_cluster fence_acq_rel_gpu
        fence_acq_rel_sys fence_proxy fence_view_async_shared griddepcontrol_wait griddepcontrol_launch_dependents
        setmaxregister_increase setmaxregister_decrease mbarrier_init mbarrier_init_fence mbarrier_arrive
        mbarrier_arrive_and_expect_tx mbarrier_expect_tx mbarrier_wait mbarrier_try_wait mbarrier_test_wait
        mbarrier_conditional_try_wait cp_async_mbarrier_arrive_noinc cp_async_commit_group cp_async_wait_group
        cp_async_bulk_commit_group cp_async_bulk_wait_group shuffle_sync shuffle_sync_up shuffle_sync_down
        shuffle_sync_bfly shuffle_sync_op warp_reduction warp_reduction_max warp_reduction_sum warp_redux_sync
        vote_ballot_sync vote_any_sync vote_all_sync vote_uni_sync match_sync elect_one make_warp_uniform atomic_add
        atomic_and atomic_or atomic_xor atomic_max atomic_min atomic_exch atomic_cas atomic_fmax atomic_fmin red load
        store prefetch alloc_smem get_dyn_smem get_dyn_smem_size map_dsmem_ptr store_async_dsmem fmax fmin rcp_approx
        exp2 exp popc clz bfind brev bfe bfi prmt lop3 shf mul_hi mul_wide mul24 mad24 add_cc addc sub_cc subc mad_cc
        madc add_sat_int sub_sat_int log2_of_pow2_int fma_packed_f32x2 mul_packed_f32x2 add_packed_f32x2
        sub_packed_f32x2 exp_packed_f32x2 add_packed_f16x2 add_packed_bf16x2 sub_packed_f16x2 sub_packed_bf16x2
        fma_packed_f16x2 fma_packed_bf16x2 exp2_packed_f16x2 exp2_packed_bf16x2 fma_f16 fma_bf16 cvt_i8_bf16
        cvt_i8x2_to_bf16x2 cvt_i8x4_to_bf16x4
        cvt_f4e2m1x2_to_f16x2 cvt_f4e2m1x4_to_f16x4 cvt_f4e2m1x8_to_f16x8
        cvt_f32x2_bf16x2 cvt_f32_tf32 cvt_i8x4_to_f32x4 cvt_i8_bf16_intrinsic cvt_i4_bf16_intrinsic
        cvt_f4e2m1_f16_intrinsic inline_ptx alloc_tmem dealloc_tmem relinquish_tmem_alloc_permit retrieve_tmem_ptr
        get_max_tmem_alloc_cols get_min_tmem_alloc_cols fence_view_async_tmem_load fence_view_async_tmem_store
        issue_clc_query clc_response warpgroup_reg_alloc warpgroup_reg_dealloc atomic_max_float32 nanosleep ProxyKind
        SharedSpace redux_sync elect_sync mma_sync
    """,
    "cute.arch.clc": "issue_clc_query clc_response",
    "cute.nvgpu": """
        OperandMajorMode OutputMajorMode MmaUniversalOp CopyUniversalOp CopyG2ROp CopyR2GOp CopyS2ROp CopyR2SOp
        MemoryOrder MemoryScope L2PrefetchSize CacheEvictionPriority LoadCacheMode StoreCacheMode SharedSpace
        make_tiled_tma_atom_A make_tiled_tma_atom_B make_tiled_tma_atom_C make_im2col_tma_atom_A
        make_im2col_tma_atom_B OpError
    """,
    "cute.nvgpu.common": """
        OperandMajorMode MmaUniversalOp CopyUniversalOp MemoryOrder MemoryScope CacheEvictionPriority LoadCacheMode
        StoreCacheMode OpError normalize_field_to_ir_name
    """,
    "cute.nvgpu.cpasync": """
        CopyG2SOp CopyBulkTensorTileG2SOp CopyBulkTensorTileG2SMulticastOp CopyBulkTensorTileS2GOp
        CopyReduceBulkTensorTileS2GOp CopyBulkTensorIm2ColG2SOp CopyBulkTensorIm2ColG2SMulticastOp
        CopyBulkTensorIm2ColS2GOp CopyBulkTensor2DGather4G2SOp CopyBulkTensor2DGather4G2SMulticastOp
        CopyBulkTensor2DScatter4S2GOp CopyBulkTensorTileG2SOverrideOp CopyBulkTensorTileG2SMulticastOverrideOp
        CopyBulkTensorTileS2GOverrideOp CopyBulkG2SOp CopyBulkG2SMulticastOp CopyBulkS2GOp CopyBulkS2GByteMaskOp
        CopyBulkS2SOp CopyDsmemStoreOp TmaCopyOp TmaInfo make_tiled_tma_atom make_im2col_tma_atom tma_partition
        create_tma_multicast_mask prefetch_descriptor copy_tensormap update_tma_descriptor fence_tma_desc_acquire
        cp_fence_tma_desc_release fence_tma_desc_release group_bulk_copy_modes LoadCacheMode
    """,
    "cute.nvgpu.cpasync.copy": """
        CopyBulkTensorTileG2SNonExecTrait CopyBulkTensorTileG2SMulticastNonExecTrait CopyBulkTensorTileS2GNonExecTrait
        CopyReduceBulkTensorTileS2GNonExecTrait
    """,
    "cute.nvgpu.warp": """
        MmaF16BF16Op MmaTF32Op MmaFP8Op MmaF16BF16SparseOp MmaMXF4Op MmaMXF4NVF4Op MmaMXF8Op MmaMXF8F6F4Op
        MXF8F6F4_SUPPORTED_PAIRS Field LdMatrix8x8x16bOp LdMatrix8x16x8bOp LdMatrix16x8x8bOp LdMatrix16x16x8bOp
        StMatrix8x8x16bOp StMatrix16x8x8bOp
    """,
    "cute.nvgpu.warpgroup": """
        MmaF16BF16Op MmaF8Op MmaI8Op OperandSource OperandMajorMode Field SmemLayoutAtomKind make_smem_layout_atom
        fence commit_group wait_group
    """,
    "cute.nvgpu.tcgen05": """
        MmaTF32Op MmaF16BF16Op MmaF16BF16SparseOp MmaI8Op MmaFP8Op MmaFP8SparseOp MmaF8F6F4Op MmaMXF8Op MmaMXF8F6F4Op
        MmaMXF4Op MmaMXF4NVF4Op CtaGroup OperandSource OperandMajorMode Field CollectorOp CollectorBBuffer Ld16x64bOp
        Ld16x128bOp Ld16x256bOp Ld16x32bx2Op Ld32x32bOp St16x64bOp St16x128bOp St16x256bOp St16x32bx2Op St32x32bOp
        Repetition Pack Unpack TmemLoadRedOp SmemLayoutAtomKind make_smem_layout_atom tile_to_mma_shape commit
        is_tmem_load is_tmem_store get_tmem_copy_properties find_tmem_tensor_col_offset make_tmem_copy make_s2t_copy
        append_s2t_broadcast_mode get_s2t_smem_desc_tensor make_umma_smem_desc Cp4x256bOp
    """,
    "cute.nvgpu.tcgen05.mma": "CtaGroup OperandSource Field",
    "pipeline": """
        Agent CooperativeGroup PipelineOp SyncObject MbarrierLayout MbarrierArray NamedBarrier PipelineOrder
        TmaStoreFence PipelineUserType PipelineState PerStagePipelineState PipelineAsync PipelineCpAsync
        PipelineTmaAsync PipelineTmaStore PipelineTmaUmma PipelineAsyncUmma PipelineUmmaAsync PipelineClcFetchAsync
        PipelineTmaMultiConsumersAsync PipelineProducer PipelineConsumer make_pipeline_state compute_k_tile
        pipeline_init_arrive pipeline_init_wait agent_sync arrive arrive_unaligned wait wait_unaligned arrive_and_wait
        sync alloc_reserved_mbarrier
    """,
    "utils": """
        SmemAllocator get_smem_capacity_in_bytes get_kernel_smem_size TmemAllocator TmemBufferPool
        get_num_tmem_alloc_cols compute_tmem_cols_from_layout LayoutEnum TensorMapManager TensorMapUpdateMode
        HardwareInfo PersistentTileSchedulerParams StaticPersistentTileScheduler StaticPersistentRuntimeTileScheduler
        StaticPersistentGroupTileScheduler WorkTileInfo ClcDynamicPersistentTileScheduler
        ClcDynamicPersistentTileSchedulerParams GroupedGemmTileSchedulerHelper GroupSearchResult
        GroupedGemmGroupSearchState create_initial_search_state TransformMode scale_tma_partition transform_partition
        scale_partition get_gmem_layout_scale get_smem_layout_scale compute_smem_layout get_transform_a_source
        get_tma_atom_kind get_copy_atom_a_transform is_valid_scale_granularity get_divisibility epilogue_tma_store
        epilogue make_blockscaled_trivial_tiled_mma cluster_shape_to_tma_atom_A cluster_shape_to_tma_atom_B
        cluster_shape_to_tma_atom_SFB compute_epilogue_tile_shape get_tmem_load_op make_smem_layout make_smem_layout_a
        make_smem_layout_b make_smem_layout_epi get_permutation_mnk get_smem_layout_atom_ab get_smem_layout_atom_epi
        is_fp8_dtype create_cute_tensor_for_fp8 print_latex print_latex_tv SmemPartition block_copy
    """,
    "utils.sm90": """
        make_trivial_tiled_mma get_smem_layout_atom make_smem_layout_a make_smem_layout_b make_smem_layout_epi
        get_smem_store_op sm90_get_smem_store_op compute_tile_shape_or_override
    """,
    "utils.sm100": """
        make_trivial_tiled_mma make_blockscaled_trivial_tiled_mma make_smem_layout_a make_smem_layout_b
        make_smem_layout_epi compute_epilogue_tile_shape get_smem_store_op get_tmem_load_op
    """,
    "utils.distributed": """
        multimem_red_add1 spin_lock_atom_cas_relaxed_wait multimem_ld_reduce_4xf32 multimem_ld_reduce_8xf16
        multimem_ld_reduce_8xbf16 multimem_ld_reduce_16xe4m3 multimem_ld_reduce_16xe5m2 multimem_st_4xb32
        multimem_red_release_sys_add1 multimem_red_relaxed_gpu_add1 spin_lock_multimem_ld_reduce
    """,
    "utils.blockscaled_layout": "make_smem_layout_sfa make_smem_layout_sfb tile_atom_to_shape_SF BlockScaledBasicChunk",
    "utils.gemm": "",
    "utils.gemm.sm100": """
        epilogue epilogue_tma_store epilogue_smem_copy_and_partition epilogue_tmem_copy_and_partition
        transform_partitioned_tensor_layout
    """,
    "utils.blackwell_helpers": "",
    "utils.rubin_helpers": "",
    "memory": "SmemAllocator get_smem_capacity_in_bytes get_kernel_smem_size TmemAllocator TmemBufferPool",
    "tensor_utils": "LayoutEnum",
    "block": "block_copy",
    "vector": "full full_like from_elements",
    "gpu": "",
    "cuda": "initialize_cuda_context",
    "jax": """
        is_available CUTE_DSL_MIN_SUPPORTED_JAX_VERSION CUTE_DSL_JAX_MIN_SUPPORTED_PYTHON_VERSION cutlass_call
        TensorSpec jax_to_cutlass_dtype cutlass_to_jax_dtype jax_to_cutlass_layout_order cutlass_to_jax_layout_order
        from_dlpack JaxArray row_major_layout default_tensor_spec release_compile_cache register_ffi is_ffi_registered
        set_ffi_call_targets disable_automatic_ffi_registration get_export_disabled_safety_checks
        find_cute_dsl_runtime_library testing
    """,
    "torch": """
        dtype as_tensor TensorInitType ScalarInitConfig RandomInitConfig GaussianInitConfig
        create_and_permute_torch_tensor matrix cute_tensor_like convert_cute_tensor get_leading_dim default_stream
        current_stream prepare_tensors_for_gemm from_dlpack
    """,
    "testing": """
        benchmark JitArguments get_workspace_count tune CuptiProfiler sample_pytest TensorInitConfig
        add_tensor_init_args CantImplementError convert assert_
    """,
    "experimental": "task_scheduling",
    "experimental.primitives": """
        mov_b CpReduceOp CpReduceType AtomicOp MBarrierWait MBarrierScope mbarrier_wait_parity fence_sync_restrict
        atomicrmw convert_and_pack_integer cp_async_bulk_global_shared_cta cp_reduce_async_bulk_global_shared_cta
    """,
    "experimental.cuda": "",
    "experimental.cuda.tensor_map": """
        TensorMapDataType TensorMapFloatOOBFill TensorMapInterleave get_dsl_type_to_tensormap_type
        get_tensormap_type_to_dsl_type
    """,
    "primitives": "",
    "compiler": "CuteCompiler CompiledMlirArtifact LlvmIrArtifact ObjectArtifact Executor FunctionMetadata",
}

SURFACE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        module: frozenset(_NAMES.get(module, "").split()) | ELSEWHERE.get(module, frozenset())
        for module in (*_NAMES, *(module for module in ELSEWHERE if module not in _NAMES))
    }
)
"""Names by module; modules are named as after `cutlass.`, the top level is the empty name."""


def submodules(module: str) -> frozenset[str]:
    """The modules directly below a module of the surface.

    >>> sorted(submodules("utils.gemm"))
    ['sm100', 'tensor_utils']
    """
    prefix = f"{module}." if module else ""
    below = {name.removeprefix(prefix) for name in SURFACE if name.startswith(prefix) and name != module}
    return frozenset(name.partition(".")[0] for name in below)
