"""Loading and launching through driver functions that only record their calls: no GPU is needed."""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from cutedsl.arch.abi.host import KernelInfo, LaunchEvent
from cutedsl.arch.launch_limits import COOPERATIVE_LAUNCH_TOO_LARGE
from cutedsl.arch.targets import target
from cutedsl.errors import DSLCudaRuntimeError, DSLUserCodeError
from cutedsl.execution.cuda.driver import CudaDriver
from cutedsl.execution.cuda.library import CAPTURE_RELAXED, DEVICE_ATTRIBUTES, FUNCTION_ATTRIBUTES, CudaLibrary, Status
from cutedsl.execution.cuda.module import CudaModule
from cutedsl.execution.launch_attributes import Launch, launch_attributes

OK = Status(0)


@dataclass
class FakeApi:
    """Stands for `CudaLibrary`: calls are recorded and answered from `answers`, by default with success."""

    answers: dict[str, tuple[Any, ...]] = field(default_factory=dict[str, tuple[Any, ...]])
    calls: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    context: int = 0
    params: list[list[bytes]] = field(default_factory=list[list[bytes]])

    def __getattr__(self, name: str) -> Callable[..., tuple[Any, ...]]:
        def call(*args: Any) -> tuple[Any, ...]:
            self.calls.append((name, *args))
            return self.answers.get(name, (OK, 1))

        return call

    def cuCtxGetCurrent(self) -> tuple[Any, ...]:
        return OK, self.context

    def cuCtxSetCurrent(self, context: int) -> tuple[Any, ...]:
        self.context = 1000 + context
        return (OK,)

    def cuLaunchKernel(self, function: Any, *rest: Any) -> tuple[Any, ...]:
        pointers = (ctypes.c_uint64 * 2).from_address(rest[8])
        self.params.append([ctypes.string_at(pointer, 8) for pointer in pointers])
        self.calls.append(("cuLaunchKernel", function, *rest[:8]))
        return self.answers.get("cuLaunchKernel", (OK,))

    def named(self, name: str) -> list[tuple[Any, ...]]:
        return [call for call in self.calls if call[0] == name]


def module(api: FakeApi, smem_bytes: int = 0) -> CudaModule:
    kernels = (KernelInfo("k", smem_bytes, None, 2),)
    return CudaModule(b"// PTX", kernels, target("sm_90a"), CudaDriver(api))


def dims(smem_bytes: int = 0, block: tuple[int, int, int] = (128, 1, 1), grid: int = 4) -> list[int]:
    return [grid, 2, 1, *block, 1, 1, 1, smem_bytes, 0, 0]


def slots() -> Any:
    return (ctypes.c_uint64 * 2)(0x1122334455667788, 7)


def test_a_launch_passes_each_slots_address() -> None:
    api, values = FakeApi(), slots()
    module(api).launch(0, dims(), 0x55, ctypes.addressof(values))
    assert api.params == [[(0x1122334455667788).to_bytes(8, "little"), (7).to_bytes(8, "little")]]
    assert api.named("cuLaunchKernel") == [("cuLaunchKernel", 1, 4, 2, 1, 128, 1, 1, 0, 0x55)]


def test_loading_happens_once_a_context() -> None:
    api, values = FakeApi(), slots()
    one = module(api)
    for _ in range(3):
        one.launch(0, dims(), 0, ctypes.addressof(values))
    assert len(api.named("cuModuleLoadDataEx")) == 1
    assert api.named("cuModuleLoadDataEx")[0][1] == b"// PTX\0"
    api.context = 5  # another framework's context
    one.launch(0, dims(), 0, ctypes.addressof(values))
    assert len(api.named("cuModuleLoadDataEx")) == 2
    one.unload()
    assert len(api.named("cuModuleUnload")) == 2


