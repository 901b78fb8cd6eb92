"""`triton` for programs that run on the CPU and take its timers: `do_bench`, `perf_report` and the like.

Kernels of Triton do not run on the CPU: where a program starts one, the error says so.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from cutedsl.compat.after_import import after_import
from cutedsl.errors import fail

_MOST_CALLS = 5
"""Calls that are timed where a program asks for a time's worth: the CPU takes milliseconds where a GPU takes few."""


def do_bench(
    fn: Callable[[], Any],
    warmup: int = 25,
    rep: int = 100,
    grad_to_none: Any = None,
    quantiles: Sequence[float] | None = None,
    return_mode: str = "mean",
    **_: object,
) -> Any:
    """The time of a call in milliseconds: `rep` milliseconds' worth of calls, but at most 5 of them."""
    import numpy as np

    fn()
    times: list[float] = []
    while len(times) < _MOST_CALLS and sum(times) < rep:
        for tensor in grad_to_none or ():
            tensor.grad = None
        start = time.perf_counter()
        fn()
        times.append((time.perf_counter() - start) * 1e3)
    if quantiles is not None:
        found = [float(x) for x in np.quantile(times, list(quantiles))]
        return found if len(found) > 1 else found[0]
    if return_mode == "all":
        return times
    return float(getattr(np, return_mode)(times))


class Benchmark:
    """`triton.testing.Benchmark`: a table of times to make."""

    def __init__(self, x_names: Any, x_vals: Any, line_arg: Any, line_vals: Any, line_names: Any, **rest: Any) -> None:
        self.x_names, self.x_vals = list(x_names), list(x_vals)
        self.line_arg, self.line_vals, self.line_names = line_arg, list(line_vals), list(line_names)
        self.plot_name = rest.get("plot_name", "")
        self.args: dict[str, Any] = dict(rest.get("args") or {})


class Mark:
    """A function with tables to make: `run` measures and prints them."""

    def __init__(self, fn: Callable[..., Any], benchmarks: Any) -> None:
        self.fn = fn
        self.benchmarks = benchmarks if isinstance(benchmarks, (list, tuple)) else [benchmarks]

    def run(self, show_plots: bool = False, print_data: bool = False, **_: Any) -> None:
        """Measures every row, and prints the rows where `print_data` says so."""
        for bench in self.benchmarks:
            rows: list[list[Any]] = []
            for x in bench.x_vals:
                place = dict(zip(bench.x_names, x if isinstance(x, (list, tuple)) else [x] * len(bench.x_names)))  # noqa: B905
                row = [self.fn(**place, **{bench.line_arg: value}, **bench.args) for value in bench.line_vals]
                rows.append([*place.values(), *[r[0] if isinstance(r, (list, tuple)) else r for r in row]])
            if print_data:
                print(bench.plot_name + ":")
                print("  ".join([*bench.x_names, *bench.line_names]))
                for row in rows:
                    print("  ".join([str(value) for value in row]))


def perf_report(benchmarks: Any) -> Callable[[Callable[..., Any]], Mark]:
    """Marks a function with the tables to make."""
    return lambda fn: Mark(fn, benchmarks)


class HostKernel:
    """What Triton has under a name: the name stands in imports, annotations and as a base class, and does nothing."""

    def __init__(self, name: str) -> None:
        self.__name__ = self._name = name

    def __call__(self, *_: object, **__: object) -> Any:
        raise _needs_gpu(self._name)

    def __getitem__(self, grid: object) -> HostKernel:
        return self

    def __getattr__(self, name: str) -> HostKernel:
        if name.startswith("__"):
            raise AttributeError(name)
        return HostKernel(f"{self._name}.{name}")

    def __mro_entries__(self, bases: tuple[object, ...]) -> tuple[type, ...]:
        return (_host_class(self._name),)


