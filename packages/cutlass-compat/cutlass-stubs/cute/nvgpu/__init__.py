"""Written by scripts/cutlass_stubs.py."""

from cutlass.cute.nvgpu import common as common
from cutlass.cute.nvgpu import cpasync as cpasync
from cutlass.cute.nvgpu import tcgen05 as tcgen05
from cutlass.cute.nvgpu import warp as warp
from cutlass.cute.nvgpu import warpgroup as warpgroup
from cutedsl.cute.nvgpu import CacheEvictionPriority as CacheEvictionPriority
from cutedsl.cute.nvgpu import CopyG2ROp as CopyG2ROp
from cutedsl.cute.nvgpu import CopyR2GOp as CopyR2GOp
from cutedsl.cute.nvgpu import CopyR2SOp as CopyR2SOp
from cutedsl.cute.nvgpu import CopyS2ROp as CopyS2ROp
from cutedsl.cute.nvgpu import CopyUniversalOp as CopyUniversalOp
from cutedsl.cute.nvgpu import L2PrefetchSize as L2PrefetchSize
from cutedsl.cute.nvgpu import LoadCacheMode as LoadCacheMode
from cutedsl.cute.nvgpu import MemoryOrder as MemoryOrder
from cutedsl.cute.nvgpu import MemoryScope as MemoryScope
from cutedsl.cute.nvgpu import MmaUniversalOp as MmaUniversalOp
from cutedsl.cute.nvgpu import OpError as OpError
from cutedsl.cute.nvgpu import OperandMajorMode as OperandMajorMode
from cutedsl.cute.nvgpu import OutputMajorMode as OutputMajorMode
from cutedsl.cute.nvgpu import SharedSpace as SharedSpace
from cutedsl.cute.nvgpu import StoreCacheMode as StoreCacheMode
from cutedsl.cute.nvgpu import make_im2col_tma_atom_A as make_im2col_tma_atom_A
from cutedsl.cute.nvgpu import make_im2col_tma_atom_B as make_im2col_tma_atom_B
from cutedsl.cute.nvgpu import make_tiled_tma_atom_A as make_tiled_tma_atom_A
from cutedsl.cute.nvgpu import make_tiled_tma_atom_B as make_tiled_tma_atom_B
from cutedsl.cute.nvgpu import make_tiled_tma_atom_C as make_tiled_tma_atom_C
