"""Loads operators and programs for torch's dispatcher into this process: their states, and what they ask of Python.

torch calls without the GIL; ctypes takes it for the ways into Python. An exception cannot pass through torch's C
interface: it is kept for the caller of the operator, who sees torch's own error in its place.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from cutedsl.arch.abi.torch import (
    CONTEXTS,
    DONE,
    ENTRY_SUFFIX,
    FAILED,
    MAX_PROGRAMS,
    OPERATOR,
    OPERATOR_BYTES,
    PROGRAM,
    PROGRAM_BYTES,
    RAISE,
    REGISTER,
    SHIM,
    STATE_SUFFIX,
)
from cutedsl.config import config
from cutedsl.errors import internal_error, user_boundary
from cutedsl.execution.cpu.context import CallContext, Launcher
from cutedsl.execution.cpu.errors import error_of
from cutedsl.execution.cpu.module import CpuModule, link_objects
from cutedsl.execution.native_calls.direct import DirectArgument, Guards, OfType, guarded_builtin
from cutedsl.execution.native_calls.function_address import address_of

_PYTHON: Final = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
_FAILED: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32)
_TEXT, _POINTER = ctypes.c_char_p, ctypes.c_void_p
_KINDS: Final = {
    REGISTER[0]: (_TEXT, _TEXT, _TEXT, ctypes.c_uint32, _POINTER),
    REGISTER[1]: (_POINTER, _TEXT, _POINTER),
}
_kept: Final = threading.local()
_boundary: Final = user_boundary(lambda: config().keeps_frames)


def shim_of(library: str) -> dict[str, int]:
    """Addresses of the functions of torch's C interface in its library; none where one is missing."""
    try:
        loaded = ctypes.CDLL(library)
        return {name: address_of(loaded[name]) for name in (*SHIM, RAISE, *REGISTER)}
    except (AttributeError, OSError):
        return {}


def register(shim: Mapping[str, int], namespace: str, symbol: str, device: str, address: int) -> None:
    """Makes the function at an address the kernel of a defined operator for a device ("CPU", "CUDA")."""
    init, implement = (ctypes.CFUNCTYPE(ctypes.c_int32, *_KINDS[name])(shim[name]) for name in REGISTER)
    library = ctypes.c_void_p()
    status = init(namespace.encode(), device.encode(), b"cutedsl", 1, ctypes.byref(library))
    if status or implement(library, symbol.encode(), address):
        raise internal_error(f"torch does not take the kernel of {namespace}::{symbol}")


def take_error() -> BaseException | None:
    """The exception that ended this thread's last call, once."""
    error = _kept.__dict__.pop("error", None)
    return error if isinstance(error, BaseException) else None


@_boundary
def _raise_kept() -> None:
    raise take_error() or internal_error("an operator failed and kept no error")


def _keep(error: BaseException) -> None:
    _kept.__dict__["error"] = error


class LoadedProgram:
    """A program in this process; `module` is the compiled function, `host` its host function."""

    def __init__(
        self,
        data: bytes,
        name: str,
        shim: Mapping[str, int],
        module: CpuModule,
        host: str,
        launcher: Callable[[CallContext], Launcher],
        entry_words: int,
    ) -> None:
        self._module = module
        self._code = link_objects(data, [name, name + STATE_SUFFIX, name + ENTRY_SUFFIX])
        self._entry = self._code[name + ENTRY_SUFFIX]
        self._contexts = [CallContext() for _ in range(CONTEXTS)]
        self._by_address = {context.address: context for context in self._contexts}
        for context in self._contexts:
            context.begin(launcher(context), 1, None)
        self._callback: Any = _FAILED(self._failed)
        words = (ctypes.c_int64 * (PROGRAM_BYTES // 8)).from_address(self._code[name + STATE_SUFFIX])
        words[PROGRAM["host"] // 8] = module.address(host)
        words[PROGRAM["failed"] // 8] = address_of(self._callback)
        words[PROGRAM["entry"] // 8] = entry_words
        for function in SHIM:
            words[PROGRAM[function] // 8] = shim[function]
        first = PROGRAM["contexts"] // 8
        words[first : first + CONTEXTS] = [context.address for context in self._contexts]
        self.address = self._code[name]

    def builtin(self, name: str, count: int, guards: Guards, slow: Callable[..., Any]) -> Callable[..., Any]:
        """A builtin that calls the program with `count` arguments where torch need not be asked, and else `slow`.

        The program has the words of such calls, and its module call code.
        """
        target = (slow, _raise_kept, self)
        arguments = [DirectArgument(OfType())] * count
        return guarded_builtin(self._module, name, self._entry, target, arguments, guards, slow)

    def _failed(self, rt: int, code: int) -> None:
        context = self._by_address[rt]
        _keep(error_of(context, code, self._module.sites))
        context.exception = None


class LoadedOperator:
    """An operator in this process. It must live as long as torch may call it: for ever.

    `python` makes a whole call for the arguments in the stack at an address, and writes the results there.
    """

    def __init__(self, data: bytes, name: str, shim: Mapping[str, int], python: Callable[[int], None]) -> None:
        self._python = python
        self._code = link_objects(data, [name, name + STATE_SUFFIX])
        self._callback: Any = _PYTHON(self._whole_call)
        self._words = (ctypes.c_int64 * (OPERATOR_BYTES // 8)).from_address(self._code[name + STATE_SUFFIX])
        self._words[OPERATOR["python"] // 8] = address_of(self._callback)
        self._words[OPERATOR["raise"] // 8] = shim[RAISE]
        self._programs: list[LoadedProgram] = []
        self._replaced: list[LoadedProgram] = []
        self.address = self._code[name]

    @property
    def takes_more(self) -> bool:
        """Whether another program may be tried: there is room, and no time limit, which only Python watches."""
        return len(self._programs) < MAX_PROGRAMS and config().timeout_s is None

    def add(self, program: LoadedProgram) -> None:
        """Tries one more program before Python."""
        self._programs.append(program)
        self._words[OPERATOR["programs"] // 8 + len(self._programs) - 1] = program.address

    def forget(self) -> None:
        """Tries no program any more; a call that runs one keeps it."""
        first = OPERATOR["programs"] // 8
        for k in range(len(self._programs)):
            self._words[first + k] = 0
        self._replaced += self._programs
        self._programs.clear()

    def _whole_call(self, stack: int) -> int:
        try:
            self._python(stack)
        except BaseException as error:  # nothing may pass into torch
            _keep(error)
            return FAILED
        return DONE