def test_loading_and_unloading_do_not_spoil_a_graph_that_is_captured() -> None:
    api, values = FakeApi(answers={"cuThreadExchangeStreamCaptureMode": (OK, 7)}), slots()
    one = module(api)
    one.launch(0, dims(), 0, ctypes.addressof(values))
    one.unload()
    names = [call[0] for call in api.calls]
    for unsafe in ("cuModuleLoadDataEx", "cuModuleUnload"):
        at = names.index(unsafe)
        assert api.calls[at - 1] == ("cuThreadExchangeStreamCaptureMode", CAPTURE_RELAXED)
        assert api.calls[at + 1] == ("cuThreadExchangeStreamCaptureMode", 7)


class ThreadedApi(FakeApi):
    """Each thread has its own current context, as in the driver; modules are numbered by the context they went to."""

    def __init__(self) -> None:
        super().__init__()
        self.own = threading.local()

    def cuCtxGetCurrent(self) -> tuple[Any, ...]:
        return OK, vars(self.own).get("context", 0)

    def cuCtxSetCurrent(self, context: int) -> tuple[Any, ...]:
        self.own.context = context
        return (OK,)

    def cuModuleLoadDataEx(self, image: bytes, log: bytearray) -> tuple[Any, ...]:
        self.calls.append(("cuModuleLoadDataEx", self.own.context))
        return OK, 1


def test_another_thread_loads_into_the_context_of_this_one() -> None:
    api, values = ThreadedApi(), slots()
    one = module(api)
    api.cuCtxSetCurrent(77)
    thread = threading.Thread(target=one.load_into, args=one.here())
    thread.start()
    thread.join()
    assert api.named("cuModuleLoadDataEx") == [("cuModuleLoadDataEx", 77)]
    one.launch(0, dims(), 0, ctypes.addressof(values))
    assert len(api.named("cuModuleLoadDataEx")) == 1


def test_kernels_are_found_by_their_ptx_names() -> None:
    api, values = FakeApi(), slots()
    kernels = (KernelInfo("kernel_größe_0", 0, None, 2),)
    CudaModule(b"", kernels, target("sm_90a"), CudaDriver(api)).launch(0, dims(), 0, ctypes.addressof(values))
    assert api.named("cuModuleGetFunction")[0][2] == b"kernel_gr__e_0"


def test_a_context_that_is_current_is_kept() -> None:
    api, values = FakeApi(context=9), slots()
    module(api).launch(0, dims(), 0, ctypes.addressof(values))
    assert api.context == 9
    assert not api.named("cuDevicePrimaryCtxRetain")


@pytest.mark.parametrize(("own", "asked", "opted"), [(0, 1024, None), (60_000, 0, 60_000), (100, 100_000, 100_000)])
def test_more_shared_memory_than_48_kib_is_opted_in_once(own: int, asked: int, opted: int | None) -> None:
    api, values = FakeApi(), slots()
    one = module(api, smem_bytes=own)
    for _ in range(2):
        one.launch(0, dims(asked), 0, ctypes.addressof(values))
    expected = (
        []
        if opted is None
        else [("cuFuncSetAttribute", 1, FUNCTION_ATTRIBUTES["MAX_DYNAMIC_SHARED_SIZE_BYTES"], opted)]
    )
    assert api.named("cuFuncSetAttribute") == expected
    assert api.named("cuLaunchKernel")[0][8] == max(own, asked)


@pytest.mark.parametrize(
    ("launch", "name"),
    [
        (dims(grid=0), "launch-invalid-grid"),
        (dims(block=(128, 1, 65)), "launch-invalid-block"),
        (dims(block=(64, 32, 1)), "too-many-threads"),
        (dims(smem_bytes=300_000), "too-much-shared-memory"),
        ([4, 2, 1, 32, 1, 1, 32, 1, 1, 0, 0, 0], "launch-invalid-cluster"),
        ([4, 2, 1, 32, 1, 1, 3, 1, 1, 0, 0, 0], "launch-invalid-cluster"),
    ],
)
def test_impossible_launches_are_refused_before_the_driver(launch: list[int], name: str) -> None:
    api, values = FakeApi(), slots()
    with pytest.raises(DSLUserCodeError) as caught:
        module(api).launch(0, launch, 0, ctypes.addressof(values))
    assert caught.value.name == name
    assert not api.calls


