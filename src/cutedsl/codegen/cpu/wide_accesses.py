"""Stores of several ops that fill a row and are written as one."""

from __future__ import annotations

from dataclasses import dataclass, field

from cutedsl.codegen.cpu.plan.rows import Row
from cutedsl.codegen.cpu.values import Pointer


@dataclass(slots=True)
class OpenRow:
    """A row that is being written: where its runs start, and of each place that was come to the pointer and vector."""

    row: Row
    starts: tuple[str, ...] = ()
    stored: dict[int, tuple[Pointer, str]] = field(default_factory=dict[int, "tuple[Pointer, str]"])
