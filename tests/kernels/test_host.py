"""Host functions: native loops and memory, launches, methods and partials, launch keywords, compile options."""

from __future__ import annotations

import functools
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.config import override
from cutedsl.driver.arguments.signature import bind_arguments
from cutedsl.driver.arguments.specs import TensorSpec
from cutedsl.driver.compile.compilation import StageTimes
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.driver.compile.translate import translate
from cutedsl.errors import DSLUserCodeError
from cutedsl.targets.cpu import CpuTarget
from cutedsl.targets.nvidia import NvidiaTarget
from tests.kernels.arrays import TARGETS, Arrays

BLOCK = 4


@cute.kernel
def add(y: cute.Tensor, v: cutlass.Int32):
    i = cute.arch.block_idx()[0] * cute.arch.block_dim()[0] + cute.arch.thread_idx()[0]
    if i < y.shape[0]:
        y[i] = y[i] + v


@cute.jit
def launches(y: cute.Tensor, n: cutlass.Int32):
    add(y, 1).launch(grid=(cute.ceil_div(y.shape[0], BLOCK), 1, 1), block=[BLOCK, 1, 1])
    for j in range(n):
        add(y, j).launch(grid=[cute.ceil_div(y.shape[0], BLOCK)], block=(BLOCK,))
    if n > 2:
        add(y, 100).launch(grid=n, block=BLOCK)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("n", [1, 4])
def test_several_launches_with_sizes_of_the_run(target: str, n: int) -> None:
    arrays = Arrays(target)
    y = arrays.put(np.zeros(10, np.int32))
    cute.compile(launches, y, n, options=arrays.options)(y, n)
    expected = np.full(10, 1 + sum(range(n)), np.int32)
    expected[: BLOCK * n if n > 2 else 0] += 100
    np.testing.assert_array_equal(arrays.get(y), expected)


@cute.jit
def native(x: cute.Tensor, out: cute.Tensor):
    total, largest = cutlass.Float32(0), x[0]
    for i in range(x.shape[0]):
        if x[i] > 0:
            total += x[i]
        largest = max(largest, x[i])
    out[0], out[1] = total, largest


def test_a_host_function_without_a_kernel_computes_here() -> None:
    x = np.random.default_rng(7).standard_normal(37, dtype=np.float32)
    out = np.full(2, np.nan, np.float32)
    native(x, out)
    np.testing.assert_allclose(out, [x[x > 0].sum(dtype=np.float64), x.max()], rtol=1e-5)


class Scale:
    """A program as an object: `self` is known while compiling."""

    def __init__(self, factor: int) -> None:
        self.factor = factor

    @cute.jit
    def __call__(self, y: cute.Tensor):
        self.body(y).launch(grid=1, block=BLOCK)

    @cute.kernel
    def body(self, y: cute.Tensor):
        i = cute.arch.thread_idx()[0]
        y[i] = self.twice(i) * self.factor

    @cute.jit
    def twice(self, k: Any) -> Any:
        return k * 2 if self.factor > 0 else k

    @staticmethod
    @cute.jit
    def fill(y: cute.Tensor):
        for i in range(y.shape[0]):
            y[i] = 5

    @classmethod
    @cute.jit
    def name_length(cls, y: cute.Tensor):
        y[0] = len(cls.__name__)


@cute.jit
def put(y: cute.Tensor, place: cutlass.Constexpr, value: Any = 4):
    y[place] = value


def test_objects_methods_and_partials() -> None:
    y = np.full(BLOCK, -77, np.int32)
    for program in (Scale(3), cute.compile(Scale(3), y), cute.compile(Scale(3).__call__, y)):
        program(y)
        assert y.tolist() == [0, 6, 12, 18]
        y[:] = -77
    cute.compile(functools.partial(Scale(-1).__call__), y)(y)
    assert y.tolist() == [0, -1, -2, -3]
    Scale.fill(y)
    Scale.name_length(y)
    assert y.tolist() == [5] * BLOCK
    cute.compile(functools.partial(put, place=2), y)(y)
    cute.compile(functools.partial(put, place=1, value=9), y)(y)
    cute.compile(functools.partial(put, y, 3), 8)(8)
    assert y.tolist() == [5, 9, 4, 8]


def launch_with(**keywords: Any) -> Any:
    @cute.jit
    def run(y: cute.Tensor, block: cutlass.Int32):
        add(y, 1).launch(grid=1, block=block, **keywords)

    return run


