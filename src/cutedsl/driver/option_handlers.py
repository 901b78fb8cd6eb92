"""Options that make something else of a compiled function: adapters register what, and are loaded when asked for."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, Final

from cutedsl.driver.compiled import CompiledFunction
from cutedsl.driver.dry import RecordedFunction
from cutedsl.driver.options import CompileOptions

OptionHandler = Callable[[Any], Any]

_ADAPTERS: Final = {"enable_tvm_ffi": ("cutedsl.tvm_ffi", "tvm_ffi"), "loaded_tvm_ffi": ("cutedsl.tvm_ffi", "tvm_ffi")}
"""The adapter of an option, and the package without which the option has no effect."""
_handlers: Final[dict[str, OptionHandler]] = {}


def register_option_handler(option: str, handler: OptionHandler) -> None:
    """What `handler` makes of a compiled function is what `cute.compile` gives where the option is on."""
    _handlers[option] = handler


def for_options(compiled: CompiledFunction, options: CompileOptions) -> CompiledFunction:
    """The compiled function, or what stands in its place under the options; a dry run has nothing for TVM-FFI."""
    asked = options.enable_tvm_ffi and not isinstance(compiled, RecordedFunction)
    return _handled("enable_tvm_ffi", compiled) if asked else compiled


def for_tvm_ffi(function: Any) -> Any:
    """A function loaded from an object as one of TVM-FFI; itself without that package."""
    return _handled("loaded_tvm_ffi", function)


def _handled(option: str, function: Any) -> Any:
    adapter, package = _ADAPTERS[option]
    if importlib.util.find_spec(package) is None:
        return function
    importlib.import_module(adapter)
    return _handlers[option](function)
