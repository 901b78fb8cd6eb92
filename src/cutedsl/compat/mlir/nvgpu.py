"""`cutlass._mlir.dialects.nvgpu`: conversions of vectors of short floats."""

from __future__ import annotations

from cutedsl.compat.mlir import arith

cvt_fpext, cvt_fptrunc = arith.extf, arith.truncf
