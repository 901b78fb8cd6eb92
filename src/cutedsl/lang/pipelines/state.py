"""`PipelineState`: where in the ring a producer or a consumer is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar

from cutedsl.errors import fail
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.staging.choose import select_
from cutedsl.staging.constexpr import Constexpr
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32


class PipelineUserType(Enum):
    """Who a state belongs to."""

    Producer = 1
    Consumer = 2
    ProducerConsumer = 3


class _Part:
    """A field by another name, to read and to write."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, state: Any, owner: object = None) -> Any:
        return self if state is None else getattr(state, self._name)

    def __set__(self, state: Any, value: Any) -> None:
        setattr(state, self._name, value)


@methods_take_places
@dataclass
class PipelineState:
    """The stage under work: its index, how many stages came before (`count`), and the parity to wait for (`phase`).

    Law: after k calls of `advance` from index 0, `index = k mod stages` and `phase` has changed `k div stages` times.
    Loops and branches carry it. Source: CuTe DSL documentation, "pipeline".
    """

    stages: Constexpr[int]
    count: Any
    index: Any
    phase: Any

    def __extract_mlir_values__(self) -> list[Handle]:
        # Three, also of a state made of constants: classes derived from this one count on it.
        return [Int32(part).ir_value() for part in (self.count, self.index, self.phase)]

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> PipelineState:
        return PipelineState(self.stages, *map(Int32.from_handle, values))

    # What classes derived from this one, in libraries, call its parts.
    _count: ClassVar[Any] = _Part("count")
    _index: ClassVar[Any] = _Part("index")
    _phase: ClassVar[Any] = _Part("phase")

    def advance(self, advance_iterations: Any = 1) -> None:
        """Goes on to the next stage, or by a number of stages, perhaps a run-time value. Errors: pipeline-stages."""
        if self.stages < 1:
            raise fail("pipeline-stages", f"a pipeline cannot have {self.stages} stages")
        if not isinstance(advance_iterations, int):
            reached = self.index + advance_iterations
            self.index, self.phase = reached % self.stages, self.phase ^ ((reached // self.stages) & 1)
            self.count = self.count + advance_iterations
            return
        turns, rest = divmod(advance_iterations, self.stages)
        following = self.index + rest
        wraps = following >= self.stages
        phases = (self.phase, self.phase ^ 1) if turns % 2 == 0 else (self.phase ^ 1, self.phase)
        self.index = select_(wraps, Int32(0) if rest == 1 else following - self.stages, following)
        self.phase = select_(wraps, phases[1], phases[0])
        self.count = self.count + advance_iterations

    def reverse(self) -> None:
        """Goes back to the stage before."""
        wraps = self.index == 0
        self.index = select_(wraps, Int32(self.stages - 1), self.index - 1)
        self.phase = select_(wraps, self.phase ^ 1, self.phase)
        self.count = self.count - 1

    def reset_count(self) -> None:
        """Counts from 0 again."""
        self.count = Int32(0)

    def clone(self) -> PipelineState:
        """The same place, going on by itself."""
        return replace(self)


def make_pipeline_state(type: PipelineUserType, stages: int) -> PipelineState:
    """The state before the first stage: a producer finds every stage empty at once, a consumer finds none full.

    Who does both begins as a producer. A state of 0 stages is for a pipeline that a kernel leaves out.
    """
    return PipelineState(stages, run_time(0), run_time(0), run_time(int(type is not PipelineUserType.Consumer)))


def run_time(value: int) -> Int32:
    """A number as a run-time value, so that a loop that changes it carries it from the start."""
    return Int32.from_handle(Int32(value).ir_value())