@pytest.mark.parametrize(
    "keywords",
    [
        {"async_deps": []},
        {"async_deps": None, "use_pdl": False, "cooperative": False},
        {"hint_smem_base_uniform": True},
    ],
)
def test_launch_keywords_that_ask_for_nothing(keywords: dict[str, Any]) -> None:
    y = np.zeros(BLOCK, np.int32)
    launch_with(**keywords)(y, BLOCK)
    assert y.tolist() == [1] * BLOCK


def torch_event(handle: int) -> Any:
    """An event as torch has them; 0 until it was recorded."""
    return SimpleNamespace(cuda_event=handle)


@pytest.mark.parametrize(
    ("keywords", "name"),
    [
        ({"shared": 4}, "launch-option"),
        ({"stream": 0, "async_deps": [0]}, "launch-option"),
        ({"min_blocks_per_mp": -1}, "launch-option"),
        ({"max_number_threads": (1, 1, 1, 1)}, "launch-option"),
        ({"async_deps": [0, 0]}, "not-yet"),
        ({"use_pdl": 1}, "launch-option"),
        ({"cooperative": None}, "launch-option"),
        ({"preferred_smem_carveout": 50}, "not-yet"),
        ({"programmatic_event": object()}, "argument-type"),
        ({"programmatic_event": torch_event(0)}, "argument-type"),
        ({"programmatic_event": 5, "programmatic_event_flags": None}, "launch-option"),
        ({"launch_completion_event_flags": 1}, "launch-option"),
    ],
)
def test_launch_keywords_that_are_refused(keywords: dict[str, Any], name: str) -> None:
    with pytest.raises(DSLUserCodeError, match=name):
        launch_with(**keywords)(np.zeros(BLOCK, np.int32), BLOCK)


@pytest.mark.parametrize("keyword", ["use_pdl", "cooperative"])
def test_a_launch_of_one_block_with_an_attribute_runs_on_the_cpu(keyword: str) -> None:
    y = np.zeros(BLOCK, np.int32)
    program = cute.compile(launch_with(**{keyword: True}), y, BLOCK, options="--target cpu")
    program(y, BLOCK)
    assert y.tolist() == [1] * BLOCK
    (kernel,) = program.artifacts.source.kernels
    assert (kernel.use_pdl, kernel.cooperative) == (keyword == "use_pdl", keyword == "cooperative")


class CUevent:
    """As an annotation, that of cuda-bindings: a handle may be passed as an int."""


@cute.jit
def recorded(y: cute.Tensor, started: Any, triggered: CUevent):
    add(y, 1).launch(
        grid=1,
        block=BLOCK,
        launch_completion_event=started,
        programmatic_event=triggered,
        programmatic_event_trigger_at_block_start=1,
    )


@pytest.mark.parametrize("triggered", [1 << 40, torch_event(1 << 40)], ids=["handle", "torch"])
def test_a_launch_takes_events(triggered: Any) -> None:
    """The kernel gets their handles for its launcher; on the CPU all is done when the call returns."""
    y = np.zeros(BLOCK, np.int32)
    recorded(y, torch_event(7), triggered)
    program = cute.compile(recorded, y, torch_event(7), triggered, options="--target cpu")
    program(y, torch_event(8), triggered)
    assert y.tolist() == [2] * BLOCK
    (kernel,) = program.artifacts.source.kernels
    assert kernel.events == (("launch_completion_event", 0, 0), ("programmatic_event", 0, 1))
    assert kernel.param_count == 5  # a pointer, an extent and a number, then the events
    assert re.search(r"add_\w{6}_0_param_4", program.artifacts.ptx("sm_90a"))
    with pytest.raises(DSLUserCodeError, match="first recorded"):
        program(y, torch_event(0), triggered)


