"""Written by scripts/cutlass_stubs.py."""

from cutlass._mlir import _mlir_libs as _mlir_libs
from cutlass._mlir import dialects as dialects
from cutlass._mlir import extras as extras
from cutlass._mlir import ir as ir
