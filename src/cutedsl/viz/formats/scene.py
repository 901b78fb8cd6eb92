"""Placing a picture: rectangles, lines and texts at pixel positions, which every drawn format writes out."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from cutedsl.errors.frozen import frozen
from cutedsl.viz.colours import BLACK, ink
from cutedsl.viz.panels import Axis, Grid, Mark, Panel, bands, rules

if TYPE_CHECKING:
    from cutedsl.viz.picture import Picture

CELL_FONT, BAND_FONT, TITLE_FONT, HEAD_FONT, NOTE_FONT = 11.0, 9.5, 12.5, 15.0, 11.5
CHARACTER = 0.61
"""Width of a character of the fixed font, as a fraction of its size."""
_MARGIN, _GAP, _BAND = 16.0, 28.0, 14.0
_RULE, _FRAME, _GREY, _SOFT = "#b8b8b8", "#222222", "#555555", "#6f6f6f"
_WARN = "#a03010"


@frozen
class Rect:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str


@frozen
class Line:
    """A straight line; `arrow` puts a head at its end."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    width: float
    arrow: bool = False


@frozen
class Words:
    """Text of the fixed font, centred at (x, y) or starting there (`anchor` "middle" or "start"); y is its middle."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: str = "middle"
    bold: bool = False
    vertical: bool = False


Shape: TypeAlias = Rect | Line | Words


@dataclass(slots=True)
class Scene:
    """All shapes of a picture, in drawing order, and the size of the page in pixels."""

    width: float = 0.0
    height: float = 0.0
    shapes: list[Shape] = field(default_factory=list[Shape])

    def words(self, x: float, y: float, text: str, size: float, colour: str = BLACK, anchor: str = "middle") -> None:
        """Adds plain text."""
        self.shapes.append(Words(x, y, text, size, colour, anchor))


@frozen
class _Metrics:
    """Sizes that all grids of one picture share."""

    font: float
    width: float
    height: float


def place(picture: Picture) -> Scene:
    """The scene of a picture."""
    scene = Scene()
    metrics = _metrics(picture.grids)
    top = _MARGIN
    if picture.title:
        scene.shapes.append(Words(_MARGIN, top + 9, picture.title, HEAD_FONT, BLACK, "start", bold=True))
        scene.width = 2 * _MARGIN + text_width(picture.title, HEAD_FONT) * 1.02
        top += 30
    for line in picture.cuts:
        scene.words(_MARGIN, top - 2, line, NOTE_FONT, _WARN, "start")
        scene.width = max(scene.width, 2 * _MARGIN + text_width(line, NOTE_FONT))
        top += 18
    top = _place_panels(scene, picture.panels, metrics, top)
    scene.width = max(scene.width, 380.0)
    top = _place_legend(scene, picture.legend, top)
    for line in _wrapped(picture.notes, scene.width - 2 * _MARGIN):
        scene.words(_MARGIN, top + 7, line, NOTE_FONT, _GREY, "start")
        top += 17
    scene.height = top + _MARGIN - 4
    return scene


def text_width(text: str, size: float) -> float:
    """How wide a text is, in pixels."""
    return len(text) * size * CHARACTER


def _metrics(grids: tuple[Grid, ...]) -> _Metrics:
    """Cells as small as their longest label allows, square where that costs little."""
    cells = [cell for grid in grids for row in grid.cells for cell in row]
    longest = max([len(line) for cell in cells for line in cell.lines], default=1)
    lines = max([len(cell.lines) for cell in cells], default=1)
    font = CELL_FONT if max([g.cols.drawn for g in grids], default=1) <= 32 else CELL_FONT - 1
    width = max(longest * font * CHARACTER + 9, 24.0)
    height = max(lines * (font + 1.5) + 8, min(width, 28.0) if lines == 1 else 0.0, 23.0)
    return _Metrics(font, round(width), round(height))


@dataclass(slots=True)
class _Frame:
    """Room that one panel needs: margins for headers, and the cells."""

    left: float = 0.0
    top: float = 0.0
    width: float = 0.0
    height: float = 0.0


def _frame(panel: Panel, metrics: _Metrics) -> _Frame:
    """The room of a panel."""
    match panel:
        case Grid():
            left = _row_header_width(panel.rows)
            cut = 0.7
            width = (panel.cols.drawn + (cut if panel.cols.is_cut else 0)) * metrics.width
            height = (panel.rows.drawn + (cut if panel.rows.is_cut else 0)) * metrics.height
            titles = max(text_width(panel.title, TITLE_FONT), text_width(panel.cols.caption, BAND_FONT))
            return _Frame(left, _column_header_height(panel), max(width, titles), height)
        case Mark():
            widest = max([text_width(line, TITLE_FONT) for line in panel.lines], default=0.0)
            return _Frame(0.0, 0.0, max(widest, 46.0), 20.0 * len(panel.lines) + 20)
        case None:
            return _Frame()


def _row_header_width(axis: Axis) -> float:
    """Bands of row numbers, and the caption beside them."""
    widths = [max([text_width(b.label, BAND_FONT) for b in row]) + 7 for row in bands(axis)]
    return sum(widths) + (_BAND + 2 if axis.caption else 0)


def _column_header_height(grid: Grid) -> float:
    """Title, caption, and bands of column numbers."""
    return (20 if grid.title else 0) + (_BAND if grid.cols.caption else 0) + _BAND * len(bands(grid.cols)) + 3


def _place_panels(scene: Scene, panels: tuple[tuple[Panel, ...], ...], metrics: _Metrics, top: float) -> float:
    """Adds all panels, aligned by row and column; returns the y below them."""
    frames = [[_frame(panel, metrics) for panel in row] for row in panels]
    columns = max([len(row) for row in frames], default=0)
    by_column = [[row[c] for row in frames if c < len(row)] for c in range(columns)]
    lefts = [max([f.left for f in column]) for column in by_column]
    widths = [max([f.width for f in column]) for column in by_column]
    for row, row_frames in zip(panels, frames, strict=True):
        head = max([f.top for f in row_frames])
        height = max([f.height for f in row_frames])
        x = _MARGIN
        for c, panel in enumerate(row):
            _place_panel(scene, panel, metrics, (x + lefts[c], top + head), (widths[c], height))
            x += lefts[c] + widths[c] + _GAP
        scene.width = max(scene.width, x - _GAP + _MARGIN)
        top += head + height + 22
    return top


def _place_panel(
    scene: Scene, panel: Panel, metrics: _Metrics, at: tuple[float, float], room: tuple[float, float]
) -> None:
    """Adds one panel whose cells start at `at`."""
    match panel:
        case Grid():
            _place_grid(scene, panel, metrics, at)
        case Mark():
            _place_mark(scene, panel, at, room)
        case None:
            pass


def _place_mark(scene: Scene, mark: Mark, at: tuple[float, float], room: tuple[float, float]) -> None:
    """An arrow in the middle of the row's height, its text above it."""
    x, middle = at[0], at[1] + max(min(room[1] / 2, 220.0), 20.0 * len(mark.lines))
    scene.shapes.append(Line(x, middle, x + room[0], middle, _GREY, 1.6, arrow=True))
    for k, line in enumerate(reversed(mark.lines)):
        scene.words(x + room[0] / 2, middle - 13 - 16 * k, line, TITLE_FONT)


