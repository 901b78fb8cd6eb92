"""Written by scripts/cutlass_stubs.py."""

from cutlass._mlir.extras import types as types
