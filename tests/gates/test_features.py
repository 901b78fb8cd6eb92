"""`docs/features.md` is what the tests make it, and its GPU column says only what a run gave."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.record import source_hash
from tests.feature_table import FAILED, NO_TEST, NOT_RUN, NOT_YET, YES, Shown, cpu_cell, gpu_cell, named
from tests.gpu_record import device_name


def test_the_page_is_fresh(repository: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.feature_table", "--check"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def shown(id: str, gpu: bool = False, failing: bool = False) -> Shown:
    name, _, parameters = id.partition("[")
    return Shown(id, name, frozenset(parameters.rstrip("]").split("-")), gpu, failing)


ON_CPU, ON_GPU = shown("f.py::t[1-cpu]"), [shown(f"f.py::t[{k}-cuda]", gpu=True) for k in (1, 2)]


def test_the_gpu_column_says_what_was_recorded() -> None:
    tests = [ON_CPU, *ON_GPU]
    both = {"f.py::t[1-cuda]": "passed", "f.py::t[2-cuda]": "passed"}
    assert gpu_cell(tests, both) == YES
    assert gpu_cell(tests, both | {"f.py::t[2-cuda]": "failed"}) == FAILED
    assert gpu_cell(tests, both | {"f.py::t[2-cuda]": "skipped"}) == NOT_RUN
    assert gpu_cell(tests, {"f.py::t[1-cuda]": "passed"}) == NOT_RUN
    assert gpu_cell([ON_CPU], both) == NO_TEST


def test_the_cpu_column_needs_a_test_that_must_pass_there() -> None:
    assert cpu_cell([ON_CPU, *ON_GPU]) == YES
    assert cpu_cell(ON_GPU) == NO_TEST
    assert cpu_cell([shown("f.py::t[eager]")]) == NO_TEST
    assert cpu_cell([ON_CPU, shown("f.py::t[2-cpu]", failing=True)]) == NOT_YET


def test_a_row_that_names_no_test_is_an_error() -> None:
    assert named([ON_CPU, *ON_GPU], "f.py::t[2]") == [ON_GPU[1]]
    with pytest.raises(SystemExit, match="is not a test"):
        named([ON_CPU], "f.py::renamed")


TESTS = """
import pytest

@pytest.mark.gpu
@pytest.mark.parametrize("what", ["good", "bad", "away"])
def test_it(what):
    if what == "away":
        pytest.skip("not here")
    assert what == "good"

@pytest.mark.gpu
def test_broken_afterwards(request):
    request.addfinalizer(lambda: 1 / 0)

def test_without_a_gpu():
    pass
"""


def test_a_recorded_run_says_how_each_test_ended(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(
        "from pathlib import Path\nfrom tests.gpu_record import GpuRecord\n"
        "def pytest_configure(config):\n    config.addinivalue_line('markers', 'gpu: x')\n"
        f"    config.pluginmanager.register(GpuRecord(Path({str(tmp_path / 'record.json')!r})))\n",
        encoding="utf-8",
    )
    sources = source_hash()
    old = {"device": device_name(), "sources": sources, "tests": {"test_some.py::earlier": "passed"}}
    (tmp_path / "record.json").write_text(json.dumps(old), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(repository), str(repository / "src")])}
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(tmp_path)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=False,
        timeout=100,
    )
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    assert {test.partition("::")[2]: end for test, end in record["tests"].items()} == {
        "earlier": "passed",
        "test_it[good]": "passed",
        "test_it[bad]": "failed",
        "test_it[away]": "skipped",
        "test_broken_afterwards": "failed",
    }
