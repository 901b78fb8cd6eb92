"""Descriptors of operands as numbers, for inline PTX: of fragments and of `make_umma_smem_desc`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import tcgen05
from cutedsl.errors import DSLUserCodeError
from cutedsl.utils import sm100
from tests.kernels.arrays import Arrays

TILE = (128, 64, 64)
ONE, SMEM = tcgen05.CtaGroup.ONE, tcgen05.OperandSource.SMEM


@cute.kernel
def numbers_kernel(out: cute.Tensor, tiled_mma: cute.TiledMma, layout: cute.ComposedLayout) -> None:
    smem = utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, layout.inner)
    operand = tiled_mma.make_fragment_A(tile)
    first = tile[None, None, 0, 0]
    known: Any = tcgen05.make_umma_smem_desc(first.iterator, cute.make_layout((128, 16), stride=(64, 1)), "k")
    if cute.arch.thread_idx()[0] == 0:
        out[0] = cute.recast_ptr(tile.iterator, cute.make_swizzle(0, 4, 3)).toint().to(cutlass.Int64)
        out[1] = tcgen05.smem_descriptor_to_int(operand.iterator)
        out[2] = tcgen05.smem_descriptor_to_int(operand[None, None, 3, 1].iterator)
        out[3] = tcgen05.smem_descriptor_to_int(known)
        whole = tcgen05.make_umma_smem_desc(first.iterator, tile[None, None, None, 0].layout, "k")
        out[5] = tcgen05.smem_descriptor_to_int(whole)
        out[4] = tcgen05.smem_descriptor_to_int(tcgen05.int_to_smem_descriptor(out[1] + 1))


@cute.jit
def run_numbers(out: cute.Tensor) -> None:
    major = tcgen05.OperandMajorMode.K
    mma: Any = sm100.make_trivial_tiled_mma(cutlass.Float16, major, major, cutlass.Float32, ONE, TILE[:2], SMEM)
    numbers_kernel(out, mma, sm100.make_smem_layout_a(mma, TILE, cutlass.Float16, 2)).launch(grid=1, block=32)


def test_descriptors_of_operands_are_numbers() -> None:
    arrays = Arrays("cpu")
    numbers = arrays.poisoned((6,), np.int64)
    run_numbers(numbers)
    out = arrays.get(numbers)
    start = (int(out[0]) & 0x3FFFF) >> 4
    want = start | 1 << 16 | 1024 // 16 << 32 | 1 << 46 | 2 << 61  # PTX ISA: swizzle of 128 bytes, 8 rows 1024 apart
    step = (128 * 64 * 2 + 3 * 16 * 2) >> 4  # a stage, and three steps of 16 elements
    assert out[1:].tolist() == [want, want + step, want, want + 1, want]


@cute.jit
def of_a_pointer() -> None:
    tcgen05.smem_descriptor_to_int(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.smem))


def test_a_plain_pointer_has_no_descriptor() -> None:
    with pytest.raises(DSLUserCodeError, match="Pointer has no descriptor"):
        of_a_pointer()
