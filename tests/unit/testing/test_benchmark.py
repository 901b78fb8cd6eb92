"""`cutlass.testing`: every run takes the next arguments; the fastest configuration wins."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import testing
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.clocks import gpu_clock_mhz


@cute.kernel
def _add_one(x: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    x[i] = x[i] + 1


@cute.jit
def add_one(x: cute.Tensor):
    _add_one(x).launch(grid=1, block=32)


def test_runs_take_the_workspaces_in_turn() -> None:
    made: list[np.ndarray] = []

    def workspace() -> testing.JitArguments:
        made.append(np.zeros(32, np.float32))
        return testing.JitArguments(made[-1])

    compiled = cute.compile(add_one, np.zeros(32, np.float32), options="--target cpu")
    mean_us = testing.benchmark(
        compiled, workspace_generator=workspace, workspace_count=3, warmup_iterations=2, iterations=9
    )
    assert sorted(int(x[0]) for x in made) == [3, 4, 4]  # 2 + 9 runs, each run on one of them from the first on
    assert 0 < mean_us < 1e6


@pytest.fixture
def pause(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets so many seconds pass, on a clock that nothing else moves."""
    now = [0.0]
    monkeypatch.setattr("time.perf_counter", lambda: now[0])

    def wait(seconds: float) -> None:
        now[0] += seconds

    return wait


def test_mean_is_of_the_timed_runs_alone(pause: Callable[[float], None]) -> None:
    calls = iter(range(100))

    def slow_at_first() -> None:
        pause(0.05 if next(calls) < 2 else 0.001)

    mean_us = testing.benchmark(
        slow_at_first, warmup_iterations=2, iterations=10, kernel_arguments=testing.JitArguments()
    )
    assert mean_us == pytest.approx(1000)


def test_slow_runs_on_the_cpu_are_few(monkeypatch: pytest.MonkeyPatch, pause: Callable[[float], None]) -> None:
    module = sys.modules["cutedsl.testing.benchmark"]
    monkeypatch.setattr(module, "gpu_available", lambda: False)
    monkeypatch.setattr(module, "_CPU_WARMUP_S", 0.03)
    monkeypatch.setattr(module, "_CPU_TIMED_S", 0.05)
    calls: list[int] = []

    def slow() -> None:
        calls.append(1)
        pause(0.02)

    mean_us = testing.benchmark(slow, kernel_arguments=testing.JitArguments(), iterations=100)
    assert 2 <= len(calls) <= 5
    assert mean_us >= 20_000


@pytest.mark.parametrize(
    ("keywords", "name"),
    [
        ({}, "benchmark-arguments"),
        ({"iterations": 0, "kernel_arguments": testing.JitArguments()}, "benchmark-arguments"),
        ({"workspace_generator": tuple}, "benchmark-arguments"),
        ({"use_cupti": True}, "not-yet"),
    ],
)
def test_misuse_is_an_error(keywords: Any, name: str) -> None:
    with pytest.raises(DSLUserCodeError) as error:
        testing.benchmark(lambda: None, **keywords)
    assert error.value.name == name


def test_a_result_knows_its_spread_and_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Samples of equal counts; the mean is that of all runs; it is a number like any other."""
    now, pauses = [0.0], iter([0.004] * 8 + [0.012] * 4)

    def run() -> None:
        now[0] += next(pauses)

    monkeypatch.setattr("time.perf_counter", lambda: now[0])
    found = testing.benchmark(run, warmup_iterations=2, iterations=10, kernel_arguments=testing.JitArguments())
    assert found.samples_us == pytest.approx([4000.0] * 6 + [12000.0] * 4)
    assert (found, found.median_us, found.runs) == (pytest.approx(7200), pytest.approx(4000), 10)
    assert f"{found * 1e-3:.1f} ms" == "7.2 ms"
    assert "10 runs in 10 samples" in repr(found)
    assert found.clock_mhz is None or (min(found.clock_mhz) > 100 and "MHz" in str(found))


def test_clocks_that_nobody_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["cutedsl.testing.benchmark"], "clock_mhz", lambda: None)
    found = testing.benchmark(lambda: None, iterations=3, kernel_arguments=testing.JitArguments())
    assert found.clock_mhz is None
    assert "MHz" not in repr(found)


class _Nvml:
    """NVIDIA's management library, as far as it is asked; `fails` names a function that does not work."""

    def __init__(self, fails: str) -> None:
        self.calls: list[str] = []
        self.fails = fails

    def __getattr__(self, name: str) -> Any:
        def call(*given: Any) -> int:
            self.calls.append(name)
            if name == "nvmlDeviceGetClockInfo":
                given[2]._obj.value = 1755
            return int(name == self.fails)

        return call


