"""Draws the sweeps of products: each as a point, its rows along the page and its speed beside cuBLAS's up it.

    python -m benchmarks.gpu.sweep_picture

writes docs/pictures/products_sweep.svg from the recorded runs.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

from benchmarks.record import RESULTS, ROOT

PICTURE = ROOT / "docs" / "pictures" / "products_sweep.svg"
SWEEPS = ("gpu_products_sweep", "gpu_products_fresh")
"""The shapes that the choice was looked at with, drawn as dots, and fresh ones, as rings."""
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 880, 420, 52, 34, 46
MOST_ROWS = 16384
RATIOS = (0.8, 1.4)
"""What the page shows; points beyond are drawn at its edge."""
COLOURS = {
    "bfloat16": "#1f5fa8",
    "float16": "#3a9d5d",
    "float8_e4m3fn": "#c2571a",
    "float32": "#7a4fa3",
    "int8": "#777777",
}
NAMES = {"float8_e4m3fn": "e4m3", "float32": "tf32"}


def x_of(rows: int) -> float:
    """Where a product of so many rows is across the page: a logarithm."""
    return LEFT + (WIDTH - LEFT - 16) * math.log2(rows) / math.log2(MOST_ROWS)


def y_of(ratio: float) -> float:
    """Where a ratio of speeds is on the page: a logarithm."""
    low, high = (math.log(bound) for bound in RATIOS)
    part = (min(max(math.log(ratio), low), high) - low) / (high - low)
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * part


def elements() -> Iterator[str]:
    """The picture's elements in their order."""
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    for ratio in (0.8, 0.9, 0.98, 1.0, 1.1, 1.2, 1.3, 1.4):
        y, colour = y_of(ratio), "#b00020" if ratio == 0.98 else "#333333" if ratio == 1.0 else "#dddddd"
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - 16}" y2="{y:.1f}" stroke="{colour}"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{ratio:g}</text>'
    for rows in (1, 4, 16, 64, 256, 1024, 4096, 16384):
        yield f'<text x="{x_of(rows):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{rows}</text>'
    yield f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">rows of the result (M)</text>'
    yield f'<text x="{LEFT}" y="16">speed compared with cuBLAS; dots: the sweep, rings: fresh shapes</text>'
    for place, (name, colour) in enumerate(COLOURS.items()):
        x = WIDTH - 370 + 74 * place
        yield f'<circle cx="{x}" cy="12" r="4" fill="{colour}"/><text x="{x + 8}" y="16">{NAMES.get(name, name)}</text>'
    for sweep, filled in zip(SWEEPS, (True, False), strict=True):
        for row in json.loads((RESULTS / f"{sweep}.json").read_text(encoding="utf-8"))["rows"]:
            colour = COLOURS[row["dtype"]]
            paint = f'fill="{colour}" fill-opacity="0.75"' if filled else f'fill="none" stroke="{colour}"'
            yield f'<circle cx="{x_of(row["m"]):.1f}" cy="{y_of(row["ratio_to_cublas"]):.1f}" r="3.5" {paint}/>'


def drawn() -> str:
    """The picture of today's results."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
    return "\n".join([f'{head} font-size="12">', *elements(), "</svg>\n"])


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
