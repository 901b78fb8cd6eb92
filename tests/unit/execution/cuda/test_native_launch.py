"""The machine-code GPU launcher, with functions of this test in the driver's places."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from cutedsl.arch.abi.cuda_launch import ADDRESSED_PARAMS, LAUNCH_SYMBOLS
from cutedsl.arch.abi.host import ENV_STREAM, RT, RT_BYTES, SMEM_REQUEST, KernelInfo, pack_images
from cutedsl.arch.tensor_map import DESCRIPTOR_BYTES, REQUEST
from cutedsl.codegen.llvm.compile import host_machine, optimise
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.execution.cuda import native as cuda_native
from cutedsl.execution.cuda.module import launch_of_dims
from cutedsl.execution.cuda.native import CheckedLaunch, LaunchTable
from cutedsl.native import built_text

_HOST = "define i32 @host(ptr %slots, ptr %rt) {\n  ret i32 0\n}\n"
_I32, _U32, _I64, _PTR = ctypes.c_int32, ctypes.c_uint32, ctypes.c_int64, ctypes.c_void_p
_LAUNCH = ctypes.CFUNCTYPE(_I32, _PTR, _I32, _PTR, _I64, _PTR)
_MAP = ctypes.CFUNCTYPE(_I32, _PTR, _PTR, _PTR, _I32)
CONTEXT, FUNCTION = 0xC0, 0xF00
ANOTHER, ON_GPU_1 = 0xC1, 0xD1
GPUS = {CONTEXT: 0, ANOTHER: 0, ON_GPU_1: 1}
"""The GPU of each context."""


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
    attributes: list[list[tuple[int, ...]]] = field(default_factory=list[list[tuple[int, ...]]])
    maps: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    map_fallbacks: int = 0
    entered: list[int] = field(default_factory=list[int])
    within: list[int] = field(default_factory=list[int])

    def __post_init__(self) -> None:
        def fallback(rt: int, kernel: int, dims: int, stream: int, params: int) -> int:
            self.fallbacks.append((kernel, stream))
            return 1

        def get_current(out: int) -> int:
            _I64.from_address(out).value = self.context
            return 0

        def get_device(out: int) -> int:
            _I32.from_address(out).value = GPUS.get(self.context, 0)
            return 0 if self.context in GPUS else 201

        def push(context: int) -> int:
            self.entered.append(self.context)
            self.context = context
            return 0

        def pop(out: int) -> int:
            _I64.from_address(out).value = self.context
            self.context = self.entered.pop()
            return 0

        def is_capturing(stream: int, out: int) -> int:
            _I32.from_address(out).value = self.capturing
            return 0

        def launch(*words: int) -> int:
            self.launches.append(words[:9])
            self.within.append(self.context)
            pointers = (_I64 * 2).from_address(words[9])
            self.params.append([_I64.from_address(pointer).value for pointer in pointers])
            return self.status

        def launch_with(config: int, function: int, pointers: int, extra: int | None) -> int:
            sizes = (_U32 * 7).from_address(config)[:]
            stream, attributes = (_I64 * 2).from_address(config + 32)
            count = _U32.from_address(config + 48).value
            self.attributes.append([tuple((_U32 * 18).from_address(attributes + 72 * k)[0:5]) for k in range(count)])
            return launch(function, *sizes, stream, pointers, 0)

        def encode(place: int, element: int, rank: int, address: int, *words: int) -> int:
            dims, strides, box, steps = words[:4]
            lists = ((_I64, dims), (_I64, strides), (_I32, box), (_I32, steps))
            read = [tuple((kind * 5).from_address(where)[:rank]) for kind, where in lists]
            self.maps.append((element, rank, address, *read, *words[4:]))
            _I64.from_address(place).value = 0xD5
            return self.status

        def make_map(rt: int, request: int, place: int, for_gpu: int) -> int:
            self.map_fallbacks += 1
            return 1

        def current_stream(kind: int, device: int, out: int) -> int:
            _I64.from_address(out).value = self.stream + 0x100 * kind + device
            return 0

        self.fallback, self.map_fallback = _LAUNCH(fallback), _MAP(make_map)
        self.calls = {
            "get_current": ctypes.CFUNCTYPE(_I32, _PTR)(get_current),
            "get_device": ctypes.CFUNCTYPE(_I32, _PTR)(get_device),
            "push_current": ctypes.CFUNCTYPE(_I32, _I64)(push),
            "pop_current": ctypes.CFUNCTYPE(_I32, _PTR)(pop),
            "is_capturing": ctypes.CFUNCTYPE(_I32, _I64, _PTR)(is_capturing),
            "launch_kernel": ctypes.CFUNCTYPE(_I32, _I64, *[_U32] * 7, _I64, _PTR, _PTR)(launch),
            "launch_with": ctypes.CFUNCTYPE(_I32, _PTR, _I64, _PTR, _PTR)(launch_with),
            "encode_map": ctypes.CFUNCTYPE(_I32, _PTR, _U32, _U32, _PTR, *[_PTR] * 4, *[_U32] * 4)(encode),
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

    def launch(self, dims: list[int], stream: int = 0x55, kernel: int = 0, second: int = 22) -> None:
        packed, slots = (_I32 * 12)(*dims), (_I64 * 2)(11, second)
        function = _LAUNCH(_I64.from_address(ctypes.addressof(self.rt) + RT["launch"].offset).value)
        worked = function(ctypes.addressof(self.rt), kernel, ctypes.addressof(packed), stream, ctypes.addressof(slots))
        assert worked == 1

    def tensor_map(self, request: bytes) -> int:
        """Has the map of a request made; the first word of the descriptor."""
        given, made = ctypes.create_string_buffer(request, DESCRIPTOR_BYTES), (_I64 * 16)()
        function = _MAP(_I64.from_address(ctypes.addressof(self.rt) + RT["tensor_map"].offset).value)
        assert function(ctypes.addressof(self.rt), ctypes.addressof(given), ctypes.addressof(made), 1) == 1
        return made[0]

    def remember(self, dims: list[int], kernel: int = 0, context: int = CONTEXT) -> None:
        function = FUNCTION + kernel + 16 * GPUS[context]
        launch = CheckedLaunch(kernel, function, dims, launch_of_dims(dims, KERNELS[kernel], 0))
        self.table.remember(context, GPUS[context], launch)

    def called_on(self, gpu: int) -> None:
        self.rt[RT["gpu"].offset // 8] = gpu


@pytest.fixture(scope="module", params=[0, 1])
def code(request: pytest.FixtureRequest) -> CpuModule:
    """The launcher at LLVM's code-generation levels 0 and 1: its text must not depend on one."""
    images = [
        optimise(text, host_machine(), opt_level=0, codegen_level=request.param).object_bytes()
        for text in (_HOST, built_text("cuda"))
    ]
    return CpuModule(pack_images(images), "host", symbols=LAUNCH_SYMBOLS)


