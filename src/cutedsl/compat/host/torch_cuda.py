"""`torch.cuda` of a program that runs on the CPU: one device, whose work is done when it was given."""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

from cutedsl.compat.host.cuda.calls import VERSION
from cutedsl.compat.host.cuda.device import host_device

_event_numbers: Final = itertools.count(1)
_stream_numbers: Final = itertools.count(1 << 12)
"""Above what CUDA's own names for streams are."""
_TYPES_BY_DEVICE: Final = (
    *("FloatTensor", "DoubleTensor", "HalfTensor", "BFloat16Tensor", "ByteTensor", "CharTensor", "ShortTensor"),
    *("IntTensor", "LongTensor", "BoolTensor"),
)
"""torch's older types, which name a device: `torch.cuda.FloatTensor(4)`."""


class HostStream:
    """What `torch.cuda.Stream` is on the CPU: its work is done when it was given."""

    device_index = 0
    device: Any = None
    """torch's name of the device, which `answer_as_one_gpu` sets."""

    def __init__(self, device: object = None, priority: int = 0, **_: object) -> None:
        self.priority = priority
        self.cuda_stream = next(_stream_numbers)
        """The handle: another one for each stream."""

    @property
    def stream_id(self) -> int:
        """The handle, as torch counts streams."""
        return self.cuda_stream

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HostStream) and other.cuda_stream == self.cuda_stream

    def __hash__(self) -> int:
        return hash(self.cuda_stream)

    def _nothing(self, *args: object) -> None:
        """There is nothing to wait for."""

    synchronize = wait_stream = wait_event = _nothing

    @staticmethod
    def priority_range() -> tuple[int, int]:
        """The least and the greatest priority: all streams have one."""
        return 0, 0

    def record_event(self, event: HostEvent | None = None) -> HostEvent:
        """Reads the clock into an event, a new one by default."""
        event = event or HostEvent()
        event.record(self)
        return event

    def query(self) -> bool:
        """Whether all work is done."""
        return True

    def __enter__(self) -> HostStream:
        _entered().append(self)
        return self

    def __exit__(self, *exc: object) -> None:
        _entered().pop()


class ExternalStream(HostStream):
    """`torch.cuda.ExternalStream`: a stream of somebody else, by its handle."""

    def __init__(self, stream_ptr: int = 0, device: object = None, **_: object) -> None:
        super().__init__(device)
        self.cuda_stream = stream_ptr


_DEFAULT: Final = ExternalStream(0)
_thread: Final = threading.local()


def _entered() -> list[HostStream]:
    """The streams that this thread has entered, or set; the last one is current."""
    return vars(_thread).setdefault("streams", [])


def current_stream(device: object = None) -> HostStream:
    """The stream that this thread has entered or set last, or the default stream."""
    entered = _entered()
    return entered[-1] if entered else _DEFAULT


def set_stream(stream: HostStream | None) -> None:
    """Makes a stream current until another is, as `torch.cuda.set_stream`."""
    if stream is not None:
        _entered()[-1:] = [stream]


class StreamContext:
    """`torch.cuda.stream(...)`: a stream is current inside; None changes nothing."""

    def __init__(self, stream: HostStream | None = None) -> None:
        self.stream = stream

    def __enter__(self) -> None:
        _entered().append(self.stream or current_stream())

    def __exit__(self, *exc: object) -> None:
        _entered().pop()


class HostMemPool:
    """`torch.cuda.MemPool`: memory of the CPU comes from one place, so that a pool is only named."""

    def __init__(self, *_: object, **__: object) -> None:
        self.id = (0, id(self))


class HostEvent:
    """What `torch.cuda.Event` is on the CPU: the time when it was recorded."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        self._seconds = 0.0
        self.cuda_event = 0
        """The handle, which as on a GPU an event has from its first recording on."""

    def record(self, stream: object = None) -> None:
        """Reads the clock."""
        self.cuda_event = self.cuda_event or next(_event_numbers)
        self._seconds = time.perf_counter()

    def elapsed_time(self, end: HostEvent) -> float:
        """Milliseconds until `end`."""
        return (end._seconds - self._seconds) * 1e3

    def synchronize(self, *args: object) -> None:
        """All work is done."""

    wait = synchronize

    def query(self) -> bool:
        """Whether all work is done."""
        return True


class _Context(contextlib.nullcontext[None]):
    """`torch.cuda.device(...)`: there is one."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__()


