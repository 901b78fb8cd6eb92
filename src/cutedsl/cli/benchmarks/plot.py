"""Bars of a benchmark as SVG: a group for each shape, a bar for each variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

_COLOURS: Final = ("#2a9160", "#8894a0", "#c98a2b", "#5b84c4", "#b8607f")
_PEERS: Final = {"torch": "#8894a0", "torch.compile": "#c98a2b", "copy": "#5b84c4", "read": "#b8607f"}
"""Variants that stand in many plots, with the same colour in all."""
_FONT: Final = "DejaVu Sans, Helvetica, Arial, sans-serif"
_STYLE: Final = (
    "<style>.back{fill:#ffffff}text{fill:#1f2328}"
    "@media(prefers-color-scheme:dark){.back{fill:#0d1117}text{fill:#e6edf3}}</style>"
)
"""The reader's background; the bars' colours stand out from both."""
_WIDTH, _BAR, _GAP, _TOP, _END = 460, 15, 14, 76, 60
_LETTER: Final = 7.0
"""The width that a letter takes at most, as a mean over a word."""


def bars(title: str, unit: str, groups: Mapping[str, Mapping[str, float]], under: str = "") -> str:
    """An `<svg>` element; each group has a rate by variant, and longer is faster. `under` says where it was measured.

    >>> bars("softmax", "TB/s", {"8 x 8": {"ops": 2.0, "torch": 1.0}}).count("<rect")
    5
    """
    names = list(dict.fromkeys(name for rates in groups.values() for name in rates))
    top = max(rate for rates in groups.values() for rate in rates.values())
    left = 20 + _LETTER * max(map(len, groups))
    parts: list[str] = []
    y = _TOP
    for label, rates in groups.items():
        middle = y + len(rates) * _BAR / 2 + 4
        parts.append(_words(left - 10, middle, label, "end"))
        for name, rate in rates.items():
            length = max(rate / top * _WIDTH, 1)
            parts.append(_rect(left, y + 1, length, _BAR - 2, _colour(names, name)))
            parts.append(_words(left + length + 6, y + _BAR - 4, f"{rate:.2f}" if rate < 100 else f"{rate:.0f}"))
            y += _BAR
        y += _GAP
    width = round(left + _WIDTH + _END)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" viewBox="0 0 {width} {y}" role="img" '
        f'font-family="{_FONT}" font-size="11"><title>{escape(title)}</title>{_STYLE}'
    )
    background = f'<rect class="back" width="{width}" height="{y}"/>'
    said = f"{escape(title)}: {escape(unit)}, longer is faster"
    heading = f'<text x="10" y="20" font-size="14" font-weight="bold">{said}</text>'
    return "\n".join([head, background, heading, _words(10, 38, under), *_legend(names), *parts, "</svg>"]) + "\n"


def _legend(names: Sequence[str]) -> list[str]:
    parts: list[str] = []
    x = 10.0
    for name in names:
        parts += [_rect(x, 49, 10, 10, _colour(names, name)), _words(x + 14, 58, name)]
        x += 32 + _LETTER * len(name)
    return parts


def _colour(names: Sequence[str], name: str) -> str:
    if name in _PEERS:
        return _PEERS[name]
    own = [name for name in names if name not in _PEERS]
    free = [colour for colour in _COLOURS if colour not in {_PEERS.get(name) for name in names}]
    return free[own.index(name) % len(free)]


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'


def _words(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
