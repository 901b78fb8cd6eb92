"""A product that Inductor leaves open until fusion: our template is taken where it wins with its epilogue.

Inductor leaves products open on GPUs alone. Here it is told to on the CPU too, with times that are set: everything
else, the scheduler and the timed kernels included, is real.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from torch._inductor import config
from torch._inductor.codegen.cpp import CppScheduling
from torch._inductor.scheduler import Scheduler
from torch._inductor.select_algorithm import AlgorithmSelectorCache, ExternKernelCaller
from torch._inductor.utils import run_and_get_code

from cutedsl.torch.inductor import fair_times, fused_choice, offer_library
from cutedsl.torch.inductor.template import CuteDSLTemplateCaller

THEIRS_MS, EPILOGUE_MS = 1.0, 0.5
X, W, BIAS = torch.randn(40, 24), torch.randn(48, 24), torch.randn(48)


@pytest.fixture(autouse=True)
def left_open(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    offer_library()
    torch._dynamo.reset()
    choose = AlgorithmSelectorCache.__call__

    def choose_later(*args: Any, **kwargs: Any) -> Any:
        with config.patch(cpu_backend="triton"):
            return choose(*args, **kwargs)

    monkeypatch.setattr(AlgorithmSelectorCache, "__call__", choose_later)
    monkeypatch.setattr(ExternKernelCaller, "benchmark", lambda self, *args, out: THEIRS_MS)
    monkeypatch.setattr(Scheduler, "benchmark_fused_nodes", lambda self, nodes: (EPILOGUE_MS, ""))
    fuses = CppScheduling.can_fuse_vertical
    monkeypatch.setattr(CppScheduling, "can_fuse_vertical", lambda s, a, b: not a.is_template() and fuses(s, a, b))
    with config.patch(fx_graph_cache=False, compile_threads=1, autotune_local_cache=False):
        yield
    torch._dynamo.reset()


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Callable[[float, float], list[str]]:
    """Sets what our template takes alone and with its epilogue; gives a list of what is timed."""

    def set_to(alone_ms: float, fused_ms: float) -> list[str]:
        timed: list[str] = []

        def benchmark(self: Any, *args: Any, out: Any) -> float:
            timed.append("alone")
            return alone_ms

        def in_turn(runs: dict[Any, Callable[[], Any]], device: torch.device) -> dict[Any, float]:
            rival, *ours = runs
            runs[rival]()
            assert all(runs[choice]().isfinite().all() for choice in ours)
            timed.extend(["fused"] * len(ours))
            # The clock is half of what it was: only the ratio of the two counts.
            return {rival: 2 * min(alone_ms, THEIRS_MS)} | dict.fromkeys(ours, 2 * fused_ms)

        monkeypatch.setattr(CuteDSLTemplateCaller, "benchmark", benchmark)
        monkeypatch.setattr(fused_choice, "in_turn", in_turn)
        return timed

    return set_to


def kernels(function: Any, *args: Any) -> tuple[int, int, int]:
    """Ours, Inductor's own and calls of torch in what a function was compiled to, whose result is compared."""
    out, code = run_and_get_code(torch.compile(function, mode="max-autotune-no-cudagraphs"), *args)
    torch.testing.assert_close(out, function(*args), rtol=1e-4, atol=1e-4)
    text = code[-1]
    return text.count("_cutedsl_load("), text.count("cpp_pybinding("), text.count("extern_kernels.")


def linear_relu(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.relu(torch.nn.functional.linear(x, w, b))


def test_ours_is_taken_where_only_the_fused_form_wins(times: Any) -> None:
    timed = times(1.2, 1.3)  # 1.0 + 0.5 the other way
    assert kernels(linear_relu, X, W, BIAS) == (1, 0, 0)
    assert timed == ["alone", "fused"]


def test_theirs_is_taken_where_the_fused_form_loses_and_is_timed_once(times: Any) -> None:
    timed = times(1.2, 1.6)
    assert kernels(linear_relu, X, W, BIAS) == (0, 1, 1)
    assert timed == ["alone", "fused"]


def test_a_product_far_behind_is_not_timed_with_its_epilogue(times: Any) -> None:
    timed = times(1.51, 0.1)
    assert kernels(linear_relu, X, W, BIAS) == (0, 1, 1)
    assert timed == ["alone"]


def test_a_product_that_nothing_follows_is_chosen_by_its_own_time(times: Any) -> None:
    times(0.9, 9.0)
    assert kernels(lambda x, w: x @ w.t(), X, W) == (1, 0, 0)
    times(1.1, 0.0)
    torch._dynamo.reset()
    assert kernels(lambda x, w: x @ w.t(), X, W) == (0, 0, 1)


def test_a_fused_form_that_fails_says_why_and_leaves_theirs(
    times: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    times(0.9, 1.0)

    def fails(*_: Any) -> Any:
        raise ValueError("no such kernel")

    monkeypatch.setattr(fused_choice, "load", fails)
    assert kernels(lambda x, w: torch.tanh(x @ w.t()), X, W) == (1, 1, 0)  # ours, alone
    assert "no such kernel" in caplog.text


def test_the_epilogue_may_read_more_and_run_over_dynamic_rows(times: Any) -> None:
    timed = times(1.2, 1.3)

    def block(x: torch.Tensor, w: torch.Tensor, r: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.silu(x @ w.t()) * r

    made: Any = torch.compile(block, mode="max-autotune-no-cudagraphs", dynamic=True)
    for rows in (40, 56):
        given = torch.randn(rows, 24), W, torch.randn(rows, 48)
        torch.testing.assert_close(made(*given), block(*given), rtol=1e-4, atol=1e-4)
    assert "fused" in timed


def test_choices_are_timed_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    now = [0.0]
    monkeypatch.setattr("time.perf_counter", lambda: now[0])

    def run(name: str, seconds: float) -> Callable[[], None]:
        def timed() -> None:
            order.append(name)
            now[0] += seconds

        return timed

    found = fair_times.in_turn({"slow": run("slow", 0.003), "fast": run("fast", 0.001)}, torch.device("cpu"))
    assert found == pytest.approx({"slow": 3, "fast": 1})
    turns = [name for name, before in zip(order, ["", *order], strict=False) if name != before]
    assert turns.count("slow") > fair_times.ROUNDS / 3


def test_the_fastest_of_each_kind_is_timed_again() -> None:
    ours, theirs = object.__new__(CuteDSLTemplateCaller), object.__new__(ExternKernelCaller)
    behind = [object.__new__(ExternKernelCaller), *(object.__new__(CuteDSLTemplateCaller) for _ in range(3))]
    times = {choice: 2.0 + k for k, choice in enumerate(behind)} | {ours: 1.5, theirs: 1.0, behind[2]: float("inf")}
    assert fair_times.contenders(times) == [theirs, ours, behind[1], behind[3]]
    assert fair_times.fair(times, torch.device("cpu")) is times
