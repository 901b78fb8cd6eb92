"""Written by scripts/cutlass_stubs.py."""

from cutedsl.cute.nvgpu.warpgroup import Field as Field
from cutedsl.cute.nvgpu.warpgroup import MmaF16BF16Op as MmaF16BF16Op
from cutedsl.cute.nvgpu.warpgroup import MmaF8Op as MmaF8Op
from cutedsl.cute.nvgpu.warpgroup import MmaI8Op as MmaI8Op
from cutedsl.cute.nvgpu.warpgroup import MmaTF32Op as MmaTF32Op
from cutedsl.cute.nvgpu.warpgroup import OperandMajorMode as OperandMajorMode
from cutedsl.cute.nvgpu.warpgroup import OperandSource as OperandSource
from cutedsl.cute.nvgpu.warpgroup import SmemLayoutAtomKind as SmemLayoutAtomKind
from cutedsl.cute.nvgpu.warpgroup import commit_group as commit_group
from cutedsl.cute.nvgpu.warpgroup import fence as fence
from cutedsl.cute.nvgpu.warpgroup import make_smem_layout_atom as make_smem_layout_atom
from cutedsl.cute.nvgpu.warpgroup import wait_group as wait_group
