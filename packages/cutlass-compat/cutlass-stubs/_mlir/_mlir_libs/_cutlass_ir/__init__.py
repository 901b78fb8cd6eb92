"""Written by scripts/cutlass_stubs.py."""

from cutlass._mlir._mlir_libs._cutlass_ir import _mlir as _mlir
