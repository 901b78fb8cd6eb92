"""Templates in `torch.compile`: chosen by time, fused with what is around them, and never served stale."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import torch
from torch._inductor import config
from torch._inductor.utils import run_and_get_code

from cutedsl.errors import DSLUserCodeError
from cutedsl.torch.inductor import CuteDSLTemplate, lower
from cutedsl.torch.inductor.buffer import HAS_PROLOGUES
from cutedsl.torch.inductor.kernel import check_returns
from cutedsl.torch.inductor.loading import Rendered

SOURCE = """
{{gen_defines()}}

@cute.kernel
def {{kernel_name}}_kernel(fused):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    M, N, K = {{size("C", 0)}}, {{size("C", 1)}}, {{size("A", 1)}}
    i = bidx * THREADS + tidx
    if i < M * N:
        m, n = i // N, i % N
        acc = cutlass.Float32(0.0)
        for k in range(K):
            {{load_input("A", ("m", "k"), "a")}}
            {{load_input("B", ("k", "n"), "b")}}
            acc = acc + a * b
        acc = acc * SCALE_FACTOR
        {{store_output(("m", "n"), "acc")}}

@cute.jit
def {{kernel_name}}_launch(C: cute.Tensor, fused):
    blocks = cute.ceil_div(cute.size(C), THREADS)
    {{kernel_name}}_kernel(fused).launch(grid=(blocks, 1, 1), block=(THREADS, 1, 1))

{{def_kernel("A", "B", "C")}}
    {{kernel_name}}_launch(C, fused)
    return C
"""
SETTINGS = ({"THREADS": 64, "SCALE_FACTOR": 1.5},)


@torch.library.custom_op("cutedsl_test::mm", mutates_args=())
def mm(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return 1.5 * (a @ b)


@mm.register_fake
def _(a: Any, b: Any) -> Any:
    return a.new_empty(a.shape[0], b.shape[1])


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    torch._dynamo.reset()
    with config.patch(fx_graph_cache=False):
        yield
    torch._dynamo.reset()


@pytest.fixture(scope="module")
def template() -> Any:
    made = CuteDSLTemplate("test_mm", SOURCE)
    lower(torch.ops.cutedsl_test.mm.default, made, lambda a, b: (a[0], b[1]), SETTINGS)
    return made


def compiled(function: Any, *args: Any, **options: Any) -> tuple[Any, str]:
    """The result of a compiled function, compared with the plain one's, and Inductor's code."""
    out, code = run_and_get_code(torch.compile(function, **options), *args)
    for mine, plain in zip(*(x if isinstance(x, tuple) else (x,) for x in (out, function(*args))), strict=True):
        wide = mine.dtype in (torch.float32, torch.float64)
        torch.testing.assert_close(mine, plain, rtol=1e-4 if wide else 2e-2, atol=1e-4 if wide else 2e-2)
    return out, code[0]


def kernels(code: str) -> tuple[int, int]:
    """How many kernels of ours, and of Inductor's own, a program has."""
    return code.count("_cutedsl_load("), code.count("async_compile.cpp_pybinding(") + code.count(
        "async_compile.triton("
    )


A, B = torch.randn(33, 20), torch.randn(20, 17)
BIAS, RESIDUAL = torch.randn(17), torch.randn(33, 17)

FUSED: dict[str, tuple[Any, tuple[Any, ...], tuple[int, int]]] = {
    "after": (lambda a, b, c: torch.relu(mm(a, b) + c), (A, B, BIAS), (1, 0)),
    "before and after": (lambda a, b: torch.sigmoid(mm(torch.relu(a) * 2, b)), (A, B), (1, 0)),
    "both are wanted": (lambda a, b, c: (lambda y: (y, torch.relu(y + c)))(mm(a, b)), (A, B, BIAS), (1, 0)),
    "a whole tensor": (lambda a, b, r: torch.tanh(mm(a, b) * 0.01 + r).exp(), (A, B, RESIDUAL), (1, 0)),
    "a choice": (lambda a, b, r: torch.where(r > 0, mm(a, b).clamp(-1, 1), r), (A, B, RESIDUAL), (1, 0)),
    "16 bits": (lambda a, b: torch.nn.functional.gelu(mm(a, b)), (A.bfloat16(), B.bfloat16()), (1, 0)),
    "a masked load": (lambda a, b, r: mm(a, b) + torch.nn.functional.pad(r[:, 1:], (0, 1)), (A, B, RESIDUAL), (1, 0)),
    "a reduction is not": (lambda a, b: mm(a, b).sum(-1), (A, B), (1, 1)),
    "another shape is not": (lambda a, b: mm(a, b).t().contiguous() + 1, (A, B), (1, 1)),
    "an unknown function is not": (lambda a, b: torch.special.bessel_j0(mm(a, b)), (A, B), (1, 1)),
}


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)])
@pytest.mark.parametrize("case", FUSED)
def test_inductor_fuses_into_our_kernels(template: Any, case: str, device: str) -> None:
    function, args, expected = FUSED[case]
    if case == "before and after" and not HAS_PROLOGUES:
        expected = (1, 1)
    assert kernels(compiled(function, *(x.to(device) for x in args))[1]) == expected