class _Status(int):
    """A status as cuda-bindings has them: a number with a name."""

    name: str

    def __new__(cls, number: int, name: str) -> _Status:
        made = super().__new__(cls, number)
        made.name = name
        return made


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("CUDA_ERROR_ILLEGAL_ADDRESS", "driver-error"),
        ("CUDA_ERROR_NO_DEVICE", "missing-gpu"),
        ("CUDA_ERROR_ASSERT", "kernel-trap"),
        ("CUDA_ERROR_INVALID_VALUE", "driver-error"),
    ],
)
def test_driver_failures_have_names(code: str, name: str) -> None:
    api, values = FakeApi(), slots()
    api.answers["cuLaunchKernel"] = (_Status(7, code),)
    api.answers["cuGetErrorString"] = (OK, b"what the driver says")
    with pytest.raises(DSLUserCodeError, match=code) as caught:
        module(api).launch(0, dims(), 0, ctypes.addressof(values))
    assert caught.value.name == name


def test_ptx_that_the_driver_does_not_know_names_both_versions() -> None:
    api, values = FakeApi(), slots()
    api.answers["cuModuleLoadDataEx"] = (SimpleNamespace(name="CUDA_ERROR_UNSUPPORTED_PTX_VERSION"), 0)
    api.answers["cuDriverGetVersion"] = (OK, 11040)
    with pytest.raises(DSLUserCodeError, match=r"CUDA 11\.4") as caught:
        module(api).launch(0, dims(), 0, ctypes.addressof(values))
    assert caught.value.name == "driver-too-old"


def test_dims_come_from_memory_as_the_host_code_writes_them() -> None:
    api, values = FakeApi(), slots()
    twelve = (ctypes.c_int32 * 12)(*dims(2048))
    module(api).launch_at(0, ctypes.addressof(twelve), 3, ctypes.addressof(values))
    assert api.named("cuLaunchKernel") == [("cuLaunchKernel", 1, 4, 2, 1, 128, 1, 1, 2048, 3)]


class AttributesApi(FakeApi):
    """Two blocks of a kernel at a time on each of four multiprocessors; launches with attributes are taken apart."""

    def cuOccupancyMaxActiveBlocksPerMultiprocessor(self, function: Any, threads: int, smem_bytes: int) -> Any:
        return OK, 2

    def cuDeviceGetAttribute(self, key: int, device: Any) -> Any:
        return OK, {DEVICE_ATTRIBUTES["MULTIPROCESSOR_COUNT"]: 4}[key]

    def cuLaunchKernelEx(self, config: int, function: Any, params: int, extra: int) -> Any:
        sizes = (ctypes.c_uint32 * 7).from_address(config)[:]
        stream, attributes = (ctypes.c_uint64 * 2).from_address(config + 32)
        count = ctypes.c_uint32.from_address(config + 48).value
        asked = [tuple((ctypes.c_uint32 * 5).from_address(attributes + 72 * k)) for k in range(count)]
        self.calls.append(("cuLaunchKernelEx", function, *sizes, stream, asked))
        return (OK,)


def asking(api: FakeApi, use_pdl: bool, cooperative: bool) -> CudaModule:
    kernel = KernelInfo("k", 0, None, 2, use_pdl=use_pdl, cooperative=cooperative)
    return CudaModule(b"// PTX", (kernel,), target("sm_90a"), CudaDriver(api))


