"""The library's kernels run once here, so they are compiled in a hurry."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def all_compilations_are_short(short_compilations: None) -> None:
    """Examples, pages and most of tests/unit/torch run the library as users do."""
