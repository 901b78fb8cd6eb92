"""What settings do to a compilation: dry runs, warnings, the log, what is kept, how much is remembered."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.config import override
from cutedsl.driver.cache.disk import disk_cache
from cutedsl.driver.cache.memory import MEMORY
from cutedsl.driver.call import foreign_settings
from cutedsl.driver.compile.options import default_options
from cutedsl.errors import DSLBaseError, DSLOptimizationWarning, DSLWarning, fail
from cutedsl.execution.compile_cache import CompileCache


@cute.kernel
def put_kernel(x: cute.Tensor, value: cutlass.Float32):
    x[cute.arch.lane_idx()] = value


@cute.jit
def put(x: cute.Tensor, value: cutlass.Float32):
    put_kernel(x, value).launch(grid=1, block=4)


def zeros() -> np.ndarray:
    return np.zeros(4, np.float32)


def unrolled() -> Any:
    @cute.jit
    def turns(x: cute.Tensor):
        for _ in cutlass.range_constexpr(100):
            x[0] = x[0] + 1.0

    return turns


@pytest.fixture
def place(tmp_path: Path) -> Any:
    with override(cache_dir=tmp_path / "cache", target="cpu"):
        yield tmp_path / "cache"


def test_a_dry_run_traces_and_runs_nothing(place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    x = zeros()
    put(x, 1.0)
    put(x, 1.0)
    put(x, 1.0)  # by now a builtin recognises the call
    with override(dryrun=True, print_ir=True):
        put(x, 5.0)
        compiled = cute.compile(put, x, 1.0)
        compiled(x, 5.0)
        with pytest.raises(DSLBaseError, match="DRYRUN asks for its IR only") as caught:
            _ = compiled.__ptx__
    assert x.tolist() == [1.0] * 4 and getattr(caught.value, "name", "") == "compile-forbidden"
    assert capsys.readouterr().err.count("func.func @cutlass_put") == 2
    assert "cute.memref.store" in compiled.__mlir__
    put(x, 2.0)
    assert x.tolist() == [2.0] * 4


@pytest.mark.parametrize("options", ["", "--enable-tvm-ffi"])
def test_a_dry_runs_function_does_nothing_with_any_option(options: str, place: Path) -> None:
    x = zeros()
    with override(dryrun=True):
        cute.compile(put, x, 1.0, options=options)(x, 5.0)
    assert x.tolist() == [0.0] * 4


def test_a_dry_run_set_in_the_environment_reaches_calls_that_a_builtin_recognises(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    x = zeros()
    monkeypatch.setenv("CUTEDSL_TARGET", "cpu")
    for _ in range(4):
        put(x, 1.0)
    monkeypatch.setenv("CUTE_DSL_DRYRUN", "1")
    put(x, 5.0)
    assert x.tolist() == [1.0] * 4


def test_a_dry_run_shows_the_programs_mistakes(place: Path) -> None:
    @cute.jit
    def wrong(x: cute.Tensor):
        put_kernel(x, 1.0)

    with override(dryrun=True), pytest.raises(DSLBaseError, match="kernel-not-launched"):
        wrong(zeros())


@pytest.mark.parametrize("names", [{"all"}, {"many-copies"}])
def test_warnings_can_be_errors(names: set[str], place: Path) -> None:
    with override(warnings_as_errors=frozenset(names)), pytest.raises(DSLBaseError, match=r"error\[many-copies\]"):
        unrolled()(zeros())


def test_a_remembered_program_that_was_warned_of_is_an_error_too(place: Path) -> None:
    turns = unrolled()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        turns(zeros())
    with override(warnings_as_errors=frozenset({"all"})), pytest.raises(DSLBaseError, match="many-copies"):
        turns(zeros())


def test_other_warnings_stay_warnings(place: Path) -> None:
    with override(warnings_as_errors=frozenset({"cache-damaged"}), cache=False), pytest.warns(DSLOptimizationWarning):
        unrolled()(zeros())


@pytest.mark.parametrize(
    "changes",
    [
        {"warnings_ignore": frozenset({"many-copies"})},
        {"warnings_ignore": frozenset({"all"})},
        {"optimization_warnings": False},
    ],
)
def test_warnings_that_are_not_given(changes: Any, place: Path) -> None:
    with override(**changes, cache=False), warnings.catch_warnings():
        warnings.simplefilter("error")
        unrolled()(zeros())


def test_frames_are_kept_when_asked_for(place: Path) -> None:
    from cutedsl.driver.call.boundary import boundary

    @boundary
    def entry() -> None:
        raise fail("numeric-cast", "a mistake")

    def files() -> int:
        with pytest.raises(DSLBaseError) as caught:
            entry()
        return sum("cutedsl/errors/boundary.py" in str(link.path) for link in caught.traceback)

    assert files() == 0
    with override(frames=True):
        assert files() == 1


def test_the_log_has_warnings_and_compilations(place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with override(log_to_console=True, log_to_file=True, dump_dir=tmp_path / "log", cache=False):
        with pytest.warns(DSLOptimizationWarning):
            unrolled()(zeros())
        with pytest.raises(DSLBaseError):
            cute.compile(put, zeros())
    shown = capsys.readouterr().err
    assert (tmp_path / "log" / "cutedsl.log").read_text() == shown
    stamp = r"^\d{4}-\d\d-\d\d [\d:.]+ \[\d+\] (\w+): "
    assert re.findall(stamp, shown, re.MULTILINE) == ["warning", "info", "debug", "error"]
    assert "many-copies" in shown and "compiled: cutlass_turns" in shown and "argument-missing" in shown


@pytest.mark.parametrize(("level", "kinds"), [(0, 0), (20, 2), (30, 1), (50, 0)])
def test_the_level_of_the_log(level: int, kinds: int, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with override(log_to_console=True, log_level=level, cache=False), pytest.warns(DSLOptimizationWarning):
        unrolled()(zeros())
    assert len(re.findall(r" \[\d+\] ", capsys.readouterr().err)) == kinds


def test_programs_that_stay_in_this_process(place: Path) -> None:
    with override(disk_cache=False):
        put(zeros(), 1.0)
    assert not place.exists() or not CompileCache(place).programs()
    with override(disk_cache=True, bounds=False):
        put(zeros(), 1.0)
        assert len(disk_cache().programs()) == 1


def test_only_recent_programs_are_remembered(place: Path) -> None:
    with override(memory_programs=2):
        for k in range(4):
            cute.compile(put, np.zeros((k + 1, 2), np.float32)[:, 0], 1.0)
            cute.compile(put, cute.runtime.from_dlpack(np.zeros(k + 5, np.float32)), 1.0)
        assert len(MEMORY._programs) == 2


def test_ir_with_places_is_kept(place: Path, tmp_path: Path) -> None:
    with override(keep=frozenset({"ir", "ir-debug"}), dump_dir=tmp_path / "kept"):
        cute.compile(put, zeros(), 1.0)
    plain, places = (tmp_path / "kept" / f"cutlass_put{end}" for end in (".mlir", ".debug.mlir"))
    assert "loc(" not in plain.read_text() and "test_settings.py" in places.read_text()


def test_functions_of_tvm_ffi_for_all() -> None:
    with override(tvm_ffi=True):
        assert default_options().enable_tvm_ffi
    assert not default_options().enable_tvm_ffi


def test_variables_without_effect_are_told_once(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign_settings, "_told", set())
    monkeypatch.setenv("CUTE_DSL_COMPILER_BACKEND", "next")
    with pytest.warns(DSLWarning, match="CUTE_DSL_COMPILER_BACKEND=next has no effect: there is one compiler"):
        cute.compile(put, zeros(), 1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cute.compile(put, np.zeros((4, 4), np.float32)[0], 1.0)
