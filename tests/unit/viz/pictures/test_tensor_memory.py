"""Pictures of tensor memory, pairs of blocks and scale factors, against the PTX ISA's own formulas."""

from __future__ import annotations

import pytest

import cutedsl as cutlass
from cutedsl.cute.nvgpu import tcgen05
from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import Layout
from cutedsl.utils import sm100
from cutedsl.utils.blockscaled_layout import BlockScaledBasicChunk
from cutedsl.viz import TmemRegion, pair_picture, scales_picture, tmem_picture


def test_a_phase_shows_each_region_where_it_lies() -> None:
    half = TmemRegion("P", 64, 32, "warps write", first_lane=64, lanes=64)
    first, second = tmem_picture([("one", [TmemRegion("S", 0, 64)]), ("two", [half])], columns=128).grids
    assert [[cell.lines for cell in row] for row in first.cells] == [[("S",), ("S",), ("–",), ("–",)]] * 4
    assert [row[2].lines for row in second.cells] == [("–",), ("–",), ("P", "warps write"), ("P", "warps write")]
    assert first.cells[0][0].fill != second.cells[2][2].fill


@pytest.mark.parametrize(
    "regions",
    [
        [TmemRegion("S", 0, 64), TmemRegion("O", 32, 64)],
        [TmemRegion("S", 100, 64)],
        [TmemRegion("S", 0, 32, first_lane=96, lanes=64)],
    ],
)
def test_regions_that_share_words_or_lie_outside_are_refused(regions: list[TmemRegion]) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        tmem_picture([("one", regions)], columns=128)
    assert caught.value.name == "picture-tile"


def test_two_regions_share_columns_in_other_lanes() -> None:
    top, bottom = TmemRegion("S", 0, 32, lanes=64), TmemRegion("O", 0, 32, first_lane=64, lanes=64)
    (grid,) = tmem_picture([("one", [top, bottom])], columns=32).grids
    assert [row[0].lines[0] for row in grid.cells] == ["S", "S", "O", "O"]


@pytest.mark.parametrize("m", [128, 256])
def test_a_pair_divides_rows_of_a_and_columns_of_b(m: int) -> None:
    """PTX ISA, "tcgen05.mma": A by rows, B by columns, D by rows."""
    k_major, two = tcgen05.OperandMajorMode.K, tcgen05.CtaGroup.TWO
    mma = sm100.make_trivial_tiled_mma(cutlass.Float16, k_major, k_major, cutlass.Float32, two, (m, 64))
    b, a, d = pair_picture(mma).grids
    count = m // 32
    assert [cell.lines for cell in b.cells[0]] == [("block 0",), ("block 1",)]
    assert [row[0].lines for row in a.cells] == [(f"block {i // (count // 2)}",) for i in range(count)]
    assert [[cell.lines for cell in row] for row in d.cells] == [
        [(f"block {i // (count // 2)}",)] * 2 for i in range(count)
    ]
    with pytest.raises(DSLUserCodeError, match="more than one block"):
        pair_picture(mma, rows=m)


@pytest.mark.parametrize("vector", [16, 32])
def test_factors_lie_as_the_isa_says(vector: int) -> None:
    """A factor of row r and number s: byte 16 (r mod 32) + 4 (r / 32) + s; lane r mod 32, column r / 32."""
    memory, words = scales_picture(BlockScaledBasicChunk(vector).layout, vector).grids
    for row in range(128):
        for factor in range(4):
            cell = memory.cells[row % 32][4 * (row // 32) + factor]
            assert cell.lines == (f"r{row}", f"SF{factor}")
        assert words.cells[row % 32][row // 32].lines == (f"r{row}", "SF0..3")
    with pytest.raises(DSLUserCodeError, match="is no chunk"):
        scales_picture(Layout((64, 64)), 16)
