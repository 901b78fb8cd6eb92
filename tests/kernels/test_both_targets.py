"""Every test of kernels that runs on a GPU runs on the CPU too."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

_COLLECTED = """
import json
from tests.feature_table import collected
print(json.dumps([[test.id, test.gpu] for test in collected(["tests/kernels"])]))
"""
GPU_ALONE = (
    "test_math_bits.py::test_same_bits_on_the_gpu",
    "test_bad_input.py::test_an_error_left_by_an_earlier_kernel_is_told_at_the_next_launch",
)
"""Tests that compute what a GPU must give on the CPU, and compare; and one of what only a GPU does: to fail later."""


def test_tests_of_a_gpu_have_a_form_for_the_cpu(repository: Path) -> None:
    words = [sys.executable, "-c", _COLLECTED]
    done = subprocess.run(words, cwd=repository, capture_output=True, text=True, check=True, timeout=200)
    tests: list[tuple[str, bool]] = json.loads(done.stdout)
    here = {name for name, gpu in tests if not gpu}
    there = [name for name, gpu in tests if gpu and not any(known in name for known in GPU_ALONE)]
    assert len(there) > 300
    assert [name for name in there if "cuda" not in name or name.replace("cuda", "cpu") not in here] == []
