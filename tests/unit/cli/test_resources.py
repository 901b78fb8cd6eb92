"""`cutedsl show --stage ptx --report`: what ptxas says of each kernel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cutedsl.cli.show import show


def test_the_report_names_registers_spills_and_shared_memory(
    ptxas: Path, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = str(repository / "examples" / "row_sum.py")
    assert show([program, "--stage", "ptx", "--arch", "sm_90a", "--report"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    found = re.fullmatch(
        r"// ptxas, sm_90a: kernel_cutlass__reduce_sum_kernel_0: (\d+) registers, 0 bytes of spills, "
        r"0 bytes of stack, 128 bytes of shared memory",
        last,
    )
    assert found and 8 <= int(found[1]) <= 64


def test_a_program_may_import_what_lies_beside_it(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert show([str(repository / "examples" / "row_sum_vector.py"), "--stage", "ptx"]) == 0
    assert "ld.global.v4" in capsys.readouterr().out


def test_without_the_flag_there_is_no_report(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert show([str(repository / "examples" / "row_sum.py"), "--stage", "ptx"]) == 0
    assert "// ptxas" not in capsys.readouterr().out
