"""What launches ask for besides sizes, on a GPU: clusters, tensor maps without Python, early starts, all at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.cuda import tensor_map
from cutedsl.execution.cuda.module import CudaModule
from tests.kernels.test_tma import run_through

pytestmark = [pytest.mark.gpu, pytest.mark.child]
BLOCK, BLOCKS = 128, 64


class CUevent:
    """As an annotation, that of cuda-bindings."""


@pytest.fixture
def torch() -> Any:
    return pytest.importorskip("torch")


@pytest.fixture
def python_entries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What entered Python: launches, and requests for tensor maps."""
    entered: list[str] = []
    launch, encode = CudaModule.launch_at, tensor_map.encoded

    def counted_launch(self: CudaModule, *args: Any, **kwargs: Any) -> None:
        entered.append("launch")
        launch(self, *args, **kwargs)

    def counted_map(*args: Any) -> bytes:
        entered.append("tensor map")
        return encode(*args)

    monkeypatch.setattr(CudaModule, "launch_at", counted_launch)
    monkeypatch.setattr(tensor_map, "encoded", counted_map)
    return entered


def test_calls_with_tensor_maps_enter_python_once(torch: Any, python_entries: list[str]) -> None:
    program = cute.compile(
        run_through, torch.zeros(8, 8, device="cuda"), torch.zeros(8, 8, device="cuda"), "plain", False
    )
    for shape in ((64, 128), (64, 128), (100, 72), (33, 260)):
        x = torch.randn(shape, device="cuda")
        out = torch.full_like(x, float("nan"))
        program(x, out)
        np.testing.assert_array_equal(out.cpu().numpy(), x.cpu().numpy())
    assert python_entries == ["launch"]


def test_a_tensor_map_that_cannot_be_is_the_named_error(torch: Any, python_entries: list[str]) -> None:
    program = cute.compile(
        run_through, torch.zeros(8, 8, device="cuda"), torch.zeros(8, 8, device="cuda"), "plain", False
    )
    x, out = torch.randn(64, 128, device="cuda"), torch.zeros(64, 128, device="cuda")
    program(x, out)
    room = torch.randn(64 * 128 + 1, device="cuda")
    with pytest.raises(DSLUserCodeError, match="starts 4 bytes after a multiple of 16") as caught:
        program(room[1:].view(64, 128), out)
    assert caught.value.name == "tma-limits"
    with pytest.raises(DSLUserCodeError, match="stride of 516 bytes") as caught:
        program(torch.randn(64, 129, device="cuda")[:, :128], out)
    assert caught.value.name == "tma-limits"
    program(x, out)
    assert torch.equal(x, out)
    assert python_entries.count("launch") == 1


def test_rows_that_are_all_the_same_memory(torch: Any) -> None:
    x, out = torch.randn(1, 128, device="cuda").expand(64, 128), torch.zeros(64, 128, device="cuda")
    cute.compile(run_through, out, out, "plain", False)(x, out)
    assert torch.equal(x, out)


@cute.kernel
def slow_fill(y: cute.Tensor, value: cutlass.Int32, rounds: cutlass.Int32):
    i = cute.arch.block_idx()[0] * BLOCK + cute.arch.thread_idx()[0]
    cute.arch.griddepcontrol_launch_dependents()
    total = value
    for k in range(rounds):
        total = total * 3 + k
    y[i] = total


@cute.kernel
def add_after(y: cute.Tensor, out: cute.Tensor):
    i = cute.arch.block_idx()[0] * BLOCK + cute.arch.thread_idx()[0]
    cute.arch.griddepcontrol_wait()
    out[i] = y[i] + 1


@cute.jit
def one_after_the_other(y: cute.Tensor, out: cute.Tensor, value: cutlass.Int32, rounds: cutlass.Int32):
    slow_fill(y, value, rounds).launch(grid=BLOCKS, block=BLOCK)
    add_after(y, out).launch(grid=BLOCKS, block=BLOCK, use_pdl=True)


