"""CuTe's names: layouts, tensors, kernels."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from cutedsl.cute import nvgpu, runtime, testing
from cutedsl.driver.compile import compile
from cutedsl.driver.functions import jit, kernel
from cutedsl.driver.options import (
    RDC,
    DeviceTarget,
    DisableCuteExtCompile,
    DumpDir,
    EnableAssertions,
    EnableTVMFFI,
    FrontendNext,
    GenerateLineInfo,
    GPUArch,
    HostTarget,
    KeepCUBIN,
    KeepPTX,
    KeepSASS,
    LinkLibraries,
    NvdisasmOptions,
    OptLevel,
    PtxasOptions,
    RemarkFilter,
    RemarkOutput,
)
from cutedsl.execution.symbols import SymInt, sym_int, sym_int32, sym_int64
from cutedsl.lang import arch, math
from cutedsl.lang.algebra import (
    coalesce,
    composition,
    cosize,
    depth,
    flat_divide,
    group_modes,
    local_partition,
    local_tile,
    logical_divide,
    rank,
    size,
    slice_,
    tiled_divide,
    zipped_divide,
)
from cutedsl.lang.atoms.copy_atom import CopyAtom, make_copy_atom
from cutedsl.lang.atoms.tiled_copy import (
    ThrCopy,
    TiledCopy,
    make_cotiled_copy,
    make_tiled_copy,
    make_tiled_copy_A,
    make_tiled_copy_B,
    make_tiled_copy_C,
    make_tiled_copy_C_atom,
    make_tiled_copy_D,
    make_tiled_copy_S,
    make_tiled_copy_tv,
)
from cutedsl.lang.atoms.tiled_mma import MmaAtom, ThrMma, TiledMma, make_mma_atom, make_tiled_mma
from cutedsl.lang.copying import autovec_copy, basic_copy, basic_copy_if, copy, copy_atom_call, prefetch
from cutedsl.lang.fast_divmod import FastDivmodDivisor, fast_divmod_create_divisor
from cutedsl.lang.gemm import gemm, mma_atom_call
from cutedsl.lang.make import (
    domain_offset,
    make_fragment_like,
    make_identity_tensor,
    make_rmem_tensor,
    make_rmem_tensor_like,
    make_tensor,
    recast_tensor,
)
from cutedsl.lang.native_struct import make_native_struct, native_struct
from cutedsl.lang.pointer import Pointer, make_ptr, recast_ptr
from cutedsl.lang.printing import printf
from cutedsl.lang.struct import struct, union
from cutedsl.lang.tensor import Tensor
from cutedsl.lang.tensor_ssa import ReductionOp, TensorSSA, full, full_like, ones_like, where, zeros_like
from cutedsl.layout import (
    ComposedLayout,
    Layout,
    Swizzle,
    ceil_div,
    complement,
    crd2idx,
    elem_less,
    idx2crd,
    make_composed_layout,
    make_identity_layout,
    make_layout,
    make_layout_like,
    make_layout_tv,
    make_ordered_layout,
    make_swizzle,
    recast_layout,
    round_up,
    tile_to_shape,
)
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import (
    BFloat16,
    Boolean,
    Float16,
    Float32,
    Float64,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint8,
    Uint32,
)
from cutedsl.types import AddressSpace

if TYPE_CHECKING:
    from cutedsl.cute import viz as viz
else:

    def __getattr__(name: str) -> object:
        # Most programs draw nothing, so pictures are imported when they are first named.
        if name == "viz":
            return importlib.import_module("cutedsl.cute.viz")
        from cutedsl.errors.not_yet import missing_name

        return missing_name("cute", name)


__all__ = [
    "RDC",
    "AddressSpace",
    "BFloat16",
    "Boolean",
    "ComposedLayout",
    "CopyAtom",
    "DeviceTarget",
    "DisableCuteExtCompile",
    "DumpDir",
    "EnableAssertions",
    "EnableTVMFFI",
    "FastDivmodDivisor",
    "Float16",
    "Float32",
    "Float64",
    "FrontendNext",
    "GPUArch",
    "GenerateLineInfo",
    "HostTarget",
    "Int8",
    "Int16",
    "Int32",
    "Int64",
    "KeepCUBIN",
    "KeepPTX",
    "KeepSASS",
    "Layout",
    "LinkLibraries",
    "MmaAtom",
    "Numeric",
    "NvdisasmOptions",
    "OptLevel",
    "Pointer",
    "PtxasOptions",
    "ReductionOp",
    "RemarkFilter",
    "RemarkOutput",
    "Swizzle",
    "SymInt",
    "Tensor",
    "TensorSSA",
    "ThrCopy",
    "ThrMma",
    "TiledCopy",
    "TiledMma",
    "Uint8",
    "Uint32",
    "arch",
    "autovec_copy",
    "basic_copy",
    "basic_copy_if",
    "ceil_div",
    "coalesce",
    "compile",
    "complement",
    "composition",
    "copy",
    "copy_atom_call",
    "cosize",
    "crd2idx",
    "depth",
    "domain_offset",
    "elem_less",
    "fast_divmod_create_divisor",
    "flat_divide",
    "full",
    "full_like",
    "gemm",
    "group_modes",
    "idx2crd",
    "jit",
    "kernel",
    "local_partition",
    "local_tile",
    "logical_divide",
    "make_composed_layout",
    "make_copy_atom",
    "make_cotiled_copy",
    "make_fragment_like",
    "make_identity_layout",
    "make_identity_tensor",
    "make_layout",
    "make_layout_like",
    "make_layout_tv",
    "make_mma_atom",
    "make_native_struct",
    "make_ordered_layout",
    "make_ptr",
    "make_rmem_tensor",
    "make_rmem_tensor_like",
    "make_swizzle",
    "make_tensor",
    "make_tiled_copy",
    "make_tiled_copy_A",
    "make_tiled_copy_B",
    "make_tiled_copy_C",
    "make_tiled_copy_C_atom",
    "make_tiled_copy_D",
    "make_tiled_copy_S",
    "make_tiled_copy_tv",
    "make_tiled_mma",
    "math",
    "mma_atom_call",
    "native_struct",
    "nvgpu",
    "ones_like",
    "prefetch",
    "printf",
    "rank",
    "recast_layout",
    "recast_ptr",
    "recast_tensor",
    "round_up",
    "runtime",
    "size",
    "slice_",
    "struct",
    "sym_int",
    "sym_int32",
    "sym_int64",
    "testing",
    "tile_to_shape",
    "tiled_divide",
    "union",
    "where",
    "zeros_like",
    "zipped_divide",
]