class _HostClass(type):
    """The type of classes that stand for Triton's: what they have of their own is a name, too."""

    def __getattr__(cls, name: str) -> HostKernel:
        if name.startswith("__"):
            raise AttributeError(name)
        return HostKernel(f"{cls.__name__}.{name}")


@cache
def _host_class(name: str) -> type:
    """A class of Triton's: others derive from it and ask what is one; an object of it cannot be made."""

    def refuse(self: object, *_: object, **__: object) -> None:
        raise _needs_gpu(name)

    return _HostClass(name, (), {"__init__": refuse})


class Constant:
    """`triton.language.constexpr`: a number that kernels take as it is; modules make theirs when they are imported."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _needs_gpu(name: str) -> Exception:
    return fail(
        "missing-gpu",
        f"`{name}` is Triton's, which needs a GPU",
        fix="Run the program on a GPU, or without this kernel.",
    )


def _jit(fn: Any = None, **_: object) -> Any:
    return HostKernel(fn.__name__) if callable(fn) else _jit


class Config:
    """The settings of a kernel that an autotuner tries."""

    def __init__(self, kwargs: dict[str, Any], num_warps: int = 4, num_stages: int = 3, **more: Any) -> None:
        self.kwargs, self.num_warps, self.num_stages, self.more = kwargs, num_warps, num_stages, more

    def all_kwargs(self) -> dict[str, Any]:
        """All that a launch is given."""
        return {**self.kwargs, "num_warps": self.num_warps, "num_stages": self.num_stages, **self.more}


class Autotuner(HostKernel):
    """A kernel with configurations: `fn` is the kernel, `configs` are what it is tried with."""

    def __init__(self, fn: Any, configs: Sequence[Config]) -> None:
        super().__init__(fn.__name__)
        self.fn, self.configs = fn, list(configs)


class Heuristics(HostKernel):
    """A kernel with arguments that functions of the others give: `fn` is the kernel, `values` are those functions."""

    def __init__(self, fn: Any, values: Mapping[str, Callable[..., Any]]) -> None:
        super().__init__(fn.__name__)
        self.fn, self.values = fn, values


def _autotune(configs: Sequence[Config], *_: object, **__: object) -> Callable[[Any], Autotuner]:
    return lambda kernel: Autotuner(kernel, configs)


def _heuristics(values: Mapping[str, Callable[..., Any]]) -> Callable[[Any], Heuristics]:
    return lambda kernel: Heuristics(kernel, values)


class HostTritonModule(ModuleType):
    """A module of Triton; its names stand in annotations and decorators, and do nothing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        full = f"{self.__name__}.{name}"
        return _host_class(full) if name[:1].isupper() else HostKernel(full)


def _torch() -> Any:
    """PyTorch, which a program has where it has tensors to time with."""
    return sys.modules["torch"]


def _driver() -> Any:
    """`triton.runtime.driver`: buffers to clear caches with, and the device."""
    active = SimpleNamespace(
        get_empty_cache_for_benchmark=lambda: _torch().empty(1 << 18, dtype=_torch().int32),
        clear_cache=lambda cache: cache.zero_(),
        get_active_torch_device=lambda: _torch().device("cuda", 0),
        get_current_device=lambda: 0,
        get_device_interface=lambda: _torch().cuda,
        get_benchmarker=lambda: do_bench,
    )
    return SimpleNamespace(active=active)


class FileCacheManager:
    """Files of one key in a folder, which Triton and autotuners that derive from it keep results in."""

    def __init__(self, key: str, override: bool = False, dump: bool = False) -> None:
        self.key = key
        root = os.environ.get("TRITON_CACHE_DIR") or Path.home() / ".triton" / "cache"
        self.cache_dir = os.path.join(root, key)

    def _path(self, filename: str) -> Path:
        return Path(self.cache_dir) / filename

    def has_file(self, filename: str) -> bool:
        """Whether a file is there."""
        return self._path(filename).exists()

    def get_file(self, filename: str) -> str | None:
        """The place of a file; None where it is not there."""
        return str(self._path(filename)) if self.has_file(filename) else None

    def put(self, data: Any, filename: str, binary: bool = True) -> str:
        """Writes bytes or a text, other processes see all of it or nothing; returns the place."""
        path = self._path(filename)
        path.parent.mkdir(parents=True, exist_ok=True)
        written = path.with_name(f"{filename}.{os.getpid()}")
        written.write_bytes(data if isinstance(data, bytes) else str(data).encode())
        written.replace(path)
        return str(path)


