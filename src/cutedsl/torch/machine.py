"""The machine code of an operator: registered with torch for each device, with one program per kind of call.

A program is made after Python has run such a call once. It serves while nothing has changed that the trace has read.
"""

from __future__ import annotations

import ctypes
import itertools
import struct
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import torch

from cutedsl.codegen.abi.torch_op import TorchConstant, TorchProgram, compile_operator, compile_program, supports
from cutedsl.driver.cache.direct import trace_guards
from cutedsl.driver.call.build import build_call
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.driver.call.watches import watch_variable
from cutedsl.execution.native_calls.torch_call import LoadedOperator, LoadedProgram, register, shim_of
from cutedsl.execution.native_calls.torch_entry import entry_words
from cutedsl.forks.locks import fork_safe_lock
from cutedsl.torch.schema import STREAM, OperatorSignature

_numbers: Final = itertools.count()
_NUMBER_TYPES: Final = {"int": ctypes.c_int64, "float": ctypes.c_double, "bool": ctypes.c_bool}


class MachineKernel:
    """The kernels `symbol` of an operator's namespace, one for each of `devices`: programs first, then Python.

    Plain calls from Python get a builtin, where there can be one.
    """

    def __init__(self, signature: OperatorSignature, symbol: str) -> None:
        self._signature = signature
        self._lock = fork_safe_lock()
        self.checks: tuple[Callable[[], bool], ...] = ()
        self._by_rules: Callable[..., Any] | None = None
        self._last: Callable[..., Any] | None = None
        self._enter: Callable[[Callable[..., Any] | None], None] = lambda _: None
        self.devices: tuple[str, ...] = ("CPU", "CUDA") if torch.cuda.is_available() else ("CPU",)
        self._operators = {device: self._operator(device, symbol) for device in self.devices}

    def take(self, by_rules: Callable[..., Any], enter: Callable[[Callable[..., Any] | None], None]) -> None:
        """Tells `enter` of a builtin for plain calls, which gives all others to `by_rules`, or that there is none."""
        self._by_rules, self._enter = by_rules, enter

    def forget(self) -> None:
        """Drops the programs, because captured values have changed."""
        with self._lock:
            for operator in self._operators.values():
                operator.forget()
            self.checks, self._last = (), None
            self._enter(None)

    def _operator(self, device: str, symbol: str) -> LoadedOperator:
        name = f"cutedsl.torch.{next(_numbers)}"
        operator = LoadedOperator(compile_operator(name), name, shim_addresses(), partial(self._run, device))
        register(shim_addresses(), self._signature.name.split("::")[0], symbol, device, operator.address)
        return operator

    def _run(self, device: str, stack: int) -> None:
        """A whole call in Python; the kind of call gets a program, where it can have one."""
        arguments = self._arguments(stack)
        results = self._signature.run(*arguments)
        outputs = results if isinstance(results, tuple) else (results,)
        words = (ctypes.c_uint64 * len(outputs)).from_address(stack)
        words[:] = [tensor_handle(tensor) for tensor in outputs]
        with self._lock:
            operator = self._operators[device]
            if operator.takes_more:
                self._add(operator, arguments, outputs)

    def _arguments(self, stack: int) -> list[Any]:
        found: list[Any] = []
        for place, parameter in enumerate(self._signature.parameters):
            address = stack + 8 * place
            if parameter.kind == "Tensor":
                found.append(_tensor_of(ctypes.c_uint64.from_address(address).value))
            else:
                found.append(_NUMBER_TYPES[parameter.kind].from_address(address).value)
        return found

    def _add(self, operator: LoadedOperator, arguments: list[Any], outputs: tuple[Any, ...]) -> None:
        signature = self._signature
        named = dict(zip((p.name for p in signature.parameters), arguments, strict=True))
        named |= dict(zip(signature.results, outputs, strict=True))
        values = [v.detach() if isinstance(v, torch.Tensor) else v for v in (named[n] for n in signature.order)]
        compiled, _, call, _ = build_call(signature.function, values, {})
        program = _program(signature, compiled, arguments)
        if call is None or program is None:
            return
        name = f"cutedsl.torch.program.{next(_numbers)}"
        executable = compiled.executable
        host = compiled.artifacts.source.host
        data = compile_program(program, name)
        loaded = LoadedProgram(data, name, shim_addresses(), executable.host, host, executable.launcher, _entry_words())
        operator.add(loaded)
        self.checks = (*self.checks, call.watches.unchanged)
        if _entry_words() and compiled.calls_by_machine_code and self._by_rules is not None:
            slow, guards = self._last or self._by_rules, trace_guards(call.watches, (watch_variable(),))
            self._last = loaded.builtin(compiled.name, len(arguments), guards, slow)
            self._enter(self._last)


def runs_by_machine_code(signature: OperatorSignature) -> bool:
    """Whether the operator's calls can be machine code: results like arguments, numbers, no stream to ask for."""
    return (
        all(signature.likes.values())
        and STREAM not in signature.order
        and all(parameter.kind != "str" for parameter in signature.parameters)
        and bool(shim_addresses())
    )


def _program(signature: OperatorSignature, compiled: CompiledFunction, arguments: list[Any]) -> TorchProgram | None:
    """How the operator's arguments fill a compiled function; None where machine code cannot do it."""
    described = compiled.artifacts.call
    if described is None or not supports(described):
        return None
    names = [parameter.name for parameter in signature.parameters]
    taken = {name: k for k, name in enumerate(compiled.argument_names)}
    inputs = [taken[name] if name in taken else _constant(value) for name, value in zip(names, arguments, strict=True)]
    results = [(taken[name], names.index(str(like))) for name, like in signature.likes.items()]
    kinds = tuple(parameter.kind for parameter in signature.parameters)
    return TorchProgram(described, tuple(inputs), kinds, tuple(results))


def _constant(value: float | bool) -> TorchConstant:
    if isinstance(value, bool):
        return TorchConstant(int(value), 0xFF)
    word = struct.unpack("<q", struct.pack("<d" if isinstance(value, float) else "<q", value))[0]
    return TorchConstant(word, -1)


_LIBRARIES: Final = Path(torch.__file__).parent / "lib"


@cache
def shim_addresses() -> dict[str, int]:
    """Addresses of the functions of torch's C interface; none where one is missing."""
    found = sorted(_LIBRARIES.glob("libtorch_cpu.*"))
    return shim_of(str(found[0])) if found else {}


@cache
def _entry_words() -> int:
    """What calls past the dispatcher read; 0 where there can be none."""
    return entry_words(torch, _LIBRARIES)


_aoti: Final[Any] = vars(torch._C)["_aoti"]
_Function = Callable[..., Any]
_new_capsule: _Function = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)
_capsule_pointer: _Function = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


def _tensor_of(handle: int) -> Any:
    """The tensor of a handle, which is used up."""
    return _aoti.alloc_tensor_by_stealing_from_void_ptr(_new_capsule(handle, None, None))


def tensor_handle(tensor: Any) -> int:
    """The handle of a tensor in torch's C interface; the caller owns it."""
    return _capsule_pointer(_aoti.unsafe_alloc_void_ptr_from_tensor(tensor), None)
