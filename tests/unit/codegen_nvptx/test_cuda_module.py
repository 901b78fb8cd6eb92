"""Loading and launching through a driver binding that only records its calls: no GPU is needed."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from cutedsl.arch.host_abi import KernelInfo
from cutedsl.arch.targets import target
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.cuda_driver import CudaDriver
from cutedsl.execution.cuda_module import CudaModule

OK = SimpleNamespace(name="CUDA_SUCCESS")
NAMES = SimpleNamespace(CUDA_SUCCESS=OK)


class _Echo:
    def __getattr__(self, name: str) -> str:
        return name


@dataclass
class FakeApi:
    """Stands for `cuda.bindings.driver`: calls are recorded and answered from `answers`, by default with success."""

    answers: dict[str, tuple[Any, ...]] = field(default_factory=dict[str, tuple[Any, ...]])
    calls: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    context: int = 0
    params: list[list[bytes]] = field(default_factory=list[list[bytes]])
    CUresult: ClassVar[Any] = NAMES
    CUfunction_attribute: ClassVar[Any] = _Echo()
    CUdevice_attribute: ClassVar[Any] = _Echo()
    CUjit_option: ClassVar[Any] = SimpleNamespace(CU_JIT_ERROR_LOG_BUFFER=1, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES=2)

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
        [] if opted is None else [("cuFuncSetAttribute", 1, "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES", opted)]
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
    api.answers["cuLaunchKernel"] = (SimpleNamespace(name=code),)
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


class _Record:
    """A structure of the binding: attributes appear when they are read or set."""

    def __getattr__(self, name: str) -> Any:
        made = _Record()
        setattr(self, name, made)
        return made


class AttributesApi(FakeApi):
    """The structures of launches with attributes."""

    CUlaunchConfig = CUlaunchAttribute = _Record
    CUlaunchAttributeID: ClassVar[Any] = _Echo()
    resident: int = 2

    def cuOccupancyMaxActiveBlocksPerMultiprocessor(self, function: Any, threads: int, smem_bytes: int) -> Any:
        return OK, self.resident

    def cuDeviceGetAttribute(self, key: str, device: Any) -> Any:
        return OK, 4  # multiprocessors


def asking(api: FakeApi, use_pdl: bool, cooperative: bool) -> CudaModule:
    kernel = KernelInfo("k", 0, None, 2, use_pdl=use_pdl, cooperative=cooperative)
    return CudaModule(b"// PTX", (kernel,), target("sm_90a"), CudaDriver(api))


def test_a_launch_asks_for_what_its_kernel_does() -> None:
    api, values = AttributesApi(), slots()
    asking(api, use_pdl=True, cooperative=True).launch(0, dims(grid=4), 0, ctypes.addressof(values))
    ((_, config, *_),) = api.named("cuLaunchKernelEx")
    early, together = config.attrs
    assert config.numAttrs == 2
    assert early.id == "CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION"
    assert early.value.programmaticStreamSerializationAllowed == 1
    assert (together.id, together.value.cooperative) == ("CU_LAUNCH_ATTRIBUTE_COOPERATIVE", 1)


def test_a_cooperative_launch_of_too_many_blocks_is_refused() -> None:
    api, values = AttributesApi(), slots()
    with pytest.raises(DSLUserCodeError, match="a cooperative launch of 10 blocks; 8 of 128 threads fit") as caught:
        asking(api, use_pdl=False, cooperative=True).launch(0, dims(grid=5), 0, ctypes.addressof(values))
    assert caught.value.name == "launch-invalid-grid"
    assert not api.named("cuLaunchKernelEx")
