"""Written by scripts/cutlass_stubs.py."""

from cutlass._mlir.dialects import _arith_enum_gen as _arith_enum_gen
from cutlass._mlir.dialects import _arith_ops_gen as _arith_ops_gen
from cutlass._mlir.dialects import _cute_enum_gen as _cute_enum_gen
from cutlass._mlir.dialects import _cute_nvgpu_enum_gen as _cute_nvgpu_enum_gen
from cutlass._mlir.dialects import _cute_nvgpu_ops_gen as _cute_nvgpu_ops_gen
from cutlass._mlir.dialects import _cute_ops_gen as _cute_ops_gen
from cutlass._mlir.dialects import _llvm_enum_gen as _llvm_enum_gen
from cutlass._mlir.dialects import _llvm_ops_gen as _llvm_ops_gen
from cutlass._mlir.dialects import _math_enum_gen as _math_enum_gen
from cutlass._mlir.dialects import _math_ops_gen as _math_ops_gen
from cutlass._mlir.dialects import _nvgpu_enum_gen as _nvgpu_enum_gen
from cutlass._mlir.dialects import _nvgpu_ops_gen as _nvgpu_ops_gen
from cutlass._mlir.dialects import _nvvm_enum_gen as _nvvm_enum_gen
from cutlass._mlir.dialects import _nvvm_ops_gen as _nvvm_ops_gen
from cutlass._mlir.dialects import _vector_enum_gen as _vector_enum_gen
from cutlass._mlir.dialects import _vector_ops_gen as _vector_ops_gen
from cutlass._mlir.dialects import arith as arith
from cutlass._mlir.dialects import cute as cute
from cutlass._mlir.dialects import cute_nvgpu as cute_nvgpu
from cutlass._mlir.dialects import llvm as llvm
from cutlass._mlir.dialects import math as math
from cutlass._mlir.dialects import nvgpu as nvgpu
from cutlass._mlir.dialects import nvvm as nvvm
from cutlass._mlir.dialects import vector as vector
