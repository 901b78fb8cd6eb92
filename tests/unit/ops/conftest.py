"""The library's kernels run once here, so they are compiled in a hurry."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def short_compilations(monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM takes two thirds of these tests; examples, pages and tests/unit/torch run the library as users do."""
    monkeypatch.setenv("CUTEDSL_WITHOUT", "machine-code")
    monkeypatch.setenv("CUTEDSL_DISK_CACHE", "0")
