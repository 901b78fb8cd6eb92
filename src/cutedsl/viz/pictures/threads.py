"""Thread-value layouts as pictures: who holds which element of a tile, for a copy and for a matrix multiply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from cutedsl.errors import fail
from cutedsl.layout import Layout, flatten_to_tuple, product_each, size
from cutedsl.viz.colours import BLANK, FAINT, oklch, thread_colour
from cutedsl.viz.panels import Axis, Cell, Grid, Mark
from cutedsl.viz.picture import Picture
from cutedsl.viz.reading import LIMIT, DrawnLayout, check_drawable, modes_of
from cutedsl.viz.tikz_colours import hex_colour

_NOBODY = Cell(("–",), FAINT)
_MOST_PAIRS = 1 << 18
"""More pairs of thread and value make a picture that nobody can read."""
Holders = dict[tuple[int, int], list[tuple[int, int]]]
Palette = Sequence[str] | str | Callable[[int, int], Callable[[int, int], str]]
"""Colours that threads take in turn, a name, or a function of the numbers of threads and values that gives one from
thread and value to a colour."""
_HeldColour = Callable[[tuple[int, int], tuple[int, int]], str]
"""The colour of (thread, value) among (threads, values)."""


def _by_thread(held: tuple[int, int], counts: tuple[int, int]) -> str:
    return thread_colour(held[0], counts[0])


def tv_picture(
    tv_layout: Any,
    tiler: Any,
    *,
    title: str | None = None,
    axis_labels: Sequence[str] = ("M", "N"),
    palette: Palette | None = None,
    limit: int = LIMIT,
) -> Picture:
    """Which thread (T) holds which of its values (V) at each element of a tile, coloured by thread.

    **Shapes**: `tv_layout` is (thread, value) -> index in the tile, colexicographic, or a coordinate of it; `tiler`
    is the tile's shape (M,N), as `make_layout_tv` gives both. An element that several threads hold names the first
    and how many more. `palette` replaces the colours. It is a list that threads take in turn, or "rainbow", "pastel",
    "white" or "bw". It may be a function of the numbers of threads and values; its result goes from thread and value
    to a colour. A colour is `#rrggbb`, or as TikZ writes it. Source: ours. Errors: tv-layout-rank, tv-outside-tile,
    picture-tile, picture-palette, picture-too-large, picture-dynamic.

    >>> from cutedsl.cute import Layout
    >>> picture = tv_picture(Layout("(2,2):(2,1)"), (2, 2))
    >>> [[cell.lines for cell in row] for row in picture.grids[0].cells]
    [[('T0', 'V0'), ('T1', 'V0')], [('T0', 'V1'), ('T1', 'V1')]]
    """
    grid, notes = _tv_grid(tv_layout, tiler, "", axis_labels, limit, colour=_palette(palette))
    heading = f"{tv_layout}  on a tile of {_tile_text(tiler)}" if title is None else title
    return Picture(heading, ((grid,),), notes=notes)


def copy_picture(src_tv: Any, dst_tv: Any, tiler: Any, *, title: str = "Tiled copy", limit: int = LIMIT) -> Picture:
    """A tiled copy: what each thread reads from the tile, and where it writes it.

    **Shapes**: both layouts are (thread, value) -> index in a tile of shape `tiler`. Errors: as `tv_picture`.
    """
    src, src_notes = _tv_grid(src_tv, tiler, f"source {src_tv}", ("M", "N"), limit)
    dst, dst_notes = _tv_grid(dst_tv, tiler, f"destination {dst_tv}", ("M", "N"), limit)
    panels = ((src, Mark(("copy",)), dst),) if src.cols.drawn <= 16 else ((src,), (dst,))
    return Picture(f"{title}, tile {_tile_text(tiler)}", panels, notes=_once(src_notes + dst_notes))


def mma_picture(
    tv_a: Any,
    tv_b: Any,
    tv_c: Any,
    shape_mnk: Any,
    *,
    stored_k: int | None = None,
    title: str = "Tiled MMA",
    limit: int = LIMIT,
) -> Picture:
    """A tiled matrix multiply C = A B: A at the left of C and B above it, so that a row meets a column.

    **Shapes**: the layouts are (thread, value) -> index in tiles of shape (M,K), (N,K), (M,N); B is drawn with K
    downwards. A of a sparse multiply is drawn as it is stored, `stored_k` elements a row. Errors: as `tv_picture`.
    """
    m, n, k = _extents(shape_mnk, 3)
    a, notes_a = _tv_grid(tv_a, (m, stored_k or k), f"A {tv_a}", ("M", "K"), limit)
    b, notes_b = _tv_grid(tv_b, (n, k), f"B {tv_b}", ("K", "N"), limit, transposed=True)
    c, notes_c = _tv_grid(tv_c, (m, n), f"C {tv_c}", ("M", "N"), limit)
    notes = _once(notes_a + notes_b + notes_c)
    return Picture(f"{title}, M×N×K = {m}×{n}×{k}", ((None, b), (a, c)), notes=notes)


def _once(notes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(notes))


def _tv_grid(
    tv_layout: Any,
    tiler: Any,
    title: str,
    names: Sequence[str],
    limit: int,
    transposed: bool = False,
    colour: _HeldColour = _by_thread,
) -> tuple[Grid, tuple[str, ...]]:
    """The grid of one thread-value layout, and what must be said of it."""
    layout = check_drawable(tv_layout, "a thread-value picture")
    tile = _extents(tiler, 2)
    counts, holders = _holders(layout, tile)
    if transposed:
        tile, holders = (tile[1], tile[0]), {(c, r): held for (r, c), held in holders.items()}
    rows, cols = [
        Axis(f"{name} = {extent}" if name else "", (extent,), extent, min(extent, limit))
        for name, extent in zip(names, tile, strict=True)
    ]
    cells = [
        tuple([_holder_cell(holders.get((r, c), []), counts, colour) for c in range(cols.drawn)])
        for r in range(rows.drawn)
    ]
    return Grid(title, rows, cols, tuple(cells)), _holder_notes(holders, tile)


def _holders(layout: DrawnLayout, tile: tuple[int, ...]) -> tuple[tuple[int, int], Holders]:
    """The numbers of threads and values, and who holds each element of the tile as (thread, value) pairs in order."""
    modes = modes_of(layout)
    if len(modes) != 2:
        raise fail("tv-layout-rank", f"{layout} has {len(modes)} modes; a thread-value layout has 2")
    threads, values = modes[0].length, modes[1].length
    if threads * values > _MOST_PAIRS:
        raise fail("picture-too-large", f"{layout} has {threads} threads of {values} values, {threads * values} pairs")
    holders: Holders = {}
    for (t, v), index in indices_of(layout, threads, values):
        at = _element(index, tile)
        if at is None:
            raise fail(
                "tv-outside-tile",
                f"thread {t}, value {v} of {layout} is at {index}, outside a tile of {_tile_text(tile)}",
            )
        holders.setdefault(at, []).append((t, v))
    return (threads, values), holders


def indices_of(layout: Any, threads: int, values: int) -> Iterator[tuple[tuple[int, int], Any]]:
    """Each (thread, value) of a layout and where it is: an index, or a coordinate.

    A plain layout adds what its two modes give, which is many times quicker than asking it for each pair.
    """
    parts = ([layout[0](t) for t in range(threads)], [layout[1](v) for v in range(values)]) if _adds(layout) else None
    for t in range(threads):
        for v in range(values):
            yield (t, v), layout((t, v)) if parts is None else parts[0][t] + parts[1][v]


def _adds(layout: Any) -> bool:
    """Whether a layout's value is the sum of two integers, one for each mode."""
    return isinstance(layout, Layout) and all(isinstance(layout[k](0), int) for k in range(2))


