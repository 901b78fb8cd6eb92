"""Every option of the reference (3.4): as a string and as a value, what it does, or its named refusal."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.config import override
from cutedsl.driver.compile import options as records
from cutedsl.driver.compile.options import CompileOptions, parse_options, with_values
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.devices import device_count
from tests.option_table import OPTIONS, PAGE, page

ROOT = PAGE.parent.parent
PTXAS = pytest.mark.skipif(shutil.which("ptxas") is None, reason="ptxas is not on this machine")
GPU = "--target cpu --gpu-arch sm_90a"


@cute.kernel
def scale_kernel(x: cute.Tensor, by: cutlass.Float32):
    i, _, _ = cute.arch.thread_idx()
    cute.testing.assert_(by > 0.0, "by is positive")
    x[i] = x[i] * by + x[i]


@cute.jit
def scale(x: cute.Tensor, by: cutlass.Float32):
    scale_kernel(x, by).launch(grid=1, block=32)


def made(options: str) -> Any:
    return cute.compile(scale, np.ones(32, np.float32), 2.0, options=options)


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tests.option_table`"


def test_every_option_has_a_row_and_every_row_a_test() -> None:
    words = {word for o in OPTIONS for word in o.text.split()}
    assert {*records._FLAGS, *records._VALUES} <= words
    spelled = {o.spelled.partition("(")[0] for o in OPTIONS}
    reference = """OptLevel PtxasOptions EnableAssertions GenerateLineInfo KeepPTX KeepCUBIN KeepSASS NvdisasmOptions
        GPUArch LinkLibraries EnableTVMFFI DeviceTarget DisableCuteExtCompile FrontendNext RDC RemarkFilter RemarkOutput
        DumpDir HostTarget"""
    assert set(reference.split()) <= spelled
    for option in OPTIONS:
        file, _, name = option.shown_by.partition("::")
        text = (ROOT / file).read_text(encoding="utf-8")
        assert not name or f"def {name}(" in text, option.shown_by


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.text and o.typed and not o.error], ids=lambda o: o.text)
def test_strings_and_values_say_the_same(option: Any) -> None:
    said = parse_options(option.text)
    assert said == with_values((option.typed,)) != CompileOptions()


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.error], ids=lambda o: o.text or o.spelled)
def test_bad_arguments_are_refused(option: Any) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        parse_options(option.text) if option.text else option.typed("device.bc")
    assert caught.value.name == option.error


def test_kernel_attributes_are_refused_by_name() -> None:
    with pytest.raises(DSLUserCodeError, match=r"attributes=(?s:.*)min_blocks_per_mp") as caught:
        cute.kernel(attributes={"nvvm.maxnreg": 64})(scale_kernel.function)
    assert caught.value.name == "not-yet"


def test_options_without_effect_change_nothing() -> None:
    for option in (cute.FrontendNext, cute.DisableCuteExtCompile):
        assert with_values((option,)) == CompileOptions()


def test_level_0_is_other_code() -> None:
    slow, fast, same = (made(f"--target cpu --opt-level {level}").artifacts.asm for level in (0, 1, 3))
    assert slow != fast and fast == same


def test_the_architecture_is_chosen() -> None:
    assert ".target sm_86" in made("--target cpu --gpu-arch sm_86").__ptx__
    assert made("--target cpu --gpu-arch sm_86").artifacts.target.arch == "sm_86"


def test_the_target_is_chosen() -> None:
    assert made("--target cpu").artifacts.target.kind == "cpu"
    if device_count() == 0:
        with pytest.raises(DSLUserCodeError, match="missing-gpu"):
            made("--target cuda")
    with pytest.raises(DSLUserCodeError, match="unknown-target"):
        made("--target tpu")


def test_assertions_are_kept() -> None:
    x = np.ones(32, np.float32)
    made("--target cpu")(x, -1.0)
    with pytest.raises(DSLUserCodeError, match="by is positive"):
        made("--target cpu --enable-assertions")(x, -1.0)


def test_lines_are_in_the_ptx() -> None:
    with override(no_cache=True):  # what is stored of a program for the CPU has no lines
        assert ".loc" in made(GPU + " --generate-line-info").__ptx__ and ".loc" not in made(GPU).__ptx__


@PTXAS
def test_options_for_ptxas_reach_it() -> None:
    assert made(GPU + " --ptxas-options '-O1'").__cubin__ != made(GPU + " --ptxas-options '-O3'").__cubin__
    with pytest.raises(RuntimeError, match="no-such-option"):
        made(GPU + " --ptxas-options '--no-such-option'").__cubin__  # noqa: B018


@PTXAS
def test_relocatable_code_differs() -> None:
    plain = made(GPU).__cubin__
    x = np.ones(32, np.float32)
    typed = (cute.RDC, cute.DeviceTarget("cpu"), cute.GPUArch("sm_90a"))
    assert cute.compile[typed](scale, x, 2.0).__cubin__ != plain


@PTXAS
def test_files_that_are_asked_for_are_kept(tmp_path: Path) -> None:
    made(f"{GPU} --keep-ptx --keep-cubin --dump-dir {tmp_path}")
    assert {".ptx", ".cubin"} <= {file.suffix for file in tmp_path.iterdir()}


def test_a_checked_program_is_compiled() -> None:
    with pytest.raises(DSLUserCodeError, match="out-of-bounds"):
        made("--target cpu --check")(np.ones(3, np.float32), 2.0)
