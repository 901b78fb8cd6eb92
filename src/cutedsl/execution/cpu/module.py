"""A compiled program for the CPU, loaded into this process: calling its host function."""

from __future__ import annotations

import ctypes
import itertools
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from cutedsl.arch.abi.host import SLOT_BYTES, KernelInfo, Site, unpack_images
from cutedsl.config import Config, config, cpu_threads
from cutedsl.execution.cpu import context as cpu_context
from cutedsl.execution.cpu import faults as cpu_faults
from cutedsl.execution.cpu import launch as cpu_launch
from cutedsl.execution.cpu.capture import current_capture, kept_arguments
from cutedsl.execution.cpu.context import Launcher, is_main_thread
from cutedsl.execution.cpu.errors import error_of
from cutedsl.execution.cpu.monitor import monitor
from cutedsl.execution.cpu.object_loader import place
from cutedsl.execution.cpu.pool import pool, usable_cores
from cutedsl.execution.native_calls.function_address import address_of
from cutedsl.forks.locks import fork_safe_lock
from cutedsl.native.pool import FAULT_INSTALLER, INLINE_BLOCKS, PLAN_DIMS, RUNTIME_SYMBOLS, runtime_symbol
from cutedsl.native.structures import structure

_TABLE: Final = structure("Table")

_HOST: Final = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)
_WORD_BYTES: Final = 8
_names: Final = itertools.count()
_jit_lock: Final = fork_safe_lock()
_jits: Final[list[Any]] = []


def link_objects(data: bytes, symbols: Sequence[str]) -> Any:
    """Loads objects into this process; the result maps symbols to addresses and keeps the code alive."""
    return place(unpack_images(data), symbols) or _link_by_llvm(data, symbols)


def _link_by_llvm(data: bytes, symbols: Sequence[str]) -> Any:
    import llvmlite.binding as llvm

    with _jit_lock:
        if not _jits:
            llvm.initialize_native_target()
            llvm.initialize_native_asmprinter()
            # JITLink gives an object one piece of memory. RuntimeDyld gives one to each section, and ends the process
            # where they lie more than 2 GiB apart, as happens beside CUDA's reservations.
            _jits.append(llvm.create_lljit_compiler(use_jit_link=True))
        builder = llvm.JITLibraryBuilder().add_current_process()
        for image in unpack_images(data):
            builder.add_object_img(image)
        for symbol, address in _missing_symbols().items():
            builder.import_symbol(symbol, address)
        for symbol in symbols:
            builder.export_symbol(symbol)
        return builder.link(_jits[0], f"cutedsl.{next(_names)}")


def _missing_symbols() -> dict[str, int]:
    """What code may ask for and no library of the process exports: on Windows both are in what a linker adds."""
    if sys.platform != "win32":
        return {}
    return {"snprintf": address_of(ctypes.pythonapi.PyOS_snprintf), "_fltused": ctypes.addressof(_uses_floats)}


_uses_floats: Final = ctypes.c_int32(0x9875)


def pack_slots(values: Sequence[int | bytes]) -> Any:
    """Parameters as the host entry takes them: 8 bytes each, the value in the low ones.

    >>> list(pack_slots([1, -1, b"\\x02\\x00\\x00\\x00"]))
    [1, 18446744073709551615, 2]
    """
    slots = (ctypes.c_uint64 * max(1, len(values)))()
    for index, value in enumerate(values):
        if isinstance(value, bytes):
            slots[index] = int.from_bytes(value.ljust(SLOT_BYTES, b"\0"), "little")
        else:
            slots[index] = value & 0xFFFFFFFFFFFFFFFF
    return slots


