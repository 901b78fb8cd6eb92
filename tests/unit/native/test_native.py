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


@pytest.fixture(scope="module", params=["address,undefined", "thread"])
def runtime(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that compiles a test in C, with the objects of the runtime under one kind of sanitizers."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler on this machine")
    command = [compiler, "-std=gnu17", f"-fsanitize={request.param}", "-fno-sanitize-recover=all", "-fwrapv", "-g"]
    command += ["-Wno-attributes", "-pthread"]
    objects: list[str] = []
    for part, names in (("cpu", "*.c"), ("check", "*.c"), ("call", "*.c"), ("tvm_ffi", "arguments.c")):
        folder = tmp_path_factory.mktemp(part)
        _succeeds([*command, "-c", *map(str, sorted((NATIVE / part).glob(names)))], folder)
        objects += map(str, sorted(folder.iterdir()))
    return [*command, *objects]


def _succeeds(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("tests", ["barriers_test.c", "blocks_test.c", "calls_test.c", "checker_test.c", "pool_test.c"])
def test_the_runtime_passes_its_tests_in_c_under_sanitizers(runtime: list[str], tests: str, tmp_path: Path) -> None:
    _succeeds([*runtime, str(Path(__file__).with_name(tests)), "-o", "tests"], tmp_path)
    # Address-space randomisation on new kernels leaves the thread sanitizer no room for its shadow.
    run = [*(["setarch", "-R"] if shutil.which("setarch") else []), "./tests"]
    assert _succeeds(run, tmp_path) == "all passed\n"


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
