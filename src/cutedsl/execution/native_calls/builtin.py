"""Installs the call code of a loaded program as a Python builtin.

Source: CPython's C API (`PyCFunction_NewEx`, `METH_FASTCALL | METH_KEYWORDS`); arch/abi/call.py.
"""

from __future__ import annotations

import ctypes
import inspect
import sys
import weakref
from collections.abc import Callable, Sequence
from typing import Any, Final

from cutedsl.arch.abi.call import (
    CALL_SUFFIX,
    DIRECT_SYMBOL,
    FROM_DLPACK_SYMBOL,
    JIT_CALL_SYMBOL,
    JIT_STATE_SYMBOL,
    STATE,
    STATE_BYTES,
    STATE_SUFFIX,
    WORD_BYTES,
)
from cutedsl.config import config
from cutedsl.errors import user_boundary
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor, read_by, read_by_python
from cutedsl.execution.cpu.context import CallContext, Launcher
from cutedsl.execution.cpu.errors import error_of
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.execution.native_calls.environment import environment

_boundary: Final = user_boundary(lambda: config().keeps_frames)
_METH_FASTCALL: Final = 0x80
_METH_KEYWORDS: Final = 0x02
NO_DEFAULT: Final = inspect.Parameter.empty
"""What stands for the default of an argument that must be given."""
_readers: Final[list[Callable[..., Any]]] = []
_CONTEXTS: Final = 2
"""Calls of one function at the same time that need no help; Python makes the others."""


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_new_function: Callable[[int, object, object], Any] = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p
)(("PyCFunction_NewEx", ctypes.pythonapi))

_new_method: Callable[[type, int], Any] = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.c_void_p)(
    ("PyDescr_NewMethod", ctypes.pythonapi)
)
_methods: Final[list[_MethodDef]] = []


def call_symbols(host: str) -> tuple[str, ...]:
    """The symbols that a module with call code exports besides its host function."""
    own = host + CALL_SUFFIX, host + STATE_SUFFIX
    return *own, DIRECT_SYMBOL, FROM_DLPACK_SYMBOL, JIT_CALL_SYMBOL, JIT_STATE_SYMBOL


def new_builtin(name: str, address: int, kept: tuple[object, ...]) -> Callable[..., Any]:
    """A builtin of the machine code at an address; its `self` is a tuple that begins with `kept`."""
    method = _MethodDef(name.encode(), address, _METH_FASTCALL | _METH_KEYWORDS, None)
    # A tuple, because the garbage collector never empties one: the builtin reads `method` until its own end.
    return _new_function(ctypes.addressof(method), (*kept, method), None)


def new_method(kind: type, name: str, address: int) -> Any:
    """A method of the class `kind` that is the machine code at an address; both live as long as the process."""
    method = _MethodDef(name.encode(), address, _METH_FASTCALL | _METH_KEYWORDS, None)
    _methods.append(method)
    return _new_method(kind, ctypes.addressof(method))


def install(
    module: CpuModule,
    host: str,
    name: str,
    names: Sequence[str],
    defaults: Sequence[object],
    objects: Sequence[object],
    slow: Callable[..., object],
    run: Callable[[int, int], object],
    launcher: Callable[[CallContext], Launcher],
) -> Callable[..., None] | None:
    """The builtin of a module's host function; None where this Python cannot have one.

    `names` are those of the arguments, `defaults` what they are if a call leaves them out (or NO_DEFAULT), `objects`
    what its table counts (`PythonCall.objects`). `slow` takes every call that machine code does not handle;
    `run` calls the host entry with the slots at an address, for tensors on a GPU; `launcher` gives what
    launches kernels under a context.
    """
    words = environment()
    words.learn()
    if not words.usable:
        return None
    _install_reader(module, words.address)
    call, state = (module.address(host + suffix) for suffix in (CALL_SUFFIX, STATE_SUFFIX))
    contexts = [CallContext() for _ in range(_CONTEXTS)]
    for context in contexts:
        context.begin(launcher(context), 1, None)
    by_address = {context.address: context for context in contexts}

    @_boundary
    def failed(rt: int, code: int) -> None:
        context = by_address[rt]
        try:
            raise error_of(context, code, module.sites)
        finally:
            context.exception = None

    @_boundary
    def run_at(slots: int, gpu: int) -> None:
        run(slots, gpu)

    interned = tuple(map(sys.intern, names))
    kept = tuple(objects)
    own = tuple(defaults)
    name_words, default_words, object_words = _addresses(interned), _addresses(own), _addresses(kept)
    words_of_state = {
        "environment": words.address,
        "failed": id(failed),
        "run": id(run_at),
        "names": ctypes.addressof(name_words),
        "defaults": ctypes.addressof(default_words),
        "objects": ctypes.addressof(object_words),
    }
    _write_state(state, words_of_state, [context.address for context in contexts])
    weakref.finalize(module, _end, contexts).atexit = False
    held = (interned, name_words, own, default_words, kept, object_words)
    return new_builtin(name, call, (slow, module, failed, run_at, *held))


def _install_reader(module: CpuModule, environment: int) -> None:
    """Has machine code read the arrays that `from_dlpack` gets; once a process."""
    if not _readers:
        kept = (_read_and_learn, environment.to_bytes(WORD_BYTES, sys.byteorder), module)
        _readers.append(new_builtin("from_dlpack", module.address(FROM_DLPACK_SYMBOL), kept))
        read_by(_readers[0])


def _read_and_learn(array: Any, assumed_align: int | None) -> RuntimeTensor:
    environment().learn()
    return read_by_python(array, assumed_align)


def _addresses(objects: Sequence[object]) -> ctypes.Array[ctypes.c_int64]:
    return (ctypes.c_int64 * max(1, len(objects)))(*(0 if one is NO_DEFAULT else id(one) for one in objects))


def _write_state(state: int, known: dict[str, int], contexts: list[int]) -> None:
    words = (ctypes.c_int64 * (STATE_BYTES // WORD_BYTES)).from_address(state)
    for name, value in (*known.items(), ("free_count", len(contexts))):
        words[STATE[name] // WORD_BYTES] = value
    first = STATE["contexts"] // WORD_BYTES
    words[first : first + len(contexts)] = contexts


def _end(contexts: list[CallContext]) -> None:
    for context in contexts:
        context.end()