def test_a_launch_asks_for_what_its_kernel_does() -> None:
    api, values = AttributesApi(), slots()
    asking(api, use_pdl=True, cooperative=True).launch(0, dims(100, grid=4), 0x55, ctypes.addressof(values))
    asked = [(6, 0, 1, 0, 0), (2, 0, 1, 0, 0)]
    assert api.named("cuLaunchKernelEx") == [("cuLaunchKernelEx", 1, 4, 2, 1, 128, 1, 1, 100, 0x55, asked)]


def test_a_cluster_is_asked_for() -> None:
    api, values = AttributesApi(), slots()
    module(api).launch(0, [4, 2, 1, 32, 1, 1, 2, 1, 1, 0, 0, 0], 0, ctypes.addressof(values))
    assert api.named("cuLaunchKernelEx")[0][-1] == [(4, 0, 2, 1, 1)]


def test_a_cooperative_launch_of_too_many_blocks_is_refused() -> None:
    api, values = AttributesApi(), slots()
    with pytest.raises(DSLUserCodeError, match="a cooperative launch of 10 blocks; 8 of 128 threads fit") as caught:
        asking(api, use_pdl=False, cooperative=True).launch(0, dims(grid=5), 0, ctypes.addressof(values))
    assert caught.value.name == "cooperative-launch-too-large"
    assert isinstance(caught.value, DSLCudaRuntimeError)
    assert caught.value.error_code == COOPERATIVE_LAUNCH_TOO_LARGE
    assert not api.named("cuLaunchKernelEx")


def test_the_events_of_a_launch_are_those_of_its_call() -> None:
    api, handles = AttributesApi(), (ctypes.c_uint64 * 3)(0xAAAA, 0x1_0000_0005, 0x77)
    events = LaunchEvent("launch_completion_event", 1, 0), LaunchEvent("programmatic_event", 0, 1)
    kernel = KernelInfo("k", 0, None, 3, events=events)
    one = CudaModule(b"// PTX", (kernel,), target("sm_90a"), CudaDriver(api))
    one.launch(0, dims(), 0, ctypes.addressof(handles))
    handles[1] = 0x99
    one.launch(0, dims(), 0, ctypes.addressof(handles))
    asked = [call[-1] for call in api.named("cuLaunchKernelEx")]
    assert [[(words[0], words[2:]) for words in one] for one in asked] == [
        [(12, (5, 1, 1)), (7, (0x77, 0, 0))],
        [(12, (0x99, 0, 1)), (7, (0x77, 0, 0))],
    ]
    assert bytes(launch_attributes(Launch((1, 1, 1), (1, 1, 1), events=((events[1], 5),))))[8:24] == struct.pack(
        "<QII", 5, 0, 1
    )


class Loaded:
    """A library of two functions: the device count, written first; whether a stream records, written last."""

    def __init__(self) -> None:
        place = ctypes.POINTER(ctypes.c_int32)

        @ctypes.CFUNCTYPE(ctypes.c_int32, place)
        def count(out: Any) -> int:
            out[0] = 3
            return 0

        @ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, place)
        def capturing(stream: int, out: Any) -> int:
            out[0] = stream + 1
            return 700

        self._functions: dict[str, Any] = {"cuDeviceGetCount": count, "cuStreamIsCapturing": capturing}

    def __getitem__(self, symbol: str) -> Any:
        if symbol not in self._functions:
            raise AttributeError(symbol)
        return self._functions[symbol]


def test_the_library_gives_status_and_results() -> None:
    api: Any = CudaLibrary(Loaded())
    assert api.cuDeviceGetCount() == (0, 3)
    assert api.cuStreamIsCapturing(8) == (700, 9)
    assert isinstance(api.cuStreamIsCapturing(8)[0], Status)


def test_a_function_that_an_old_driver_lacks_is_named() -> None:
    api: Any = CudaLibrary(Loaded())
    with pytest.raises(DSLUserCodeError, match="has no `cuLaunchKernelEx`") as caught:
        api.cuLaunchKernelEx(0, 0, 0, 0)
    assert caught.value.name == "driver-too-old"
