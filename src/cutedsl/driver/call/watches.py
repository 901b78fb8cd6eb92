"""Who watches programs compiled with `--check`, and how they run."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, Protocol

from cutedsl.errors.frozen import frozen

if TYPE_CHECKING:
    from cutedsl.execution.cpu.context import CallContext, Launcher
    from cutedsl.execution.cpu.module import CpuModule

_CHECKER: Final = "cutedsl.checker"
"""What registers a watch for programs that are called outside of any checked run."""


class Watch(Protocol):
    """Runs what is compiled with `--check`, and keeps what it finds."""

    @property
    def measures(self) -> bool:
        """Whether it looks at the addresses of accesses: only code that was made for it hands them over."""
        ...

    def run(self, host: CpuModule, slots: Sequence[int]) -> None:
        """Calls a host function whose kernels report to the checker."""
        ...

    def launcher(self, host: CpuModule, context: CallContext) -> Launcher:
        """What launches such kernels where another runtime (XLA) calls the host function itself, in a context."""
        ...

    def plain(self, kernel: str) -> None:
        """A kernel was launched that was compiled before the checked run, and is not checked."""
        ...


_WATCH: ContextVar[Watch | None] = ContextVar("cutedsl_watch", default=None)
_active: Final[list[Watch]] = []
_changes: Final[list[Callable[[], object]]] = []
_alone: Final[list[Callable[[], Watch]]] = []


def current_watch() -> Watch | None:
    """Who watches programs now; None: they are compiled as they always are."""
    return _WATCH.get()


def watch_variable() -> ContextVar[Watch | None]:
    """The variable that `watching` sets; machine code asks it whether calls are checked."""
    return _WATCH


@contextmanager
def watching(watch: Watch) -> Iterator[None]:
    """Until the block ends, direct calls and `cute.compile` of this thread or task are checked by `watch`."""
    from cutedsl.execution.cpu.pool import stop_telling, tell_launches

    token = _WATCH.set(watch)
    _active.append(watch)
    tell_launches(_tell_plain)
    _tell_change()
    try:
        yield
    finally:
        _WATCH.reset(token)
        del _active[next(n for n, one in enumerate(_active) if one is watch)]  # not one that is equal: reports may be
        if not _active:
            stop_telling(_tell_plain)
        _tell_change()


def on_change(listener: Callable[[], object]) -> None:
    """`listener` is called whenever checked runs begin or end: what it keeps was compiled for the other kind of run."""
    _changes.append(listener)


def _tell_change() -> None:
    for listener in _changes:
        listener()


def _tell_plain(kernel: str, _threads: int) -> None:
    watch = _watch_of_call()
    if watch is not None:
        watch.plain(kernel)


def _watch_of_call() -> Watch | None:
    """Who watches this call; threads of another runtime have no context of their own, the last watch is theirs."""
    return _WATCH.get() or (_active[-1] if _active else None)


def register_watch(make: Callable[[], Watch]) -> None:
    """What watches a function compiled with `--check` that is called outside of any checked run."""
    _alone[:] = [make]


def _watch_or_alone() -> Watch:
    watch = _watch_of_call()
    if watch is None:
        importlib.import_module(_CHECKER)
        watch = _alone[0]()
    return watch


@frozen
class CheckedExecutable:
    """Host function and kernels run on the CPU and report to a watch.

    Where `host` hands over no addresses of accesses, `measuring` gives the same program that does.
    """

    host: CpuModule
    measuring: Callable[[], CpuModule] | None = None

    @property
    def calls_by_machine_code(self) -> bool:
        return False

    @property
    def is_where_arguments_are(self) -> bool:
        return False

    def finish_loading(self) -> None:
        """The linker has ended."""

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        watch = _watch_or_alone()
        watch.run(self._host_for(watch), slots)

    def run_at(self, slots: int, gpu: int = -1) -> None:
        import ctypes

        packed: Any = (ctypes.c_uint64 * 1).from_address(slots)
        self.run(packed, ())

    def launcher(self, context: CallContext, *, holds_gil: bool = False) -> Launcher:
        def launch(kernel: int, dims: int, stream: int, params: int) -> None:
            watch = _watch_or_alone()
            watch.launcher(self._host_for(watch), context)(kernel, dims, stream, params)

        return launch

    def _host_for(self, watch: Watch) -> CpuModule:
        return self.measuring() if self.measuring is not None and watch.measures else self.host

    def use_streams(self, streams: object) -> None:
        """The CPU has none."""
