"""The emitter protocol of CuTe: staging's, plus tensor types, run-time layout leaves, functions and launches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast

from cutedsl.staging.protocol import Emitter, Handle, Type, current_emitter
from cutedsl.types import DType


class CuteEmitter(Emitter, Protocol):
    """What CuTe's vocabulary needs of an emitter beyond scalars and control flow.

    Named ops of `op`: see `cutedsl.ir` for their operands and meaning. Source: ours.
    """

    def tensor_type(self, dtype: DType, space: str, layout: str, align_bytes: int, swizzle: str = "") -> Type: ...
    def vector_type(self, dtype: DType, count: int) -> Type: ...
    def pointer_type(self, dtype: DType, space: str, align_bytes: int, swizzle: str = "") -> Type: ...
    def descriptor_type(self) -> Type:
        """The type of tensor maps."""
        ...

    def leaf(self, handle: Handle, index: int, dtype: DType) -> Handle:
        """The index-th leaf, in text order, of a tensor's layout that is known only at run time."""
        ...

    def begin_function(self, params: Sequence[tuple[str, Type]]) -> Sequence[Handle]:
        """Starts a function; returns its parameters. Nests."""
        ...

    @property
    def in_kernel(self) -> bool:
        """Whether what is recorded now belongs to a kernel."""
        ...

    def hoist_tensor_maps(self, arguments: Sequence[Handle]) -> tuple[Sequence[object], list[Handle]]:
        """The host's ops that make the maps of the kernel begun last, and the maps, which become its parameters."""
        ...

    def place(self, ops: Sequence[Any]) -> None:
        """Puts ops that were made elsewhere here."""
        ...

    def end_function(self, name: str, attributes: Mapping[str, object]) -> Any:
        """Ends the function begun last; returns its op, or None where nothing is recorded."""
        ...

    def launch(self, kernel: str, values: Sequence[Handle]) -> None: ...


class LaunchesAtOnce(ABC):
    """What an emitter inherits that runs the blocks of a launch there and then, instead of recording the kernel."""

    @abstractmethod
    def run_blocks(
        self,
        dims: Sequence[Handle],
        names: Sequence[str],
        values: Sequence[Handle],
        body: Callable[[Sequence[Handle]], None],
    ) -> None:
        """Calls `body` with the kernel's arguments for each block; `dims` are the operands of `cute.launch` before
        them, `names` those of the parameters."""


cute_emitter: Callable[[], CuteEmitter] = cast("Callable[[], CuteEmitter]", current_emitter)
"""The emitter of the trace in progress, as CuTe's; the very function, as each operation asks for it."""
