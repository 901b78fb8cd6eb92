"""A compiled GPU module at run time: loaded once for each device, launched with the run-time ABI's slots."""

from __future__ import annotations

import ctypes
import math
import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from cutedsl.arch.abi.host import BLOCK, CLUSTER, ENV_STREAM, GRID, SLOT_BYTES, SMEM_REQUEST, KernelInfo
from cutedsl.arch.launch_limits import (
    PORTABLE_CLUSTER_BLOCKS,
    check_block,
    check_cluster,
    check_grid,
    check_smem,
    cooperative_launch_too_large,
)
from cutedsl.arch.targets import STATIC_SMEM_BYTES, GpuTarget
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cuda.driver import CudaDriver, driver
from cutedsl.execution.cuda.loading import load_kernels
from cutedsl.execution.cuda.native import CheckedLaunch, LaunchTable
from cutedsl.execution.cuda.nvtx import nvtx_range, profiler_listens
from cutedsl.execution.cuda.unload import LoadedImage, retire, unload_retired
from cutedsl.execution.launch_attributes import Launch
from cutedsl.execution.launch_times import current_times
from cutedsl.execution.streams import Streams, TorchStreams
from cutedsl.forks.locks import fork_safe_lock

_REMEMBERED_LAUNCHES: Final = 1024


def launch_of_dims(dims: Sequence[int], kernel: KernelInfo, stream: int) -> Launch:
    """The launch that the ABI's `dims` describe: grid 0-2, block 3-5, cluster 6-8, dynamic shared bytes 9.

    >>> launch_of_dims([4, 1, 1, 128, 1, 1, 1, 1, 1, 0, 0, 0], KernelInfo("k", 64, None, 0), 0).smem_bytes
    64
    """
    return Launch(
        grid=(dims[GRID], dims[GRID + 1], dims[GRID + 2]),
        block=(dims[BLOCK], dims[BLOCK + 1], dims[BLOCK + 2]),
        cluster=(max(dims[CLUSTER], 1), max(dims[CLUSTER + 1], 1), max(dims[CLUSTER + 2], 1)),
        smem_bytes=max(kernel.smem_bytes, dims[SMEM_REQUEST]),
        stream=stream,
        use_pdl=kernel.use_pdl,
        cooperative=kernel.cooperative,
    )


def check_launch(launch: Launch, target: GpuTarget, kernel: str) -> None:
    """Refuses what the device would refuse, with the limit in the message.

    Errors: `launch-invalid-grid`, `launch-invalid-block`, `launch-invalid-cluster`, `too-many-threads`,
    `too-much-shared-memory`.
    """
    check_grid(kernel, launch.grid)
    check_block(kernel, launch.block, target)
    check_smem(kernel, launch.smem_bytes, target)
    if launch.cluster != (1, 1, 1):
        check_cluster(kernel, launch.cluster, launch.grid, target)


@frozen
class KernelResources:
    """What the driver says of a loaded kernel, for one thread or one block."""

    registers: int
    local_bytes: int
    static_smem_bytes: int
    max_threads: int


@dataclass(slots=True)
class _Loaded:
    """The module in one context, its kernels' handles, and the shared memory each has opted in to."""

    image: LoadedImage
    functions: tuple[Any, ...]
    allowed_smem_bytes: list[int]


