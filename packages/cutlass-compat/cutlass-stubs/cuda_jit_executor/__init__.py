"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.jit_modules import CudaDialectJitModule as CudaDialectJitModule
from cutedsl.compat.jit_modules import fail as fail
