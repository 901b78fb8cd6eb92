"""Commands that run in the tests' own process."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_cutlass(monkeypatch: pytest.MonkeyPatch) -> None:
    """`cutedsl show` here makes nothing of `import cutlass` and torch, which would stay so for the other tests."""
    monkeypatch.setattr("cutedsl.cli.show.install", lambda settings: None)
