"""Blackwell as pictures: tensor memory and who owns what of it when, operands of a pair of blocks, scale factors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.arch.tmem_layouts import scales_layout
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.layout import Layout, product, size
from cutedsl.viz.colours import BLANK, FAINT, thread_colour
from cutedsl.viz.panels import Axis, Cell, Grid, Mark
from cutedsl.viz.picture import Picture
from cutedsl.viz.pictures.threads import indices_of

_LANES, _QUARTER, _COLUMNS, _SLICE = 128, 32, 512, 32
_LANE_WORDS = 1 << 16
"""Lanes of an address are so many columns apart."""
_ROWS_SHOWN = 32


# -- tensor memory -----------------------------------------------------------------------------------------------------
@frozen
class TmemRegion:
    """A rectangle of tensor memory in one phase: what lies there, and who writes or reads it.

    **Units**: `first_column` and `columns` are 32-bit columns, `first_lane` and `lanes` are lanes.
    """

    name: str
    first_column: int
    columns: int
    who: str = ""
    first_lane: int = 0
    lanes: int = _LANES


def tmem_picture(
    phases: Sequence[tuple[str, Sequence[TmemRegion]]],
    *,
    columns: int = _COLUMNS,
    step: int = _SLICE,
    title: str = "Tensor memory: 128 lanes of 32-bit columns",
) -> Picture:
    """Who owns which lanes and columns of tensor memory, a grid a phase: lanes by the warp that reaches them.

    **Shapes**: a cell is a quarter of the lanes (warp number modulo 4) by `step` columns; `columns` is how many are
    allocated. Errors: picture-tile for a region outside of them, or where two of a phase overlap.

    >>> scores = TmemRegion("S", 0, 64, "mma")
    >>> picture = tmem_picture([("S = Q K", [scores])], columns=128)
    >>> [cell.lines for cell in picture.grids[0].cells[0]]
    [('S', 'mma'), ('S', 'mma'), ('–',), ('–',)]
    """
    names = list(dict.fromkeys(region.name for _, regions in phases for region in regions))
    rows = Axis("lanes, by warp % 4", (_LANES // _QUARTER,), _LANES // _QUARTER, _LANES // _QUARTER)
    cols = Axis(f"columns, {step} a cell", (columns // step,), columns // step, columns // step)
    panels: list[tuple[Grid, ...]] = []
    for caption, regions in phases:
        cells = [
            tuple([_region_cell(caption, regions, names, quarter, col * step, step) for col in range(columns // step)])
            for quarter in range(_LANES // _QUARTER)
        ]
        for region in regions:
            if region.first_column + region.columns > columns or region.first_lane + region.lanes > _LANES:
                raise fail("picture-tile", f"{region} lies outside of {_LANES} lanes of {columns} columns")
        panels.append((Grid(caption, rows, cols, tuple(cells)),))
    legend = tuple([(_colour(names, name), name) for name in names])
    note = "Warp w of a warp group reaches lanes 32w to 32w+31 by tcgen05.ld and st; mma, cp and shift reach all."
    return Picture(title, tuple(panels), legend, (note,))


def _region_cell(
    caption: str, regions: Sequence[TmemRegion], names: list[str], quarter: int, first: int, step: int
) -> Cell:
    lane = quarter * _QUARTER
    there = [
        one
        for one in regions
        if one.first_column < first + step
        and first < one.first_column + one.columns
        and one.first_lane < lane + _QUARTER
        and lane < one.first_lane + one.lanes
    ]
    if not there:
        return Cell(("–",), BLANK)
    for k, one in enumerate(there):
        for other in there[k + 1 :]:
            if _overlap(one.first_column, one.columns, other.first_column, other.columns) and _overlap(
                one.first_lane, one.lanes, other.first_lane, other.lanes
            ):
                raise fail("picture-tile", f"in {caption!r}, {one.name} and {other.name} share lanes and columns")
    lines = tuple(dict.fromkeys([one.name for one in there] + [one.who for one in there if one.who]))
    return Cell(lines, _colour(names, there[0].name))


def _overlap(a: int, count_a: int, b: int, count_b: int) -> bool:
    return a < b + count_b and b < a + count_a


def _colour(names: list[str], name: str) -> str:
    return thread_colour(names.index(name), len(names))


# -- pairs of blocks ---------------------------------------------------------------------------------------------------
def pair_picture(tiled_mma: Any, *, rows: int = 32, columns: int = 32, title: str | None = None) -> Picture:
    """Which block of a pair holds which part of A, B and D of one multiply: A left of D, B above it.

    `tiled_mma` is a multiply of tensor memory. **Shapes**: a cell is `rows` of M by all of K (A), `columns` of N by all
    of K (B), and `rows` by `columns` (D). A part that both blocks hold says both. Errors: picture-tile where a cell
    would divide a block's part.
    """
    m, n, k = tiled_mma.shape_mnk
    a = _owners(tiled_mma.tv_layout_A, (m, k))
    b = _owners(tiled_mma.tv_layout_B, (n, k))
    d = _owners(tiled_mma.tv_layout_C, (m, n))
    blocks = size(tiled_mma.thr_id)
    of_m, of_n = Axis(f"M = {m}, {rows} a cell", (m // rows,), m // rows, m // rows), n // columns
    across = Axis(f"N = {n}, {columns} a cell", (of_n,), of_n, of_n)
    whole = Axis(f"K = {k}", (1,), 1, 1)
    grid_a = Grid("A", of_m, whole, tuple([(_owner(a, i * rows, rows, 0, k, blocks),) for i in range(m // rows)]))
    above = tuple([_owner(b, j * columns, columns, 0, k, blocks) for j in range(of_n)])
    grid_d = Grid(
        "D, in the tensor memory of each",
        of_m,
        across,
        tuple(
            [
                tuple([_owner(d, i * rows, rows, j * columns, columns, blocks) for j in range(of_n)])
                for i in range(m // rows)
            ]
        ),
    )
    heading = f"tcgen05.mma by {blocks} block{'s' if blocks > 1 else ''}, {m} x {n} x {k}" if title is None else title
    note = "The tensor core reads both halves of B for every row: a half is in use until the multiply has ended."
    return Picture(heading, ((None, Grid("B", whole, across, (above,))), (grid_a, grid_d)), notes=(note,))


def _owners(tv: Any, shape: tuple[int, int]) -> dict[tuple[int, int], set[int]]:
    """Which blocks hold each element of a tile."""
    found: dict[tuple[int, int], set[int]] = {}
    for (block, _), index in indices_of(tv, size(tv, [0]), size(tv, [1])):
        found.setdefault((index % shape[0], index // shape[0]), set()).add(block)
    return found


def _owner(owners: dict[tuple[int, int], set[int]], row: int, rows: int, col: int, cols: int, blocks: int) -> Cell:
    held = {frozenset(owners.get((r, c), ())) for r in range(row, row + rows) for c in range(col, col + cols)}
    if len(held) != 1:
        raise fail("picture-tile", f"{rows} x {cols} elements from ({row}, {col}) lie in more than one block")
    (who,) = held
    return Cell(("block " + " and ".join(str(one) for one in sorted(who)),), thread_colour(min(who) * 16, blocks * 16))


# -- scale factors -----------------------------------------------------------------------------------------------------
def scales_picture(chunk: Layout, sf_vec_size: int, *, rows: int = _ROWS_SHOWN, title: str | None = None) -> Picture:
    """Where the scale factors of 128 rows and 4 blocks of K lie: in memory, 16 bytes a line, and in tensor memory.

    `chunk` is (row, element of K) to the factor, as `BlockScaledBasicChunk(sf_vec_size).layout`. **Shapes**: `rows`
    lines of memory and lanes of tensor memory are drawn; a cell names the row and the number of the factor (SF).
    Errors: picture-tile for a chunk of other extents.

    >>> picture = scales_picture(Layout("((32,4),(16,4)):((16,4),(0,1))"), 16, rows=2)
    >>> [cell.lines for cell in picture.grids[0].cells[1][:5]]
    [('r1', 'SF0'), ('r1', 'SF1'), ('r1', 'SF2'), ('r1', 'SF3'), ('r33', 'SF0')]
    >>> [cell.lines for cell in picture.grids[1].cells[1]]
    [('r1', 'SF0..3'), ('r33', 'SF0..3'), ('r65', 'SF0..3'), ('r97', 'SF0..3')]
    """
    if size(chunk, [0]) != _LANES or size(chunk, [1]) != 4 * sf_vec_size:
        raise fail("picture-tile", f"{chunk} is no chunk of 128 rows and 4 factors of {sf_vec_size} elements")
    memory: dict[int, tuple[int, int]] = {}
    for row in range(_LANES):
        for factor in range(4):
            memory[chunk((row, factor * sf_vec_size))] = (row, factor)
    lines = Axis("16 bytes a line", (rows,), _QUARTER, rows)
    bytes_ = Axis("byte", (4, 4), 16, 16)
    cells = tuple([tuple([_factor_cell(memory.get(16 * r + c)) for c in range(16)]) for r in range(rows)])
    in_memory = Grid("in memory: 512 bytes", lines, bytes_, cells)
    words = _words(sf_vec_size)
    lanes = Axis("lane", (rows,), _QUARTER, rows)
    cols = Axis("column", (4,), 4, 4)
    in_tmem = tuple([tuple([_word_cell(words[lane, col]) for col in range(4)]) for lane in range(rows)])
    copy = Mark(("tcgen05.cp", "32x128b.warpx4"))
    heading = f"Scale factors, one for {sf_vec_size} elements" if title is None else title
    note = "All four quarters of the lanes hold the same: the picture shows lanes 0 to 31."
    grid = Grid("in tensor memory, 4 factors a word", lanes, cols, in_tmem)
    return Picture(heading, ((in_memory, copy, grid),), notes=(note,))


def _words(sf_vec_size: int) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """(lane, column) to the (row, factor) of its bytes, as multiplies read them."""
    layout = scales_layout(((_LANES, (sf_vec_size, 4)), 1, 1), 8)
    found: dict[tuple[int, int], set[tuple[int, int]]] = {}
    of_rows = layout[0][0]
    for index in range(product(of_rows.shape)):
        row = index % _LANES
        for factor in range(4):
            place = layout(((index, factor * sf_vec_size), 0, 0))
            lane, byte = divmod(place, 4 * _LANE_WORDS)
            if lane < _QUARTER:
                found.setdefault((lane, byte // 4), set()).add((row, factor))
    return found


def _factor_cell(held: tuple[int, int] | None) -> Cell:
    if held is None:
        return Cell(("–",), FAINT)
    return Cell((f"r{held[0]}", f"SF{held[1]}"), thread_colour(held[0] // _QUARTER * 8, 32))


def _word_cell(held: set[tuple[int, int]]) -> Cell:
    rows = sorted({row for row, _ in held})
    name = " ".join(f"r{row}" for row in rows)
    return Cell((name, f"SF0..{max(factor for _, factor in held)}"), thread_colour(rows[0] // _QUARTER * 8, 32))