_TESTING = {
    "do_bench": do_bench,
    "do_bench_cudagraph": do_bench,
    "Benchmark": Benchmark,
    "perf_report": perf_report,
    "Mark": Mark,
}


def _names(module: str) -> dict[str, Any]:
    """What a module has that does something."""
    match module:
        case "triton":
            return {
                "__version__": "0.0.0",
                "jit": _jit,
                "autotune": _autotune,
                "heuristics": _heuristics,
                "Config": Config,
                "cdiv": lambda a, b: -(-a // b),
                "next_power_of_2": lambda n: 1 << max(0, n - 1).bit_length(),
            }
        case "triton.language":
            return {"constexpr": Constant}
        case "triton.testing":
            return {**_TESTING, "assert_close": lambda *args, **kwargs: _torch().testing.assert_close(*args, **kwargs)}
        case "triton.runtime":
            return {"driver": _driver()}
        case "triton.runtime.autotuner":
            return {"Autotuner": Autotuner, "Heuristics": Heuristics, "Config": Config}
        case "triton.runtime.cache":
            return {"FileCacheManager": FileCacheManager}
        case _:
            return {}


class _HostTriton(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds `triton` and all modules below it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] != "triton" or _asked_by_torch():
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return HostTritonModule(spec.name, "Triton as programs that run on the CPU have it: its timers.")

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(_names(module.__name__))
        if module.__name__ == "triton":
            for name in ("testing", "runtime", "language"):
                setattr(module, name, importlib.import_module(f"triton.{name}"))
        if module.__name__ == "triton.runtime":
            setattr(module, "cache", importlib.import_module("triton.runtime.cache"))  # noqa: B010


def _asked_by_torch() -> bool:
    """Whether PyTorch looks for Triton, to compile with it; not a library that it brings, such as quack."""
    frame = sys._getframe(2)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in (
        "importlib",
        "_frozen_importlib",
    ):
        frame = frame.f_back
    asker = "" if frame is None else str(frame.f_globals.get("__name__", ""))
    return asker.partition(".")[0] == "torch" and not asker.startswith("torch._vendor.")


def _no_triton(module: ModuleType) -> None:
    """PyTorch goes on without Triton, as it does where it is missing."""
    for name in ("has_triton_package", "has_triton"):
        setattr(module, name, lambda: False)


class _WithoutTriton(importlib.abc.MetaPathFinder):
    """Imports a module of PyTorch while there is no `triton`."""

    name = "torch._inductor.runtime.triton_compat"

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            load: Callable[[ModuleType], None] = loader.exec_module

            def load_without(module: ModuleType) -> None:
                hidden = {name: m for name, m in sys.modules.items() if name.partition(".")[0] == "triton"}
                for name in hidden:
                    del sys.modules[name]
                try:
                    load(module)
                finally:
                    sys.modules.update(hidden)

            loader.exec_module = load_without
        return spec


def provide_triton() -> None:
    """Makes `triton.testing` time on the CPU: Triton's own needs a GPU, and so does the package where it is missing."""
    if importlib.util.find_spec("triton") is not None:
        after_import("triton.testing", lambda module: vars(module).update(_TESTING))
        return
    after_import("torch.utils._triton", _no_triton)
    sys.meta_path.insert(0, _WithoutTriton())
    sys.meta_path.append(_HostTriton())