@dataclass(slots=True, weakref_slot=True, eq=False)
class CudaModule:
    """PTX or a cubin with its kernels, in the order of the run-time ABI's kernel indices.

    Loading happens at the first launch on a device and is remembered; it is safe from several threads. When nobody
    holds the module any more it is unloaded, unless a launch of it was captured in a CUDA graph.
    """

    image: bytes
    kernels: tuple[KernelInfo, ...]
    target: GpuTarget
    api: CudaDriver = field(default_factory=driver)
    _loaded: dict[int, _Loaded] = field(default_factory=dict[int, _Loaded])
    _images: list[LoadedImage] = field(default_factory=list[LoadedImage])
    _checked: dict[tuple[int, tuple[int, ...], int], Launch] = field(
        default_factory=dict[tuple[int, tuple[int, ...], int], Launch]
    )
    _lock: threading.RLock = field(default_factory=fork_safe_lock)
    _table: LaunchTable | None = None
    streams: Streams = field(default_factory=TorchStreams)

    def __post_init__(self) -> None:
        weakref.finalize(self, retire, self.api, self._images)

    def load(self, device: int | None = None) -> None:
        """Loads the module on a device now (the current one by default), so that the first launch does not.

        Errors: `missing-gpu`, `driver-too-old`, `driver-error`.
        """
        with self.api.on_device(device) as ordinal:
            self._here(ordinal)

    def here(self) -> tuple[int, int]:
        """The context that `load` on this thread would load into, and its device. Errors: `missing-gpu`."""
        with self.api.on_device() as ordinal:
            return self.api.current_context(), ordinal

    def load_into(self, context: int, ordinal: int) -> None:
        """`load` into a context of a device from a thread of its own. Errors: those of `load`."""
        self.api.enter(context)
        self._here(ordinal)

    def launch(self, kernel: int, dims: Sequence[int], stream: int, slots: int, device: int | None = None) -> None:
        """Starts kernel number `kernel`.

        `dims` are the ABI's 32-bit numbers. `slots` is the address of the kernel's parameters, 8 bytes each; the
        driver takes each parameter's own size from the low end of its slot. `stream` is a CUDA stream handle: 0 is
        the default stream, `ENV_STREAM` the current one of the caller's framework. `device` is where the tensors are.

        Errors: those of `check_launch` and `load`; `driver-error`.
        """
        launch = self._with_events(kernel, self._launch_of(kernel, tuple(dims), stream), slots)
        pointers = self._pointers(kernel, slots)
        here = self._loaded.get(self.api.current_context())
        if here is not None and device in (None, here.image.device):
            self._start(here, kernel, launch, pointers)
            self._remember(here, kernel, dims, launch)
            return
        with self.api.on_device(device) as ordinal:
            here = self._here(ordinal)
            self._start(here, kernel, launch, pointers)
            self._remember(here, kernel, dims, launch)

    def launch_at(self, kernel: int, dims: int, stream: int, slots: int, device: int | None = None) -> None:
        """`launch` with the address of the dims, as compiled host code passes them: what is behind them is not set."""
        self.launch(kernel, (ctypes.c_int32 * (SMEM_REQUEST + 1)).from_address(dims)[:], stream, slots, device)

    def attach(self, rt: int, launch: int, tensor_map: int) -> None:
        """Lets the machine code at these addresses serve a call context at `rt`: launches seen before, tensor maps."""
        if self._table is None:
            self._table = LaunchTable(self.kernels, self.streams, self.api.device_count())
        self._table.attach(rt, launch, tensor_map)

    def use_streams(self, streams: Streams) -> None:
        """Takes the stream of launches that name none from `streams`."""
        self.streams = streams
        if self._table is not None:
            self._table.streams = streams
            self._table.forget()

    def resources(self, kernel: int, device: int | None = None) -> KernelResources:
        """Registers a thread, local memory (stack and spills) and shared memory of a kernel, as loaded."""
        with self.api.on_device(device) as ordinal:
            function = self._here(ordinal).functions[kernel]
            return KernelResources(
                registers=self.api.function_attribute(function, "NUM_REGS"),
                local_bytes=self.api.function_attribute(function, "LOCAL_SIZE_BYTES"),
                static_smem_bytes=self.api.function_attribute(function, "SHARED_SIZE_BYTES"),
                max_threads=self.api.function_attribute(function, "MAX_THREADS_PER_BLOCK"),
            )

    def unload(self) -> None:
        """Removes the module from every device; a later launch loads it again."""
        with self._lock:
            gone = list(self._loaded.values())
            self._loaded.clear()
            self._images.clear()
            if self._table is not None:
                self._table.forget()
        for loaded in gone:
            loaded.image.unload(self.api)

    def _launch_of(self, kernel: int, dims: tuple[int, ...], stream: int) -> Launch:
        """The checked launch; repeated ones are remembered."""
        key = kernel, dims, stream
        found = self._checked.get(key)
        if found is None:
            one = self.kernels[kernel]
            found = launch_of_dims(dims, one, stream)
            check_launch(found, self.target, one.name)
            if len(self._checked) >= _REMEMBERED_LAUNCHES:
                self._checked.clear()
            self._checked[key] = found
        return found

    def _with_events(self, kernel: int, launch: Launch, slots: int) -> Launch:
        """The launch with the events that this call passes, which lie in the kernel's last slots."""
        one = self.kernels[kernel]
        if not one.events:
            return launch
        first = slots + SLOT_BYTES * (one.param_count - len(one.events))
        handles = (ctypes.c_uint64 * len(one.events)).from_address(first)
        return replace(launch, events=tuple(zip(one.events, handles, strict=True)))

    def _pointers(self, kernel: int, slots: int) -> ctypes.Array[ctypes.c_uint64]:
        """The driver's array of one pointer for each parameter, from the address of the slots."""
        count = self.kernels[kernel].param_count
        pointers = (ctypes.c_uint64 * max(count, 1))(*range(slots, slots + SLOT_BYTES * count, SLOT_BYTES))
        for index in self.kernels[kernel].by_address:
            pointers[index] = ctypes.c_uint64.from_address(slots + SLOT_BYTES * index).value
        return pointers

    def _start(self, here: _Loaded, kernel: int, launch: Launch, pointers: ctypes.Array[ctypes.c_uint64]) -> None:
        if launch.stream == ENV_STREAM:
            launch = replace(launch, stream=self.streams.handle(here.image.device))
        if launch.smem_bytes > here.allowed_smem_bytes[kernel]:
            self._opt_in(here, kernel, launch.smem_bytes)
        if launch.cooperative:
            self._check_resident(here, kernel, launch)
        if not here.image.captured and self.api.is_capturing(launch.stream):
            here.image.captured = True
        begin = partial(self.api.launch, here.functions[kernel], launch, ctypes.addressof(pointers))
        name, times = self.kernels[kernel].name, current_times()
        if times is not None:
            threads = math.prod((*launch.grid, *launch.block))
            times.on_gpu(self.api, name, threads, launch.stream, begin)
        elif profiler_listens():
            with nvtx_range(name):
                begin()
        else:
            begin()

    def _check_resident(self, here: _Loaded, kernel: int, launch: Launch) -> None:
        """Errors: `cooperative-launch-too-large`, for more blocks than run at a time."""
        threads = math.prod(launch.block)
        each = self.api.resident_blocks(here.functions[kernel], threads, launch.smem_bytes)
        most = each * self.api.device_attribute(here.image.device, "MULTIPROCESSOR_COUNT")
        if math.prod(launch.grid) > most:
            message = (
                f"{self.kernels[kernel].name}: a cooperative launch of {math.prod(launch.grid)} blocks; {most} of "
            )
            raise cooperative_launch_too_large(f"{message}{threads} threads fit on the GPU at a time")

    def _remember(self, here: _Loaded, kernel: int, dims: Sequence[int], launch: Launch) -> None:
        if self._table is None or launch.events or profiler_listens() or current_times() is not None:
            return
        seen = CheckedLaunch(kernel, int(here.functions[kernel]), dims, launch)
        self._table.remember(int(self.api.current_context()), here.image.device, seen)

    def _here(self, ordinal: int) -> _Loaded:
        context = self.api.current_context()
        found = self._loaded.get(context)
        if found is not None:
            return found
        with self._lock:
            if context not in self._loaded:
                unload_retired()
                module, functions = load_kernels(self.api, self.image, [one.name for one in self.kernels])
                image = LoadedImage(ordinal, module)
                self._images.append(image)
                for function, one in zip(functions, self.kernels, strict=True):
                    if math.prod(one.cluster_dim) > PORTABLE_CLUSTER_BLOCKS:
                        self.api.set_function_attribute(function, "NON_PORTABLE_CLUSTER_SIZE_ALLOWED", 1)
                self._loaded[context] = _Loaded(image, functions, [STATIC_SMEM_BYTES] * len(functions))
            return self._loaded[context]

    def _opt_in(self, loaded: _Loaded, kernel: int, smem_bytes: int) -> None:
        with self._lock:
            function = loaded.functions[kernel]
            self.api.set_function_attribute(function, "MAX_DYNAMIC_SHARED_SIZE_BYTES", smem_bytes)
            loaded.allowed_smem_bytes[kernel] = smem_bytes
