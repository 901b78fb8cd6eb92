"""Calls with torch's CUDA tensors: whose stream, which device, graphs, and launches without Python."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.cute.runtime import make_fake_compact_tensor, make_fake_stream
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.cuda.module import CudaModule

pytestmark = pytest.mark.gpu


@cute.kernel
def _add_one(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    if i < y.shape[0]:
        y[i] = x[i] + 1.0


@cute.jit
def add_one(x: cute.Tensor, y: cute.Tensor, stream=None):
    _add_one(x, y).launch(grid=(cute.ceil_div(x.shape[0], 128), 1, 1), block=(128, 1, 1), stream=stream)


@pytest.fixture
def torch() -> Any:
    return pytest.importorskip("torch")


def compiled(stream: Any) -> Any:
    n = cute.sym_int()
    x, y = (make_fake_compact_tensor(cutlass.Float32, (n,)) for _ in range(2))
    return cute.compile(add_one, x, y, stream)


@pytest.fixture
def program() -> Any:
    return compiled(make_fake_stream(use_tvm_ffi_env_stream=True))


def test_a_launch_without_a_stream_is_ordered_on_torchs_current_one(torch: Any, program: Any) -> None:
    x, y = torch.zeros(1000, device="cuda"), torch.full((1000,), float("nan"), device="cuda")
    stream = torch.cuda.Stream()
    assert bool(torch.isnan(y).all())  # loads torch's kernel now: loading waits for the device
    for _ in range(3):  # the first launch goes through Python, the others do not
        y.fill_(float("nan"))
        torch.cuda.synchronize()
        with torch.cuda.stream(stream):
            torch.cuda._sleep(50_000_000)
            program(x, y)
        assert bool(torch.isnan(y).all())  # read on the default stream, while the other one sleeps
        stream.synchronize()
        assert bool((y == 1).all())


def test_an_explicit_stream_of_any_kind(torch: Any) -> None:
    program = compiled(make_fake_stream())
    x, stream = torch.zeros(500, device="cuda"), torch.cuda.Stream()
    for given in (stream, stream.cuda_stream, None, 0):
        y = torch.full((500,), float("nan"), device="cuda")
        torch.cuda.synchronize()
        program(x, y, given)
        torch.cuda.synchronize()
        assert bool((y == 1).all())


def test_repeated_launches_do_not_enter_python(torch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    entered: list[int] = []
    original = CudaModule.launch_at

    def counted(self: CudaModule, *args: Any, **kwargs: Any) -> None:
        entered.append(1)
        original(self, *args, **kwargs)

    monkeypatch.setattr(CudaModule, "launch_at", counted)
    program = compiled(make_fake_stream(use_tvm_ffi_env_stream=True))
    for size in (1000, 1000, 5000, 77):
        x, y = torch.zeros(size, device="cuda"), torch.full((size,), float("nan"), device="cuda")
        program(x, y)
        assert bool((y == 1).all())
    if hasattr(torch.Tensor, "__dlpack_c_exchange_api__"):
        assert len(entered) == 1


def test_a_captured_call_runs_at_replay_also_after_the_function_is_gone(torch: Any, program: Any) -> None:
    x, y = torch.zeros(300, device="cuda"), torch.full((300,), float("nan"), device="cuda")
    program(x, y.clone())
    graph = torch.cuda.CUDAGraph()
    torch.cuda.synchronize()
    with torch.cuda.graph(graph):
        program(x, y)
    assert bool(torch.isnan(y).all())
    del program
    other = compiled(make_fake_stream(use_tvm_ffi_env_stream=True))  # loading is when the dead are unloaded
    other(x, y.clone())
    x.fill_(4)
    graph.replay()
    torch.cuda.synchronize()
    assert bool((y == 5).all())


@pytest.mark.parametrize("mode", ["global", "thread_local", "relaxed"])
def test_a_function_may_be_compiled_for_the_first_time_while_a_graph_is_captured(torch: Any, mode: str) -> None:
    x, y = torch.full((300,), 3.0, device="cuda"), torch.full((300,), float("nan"), device="cuda")
    graph = torch.cuda.CUDAGraph()
    torch.cuda.synchronize()
    with torch.cuda.graph(graph, capture_error_mode=mode):
        compiled(make_fake_stream(use_tvm_ffi_env_stream=True))(x, y)
    graph.replay()
    torch.cuda.synchronize()
    assert bool((y == 4).all())


def test_calls_on_the_second_gpu_are_machine_code_after_the_first(
    torch: Any, program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if torch.cuda.device_count() < 2 or not hasattr(torch.Tensor, "__dlpack_c_exchange_api__"):
        pytest.skip("one GPU only, or a torch that shows its tensors to no machine code")
    launched, read = list[int | None](), list[object]()
    launch_at, matched = CudaModule.launch_at, CompiledFunction._matched

    def counted(self: CudaModule, kernel: int, dims: int, stream: int, slots: int, device: int | None = None) -> None:
        launched.append(device)
        launch_at(self, kernel, dims, stream, slots, device)

    def counting(self: CompiledFunction, *given: Any) -> Any:
        read.append(given)
        return matched(self, *given)

    monkeypatch.setattr(CudaModule, "launch_at", counted)
    monkeypatch.setattr(CompiledFunction, "_matched", counting)
    for current in (True, False):  # the GPU of the tensors is torch's current one, or not
        for number in (1, 1, 1, 0, 0, 1, 0, 1):
            with torch.cuda.device(number if current else 0):
                x, y = (torch.zeros(200, device=f"cuda:{number}") for _ in range(2))
                program(x, y)
                assert bool((y == 1).all())
                assert torch.cuda.current_device() == (number if current else 0)
    assert (launched, read) == ([1, 0], []), "each GPU's first launch alone is checked by Python"


def test_tensors_on_the_second_gpu_run_there(torch: Any, program: Any) -> None:
    if torch.cuda.device_count() < 2:
        pytest.skip("one GPU only")
    x, y = torch.zeros(200, device="cuda:1"), torch.full((200,), float("nan"), device="cuda:1")
    program(x, y)
    torch.cuda.synchronize("cuda:1")
    assert bool((y == 1).all())
    with pytest.raises(DSLUserCodeError) as caught:
        program(x, torch.zeros(200, device="cuda:0"))
    assert caught.value.name == "argument-device"


def test_a_thread_of_its_own_makes_the_first_tensor_map(torch: Any) -> None:
    from cutedsl import ops

    a, b = (torch.randn(128, 192, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    c = torch.empty(128, 128, device="cuda", dtype=torch.bfloat16)
    wanted = a @ b.T
    torch.cuda.synchronize()
    with ThreadPoolExecutor(1) as pool:  # nothing has made a CUDA context current there
        pool.submit(ops.matmul, a, b.T, c).result()
    torch.cuda.synchronize()
    torch.testing.assert_close(c, wanted, rtol=2e-2, atol=2e-2)
