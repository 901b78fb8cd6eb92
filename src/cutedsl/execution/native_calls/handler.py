"""Machine code that another runtime calls from threads of its own: its state, and what it asks of Python.

Such calls hold no GIL; ctypes takes it for the rare ways into Python: launching kernels on the CPU, a call when all
contexts are taken, an error.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu.context import CallContext, Launcher
from cutedsl.execution.cpu.errors import error_of
from cutedsl.execution.cpu.module import CpuModule, link_objects
from cutedsl.execution.native_calls.function_address import address_of
from cutedsl.native.constants import HANDLER_CONTEXTS

_FAILED: Final = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32)
_RUN: Final = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


@frozen
class Program:
    """What a handler calls: the host function `host` of `module`.

    `launcher` makes the launcher of a context; `run` makes a whole call with the slots at an address.
    """

    module: CpuModule
    host: str
    launcher: Callable[[CallContext], Launcher]
    run: Callable[[int], object]


class Handler:
    """A loaded handler. Subclasses write its state and say how an error reaches their runtime."""

    def __init__(self, data: bytes, symbols: Sequence[str], program: Program) -> None:
        self._program = program
        self.code: Any = link_objects(data, symbols)
        self._contexts = [CallContext() for _ in range(HANDLER_CONTEXTS)]
        self._by_address = {context.address: context for context in self._contexts}
        for context in self._contexts:
            context.begin(program.launcher(context), 1, None)
        self._callbacks: tuple[Any, ...] = (_FAILED(self._failed), _RUN(self._whole_call))

    def write_state(self, state: int, places: Mapping[str, int], more: Mapping[str, int] | None = None) -> None:
        """Fills the words at `state`: what every handler has, and `more` by name."""
        failed, run = map(address_of, self._callbacks)
        host = self._program.module.address(self._program.host)
        for name, value in {"host": host, "failed": failed, "run": run, **(more or {})}.items():
            ctypes.c_int64.from_address(state + places[name]).value = value
        contexts = (ctypes.c_int64 * HANDLER_CONTEXTS).from_address(state + places["contexts"])
        contexts[:] = [context.address for context in self._contexts]

    def close(self) -> None:
        """Nobody will call it again."""
        for context in self._contexts:
            context.end()

    def report(self, error: BaseException) -> int:
        """Hands an error to the runtime; what the machine code then returns or passes on, not 0."""
        raise NotImplementedError

    def _failed(self, rt: int, code: int) -> int:
        context = self._by_address[rt]
        try:
            return self.report(error_of(context, code, self._program.module.sites))
        finally:
            context.exception = None

    def _whole_call(self, slots: int) -> int | None:
        try:
            self._program.run(slots)
        except BaseException as error:  # nothing may pass into the other runtime
            return self.report(error)
        return None
