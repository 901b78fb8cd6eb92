"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.mlir.nvgpu import cvt_fpext as cvt_fpext
from cutedsl.compat.mlir.nvgpu import cvt_fptrunc as cvt_fptrunc
