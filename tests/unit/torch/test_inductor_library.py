"""The kernel library among the choices of `torch.compile(mode="max-autotune")`: offered, timed, chosen, fused."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch._inductor import config
from torch._inductor.codegen.subgraph import SubgraphChoiceCaller
from torch._inductor.select_algorithm import ExternKernelCaller
from torch._inductor.utils import run_and_get_code

from cutedsl.torch.inductor import library as library_module
from cutedsl.torch.inductor import offer_library
from cutedsl.torch.inductor.template import CuteDSLTemplateCaller
from tests.products import long
from tests.unit.torch.test_inductor import SOURCE


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    offer_library()
    torch._dynamo.reset()
    with config.patch(fx_graph_cache=False, compile_threads=1, autotune_local_cache=False):
        yield
    torch._dynamo.reset()


@pytest.fixture
def timed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of our choices that were timed; they win, and Inductor's are not really timed."""
    found: list[str] = []
    real = CuteDSLTemplateCaller.benchmark

    def ours(self: Any, *args: Any, out: Any) -> float:
        assert real(self, *args, out=out) > 0
        found.append(self.template.name)
        return 1e-6

    monkeypatch.setattr(CuteDSLTemplateCaller, "benchmark", ours)
    for theirs in (ExternKernelCaller, SubgraphChoiceCaller):
        monkeypatch.setattr(theirs, "benchmark", lambda self, *args, out: 1.0)
    return found


def kernels(function: Any, *args: Any, tolerance: float = 1e-4) -> tuple[int, int]:
    """Ours and Inductor's own in what a function was compiled to, whose result is compared."""
    out, code = run_and_get_code(torch.compile(function, mode="max-autotune-no-cudagraphs"), *args)
    plain = function(*args)
    torch.testing.assert_close(out, plain, rtol=tolerance, atol=tolerance)
    text = code[-1]
    return text.count("_cutedsl_load("), text.count("cpp_pybinding(") + text.count("extern_kernels.")


STACKS = (torch.randn(3, 8, 16), torch.randn(3, 16, 24))
X, W, BIAS, RESIDUAL = torch.randn(40, 24), torch.randn(48, 24), torch.randn(48), torch.randn(40, 48)
ROWS, SCALE, SHIFT = torch.randn(6, 5, 32), torch.randn(32), torch.randn(32)

FUSED: dict[str, tuple[Any, tuple[Any, ...], str]] = {
    "linear": (lambda x, w, b: F.gelu(F.linear(x, w, b)), (X, W, BIAS), "cutedsl_addmm"),
    "residual": (lambda x, w, b, r: torch.relu(x @ w.t() + b) * r, (X, W, BIAS, RESIDUAL), "cutedsl_addmm"),
    "16 bits": (lambda x, w: F.silu(x @ w.t()), (X.bfloat16(), W.bfloat16()), "cutedsl_mm"),
    "stacks": (
        lambda a, b: torch.bmm(a, b).clamp(-1, 1),
        (torch.randn(3, 8, 16), torch.randn(3, 16, 24)),
        "cutedsl_mm",
    ),
    "softmax": (lambda x: torch.relu(torch.softmax(x, -1) - 0.02), (ROWS,), "cutedsl_softmax"),
    "log_softmax": (lambda x: 2 * torch.log_softmax(x, -1), (ROWS,), "cutedsl_log_softmax"),
    "rms_norm": (lambda x, w: F.rms_norm(x, (32,), w, 1e-5), (ROWS.bfloat16(), SCALE.bfloat16()), "cutedsl_rms_norm"),
    "layer_norm": (
        lambda x, w, b: torch.tanh(F.layer_norm(x, (32,), w, b, 1e-5)),
        (ROWS, SCALE, SHIFT),
        "cutedsl_layer_norm",
    ),
}


@pytest.mark.parametrize("case", [*[*FUSED][::2], *map(long, [*FUSED][1::2])])
def test_offered_timed_chosen_and_fused(timed: list[str], case: str) -> None:
    function, args, name = FUSED[case]
    narrow = args[0].dtype == torch.bfloat16
    assert kernels(function, *args, tolerance=2e-2 if narrow else 1e-4) == (1, 0)
    assert timed == [name]


def test_a_product_whose_result_is_wanted_too_keeps_it(timed: list[str]) -> None:
    ours, _ = kernels(lambda x, w: (lambda y: (y, torch.relu(y)))(x @ w.t()), X, W)
    assert ours == 1
    ours, others = kernels(lambda x: torch.softmax(x, -1) + x, ROWS)  # the epilogue of rows reads nothing else
    assert (ours, others) == (1, 1)


def test_inductors_parts_come_back_where_they_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CuteDSLTemplateCaller, "benchmark", lambda self, *args, out: 1.0)
    for theirs in (ExternKernelCaller, SubgraphChoiceCaller):
        monkeypatch.setattr(theirs, "benchmark", lambda self, *args, out: 1e-6)
    assert kernels(lambda x, w: x @ w.t(), X, W) == (0, 1)
    compiled = torch.compile(lambda x: torch.softmax(x * 2, -1), mode="max-autotune-no-cudagraphs")
    out, code = run_and_get_code(compiled, ROWS)
    torch.testing.assert_close(out, torch.softmax(ROWS * 2, -1))
    assert code[-1].count("cpp_pybinding(") == 1  # as nodes of the graph, fused with what is around them
    assert "inductor_softmax" not in code[-1]