def _place_grid(scene: Scene, grid: Grid, metrics: _Metrics, at: tuple[float, float]) -> None:
    """Cells, lines, headers, title."""
    x0, y0 = at
    for r, row in enumerate(grid.cells):
        y = y0 + r * metrics.height
        for c, cell in enumerate(row):
            scene.shapes.append(Rect(x0 + c * metrics.width, y, metrics.width, metrics.height, cell.fill))
    for r, row in enumerate(grid.cells):
        for c, cell in enumerate(row):
            _place_label(scene, cell.lines, ink(cell.fill), metrics, (x0 + c * metrics.width, y0 + r * metrics.height))
    _place_lines(scene, grid, metrics, at)
    _place_column_headers(scene, grid, metrics, at)
    _place_row_headers(scene, grid.rows, metrics, at)


def _place_label(scene: Scene, lines: tuple[str, ...], colour: str, metrics: _Metrics, at: tuple[float, float]) -> None:
    """The lines of one cell, centred."""
    step = metrics.font + 1.5
    y = at[1] + metrics.height / 2 - step * (len(lines) - 1) / 2
    for k, line in enumerate(lines):
        scene.words(at[0] + metrics.width / 2, y + k * step, line, metrics.font, colour)


def _place_lines(scene: Scene, grid: Grid, metrics: _Metrics, at: tuple[float, float]) -> None:
    """Thin lines between cells, stronger ones between tiles, a frame, and dots where the grid is cut."""
    x0, y0 = at
    width, height = grid.cols.drawn * metrics.width, grid.rows.drawn * metrics.height
    strong_cols, strong_rows = rules(grid.cols), rules(grid.rows)
    lines: list[Line] = []
    for c in range(grid.cols.drawn + 1):
        x = x0 + c * metrics.width
        lines.append(Line(x, y0, x, y0 + height, *_stroke(strong_cols.get(c, 0), c in (0, grid.cols.drawn))))
    for r in range(grid.rows.drawn + 1):
        y = y0 + r * metrics.height
        lines.append(Line(x0, y, x0 + width, y, *_stroke(strong_rows.get(r, 0), r in (0, grid.rows.drawn))))
    scene.shapes.extend(sorted(lines, key=_thickness))
    if grid.cols.is_cut:
        scene.words(x0 + width + 0.35 * metrics.width, y0 + height / 2, "…", TITLE_FONT, _GREY)
    if grid.rows.is_cut:
        scene.words(x0 + width / 2, y0 + height + 0.35 * metrics.height, "⋮", TITLE_FONT, _GREY)


