"""What the suite asks of the machine: a GPU for tests marked `gpu`, `mlir-opt` and `ptxas` as fixtures.

A test whose need is not met is skipped with the reason. `--require-gpu` turns that into a failure for the
GPU, and `CUTEDSL_REQUIRE_TOOLS=1` for the tools, so that CI cannot pass by skipping.
"""

from __future__ import annotations

import ctypes
import gc
import itertools
import os
import random
import shutil
import subprocess
import sys
import zlib
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.gpu_record import GpuRecord, device_arch

if "PYTEST_XDIST_WORKER" in os.environ:  # workers share the cores, and OpenMP's threads spin while they wait
    os.environ.setdefault("OMP_NUM_THREADS", "1")
# Inductor compiles C++ to learn what the compiler knows of this CPU, and a header of all of torch: 10 s for each new
# cache, where the tests have small kernels.
os.environ.setdefault("TORCHINDUCTOR_VEC_ISA_OK", "1")
os.environ.setdefault("TORCHINDUCTOR_CPP_CACHE_PRECOMPILE_HEADERS", "0")

try:
    from hypothesis import settings
except ImportError:  # a machine with a GPU may lack it; its tests do not use it
    pass
else:  # the same examples in every run, however long each takes; `make laws` tries new ones
    settings.register_profile("suite", deadline=None, derandomize="CUTEDSL_LAW_EXAMPLES" not in os.environ)
    settings.load_profile("suite")

TOOL_MARKERS = ("clang", "mlir_opt", "ptxas")
TESTS_A_FREEZE = 100
LOOKS_AT_CODE = (
    *("tests/fuzz/", "tests/ir/", "tests/ptx/", "tests/unit/staging/test_talk.py"),
    *(f"tests/kernels/test_{file}.py" for file in ("bfloat_values", "lane_groups", "long_kernels")),
    *(f"tests/unit/{package}/" for package in ("bundle", "codegen", "config", "driver", "execution")),
)
"""Tests of the code that LLVM makes: all its passes run. Elsewhere they do in one test of so many, for its results."""
TESTS_WITH_ALL_PASSES = 16
YOUNG_OBJECTS = 10_000
"""So many new objects start a collection (Python's own number is 700): compilations make many, which soon go."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--require-gpu", action="store_true", help="fail gpu tests instead of skipping them")
    parser.addoption("--require-arch", metavar="ARCH", help="fail tests for that architecture instead of skipping them")
    parser.addoption("--long", action="store_true", help="run also tests marked `long`, as `make test-long` does")
    parser.addoption(
        "--long-part", type=long_part, metavar="K/N", help="with --long: run the K-th of N parts of the suite"
    )
    parser.addoption("--gpu-record", metavar="FILE", help="keep what each gpu test gives, for docs/features.md")


def long_part(text: str) -> tuple[int, int]:
    """Which of how many parts, counted from 1."""
    part, parts = map(int, text.split("/"))
    if not 1 <= part <= parts:
        raise ValueError(text)
    return part, parts


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("--gpu-record")
    if path and "PYTEST_XDIST_WORKER" not in os.environ:  # workers send their reports to the one that writes
        config.pluginmanager.register(GpuRecord(Path(path)))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect with the garbage collector at rest: modules and tests stay, and it would look at them again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS)
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark each test that uses a tool's fixture with that tool's marker, for `-m` and for the report hook.

    Tests marked `long` are left out without `--long`, but for those of a GPU, which runs them in no time. With
    `--long-part`, so are those of other parts.
    """
    left_out = set[pytest.Item]()
    if not config.getoption("--long"):
        left_out = {one for one in items if one.get_closest_marker("long") and not one.get_closest_marker("gpu")}
    if chosen := config.getoption("--long-part"):
        part, parts = chosen
        left_out |= {one for one in items if zlib.crc32(one.nodeid.encode()) % parts != part - 1}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [one for one in items if one not in left_out]
    for item in items:
        asked = item.fixturenames if isinstance(item, pytest.Function) else ()
        for name in TOOL_MARKERS:
            if name in asked:
                item.add_marker(name)


def pytest_runtest_setup(item: pytest.Item) -> None:
    same_numbers(item.nodeid)
    if item.get_closest_marker("gpu") is None:
        return
    reason = why_no_gpu()
    if reason and item.config.getoption("--require-gpu"):
        pytest.fail(f"--require-gpu: {reason}", pytrace=False)
    if reason:
        pytest.skip(reason)
    if (marker := item.get_closest_marker("gpu_arch")) and marker.args[0].rstrip("a") != (found := device_arch()):
        text = f"needs a GPU of {marker.args[0]}; this one is {found}"
        if item.config.getoption("--require-arch") == marker.args[0]:
            pytest.fail(text, pytrace=False)
        pytest.skip(text)


