"""A test whose target is "eager" runs its programs as ordinary Python over NumPy lanes."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from cutedsl.eager.session import Session, running


@pytest.fixture(autouse=True)
def eager_where_asked(request: pytest.FixtureRequest) -> Generator[None]:
    """Makes the calls of a test of the target "eager" run eagerly."""
    if "target" not in request.fixturenames or request.getfixturevalue("target") != "eager":
        yield
        return
    with running(Session()):
        yield


@pytest.fixture(autouse=True)
def no_kernel_is_stored(nothing_is_stored: None) -> None:
    """No other process wants these programs."""
