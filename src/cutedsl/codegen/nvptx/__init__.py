"""IR to PTX for NVIDIA GPUs: one thread is one instance of scalar code; registers and cubins from `ptxas`."""

from __future__ import annotations

from cutedsl.codegen.nvptx.module import NvptxSource, compile_ptx, emit_nvptx
from cutedsl.codegen.nvptx.tools.ptxas import KernelReport, PtxasReport, assemble, find_ptxas

__all__ = [
    "KernelReport",
    "NvptxSource",
    "PtxasReport",
    "assemble",
    "compile_ptx",
    "emit_nvptx",
    "find_ptxas",
]