def _element(value: Any, tile: tuple[int, ...]) -> tuple[int, int] | None:
    """The element (row, column) that an index or a coordinate names; None outside the tile."""
    rows, cols = tile
    row, col = (value % rows, value // rows) if isinstance(value, int) else (*flatten_to_tuple(value), 0, 0)[:2]
    return (row, col) if 0 <= row < rows and 0 <= col < cols else None


def _palette(given: Palette | None) -> _HeldColour:
    """The colour of a thread's value, from a palette if one is given. Errors: picture-palette."""
    if given is None:
        return _by_thread
    if isinstance(given, str):
        if given not in _PALETTES:
            raise fail(
                "picture-palette", f"there is no palette {given!r}; the palettes are {', '.join(map(repr, _PALETTES))}"
            )
        return _PALETTES[given]
    if callable(given):
        return lambda held, counts: hex_colour(given(*counts)(*held))
    colours = [hex_colour(colour) for colour in given]
    if not colours:
        raise fail("picture-palette", "the list of colours is empty")
    return lambda held, counts: colours[held[0] % len(colours)]


_PALETTES: Mapping[str, _HeldColour] = MappingProxyType(
    {
        "pastel": _by_thread,
        "rainbow": lambda held, counts: oklch(0.8, 0.13, 20 + 360 * held[0] / max(counts[0], 1)),
        "white": lambda held, counts: BLANK,
        "bw": lambda held, counts: hex_colour(f"black!{8 * (held[0] * 5 % 8)}"),
    }
)


def _holder_cell(held: list[tuple[int, int]], counts: tuple[int, int], colour: _HeldColour) -> Cell:
    """T and V of the first holder; `+n` where n more threads hold the element too."""
    if not held:
        return _NOBODY
    thread, value = held[0]
    more = len({t for t, _ in held}) - 1
    return Cell((f"T{thread}" + (f"+{more}" if more else ""), f"V{value}"), colour(held[0], counts))


def _holder_notes(holders: Holders, tile: tuple[int, ...]) -> tuple[str, ...]:
    """What is unusual: elements that nobody holds, and elements that several threads hold."""
    notes: list[str] = []
    missing = tile[0] * tile[1] - len(holders)
    if missing:
        notes.append(f"– marks elements that no thread holds ({missing} of {tile[0] * tile[1]}).")
    if any(len({t for t, _ in held}) > 1 for held in holders.values()):
        notes.append("T0+3 reads: thread 0 and 3 others hold this element.")
    return tuple(notes)


def _extents(tiler: Any, count: int) -> tuple[int, ...]:
    """The extents of a tile, one for each mode. Errors: picture-tile."""
    sizes = product_each(tuple([size(part) if isinstance(part, Layout) else part for part in _parts(tiler)]))
    if len(sizes) == 1 and count == 2:
        sizes = (1, *sizes)
    if len(sizes) != count or not all(isinstance(s, int) and s > 0 for s in sizes):
        raise fail("picture-tile", f"a tile of {count} static extents is needed, got {_tile_text(tiler)}")
    return sizes


def _tile_text(tiler: Any) -> str:
    """A tile as people write it."""
    return "×".join([str(size(part) if isinstance(part, Layout) else part) for part in _parts(tiler)])


def _parts(tiler: Any) -> list[Any]:
    """The modes of a tile, given as a tuple, as the layout of the tile, or as one extent."""
    shape: Any = tiler.shape if isinstance(tiler, Layout) else tiler
    return list(cast("Sequence[Any]", shape)) if isinstance(shape, (tuple, list)) else [shape]
