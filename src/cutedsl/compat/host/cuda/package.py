"""`import cuda.bindings.driver` and `.runtime` for programs that run on the CPU, installed or not."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from types import ModuleType
from typing import Any

from cutedsl.compat.after_import import after_import
from cutedsl.compat.host.cuda.calls import driver_calls, runtime_calls
from cutedsl.compat.host.cuda.kinds import driver_kinds, runtime_kinds
from cutedsl.errors import fail
from cutedsl.execution.devices import gpu_available

_MODULES = (
    *("cuda", "cuda.cuda", "cuda.cudart", "cuda.nvrtc"),
    *("cuda.bindings", "cuda.bindings.driver", "cuda.bindings.runtime", "cuda.bindings.nvrtc"),
)
"""`nvrtc` has no names: libraries import it beside the others and compile CUDA C++ with it on a GPU only."""
_NONE = (dict, lambda _: {})
_KINDS = {
    "cuda.bindings.driver": (driver_kinds, driver_calls),
    "cuda.cuda": (driver_kinds, driver_calls),
    "cuda.bindings.runtime": (runtime_kinds, runtime_calls),
    "cuda.cudart": (runtime_kinds, runtime_calls),
}


class HostCudaModule(ModuleType):
    """A module of the `cuda` package with what a program on the CPU can ask of it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        raise fail(
            "unknown-name",
            f"`{self.__name__}` of cutedsl has no `{name}`",
            fix="Install the package: `pip install cuda-bindings`.",
        )


def provide_cuda_package(*, on_cpu: bool = False) -> None:
    """Makes `import cuda.bindings.driver` work where the package is missing.

    Where it is installed its types stay, and `on_cpu` its calls answer for the CPU, as they need a driver otherwise.
    """
    here = gpu_available()  # asked once a process: before there is a `cuda` package that is none
    if importlib.util.find_spec("cuda") is not None and importlib.util.find_spec("cuda.bindings") is not None:
        if on_cpu:
            after_import("cuda.bindings.driver", lambda module: vars(module).update(driver_calls(module)))
            after_import("cuda.bindings.runtime", lambda module: vars(module).update(runtime_calls(module)))
        return
    for name in _MODULES:
        if name == "cuda" and name in sys.modules:  # other parts of the package are installed
            continue
        module = HostCudaModule(name, "CUDA as programs that run on the CPU have it.")
        module.__path__ = []
        module.__spec__ = importlib.machinery.ModuleSpec(name, None, is_package=True)
        sys.modules[name] = module
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, module)
        kinds, calls = _KINDS.get(name, _NONE)
        vars(module).update(kinds())
        if on_cpu or not here:
            vars(module).update(calls(module))
