"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.mlir.cute_nvgpu import AddressSpace as AddressSpace
from cutedsl.compat.mlir.cute_nvgpu import DESCRIPTOR_ALIGN_BYTES as DESCRIPTOR_ALIGN_BYTES
from cutedsl.compat.mlir.cute_nvgpu import Float32 as Float32
from cutedsl.compat.mlir.cute_nvgpu import Int64 as Int64
from cutedsl.compat.mlir.cute_nvgpu import MmaAtomSM80Type as MmaAtomSM80Type
from cutedsl.compat.mlir.cute_nvgpu import MmaAtomSM89Type as MmaAtomSM89Type
from cutedsl.compat.mlir.cute_nvgpu import Numeric as Numeric
from cutedsl.compat.mlir.cute_nvgpu import Pointer as Pointer
from cutedsl.compat.mlir.cute_nvgpu import TFloat32 as TFloat32
from cutedsl.compat.mlir.cute_nvgpu import TmaDescriptorTiledType as TmaDescriptorTiledType
from cutedsl.compat.mlir.cute_nvgpu import TmaOp as TmaOp
from cutedsl.compat.mlir.cute_nvgpu import atom_make_exec_tma as atom_make_exec_tma
from cutedsl.compat.mlir.cute_nvgpu import atom_make_non_exec_tiled_tma_load as atom_make_non_exec_tiled_tma_load
from cutedsl.compat.mlir.cute_nvgpu import fail as fail
from cutedsl.compat.mlir.cute_nvgpu import frozen as frozen
from cutedsl.compat.mlir.cute_nvgpu import get_tma_desc_addr as get_tma_desc_addr
from cutedsl.compat.mlir.cute_nvgpu import make_ptr as make_ptr
from cutedsl.compat.mlir.cute_nvgpu import make_tiled_tma_atom as make_tiled_tma_atom
from cutedsl.compat.mlir.cute_nvgpu import numeric_class_of as numeric_class_of
from cutedsl.compat.mlir.cute_nvgpu import tma_atom_of as tma_atom_of
