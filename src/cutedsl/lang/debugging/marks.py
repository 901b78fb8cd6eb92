"""Marks: timestamps inside a kernel, taken by its warps with the device's timer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang import arch
from cutedsl.lang.intrinsics.warp import globaltimer
from cutedsl.staging.protocol import Handle
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Int32, Int64


class MarkKind(IntEnum):
    """What a mark says of its name."""

    BEGIN = 1
    END = 2
    MOMENT = 3


@frozen(slots=False)
class Marks:
    """The names that a kernel marks, and room for `events` marks of each warp; a Constexpr argument of the kernel.

    **Shapes**: the marks go into an Int64 tensor (warps of the grid, 2 * events) that starts as zeros: the times in
    nanoseconds, each with what was marked.

    Example, in a kernel that got the tensor `noted`::

        recorder = marks.recorder(noted)
        with recorder.span("load"):
            ...
        recorder.moment("ready")

    Source: ours.
    """

    names: tuple[str, ...]
    events: int = 64

    def recorder(self, noted: Any) -> Recorder:
        """What one warp marks with; its lane 0 must be there. Marks for which there is no room are dropped."""
        bx, by, bz = arch.block_idx()
        gx, gy, _ = arch.grid_dim()
        dx, dy, dz = arch.block_dim()
        block = bx + gx * (by + gy * bz)
        warps = (dx * dy * dz + 31) // 32
        return Recorder(self, noted, block * warps + arch.warp_idx(), Int32(0))

    def code(self, name: str, kind: MarkKind) -> int:
        """The number that stands for a mark, not 0. Errors: mark-name."""
        if name not in self.names:
            raise fail("mark-name", f"there is no mark `{name}`; the marks are {', '.join(self.names)}")
        return 4 * self.names.index(name) + kind


@dataclass
class Recorder:
    """The marks of one warp; loops and branches carry how many there are."""

    marks: Marks
    noted: Any
    row: Any
    count: Any

    def begin(self, name: str) -> None:
        """`name` begins now. Errors: mark-name."""
        self._mark(name, MarkKind.BEGIN)

    def end(self, name: str) -> None:
        """What began last ends now; it is `name`. Errors: mark-name."""
        self._mark(name, MarkKind.END)

    def moment(self, name: str) -> None:
        """`name` happens now. Errors: mark-name."""
        self._mark(name, MarkKind.MOMENT)

    @contextmanager
    def span(self, name: str) -> Iterator[None]:
        """`with recorder.span("load"):` marks where its body begins and ends. Errors: mark-name."""
        self.begin(name)
        yield
        self.end(name)

    def _mark(self, name: str, kind: MarkKind) -> None:
        code = self.marks.code(name, kind)
        time = globaltimer().to(Int64)
        staged_function(_note)(self.noted, self.row, self.count, self.marks.events, time, Int64(code))
        self.count = self.count + 1

    def __extract_mlir_values__(self) -> list[Handle]:
        return [self.count.ir_value(), self.row.ir_value()]

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Recorder:
        count, row = (Int32.from_handle(value) for value in values)
        return replace(self, count=count, row=row)


def _note(noted: Any, row: Any, count: Any, events: int, time: Any, code: Any) -> None:
    if arch.lane_idx() == 0 and count < events:
        noted[row, 2 * count] = time
        noted[row, 2 * count + 1] = code
