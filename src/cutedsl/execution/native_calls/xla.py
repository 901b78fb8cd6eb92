"""Loads an XLA custom call into this process. XLA copies the text of an error."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any, Final

from cutedsl.arch.abi.xla import STATE, STATE_SUFFIX
from cutedsl.execution.native_calls.handler import Handler, Program

_capsule: Final[Callable[[int, bytes | None, int | None], object]] = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", ctypes.pythonapi))


class XlaHandler(Handler):
    """A handler in this process, made of the object with the handler `name`.

    It must live as long as XLA may call it: for ever.
    """

    def __init__(self, data: bytes, name: str, program: Program) -> None:
        self._texts = threading.local()
        super().__init__(data, [name, name + STATE_SUFFIX], program)
        self.write_state(self.code[name + STATE_SUFFIX], STATE)
        self.capsule: Any = _capsule(self.code[name], None, None)

    def report(self, error: BaseException) -> int:
        """The address of the error's text, kept until this thread's next error."""
        self._texts.last = ctypes.create_string_buffer(str(error).encode())
        return ctypes.addressof(self._texts.last)