def test_without_max_autotune_nothing_is_offered(timed: list[str]) -> None:
    torch.compile(lambda x, w: torch.softmax(x @ w.t(), -1))(X, W)
    assert not timed


def test_choices_compile_at_the_same_time_and_a_broken_one_says_why(
    timed: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    threads: set[int] = set()
    both = threading.Barrier(2, timeout=60)
    real = CuteDSLTemplateCaller.example_run

    def seen(self: Any) -> Any:
        run = real(self)

        def meet() -> Any:
            both.wait()  # two choices are under way: one after the other would wait here for ever
            threads.add(threading.get_ident())
            return run()

        return meet

    monkeypatch.setattr("cutedsl.torch.inductor.choices.cpu_count", lambda: 2)
    monkeypatch.setattr(CuteDSLTemplateCaller, "example_run", seen)
    monkeypatch.setattr(library_module, "_configs", lambda nodes, layout: (None, "nonsense"))
    with caplog.at_level(logging.WARNING, logger="cutedsl.torch.inductor"):
        assert kernels(lambda x, w: x @ w.t(), X.bfloat16(), W.bfloat16(), tolerance=2e-2) == (1, 0)
    assert len(threads) == 2 and timed == ["cutedsl_mm"]
    (said,) = [record.getMessage() for record in caplog.records if "a choice was left out" in record.getMessage()]
    assert "template cutedsl_mm" in said and "`config` is 'nonsense'" in said


PROGRAM = """
import os, sys
import torch
from torch._inductor import config
from torch._inductor.select_algorithm import ExternKernelCaller
from cutedsl.torch.inductor import CuteDSLTemplate, lower, offer_library

device, text = sys.argv[1:]
config.max_autotune_gemm_backends = "ATEN"
ExternKernelCaller.benchmark = lambda self, *args, out: 1e9
offer_library()
a, b = (torch.ones(size, device=device, dtype=torch.float16) for size in ((8, 16), (16, 64)))
print(torch.compile(lambda a, b: torch.relu(a @ b), mode="max-autotune-no-cudagraphs")(a, b)[0, 0].item())

@torch.library.custom_op("cutedsl_test::mm", mutates_args=())
def mm(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a @ b

@mm.register_fake
def _(a, b):
    return a.new_empty(a.shape[0], b.shape[1])

def by_template(text):
    template, settings = CuteDSLTemplate("test_mm", text), [{"THREADS": 64, "SCALE_FACTOR": 1.5}]
    lower(torch.ops.cutedsl_test.mm.default, template, lambda a, b: (a[0], b[1]), settings)
    a, b = torch.ones(4, 3, device=device), torch.ones(3, 5, device=device)
    torch._dynamo.reset()
    print(torch.compile(lambda a, b: torch.relu(mm(a, b)))(a, b)[0, 0].item())

by_template(open(text).read())
if os.environ.get("CUTEDSL_NO_COMPILE"):
    del os.environ["CUTEDSL_NO_COMPILE"]
    by_template(open(text).read().replace("acc * SCALE_FACTOR", "acc * SCALE_FACTOR + 1"))
"""


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)])
def test_a_second_process_compiles_nothing_and_a_changed_template_is_seen(tmp_path: Path, device: str) -> None:
    """The library's product, and a template of one's own, whose text changes in the second process."""
    text = tmp_path / "template.txt"
    text.write_text(SOURCE)
    caches = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "inductor"), "CUTEDSL_CACHE_DIR": str(tmp_path / "cutedsl")}
    caches["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
    caches["TORCHINDUCTOR_CPP_CACHE_PRECOMPILE_HEADERS"] = "0"  # two small kernels take less time without
    for more, said in (({}, "16.0\n4.5\n"), ({"CUTEDSL_NO_COMPILE": "1"}, "16.0\n4.5\n5.5\n")):
        command = [sys.executable, "-c", PROGRAM, device, str(text)]
        environment = {**os.environ, **caches, **more}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=100, check=False)
        assert done.stdout == said, done.stderr


def test_a_bias_is_read_as_one_and_a_matrix_as_one(timed: list[str]) -> None:
    matrix = torch.randn(40, 48)
    for addend, alpha, said in (
        (BIAS, 1, "BIAS: cutlass.Constexpr = True"),
        (BIAS, 2, "BIAS: cutlass.Constexpr = False"),
        (matrix, 1, "= False"),
    ):

        def function(d: Any, x: Any, w: Any, alpha: int = alpha) -> Any:
            return torch.addmm(d, x, w.t(), alpha=alpha)

        torch._dynamo.reset()
        out, code = run_and_get_code(torch.compile(function, mode="max-autotune-no-cudagraphs"), addend, X, W)
        torch.testing.assert_close(out, function(addend, X, W), rtol=1e-4, atol=1e-4)
        assert said in code[-1] and "_cutedsl_load(" in code[-1]


def test_relu_of_what_is_not_finite(timed: list[str]) -> None:
    bias = torch.tensor([-float("inf"), float("nan"), float("inf"), -2.0])
    found = torch.compile(lambda x, w, b: torch.relu(x @ w + b), mode="max-autotune-no-cudagraphs")(
        torch.zeros(8, 8), torch.zeros(8, 4), bias
    )
    assert timed
    torch.testing.assert_close(found, torch.relu(bias).expand(8, 4), equal_nan=True)
