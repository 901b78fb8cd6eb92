"""Loads an XLA custom call into this process: its state, and what it asks of Python.

XLA calls from threads of its own, without the GIL; ctypes takes it for the rare ways into Python: launching kernels on
the CPU, a call when all contexts are taken, the text of an error.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any, Final

from cutedsl.arch.xla_abi import HANDLER_CONTEXTS, STATE, STATE_BYTES, STATE_SUFFIX
from cutedsl.execution.cpu_context import CallContext, Launcher
from cutedsl.execution.cpu_errors import error_of
from cutedsl.execution.cpu_module import CpuModule, link_objects

_FAILED: Final = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32)
_RUN: Final = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
_capsule: Callable[[int, bytes | None, int | None], object] = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", ctypes.pythonapi))


class XlaHandler:
    """A handler in this process. It must live as long as XLA may call it: for ever.

    `data` holds the object with the handler `name`; `module` is the program, `host` its host function; `launcher` gives
    what launches kernels under a context, `run` makes a whole call with the slots at an address.
    """

    def __init__(
        self,
        data: bytes,
        name: str,
        module: CpuModule,
        host: str,
        launcher: Callable[[CallContext], Launcher],
        run: Callable[[int], object],
    ) -> None:
        self._module = module
        self._run = run
        self._code = link_objects(data, [name, name + STATE_SUFFIX])
        self._contexts = [CallContext() for _ in range(HANDLER_CONTEXTS)]
        self._texts = threading.local()
        self._by_address = {context.address: context for context in self._contexts}
        for context in self._contexts:
            context.begin(launcher(context), 1, None)
        self._callbacks: tuple[Any, ...] = (_FAILED(self._failed), _RUN(self._whole_call))
        self._write_state(self._code[name + STATE_SUFFIX], module.address(host))
        self.capsule = _capsule(self._code[name], None, None)

    def _write_state(self, state: int, host: int) -> None:
        words = (ctypes.c_int64 * (STATE_BYTES // 8)).from_address(state)
        failed, run = (ctypes.cast(callback, ctypes.c_void_p).value or 0 for callback in self._callbacks)
        for name, value in (("host", host), ("failed", failed), ("run", run)):
            words[STATE[name] // 8] = value
        first = STATE["contexts"] // 8
        words[first : first + HANDLER_CONTEXTS] = [context.address for context in self._contexts]

    def _failed(self, rt: int, code: int) -> int:
        context = self._by_address[rt]
        try:
            return self._text(error_of(context, code, self._module.sites))
        finally:
            context.exception = None

    def _whole_call(self, slots: int) -> int | None:
        try:
            self._run(slots)
        except BaseException as error:  # nothing may pass into XLA
            return self._text(error)
        return None

    def _text(self, error: BaseException) -> int:
        """The address of the error's text, kept until this thread's next error; XLA copies it."""
        self._texts.last = ctypes.create_string_buffer(str(error).encode())
        return ctypes.addressof(self._texts.last)
