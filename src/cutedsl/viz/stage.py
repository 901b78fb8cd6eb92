"""One stage of a view: a layout, instruction or access, how it came about, what is known of it, and its picture."""

from __future__ import annotations

from typing import Any

from cutedsl.errors.frozen import frozen
from cutedsl.layout import Layout, cosize, depth, has_scaled_basis, is_static, rank, size
from cutedsl.viz.picture import Picture

_MOST_CHECKED = 1 << 14


@frozen
class Stage:
    """One part of an evaluated view."""

    title: str
    result: str
    explanation: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    picture: Picture


def facts(layout: Any) -> tuple[tuple[str, str], ...]:
    """What is known of a layout, as (name, value) texts: size, cosize, rank, depth, whether indices repeat."""
    known = [("size", str(size(layout))), ("rank", str(rank(layout))), ("depth", str(depth(layout)))]
    if isinstance(layout, Layout) and not has_scaled_basis(layout.stride):
        known.insert(1, ("cosize", str(cosize(layout))))
    if is_static(layout) and size(layout) <= _MOST_CHECKED:
        values = {layout(i) for i in range(size(layout))}
        known.append(("one to one", "yes" if len(values) == size(layout) else "no"))
        if all(isinstance(value, int) for value in values):
            known.append(("gaps", "none" if values == set(range(len(values))) else "some"))
    return tuple(known)
