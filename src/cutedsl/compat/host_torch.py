"""torch for programs that ask for a GPU and run on the CPU: what goes to "cuda" stays in CPU memory.

Only inside `cutedsl run --device cpu`. Nothing is emulated: tensors are CPU tensors, `x.device` says so; `x.is_cuda` is
True, because programs refuse their arguments by it. `torch.cuda` answers as one device; its streams do nothing (what
runs here has finished when the call returns) and its events read the clock.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import importlib.util
import os
import sys
import time
from collections.abc import Callable, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

_NESTED = 3
"""A mode is off while its own handler runs; so many let functions of functions be served too."""


def patch_when_imported() -> None:
    """Patches torch now, or right after the program's first import of it."""
    if "torch" in sys.modules:
        patch(sys.modules["torch"])
    else:
        sys.meta_path.insert(0, _AfterTorch())  # pyright: ignore[reportArgumentType]


class _AfterTorch:
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != "torch":
            return None
        sys.meta_path.remove(self)  # pyright: ignore[reportArgumentType]
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            load: Callable[[ModuleType], None] = loader.exec_module

            def load_and_patch(module: ModuleType) -> None:
                load(module)
                patch(module)

            loader.exec_module = load_and_patch
        return spec


def patch(torch: Any) -> None:
    """Serves "cuda" from CPU memory in this process, for good."""
    mode = _mode_class(torch)
    for _ in range(_NESTED):
        mode().__enter__()
    torch.Tensor.is_cuda = property(lambda tensor: True)
    torch.Generator = _generator_class(torch.Generator)
    default_device = torch.set_default_device
    torch.set_default_device = lambda device: default_device(_on_cpu(torch, device))
    for name, answer in _cuda_answers(torch).items():
        setattr(torch.cuda, name, answer)


def _on_cpu(torch: Any, device: Any) -> Any:
    """A device as an argument, with "cuda" replaced."""
    if isinstance(device, str):
        return "cpu" if device.partition(":")[0] == "cuda" else device
    if isinstance(device, torch.device):
        return torch.device("cpu") if device.type == "cuda" else device
    return device


def _generator_class(generator: Any) -> Any:
    """`torch.Generator` for the CPU, whatever it is asked for."""

    class Kind(type(generator)):
        def __instancecheck__(self, instance: object) -> bool:
            return isinstance(instance, generator)

    class HostGenerator(generator, metaclass=Kind):
        def __new__(cls, device: object = "cpu") -> Any:
            return generator("cpu")

    return HostGenerator


def _mode_class(torch: Any) -> Any:
    class CudaOnCpu(torch.overrides.TorchFunctionMode):
        """Replaces "cuda" in the arguments of every torch function."""

        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            named = dict(kwargs or {})
            if func is torch.Tensor.cuda:
                return args[0]
            if "device" in named:
                device = named["device"]
                named["device"] = "cpu" if isinstance(device, int) else _on_cpu(torch, device)
            named.pop("pin_memory", None)
            return func(*(_on_cpu(torch, a) for a in args), **named)

    return CudaOnCpu


class HostStream:
    """What `torch.cuda.Stream` is on the CPU: its work is done when it was given."""

    cuda_stream = 0
    device_index = 0

    def __init__(self, *args: object, **kwargs: object) -> None:
        pass

    def _nothing(self, *args: object) -> None:
        """There is nothing to wait for."""

    synchronize = wait_stream = wait_event = record_event = _nothing

    def query(self) -> bool:
        """Whether all work is done."""
        return True

    def __enter__(self) -> HostStream:
        return self

    def __exit__(self, *exc: object) -> None:
        pass


class HostEvent:
    """What `torch.cuda.Event` is on the CPU: the time when it was recorded."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        self._seconds = 0.0

    def record(self, stream: object = None) -> None:
        """Reads the clock."""
        self._seconds = time.perf_counter()

    def elapsed_time(self, end: HostEvent) -> float:
        """Milliseconds until `end`."""
        return (end._seconds - self._seconds) * 1e3

    def synchronize(self) -> None:
        """All work is done."""

    wait = synchronize

    def query(self) -> bool:
        """Whether all work is done."""
        return True


def _cuda_answers(torch: Any) -> dict[str, Any]:
    """`torch.cuda` as programs use it."""
    stream = HostStream()
    properties = SimpleNamespace(
        name="CPU, standing for one GPU of compute capability 9.0",
        major=9,
        minor=0,
        multi_processor_count=os.cpu_count() or 1,
        total_memory=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0,
        warp_size=32,
        max_threads_per_multi_processor=2048,
        L2_cache_size=1 << 25,
        shared_memory_per_block=49152,
        shared_memory_per_block_optin=232448,
        shared_memory_per_multiprocessor=233472,
    )

    constants = {
        "is_available": True,
        "is_initialized": True,
        "device_count": 1,
        "current_device": 0,
        "current_stream": stream,
        "default_stream": stream,
        "get_device_properties": properties,
        "get_device_capability": (properties.major, properties.minor),
        "get_device_name": properties.name,
        "is_current_stream_capturing": False,
        "is_bf16_supported": True,
        "memory_allocated": 0,
        "max_memory_allocated": 0,
        "memory_reserved": 0,
    }
    answers: dict[str, Any] = {name: _always(value) for name, value in constants.items()}
    for name in ("synchronize", "init", "empty_cache", "set_device", "set_stream", "reset_peak_memory_stats"):
        answers[name] = _nothing()
    answers["manual_seed"] = answers["manual_seed_all"] = lambda seed: (
        torch.default_generator.manual_seed(seed) and None
    )
    answers["stream"] = answers["device"] = lambda *args: contextlib.nullcontext()
    return answers | {"Stream": HostStream, "Event": HostEvent}


def _nothing() -> Callable[..., None]:
    """A function of its own for each name: torch's compiler knows functions by what they are."""

    def nothing(*args: object, **kwargs: object) -> None:
        """All work is done when a call returns."""

    return nothing


def _always(value: object) -> Callable[..., object]:
    return lambda *args, **kwargs: value
