"""The launcher of an exported program for GPUs, inside its object: what the C of `native/export/gpu.c` reads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from cutedsl.arch.abi.host import KernelInfo
from cutedsl.arch.launch_limits import PORTABLE_CLUSTER_BLOCKS
from cutedsl.arch.ptx_names import ptx_name
from cutedsl.codegen.abi.constants import Place, string_text, structure_type, structure_value
from cutedsl.native import built_text
from cutedsl.native.constants import MOST_GPUS
from cutedsl.native.structures import structure

_GPU_KERNEL: Final = structure("GpuKernel")
_GPU_MODULE: Final = structure("GpuModule")
_GPU_PROGRAM: Final = structure("GpuProgram")

GPU_SYMBOL: Final = "cute.gpu.program"
"""The `GpuProgram` of an object."""


def launcher_text(host: str, kernels: Sequence[KernelInfo], prefix: str, image_offset: int) -> str:
    """LLVM text that defines `GPU_SYMBOL` for the `host` function and the kernels.

    The kernels' image is in the object's note, from `image_offset` on.
    """
    names = "\n".join(string_text(f"cute.gpu.name{k}", ptx_name(kernel.name)) for k, kernel in enumerate(kernels))
    kind = structure_type(_GPU_KERNEL)
    records = ", ".join(f"{kind} {_record(kernel, f'cute.gpu.name{k}')}" for k, kernel in enumerate(kernels))
    module_bytes = _GPU_MODULE.size_bytes + 8 * len(kernels)
    values = {
        "kernels": "cute.gpu.kernels",
        "count": len(kernels),
        "image": Place(f"{prefix}_note", image_offset),
        "host": host,
        "modules": "cute.gpu.modules",
        "module_bytes": module_bytes,
    }
    return f"""
{built_text("export.gpu")}
{names}
@cute.gpu.kernels = private constant [{len(kernels)} x {kind}] [{records}]
@cute.gpu.modules = internal global [{MOST_GPUS * module_bytes} x i8] zeroinitializer, align 8
@"{prefix}_note" = external constant i8
declare i32 @"{host}"(ptr, ptr)
@{GPU_SYMBOL} = private constant {structure_type(_GPU_PROGRAM)} {structure_value(_GPU_PROGRAM, values)}
"""


def _record(kernel: KernelInfo, name: str) -> str:
    values = {
        "name": name,
        "smem_bytes": kernel.smem_bytes,
        "param_count": kernel.param_count,
        "by_address": sum(1 << index for index in kernel.by_address),
        "use_pdl": int(kernel.use_pdl),
        "cooperative": int(kernel.cooperative),
        "large_cluster": int(math.prod(kernel.cluster_dim) > PORTABLE_CLUSTER_BLOCKS),
    }
    return structure_value(_GPU_KERNEL, values)
