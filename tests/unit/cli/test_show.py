"""`cutedsl show`: each stage of a program's compilations on standard output, the program's own output elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cutedsl.cli import main
from cutedsl.errors import fail
from cutedsl.ir.text import parse_module

PROGRAM = Path("examples/row_sum.py").resolve()


def _show(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["show", str(PROGRAM), *arguments]) == 0
    captured = capsys.readouterr()
    assert "Success!" in captured.err
    return captured.out


def test_the_short_form_is_the_default_and_parses(capsys: pytest.CaptureFixture[str]) -> None:
    text = _show(capsys)
    assert text.startswith("!memref_gmem_f32 = ")
    assert re.search(r"cute.launch @kernel_cutlass__reduce_sum_kernel_\w{6}_0 grid\(", text)
    parse_module(text).verify()


def test_the_generic_form_has_locations_in_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    text = _show(capsys, "--stage", "generic")
    assert '"cute.shuffle"(' in text
    assert f'loc("{PROGRAM}":' in text
    parse_module(text).verify()


@pytest.mark.parametrize("arch", ["sm_80", "sm_86", "sm_89", "sm_90", "sm_90a"])
def test_ptx_needs_no_gpu(arch: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = _show(capsys, "--stage", "ptx", "--arch", arch)
    assert f".target {arch}" in text
    assert re.search(r"\.entry kernel__reduce_sum_kernel_\w{6}_0\(", text)
    assert text.count("shfl.sync.bfly.b32") == 10


def test_llvm_and_assembly_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert "define i32 @" in _show(capsys, "--stage", "llvm")
    assert "cutlass_reduce_sum:" in _show(capsys, "--stage", "asm")


def test_an_error_of_the_program_is_shown_and_is_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "wrong.py"
    program.write_text("import cutedsl.cute as cute\n\ncute.compile(3)\n", encoding="utf-8")
    assert main(["show", str(program)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "error[not-callable]" in captured.err


def test_compiled_kernels_are_shown_though_the_program_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "late.py"
    program.write_text(PROGRAM.read_text(encoding="utf-8") + "\ncute.compile(3)\n", encoding="utf-8")
    assert main(["show", str(program), "--stage", "ptx"]) == 1
    captured = capsys.readouterr()
    assert re.search(r"\.entry kernel__reduce_sum_kernel_\w{6}_0\(", captured.out)
    assert "error[not-callable]" in captured.err


def test_a_stage_that_cannot_be_shown_is_named_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object) -> str:
        raise fail("not-yet", "no ptxas")

    monkeypatch.setattr("cutedsl.cli.show.annotated_sass", refuse)
    assert main(["show", str(PROGRAM), "--stage", "sass"]) == 1
    captured = capsys.readouterr()
    assert "Success!" in captured.err and "no ptxas" in captured.err


def test_a_program_without_kernels_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "empty.py"
    program.write_text("x = 1\n", encoding="utf-8")
    assert main(["show", str(program)]) == 1
    assert "compiled nothing" in capsys.readouterr().err


def test_a_missing_file_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "no_such_program.py"]) == 1
    assert "no_such_program.py" in capsys.readouterr().err


def test_an_unknown_command_is_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shwo"]) == 2
    assert "there is no command `shwo`" in capsys.readouterr().err
