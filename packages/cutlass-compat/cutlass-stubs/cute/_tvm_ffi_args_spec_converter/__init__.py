"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.tvm_ffi_arguments import CLASS_OF as CLASS_OF
from cutedsl.compat.tvm_ffi_arguments import Numeric as Numeric
from cutedsl.compat.tvm_ffi_arguments import fail as fail
