"""The pytest plugin: checked runs and resource reports in any test suite, on machines without a GPU.

pytest loads it by itself where cutedsl is installed, so nothing of cutedsl is imported before a test asks for it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cutedsl.checker import Report
    from cutedsl.driver.pipeline import Artifacts

_RESOURCES = pytest.StashKey[dict[str, None]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--cutedsl-check`, `--cutedsl-resources` and `--cutedsl-device`."""
    group = parser.getgroup("cutedsl")
    group.addoption(
        "--cutedsl-check",
        action="store_true",
        help="run every kernel checked on the CPU; a test fails for the bugs of its kernels",
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
    """Registers the marker, makes room for the resource report, and lets tests import `cutlass` under an option."""
    if config.getoption("cutedsl_device") is not None:
        from cutedsl.compat.install import install
        from cutedsl.compat.settings import Settings

        install(Settings(on_cpu=True))
    elif config.getoption("cutedsl_check") or config.getoption("cutedsl_resources"):
        from cutedsl.compat.imports import install_finder

        install_finder()
    config.addinivalue_line("markers", "cutedsl_unchecked: not run checked under --cutedsl-check")
    config.stash[_RESOURCES] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Runs a test checked, and watches its compilations, as the options say."""
    report: Report | None = None
    with ExitStack() as around:
        if item.config.getoption("cutedsl_check") and item.get_closest_marker("cutedsl_unchecked") is None:
            from cutedsl.checker import checking
            from cutedsl.driver.checked import current_watch

            if current_watch() is None:  # else the fixture below watches already
                report = around.enter_context(checking())
        if item.config.getoption("cutedsl_resources"):
            from cutedsl.driver.observe import observing

            around.enter_context(observing(_Watcher(item.config.stash[_RESOURCES]).see))
        result = yield
    if report is not None:
        _assert_clean(report)
    return result


class _Watcher:
    """Keeps the resource report of each different compilation."""

    def __init__(self, found: dict[str, None]) -> None:
        self._found = found

    def see(self, artifacts: Artifacts) -> None:
        from cutedsl.cli.static_resources import static_report

        self._found[static_report(artifacts.expanded, artifacts.program.module)] = None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints the resource reports."""
    found = config.stash[_RESOURCES]
    if found:
        terminalreporter.section("resources of the kernels")
        for text in found:
            terminalreporter.write_line(text)


def _assert_clean(report: Report) -> None:
    from cutedsl.checker.report_text import report_text

    __tracebackhide__ = True
    if not report.clean:
        pytest.fail(report_text(report), pytrace=False)


@pytest.fixture
def cutedsl_check() -> Iterator[Report]:
    """Runs the test checked; its value is the report so far, and the test fails if that is not clean at the end."""
    from cutedsl.checker import checking

    with checking() as report:
        yield report
    _assert_clean(report)
