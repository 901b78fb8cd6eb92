"""The C that launches the kernels of an exported program on a GPU: text for its header.

It needs no header of CUDA: the driver's library is opened when the module is loaded, and asked for its functions by
name. Kernels run on the module's `stream` unless the program names one; a launch does not wait for them.
Source: ours; CUDA Driver API.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from string import Template
from typing import Final

from cutedsl.arch.abi.cuda_launch import ATTRIBUTE, ATTRIBUTE_BYTES, MAX_PARAMS
from cutedsl.arch.abi.host import ENV_STREAM, GRID, RT, RT_BYTES, SMEM_REQUEST, ErrorCode, KernelInfo
from cutedsl.arch.launch_limits import PORTABLE_CLUSTER_BLOCKS
from cutedsl.arch.ptx_names import ptx_name
from cutedsl.arch.targets import STATIC_SMEM_BYTES
from cutedsl.arch.tensor_map import L2_PROMOTION_128B, MAX_RANK, REQUEST
from cutedsl.native import exported_text

NOT_LOADED: Final = -2000
"""What the wrapper gives where the module is not loaded."""


def launcher_text(kernels: Sequence[KernelInfo], prefix: str, image_offset: int) -> str:
    """The module's structure, loading and unloading, and `<prefix>_run`; the image is in the object's note."""
    return Template("\n" + exported_text("cuda.h")).substitute(
        prefix=prefix,
        image=image_offset,
        records=", ".join(map(_record, kernels)),
        count=len(kernels),
        rt_bytes=RT_BYTES,
        at_launch=RT["launch"].offset,
        at_write=RT["write"].offset,
        at_check=RT["check"].offset,
        at_user=RT["user"].offset,
        at_map=RT["tensor_map"].offset,
        env_stream=ENV_STREAM,
        most_params=MAX_PARAMS,
        attribute_pad=ATTRIBUTE_BYTES - 8 - 12,
        cluster_id=ATTRIBUTE["cluster"],
        pdl_id=ATTRIBUTE["use_pdl"],
        cooperative_id=ATTRIBUTE["cooperative"],
        smem_at=SMEM_REQUEST,
        grid_at=GRID,
        static_smem=STATIC_SMEM_BYTES,
        promotion=L2_PROMOTION_128B,
        steps=", ".join(["1"] * MAX_RANK),
        not_loaded=NOT_LOADED,
        failed=int(ErrorCode.LAUNCH_FAILED),
        at_error=RT["error_code"].offset,
        **{f"req_{name}": place for name, place in REQUEST.items()},
    )


def _record(kernel: KernelInfo) -> str:
    by_address = sum(1 << index for index in kernel.by_address)
    large = int(math.prod(kernel.cluster_dim) > PORTABLE_CLUSTER_BLOCKS)
    numbers = (kernel.smem_bytes, kernel.param_count, int(kernel.use_pdl), int(kernel.cooperative), large)
    return f'{{"{ptx_name(kernel.name)}", {", ".join(map(str, numbers))}, {by_address}ull}}'
