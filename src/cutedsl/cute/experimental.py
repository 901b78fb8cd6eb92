"""`cutlass.cute.experimental`: shorter kernels for Blackwell, without atoms and coordinate tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.cute import iket
from cutedsl.driver.call.compiling import compile
from cutedsl.driver.call.experimental_kernels import kernel
from cutedsl.driver.call.functions import jit
from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.experimental.buffers import allocate
from cutedsl.lang.experimental.bulk import (
    get_cta_v_map_ab,
    get_cta_v_map_c,
    tma_load,
    tma_load_multicast,
    tma_store,
)
from cutedsl.lang.experimental.kinds import OperationTypeEnum
from cutedsl.lang.experimental.loops import epilogue_tma_store, mainloop_mma
from cutedsl.lang.experimental.pipelines import (
    TMAStorePipeline,
    TMAToUMMAPipeline,
    UMMAtoAsyncPipeline,
    get_mbarrier,
    pipeline_advance_iterator,
)
from cutedsl.lang.experimental.tiles import (
    copy,
    dot,
    dot_block_scaled,
    make_t2r_rmem_layout,
    make_tmem_layout_acc,
    partition,
    partition_and_copy,
)

functions_take_places(globals())

if not TYPE_CHECKING:
    __getattr__ = missing_names("cute.experimental")

__all__ = [
    "OperationTypeEnum",
    "TMAStorePipeline",
    "TMAToUMMAPipeline",
    "UMMAtoAsyncPipeline",
    "allocate",
    "compile",
    "copy",
    "dot",
    "dot_block_scaled",
    "epilogue_tma_store",
    "get_cta_v_map_ab",
    "get_cta_v_map_c",
    "get_mbarrier",
    "iket",
    "jit",
    "kernel",
    "mainloop_mma",
    "make_t2r_rmem_layout",
    "make_tmem_layout_acc",
    "partition",
    "partition_and_copy",
    "pipeline_advance_iterator",
    "tma_load",
    "tma_load_multicast",
    "tma_store",
]