def test_dynamic_rows_are_compiled_once(template: Any) -> None:
    function = torch.compile(lambda a, b, c: torch.relu(mm(a, b) + c), dynamic=True)
    for rows in (64, 33, 7):
        a = torch.randn(rows, 20)
        torch.testing.assert_close(function(a, B, BIAS), torch.relu(mm(a, B) + BIAS), rtol=1e-4, atol=1e-4)


def test_choices_are_timed_and_a_broken_one_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    source = SOURCE.replace("acc = acc * SCALE_FACTOR", "acc = acc * SCALE_FACTOR{{'' if THREADS > 32 else ' +'}}")
    broken = CuteDSLTemplate("test_choices", source, valid=lambda sizes, THREADS, SCALE_FACTOR: THREADS < 512)
    settings = [{"THREADS": threads, "SCALE_FACTOR": 1.5} for threads in (32, 64, 128, 512)]
    lower(torch.ops.cutedsl_test.mm.default, broken, lambda a, b: (a[0], b[1]), settings)
    with caplog.at_level(logging.WARNING, logger="cutedsl.torch.inductor"):
        _, code = compiled(lambda a, b: mm(a, b) + 1, A, B)
    assert "THREADS: cutlass.Constexpr = 64" in code or "THREADS: cutlass.Constexpr = 128" in code
    (said,) = [record.getMessage() for record in caplog.records if "a choice was left out" in record.getMessage()]
    line = SOURCE.split("\n").index("        acc = acc * SCALE_FACTOR") + 1
    assert f"line {line} of the template test_choices: `acc = acc * SCALE_FACTOR +`" in said


def test_a_choice_of_a_wrong_setting_is_left_out_with_its_line(caplog: pytest.LogCaptureFixture) -> None:
    template = CuteDSLTemplate("test_python", SOURCE)
    settings = [{"THREADS": threads, "SCALE_FACTOR": 1.5} for threads in (64, "many")]
    lower(torch.ops.cutedsl_test.mm.default, template, lambda a, b: (a[0], b[1]), settings)
    with caplog.at_level(logging.WARNING, logger="cutedsl.torch.inductor"):
        _, code = compiled(lambda a, b: mm(a, b) - 1, A, B)
    assert "THREADS: cutlass.Constexpr = 64" in code
    (said,) = [record.getMessage() for record in caplog.records if "a choice was left out" in record.getMessage()]
    assert "error[leaf-not-integer]" in said and re.search(r"line \d+ of the template test_python: `.*THREADS", said)


def test_where_no_choice_compiles_the_error_says_why() -> None:
    source = SOURCE.replace("acc = acc * SCALE_FACTOR", "acc = acc * SCALE")
    settings = [{"THREADS": threads, "SCALE_FACTOR": 1.5} for threads in (32, 64)]
    lower(torch.ops.cutedsl_test.mm.default, CuteDSLTemplate("test_none", source), lambda a, b: (a[0], b[1]), settings)
    with pytest.raises(Exception, match=r"error\[undefined-name\]: name `SCALE` is not defined"):
        compiled(lambda a, b: mm(a, b) * 3, A, B)


def test_a_torch_without_what_templates_stand_on() -> None:
    lines = (
        "import sys, torch",
        "torch.__version__ = '2.7.1'",
        "sys.modules['torch._inductor.custom_graph_pass'] = None",
        "import cutedsl.torch.inductor",
    )
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "framework-version" in done.stderr and "torch 2.7.1 does not have what templates need" in done.stderr


def test_the_rules_of_a_text() -> None:
    head = "def entry(A, stream=None):\n"

    def text_of(source: str) -> Rendered:
        return Rendered("entry", source, tuple(range(11, 20)))

    check_returns(text_of(head + "    return C\n"), "C")
    for text, said in (
        (head + "    return A\n", "does not return C; line 11 of the template entry"),
        ("def other():\n    return C\n", "entry has no entry function"),
        (head + "    return C +\n", r"not Python: .* line 12 of the template entry: `return C \+`"),
    ):
        with pytest.raises(DSLUserCodeError, match=said):
            check_returns(text_of(text), "C")
    with pytest.raises(DSLUserCodeError, match=r"has no `\{\{def_kernel"):
        CuteDSLTemplate("nothing", "x = 1")
    with pytest.raises(DSLUserCodeError, match="named 'my-mm'"):
        CuteDSLTemplate("my-mm", SOURCE)
