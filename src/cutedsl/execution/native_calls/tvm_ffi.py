"""Loads a TVM-FFI function into this process, and the stream of TVM-FFI's environment."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any, Final

from cutedsl.arch.abi.cuda_launch import DLPACK_CUDA
from cutedsl.arch.abi.tvm_ffi import STATE, STATE_SUFFIX, STREAM_SUFFIX, SYMBOL_PREFIX
from cutedsl.execution.native_calls.function_address import address_of
from cutedsl.execution.native_calls.handler import Handler, Program
from cutedsl.execution.streams import environment_stream

_WIDE: Final = (RuntimeError, Exception, BaseException, object)


def error_kind(error: BaseException) -> type[BaseException]:
    """The builtin class that an error is, by whose name other languages know it; the narrowest there is.

    >>> error_kind(type("Mine", (RuntimeError, TypeError), {})())
    <class 'TypeError'>
    """
    kinds = [kind for kind in type(error).__mro__ if kind.__module__ == "builtins" and kind not in _WIDE]
    return kinds[0] if kinds and issubclass(kinds[0], BaseException) else RuntimeError


class TvmFfiHandler(Handler):
    """A function in this process. `library` is TVM-FFI's, `slow` the handle of its function for all other calls."""

    def __init__(self, data: bytes, name: str, program: Program, library: Any, slow: int) -> None:
        symbol = SYMBOL_PREFIX + name
        self._set_raised: Any = library.TVMFFIErrorSetRaisedFromCStr
        super().__init__(data, [symbol, symbol + STATE_SUFFIX, symbol + STREAM_SUFFIX], program)
        self._state = self.code[symbol + STATE_SUFFIX]
        calls = {"function_call": library.TVMFFIFunctionCall, "get_stream": library.TVMFFIEnvGetStream}
        self.write_state(self._state, STATE, {"slow": slow, **_addresses(calls)})
        self.address: int = self.code[symbol]
        self.streams = EnvironmentStreams(library, self.code, symbol)

    def report(self, error: BaseException) -> int:
        """Sets the error in TVM-FFI."""
        self._set_raised(error_kind(error).__name__.encode(), str(error).encode())
        return 1

    def __del__(self) -> None:
        self.close()


class EnvironmentStreams:
    """The stream that TVM-FFI's environment names; where it names none, torch's current one."""

    def __init__(self, library: Any, code: Any, symbol: str) -> None:
        self._code = code  # whoever asks for the stream keeps the function that answers
        self._get: Any = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32)(
            ("TVMFFIEnvGetStream", library)
        )
        self._torch = ctypes.c_int64.from_address(code[symbol + STATE_SUFFIX] + STATE["torch_stream"])
        self._function: int = code[symbol + STREAM_SUFFIX]

    def handle(self, device: int) -> int:
        """The stream on a device."""
        return self._get(DLPACK_CUDA, device) or environment_stream(device)

    def function(self, torch_function: int) -> int:
        """The address of machine code that gives it, with torch's own function of that kind (0: none)."""
        self._torch.value = torch_function
        return self._function


def _addresses(functions: Mapping[str, Any]) -> dict[str, int]:
    return {name: address_of(function) for name, function in functions.items()}
