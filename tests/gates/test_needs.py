"""tests/conftest.py: unmet needs skip with a reason, and fail where they are required."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"
SUITE = """
import pytest

@pytest.mark.gpu
def test_gpu(): pass

def test_mlir(mlir_opt): pass

@pytest.mark.ptxas
def test_ptxas_marked(): pytest.skip("today")

@pytest.mark.ptxas
@pytest.mark.xfail(reason="known")
def test_ptxas_known(): assert False

def test_plain(): pytest.skip("mine")
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A small suite under the project's conftest, on a machine with neither a GPU nor tools."""
    pytester.makeini("[pytest]\nmarkers =\n    gpu\n    mlir_opt\n    ptxas\n")
    text = CONFTEST.read_text(encoding="utf-8").replace("libcuda.so.1", "libno-such-driver.so")
    pytester.makeconftest(text)
    pytester.makepyfile(SUITE)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.delenv("CUTEDSL_REQUIRE_TOOLS", raising=False)
    return pytester


def test_unmet_needs_skip_with_their_reason(suite: pytest.Pytester) -> None:
    result = suite.runpytest_inprocess("-rs")
    result.assert_outcomes(skipped=4, xfailed=1)
    result.stdout.fnmatch_lines_random(["*mlir-opt-22 is not on this machine*", "*no NVIDIA driver*"])


def test_require_gpu_fails_gpu_tests_only(suite: pytest.Pytester) -> None:
    result = suite.runpytest_inprocess("--require-gpu")
    result.assert_outcomes(errors=1, skipped=3, xfailed=1)


def test_required_tools_fail_tool_tests_only(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_REQUIRE_TOOLS", "1")
    result = suite.runpytest_inprocess()
    result.assert_outcomes(errors=1, failed=1, skipped=2, xfailed=1)
    result.stdout.fnmatch_lines_random(["*mlir-opt-22 is not on this machine*"])


def test_a_tools_fixture_marks_the_test(suite: pytest.Pytester) -> None:
    result = suite.runpytest_inprocess("-m", "mlir_opt", "--collect-only", "-q")
    result.stdout.fnmatch_lines(["*::test_mlir", "*1/5 tests collected*"])


def test_each_test_is_in_one_part_of_the_long_suite(suite: pytest.Pytester) -> None:
    """With those that only `--long` runs."""
    rows = "[*range(30), *(pytest.param(i, marks=pytest.mark.long) for i in range(30, 60))]"
    suite.makeini("[pytest]\nmarkers =\n    gpu\n    mlir_opt\n    ptxas\n    long\n")
    suite.makepyfile(f"import pytest\n@pytest.mark.parametrize('i', {rows})\ndef test_one(i): pass")
    ran = []
    for part in range(1, 4):
        result = suite.runpytest_inprocess("--long", "--long-part", f"{part}/3", "-v")
        ran += [line.split()[0] for line in result.outlines if "PASSED" in line]
        assert 5 < result.parseoutcomes()["passed"] < 35
    assert len(ran) == len(set(ran)) == 60


@pytest.mark.parametrize("part", ["0/8", "9/8", "3"])
def test_a_part_that_is_not_there_is_refused(suite: pytest.Pytester, part: str) -> None:
    assert suite.runpytest_inprocess("--long", "--long-part", part).ret == pytest.ExitCode.USAGE_ERROR
