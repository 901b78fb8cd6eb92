"""`pytest -m gpu --require-gpu --gpu-record FILE` keeps what each GPU test gave, on what device, from which sources."""

from __future__ import annotations

import ctypes
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.record import commit, source_hash

_CAPABILITY_MAJOR, _CAPABILITY_MINOR = 75, 76  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...


class GpuRecord:
    """A pytest plugin: the outcomes of the tests marked `gpu`, written when the run ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.outcomes: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has passed if its call passed and nothing failed before or after it."""
        if "gpu" not in report.keywords:
            return
        if report.when == "call" or report.outcome != "passed":
            kept = self.outcomes.get(report.nodeid)
            self.outcomes[report.nodeid] = "failed" if "failed" in (kept, report.outcome) else report.outcome

    def pytest_sessionfinish(self) -> None:
        """Writes the file."""
        self.path.write_text(json.dumps(self.record(), indent=1) + "\n", encoding="utf-8")

    def record(self) -> dict[str, Any]:
        """What the file holds: this run, and other tests of earlier runs on the same device with the same sources."""
        device, sources = device_name(), source_hash()
        outcomes = self._earlier(device, sources) | self.outcomes
        return {
            "device": device,
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
            "commit": commit(),
            "sources": sources,
            "counts": dict(sorted(Counter(outcomes.values()).items())),
            "tests": dict(sorted(outcomes.items())),
        }

    def _earlier(self, device: str, sources: str) -> dict[str, str]:
        if not self.path.exists():
            return {}
        found = json.loads(self.path.read_text(encoding="utf-8"))
        return found["tests"] if (found["device"], found["sources"]) == (device, sources) else {}


def device_arch() -> str:
    """The first GPU's architecture, such as "sm_90"; empty without a GPU."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return ""
    major, minor = ctypes.c_int(0), ctypes.c_int(0)
    failed = driver.cuInit(0) or any(
        driver.cuDeviceGetAttribute(ctypes.byref(found), attribute, 0)
        for found, attribute in ((major, _CAPABILITY_MAJOR), (minor, _CAPABILITY_MINOR))
    )
    return "" if failed else f"sm_{major.value}{minor.value}"


def device_name() -> str:
    """The first GPU as its driver names it, with the driver's version; "no GPU" without one."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return "no GPU"
    name, version = ctypes.create_string_buffer(100), ctypes.c_int(0)
    if driver.cuInit(0) or driver.cuDeviceGetName(name, 100, 0) or driver.cuDriverGetVersion(ctypes.byref(version)):
        return "no GPU"
    return f"{name.value.decode()}, CUDA driver {version.value // 1000}.{version.value % 1000 // 10}"
