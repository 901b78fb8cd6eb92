"""Inline PTX: passed through to the GPU, run by table on the CPU (tests/kernels), refused by name eagerly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble, compile_ptx, emit_nvptx
from cutedsl.driver.arguments.signature import bind_arguments
from cutedsl.driver.compile.trace import trace_program
from cutedsl.eager.session import Session, running
from cutedsl.errors import DSLUserCodeError
from cutedsl.passes.expand.tensors import expand_tensors
from tests.docs.programs import ROOT, run

PROGRAM = "tests/programs/existing_ptx.py"


def ptx_of(function: Any, *arguments: object, arch: str = "sm_80") -> str:
    """A program's PTX, made without compiling anything for this CPU."""
    bound = bind_arguments(function.function, arguments, {}).placed("cuda")
    program = trace_program(function.staged, "run", list(zip(bound.names, bound.specs, strict=True)))
    return compile_ptx(emit_nvptx(expand_tensors(program.module), target(arch)))


def floats() -> Any:
    return cute.runtime.make_fake_compact_tensor(cutlass.Float32, (32,))


@pytest.fixture(scope="module")
def own_ops() -> Any:
    """The program as `cutedsl run` loads it, in a process of its own: its PTX by architecture."""
    code = (
        "import sys; from cutedsl.compat.imports import install_finder; install_finder(override=True)\n"
        "import runpy, cutlass, cutlass.cute as cute\n"
        "from tests.programs.test_inline_ptx import floats, ptx_of\n"
        f"program = runpy.run_path({PROGRAM!r})\n"
        "bits = cute.runtime.make_fake_compact_tensor(cutlass.Uint32, (32,))\n"
        "for arch in ('sm_80', 'sm_90a'):\n"
        "    print('//' + arch); print(ptx_of(program['run'], floats(), bits, floats(), arch=arch))\n"
    )
    done = run(["-c", code], ROOT)
    assert done.returncode == 0, done.stdout
    texts = re.split(r"^//(sm_\w+)$", done.stdout, flags=re.MULTILINE)[1:]
    return dict(zip(texts[::2], texts[1::2], strict=True))


@pytest.mark.parametrize("arch", ["sm_80", "sm_90a"])
def test_ptx_of_programs_reaches_the_gpu(own_ops: Any, arch: str, ptxas: Path) -> None:
    text = own_ops[arch]
    for statement in ("ex2.approx.ftz.f32", "add.cc.u32", "addc.u32", "st.global.cs.f32"):
        assert text.count(statement) == 1, statement
    assert re.search(r"@%p\d+ membar.gl;", text)
    (kernel,) = assemble(text, target(arch), ptxas=str(ptxas)).kernels
    assert kernel.spill_store_bytes == 0


def test_a_pure_statement_that_nothing_reads_is_dropped() -> None:
    @cute.kernel
    def unread(x: cute.Tensor):
        i, _, _ = cute.arch.thread_idx()
        cutlass_asm("sin.approx.f32 $0, $1;", x[i], pure=True)
        cutlass_asm("cos.approx.f32 $0, $1;", x[i], pure=False)

    @cute.jit
    def go(x: cute.Tensor):
        unread(x).launch(grid=1, block=32)

    text = ptx_of(go, floats())
    assert "cos.approx" in text and "sin.approx" not in text


def cutlass_asm(text: str, x: Any, *, pure: bool) -> Any:
    from cutedsl.lang.intrinsics.inline_ptx import asm_statement

    return asm_statement(text, "=f,f", [x.ir_value()], [cutlass.Float32], pure=pure)


@cute.kernel
def _approximate(x: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    x[i] = cute.arch.inline_ptx(
        "ex2.approx.f32 {$w0}, {$r0};", write_only_types=[cutlass.Float32], read_only_args=[x[i]]
    )


@cute.jit
def approximate(x: cute.Tensor):
    _approximate(x).launch(grid=1, block=32)


@pytest.mark.gpu
def test_the_gpu_runs_it() -> None:
    import torch

    x = torch.rand(32, device="cuda")
    expected = torch.exp2(x)
    approximate(x)
    torch.testing.assert_close(x, expected, rtol=1e-6, atol=0)


def test_the_cpu_runs_it() -> None:
    x = np.linspace(-3, 3, 32, dtype=np.float32)
    expected = np.exp2(x)
    approximate(x)
    np.testing.assert_allclose(x, expected, rtol=1e-6)


def test_an_eager_run_refuses_it_by_name() -> None:
    with running(Session()), pytest.raises(DSLUserCodeError, match="inline_ptx") as error:
        approximate(np.ones(32, np.float32))
    assert error.value.name in ("not-yet", "inline-ptx-on-cpu")


@pytest.mark.parametrize(
    ("code", "types", "values"),
    [("mov.f32 {$w1}, {$r0};", [cutlass.Float32], [1.0]), ("mov.b8 {$w0}, {$r0};", [cutlass.Int8], [1])],
)
def test_places_without_values_are_refused(code: str, types: Any, values: Any) -> None:
    @cute.kernel
    def wrong():
        cute.arch.inline_ptx(code, write_only_types=types, read_only_args=values)

    @cute.jit
    def go():
        wrong().launch(grid=1, block=32)

    with pytest.raises(DSLUserCodeError) as error:
        go()
    assert error.value.name == "inline-ptx-place"
