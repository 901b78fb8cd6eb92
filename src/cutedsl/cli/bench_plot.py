"""Bars of a benchmark as SVG: a group for each shape, a bar for each variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

_COLOURS: Final = ("#1f6f43", "#9aa5b1", "#c98a2b", "#5b7fb5", "#b05c7a")
_PEERS: Final = {"torch": "#9aa5b1", "torch.compile": "#c98a2b", "copy": "#5b7fb5", "read": "#b05c7a"}
"""Variants that stand in many plots, with the same colour in all."""
_FONT: Final = "DejaVu Sans, Helvetica, Arial, sans-serif"
_LEFT, _WIDTH, _BAR, _GAP, _TOP, _END = 150, 460, 15, 14, 58, 60


def bars(title: str, unit: str, groups: Mapping[str, Mapping[str, float]]) -> str:
    """An `<svg>` element; each group has a rate by variant, and longer is faster.

    >>> bars("softmax", "TB/s", {"8 x 8": {"ops": 2.0, "torch": 1.0}}).count("<rect")
    5
    """
    names = list(dict.fromkeys(name for rates in groups.values() for name in rates))
    top = max(rate for rates in groups.values() for rate in rates.values())
    parts: list[str] = []
    y = _TOP
    for label, rates in groups.items():
        middle = y + len(rates) * _BAR / 2 + 4
        parts.append(_words(_LEFT - 10, middle, label, "end"))
        for name, rate in rates.items():
            length = max(rate / top * _WIDTH, 1)
            parts.append(_rect(_LEFT, y + 1, length, _BAR - 2, _colour(names, name)))
            parts.append(_words(_LEFT + length + 6, y + _BAR - 4, f"{rate:.2f}" if rate < 100 else f"{rate:.0f}"))
            y += _BAR
        y += _GAP
    width = _LEFT + _WIDTH + _END
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" viewBox="0 0 {width} {y}" role="img" '
        f'font-family="{_FONT}" font-size="11"><title>{escape(title)}</title>'
    )
    background = f'<rect width="{width}" height="{y}" fill="#ffffff"/>'
    heading = f'<text x="10" y="20" font-size="14" font-weight="bold">{escape(title)} ({escape(unit)})</text>'
    return "\n".join([head, background, heading, *_legend(names), *parts, "</svg>"]) + "\n"


def _legend(names: Sequence[str]) -> list[str]:
    parts: list[str] = []
    x = 10.0
    for name in names:
        parts += [_rect(x, 31, 10, 10, _colour(names, name)), _words(x + 14, 40, name)]
        x += 32 + 6.5 * len(name)
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
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#222222">{escape(text)}</text>'
