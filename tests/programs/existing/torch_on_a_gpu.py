"""What programs ask of torch for a GPU: operators, streams, events, graphs, properties, `torch.compile`."""

from __future__ import annotations

import ctypes

import cuda.bindings.driver as driver
import cuda.bindings.runtime as runtime
import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def add_kernel(x: cute.Tensor, value: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    x[tidx] = x[tidx] + value


@cute.jit
def add(x: cute.Tensor, value: cutlass.Int32, stream: driver.CUstream):
    add_kernel(x, value).launch(grid=1, block=4, stream=stream)


@torch.library.custom_op("existing::add_one", mutates_args=("x",), device_types="cuda")
def add_one(x: torch.Tensor) -> None:
    add(x, 1, driver.CUstream(torch.cuda.current_stream().cuda_stream))


def graphs() -> None:
    x = torch.zeros(4, dtype=torch.int32, device="cuda")
    warm = driver.CUstream(torch.cuda.current_stream().cuda_stream)
    compiled = cute.compile(add, x, 0, warm)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        stream = driver.CUstream(torch.cuda.current_stream().cuda_stream)
        assert torch.cuda.is_current_stream_capturing()
        compiled(x, 1, stream)
        y = x * 10
        add_one(x)
        x.add_(100)
        total = y.sum()
    assert not torch.cuda.is_current_stream_capturing()
    assert x.tolist() == [0] * 4  # nothing is done before the replay
    for n in range(2):
        graph.replay()
        torch.cuda.synchronize()
        assert x.tolist() == [102 * (n + 1)] * 4
        assert total.item() == 4 * 10 * (102 * n + 1)
    compiled(x, 1, warm)
    assert x.tolist() == [205] * 4


@torch.compile(backend="eager", fullgraph=True)
def half_product(t: torch.Tensor) -> torch.Tensor:
    with torch.amp.autocast("cuda", dtype=torch.bfloat16):
        product = t @ t
    return product * torch.cuda.get_device_properties(t.device).multi_processor_count


def cast_as_asked(x):
    return x.to(torch.get_autocast_dtype("cuda")) if torch.is_autocast_enabled("cuda") else x


class Halved(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cuda", cast_inputs=torch.float16)
    def forward(ctx: object, t: torch.Tensor) -> torch.Tensor:
        return t / 2


def places(t: torch.Tensor) -> tuple[object, ...]:
    new, back = torch.zeros(4, device=t.device) + t * 2, t.cpu()
    made = (new.is_cuda, new.device, back.is_cuda, torch.zeros(3).is_cuda)
    return t + 1, t.is_cuda, t.is_cpu, t.device, made


compiled_places = torch.compile(places, backend="eager", fullgraph=True)


def operators() -> None:
    x = torch.zeros(4, dtype=torch.int32, device="cuda")
    add_one(x)
    twice = torch.compile(lambda t: t * 2, backend="eager", fullgraph=True)
    assert twice(x).tolist() == [2] * 4
    for tensor in (x, x.cpu(), x):  # compiled code is not taken over from another place
        assert compiled_places(tensor)[1:] == places(tensor)[1:], compiled_places(tensor)
    with torch.autocast("cuda", dtype=torch.bfloat16):
        ones = torch.ones(2, 2, device="cuda")
        assert (ones @ ones).dtype is torch.bfloat16
    with torch.autocast(device_type="cuda", dtype=torch.float16):
        assert (ones @ ones).dtype is torch.float16
    assert torch.get_autocast_dtype("cuda") is torch.float16 and not torch.is_autocast_enabled()
    with torch.autocast("cuda"):
        assert torch.is_autocast_enabled() and torch.is_autocast_enabled("cuda")
        assert (ones @ ones).dtype is torch.float16 and Halved.apply(ones).dtype is torch.float16
    with torch.autocast("cuda", dtype=torch.bfloat16):
        assert torch.get_autocast_dtype("cuda") is torch.bfloat16
        with torch.autocast("cuda", enabled=False):
            assert not torch.is_autocast_enabled() and (ones @ ones).dtype is torch.float32
    cast = torch.compile(cast_as_asked, backend="eager", fullgraph=True)
    assert cast(ones).dtype is torch.float32
    for wanted in (torch.bfloat16, torch.float16):  # what it compiled for one type is not taken for another
        with torch.autocast("cuda", dtype=wanted):
            assert cast(ones).dtype is wanted
    count = torch.cuda.get_device_properties().multi_processor_count
    assert half_product(ones).tolist() == [[2 * count] * 2] * 2 and half_product(ones).dtype is torch.bfloat16


def streams_and_events() -> None:
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream), torch.cuda.nvtx.range("here"):
        event = stream.record_event()
    event.synchronize()
    assert int(event.cuda_event) != 0
    held = torch.cuda.FloatTensor([1.0, 2.0])
    assert held.is_cuda and held.sum().item() == 3
    held.record_stream(stream)  # the memory is not given to others before the stream is done
    assert stream.device == held.device and torch.cuda.Stream.priority_range()[0] >= stream.priority
    assert torch.cuda.get_stream_from_external(0, 0).cuda_stream == 0
    assert torch._C._cuda_getCurrentRawStream(0) == torch.cuda.current_stream().cuda_stream
    assert torch.accelerator.current_stream() is not None
    with torch.cuda.use_mem_pool(torch.cuda.MemPool(), device=0):
        assert torch.zeros(2, device="cuda").is_cuda
    other, first = torch.cuda.Stream(priority=-1), torch.cuda.current_stream()
    assert len({stream, other, first, torch.cuda.default_stream()}) == 3 and first == torch.cuda.default_stream()
    assert stream.cuda_stream not in (0, other.cuda_stream) and first.cuda_stream == 0
    with torch.cuda.stream(stream):
        assert torch.cuda.current_stream() == stream
        with torch.cuda.stream(None), other:
            assert torch._C._cuda_getCurrentRawStream(0) == torch.cuda.current_stream().cuda_stream == other.cuda_stream
        assert torch.cuda.current_stream() == stream
    torch.cuda.set_stream(other)
    assert torch.cuda.current_stream() == other
    torch.cuda.set_stream(first)
    assert torch.cuda.current_stream() == first == torch.cuda.ExternalStream(0)
    torch.accelerator.synchronize()
    torch.cuda.set_sync_debug_mode(0)
    assert torch.cuda.get_sync_debug_mode() == 0 and isinstance(torch.cuda.memory_summary(), str)
    _, start = driver.cuEventCreate(driver.CUevent_flags.CU_EVENT_DEFAULT)
    _, end = driver.cuEventCreate(0)
    for one in (start, end):
        assert driver.cuEventRecord(one, driver.CUstream(0)) == (driver.CUresult.CUDA_SUCCESS,)
    driver.cuEventSynchronize(end)
    assert driver.cuEventElapsedTime(start, end)[1] >= 0


def memory() -> None:
    host = torch.arange(4, dtype=torch.int32)
    back = torch.zeros(4, dtype=torch.int32)
    status, place = runtime.cudaMalloc(16)
    assert status == runtime.cudaError_t.cudaSuccess and place % 256 == 0
    kinds = runtime.cudaMemcpyKind
    runtime.cudaMemcpy(place, host.data_ptr(), 16, kinds.cudaMemcpyHostToDevice)
    runtime.cudaMemset(place + 8, 255, 4)
    runtime.cudaMemcpy(back.data_ptr(), place, 16, kinds.cudaMemcpyDeviceToHost)
    assert back.tolist() == [0, 1, -1, 3]
    assert runtime.cudaFree(place)[0] == runtime.cudaDeviceSynchronize()[0] == 0


def freed() -> None:
    address = torch.full((1 << 16,), 7, dtype=torch.int32, device="cuda").data_ptr()
    others = [torch.full((1 << 16,), n, dtype=torch.int32, device="cuda") for n in range(8)]
    assert ctypes.c_int32.from_address(address).value == 7, "as torch's caching allocator has it"
    assert len(others) == 8


def device() -> None:
    assert from_dlpack(torch.zeros(4, device="cuda")).memspace is from_dlpack(torch.zeros(4)).memspace
    major, minor = torch.cuda.get_device_capability()
    kinds = driver.CUdevice_attribute
    said = driver.cuDeviceGetAttribute(kinds.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, driver.CUdevice(0))
    assert said == (driver.CUresult.CUDA_SUCCESS, major)
    properties = torch.cuda.get_device_properties(0)
    assert properties.minor == minor
    _, version = driver.cuDriverGetVersion()
    assert torch.version.cuda == f"{version // 1000}.{version % 1000 // 10}"
    shared = kinds.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR
    _, most = driver.cuDeviceGetAttribute(shared, driver.CUdevice(0))
    assert most == properties.shared_memory_per_multiprocessor
    assert driver.CUstream(driver.CUstream_flags.CU_STREAM_DEFAULT) == driver.CUstream(0)


graphs()
operators()
streams_and_events()
memory()
freed()
device()
print("PASS", *torch.cuda.get_device_capability())
