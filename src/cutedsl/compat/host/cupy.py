"""`cupy` for programs that run on the CPU: NumPy's arrays, under its names."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import sys
import time
from collections.abc import Callable, Sequence
from functools import wraps
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from cutedsl.compat.host.torch_cuda import HostEvent, HostStream
from cutedsl.errors import fail

_NUMPY_MODULES = {"cupy": np, "cupy.linalg": np.linalg, "cupy.random": np.random, "cupy.testing": np.testing}


class ndarray(np.ndarray[Any, Any]):  # the name is CuPy's
    """A NumPy array with what CuPy's arrays have besides."""

    def get(self, stream: object = None, order: str = "C", out: Any = None, blocking: bool = True) -> Any:
        """The array in the memory of the host."""
        if out is None:
            return np.array(self, order="F" if order == "F" else "C", subok=False)
        out[...] = self
        return out

    def set(self, arr: Any, stream: object = None) -> None:
        """Copies an array of the host into this one."""
        self[...] = arr

    @property
    def device(self) -> Any:
        """The one device."""
        return Device()

    @property
    def data(self) -> Any:
        """The memory, of which programs ask the address."""
        return SimpleNamespace(ptr=self.ctypes.data, mem=SimpleNamespace(ptr=self.ctypes.data, size=self.nbytes))


class Device:
    """`cupy.cuda.Device`: there is one, whose work is done when it was given."""

    id = 0

    def __init__(self, device: int = 0) -> None:
        self.compute_capability = "90"

    def synchronize(self) -> None:
        """There is nothing to wait for."""

    use = synchronize

    def __enter__(self) -> Device:
        return self

    def __exit__(self, *exc: object) -> None:
        pass


class Stream(HostStream):
    """`cupy.cuda.Stream`."""

    null: Stream

    def __init__(self, null: bool = False, *_: object, **__: object) -> None:
        super().__init__()
        self.cuda_stream = 0 if null else self.cuda_stream

    @property
    def ptr(self) -> int:
        """The handle."""
        return self.cuda_stream

    use = HostStream.synchronize

    def record(self, event: HostEvent | None = None) -> HostEvent:
        """Reads the clock into an event."""
        return self.record_event(event)


Stream.null = Stream(null=True)


def _array(given: Any) -> Any:
    """An array of NumPy as one of ours; anything else as it is."""
    return given.view(ndarray) if isinstance(given, np.ndarray) and type(given) is np.ndarray else given


def _made_ours(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of NumPy that gives our arrays."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        kwargs.pop("stream", None)
        return _array(function(*args, **kwargs))

    return call


class HostCupyModule(ModuleType):
    """`cupy` or a module of it: what it has of its own, and NumPy's functions."""

    def __getattr__(self, name: str) -> Any:
        numpy: Any = _NUMPY_MODULES.get(self.__name__)
        if name.startswith("__") or numpy is None or not hasattr(numpy, name):
            if name.startswith("__"):
                raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
            raise fail(
                "unknown-name",
                f"on the CPU, `{self.__name__}` has no `{name}`",
                fix="Use a name that NumPy has, or run on a GPU with CuPy installed.",
            )
        found = getattr(numpy, name)
        if isinstance(found, ModuleType):
            return found
        made = _made_ours(found) if callable(found) and not isinstance(found, type) else found
        self.__dict__[name] = made
        return made


def _cuda() -> dict[str, Any]:
    """The names of `cupy.cuda`."""
    done = lambda *_, **__: None  # noqa: E731
    return {
        "Device": Device,
        "Stream": Stream,
        "Event": HostEvent,
        "get_current_stream": lambda *_: Stream.null,
        "get_elapsed_time": lambda start, end: start.elapsed_time(end),
        "is_available": lambda: True,
        "runtime": SimpleNamespace(
            deviceSynchronize=done,
            getDeviceCount=lambda: 1,
            getDevice=lambda: 0,
            setDevice=done,
            streamSynchronize=done,
        ),
        "nvtx": SimpleNamespace(RangePush=done, RangePop=done),
        "profiler": SimpleNamespace(start=done, stop=done),
    }


def _own_names() -> dict[str, dict[str, Any]]:
    """What each module has that is not NumPy's."""
    return {
        "cupy": {
            "ndarray": ndarray,
            "asnumpy": lambda a, *_, **__: np.array(a, subok=False),
            "get_array_module": lambda *_: sys.modules["cupy"],
            "from_dlpack": lambda a: _array(np.from_dlpack(a)),
            "get_default_memory_pool": lambda: SimpleNamespace(free_all_blocks=lambda: None, used_bytes=lambda: 0),
            "__version__": np.__version__,
        },
        "cupy.cuda": _cuda(),
        "cupyx": {},
        "cupyx.profiler": {"benchmark": _benchmark},
    }


def _benchmark(function: Callable[..., Any], args: Sequence[Any] = (), n_repeat: int = 10, **_: object) -> Any:
    """`cupyx.profiler.benchmark`: seconds of each call."""
    times: list[float] = []
    for _i in range(n_repeat):
        start = time.perf_counter()
        function(*args)
        times.append(time.perf_counter() - start)
    taken = np.array(times)
    return SimpleNamespace(cpu_times=taken, gpu_times=taken[None, :], name=getattr(function, "__name__", ""))


class _HostCupy(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds `cupy` and its modules."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in _NUMPY_MODULES and fullname not in _own_names():
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return HostCupyModule(spec.name, "CuPy as programs that run on the CPU have it: NumPy's arrays.")

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(_own_names().get(module.__name__, {}))
        if module.__name__ == "cupy":
            for name in ("cuda", "linalg", "random", "testing"):
                setattr(module, name, importlib.import_module(f"cupy.{name}"))


def provide_cupy() -> None:
    """Makes `import cupy` give NumPy's arrays, also where CuPy is installed: its own need a GPU."""
    sys.meta_path.insert(0, _HostCupy())
