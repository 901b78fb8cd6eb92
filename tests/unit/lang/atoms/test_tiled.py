"""Tiled copies and multiplies: what they print, and that threads and values cover a tile once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import CopyUniversalOp, OperandMajorMode, cpasync, warp, warpgroup
from cutedsl.lang.atoms.copy_ops import CopyOp
from cutedsl.layout import Layout, size
from cutedsl.utils import LayoutEnum, sm90
from cutedsl.viz.panels import Grid

F16, F32 = cutlass.Float16, cutlass.Float32


def mma() -> cute.TiledMma:
    return cute.make_tiled_mma(warp.MmaF16BF16Op(F16, F32, (16, 8, 16)), (2, 2, 1), (32, 32, 16))


def test_a_tiled_multiply_prints_as_the_reference_lists_it() -> None:
    assert str(mma()).splitlines() == [
        "Tiled MMA",
        "  Thr Layout VMNK: (32,2,2,1):(1,32,64,0)",
        "  Permutation MNK: (32:1,32:1,16:1)",
        "MMA Atom",
        "  ThrID:       32:1",
        "  Shape MNK:   (16,8,16)",
        "  TV Layout A: ((4,8),(2,2,2)):((32,1),(16,8,128))",
        "  TV Layout B: ((4,8),(2,2)):((16,1),(8,64))",
        "  TV Layout C: ((4,8),(2,2)):((32,1),(16,8))",
    ]


def test_a_tiled_copy_prints_as_the_reference_lists_it() -> None:
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), F16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    assert str(tiled).splitlines() == [
        "Tiled Copy",
        "  Tiler MN:        [16:1;64:1]",
        "  TV Layout tiled: ((8,16),8):((128,1),16)",
        "Copy Atom",
        "  ThrID:         1:0",
        "  TV Layout Src: (1,8):(0,1)",
        "  TV Layout Dst: (1,8):(0,1)",
        "  Value type:    f16",
    ]


def covered(tv: Layout) -> list[int]:
    return [tv((t, v)) for t in range(size(tv, [0])) for v in range(size(tv, [1]))]


@pytest.mark.parametrize("operand", "ABC")
def test_threads_hold_a_tile(operand: str) -> None:
    """C once; A and B as often as there are atoms along the mode that the operand lacks."""
    tiled = mma()
    tv, elements, times = {
        "A": (tiled.tv_layout_A_tiled, 32 * 16, 2),
        "B": (tiled.tv_layout_B_tiled, 32 * 16, 2),
        "C": (tiled.tv_layout_C_tiled, 32 * 32, 1),
    }[operand]
    assert sorted(covered(tv)) == sorted(list(range(elements)) * times)


def test_the_source_of_ldmatrix_is_whole_rows() -> None:
    """Each lane names eight neighbours along K, and the registers that it gets are those of the multiply."""
    tiled = mma()
    copy = cute.make_tiled_copy_A(cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), F16), tiled)
    source = copy.layout_src_tv_tiled
    for t in range(128):
        places = [source((t, v)) for v in range(8)]
        assert [p - places[0] for p in places] == [32 * v for v in range(8)]
    wanted, got = tiled.tv_layout_A_tiled, copy.layout_dst_tv_tiled
    assert covered(got) == covered(wanted)


def test_the_smallest_copy_of_c_takes_one_atom_a_thread() -> None:
    atom = cute.make_copy_atom(CopyUniversalOp(), F16, num_bits_per_copy=32)
    copy = cute.make_tiled_copy_C_atom(atom, mma())
    assert size(copy.layout_tv_tiled, [1]) == 2
    assert sorted(covered(copy.layout_tv_tiled)) == list(range(256))


def test_the_tile_of_a_copy_has_a_layout_for_each_mode() -> None:
    atom = cute.make_copy_atom(CopyUniversalOp(), F32, num_bits_per_copy=128)
    made = cute.make_tiled_copy_tv(atom, Layout((16, 8), (8, 1)), Layout((1, 4)))
    given = cute.make_tiled_copy(atom, made.layout_tv_tiled, (16, 32))
    assert made.tiler_mn == given.tiler_mn == (Layout(16), Layout(32))
    assert given.tiler_mn[1].shape == 32


def test_a_cotiled_copy_owns_the_addresses_it_names() -> None:
    atom = cute.make_copy_atom(CopyUniversalOp(), F32, num_bits_per_copy=64)
    data, owned = Layout((16, 8), (8, 1)), Layout((32, 2), (2, 1))
    copy = cute.make_cotiled_copy(atom, owned, data)
    tile = Layout(tuple(size(t) for t in copy.tiler_mn))
    for t in range(32):
        for v in range(2):
            index = copy.layout_tv_tiled((t, v))
            m, n = index % size(tile, [0]), index // size(tile, [0])
            assert data((copy.tiler_mn[0](m) % 16, copy.tiler_mn[1](n))) == owned((t, v))


@pytest.mark.parametrize(("size_k", "kind"), [(64, "K_SW128"), (32, "K_SW64"), (16, "K_SW32"), (8, "K_INTER")])
def test_the_widest_layout_atom_that_fits(size_k: int, kind: str) -> None:
    assert sm90.get_smem_layout_atom(LayoutEnum.ROW_MAJOR, F16, size_k).name == kind
    layout = sm90.make_smem_layout_a(LayoutEnum.ROW_MAJOR, (128, 128, size_k), F16, 3)
    assert size(layout) == 128 * size_k * 3
    assert layout.inner == warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind[kind], F16).inner


def test_a_trivial_multiply_is_tiled() -> None:
    tiled = sm90.make_trivial_tiled_mma(F16, F16, OperandMajorMode.K, OperandMajorMode.MN, F32, (2, 1, 1), (64, 128))
    assert (tiled.size, tiled.get_tile_size(0), tiled.record.name) == (256, 128, "wgmma.m64n128k16.f32.f16.f16.tb")


def test_pictures_show_every_holder() -> None:
    """Of one multiply C has 16 x 8 elements: thread 0 holds (0,0), (0,1), (8,0) and (8,1)."""
    picture = cute.viz.tiled_picture(mma().atom)
    grid = [g for row in picture.panels for g in row if isinstance(g, Grid)][-1]
    owned = [(r, c) for r, row in enumerate(grid.cells) for c, cell in enumerate(row) if cell.lines[0] == "T0"]
    assert owned == [(0, 0), (0, 1), (8, 0), (8, 1)]


@pytest.mark.parametrize("op", [warp.LdMatrix8x8x16bOp(True, 4), warp.StMatrix8x8x16bOp(False, 2)])
def test_a_copy_instruction_is_drawn(op: CopyOp) -> None:
    """Each element of its matrices has a thread on either side."""
    picture = cute.viz.tiled_picture(cute.make_copy_atom(op, F16))
    grids = [g for row in picture.panels for g in row if isinstance(g, Grid)]
    assert len(grids) == 2
    assert all(cell.lines[0].startswith("T") for g in grids for row in g.cells for cell in row)


def test_a_sparse_multiply_is_drawn_as_it_is_stored() -> None:
    picture = cute.viz.tiled_picture(cute.make_tiled_mma(warp.MmaF16BF16SparseOp(F16, F32, (16, 8, 32))))
    assert picture.notes == ()
    assert [g.cols.length for row in picture.panels for g in row if isinstance(g, Grid)] == [8, 16, 8]


def test_a_tiled_copy_is_drawn() -> None:
    atom = cute.make_copy_atom(CopyUniversalOp(), F32, num_bits_per_copy=64)
    picture = cute.viz.tiled_picture(cute.make_tiled_copy_tv(atom, Layout((4, 2)), Layout((2, 2))))
    assert "tile 8×4" in picture.title


def test_a_bulk_copy_is_drawn_as_its_tile() -> None:
    found: list[Any] = []

    @cute.jit
    def make(x: cute.Tensor) -> None:
        layout = cute.make_layout((16, 32), stride=(32, 1))
        atom, _ = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (16, 32))
        found.append((cute.viz.tiled_picture(atom), str(atom)))

    make(np.zeros((64, 64), np.float32))
    ((picture, text),) = found
    assert "tile 32×16" in picture.title
    assert text.splitlines()[-1] == "  Box:           (32,16)"


def test_a_sparse_multiply_says_where_its_metadata_lies() -> None:
    atom = cute.make_mma_atom(warp.MmaF16BF16SparseOp(F16, F32, (16, 8, 32)))
    assert str(atom).splitlines()[-1] == f"  TV Layout E: {atom.record.metadata}"


def test_a_from_registers_has_no_major_mode_of_its_own() -> None:
    """That of the operation says how programs load it from shared memory."""
    k_major, mn_major = OperandMajorMode.K, OperandMajorMode.MN
    ops = [
        warpgroup.MmaF16BF16Op(F16, F32, (64, 64, 16), warpgroup.OperandSource.RMEM, major, k_major)
        for major in (k_major, mn_major)
    ]
    assert ops[1].a_major_mode is mn_major
    one, other = (cute.make_tiled_mma(op) for op in ops)
    assert one.record == other.record and one.tv_layout_A_tiled == other.tv_layout_A_tiled
