"""The machine-code GPU launcher, with functions of this test in the driver's places."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from cutedsl.arch.cuda_launch_abi import LAUNCH_SYMBOL
from cutedsl.arch.host_abi import ENV_STREAM, RT, RT_BYTES, SMEM_REQUEST, KernelInfo, pack_images
from cutedsl.codegen.abi.cuda_launch import CUDA_LAUNCH_TEXT
from cutedsl.codegen.llvm.compile import host_machine, optimise
from cutedsl.execution import cuda_native
from cutedsl.execution.cpu_module import CpuModule
from cutedsl.execution.cuda_native import CheckedLaunch, LaunchTable

_HOST = "define i32 @host(ptr %slots, ptr %rt) {\n  ret i32 0\n}\n"
_I32, _U32, _I64, _PTR = ctypes.c_int32, ctypes.c_uint32, ctypes.c_int64, ctypes.c_void_p
_LAUNCH = ctypes.CFUNCTYPE(_I32, _PTR, _I32, _PTR, _I64, _PTR)
CONTEXT, FUNCTION = 0xC0, 0xF00


@dataclass
class Driver:
    """Records what the launcher does; `context`, `capturing`, `stream` and `status` are what it is told."""

    context: int = CONTEXT
    capturing: int = 0
    stream: int = 0x51
    status: int = 0
    launches: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    fallbacks: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    params: list[list[int]] = field(default_factory=list[list[int]])

    def __post_init__(self) -> None:
        def fallback(rt: int, kernel: int, dims: int, stream: int, params: int) -> int:
            self.fallbacks.append((kernel, stream))
            return 1

        def get_current(out: int) -> int:
            _I64.from_address(out).value = self.context
            return 0

        def is_capturing(stream: int, out: int) -> int:
            _I32.from_address(out).value = self.capturing
            return 0

        def launch(*words: int) -> int:
            self.launches.append(words[:9])
            pointers = (_I64 * 2).from_address(words[9])
            self.params.append([_I64.from_address(pointer).value for pointer in pointers])
            return self.status

        def current_stream(kind: int, device: int, out: int) -> int:
            _I64.from_address(out).value = self.stream + 0x100 * kind + device
            return 0

        self.fallback = _LAUNCH(fallback)
        self.calls = {
            "get_current": ctypes.CFUNCTYPE(_I32, _PTR)(get_current),
            "is_capturing": ctypes.CFUNCTYPE(_I32, _I64, _PTR)(is_capturing),
            "launch_kernel": ctypes.CFUNCTYPE(_I32, _I64, *[_U32] * 7, _I64, _PTR, _PTR)(launch),
        }
        self.current_stream = ctypes.CFUNCTYPE(_I32, _I32, _I32, _PTR)(current_stream)


def address_of(function: Any) -> int:
    return ctypes.cast(function, _PTR).value or 0


@dataclass
class Bench:
    """A call context with the launcher, and one way to launch."""

    driver: Driver
    table: LaunchTable
    rt: Any
    code: CpuModule

    def launch(self, dims: list[int], stream: int = 0x55, kernel: int = 0) -> None:
        packed, slots = (_I32 * 12)(*dims), (_I64 * 2)(11, 22)
        function = _LAUNCH(_I64.from_address(ctypes.addressof(self.rt) + RT["launch"].offset).value)
        worked = function(ctypes.addressof(self.rt), kernel, ctypes.addressof(packed), stream, ctypes.addressof(slots))
        assert worked == 1

    def remember(self, dims: list[int], kernel: int = 0, context: int = CONTEXT) -> None:
        self.table.remember(context, 0, CheckedLaunch(kernel, FUNCTION + kernel, dims, 64))


@pytest.fixture(scope="module", params=[0, 1])
def code(request: pytest.FixtureRequest) -> CpuModule:
    """The launcher at LLVM's code-generation levels 0 and 1: its text must not depend on one."""
    images = [
        optimise(text, host_machine(), opt_level=0, codegen_level=request.param).object_bytes()
        for text in (_HOST, CUDA_LAUNCH_TEXT)
    ]
    return CpuModule(pack_images(images), "host", symbols=(LAUNCH_SYMBOL,))


