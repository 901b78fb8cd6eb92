"""`torch.compile(mode="max-autotune")` on a GPU: Inductor alone, with the library on offer, and the library alone.

Every function is compiled three times in one process: with nothing of ours, with ours on offer, and once more with all
other choices taken away, so that the template is timed where it did not win too. They run interleaved. For each case
the kernels in the generated code say who won. Writes `results/gpu_inductor.json` after every case.

Usage, on a GPU host: PYTHONPATH=src:. python -m benchmarks.gpu.inductor_choices [--seconds 80] [CASE ...]
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Final
from unittest.mock import patch

import torch
import torch._functorch.config as functorch_config
import torch._inductor.config as inductor_config
import torch.nn.functional as F
from torch import Tensor
from torch._inductor.kernel import bmm, mm
from torch._inductor.utils import run_and_get_code

from benchmarks.gpu.timing import timed
from benchmarks.record import write_result
from cutedsl.torch.inductor import fingerprint, library, offer_library, rows
from cutedsl.torch.inductor.template import CuteDSLTemplateCaller

_KERNEL: Final = re.compile(r"extern_kernels\.\w+(?=\()|\b(?:triton|cutedsl)_\w+(?=\.run\()")
_CUT: Final = re.compile(r"CONFIG: cutlass\.Constexpr = (GemmConfig\([^)]*\))")


@dataclass(frozen=True, slots=True)
class Case:
    """A function, its bfloat16 arguments by their sizes, and the operations of its product (0: rows)."""

    function: Callable[..., Tensor]
    sizes: Sequence[tuple[int, ...]]
    operations: int = 0


def _linear_relu(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    return torch.relu(F.linear(x, w, b))


def _product(x: Tensor, w: Tensor) -> Tensor:
    return x @ w.t()


def _softmax(x: Tensor) -> Tensor:
    return torch.softmax(x, -1)


def _rms_norm(x: Tensor, w: Tensor) -> Tensor:
    return F.rms_norm(x, x.shape[-1:], w, 1e-5)


def _layer_norm(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    return F.layer_norm(x, x.shape[-1:], w, b, 1e-5)


def _linear_case(m: int, n: int, k: int) -> Case:
    return Case(_linear_relu, ((m, k), (n, k), (n,)), 2 * m * n * k)


CASES: Final = {
    "linear + relu 4096": _linear_case(4096, 4096, 4096),
    "softmax 8192 x 8192": Case(_softmax, ((8192, 8192),)),
    "rms_norm 16384 x 4096": Case(_rms_norm, ((16384, 4096), (4096,))),
    "linear + relu 8192": _linear_case(8192, 8192, 8192),
    "layer_norm 16384 x 4096": Case(_layer_norm, ((16384, 4096), (4096,), (4096,))),
    "linear + relu 2048 x 8192 x 4096": _linear_case(2048, 8192, 4096),
    "product 4096": Case(_product, ((4096, 4096), (4096, 4096)), 2 * 4096**3),
}


@dataclass(frozen=True, slots=True)
class Made:
    """A compiled function, the kernels in its generated code, how our product is cut, and seconds to compile."""

    call: Callable[..., Tensor]
    kernels: list[str]
    cut: str
    seconds: float


def compiled(function: Any, arguments: Sequence[Tensor]) -> Made:
    """A function compiled apart from all others that have its text."""
    code = function.__code__.replace(co_name=f"{function.__name__}_{time.monotonic_ns()}")
    alone = FunctionType(code, function.__globals__)
    made: Any = torch.compile(alone, mode="max-autotune-no-cudagraphs", dynamic=False)
    start = time.perf_counter()
    _, text = run_and_get_code(made, *arguments)
    seconds = time.perf_counter() - start
    cut = _CUT.search(text[-1])
    return Made(made, list(dict.fromkeys(_KERNEL.findall(text[-1]))), cut[1] if cut else "", seconds)


_only_ours: ContextVar[bool] = ContextVar("only_ours", default=False)


def _filtered(choose: Callable[..., Any]) -> Callable[..., Any]:
    """Inductor's choice, among ours alone where that is set."""

    def chosen(name: str, choices: list[Any], *args: Any, **kwargs: Any) -> Any:
        ours = [choice for choice in choices if _only_ours.get() and isinstance(choice, CuteDSLTemplateCaller)]
        return choose(name, ours or choices, *args, **kwargs)

    return chosen


