"""Fill colours of cells, evenly spaced to the eye, and the ink that is read on them."""

from __future__ import annotations

import math
from functools import cache

BLANK = "#ffffff"
FAINT = "#eeeeee"
BLACK, WHITE = "#111111", "#ffffff"


@cache
def oklch(lightness: float, chroma: float, hue_degrees: float) -> str:
    """`#rrggbb` of a colour given as lightness 0–1, chroma and hue, clipped to what a screen shows.

    >>> oklch(1.0, 0.0, 0.0)
    '#ffffff'

    Source: B. Ottosson, "A perceptual color space for image processing" (2020).
    """
    a = chroma * math.cos(math.radians(hue_degrees))
    b = chroma * math.sin(math.radians(hue_degrees))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    return "#" + "".join([f"{_encoded(c):02x}" for c in (red, green, blue)])


def _encoded(linear: float) -> int:
    """One linear channel as an sRGB byte."""
    clipped = min(max(linear, 0.0), 1.0)
    return round(255 * (12.92 * clipped if clipped <= 0.0031308 else 1.055 * clipped ** (1 / 2.4) - 0.055))


def index_colour(index: int, low: int, high: int) -> str:
    """The colour of an index between `low` and `high`: pale yellow at the start of memory, blue at its end.

    The end stays light enough for black ink, so that no label lies between two inks.
    """
    t = (index - low) / (high - low) if high > low else 0.0
    return oklch(0.965 - 0.305 * t, 0.075 + 0.035 * t, 105 + 165 * t)


def thread_colour(thread: int, count: int) -> str:
    """The colour of a thread among `count`: hue by lane, so neighbours are alike; lightness by warp."""
    lanes = min(max(count, 1), 32)
    lane, warp = thread % 32, thread // 32 % 4
    step = 0.035 if lanes > 8 and lane % 2 else 0.0
    return oklch(0.91 - step - 0.075 * warp, 0.075 + 0.01 * warp, 20 + 360 * lane / lanes)


def bank_colour(bank: int, banks: int) -> str:
    """The colour of a shared-memory bank, once around the colour circle."""
    return oklch(0.90 - (0.05 if bank % 2 else 0.0), 0.095, 20 + 360 * bank / banks)


def conflict_colour(depth: int) -> str:
    """The colour of the `depth`-th word that one bank serves: green for the first, then ever deeper red."""
    return oklch(0.92, 0.07, 150) if depth == 0 else oklch(max(0.87 - 0.04 * depth, 0.68), 0.11, 27)


def luminance(fill: str) -> float:
    """Relative luminance 0–1 of `#rrggbb`. Source: WCAG 2.2."""
    channels = [int(fill[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@cache
def ink(fill: str) -> str:
    """Black or white, whichever is read better on `fill`.

    >>> ink("#ffffa0"), ink("#102060")
    ('#111111', '#ffffff')
    """
    light = luminance(fill)
    return BLACK if (light + 0.05) / (luminance(BLACK) + 0.05) >= 1.05 / (light + 0.05) else WHITE