@pytest.fixture
def bench(code: CpuModule, monkeypatch: pytest.MonkeyPatch) -> Bench:
    driver = Driver()
    addresses = {name: address_of(function) for name, function in driver.calls.items()}
    monkeypatch.setattr(cuda_native, "driver_addresses", lambda: addresses)
    monkeypatch.setattr(cuda_native, "current_stream_function", lambda torch: address_of(driver.current_stream))
    monkeypatch.setitem(__import__("sys").modules, "torch", object())
    rt: Any = (_I64 * (RT_BYTES // 8))()
    _I64.from_address(ctypes.addressof(rt) + RT["launch"].offset).value = address_of(driver.fallback)
    table = LaunchTable((KernelInfo("a", 64, None, 2), KernelInfo("b", 64, None, 2)))
    table.attach(ctypes.addressof(rt), code.address(LAUNCH_SYMBOL))
    return Bench(driver, table, rt, code)


DIMS = [7, 2, 1, 128, 1, 1, 1, 1, 1, 0, 0, 0]


def with_dim(index: int, value: int) -> list[int]:
    return [*DIMS[:index], value, *DIMS[index + 1 :]]


def test_the_first_launch_goes_to_python_and_the_next_to_the_driver(bench: Bench) -> None:
    bench.launch(DIMS)
    assert (bench.driver.fallbacks, bench.driver.launches) == ([(0, 0x55)], [])
    bench.remember(DIMS)
    bench.launch(DIMS)
    assert bench.driver.launches == [(FUNCTION, 7, 2, 1, 128, 1, 1, 64, 0x55)]
    assert bench.driver.params == [[11, 22]]
    assert len(bench.driver.fallbacks) == 1


def test_another_grid_is_launched_at_once(bench: Bench) -> None:
    bench.remember(DIMS)
    bench.launch(with_dim(0, 2**31 - 1))
    bench.launch(with_dim(1, 65535))
    assert [launch[1:4] for launch in bench.driver.launches] == [(2**31 - 1, 2, 1), (7, 65535, 1)]


@pytest.mark.parametrize(
    "dims",
    [
        with_dim(0, 0),
        with_dim(0, -1),
        with_dim(1, 65536),
        with_dim(2, 0),
        with_dim(3, 64),
        with_dim(6, 2),
        with_dim(9, 8),
    ],
)
def test_what_python_has_not_checked_goes_to_python(bench: Bench, dims: list[int]) -> None:
    bench.remember(DIMS)
    bench.launch(dims)
    assert (len(bench.driver.fallbacks), bench.driver.launches) == (1, [])


@pytest.mark.parametrize("index", range(SMEM_REQUEST + 1, len(DIMS)))
def test_words_that_host_code_does_not_write_do_not_matter(bench: Bench, index: int) -> None:
    bench.remember(DIMS)
    bench.launch(with_dim(index, 12345))
    assert (bench.driver.fallbacks, len(bench.driver.launches)) == ([], 1)


def test_each_kernel_is_checked_for_itself(bench: Bench) -> None:
    bench.remember(DIMS, kernel=1)
    bench.launch(DIMS, kernel=0)
    bench.launch(DIMS, kernel=1)
    assert bench.driver.fallbacks == [(0, 0x55)]
    assert bench.driver.launches[0][0] == FUNCTION + 1


def change(name: str, value: int) -> Callable[[Bench], None]:
    return lambda bench: setattr(bench.driver, name, value)


@pytest.mark.parametrize("odd", [change("context", 0xC1), change("capturing", 1), change("status", 1)])
def test_another_context_a_capture_and_a_failure_go_to_python(bench: Bench, odd: Callable[[Bench], None]) -> None:
    bench.remember(DIMS)
    odd(bench)
    bench.launch(DIMS)
    assert len(bench.driver.fallbacks) == 1


def test_a_launch_without_a_stream_takes_the_environments(bench: Bench) -> None:
    bench.remember(DIMS)
    bench.launch(DIMS, stream=ENV_STREAM)
    assert bench.driver.launches[0][8] == 0x51 + 0x200


def test_a_second_device_starts_anew(bench: Bench) -> None:
    bench.remember(DIMS, kernel=0)
    bench.remember(DIMS, kernel=1, context=0xC2)
    bench.driver.context = 0xC2
    bench.launch(DIMS, kernel=0)
    bench.launch(DIMS, kernel=1)
    assert bench.driver.fallbacks == [(0, 0x55)]
    assert len(bench.driver.launches) == 1


def test_forgetting_sends_everything_to_python(bench: Bench) -> None:
    bench.remember(DIMS)
    bench.table.forget()
    bench.launch(DIMS)
    assert (len(bench.driver.fallbacks), bench.driver.launches) == (1, [])


def test_clusters_stay_with_python(bench: Bench) -> None:
    bench.remember(with_dim(6, 2))
    bench.launch(with_dim(6, 2))
    assert (len(bench.driver.fallbacks), bench.driver.launches) == (1, [])