def _install() -> None:
    """Offers the library, whose choices come after a filter of all choices."""
    for module in (mm, bmm, rows):
        names: Any = vars(module)
        names["autotune_select_algorithm"] = _filtered(names["autotune_select_algorithm"])
    offer_library()


def variants(function: Any, arguments: Sequence[Tensor]) -> dict[str, Made]:
    """The function as Inductor alone makes it, with the library on offer, and with nothing but the library."""
    with patch.object(library, "_configs", lambda *_: ()), patch.object(fingerprint, "GRAPH_PASSES", []):
        made = {"Inductor alone": compiled(function, arguments)}
    print(f"  Inductor alone: {made['Inductor alone'].kernels}", flush=True)
    made["library offered"] = compiled(function, arguments)
    print(f"  library offered: {made['library offered'].kernels} {made['library offered'].cut}", flush=True)
    token = _only_ours.set(True)
    try:
        made["library alone"] = compiled(function, arguments)
    finally:
        _only_ours.reset(token)
    assert all(kernel.startswith("cutedsl") for kernel in made["library alone"].kernels), made["library alone"].kernels
    return made


def measure(case: Case) -> dict[str, object]:
    """A row of the result: kernels, seconds of compiling, error against float64, and times of each variant."""
    arguments = [torch.randn(size, device="cuda", dtype=torch.bfloat16) for size in case.sizes]
    wanted = case.function(*(x.double() for x in arguments))
    made = variants(case.function, arguments)
    row: dict[str, Any] = {"eager": {}}
    calls: dict[str, Callable[[], object]] = {"eager": lambda: case.function(*arguments)}
    for name, one in made.items():
        error = ((one.call(*arguments).double() - wanted).norm() / wanted.norm()).item()
        assert error < 1e-2, (name, error)
        row[name] = {
            "kernels": one.kernels,
            "cut": one.cut,
            "compile_s": round(one.seconds, 1),
            "error": float(f"{error:.2g}"),
        }
        calls[name] = lambda one=one: one.call(*arguments)
    times = timed(calls, sum(x.nbytes for x in arguments) + wanted.numel() * 2, repeats=20, wait_cycles=1_000_000)
    theirs = times["Inductor alone"]["median_us"]
    for name, found in times.items():
        row[name] |= {key: round(found[key], 2) for key in ("median_us", "p10_us", "p90_us", "tb_per_s")}
        row[name]["times_inductor_alone"] = round(theirs / found["median_us"], 3)
        if case.operations:
            row[name]["tflop_per_s"] = round(case.operations / found["median_us"] / 1e6, 1)
        print(f"  {name:16s} {row[name]}", flush=True)
    return row


def main() -> None:
    """Measures the cases until the time is over."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=80, help="no case begins after this time")
    parser.add_argument("cases", nargs="*", default=list(CASES))
    given = parser.parse_args()
    start = time.perf_counter()
    _install()
    functorch_config.enable_autograd_cache = inductor_config.fx_graph_cache = False
    found: list[dict[str, object]] = []
    with torch.no_grad():
        for name in given.cases:
            if time.perf_counter() - start > given.seconds:
                print(f"no time for {name}")
                continue
            print(f"{name}:", flush=True)
            found.append({"case": name, **measure(CASES[name])})
            more = {"device": torch.cuda.get_device_name(), "torch": torch.__version__}
            print(write_result("gpu_inductor", found, **more), flush=True)


if __name__ == "__main__":
    main()
