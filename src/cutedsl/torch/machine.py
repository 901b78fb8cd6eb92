"""The machine code behind an operator on the CPU: registered with torch, and given a program for each kind of call.

A program is made after Python has run such a call once. It serves while nothing has changed that the trace has read.
"""

from __future__ import annotations

import ctypes
import itertools
import struct
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import torch

from cutedsl.arch.call_abi import CallDescription
from cutedsl.arch.torch_abi import RAISE, REGISTER, SHIM
from cutedsl.codegen.abi.torch_op import TorchConstant, TorchProgram, compile_operator, compile_program, supports
from cutedsl.config import config
from cutedsl.driver.build import build_call
from cutedsl.driver.compiled import CompiledFunction
from cutedsl.execution.torch_call import LoadedOperator, LoadedProgram
from cutedsl.torch.schema import STREAM, OperatorSignature

_numbers: Final = itertools.count()
_NUMBER_TYPES: Final = {"int": ctypes.c_int64, "float": ctypes.c_double, "bool": ctypes.c_bool}
_INT64: Final = 2**64 - 1


class MachineKernel:
    """The CPU kernel `symbol` of an operator's namespace: compiled programs first, then Python."""

    def __init__(self, signature: OperatorSignature, symbol: str) -> None:
        self._signature = signature
        self._lock = threading.Lock()
        self.checks: tuple[Callable[[], bool], ...] = ()
        name = f"cutedsl.torch.{next(_numbers)}"
        self._operator = LoadedOperator(compile_operator(name), name, _shim(), self._run)
        self._name = name
        _register(signature.name.split("::")[0], symbol, self._operator.address)

    def forget(self) -> None:
        """Forgets the programs: what their traces have read has changed."""
        with self._lock:
            self._operator.forget()
            self.checks = ()

    def _run(self, stack: int) -> None:
        """A whole call in Python; the kind of call gets a program, where it can have one."""
        arguments = self._arguments(stack)
        results = self._signature.run(*arguments)
        outputs = results if isinstance(results, tuple) else (results,)
        words = (ctypes.c_uint64 * len(outputs)).from_address(stack)
        words[:] = [_handle_of(tensor) for tensor in outputs]
        with self._lock:
            if not self._operator.is_full and config().timeout_s is None:
                self._add(arguments, outputs)

    def _arguments(self, stack: int) -> list[Any]:
        found: list[Any] = []
        for place, parameter in enumerate(self._signature.parameters):
            address = stack + 8 * place
            if parameter.kind == "Tensor":
                found.append(_tensor_of(ctypes.c_uint64.from_address(address).value))
            else:
                found.append(_NUMBER_TYPES[parameter.kind].from_address(address).value)
        return found

    def _add(self, arguments: list[Any], outputs: tuple[Any, ...]) -> None:
        signature = self._signature
        named = dict(zip((p.name for p in signature.parameters), arguments, strict=True))
        named |= dict(zip(signature.results, outputs, strict=True))
        values = [v.detach() if isinstance(v, torch.Tensor) else v for v in (named[n] for n in signature.order)]
        compiled, _, call = build_call(signature.function, values, {})
        described = compiled.artifacts.call
        if call is None or described is None or not supports(described):
            return
        program = _program(signature, compiled, described, arguments)
        name = f"{self._name}.{next(_numbers)}"
        executable = compiled.executable
        host = compiled.artifacts.source.host
        data = compile_program(program, name)
        self._operator.add(LoadedProgram(data, name, _shim(), executable.host, host, executable.launcher))
        self.checks = (*self.checks, call.watches.unchanged)


def runs_by_machine_code(signature: OperatorSignature) -> bool:
    """Whether the operator's calls can be machine code: results like arguments, numbers, no stream to ask for."""
    return (
        all(signature.likes.values())
        and STREAM not in signature.order
        and all(parameter.kind != "str" for parameter in signature.parameters)
        and bool(_shim())
    )


def _program(
    signature: OperatorSignature, compiled: CompiledFunction, described: CallDescription, arguments: list[Any]
) -> TorchProgram:
    names = [parameter.name for parameter in signature.parameters]
    taken = {name: k for k, name in enumerate(compiled.argument_names)}
    inputs = [taken[name] if name in taken else _constant(value) for name, value in zip(names, arguments, strict=True)]
    results = [(taken[name], names.index(str(like))) for name, like in signature.likes.items()]
    return TorchProgram(described, tuple(inputs), tuple(results))


def _constant(value: float | bool) -> TorchConstant:
    if isinstance(value, bool):
        return TorchConstant(int(value), 0xFF)
    word = struct.unpack("<q", struct.pack("<d" if isinstance(value, float) else "<q", value))[0]
    return TorchConstant(word, -1)


@cache
def _library() -> Any:
    return ctypes.CDLL(str(next((Path(torch.__file__).parent / "lib").glob("libtorch_cpu.*"))))


@cache
def _shim() -> dict[str, int]:
    """Addresses of the functions of torch's C interface; none where one is missing."""
    try:
        return {name: ctypes.cast(_library()[name], ctypes.c_void_p).value or 0 for name in (*SHIM, RAISE, *REGISTER)}
    except (AttributeError, OSError, StopIteration):
        return {}


def _register(namespace: str, symbol: str, address: int) -> None:
    init, implement = (ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)(_shim()[name]) for name, kinds in _REGISTERS.items())
    library = ctypes.c_void_p()
    status = init(namespace.encode(), b"CPU", b"cutedsl", 1, ctypes.byref(library))
    status = status or implement(library, symbol.encode(), address)
    if status:
        raise RuntimeError(f"torch does not take the kernel of {namespace}::{symbol}")


_TEXT, _POINTER = ctypes.c_char_p, ctypes.c_void_p
_REGISTERS: Final = {
    REGISTER[0]: (_TEXT, _TEXT, _TEXT, ctypes.c_uint32, _POINTER),
    REGISTER[1]: (_POINTER, _TEXT, _POINTER),
}


_aoti: Final[Any] = vars(torch._C)["_aoti"]
_Function = Callable[..., Any]
_new_capsule: _Function = ctypes.PYFUNCTYPE(ctypes.py_object, _POINTER, _TEXT, _POINTER)(
    ("PyCapsule_New", ctypes.pythonapi)
)
_capsule_pointer: _Function = ctypes.PYFUNCTYPE(_POINTER, ctypes.py_object, _TEXT)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


def _tensor_of(handle: int) -> Any:
    """The tensor of a handle, which is used up."""
    return _aoti.alloc_tensor_by_stealing_from_void_ptr(_new_capsule(handle, None, None))


def _handle_of(tensor: Any) -> int:
    return _capsule_pointer(_aoti.unsafe_alloc_void_ptr_from_tensor(tensor), None)
