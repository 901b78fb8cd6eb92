"""Bad kernels end as errors with their line; none takes the process down."""

from __future__ import annotations

import faulthandler
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cutedsl.errors import DSLUserCodeError
from tests.kernels.nasty_kernels import CASES, launched, writes_at_an_address


@pytest.fixture(scope="module")
def outcomes() -> dict[str, str]:
    """What each case gives, all in one child process one after another."""
    command = [sys.executable, "-m", "tests.kernels.nasty_kernels"]
    environment = {
        **os.environ,
        "CUTEDSL_TARGET": "cpu",
        "CUTEDSL_TIMEOUT_S": "0.5",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    root = Path(__file__).parents[2]
    done = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]
    return dict(json.loads(line) for line in done.stdout.splitlines())


@pytest.mark.parametrize("name", CASES)
def test_it_ends_as_an_error(outcomes: dict[str, str], name: str) -> None:
    said, wanted = outcomes[name], CASES[name][1]
    assert said.startswith(wanted) if wanted else not said, said
    assert "without a line" not in said


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_an_illegal_access_is_an_error_also_under_a_fault_handler() -> None:
    """pytest has Python's own handler on; faults of other code still reach it."""
    assert faulthandler.is_enabled()
    program = launched(writes_at_an_address)
    for _ in range(3):
        with pytest.raises(DSLUserCodeError, match="writes address 0x10") as caught:
            program(np.zeros(32, np.float32), 16)
        assert caught.value.name == "illegal-access"
    x = np.zeros(32, np.float32)
    program(x, x.ctypes.data)
    assert x[0] == 1.0


@pytest.mark.skipif(sys.platform != "linux", reason="signals of POSIX")
def test_another_handler_set_meanwhile_does_not_take_the_process_down() -> None:
    """As an import of tvm_ffi does it: the next program that is loaded puts ours before it again."""
    code = """
import ctypes, numpy as np
from tests.kernels.nasty_kernels import launched, writes_at_an_address
x = np.zeros(32, np.float32)
launched(writes_at_an_address)(x, x.ctypes.data)
ctypes.CDLL(None).signal(11, None)
try:
    launched(writes_at_an_address, block=64)(x, 16)
except RuntimeError as error:
    print(error.name)
"""
    assert run_child(code) == (0, "illegal-access\n")


@pytest.mark.skipif(sys.platform != "linux", reason="signals of POSIX")
def test_a_fault_of_other_code_still_ends_the_process() -> None:
    """The handler looks after compiled kernels alone."""
    code = """
import ctypes, numpy as np
from tests.kernels.nasty_kernels import launched, writes_at_an_address
x = np.zeros(32, np.float32)
launched(writes_at_an_address)(x, x.ctypes.data)
ctypes.string_at(8)
"""
    assert run_child(code)[0] == -11


@pytest.mark.gpu
def test_an_error_left_by_an_earlier_kernel_is_told_at_the_next_launch() -> None:
    """The launch is not to blame: the note says that the device reports it late."""
    code = """
import torch
from tests.kernels.nasty_kernels import launched, writes_at_an_address
x = torch.zeros(32, device="cuda")
bad = launched(writes_at_an_address)
bad(x, x.data_ptr())
bad(x, x.data_ptr())
bad(x, 1 << 44)
try:
    for _ in range(100000):
        bad(x, x.data_ptr())
except RuntimeError as error:
    print(error.name, "CUDA_ERROR_ILLEGAL_ADDRESS" in str(error), "at a later call" in str(error))
"""
    assert run_child(code, target="cuda") == (0, "driver-error True True\n")


def run_child(code: str, target: str = "cpu") -> tuple[int, str]:
    """What a Python of its own ends with, and prints."""
    environment = {**os.environ, "CUTEDSL_TARGET": target, "PYTHONPATH": os.pathsep.join(sys.path)}
    root = Path(__file__).parents[2]
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env=environment, cwd=root, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout
