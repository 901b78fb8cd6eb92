"""The run-time context of one call of compiled host code, and the callbacks that generated code makes.

Signals: Ctrl-C reaches the main thread only when it runs Python. While it is inside compiled code a monitor thread sets
the tick of its poll word every 50 ms; the next loop back edge calls `check`, where Python runs its signal handlers.
`check` is the `send` of a generator suspended inside a `try`, because a handler runs before the first line of a
function, outside any `try` of its body.

Source: ours.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from cutedsl.arch.abi.host import RT, RT_BYTES, ErrorCode
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu import faults as cpu_faults
from cutedsl.execution.native_calls.function_address import address_of
from cutedsl.native.constants import MAX_BLOCK_WARPS
from cutedsl.native.structures import structure

_STUCK_BLOCK: Final = structure("StuckBlock")

Launcher = Callable[[int, int, int, int], None]
"""(kernel index, address of the dims, stream, address of the parameter slots); raises what the author should see."""

_LAUNCH: Final = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p
)
_WRITE: Final = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
_TENSOR_MAP: Final = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32)
_CHECK: Final = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)

_live: Final[dict[int, CallContext]] = {}


@frozen
class StuckBlock:
    """A block that waits after a deadlock: the site of each warp (-1: it has ended), how many others are `alike`."""

    index: tuple[int, int, int]
    alike: int
    sites: tuple[int, ...]


class CallContext:
    """One `rt`: its memory, the exception that ended the call, and how to stop it. Reused from call to call."""

    def __init__(self) -> None:
        self._memory = (ctypes.c_int64 * (RT_BYTES // 8))()
        self.address = ctypes.addressof(self._memory)
        self._memory[RT["gpu"].offset // 8] = -1
        block = RT["block"]
        (ctypes.c_int32 * block.count).from_address(self.address + block.offset)[:] = [1] * block.count
        self.exception: BaseException | None = None
        self.launcher: Launcher | None = None
        self.deadline: float | None = None
        self.limit_s = 0.0
        self.timed_out = False
        self.threads = 1
        checker = _checker(self)
        next(checker)
        self._check: Any = _CHECK(checker.send)
        self._caller_stop = self._int32("caller_poll")
        self._worker_stop = self._int32("worker_poll")
        self._code = self._int32("error_code")
        self._user = ctypes.c_int64.from_address(self.address + RT["user"].offset)
        ctypes.c_void_p.from_address(self.address + RT["faults"].offset).value = cpu_faults.table()
        callbacks = (("launch", _launch), ("write", _write), ("check", self._check), ("tensor_map", _tensor_map))
        for name, function in callbacks:
            self.set_callback(name, address_of(function))

    def _int32(self, name: str) -> ctypes.c_int32:
        return ctypes.c_int32.from_address(self.address + RT[name].offset)

    def callback(self, name: str) -> int:
        """The address of what generated code calls by this name."""
        return ctypes.c_int64.from_address(self.address + RT[name].offset).value

    def set_callback(self, name: str, address: int) -> None:
        """From now on generated code calls the function at an address."""
        ctypes.c_int64.from_address(self.address + RT[name].offset).value = address

    def begin(self, launcher: Launcher, threads: int, timeout_s: float | None) -> None:
        """Makes the context ready for a call."""
        self.exception = None
        self.launcher = launcher
        self.threads = threads
        self.timed_out = False
        self.limit(timeout_s)
        self._memory[0] = self._memory[1] = 0
        self._code.value = 0
        _live[self.address] = self

    def limit(self, timeout_s: float | None) -> None:
        """From now on the call may take so long."""
        self.limit_s = timeout_s or 0.0
        self.deadline = None if timeout_s is None else time.monotonic() + timeout_s

    def end(self) -> None:
        """The call is over: nothing of it is kept alive."""
        self.launcher = None
        _live.pop(self.address, None)

    @property
    def failed(self) -> bool:
        """Whether a worker recorded an error."""
        return self._code.value != 0

    @property
    def error_code(self) -> int:
        """Why a worker ended the call; 0 where none did."""
        return self._code.value

    @property
    def user(self) -> int:
        """An address for whoever launches the kernels."""
        return self._user.value

    @user.setter
    def user(self, address: int) -> None:
        self._user.value = address

    def resume(self) -> None:
        """Forgets an error, so that a worker can go on with the blocks that are left."""
        self._memory[0] = self._memory[1] = 0
        self._code.value = 0

    @contextmanager
    def with_shared_memory(self, fill: int) -> Iterator[None]:
        """Until the end shared memory is full of a byte when a block begins, and nothing is printed."""
        place = ctypes.c_int64.from_address(self.address + RT["smem_fill"].offset)
        place.value = fill
        self.set_callback("write", address_of(_silent))
        try:
            yield
        finally:
            place.value = 0
            self.set_callback("write", address_of(_write))

    @contextmanager
    def in_order(self, clusters: Sequence[int] | None, first: int = 0) -> Iterator[None]:
        """Until the end a launch that runs its clusters one by one takes them in this order; None: in their own.

        The order may begin with the `first` cluster to be taken: a launch whose counter begins there takes no other.
        """
        place = ctypes.c_int64.from_address(self.address + RT["order"].offset)
        numbers = None if clusters is None else (ctypes.c_int64 * len(clusters))(*clusters)
        place.value = 0 if numbers is None else ctypes.addressof(numbers) - first * ctypes.sizeof(ctypes.c_int64)
        try:
            yield
        finally:
            place.value = 0

    def stop(self) -> None:
        """Asks every thread of the call to end at its next back edge."""
        if self._code.value == 0:
            self._int32("error_site").value = -1  # until a thread says where it was
            self._code.value = int(ErrorCode.STOPPED)
        self._caller_stop.value = 1
        self._worker_stop.value = 1

    def tick(self) -> None:
        """Asks the calling thread to run Python's signal handlers at its next back edge."""
        tick_at(self.address)

    def field(self, name: str) -> tuple[int, ...]:
        """The values of a field of `rt`."""
        place = RT[name]
        kind = ctypes.c_int32 if place.size_bytes == 4 else ctypes.c_int64
        return tuple((kind * place.count).from_address(self.address + place.offset))

    def blocked_sites(self) -> tuple[int, ...]:
        """The site where each warp waits after a deadlock, -1 for a warp that has ended."""
        (count,) = self.field("blocked_count")
        return self.field("blocked_sites")[: min(count, MAX_BLOCK_WARPS)]

    def stuck_blocks(self) -> tuple[list[StuckBlock], int]:
        """Blocks that wait after a deadlock, the first of those that differ, and how many more differ from them."""
        (count,), (more,), words = self.field("stuck_count"), self.field("stuck_more"), self.field("stuck")
        size = _STUCK_BLOCK.size_bytes // 4
        rows = [words[start : start + size] for start in range(0, size * count, size)]
        return [StuckBlock((x, y, z), alike, tuple(sites)) for x, y, z, alike, *sites in rows], more


