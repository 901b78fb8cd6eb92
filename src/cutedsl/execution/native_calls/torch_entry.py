"""Calls of torch's operators from Python that need not pass through its dispatcher: the words that they read.

What is not part of torch's C interface is tried first; where something is missing or answers otherwise, there are no
such calls, and all go through the dispatcher.
Source: arch/abi/torch.py (`ENTRY`); CPython's C API; ours.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from cutedsl.arch.abi.torch import ENTRY, ENTRY_BYTES, MODE_KEYS
from cutedsl.execution.native_calls.environment import environment
from cutedsl.execution.native_calls.function_address import address_of
from cutedsl.execution.native_calls.torch import GRAD_MODE

_METH_NOARGS: Final = 0x04
_KEY_INCLUDED: Final = ("libc10", "_ZN3c104impl28tls_is_dispatch_key_includedENS_11DispatchKeyE")
_CALLBACKS: Final = ("libtorch_cpu", "_ZN2at12hasCallbacksEv")
_WRAP: Final = ("libtorch_python", "_Z16THPVariable_WrapRKN2at10TensorBaseE")
_NEEDED: Final = ("torch_tensor", "torch_parameter", "torch_impl_offset", "torch_keys_offset", "torch_grad_offset")
_PYTHON: Final = {
    "save_thread": "PyEval_SaveThread",
    "restore_thread": "PyEval_RestoreThread",
    "tuple_new": "PyTuple_New",
    "tuple_set_item": "PyTuple_SetItem",
}
_LEVEL: Final = "_current_level"
_NO_LEVEL: Final = -1
_kept: Final[list[object]] = []
"""What the words point to: they live as long as the process."""


def entry_words(torch: Any, folder: Path) -> int:
    """The address of the process's words, for torch and the folder of its libraries; 0 where such calls cannot be."""
    here = environment()
    here.learn()
    if not here.usable or not all(here.word(name) for name in _NEEDED):
        return 0
    try:
        keys = [int(torch._C._dispatch_key_parse(name)) for name in MODE_KEYS]
        words = _words(torch, folder, keys)
    except (AttributeError, KeyError, OSError, RuntimeError, TypeError, ValueError, StopIteration):
        return 0
    table = (ctypes.c_int64 * (ENTRY_BYTES // 8))()
    for name, value in words.items():
        table[ENTRY[name] // 8] = value
    first = ENTRY["keys"] // 8
    table[first : first + len(keys)] = keys
    _kept.append(table)
    return ctypes.addressof(table)


def _words(torch: Any, folder: Path, keys: Sequence[int]) -> dict[str, int]:
    def function(where: tuple[str, str]) -> Any:
        library, name = where
        return ctypes.CDLL(str(next(folder.glob(f"{library}.*"))))[name]

    included, wrap = function(_KEY_INCLUDED), function(_WRAP)
    forward, mode = vars(torch.autograd.forward_ad), torch._C._is_torch_function_mode_enabled
    none = forward[_LEVEL]
    if not (_tells_keys(torch, included, keys) and _gives_objects(torch, wrap) and none == _NO_LEVEL):
        raise ValueError("this torch looks different")
    _kept.append((forward, none, mode))
    python = {word: address_of(getattr(ctypes.pythonapi, name)) for word, name in _PYTHON.items()}
    return python | {
        "environment": environment().address,
        "key_included": address_of(included),
        "callbacks": address_of(function(_CALLBACKS)),
        "function_mode": _without_arguments(mode),
        "function_mode_self": id(mode.__self__),
        "grad_mode": address_of(function(GRAD_MODE)),
        "forward_names": id(forward),
        "forward_name": id(next(name for name in forward if name == _LEVEL)),
        "forward_none": id(none),
        "wrap": address_of(wrap),
    }


def _tells_keys(torch: Any, included: Any, keys: Sequence[int]) -> bool:
    """Whether a function says which dispatch keys this thread includes."""
    included.argtypes, included.restype = (ctypes.c_uint16,), ctypes.c_bool
    found: list[bool] = []
    for name, key in zip(MODE_KEYS, keys, strict=True):
        before = included(key)
        with torch._C._IncludeDispatchKeyGuard(torch._C._dispatch_key_parse(name)):
            found.append(included(key) and not before)
    return all(found)


def _gives_objects(torch: Any, wrap: Any) -> bool:
    """Whether a function gives the Python object of a tensor."""
    call: Callable[..., Any] = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p)(address_of(wrap))
    x = torch.empty(1)
    return call(id(x) + environment().word("torch_impl_offset")) is x


def _without_arguments(builtin: Any) -> int:
    """The C function of a builtin that takes no arguments."""
    api = ctypes.pythonapi
    flags = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object)(("PyCFunction_GetFlags", api))(builtin)
    if flags != _METH_NOARGS:
        raise ValueError("a builtin with arguments")
    return ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object)(("PyCFunction_GetFunction", api))(builtin)
