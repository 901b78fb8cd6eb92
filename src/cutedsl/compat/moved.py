"""Modules of `cutlass` that have no module of their own here: where their names are looked up, in order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_CUTE = ("cutedsl.cute", "cutedsl.compat.private_names")
_DSL = ("cutedsl", "cutedsl.compat.private_names", "cutedsl.cute")
_UTILS = ("cutedsl.utils",)
_NVVM = tuple(
    f"cutedsl.compat.mlir.{name}"
    for name in ("nvvm", "nvvm_sync", "nvvm_tma", "nvvm_tcgen05", "nvvm_wgmma", "nvvm_floats")
)
_PRIMITIVES = (
    "cutedsl.lang.instructions.primitives",
    "cutedsl.lang.instructions.primitives_copies",
    "cutedsl.lang.instructions.primitives_memory",
    "cutedsl.lang.instructions.primitives_tcgen05",
    "cutedsl.lang.instructions.primitives_floats",
    "cutedsl.lang.instructions.primitives_warpgroup",
)

_DIALECTS = {
    "llvm": ("cutedsl.compat.mlir.llvm",),
    "nvvm": _NVVM,
    "arith": ("cutedsl.compat.mlir.arith",),
    "math": ("cutedsl.compat.mlir.math",),
    "vector": ("cutedsl.compat.mlir.vector",),
    "nvgpu": ("cutedsl.compat.mlir.nvgpu",),
    "cute": ("cutedsl.compat.mlir.cute",),
    "cute_nvgpu": ("cutedsl.compat.mlir.cute_nvgpu",),
}
"""Of each dialect of MLIR, whose bindings keep what is generated in modules of their own."""

_TENSOR_MAPS = ("cutedsl.lang.instructions.tensor_maps", "cutedsl.lang.instructions.tensor_map_kinds")

SOURCES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "cutlass_dsl": _DSL,
        "cutlass_dsl.cutlass": _DSL,
        "base_dsl": _DSL,
        "base_dsl.dsl": _DSL,
        "experimental": (),
        "experimental.cuda": _TENSOR_MAPS,
        "experimental.cuda.tensor_map": _TENSOR_MAPS,
        "experimental.primitives": _PRIMITIVES,
        "primitives": _PRIMITIVES,
        "base_dsl.typing": _DSL,
        "base_dsl.arch": _DSL,
        "base_dsl.compiler": _CUTE,
        "base_dsl.enums": _DSL,
        "base_dsl.common": _DSL,
        "base_dsl.jit_executor": _DSL,
        "base_dsl.ast_helpers": _DSL,
        "base_dsl.ast_preprocessor": ("cutedsl.staging.rewrite.visitor",),
        "base_dsl._mlir_helpers": _DSL,
        "base_dsl._mlir_helpers.op": _DSL,
        "_mlir_helpers": _DSL,
        "_mlir_helpers.op": _DSL,
        "_mlir_helpers.dialect_proxy": ("cutedsl.compat.private_names",),
        "_mlir_helpers.arith": ("cutedsl.compat.mlir.arith",),
        "_mlir_helpers.math": ("cutedsl.compat.mlir.math",),
        "_mlir_helpers.vector": ("cutedsl.compat.mlir.vector",),
        "cuda": ("cutedsl.compat.cuda_context",),
        "vector": ("cutedsl.lang.register_vectors.vectors",),
        "_mlir": (),
        "_mlir.ir": ("cutedsl.compat.mlir.ir",),
        "_mlir.dialects": (),
        **{f"_mlir.dialects.{name}": places for name, places in _DIALECTS.items()},
        **{f"_mlir.dialects._{name}_ops_gen": places for name, places in _DIALECTS.items()},
        **{f"_mlir.dialects._{name}_enum_gen": places for name, places in _DIALECTS.items()},
        "_mlir._mlir_libs": (),
        "_mlir._mlir_libs._cutlass_ir": (),
        "_mlir._mlir_libs._cutlass_ir._mlir": (),
        "_mlir._mlir_libs._cutlass_ir._mlir.ir": ("cutedsl.compat.mlir.ir",),
        "_mlir.extras": (),
        "cuda_jit_executor": ("cutedsl.compat.jit_modules",),
        "base_dsl.runtime": (),
        "base_dsl.runtime.cuda": ("cutedsl.compat.cuda_results",),
        "base_dsl.runtime.jit_arg_adapters": _DSL,
        "base_dsl.tvm_ffi_builder": (),
        "base_dsl.tvm_ffi_builder.spec": (),
        "base_dsl.version_info": _DSL,
        "cutlass_dsl.cuda_jit_executor": ("cutedsl.compat.jit_modules",),
        "cutlass_dsl.tvm_ffi_provider": (),
        "cute._tvm_ffi_args_spec_converter": ("cutedsl.compat.tvm_ffi_arguments",),
        "cute.arch.nvvm_wrappers": ("cutedsl.lang.arch",),
        "cute.arch.nvvm": _NVVM,
        "cute.arch.clc": ("cutedsl.lang.intrinsics.clc",),
        "cute.experimental.host_runtime": ("cutedsl.driver.arguments.workspace",),
        "cute.experimental.iket": ("cutedsl.cute.iket",),
        "cute.nvgpu.cpasync.copy": ("cutedsl.cute.nvgpu.cpasync",),
        "cute.nvgpu.cpasync.helpers": ("cutedsl.cute.nvgpu.cpasync",),
        "cute.nvgpu.tcgen05.mma": ("cutedsl.cute.nvgpu.tcgen05",),
        "cute.nvgpu.tcgen05.copy": ("cutedsl.cute.nvgpu.tcgen05",),
        "cute.nvgpu.tcgen05.helpers": ("cutedsl.cute.nvgpu.tcgen05",),
        "cute.nvgpu.warp.mma": ("cutedsl.cute.nvgpu.warp", "cutedsl.compat.private_names"),
        "cute.nvgpu.warp.copy": ("cutedsl.cute.nvgpu.warp",),
        "cute.nvgpu.warpgroup.mma": ("cutedsl.cute.nvgpu.warpgroup",),
        "cute.nvgpu.warpgroup.helpers": ("cutedsl.cute.nvgpu.warpgroup",),
        "pipeline.helpers": ("cutedsl.pipeline",),
        "pipeline.sm90": ("cutedsl.pipeline",),
        "pipeline.sm100": ("cutedsl.pipeline",),
        "_mlir.extras.types": ("cutedsl.compat.mlir.types",),
        "cute.arch.smem": ("cutedsl.lang.arch",),
        "cute.core": _CUTE,
        "cute.tensor": _CUTE,
        "cute.typing": (*_CUTE, "cutedsl.compat.typing_names"),
        "cute.atom": _CUTE,
        "cute.algorithm": _CUTE,
        "cute.tuple": _CUTE,
        "cute.testing": ("cutedsl.cute.testing",),
        "utils.ampere_helpers": ("cutedsl.compat.smem_capacity", *_UTILS),
        "utils.blackwell_helpers": ("cutedsl.utils.sm100", *_UTILS),
        "utils.hopper_helpers": ("cutedsl.utils.sm90", *_UTILS),
        "utils.smem_allocator": _UTILS,
        "utils.hardware_info": _UTILS,
        "utils.layout": _UTILS,
        "utils.block": _UTILS,
        "utils.pipeline": ("cutedsl.pipeline",),
        "utils.static_persistent_tile_scheduler": _UTILS,
        "utils.dynamic_persistent_tile_scheduler": _UTILS,
        "utils.grouped_gemm_persistent_tile_scheduler": _UTILS,
        "utils.tensormap_manager": _UTILS,
        "memory": _UTILS,
        "tensor_utils": _UTILS,
        "block": _UTILS,
    }
)
"""After `cutlass.`: the modules whose names it has."""

_PRIVATE = {
    "cutlass_dsl": "BaseDSL CuTeDSL T",
    "cute.typing": "T",
    "_mlir.ir": """
        Value Context InsertionPoint Location Type IntegerType IntegerAttr VectorType FloatAttr Attribute Operation
    """,
    "_mlir.dialects.llvm": """
        inline_asm AsmDialect StructType extractvalue insertvalue bitcast ptrtoint inttoptr addrspacecast PointerType
        load store mlir_undef getelementptr alloca IntegerOverflowFlags
    """,
    "_mlir.dialects.nvvm": """
        atomicrmw AtomicOpKind MemOrderKind MemScopeKind fmax fmin cp_async_mbarrier_arrive red mapa TMALoadMode
        elect_sync CpAsyncBulkTensorGlobalToSharedClusterOp CpAsyncBulkTensorLoadMode
        ReduxKind ReductionKind BlockScaleFormat MMABlockScaleKind MMATypes ScaleVecSize
    """,
    "_mlir.dialects.arith": "constant addf mulf subf divf addi muli subi andi ori xori cmpf cmpi select",
    "_mlir.dialects.math": "absf absi log log2 exp exp2 sqrt rsqrt",
    "_mlir.dialects": "builtin",
    "_mlir.dialects.vector": "extract insert from_elements bitcast splat",
    "_mlir.dialects.nvgpu": "cvt_fpext",
    "_mlir_helpers.arith": "recast_type",
    "_mlir.dialects.cute": "AddressSpace PtrType recast_iter",
    "_mlir.dialects.cute_nvgpu": """
        atom_make_non_exec_tiled_tma_load atom_make_non_exec_tiled_tma_store atom_make_non_exec_tiled_tma_reduce
        atom_make_exec_tma get_tma_desc_addr get_default_tma_format TmaDescriptorTiledType TmaDataFormat
    """,
    "cute.nvgpu.cpasync.copy": """
        CopyBulkTensorTileG2SMulticastNonExecTrait CopyBulkTensorTileG2SMulticastTrait CopyBulkTensorTileG2SNonExecTrait
        CopyBulkTensorTileG2STrait TMA_DESC_PTR_FIELD_NAME TMA_MBAR_PTR_FIELD_NAME TMA_MCAST_MASK_FIELD_NAME
    """,
    "base_dsl": """
        BaseDSL Arch CompileOptions Compiler CompilerDiagnosticError DiagId JitExecutor TypedPointer IRConst IRValue
        IRVariadic cast
    """,
    "base_dsl.runtime": "",
    "base_dsl.dsl": "get_mlir_types debug_print_mlir_values set_dynamic_debug",
    "base_dsl.typing": "FloatMeta IntegerMeta get_mlir_types get_c_pointers MLIR_DYNAMIC_INDEX Vector",
    "base_dsl.tvm_ffi_builder": "spec",
    "base_dsl.tvm_ffi_builder.spec": "ConstNone Tensor Var Shape Tuple",
    "cutlass_dsl.cuda_jit_executor": "CudaDialectJitCompiledFunction CudaDialectJitModule",
    "cutlass_dsl.tvm_ffi_provider": "TVMFFIJitCompiledFunctionBase TVMFFIJitCompiledFunction",
    "base_dsl.runtime.cuda": "load_cubin_module_data",
    "cuda_jit_executor": "CudaDialectJitCompiledFunction CudaDialectJitModule",
}

PRIVATE: Mapping[str, frozenset[str]] = MappingProxyType(
    {module: frozenset(names.split()) for module, names in _PRIVATE.items()}
)
"""Names of private modules that programs use, here already or not yet."""

DUNDERS = frozenset({"__STR_TO_DTYPE__"})
"""Names with two underscores that programs import; the others are Python's."""

HIDDEN = frozenset(
    {
        *("arch", "checker", "cli", "codegen", "compat", "config", "driver", "eager", "errors", "execution", "ir"),
        *("lang", "layout", "ops", "passes", "staging", "types", "viz"),
    }
)
"""Our own folders, which are not modules of `cutlass`."""