def tick_at(rt: int) -> None:
    """`CallContext.tick` of the context at an address."""
    ctypes.c_int32.from_address(rt + RT["caller_poll"].offset + 4).value = 1


def _checker(context: CallContext) -> Generator[int, int, None]:
    goes_on = 1
    while True:
        try:
            while True:
                yield goes_on
                goes_on = 1
        except GeneratorExit:
            raise
        except BaseException as error:
            context.exception = error
            goes_on = 0


@_LAUNCH
def _launch(rt: int, kernel: int, dims: int, stream: int, params: int | None) -> int:
    context = _live[rt]
    try:
        assert context.launcher is not None
        context.launcher(kernel, dims, stream, params or 0)
    except BaseException as error:
        context.exception = error
        return 0
    return int(not context.failed)


@_WRITE
def _write(rt: int, text: int, length: int) -> int:
    try:
        sys.stdout.write(ctypes.string_at(text, length).decode("utf-8", "replace"))
    except BaseException as error:
        _live[rt].exception = error
        return 0
    return 1


@_WRITE
def _silent(_rt: int, _text: int, _length: int) -> int:
    return 1


@_TENSOR_MAP
def _tensor_map(rt: int, request: int, descriptor: int, for_gpu: int) -> int:
    try:
        from cutedsl.arch.tensor_map import DESCRIPTOR_BYTES
        from cutedsl.execution.cuda.tensor_map import encoded  # for programs that make tensor maps

        made = encoded(ctypes.string_at(request, DESCRIPTOR_BYTES), bool(for_gpu))
        ctypes.memmove(descriptor, made, DESCRIPTOR_BYTES)
    except BaseException as error:
        _live[rt].exception = error
        return 0
    return 1


_free: Final[list[CallContext]] = []


def acquire() -> CallContext:
    """A context that no other call uses."""
    try:
        return _free.pop()
    except IndexError:
        return CallContext()


def release(context: CallContext) -> None:
    """Releases a context."""
    context.end()
    _free.append(context)


def is_main_thread() -> bool:
    """Whether this thread is the one that Python's signal handlers run in."""
    return threading.current_thread() is threading.main_thread()