class CpuModule:
    """Machine code of one program. Calls from several threads may overlap.

    `kernels` are in the order of their launch indices (none when a GPU runs them). `sites` are as code generation
    numbered them. `symbols` are the module's other exports, and `prefix` begins the names of the runtime in it. Where
    it is a checked one, `unchecked` gives the same program without checks.
    """

    def __init__(
        self,
        data: bytes,
        host: str,
        kernels: Sequence[KernelInfo] = (),
        sites: Sequence[Site] = (),
        symbols: Sequence[str] = (),
        prefix: str = "",
        unchecked: Callable[[], CpuModule] | None = None,
    ) -> None:
        self.unchecked = unchecked
        self.kernels = tuple(kernels)
        self.sites = sites
        runtime = {symbol: runtime_symbol(symbol, prefix) for symbol in RUNTIME_SYMBOLS} if kernels else {}
        self._code = link_objects(data, [host, *(kernel.worker for kernel in kernels), *symbols, *runtime.values()])
        self._table = (ctypes.c_int64 * (_TABLE.size_bytes // _WORD_BYTES + len(kernels)))()
        if kernels:
            cpu_faults.install(self._code, runtime[FAULT_INSTALLER])
            pool().begin(self._code, {symbol: self._code[name] for symbol, name in runtime.items()})
            self._table[_TABLE.offset("pool") // _WORD_BYTES] = pool().address
        self._host = _HOST(self._code[host])
        newest = ctypes.addressof(self._table) + _TABLE.size_bytes
        self._plans = tuple(
            cpu_launch.Plans(kernel, self._code[kernel.worker], ctypes.c_int64.from_address(newest + _WORD_BYTES * k))
            for k, kernel in enumerate(kernels)
        )

    def plan(self, kernel: int, dims: int) -> cpu_launch.Plan:
        """What a launch of a kernel with the dims at an address comes to. Errors: those of a launch."""
        return self._plans[kernel].at(dims)

    def address(self, symbol: str) -> int:
        """Where an exported symbol lies."""
        return self._code[symbol]

    def call_at(self, slots: int, launcher: Launcher | None = None) -> None:
        """`call` with the address of packed slots."""
        self.call((ctypes.c_uint64 * 1).from_address(slots), launcher)

    def launch_by_machine_code(self, context: cpu_context.CallContext) -> None:
        """Calls that machine code makes under a context, with the GIL, launch as those before without Python."""
        self._table[_TABLE.offset("python") // _WORD_BYTES] = context.callback("launch")
        context.set_callback("launch", pool().launcher)
        context.user = ctypes.addressof(self._table)

    def watched_launcher(self, context: cpu_context.CallContext) -> Launcher:
        """The CPU's launcher for calls that nobody else watches: signals are served while a kernel runs."""

        def launch(kernel: int, dims: int, _stream: int, params: int) -> None:
            if current_capture() is not None and self.captured(kernel, dims, params):
                return
            plan = self.plan(kernel, dims)
            context.threads = 1 if plan.clusters <= INLINE_BLOCKS else cpu_threads() or usable_cores()
            if not is_main_thread():
                cpu_launch.launch(context, plan, dims, params)
                return
            watcher = monitor()
            watcher.watch(context)
            try:
                cpu_launch.launch(context, plan, dims, params)
            finally:
                watcher.forget(context)

        return launch

    def call(
        self,
        slots: Sequence[int | bytes] | Any,
        launcher: Launcher | None = None,
        settings: Config | None = None,
        prepare: Callable[[cpu_context.CallContext], None] | None = None,
    ) -> None:
        """Runs the host function with its parameters; returns when every kernel on the CPU has ended.

        `slots` are the parameters or a ctypes array of packed slots; `launcher` replaces the CPU's for the kernels (a
        GPU's), `prepare` is given the call's context before it begins.
        `settings` gives the number of threads and the time limit.

        Errors: `out-of-bounds`, `division-by-zero`, `kernel-trap`, `barrier-divergent`, `deadlock`, `launch-timeout`,
        those of a launch, and whatever `launcher` raises. KeyboardInterrupt passes through.
        """
        packed = slots if isinstance(slots, ctypes.Array) else pack_slots(slots)
        enter = partial(self._host, ctypes.addressof(packed))
        self._run(lambda context: enter(context.address), launcher, settings or config(), prepare)

    def _run(
        self,
        enter: Callable[[cpu_context.CallContext], int],
        launcher: Launcher | None,
        settings: Config,
        prepare: Callable[[cpu_context.CallContext], None] | None = None,
    ) -> None:
        """Calls `enter` in a context of its own and raises what went wrong in it."""
        context = cpu_context.acquire()
        threads = settings.num_threads or usable_cores()
        context.begin(launcher or self._launcher(context), threads, settings.timeout_s)
        if prepare is not None:
            prepare(context)
        watched = settings.timeout_s is not None or is_main_thread()
        if watched:
            monitor().watch(context)
        try:
            code = enter(context)
            if code:
                raise error_of(context, code, self.sites)
        finally:
            if watched:
                monitor().forget(context)
            context.exception = None
            cpu_context.release(context)

    def captured(
        self,
        kernel: int,
        dims: int,
        params: int,
        launch: Callable[[cpu_context.CallContext, int, int, int], int] | None = None,
    ) -> bool:
        """Keeps a launch where launches are captured; whether it did. Replays call `launch` if that is given, with the
        context and the launch's kernel, dims and parameters. Errors: those of a launch."""
        capture = current_capture()
        if capture is None:
            return False
        self.plan(kernel, dims)
        shape = (ctypes.c_char * (4 * PLAN_DIMS)).from_buffer_copy(ctypes.string_at(dims, 4 * PLAN_DIMS))
        place, alive = kept_arguments(self.kernels[kernel], params)
        run = launch or self._launch_alone

        def repeat(alive: object = (shape, alive)) -> None:
            self._run(lambda context: run(context, kernel, ctypes.addressof(shape), place), None, config())

        capture.append(repeat)
        return True

    def _launch_alone(self, context: cpu_context.CallContext, kernel: int, dims: int, params: int) -> int:
        cpu_launch.launch(context, self.plan(kernel, dims), dims, params)
        return context.error_code

    def _launcher(self, context: cpu_context.CallContext) -> Launcher:
        def launch(kernel: int, dims: int, _stream: int, params: int) -> None:
            if self.captured(kernel, dims, params):
                return
            cpu_launch.launch(context, self.plan(kernel, dims), dims, params)

        return launch
