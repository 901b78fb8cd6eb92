"""The `cuda` package where it is not installed and a program runs on the CPU: streams, and nothing else."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from types import ModuleType

from cutedsl.execution.devices import gpu_available
from cutedsl.execution.streams import DEFAULT_STREAM


class CUstream:
    """A stream's handle; on the CPU every stream is the same."""

    def __init__(self, init_value: object = DEFAULT_STREAM) -> None:
        self._handle = int(init_value)  # pyright: ignore[reportArgumentType]

    def __int__(self) -> int:
        return self._handle

    def getPtr(self) -> int:
        """The handle, by the name of cuda-bindings."""
        return self._handle

    def __repr__(self) -> str:
        return f"<CUstream {self._handle:#x}>"


def provide_cuda_package() -> None:
    """Makes `import cuda.bindings.driver` give `CUstream` where the package is missing."""
    if importlib.util.find_spec("cuda") is not None:
        return
    gpu_available()  # asked once a process: before there is a `cuda` package that is none
    # Argument binding knows a stream of cuda-bindings by where its class says it is from.
    CUstream.__module__ = "cuda.bindings.driver"
    for name in ("cuda", "cuda.cuda", "cuda.bindings", "cuda.bindings.driver", "cuda.bindings.runtime"):
        module = ModuleType(name, "Streams of programs that `cutedsl run --device cpu` runs.")
        module.__path__ = []
        module.__spec__ = importlib.machinery.ModuleSpec(name, None, is_package=True)
        module.__dict__["CUstream"] = CUstream
        sys.modules[name] = module
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, module)
    sys.modules["cuda.bindings.runtime"].__dict__["cudaStream_t"] = CUstream
