"""Options that make something else of a compiled function: adapters register what, and are loaded when asked for."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from cutedsl.driver.compile.options import CompileOptions

if TYPE_CHECKING:
    from cutedsl.driver.call.compiled import CompiledFunction

OptionHandler = Callable[[Any], Any]

_ADAPTER: Final = ("cutedsl.tvm_ffi", "tvm_ffi")
"""The adapter of every handler, and the package without which they have no effect."""
_handlers: Final[dict[str, OptionHandler]] = {}


def register_option_handler(option: str, handler: OptionHandler) -> None:
    """What `handler` makes of a compiled function is what `cute.compile` gives where the option is on."""
    _handlers[option] = handler


def for_options(compiled: CompiledFunction, options: CompileOptions) -> CompiledFunction:
    """The compiled function, or what stands in its place under the options; a dry run has nothing for TVM-FFI."""
    asked = options.enable_tvm_ffi and compiled.is_compiled
    return _handled("enable_tvm_ffi", compiled) if asked else compiled


def for_tvm_ffi(function: Any) -> Any:
    """A function loaded from an object as one of TVM-FFI; itself without that package."""
    return _handled("loaded_tvm_ffi", function)


def library_of_tvm_ffi(path: str) -> Any:
    """The module of a shared library with functions of TVM-FFI; the path itself without that package."""
    return _handled("library_tvm_ffi", path)


def _handled(option: str, function: Any) -> Any:
    adapter, package = _ADAPTER
    if importlib.util.find_spec(package) is None:
        return function
    importlib.import_module(adapter)
    return _handlers[option](function)
