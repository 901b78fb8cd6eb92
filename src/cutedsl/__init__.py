"""cutedsl: an open Python DSL for CuTe GPU kernels, to run, see and trust on any machine.

`import cutedsl as cutlass` and `import cutedsl.cute as cute` are all that a program written for CuTe DSL changes.
"""

from __future__ import annotations

import os
import sys

if (
    (_words := getattr(sys, "argv", ()))[:1] == ["-m"]
    and sys.orig_argv[-len(_words)] == __name__
    and sys.path[:1] == [os.getcwd()]
):
    # `python -m cutedsl` begins here. The current folder, with a program's `copy.py`, is not for this package;
    # `cutedsl run` brings the program's folder.
    del sys.path[0]

if sys.platform != "win32":
    # First of all: a fork of another thread waits here for the import of this package, whose lock a child would find
    # taken for good. `forks/fork_gate.py` looks after all that comes later.
    os.register_at_fork(before=lambda: __import__(__name__))

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import lazy_names
from cutedsl.forks import fork_gate as fork_gate  # a fork waits for imports and compilations from here on

if TYPE_CHECKING:
    from cutedsl import cute, pipeline, utils
    from cutedsl.cute import runtime
    from cutedsl.driver.arguments.adapters import JitArgAdapterRegistry, JitArgument, register_jit_arg_adapter
    from cutedsl.driver.call.compiled import CompiledFunction as JitCompiledFunction
    from cutedsl.driver.call.functions import jit, kernel
    from cutedsl.errors import DSLRuntimeError, DSLUserCodeError
    from cutedsl.lang.emission.user_ops import CUDA_VERSION, DSLCudaVersion, dsl_user_op, dtype, target_version
    from cutedsl.lang.instructions.tensor_maps import GridConstant
    from cutedsl.lang.layouts.tuple_types import Shape
    from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA as Vector
    from cutedsl.lang.register_vectors.tensor_ssa import full, full_like
    from cutedsl.lang.register_vectors.vectors import print_nd_vector
    from cutedsl.lang.tensors.arrays import Array, make_array_view
    from cutedsl.lang.tensors.make import inttoptr
    from cutedsl.lang.tensors.pointer import Pointer, apply_swizzle
    from cutedsl.lang.tensors.tensor import Tensor
    from cutedsl.layout import Layout, Swizzle
    from cutedsl.staging.choose import all_, and_, any_, max, min, not_, or_, select_
    from cutedsl.staging.constexpr import Constexpr, const_expr, dynamic_expr, range_constexpr
    from cutedsl.staging.explicit import LoopUnroll, for_generate, if_generate, while_generate, yield_out
    from cutedsl.staging.numeric import Numeric, NumericMeta, as_numeric
    from cutedsl.staging.ranges import Range as range
    from cutedsl.staging.ranges import Range as range_dynamic
    from cutedsl.staging.scalars import (
        BFloat16,
        Boolean,
        Float,
        Float4E2M1FN,
        Float4E2M1FNx2,
        Float6E2M3FN,
        Float6E3M2FN,
        Float6E3M2FNx4,
        Float8E4M3,
        Float8E4M3B11FNUZ,
        Float8E4M3FN,
        Float8E5M2,
        Float8E8M0FNU,
        Float16,
        Float32,
        Float64,
        Int4,
        Int8,
        Int16,
        Int32,
        Int64,
        Int128,
        Integer,
        TFloat32,
        Uint8,
        Uint16,
        Uint32,
        Uint64,
        Uint128,
    )
    from cutedsl.staging.tree import extract_mlir_values, new_from_mlir_values
    from cutedsl.types import AddressSpace
