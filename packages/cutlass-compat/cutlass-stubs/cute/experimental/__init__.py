"""Written by scripts/cutlass_stubs.py."""

from cutlass.cute.experimental import host_runtime as host_runtime
from cutlass.cute.experimental import iket as iket
from cutedsl.cute.experimental import OperationTypeEnum as OperationTypeEnum
from cutedsl.cute.experimental import TMAStorePipeline as TMAStorePipeline
from cutedsl.cute.experimental import TMAToUMMAPipeline as TMAToUMMAPipeline
from cutedsl.cute.experimental import UMMAtoAsyncPipeline as UMMAtoAsyncPipeline
from cutedsl.cute.experimental import allocate as allocate
from cutedsl.cute.experimental import compile as compile
from cutedsl.cute.experimental import copy as copy
from cutedsl.cute.experimental import dot as dot
from cutedsl.cute.experimental import dot_block_scaled as dot_block_scaled
from cutedsl.cute.experimental import epilogue_tma_store as epilogue_tma_store
from cutedsl.cute.experimental import get_cta_v_map_ab as get_cta_v_map_ab
from cutedsl.cute.experimental import get_cta_v_map_c as get_cta_v_map_c
from cutedsl.cute.experimental import get_mbarrier as get_mbarrier
from cutedsl.cute.experimental import jit as jit
from cutedsl.cute.experimental import kernel as kernel
from cutedsl.cute.experimental import mainloop_mma as mainloop_mma
from cutedsl.cute.experimental import make_t2r_rmem_layout as make_t2r_rmem_layout
from cutedsl.cute.experimental import make_tmem_layout_acc as make_tmem_layout_acc
from cutedsl.cute.experimental import partition as partition
from cutedsl.cute.experimental import partition_and_copy as partition_and_copy
from cutedsl.cute.experimental import pipeline_advance_iterator as pipeline_advance_iterator
from cutedsl.cute.experimental import tma_load as tma_load
from cutedsl.cute.experimental import tma_load_multicast as tma_load_multicast
from cutedsl.cute.experimental import tma_store as tma_store
