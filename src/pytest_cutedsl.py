"""What pytest loads where cutedsl is installed: the options. cutedsl itself is loaded where one of them is given.

A module of its own, beside the package, as loading any part of the package takes 40 ms, and this takes none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cutedsl.checker import Report

_OPTIONS = ("cutedsl_check", "cutedsl_coverage", "cutedsl_sarif", "cutedsl_resources", "cutedsl_device")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--cutedsl-check`, `--cutedsl-coverage`, `--cutedsl-sarif`, `--cutedsl-budget`, `--cutedsl-resources` and
    `--cutedsl-device`."""
    group = parser.getgroup("cutedsl")
    group.addoption(
        "--cutedsl-check",
        action="store_true",
        help="run every kernel checked on the CPU; a test fails for the bugs of its kernels",
    )
    group.addoption(
        "--cutedsl-coverage",
        action="store_true",
        help="checked, and after the tests: which lines of kernels ran, and which orders of their warps",
    )
    group.addoption(
        "--cutedsl-sarif", metavar="FILE", help="checked, and the findings of all tests as SARIF 2.1.0 for code hosts"
    )
    group.addoption(
        "--cutedsl-budget",
        type=float,
        metavar="SECONDS",
        help="with the options above: check each kernel for so long in a test; its other blocks run without checks",
    )
    group.addoption(
        "--cutedsl-resources",
        action="store_true",
        help="after the tests, say what the kernels take: shared memory, fragments, blocks on a multiprocessor",
    )
    group.addoption(
        "--cutedsl-device",
        choices=("cpu",),
        help="run tests of programs for `cutlass` as `cutedsl run --device cpu` does: the CPU stands for their GPU",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker, and what an option asks for."""
    config.addinivalue_line("markers", "cutedsl_unchecked: not run checked under --cutedsl-check")
    if any(config.getoption(name) for name in _OPTIONS):
        from cutedsl.pytest_plugin import Asked

        config.pluginmanager.register(Asked(config), "cutedsl-asked")


@pytest.fixture
def cutedsl_check() -> Iterator[Report]:
    """Runs the test checked; its value is the report so far, and the test fails if that is not clean at the end."""
    from cutedsl.checker import checking
    from cutedsl.pytest_plugin import assert_clean

    with checking() as report:
        yield report
    assert_clean(report)
