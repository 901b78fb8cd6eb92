"""Colours as the LaTeX package xcolor writes them: `red!30`, `blue!50!white`, `{rgb,255:red,9;green,9;blue,9}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from cutedsl.errors import fail

_Channels = tuple[float, float, float]

_NAMED: Mapping[str, _Channels] = MappingProxyType(
    {
        "black": (0, 0, 0), "white": (1, 1, 1), "red": (1, 0, 0), "green": (0, 1, 0), "blue": (0, 0, 1),
        "cyan": (0, 1, 1), "magenta": (1, 0, 1), "yellow": (1, 1, 0), "gray": (0.5, 0.5, 0.5),
        "darkgray": (0.25, 0.25, 0.25), "lightgray": (0.75, 0.75, 0.75), "brown": (0.75, 0.5, 0.25),
        "lime": (0.75, 1, 0), "olive": (0.5, 0.5, 0), "orange": (1, 0.5, 0), "pink": (1, 0.75, 0.75),
        "purple": (0.75, 0, 0.25), "teal": (0, 0.5, 0.5), "violet": (0.5, 0, 0.5),
    }
)  # fmt: skip
"""Source: the manual of xcolor, section 2.4."""
_RGB = re.compile(r"\{?\s*rgb\s*(?:,\s*(?P<scale>[\d.]+)\s*)?:(?P<parts>[^}]*)\}?")
_HEX = re.compile(r"#?(?P<digits>[0-9a-fA-F]{6})")


def hex_colour(text: str) -> str:
    """`#rrggbb` of a colour as TikZ takes it, or of `#rrggbb`. Errors: picture-palette.

    >>> hex_colour("black!40"), hex_colour("red!50!blue"), hex_colour("{rgb,255:red,16;green,32;blue,255}")
    ('#999999', '#800080', '#1020ff')

    Law: `a!p!b` is p per cent of a and the rest of b, white where b is missing. Source: the manual of xcolor.
    """
    exact = _HEX.fullmatch(text)
    if exact:
        return f"#{exact['digits'].lower()}"
    channels = _rgb(text) if "rgb" in text else _mixed(text)
    return "#" + "".join([f"{int(255 * min(max(c, 0.0), 1.0) + 0.5):02x}" for c in channels])


def _rgb(text: str) -> _Channels:
    """`rgb,255:red,16;green,32;blue,255`; without the first number channels go up to 1."""
    found = _RGB.fullmatch(text.strip())
    try:
        assert found is not None
        scale = float(found["scale"] or 1)
        parts = dict(part.split(",") for part in found["parts"].replace(" ", "").split(";") if part)
        red, green, blue = (float(parts.get(name, 0)) / scale for name in ("red", "green", "blue"))
    except (AssertionError, ValueError, ZeroDivisionError):
        raise _unknown(text) from None
    return red, green, blue


def _mixed(text: str) -> _Channels:
    """`name`, `name!percent`, `name!percent!name!percent...`."""
    first, *rest = text.strip().split("!")
    found = _named(first, text)
    for k in range(0, len(rest), 2):
        share = rest[k]
        if not re.fullmatch(r"\d+(\.\d*)?|\.\d+", share):
            raise _unknown(text)
        other = _named(rest[k + 1], text) if k + 1 < len(rest) else _NAMED["white"]
        part = float(share) / 100
        (r, g, b), (r2, g2, b2) = found, other
        found = (part * r + (1 - part) * r2, part * g + (1 - part) * g2, part * b + (1 - part) * b2)
    return found


def _named(name: str, text: str) -> _Channels:
    if name.strip() not in _NAMED:
        raise _unknown(text)
    return _NAMED[name.strip()]


def _unknown(text: str) -> Exception:
    return fail("picture-palette", f"{text!r} is not a colour")