else:

    def _with_places(value: object) -> object:
        from cutedsl.lang.emission.mlir_places import (
            takes_places,  # bundles are served without the modules that it needs
        )

        return takes_places(value)

    __getattr__, __dir__ = lazy_names(
        __name__,
        "",
        {
            "cutedsl.": "bundle cute jax pipeline testing torch utils",
            "cutedsl.cute.": "runtime",
            "cutedsl.driver.arguments.adapters": "JitArgAdapterRegistry JitArgument register_jit_arg_adapter",
            "cutedsl.driver.call.compiled": "JitCompiledFunction=CompiledFunction",
            "cutedsl.driver.call.functions": "jit kernel",
            "cutedsl.errors": "DSLRuntimeError DSLUserCodeError",
            "cutedsl.lang.tensors.arrays": "Array make_array_view",
            "cutedsl.lang.tensors.make": "inttoptr",
            "cutedsl.lang.tensors.pointer": "Pointer apply_swizzle",
            "cutedsl.lang.tensors.tensor": "Tensor",
            "cutedsl.lang.instructions.tensor_maps": "GridConstant",
            "cutedsl.lang.register_vectors.tensor_ssa": "Vector=TensorSSA full full_like",
            "cutedsl.lang.register_vectors.vectors": "print_nd_vector",
            "cutedsl.lang.layouts.tuple_types": "Shape",
            "cutedsl.lang.emission.user_ops": "CUDA_VERSION DSLCudaVersion dsl_user_op dtype target_version",
            "cutedsl.layout": "Layout Swizzle",
            "cutedsl.staging.choose": "all_ and_ any_ max min not_ or_ select_",
            "cutedsl.staging.constexpr": "Constexpr const_expr dynamic_expr range_constexpr",
            "cutedsl.staging.explicit": "LoopUnroll for_generate if_generate while_generate yield_out",
            "cutedsl.staging.numeric": "Numeric NumericMeta as_numeric",
            "cutedsl.staging.ranges": "range=Range range_dynamic=Range",
            "cutedsl.staging.scalars": """
                BFloat16 Boolean Float Float4E2M1FN Float4E2M1FNx2 Float6E2M3FN Float6E3M2FN Float6E3M2FNx4 Float8E4M3
                Float8E4M3B11FNUZ Float8E4M3FN Float8E5M2 Float8E8M0FNU Float16 Float32 Float64 Int4
                Int8 Int16 Int32 Int64 Int128 Integer TFloat32 Uint8 Uint16 Uint32 Uint64 Uint128
            """,
            "cutedsl.staging.tree": "extract_mlir_values new_from_mlir_values",
            "cutedsl.types": "AddressSpace",
        },
        given=_with_places,
    )


__version__ = "0.1.0"

if "IPython" in sys.modules:
    from cutedsl.cute.notebook import register_if_notebook

    register_if_notebook()


__all__ = [
    "CUDA_VERSION",
    "AddressSpace",
    "Array",
    "BFloat16",
    "Boolean",
    "Constexpr",
    "DSLCudaVersion",
    "DSLRuntimeError",
    "DSLUserCodeError",
    "Float",
    "Float4E2M1FN",
    "Float4E2M1FNx2",
    "Float6E2M3FN",
    "Float6E3M2FN",
    "Float6E3M2FNx4",
    "Float8E4M3",
    "Float8E4M3B11FNUZ",
    "Float8E4M3FN",
    "Float8E5M2",
    "Float8E8M0FNU",
    "Float16",
    "Float32",
    "Float64",
    "GridConstant",
    "Int4",
    "Int8",
    "Int16",
    "Int32",
    "Int64",
    "Int128",
    "Integer",
    "JitArgAdapterRegistry",
    "JitArgument",
    "JitCompiledFunction",
    "Layout",
    "LoopUnroll",
    "Numeric",
    "NumericMeta",
    "Pointer",
    "Shape",
    "Swizzle",
    "TFloat32",
    "Tensor",
    "Uint8",
    "Uint16",
    "Uint32",
    "Uint64",
    "Uint128",
    "Vector",
    "all_",
    "and_",
    "any_",
    "apply_swizzle",
    "as_numeric",
    "const_expr",
    "cute",
    "dsl_user_op",
    "dtype",
    "dynamic_expr",
    "extract_mlir_values",
    "for_generate",
    "full",
    "full_like",
    "if_generate",
    "inttoptr",
    "jit",
    "kernel",
    "make_array_view",
    "max",
    "min",
    "new_from_mlir_values",
    "not_",
    "or_",
    "pipeline",
    "print_nd_vector",
    "range",
    "range_constexpr",
    "range_dynamic",
    "register_jit_arg_adapter",
    "runtime",
    "select_",
    "target_version",
    "utils",
    "while_generate",
    "yield_out",
]