def answer_as_one_gpu(torch: Any) -> None:
    """Makes `torch.cuda` answer for the CPU."""
    cuda = torch.cuda
    for name, value in {
        "is_available": True,
        "is_initialized": True,
        "device_count": 1,
        "current_device": 0,
        "default_stream": _DEFAULT,
        "is_bf16_supported": True,
        "can_device_access_peer": False,
        "memory_allocated": 0,
        "max_memory_allocated": 0,
        "memory_reserved": 0,
        "max_memory_reserved": 0,
        "memory_stats": Counter(),  # each count that a program asks for is 0
        "utilization": 0,
        "memory_summary": "",
        "get_sync_debug_mode": 0,
    }.items():
        setattr(cuda, name, _always(value))
    for name in (
        *("synchronize", "init", "_lazy_init", "empty_cache", "set_device", "ipc_collect", "_sleep"),
        *("reset_peak_memory_stats", "reset_max_memory_allocated", "reset_accumulated_memory_stats"),
        *("set_per_process_memory_fraction", "set_sync_debug_mode", "check_error"),
    ):
        setattr(cuda, name, _nothing())
    for name, answer in _asked_of_the_device(torch).items():
        setattr(cuda, name, answer)
    for name in ("range_push", "range_pop", "mark"):
        setattr(cuda.nvtx, name, _nothing())
    cuda.profiler.start = cuda.profiler.stop = _nothing()
    cuda.Stream, cuda.ExternalStream, cuda.Event = HostStream, ExternalStream, HostEvent
    cuda.get_stream_from_external = ExternalStream
    cuda.current_stream, cuda.set_stream = current_stream, set_stream
    cuda._CudaDeviceProperties = DeviceProperties
    cuda.stream = cuda.StreamContext = StreamContext
    cuda.device = cuda.nvtx.range = _Context
    cuda.MemPool = cuda.memory.MemPool = HostMemPool
    cuda.use_mem_pool = cuda.memory.use_mem_pool = _Context
    cuda.current_blas_handle = _always(0)
    torch._C._cuda_getCurrentRawStream = lambda device=0: current_stream().cuda_stream
    HostStream.device = torch.device("cuda", 0)
    torch.Tensor.record_stream = _nothing()
    torch.accelerator.synchronize = _nothing()
    # Functions of their own: torch's compiler has a rule for each of the two modules.
    torch.accelerator.current_stream = lambda device=None: current_stream(device)
    torch.accelerator.set_stream = lambda stream: set_stream(stream)
    torch.version.cuda = torch.version.cuda or f"{VERSION // 1000}.{VERSION % 1000 // 10}"
    for name in _TYPES_BY_DEVICE:
        setattr(cuda, name, getattr(torch, name))


def _asked_of_the_device(torch: Any) -> dict[str, Callable[..., Any]]:
    """What follows from the GPU that the CPU stands for, and random numbers, which are the CPU's."""

    def seed(number: int) -> None:
        torch.default_generator.manual_seed(number)

    return {
        "get_device_properties": lambda *_: _properties(),
        "get_device_capability": lambda *_: host_device().gpu.capability,
        "get_device_name": lambda *_: host_device().name,
        "get_arch_list": lambda: [host_device().gpu.name],
        "mem_get_info": lambda *_: (host_device().memory_bytes,) * 2,
        "manual_seed": seed,
        "manual_seed_all": seed,
        "seed": lambda: torch.default_generator.seed(),
        "initial_seed": lambda: torch.default_generator.initial_seed(),
        "get_rng_state": lambda *_: torch.default_generator.get_state(),
        "set_rng_state": lambda state, *_: torch.default_generator.set_state(state) and None,
        "get_rng_state_all": lambda: [torch.default_generator.get_state()],
        "set_rng_state_all": lambda states: torch.default_generator.set_state(states[0]) and None,
    }


class DeviceProperties(SimpleNamespace):
    """What `torch.cuda.get_device_properties` returns; torch's compiler keeps such values as constants."""

    name: str

    def __hash__(self) -> int:
        return hash(self.name)


def _properties() -> DeviceProperties:
    device = host_device()
    known = device.attributes
    return DeviceProperties(
        name=device.name,
        major=known["COMPUTE_CAPABILITY_MAJOR"],
        minor=known["COMPUTE_CAPABILITY_MINOR"],
        multi_processor_count=known["MULTIPROCESSOR_COUNT"],
        total_memory=device.memory_bytes,
        warp_size=known["WARP_SIZE"],
        max_threads_per_block=known["MAX_THREADS_PER_BLOCK"],
        max_threads_per_multi_processor=known["MAX_THREADS_PER_MULTIPROCESSOR"],
        regs_per_multiprocessor=known["MAX_REGISTERS_PER_MULTIPROCESSOR"],
        L2_cache_size=known["L2_CACHE_SIZE"],
        shared_memory_per_block=known["MAX_SHARED_MEMORY_PER_BLOCK"],
        shared_memory_per_block_optin=known["MAX_SHARED_MEMORY_PER_BLOCK_OPTIN"],
        shared_memory_per_multiprocessor=known["MAX_SHARED_MEMORY_PER_MULTIPROCESSOR"],
        clock_rate=known["CLOCK_RATE"],
        memory_clock_rate=known["MEMORY_CLOCK_RATE"],
        memory_bus_width=known["GLOBAL_MEMORY_BUS_WIDTH"],
        is_integrated=1,
        is_multi_gpu_board=0,
        gcnArchName="",
    )


def _nothing() -> Callable[..., None]:
    """A function of its own for each name: torch's compiler knows functions by what they are."""

    def nothing(*args: object, **kwargs: object) -> None:
        """All work is done when a call returns."""

    return nothing


def _always(value: object) -> Callable[..., Any]:
    return lambda *args, **kwargs: value
