"""Written by scripts/cutlass_stubs.py."""

from cutedsl.cute.nvgpu.common import CacheEvictionPriority as CacheEvictionPriority
from cutedsl.cute.nvgpu.common import CopyG2ROp as CopyG2ROp
from cutedsl.cute.nvgpu.common import CopyR2GOp as CopyR2GOp
from cutedsl.cute.nvgpu.common import CopyR2SOp as CopyR2SOp
from cutedsl.cute.nvgpu.common import CopyS2ROp as CopyS2ROp
from cutedsl.cute.nvgpu.common import CopyStgOp as CopyStgOp
from cutedsl.cute.nvgpu.common import CopyUniversalOp as CopyUniversalOp
from cutedsl.cute.nvgpu.common import L2PrefetchSize as L2PrefetchSize
from cutedsl.cute.nvgpu.common import LoadCacheMode as LoadCacheMode
from cutedsl.cute.nvgpu.common import MemoryOrder as MemoryOrder
from cutedsl.cute.nvgpu.common import MemoryScope as MemoryScope
from cutedsl.cute.nvgpu.common import MmaUniversalOp as MmaUniversalOp
from cutedsl.cute.nvgpu.common import OpError as OpError
from cutedsl.cute.nvgpu.common import OperandMajorMode as OperandMajorMode
from cutedsl.cute.nvgpu.common import OutputMajorMode as OutputMajorMode
from cutedsl.cute.nvgpu.common import StoreCacheMode as StoreCacheMode
