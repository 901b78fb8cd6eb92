"""Written by scripts/cutlass_stubs.py."""

from cutlass.base_dsl.tvm_ffi_builder import spec as spec