@pytest.mark.parametrize("fails", ["", "nvmlInit_v2", "nvmlDeviceGetHandleByPciBusId_v2", "nvmlDeviceGetClockInfo"])
def test_clock_of_a_gpu(fails: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that does not answer is no error; what was opened is closed."""
    library = _Nvml(fails)
    monkeypatch.setattr("ctypes.CDLL", lambda _: library)
    assert gpu_clock_mhz(b"00000000:1b:00.0") == (None if fails else 1755)
    assert (library.calls[-1] == "nvmlShutdown") == (fails != "nvmlInit_v2")


def test_workspaces_outgrow_the_cache() -> None:
    assert testing.get_workspace_count(64 << 20, 10, 100) >= 3
    assert testing.get_workspace_count(1, 1, 2) == 3


def test_tune_leaves_out_what_cannot_be(pause: Callable[[float], None]) -> None:
    def timed(base: float, *, more: float, even: int) -> Any:
        if even % 2:
            raise testing.CantImplementError
        return lambda: pause(base + more)

    best = testing.tune(
        timed, {"more": [0.02, 0.0], "even": [1, 2]}, testing.JitArguments(0.01), warmup_iterations=0, iterations=2
    )
    assert best == {"more": 0.0, "even": 2}
    with pytest.raises(DSLUserCodeError):
        testing.tune(timed, {"pause": [0.0], "even": [1]}, testing.JitArguments(0.0))


def test_tune_leaves_out_what_refuses_and_not_what_is_broken() -> None:
    def timed(bits: int) -> Any:
        if bits == 1:
            raise ValueError("one bit cannot be copied")
        return (lambda: None) if bits == 64 else undefined  # type: ignore[name-defined]  # noqa: F821

    assert testing.tune(timed, {"bits": [1, 64]}, warmup_iterations=1, iterations=1) == {"bits": 64}
    with pytest.raises(NameError):
        testing.tune(timed, {"bits": [64, 2]}, warmup_iterations=1, iterations=1)
    with pytest.raises(DSLUserCodeError, match="no combination of bits can be used; the first says: one bit cannot"):
        testing.tune(timed, {"bits": [1]})


def test_graphs_are_left_out_where_there_is_no_stream_to_capture() -> None:
    x = np.zeros(32, np.float32)
    compiled = cute.compile(add_one, x, options="--target cpu")
    arguments = testing.JitArguments(x)
    named: Any = {"warmup_iterations": 2, "iterations": 3, "use_cuda_graphs": True, "nvtx_tag": "here"}
    assert testing.benchmark(compiled, kernel_arguments=arguments, stream=7, **named) > 0
    assert x[0] == 5


@pytest.mark.gpu
def test_a_graph_launches_each_run_once() -> None:
    torch = pytest.importorskip("torch")
    x = torch.zeros(32, device="cuda")
    stream = torch.cuda.Stream()

    @cute.jit
    def add_on(x: cute.Tensor, stream: Any) -> None:
        _add_one(x).launch(grid=1, block=32, stream=stream)

    compiled = cute.compile(add_on, x, stream)
    torch.cuda.synchronize()
    arguments = testing.JitArguments(x, stream)
    named: Any = {"warmup_iterations": 2, "iterations": 30, "use_cuda_graphs": True}
    assert 0 < testing.benchmark(compiled, kernel_arguments=arguments, stream=stream, **named) < 1e3
    assert x.tolist() == [32.0] * 32