def test_a_kernel_that_starts_early_sees_what_it_waits_for(torch: Any, python_entries: list[str]) -> None:
    y, out = (torch.zeros(BLOCK * BLOCKS, dtype=torch.int32, device="cuda") for _ in range(2))
    program = cute.compile(one_after_the_other, y, out, 1, 1)
    for value in range(1, 9):
        program(y, out, value, 20_000)
        total = value
        for k in range(20_000):
            total = (total * 3 + k) & (2**32 - 1)
        assert set((out.cpu().numpy().astype(np.int64) & (2**32 - 1)).tolist()) == {(total + 1) & (2**32 - 1)}
    assert python_entries == ["launch", "launch"], "the first launch of each kernel, and no other"


@cute.kernel
def meet(arrived: cute.Tensor, out: cute.Tensor, blocks: cutlass.Int32):
    """Each block waits for all others."""
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.atomic_add(arrived.iterator, 1)
        seen = cute.arch.atomic_add(arrived.iterator, 0)
        while seen < blocks:
            seen = cute.arch.atomic_add(arrived.iterator, 0)
        out[cute.arch.block_idx()[0]] = seen


@cute.jit
def all_meet(arrived: cute.Tensor, out: cute.Tensor, blocks: cutlass.Int32):
    meet(arrived, out, blocks).launch(grid=blocks, block=BLOCK, cooperative=True)


def test_blocks_of_a_cooperative_launch_run_at_a_time(torch: Any, python_entries: list[str]) -> None:
    sms = torch.cuda.get_device_properties(0).multi_processor_count
    out = torch.zeros(100 * sms, dtype=torch.int32, device="cuda")
    program = cute.compile(all_meet, torch.zeros(1, dtype=torch.int32, device="cuda"), out, 1)
    for blocks in (sms, sms, 2 * sms):
        program(torch.zeros(1, dtype=torch.int32, device="cuda"), out.zero_(), blocks)
        assert set(out[:blocks].tolist()) == {blocks}
    assert python_entries == ["launch"]
    with pytest.raises(DSLUserCodeError, match="fit on the GPU at a time") as caught:
        program(torch.zeros(1, dtype=torch.int32, device="cuda"), out, 100 * sms)
    assert caught.value.name == "cooperative-launch-too-large"


@cute.kernel
def spin(y: cute.Tensor, turns: cutlass.Int32):
    """Keeps the GPU busy, so that an event behind it cannot have been recorded at once."""
    for _ in cutlass.range(turns, unroll=1):
        cute.arch.atomic_add(y.iterator, 1)
    cute.arch.griddepcontrol_launch_dependents()


@cute.jit
def spin_and_record(y: cute.Tensor, turns: cutlass.Int32, started: CUevent, triggered: CUevent):
    spin(y, turns).launch(grid=1, block=1, use_pdl=True, launch_completion_event=started, programmatic_event=triggered)


def test_a_launch_records_events(torch: Any) -> None:
    y = torch.zeros(1, dtype=torch.int32, device="cuda")
    for turns in (1 << 20, 1 << 19):
        events = [torch.cuda.Event(), torch.cuda.Event()]
        for event in events:
            event.record()
        torch.cuda.synchronize()
        y.zero_()
        spin_and_record(y, turns, *events)
        assert not events[1].query()  # the kernel runs for milliseconds before it triggers
        for event in events:
            event.synchronize()
        torch.cuda.synchronize()
        assert y.item() == turns


@cute.kernel
def store_at(y: cute.Tensor, place: cutlass.Int64):
    y[place] = 1


@cute.jit
def store(y: cute.Tensor, place: cutlass.Int64):
    store_at(y, place).launch(grid=1, block=1)


def test_an_error_that_an_earlier_kernel_left_is_named_at_the_next_call(torch: Any) -> None:
    y = torch.zeros(4, dtype=torch.int32, device="cuda")
    program = cute.compile(store, y, cutlass.Int64(0))
    program(y, 0)
    program(y, 1 << 40)
    with pytest.raises(DSLUserCodeError) as caught:
        for _ in range(10_000):
            program(y, 0)
    assert caught.value.name == "driver-error"
    assert "memory that is not its own" in str(caught.value)
