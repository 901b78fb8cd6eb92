"""Pictures as terminal text, coloured where the terminal has colours."""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.text import Text

from cutedsl.viz.colours import ink
from cutedsl.viz.panels import Axis, Cell, Grid, Mark, Panel, bands, rules

if TYPE_CHECKING:
    from cutedsl.viz.picture import Picture

_GAP = "   "


def terminal_text(picture: Picture, width: int) -> Text:
    """The picture in at most `width` characters a line; grids that are wider are cut, and say so."""
    lines = [Text(picture.title, style="bold", no_wrap=True)] if picture.title else []
    lines += [Text(line, style="yellow") for line in picture.cuts]
    for row in picture.panels:
        lines += [Text(""), *_row(row, width)]
    lines += _legend(picture.legend, width)
    lines += [Text("")] if picture.notes else []
    for note in picture.notes:
        lines += [Text(line, style="dim") for line in textwrap.wrap(note, max(width, 20))]
    return Text("\n", no_wrap=True, overflow="ignore").join(lines)


def _row(row: tuple[Panel, ...], width: int) -> list[Text]:
    """Panels side by side where they fit, else below each other."""
    blocks = [_block(panel, width) for panel in row if panel is not None]
    widths = [max([line.cell_len for line in block], default=0) for block in blocks]
    if sum(widths) + len(_GAP) * (len(blocks) - 1) > width:
        return [line for block in blocks for line in [*block, Text("")]]
    heads = [_head_lines(panel) for panel in row if panel is not None]
    blocks = [[Text("")] * (max(heads) - head) + block for head, block in zip(heads, blocks, strict=True)]
    joined: list[Text] = []
    for parts in zip_longest(*blocks, fillvalue=Text("")):
        last = max([k for k, part in enumerate(parts) if part.cell_len], default=-1)
        line = Text()
        for k, (part, room) in enumerate(zip(parts[: last + 1], widths, strict=False)):
            line.append_text(part).append(" " * (room - part.cell_len) + _GAP if k < last else "")
        joined.append(line)
    return joined


def _head_lines(panel: Grid | Mark) -> int:
    """Lines above the first row of cells, so that panels beside each other start at one height."""
    if isinstance(panel, Mark):
        return len(panel.lines)
    return bool(panel.title) + bool(panel.rows.caption or panel.cols.caption) + len(bands(panel.cols))


def _block(panel: Grid | Mark, width: int) -> list[Text]:
    """The lines of one panel."""
    if isinstance(panel, Mark):
        arrow = "→" if not panel.lines else "─" * max(max(map(len, panel.lines)) - 1, 2) + "→"
        return [Text(line) for line in (*panel.lines, arrow)]
    return _grid(panel, width)


def _grid(grid: Grid, width: int) -> list[Text]:
    """Title, captions, headers, and one line for each line of a cell."""
    room = max([len(line) for row in grid.cells for cell in row for line in cell.lines], default=1)
    labels = _row_labels(grid.rows)
    margin = max(map(len, labels), default=0) + 1
    strong = rules(grid.cols)
    fitting = _fitting(grid.cols.drawn, room, set(strong), width - margin)
    lines = [Text(grid.title)] if grid.title else []
    captions = "  ".join(
        filter(None, [grid.rows.caption and f"↓ {grid.rows.caption}", grid.cols.caption and f"→ {grid.cols.caption}"])
    )
    lines += [Text(captions, style="dim")] if captions else []
    if fitting < grid.cols.drawn:
        lines.append(Text(f"Cut: columns 0 to {fitting - 1} of {grid.cols.length} fit here.", style="yellow"))
    lines += _headers(grid.cols, fitting, room, margin, strong)
    for r, row in enumerate(grid.cells):
        lines += _cells(row[:fitting], labels[r], margin, room, strong)
        if r + 1 in rules(grid.rows):
            lines.append(Text(""))
    return lines


def _fitting(columns: int, room: int, strong: set[int], width: int) -> int:
    """How many columns fit, at least one."""
    used = 0
    for c in range(columns):
        used += room + 2 + (1 if c in strong else 0)
        if used > width and c:
            return c
    return columns


def _row_labels(axis: Axis) -> list[str]:
    """The header of each row, outermost extent first."""
    labels = ["" for _ in range(axis.drawn)]
    for band_row in bands(axis):
        wide = max([len(band.label) for band in band_row])
        for band in band_row:
            for r in range(band.start, band.start + band.span):
                labels[r] += f" {band.label if r == band.start else '':>{wide}}"
    return labels


def _headers(axis: Axis, fitting: int, room: int, margin: int, strong: dict[int, int]) -> list[Text]:
    """The bands of column numbers, each number over its first column."""
    lines: list[Text] = []
    for row in bands(axis):
        starts = {band.start: band.label for band in row}
        text = " " * margin
        for c in range(fitting):
            text += (" " if c in strong else "") + f" {starts.get(c, ''):>{room}} "
        lines.append(Text(text.rstrip(), style="dim"))
    return lines


def _cells(row: tuple[Cell, ...], label: str, margin: int, room: int, strong: dict[int, int]) -> list[Text]:
    """One row of cells, as many lines as their labels have."""
    lines: list[Text] = []
    for k in range(max([len(cell.lines) for cell in row], default=1)):
        line = Text(f"{label if k == 0 else '':<{margin}}", style="")
        for c, cell in enumerate(row):
            line.append(" " if c in strong else "")
            words = cell.lines[k] if k < len(cell.lines) else ""
            line.append(f" {words:>{room}} ", style=f"{ink(cell.fill)} on {cell.fill}")
        lines.append(line)
    return lines


def _legend(legend: tuple[tuple[str, str], ...], width: int) -> list[Text]:
    """Swatches with their meaning."""
    lines = [Text("")] if legend else []
    for colour, meaning in legend:
        if lines[-1].cell_len + len(meaning) + 5 > width:
            lines.append(Text(""))
        lines[-1].append("  ", style=f"on {colour}").append(f" {meaning}  ")
    return lines
