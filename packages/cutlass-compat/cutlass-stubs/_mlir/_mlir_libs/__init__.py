"""Written by scripts/cutlass_stubs.py."""

from cutlass._mlir._mlir_libs import _cutlass_ir as _cutlass_ir
