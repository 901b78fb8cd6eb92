"""CuTe's names: layouts, tensors, kernels."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from cutedsl.cute import runtime
from cutedsl.driver.compile import compile
from cutedsl.driver.functions import jit, kernel
from cutedsl.driver.options import (
    DeviceTarget,
    EnableAssertions,
    EnableTVMFFI,
    GenerateLineInfo,
    GPUArch,
    KeepCUBIN,
    KeepPTX,
    OptLevel,
    PtxasOptions,
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
from cutedsl.lang.gemm import gemm
from cutedsl.lang.memory import make_rmem_tensor
from cutedsl.lang.printing import printf
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
    make_layout,
    make_layout_tv,
    make_ordered_layout,
    round_up,
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
    "BFloat16",
    "Boolean",
    "ComposedLayout",
    "DeviceTarget",
    "EnableAssertions",
    "EnableTVMFFI",
    "Float16",
    "Float32",
    "Float64",
    "GPUArch",
    "GenerateLineInfo",
    "Int8",
    "Int16",
    "Int32",
    "Int64",
    "KeepCUBIN",
    "KeepPTX",
    "Layout",
    "Numeric",
    "OptLevel",
    "PtxasOptions",
    "ReductionOp",
    "Swizzle",
    "SymInt",
    "Tensor",
    "TensorSSA",
    "Uint8",
    "Uint32",
    "arch",
    "ceil_div",
    "coalesce",
    "compile",
    "complement",
    "composition",
    "cosize",
    "crd2idx",
    "depth",
    "elem_less",
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
    "make_layout",
    "make_layout_tv",
    "make_ordered_layout",
    "make_rmem_tensor",
    "math",
    "ones_like",
    "printf",
    "rank",
    "round_up",
    "runtime",
    "size",
    "slice_",
    "sym_int",
    "sym_int32",
    "sym_int64",
    "tiled_divide",
    "where",
    "zeros_like",
    "zipped_divide",
]
