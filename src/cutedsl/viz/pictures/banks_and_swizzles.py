"""Pictures of shared-memory banks: a swizzle's effect on them, and the conflicts of one access."""

from __future__ import annotations

from typing import Any

from cutedsl.layout import ComposedLayout, Swizzle
from cutedsl.viz.banks import (
    BANK_BYTES,
    BANKS,
    BankReport,
    Phase,
    bank_conflicts,
    bank_of,
    check_banks,
    check_bits,
    index_of,
    lane_ranges,
)
from cutedsl.viz.colours import BLANK, bank_colour, conflict_colour
from cutedsl.viz.panels import Axis, Cell, Grid, Mark, Panel
from cutedsl.viz.picture import Picture
from cutedsl.viz.pictures.grids import layout_slices
from cutedsl.viz.reading import LIMIT, DrawnLayout, check_drawable


def swizzle_picture(
    layout: Any, *, bits: int = 16, banks: int = BANKS, title: str | None = None, limit: int = LIMIT
) -> Picture:
    """The index of each element, coloured by its shared-memory bank; a swizzled layout also without its swizzle.

    Rows that show one colour at the same column would meet in a bank when a warp reads down that column.
    **Units**: `bits` an element (16 unless given), banks of 4 bytes. Errors: picture-dynamic, picture-rank,
    bank-needs-index, bank-element-bits, bank-count.
    """
    drawn = check_drawable(layout, "a picture of banks")
    check_bits(bits)
    check_banks(banks)
    legend = tuple([(bank_colour(b, banks), str(b)) for b in range(banks)])
    notes = (f"Colours are banks ({banks} banks of {BANK_BYTES} bytes, elements of {bits} bits).",)
    return Picture(str(drawn) if title is None else title, _bank_panels(drawn, bits, banks, limit), legend, notes)


def _bank_panels(layout: DrawnLayout, bits: int, banks: int, limit: int) -> tuple[tuple[Panel, ...], ...]:
    """The grids of the layout, after those of the layout below its swizzle."""

    def colour(value: Any) -> str:
        return bank_colour(bank_of(index_of(value, layout), bits, banks), banks)

    if not (isinstance(layout, ComposedLayout) and isinstance(layout.inner, Swizzle)):
        return layout_slices(layout, colour, limit).panels
    before = layout_slices(layout.outer, colour, limit, f"before: {layout.outer}").panels
    after = layout_slices(layout, colour, limit, f"after {layout.inner}").panels
    if len(after) == len(after[0]) == 1 and after[0][0].cols.drawn <= 16:
        return ((*before[0], Mark((str(layout.inner),)), *after[0]),)
    return before + after


def conflict_picture(layout: Any, *, access_bytes: int = 4, bits: int = 32, title: str | None = None) -> Picture:
    """How a warp's access is served: for each phase, the lanes that each bank serves, one row a pass.

    A phase with one row has no conflict; each further row is a pass more, drawn in red. Parameters and errors: as
    `bank_conflicts`.
    """
    report = bank_conflicts(layout, access_bytes=access_bytes, bits=bits)
    heading = f"{layout}: {access_bytes} bytes a lane, elements of {bits} bits" if title is None else title
    return access_picture(report, heading)


def access_picture(report: BankReport, title: str) -> Picture:
    """How an access is served, as `conflict_picture` shows it."""
    panels = tuple([(_phase_grid(k, phase),) for k, phase in enumerate(report.phases)])
    legend = ((conflict_colour(0), "first word of a bank"), (conflict_colour(2), "a further word: one more pass"))
    notes = [_summary(report), "Cells name the lanes that one word of a bank serves."]
    shortened = [lanes for phase in report.phases for served in phase.words for _, lanes in served if _is_long(lanes)]
    if shortened:
        lanes = shortened[0]
        notes.append(f"{_shortened(lanes)} stands for {len(lanes)} lanes: {lane_ranges(lanes)}.")
    return Picture(title, panels, legend, tuple(notes))


def _phase_grid(number: int, phase: Phase) -> Grid:
    """Banks to the right, passes downwards."""
    passes = phase.passes
    cells = [
        tuple([_word_cell(served[p][1], p) if p < len(served) else Cell(("",), BLANK) for served in phase.words])
        for p in range(passes)
    ]
    count = "no conflict" if passes == 1 else f"{passes} passes"
    title = f"phase {number}, lanes {lane_ranges(phase.lanes)}: {count}"
    cols = Axis("bank", (BANKS,), BANKS, BANKS)
    return Grid(title, Axis("pass", (passes,), passes, passes), cols, tuple(cells))


def _word_cell(lanes: tuple[int, ...], depth: int) -> Cell:
    """The lanes that one word serves; many are shortened to the first and the number of the others."""
    return Cell((_shortened(lanes) if _is_long(lanes) else lane_ranges(lanes),), conflict_colour(depth))


def _is_long(lanes: tuple[int, ...]) -> bool:
    """Whether a cell has no room for the lanes."""
    return len(lane_ranges(lanes)) > 5


def _shortened(lanes: tuple[int, ...]) -> str:
    return f"{lanes[0]}+{len(lanes) - 1}"


def _summary(report: BankReport) -> str:
    """The counts in a sentence."""
    phases = "1 phase" if len(report.phases) == 1 else f"{len(report.phases)} phases"
    passes = "1 pass" if report.passes == 1 else f"{report.passes} passes"
    extra = "no bank conflicts" if not report.conflicts else f"{report.conflicts} more than without conflicts"
    return f"{phases}, {passes}: {extra}."
