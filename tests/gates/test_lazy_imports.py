"""`import cutedsl` stays light: it loads no package that only adapters, figures or terminals need."""

from __future__ import annotations

import pytest

from tests.docs.programs import run

LAZY = ("torch", "jax", "tvm_ffi", "matplotlib", "rich", "cuda", "IPython")


@pytest.mark.parametrize("module", ["cutedsl", "cutedsl.cute"])
def test_import_loads_no_optional_package(module: str) -> None:
    done = run(["-c", f"import sys, {module}; print(*[name for name in {LAZY} if name in sys.modules])"])
    assert done.stdout.split() == [], done.stdout
    assert done.returncode == 0
