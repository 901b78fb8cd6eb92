"""The C runtime: what is checked in is what clang makes of the sources; its functions, under sanitizers."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cutedsl.native import built_file
from cutedsl.native.structures import structure
from tests.products import long

ROOT = Path(__file__).resolve().parents[3]
NATIVE = ROOT / "src" / "cutedsl" / "native"


@pytest.mark.clang
def test_the_text_that_is_checked_in_is_made_of_the_sources() -> None:
    if shutil.which("clang-22") is None:
        pytest.skip("clang-22 is not on this machine")
    command = [sys.executable, str(ROOT / "scripts" / "build_native.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
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


@pytest.mark.parametrize(
    ("runtime", "tests"),
    [
        *(("thread", tests) for tests in ("barriers_test.c", "blocks_test.c", "pool_test.c")),
        *(("address,undefined", f"{name}_test.c") for name in ("calls", "checker", "pool")),
        *(long("thread", tests) for tests in ("calls_test.c", "checker_test.c")),
        *(long("address,undefined", tests) for tests in ("barriers_test.c", "blocks_test.c")),
    ],
    indirect=["runtime"],
)
def test_the_runtime_passes_its_tests_in_c_under_sanitizers(runtime: list[str], tests: str, tmp_path: Path) -> None:
    _succeeds([*runtime, str(Path(__file__).with_name(tests)), "-o", "tests"], tmp_path)
    # Address-space randomisation on new kernels leaves the thread sanitizer no room for its shadow.
    run = [*(["setarch", "-R"] if shutil.which("setarch") else []), "./tests"]
    assert _succeeds(run, tmp_path) == "all passed\n"


def test_another_compiler_puts_the_fields_where_clang_does(tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler on this machine")
    names = [line.split()[0] for line in built_file("structures.txt").splitlines()]
    lines = [f'#include "{NATIVE}/abi.h"']
    for name in names:
        one = structure(name)
        lines.append(f'_Static_assert(sizeof({name}) == {one.size_bytes}, "{name}");')
        lines += [f'_Static_assert(offsetof({name}, {f}) == {at}, "{f}");' for f, at in one.offsets().items()]
    (tmp_path / "places.c").write_text("\n".join(lines) + "\n", encoding="utf-8")
    _succeeds([compiler, "-std=gnu17", "-Wno-attributes", "-fsyntax-only", "places.c"], tmp_path)
    assert len(lines) > 500


def test_the_text_names_no_target() -> None:
    text = (NATIVE / "built" / "cpu.ll").read_text(encoding="utf-8")
    assert not [word for word in ("target", "attributes", "x86", "zeroext", "%struct", "!") if word in text]


def test_a_field_counts_its_numbers_of_each_width() -> None:
    fields = structure("Context").fields
    assert fields["stuck"].words == (4, structure("StuckBlock").size_bytes)  # four structures of 32-bit words
    assert fields["blocked_words"].words == (8, 32)
    assert fields["launch"].words == (8, 1)


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        structure("Blok")
    with pytest.raises(KeyError):
        structure("Block").offset("thread")
