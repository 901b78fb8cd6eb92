"""Shared memory that names no alignment has the one that its size allows, as programs with 16-byte copies rely on."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def transpose_kernel(x: cute.Tensor, y: cute.Tensor) -> None:
    """Loads four 8x8 matrices by `ldmatrix` from an array that names no alignment."""
    lane = cute.arch.thread_idx()[0]
    tile = utils.SmemAllocator().allocate_tensor(cutlass.Float16, cute.make_layout((32, 8), stride=(8, 1)))
    for i in cutlass.range_constexpr(8):
        tile[lane, i] = x[lane, i]
    cute.arch.sync_threads()
    atom = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(transpose=True, num_matrices=4), cutlass.Float16)
    fragment = cute.make_rmem_tensor(8, cutlass.Float16)
    cute.copy(atom, cute.local_tile(tile, (1, 8), (lane, 0))[0, None], fragment)
    for i in cutlass.range_constexpr(8):
        y[8 * (i // 2) + 2 * (lane % 4) + i % 2, lane // 4] = fragment[i]


@cute.jit
def transpose(x: cute.Tensor, y: cute.Tensor) -> None:
    transpose_kernel(x, y).launch(grid=1, block=32)


def test_ldmatrix_reads_an_array_that_names_no_alignment() -> None:
    x = np.arange(256, dtype=np.float16).reshape(32, 8)
    y = np.zeros_like(x)
    transpose(x, y)
    # The kernel stores the transposed fragments column by column.
    np.testing.assert_array_equal(y, x)


@pytest.mark.parametrize(("elements", "wanted"), [(8, 16), (4, 8), (2, 4), (3, 2), (24, 16)])
def test_the_alignment_follows_from_the_size(elements: int, wanted: int) -> None:
    seen = []

    @cute.kernel
    def kernel() -> None:
        smem = utils.SmemAllocator()
        seen.append(smem.allocate_tensor(cutlass.Float16, cute.make_layout(elements)).iterator.alignment)
        seen.append(smem.allocate_array(cutlass.Float16, elements).alignment)

    @cute.jit
    def host() -> None:
        kernel().launch(grid=1, block=1)

    host()
    assert seen == [wanted, wanted]


def test_a_copy_that_the_size_does_not_allow_is_still_refused() -> None:
    @cute.kernel
    def kernel() -> None:
        tile = utils.SmemAllocator().allocate_tensor(cutlass.Float16, cute.make_layout(12))
        part = cute.make_tensor(tile.iterator, cute.make_layout(8))
        atom = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(num_matrices=4), cutlass.Float16)
        cute.copy(atom, part, cute.make_rmem_tensor(8, cutlass.Float16))

    @cute.jit
    def host() -> None:
        kernel().launch(grid=1, block=32)

    with pytest.raises(DSLUserCodeError, match="copy-alignment"):
        host()
