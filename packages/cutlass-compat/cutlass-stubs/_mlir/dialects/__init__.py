"""Written by scripts/cutlass_stubs.py."""

from cutlass._mlir.dialects import arith as arith
from cutlass._mlir.dialects import cute as cute
from cutlass._mlir.dialects import cute_nvgpu as cute_nvgpu
from cutlass._mlir.dialects import llvm as llvm
from cutlass._mlir.dialects import math as math
from cutlass._mlir.dialects import nvvm as nvvm
from cutlass._mlir.dialects import vector as vector
