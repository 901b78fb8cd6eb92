"""Producers and consumers: a pipeline with one's own place in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.pipelines.state import PipelineState
from cutedsl.staging.protocol import Handle


@dataclass
class HasState:
    """A pipeline and a place in it, which loops and branches carry."""

    pipeline: Any
    state: PipelineState

    def __extract_mlir_values__(self) -> list[Handle]:
        return self.state.__extract_mlir_values__()

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        return replace(self, state=self.state.__new_from_mlir_values__(values))


class StateByName:
    """`state` by the private name that public programs use."""

    def __get__(self, owner: Any, kind: object = None) -> Any:
        return self if owner is None else owner.state

    def __set__(self, owner: Any, state: PipelineState) -> None:
        owner.state = state


@methods_take_places
@dataclass
class StageHandle(HasState):
    """A stage that was acquired or waited for, as it was then."""

    @property
    def index(self) -> Any:
        """The stage."""
        return self.state.index

    @property
    def count(self) -> Any:
        """How many stages came before."""
        return self.state.count

    @property
    def barrier(self) -> Any:
        """The stage's full mbarrier."""
        return self.pipeline.producer_get_barrier(self.state)

    def commit(self) -> None:
        """The stage is written."""
        self.pipeline.producer_commit(self.state)

    def release(self) -> None:
        """The stage is read."""
        self.pipeline.consumer_release(self.state)


@methods_take_places
@dataclass
class PipelineProducer(HasState):
    """The producing side; loops carry its state."""

    ImmutableResourceHandle: ClassVar = StageHandle
    _PipelineProducer__state: ClassVar[Any] = StateByName()

    def acquire(self, try_acquire_token: object = None) -> StageHandle:
        """Waits until the stage is empty; returns a handle of it."""
        self.pipeline.producer_acquire(self.state, try_acquire_token)
        return self.current_handle()

    def acquire_and_advance(self, try_acquire_token: object = None) -> StageHandle:
        """`acquire`, then on to the next stage."""
        handle = self.acquire(try_acquire_token)
        self.advance()
        return handle

    def current_handle(self) -> StageHandle:
        """A handle of this stage, without waiting for it."""
        return StageHandle(self.pipeline, self.state.clone())

    def try_acquire(self) -> Any:
        """A token: whether the stage is empty."""
        return self.pipeline.producer_try_acquire(self.state)

    def commit(self, handle: StageHandle | None = None) -> None:
        """The stage of the handle (without one, this stage) is written."""
        self.pipeline.producer_commit(self.state if handle is None else handle.state)

    def advance(self) -> None:
        """Goes on to the next stage."""
        self.state.advance()

    def tail(self) -> None:
        """Waits until every stage is released."""
        self.pipeline.producer_tail(self.state)

    def reset(self) -> None:
        """Counts from 0 again, at the same stage and phase: for the next tile of a persistent kernel."""
        self.state.reset_count()

    def clone(self) -> PipelineProducer:
        """The same place, going on by itself."""
        return PipelineProducer(self.pipeline, self.state.clone())


@methods_take_places
@dataclass
class PipelineConsumer(HasState):
    """The consuming side; loops carry its state."""

    ImmutableResourceHandle: ClassVar = StageHandle
    _PipelineConsumer__state: ClassVar[Any] = StateByName()

    def wait(self, try_wait_token: object = None) -> StageHandle:
        """Waits until the stage is full; returns a handle of it."""
        self.pipeline.consumer_wait(self.state, try_wait_token)
        return self.current_handle()

    def wait_and_advance(self, try_wait_token: object = None) -> StageHandle:
        """`wait`, then on to the next stage."""
        handle = self.wait(try_wait_token)
        self.advance()
        return handle

    def current_handle(self) -> StageHandle:
        """A handle of this stage, without waiting for it."""
        return StageHandle(self.pipeline, self.state.clone())

    def try_wait(self) -> Any:
        """A token: whether the stage is full."""
        return self.pipeline.consumer_try_wait(self.state)

    def release(self, handle: StageHandle | None = None) -> None:
        """The stage of the handle (without one, this stage) is read."""
        self.pipeline.consumer_release(self.state if handle is None else handle.state)

    def advance(self) -> None:
        """Goes on to the next stage."""
        self.state.advance()

    def reset(self) -> None:
        """Counts from 0 again, at the same stage and phase: for the next tile of a persistent kernel."""
        self.state.reset_count()

    def clone(self) -> PipelineConsumer:
        """The same place, going on by itself."""
        return PipelineConsumer(self.pipeline, self.state.clone())