@pytest.fixture
def bench(code: CpuModule, monkeypatch: pytest.MonkeyPatch) -> Bench:
    driver = Driver()
    addresses = {name: address_of(function) for name, function in driver.calls.items()}
    monkeypatch.setattr(cuda_native, "driver_addresses", lambda: addresses)
    monkeypatch.setattr(cuda_native, "current_stream_function", lambda torch: address_of(driver.current_stream))
    monkeypatch.setitem(__import__("sys").modules, "torch", object())
    rt: Any = (_I64 * (RT_BYTES // 8))()
    rt[RT["gpu"].offset // 8] = -1
    _I64.from_address(ctypes.addressof(rt) + RT["launch"].offset).value = address_of(driver.fallback)
    _I64.from_address(ctypes.addressof(rt) + RT["tensor_map"].offset).value = address_of(driver.map_fallback)
    table = LaunchTable(KERNELS, devices=2)
    table.attach(ctypes.addressof(rt), *map(code.address, LAUNCH_SYMBOLS))
    return Bench(driver, table, rt, code)


KERNELS = (
    KernelInfo("a", 64, None, 2),
    KernelInfo("b", 64, None, 2),
    KernelInfo("maps", 64, None, 2, by_address=(1,)),
    KernelInfo("asks", 64, None, 2, (2, 1, 1), use_pdl=True, cooperative=True),
    KernelInfo("far", 64, None, ADDRESSED_PARAMS + 1, by_address=(ADDRESSED_PARAMS,)),
)
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
def test_launches_that_python_has_not_checked_go_to_python(bench: Bench, dims: list[int]) -> None:
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


@pytest.mark.parametrize(
    "odd", [change("context", ANOTHER), change("context", 0), change("capturing", 1), change("status", 1)]
)
def test_another_context_a_capture_and_a_failure_go_to_python(bench: Bench, odd: Callable[[Bench], None]) -> None:
    bench.remember(DIMS)
    odd(bench)
    bench.launch(DIMS)
    assert len(bench.driver.fallbacks) == 1


def test_a_launch_without_a_stream_takes_the_environments(bench: Bench) -> None:
    bench.remember(DIMS)
    bench.launch(DIMS, stream=ENV_STREAM)
    assert bench.driver.launches[0][8] == 0x51 + 0x200


def test_another_context_of_a_gpu_starts_anew(bench: Bench) -> None:
    bench.remember(DIMS, kernel=0)
    bench.remember(DIMS, kernel=1, context=ANOTHER)
    bench.driver.context = ANOTHER
    bench.launch(DIMS, kernel=0)
    bench.launch(DIMS, kernel=1)
    assert bench.driver.fallbacks == [(0, 0x55)]
    assert len(bench.driver.launches) == 1


def test_a_call_with_tensors_on_another_gpu_goes_to_python_once(bench: Bench) -> None:
    bench.remember(DIMS)
    for gpu in (0, 1, 2):
        bench.called_on(gpu)
        bench.launch(DIMS)
    assert (len(bench.driver.launches), len(bench.driver.fallbacks)) == (1, 2)
    bench.remember(DIMS, context=ON_GPU_1)
    for gpu in (0, 1, 0, 1):
        bench.called_on(gpu)
        bench.launch(DIMS, stream=ENV_STREAM)
    assert len(bench.driver.fallbacks) == 2
    assert [(launch[0], launch[8]) for launch in bench.driver.launches[1:]] == 2 * [
        (FUNCTION, 0x251),
        (FUNCTION + 16, 0x252),
    ]
    assert bench.driver.within[1:] == 2 * [CONTEXT, ON_GPU_1]
    assert (bench.driver.context, bench.driver.entered) == (CONTEXT, [])


def test_a_call_without_tensors_runs_where_the_current_context_is(bench: Bench) -> None:
    bench.remember(DIMS)
    bench.remember(DIMS, context=ON_GPU_1)
    for context in (ON_GPU_1, CONTEXT):
        bench.driver.context = context
        bench.launch(DIMS)
    assert (bench.driver.within, bench.driver.fallbacks) == ([ON_GPU_1, CONTEXT], [])


@pytest.mark.parametrize("odd", [change("capturing", 1), change("status", 1)])
def test_a_failure_on_another_gpu_leaves_its_context(bench: Bench, odd: Callable[[Bench], None]) -> None:
    bench.remember(DIMS, context=ON_GPU_1)
    bench.remember(with_dim(6, 2), kernel=1, context=ON_GPU_1)
    bench.called_on(1)
    odd(bench)
    bench.launch(DIMS)
    bench.launch(with_dim(6, 2), kernel=1)
    assert (bench.driver.context, bench.driver.entered, len(bench.driver.fallbacks)) == (CONTEXT, [], 2)


def test_forgetting_sends_everything_to_python(bench: Bench) -> None:
    bench.remember(DIMS)
    bench.table.forget()
    bench.launch(DIMS)
    assert (len(bench.driver.fallbacks), bench.driver.launches) == (1, [])


def test_a_cluster_is_an_attribute_of_the_launch(bench: Bench) -> None:
    bench.remember(with_dim(6, 2))
    bench.launch(with_dim(6, 2))
    bench.launch(DIMS)
    assert bench.driver.launches == [(FUNCTION, 7, 2, 1, 128, 1, 1, 64, 0x55)]
    assert bench.driver.attributes == [[(4, 0, 2, 1, 1)]]
    assert bench.driver.params == [[11, 22]]
    assert bench.driver.fallbacks == [(0, 0x55)], "another cluster was not checked"


def test_every_attribute_that_a_kernel_asks_for(bench: Bench) -> None:
    bench.remember(with_dim(6, 2), kernel=3)
    bench.launch(with_dim(6, 2), kernel=3)
    assert [[(one[0], one[2]) for one in launch] for launch in bench.driver.attributes] == [[(4, 2), (6, 1), (2, 1)]]


def test_a_refused_launch_with_attributes_goes_to_python(bench: Bench) -> None:
    bench.remember(with_dim(6, 2))
    bench.driver.status = 1
    bench.launch(with_dim(6, 2))
    assert bench.driver.fallbacks == [(0, 0x55)]


def test_a_parameter_by_address_is_passed_as_its_slot_says(bench: Bench) -> None:
    value = (_I64 * 1)(77)
    bench.remember(DIMS, kernel=2)
    bench.launch(DIMS, kernel=2, second=ctypes.addressof(value))
    assert bench.driver.params == [[11, 77]]


def test_a_kernel_with_a_tensor_map_far_behind_stays_with_python(bench: Bench) -> None:
    bench.remember(DIMS, kernel=4)
    bench.launch(DIMS, kernel=4)
    assert (len(bench.driver.fallbacks), bench.driver.launches) == (1, [])


def request(**fields: int | tuple[int, ...]) -> bytes:
    packed = bytearray(DESCRIPTOR_BYTES)
    for name, value in fields.items():
        numbers = value if isinstance(value, tuple) else (value,)
        size = 8 if name in ("address", "dims", "strides") else 4
        for k, number in enumerate(numbers):
            at = REQUEST[name] + size * k
            packed[at : at + size] = number.to_bytes(size, "little")
    return bytes(packed)


REQUEST_OF_A_MATRIX = request(
    address=0x7000, dims=(64, 2**32), strides=(128,), box=(64, 8), element=6, rank=2, swizzle=3, elem_bytes=2
)


def test_a_tensor_map_is_made_by_the_driver_before_any_launch(bench: Bench) -> None:
    assert bench.tensor_map(REQUEST_OF_A_MATRIX) == 0xD5
    (made,) = bench.driver.maps
    strides = made[4][:1]
    assert (made[:4], strides, made[5:]) == ((6, 2, 0x7000, (64, 2**32)), (128,), ((64, 8), (1, 1), 0, 3, 2, 0))
    assert bench.driver.map_fallbacks == 0


def test_a_tensor_map_that_the_driver_refuses_goes_to_python(bench: Bench) -> None:
    bench.driver.status = 1
    bench.tensor_map(REQUEST_OF_A_MATRIX)
    assert bench.driver.map_fallbacks == 1


def test_attaching_again_keeps_the_fallbacks(bench: Bench) -> None:
    bench.table.attach(ctypes.addressof(bench.rt), *map(bench.code.address, LAUNCH_SYMBOLS))
    bench.driver.status = 1
    bench.tensor_map(REQUEST_OF_A_MATRIX)
    bench.launch(DIMS)
    assert (bench.driver.map_fallbacks, len(bench.driver.fallbacks)) == (1, 1)
