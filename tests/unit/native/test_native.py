"""The C runtime: what is checked in is what clang makes of the sources; its functions, under sanitizers."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cutedsl.native.fields import Field, Structure
from cutedsl.native.structures import BLOCK, CONTEXT

ROOT = Path(__file__).resolve().parents[3]
NATIVE = ROOT / "src" / "cutedsl" / "native"


@pytest.mark.clang
def test_the_text_that_is_checked_in_is_made_of_the_sources() -> None:
    if shutil.which("clang-22") is None:
        pytest.skip("clang-22 is not on this machine")
    command = [sys.executable, str(ROOT / "scripts" / "build_native.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("tests", ["barriers_test.c", "blocks_test.c", "calls_test.c", "checker_test.c", "pool_test.c"])
@pytest.mark.parametrize("sanitizers", ["address,undefined", "thread"])
def test_the_runtime_passes_its_tests_in_c_under_sanitizers(sanitizers: str, tests: str, tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler on this machine")
    sources = [
        Path(__file__).with_name(tests),
        NATIVE / "tvm_ffi" / "arguments.c",
        *(one for part in ("cpu", "check", "call") for one in sorted((NATIVE / part).glob("*.c"))),
    ]
    options = [f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all", "-fwrapv", "-g", "-Wno-attributes", "-pthread"]
    program = tmp_path / "tests"
    built = [compiler, "-std=gnu17", *options, *map(str, sources), "-o", str(program)]
    done = subprocess.run(built, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    # Address-space randomisation on new kernels leaves the thread sanitizer no room for its shadow.
    run = [*(["setarch", "-R"] if shutil.which("setarch") else []), str(program)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.stdout == "all passed\n", done.stdout + done.stderr


def test_fields_lie_at_their_natural_alignment() -> None:
    one = Structure("One", (Field("a", "i32", ""), Field("b", "i64", ""), Field("c", "i32", "", 3)))
    assert one.offsets() == {"a": 0, "b": 8, "c": 16}
    assert one.size_bytes == 32


def test_the_text_names_no_target() -> None:
    text = (NATIVE / "built" / "cpu.ll").read_text(encoding="utf-8")
    assert not [word for word in ("target", "attributes", "x86", "zeroext", "%struct", "!") if word in text]


def test_structures_are_as_large_as_their_blocks_of_memory() -> None:
    assert BLOCK.size_bytes % BLOCK.align_bytes == 0
    assert CONTEXT.words("stuck") == (4, 4 * 36)
