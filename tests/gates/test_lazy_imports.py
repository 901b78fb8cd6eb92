"""`import cutedsl` stays light: it loads no package that only adapters, figures, terminals or compilations need."""

from __future__ import annotations

import pytest

from tests.docs.programs import run

LAZY = (
    *("torch", "jax", "tvm_ffi", "matplotlib", "rich", "cuda", "IPython"),
    *("hashlib", "importlib.resources", "statistics", "tempfile"),  # of Python's own, 3 to 7 ms each
)


@pytest.mark.parametrize("module", ["cutedsl", "cutedsl.cute"])
def test_import_loads_nothing_that_it_does_not_need(module: str) -> None:
    done = run(["-c", f"import sys, {module}; print(*[name for name in {LAZY} if name in sys.modules])"])
    assert done.stdout.split() == [], done.stdout
    assert done.returncode == 0