@cute.jit
def together(y: cute.Tensor):
    add(y, 1).launch(grid=2, block=BLOCK // 2, cooperative=True)


def test_a_cooperative_launch_of_several_blocks_runs_on_the_cpu() -> None:
    y = np.zeros(BLOCK, np.int32)
    together(y)
    assert y.tolist() == [1] * BLOCK


def test_bounds_of_a_launch_reach_the_gpu_code() -> None:
    program = launch_with(max_number_threads=(256, 1, 1), min_blocks_per_mp=2, max_registers=40)
    compiled = cute.compile(program, np.zeros(4, np.int32), BLOCK, options="--target cpu")
    text = compiled.artifacts.ptx("sm_90a")
    assert ".maxntid 256" in text and ".minnctapersm 2" in text and ".maxnreg 40" in text


@cute.jit
def checked(y: cute.Tensor):
    cute.testing.assert_(y[0] > 0, "the first element is not positive")
    y[1] = 7


def test_assertions_are_there_when_asked_for() -> None:
    y = np.zeros(2, np.int32)
    checked(y)
    assert y.tolist() == [0, 7]
    with pytest.raises(DSLUserCodeError, match="the first element is not positive"):
        cute.compile[cute.EnableAssertions](checked, y)(y)
    with override(assertions=True), pytest.raises(DSLUserCodeError, match="kernel-trap"):
        checked(y)
    y[0] = 1
    cute.compile(checked, y, options="--enable-assertions")(y)


def test_a_compilation_keeps_the_files_asked_for(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    y = np.zeros(BLOCK, np.int32)
    options = f"--target cpu --gpu-arch sm_90a --keep-ptx --keep-cubin --dump-dir {tmp_path}"
    options += " --ptxas-options --maxrregcount=32"
    compiled = cute.compile(Scale(2), y, options=options)
    kept = {path.suffix: path for path in tmp_path.iterdir() if path.is_file()}
    assert kept[".ptx"].read_text() == compiled.__ptx__ and kept[".cubin"].read_bytes() == compiled.__cubin__
    assert ".entry" in compiled.__ptx__ and "func.func" in compiled.__mlir__
    with override(print_ir=True, print_rewritten=True, times=True, no_cache=True):
        cute.compile(launches, y, 1)
    shown = capfd.readouterr().err
    assert "func.func @cutlass_launches" in shown and "ms" in shown


def test_the_rewritten_function_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    @cute.jit
    def fresh(n: cutlass.Int32):
        for _ in range(n):
            cute.printf("x")

    with override(print_rewritten=True):
        fresh(0)
    assert "__stage__.for_" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("option", "error"),
    [("iket", "not-yet")] + [(f"{k}{{other}}", "unknown-compile-option") for k in ("warnings", "debug")],
)
def test_options_without_a_meaning(option: str, error: str) -> None:
    with pytest.raises(DSLUserCodeError, match=error):
        cute.compile(native, np.zeros(1, np.float32), np.zeros(2, np.float32), options=option)


def test_kernels_that_are_traced_as_they_are() -> None:
    @cute.kernel(preprocess=False)
    def plain(y: cute.Tensor):
        for i in range(3):  # Python's loop
            y[i] = i

    @cute.jit
    def run(y: cute.Tensor):
        plain(y).launch(grid=1, block=1)

    y = np.full(3, -77, np.int32)
    compiled = cute.compile(run, y, options="--target cpu")
    compiled(y)
    assert y.tolist() == [0, 1, 2] and "scf.for" not in compiled.__mlir__


@cute.jit
def touches(y: cute.Tensor):
    add(y, 1).launch(grid=1, block=BLOCK)
    for i in range(2):
        y[i] = 3


def test_a_host_function_does_not_touch_memory_of_the_gpu() -> None:
    """The program is lowered for tensors that are said to lie on a GPU; nothing runs."""
    bound = bind_arguments(touches.function, (np.zeros(4, np.int32),), {})
    (spec,) = bound.specs
    assert isinstance(spec, TensorSpec)
    there = replace(bound, specs=(replace(spec, device="cuda"),))
    with pytest.raises(DSLUserCodeError, match="host-reads-device") as caught:
        translate(touches, there, NvidiaTarget("sm_90a"), CompileOptions(), StageTimes())
    assert caught.value.span is not None and caught.value.span.file == __file__
    translate(touches, bound, CpuTarget("sm_90a"), CompileOptions(), StageTimes())


@cute.kernel
def _counts_threads(y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx] = y[tidx] + 1


@cute.jit
def _of_any_block(y: cute.Tensor, threads: cutlass.Int32):
    _counts_threads(y).launch(grid=1, block=threads)


def test_each_call_has_its_own_block() -> None:
    """A launch is known by all of its sizes: the grid is the same here."""
    y = np.zeros(96, np.int32)
    compiled = cute.compile(_of_any_block, y, 1, options="--target cpu")
    for threads in (64, 32, 96, 64):
        compiled(y, threads)
    with pytest.raises(DSLUserCodeError, match="2048"):
        compiled(y, 2048)
    assert y.tolist() == [4] * 32 + [3] * 32 + [1] * 32
