"""`import cutedsl` stays light: it loads no package that only adapters, figures, terminals or compilations need."""

from __future__ import annotations

import subprocess
import sys

import pytest

LAZY = (
    *("torch", "jax", "tvm_ffi", "matplotlib", "rich", "cuda", "IPython"),
    *("hashlib", "importlib.resources", "statistics", "tempfile"),  # of Python's own, 3 to 7 ms each
)


@pytest.mark.parametrize("module", ["cutedsl", "cutedsl.cute"])
def test_import_loads_nothing_that_it_does_not_need(module: str) -> None:
    text = f"import sys, {module}; print(*[name for name in {LAZY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert done.stdout.split() == [], done.stdout
    assert done.returncode == 0, done.stderr
