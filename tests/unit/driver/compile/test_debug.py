"""What each level of `CUTEDSL_DEBUG` shows of a compilation, and what a profiler is told."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.config import override
from cutedsl.cute.runtime import make_fake_compact_tensor
from cutedsl.driver.compile import pipeline
from cutedsl.execution.cuda import nvtx


@cute.kernel
def _fill(x: cute.Tensor, value: cutlass.Float32):
    tidx, _, _ = cute.arch.thread_idx()
    x[tidx] = value


@cute.jit
def fill(x: cute.Tensor, value: cutlass.Float32):
    _fill(x, value).launch(grid=(1, 1, 1), block=(32, 1, 1))


def compile_fill(options: str = "") -> Any:
    x = make_fake_compact_tensor(cutlass.Float32, (cute.sym_int(divisibility=8),), assumed_align=16)
    return cute.compile(fill, x, 1.0, options=f"--target cpu {options}")


def said_at(level: int, capsys: pytest.CaptureFixture[str], **settings: Any) -> str:
    with override(debug=level, cache=False, **settings):
        compile_fill()
    return capsys.readouterr().err


def test_level_0_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert said_at(0, capsys) == ""


def test_level_1_shows_the_time_of_each_stage(capsys: pytest.CaptureFixture[str]) -> None:
    said = said_at(1, capsys)
    first, *rows = said.splitlines()
    assert re.fullmatch(r"cutedsl: compiled: cutlass_fill for this CPU, [\d.]+ ms", first)
    stages = {row.split("ms")[0].rsplit(maxsplit=1)[0].strip(): row for row in rows}
    assert {"trace", "expand", "emit", "LLVM", "load"} <= set(stages)
    assert all(re.fullmatch(r"  \S.* +[\d.]+ ms +\d+ %", row) for row in rows)
    assert "arguments" not in said


def test_level_2_shows_arguments_with_their_layouts_and_the_kernels(capsys: pytest.CaptureFixture[str]) -> None:
    said = said_at(2, capsys)
    assert "    x: f32 in gmem, (?{div=8}):(1), aligned to 16 bytes\n    value: f32\n" in said
    assert re.search(r"kernel kernel_cutlass__fill_\w{6}_0: block 32x1x1, 0 bytes of shared memory", said)
    assert "func.func" not in said


def test_level_3_shows_the_ir_of_each_stage(capsys: pytest.CaptureFixture[str]) -> None:
    said = said_at(3, capsys)
    captured, expanded = said.split("# cutlass_fill/2_expanded.mlir\n")
    assert "# cutlass_fill/1_captured.mlir\n" in captured and "cute.memref.store" in captured
    assert "cute.ptr.store" in expanded and "cute.memref.store" not in expanded
    assert "define " not in said


def test_level_4_shows_everything(capsys: pytest.CaptureFixture[str]) -> None:
    said = said_at(4, capsys)
    for name, sign in (("3_generic.mlir", "loc("), ("4_llvm.ll", "define "), ("5_kernels.ptx", ".visible .entry")):
        assert sign in said.split(f"# cutlass_fill/{name}\n")[1]
    assert "# cutlass_fill/6_machine.s\n" in said


def test_a_dump_directory_gets_every_stage_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "func.func" not in said_at(3, capsys, dump_dir=tmp_path)
    (program,) = tmp_path.iterdir()
    assert re.fullmatch(r"cutlass_fill-[0-9a-f]{8}", program.name)
    names = ["1_captured.mlir", "2_expanded.mlir", "3_generic.mlir", "4_llvm.ll", "5_kernels.ptx", "6_machine.s"]
    assert sorted(file.name for file in program.iterdir()) == names
    assert "cute.memref.store" in (program / "1_captured.mlir").read_text()


def test_keep_ptx_writes_the_ptx(tmp_path: Path) -> None:
    with override(cache=False, dump_dir=tmp_path):
        compile_fill("--keep-ptx --gpu-arch sm_80")
    assert ".target sm_80" in (tmp_path / "cutlass_fill.sm_80.ptx").read_text()


def test_each_stage_is_a_range_for_a_profiler(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    fake = SimpleNamespace(push_range=seen.append, pop_range=lambda: seen.append("end"), __spec__=object())
    monkeypatch.setitem(sys.modules, "nvtx", fake)
    nvtx._backend.cache_clear()
    try:
        with override(cache=False):
            compile_fill()
    finally:
        nvtx._backend.cache_clear()
    assert seen[:2] == ["cutedsl trace", "end"]
    assert "cutedsl LLVM" in seen and seen.count("end") == len(seen) // 2


def test_a_machine_without_nvtx_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nvtx", None)
    monkeypatch.setattr(nvtx, "_LIBRARIES", ("libthere_is_none.so",))
    nvtx._backend.cache_clear()
    try:
        with nvtx.nvtx_range("work"):
            pass
        assert not nvtx.profiler_listens()
    finally:
        nvtx._backend.cache_clear()


def test_no_ir_is_printed_that_nobody_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Printing it takes as long as compiling."""
    printed: list[object] = []
    monkeypatch.setattr(pipeline, "short_form", printed.append)
    with override(cache=False):
        compile_fill()
    assert not printed