def _thickness(line: Line) -> float:
    return line.width


def _stroke(level: int, is_frame: bool) -> tuple[str, float]:
    """Colour and width of a line between cells."""
    if is_frame:
        return _FRAME, 1.6
    return (_RULE, 0.6) if level == 0 else (_FRAME, 0.6 + 0.7 * level)


def _place_column_headers(scene: Scene, grid: Grid, metrics: _Metrics, at: tuple[float, float]) -> None:
    """Bands of numbers over the columns, the caption over them, the title on top."""
    y = at[1] - 3
    for row in reversed(bands(grid.cols)):
        for band in row:
            middle = at[0] + (band.start + band.span / 2) * metrics.width
            scene.words(middle, y - _BAND / 2, band.label, BAND_FONT, _GREY)
        y -= _BAND
    if grid.cols.caption:
        scene.words(at[0], y - _BAND / 2, grid.cols.caption, BAND_FONT, _SOFT, "start")
        y -= _BAND
    if grid.title:
        scene.shapes.append(Words(at[0], y - 10, grid.title, TITLE_FONT, BLACK, "start"))


def _place_row_headers(scene: Scene, axis: Axis, metrics: _Metrics, at: tuple[float, float]) -> None:
    """Bands of numbers left of the rows, the caption running upwards beside them where there is room."""
    x = at[0] - 4
    for row in reversed(bands(axis)):
        wide = max([text_width(band.label, BAND_FONT) for band in row]) + 7
        for band in row:
            middle = at[1] + (band.start + band.span / 2) * metrics.height
            scene.words(x - wide / 2 + 2, middle, band.label, BAND_FONT, _GREY)
        x -= wide
    if axis.caption:
        fits = text_width(axis.caption, BAND_FONT) <= axis.drawn * metrics.height + 30
        caption = axis.caption if fits else axis.caption.partition(" ")[0]
        middle = at[1] + axis.drawn * metrics.height / 2
        scene.shapes.append(Words(x - _BAND / 2, middle, caption, BAND_FONT, _SOFT, vertical=True))


def _place_legend(scene: Scene, legend: tuple[tuple[str, str], ...], top: float) -> float:
    """Swatches with their meaning, as many in a line as the page holds; returns the y below them."""
    if not legend:
        return top
    x = _MARGIN
    wide = 20 + max([text_width(meaning, NOTE_FONT) for _, meaning in legend]) + 14
    for colour, meaning in legend:
        if x > _MARGIN and x + wide > scene.width - _MARGIN:
            x, top = _MARGIN, top + 20
        scene.shapes.append(Rect(x, top, 14, 14, colour))
        scene.words(x + 20, top + 7, meaning, NOTE_FONT, BLACK, "start")
        x += wide
    return top + 26


def _wrapped(notes: tuple[str, ...], width: float) -> list[str]:
    """Notes broken to the page's width."""
    characters = max(int(width / (NOTE_FONT * CHARACTER)), 20)
    return [line for note in notes for line in textwrap.wrap(note, characters, subsequent_indent="  ")]