def same_numbers(nodeid: str) -> None:
    """Seed the global generators from the test's name: a test draws the same numbers in every run, alone or not."""
    seed = zlib.crc32(nodeid.encode())
    random.seed(seed)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(seed)
    if torch := sys.modules.get("torch"):
        torch.manual_seed(seed)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run tests marked `alone`, and GPU tests marked `child`, in a process of their own.

    A hang or a fault on the GPU ends that process only; what other tests left in memory is not in the way.
    """
    gpu, child, alone = (pyfuncitem.get_closest_marker(name) is not None for name in ("gpu", "child", "alone"))
    if os.environ.get("CUTEDSL_TEST_CHILD") == "1" or not (alone or (gpu and child)):
        return None
    require = ["--require-gpu"] if gpu else []
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", *require, pyfuncitem.nodeid]
    environment = {**os.environ, "CUTEDSL_TEST_CHILD": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        command,
        env=environment,
        cwd=pyfuncitem.config.rootpath,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report a skipped tool test as failed where the tools are required, whatever it was skipped for."""
    report = yield
    required = os.environ.get("CUTEDSL_REQUIRE_TOOLS") == "1"
    needs_tool = any(item.get_closest_marker(name) for name in TOOL_MARKERS)
    no_gpu = item.get_closest_marker("gpu") is not None and why_no_gpu()
    if required and needs_tool and not no_gpu and report.skipped and not hasattr(report, "wasxfail"):
        reason = call.excinfo and call.excinfo.value
        report.outcome = "failed"
        report.longrepr = f"CUTEDSL_REQUIRE_TOOLS=1, but the test was skipped: {reason}"
    return report


@cache
def why_no_gpu() -> str:
    """Return why no GPU can be used here, or an empty text where one answers; asks the driver, not torch."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return "no NVIDIA driver (libcuda.so.1) on this machine"
    if status := driver.cuInit(0):
        return f"the NVIDIA driver does not start (cuInit returned {status})"
    count = ctypes.c_int(0)
    if status := driver.cuDeviceGetCount(ctypes.byref(count)):
        return f"the NVIDIA driver lists no devices (cuDeviceGetCount returned {status})"
    return "" if count.value else "the NVIDIA driver found no GPU"


def find_tool(*names: str) -> Path:
    """Return the path of the first of `names` on PATH, or skip the test."""
    for name in names:
        if found := shutil.which(name):
            return Path(found)
    pytest.skip(f"{names[0]} is not on this machine")


@pytest.fixture(scope="session")
def tests_run() -> Iterator[int]:
    """Counts."""
    return itertools.count(1)


@pytest.fixture(autouse=True)
def what_others_left_is_not_collected(tests_run: Iterator[int]) -> Generator[None]:
    """Programs that earlier tests compiled stay; every collection would look at all of them, for seconds at the end."""
    yield
    if next(tests_run) % TESTS_A_FREEZE == 0:
        gc.collect()
        gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def private_cache(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    """Folder of this run's compile cache: empty at the start, for all workers and their children, never the user's."""
    base = tmp_path_factory.getbasetemp()
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cutedsl-cache"
    place.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CUTEDSL_CACHE_DIR", str(place))
        yield place


@pytest.fixture(autouse=True)
def some_tests_run_all_passes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of LLVM's passes take a quarter of the time of tests of kernels; they change no result. `--long` has them."""
    name = request.node.nodeid
    chosen = zlib.crc32(name.encode()) % TESTS_WITH_ALL_PASSES == 0
    if not (chosen or name.startswith(LOOKS_AT_CODE) or request.config.getoption("--long")):
        monkeypatch.setenv("CUTEDSL_WITHOUT", "machine-code")


@pytest.fixture
def nothing_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """For programs that no other process wants: storing them takes a tenth of the time."""
    monkeypatch.setenv("CUTEDSL_DISK_CACHE", "0")


@pytest.fixture
def short_compilations(monkeypatch: pytest.MonkeyPatch, nothing_is_stored: None) -> None:
    """For kernels of the library that run once: LLVM takes two thirds of the time of such tests."""
    monkeypatch.setenv("CUTEDSL_WITHOUT", "machine-code")


@pytest.fixture(scope="session")
def mlir_opt() -> Path:
    """Path of mlir-opt, release 22."""
    return find_tool("mlir-opt-22")


@pytest.fixture(scope="session")
def ptxas() -> Path:
    """Path of ptxas: `CUTEDSL_PTXAS` where set, else the one on PATH."""
    return find_tool(os.environ.get("CUTEDSL_PTXAS") or "ptxas")


@pytest.fixture(scope="session")
def repository() -> Path:
    """Root folder of the checkout."""
    return Path(__file__).resolve().parent.parent
