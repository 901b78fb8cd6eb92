"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.mlir.cute_nvgpu import Float32 as Float32
from cutedsl.compat.mlir.cute_nvgpu import MmaAtomSM80Type as MmaAtomSM80Type
from cutedsl.compat.mlir.cute_nvgpu import MmaAtomSM89Type as MmaAtomSM89Type
from cutedsl.compat.mlir.cute_nvgpu import Numeric as Numeric
from cutedsl.compat.mlir.cute_nvgpu import TFloat32 as TFloat32
from cutedsl.compat.mlir.cute_nvgpu import TmaDescriptorTiledType as TmaDescriptorTiledType
from cutedsl.compat.mlir.cute_nvgpu import TmaOp as TmaOp
from cutedsl.compat.mlir.cute_nvgpu import atom_make_non_exec_tiled_tma_load as atom_make_non_exec_tiled_tma_load
from cutedsl.compat.mlir.cute_nvgpu import fail as fail
from cutedsl.compat.mlir.cute_nvgpu import frozen as frozen
from cutedsl.compat.mlir.cute_nvgpu import make_tiled_tma_atom as make_tiled_tma_atom
from cutedsl.compat.mlir.cute_nvgpu import numeric_class_of as numeric_class_of
