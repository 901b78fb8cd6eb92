"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.mlir.cute_nvgpu import TmaDescriptorTiledType as TmaDescriptorTiledType
from cutedsl.compat.mlir.cute_nvgpu import TmaOp as TmaOp
from cutedsl.compat.mlir.cute_nvgpu import atom_make_non_exec_tiled_tma_load as atom_make_non_exec_tiled_tma_load
from cutedsl.compat.mlir.cute_nvgpu import fail as fail
from cutedsl.compat.mlir.cute_nvgpu import frozen as frozen
from cutedsl.compat.mlir.cute_nvgpu import make_tiled_tma_atom as make_tiled_tma_atom
