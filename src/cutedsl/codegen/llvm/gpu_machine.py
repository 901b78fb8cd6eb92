"""What LLVM calls a GPU target. Importing this loads LLVM, and none of the IR."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.targets import GpuTarget
from cutedsl.codegen.llvm.compile import Machine

TRIPLE: Final = "nvptx64-nvidia-cuda"


def machine_of(target: GpuTarget, ptx_version: tuple[int, int] = (0, 0)) -> Machine:
    """LLVM's description of a GPU target, with the lowest PTX version that it and the code need."""
    if ptx_version > target.ptx_version:
        return Machine(TRIPLE, target.name, f"+ptx{ptx_version[0]}{ptx_version[1]}")
    return Machine(TRIPLE, target.name, target.llvm_features)
