"""Options that make something else of a compiled function: adapters register what, and are loaded when asked for."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, Final

from cutedsl.driver.compiled import CompiledFunction
from cutedsl.driver.options import CompileOptions

OptionHandler = Callable[[CompiledFunction], Any]

_ADAPTERS: Final = {"enable_tvm_ffi": ("cutedsl.tvm_ffi", "tvm_ffi")}
"""The adapter of an option, and the package without which the option has no effect."""
_handlers: Final[dict[str, OptionHandler]] = {}


def register_option_handler(option: str, handler: OptionHandler) -> None:
    """What `handler` makes of a compiled function is what `cute.compile` gives where the option is on."""
    _handlers[option] = handler


def for_options(compiled: CompiledFunction, options: CompileOptions) -> CompiledFunction:
    """The compiled function, or what stands in its place under the options."""
    if not options.enable_tvm_ffi:
        return compiled
    adapter, package = _ADAPTERS["enable_tvm_ffi"]
    if importlib.util.find_spec(package) is None:
        return compiled
    importlib.import_module(adapter)
    return _handlers["enable_tvm_ffi"](compiled)
