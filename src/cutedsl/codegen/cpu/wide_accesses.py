"""Accesses of several ops that are written as one: loads that share a window, stores that fill a row."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Operation

from cutedsl.codegen.cpu.plan.rows import Row
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.errors.frozen import frozen


@frozen
class Window:
    """A wide load: the last op known to have seen it intact, its constant, its text, and how many elements it has."""

    op: Operation
    start: int
    text: str
    elems: int


@dataclass(slots=True)
class OpenRow:
    """A row that is being written: where its runs start, and of each place that was come to the pointer and vector."""

    row: Row
    starts: tuple[str, ...] = ()
    stored: dict[int, tuple[Pointer, str]] = field(default_factory=dict[int, "tuple[Pointer, str]"])
