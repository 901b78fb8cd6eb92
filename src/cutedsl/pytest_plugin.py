"""The pytest plugin: checked runs and resource reports in any test suite, on machines without a GPU.

pytest loads `pytest_cutedsl`, which loads this where an option asks for it; `-p cutedsl.pytest_plugin` does so too.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from pytest_cutedsl import cutedsl_check, pytest_addoption, pytest_configure

if TYPE_CHECKING:
    from cutedsl.checker import Report
    from cutedsl.checker.coverage import RunCoverage
    from cutedsl.driver.compile.pipeline import Artifacts

_MOST_TEXT: Final = 200  # of an error that a report names in one line

__all__ = ["Asked", "assert_clean", "cutedsl_check", "pytest_addoption", "pytest_configure"]


class Asked:
    """The hooks of a run with options."""

    def __init__(self, config: pytest.Config) -> None:
        """Lets tests import `cutlass`."""
        self._resources: dict[str, None] | None = {} if config.getoption("cutedsl_resources") else None
        self._sarif: str | None = config.getoption("cutedsl_sarif")
        self._budget_s: float | None = config.getoption("cutedsl_budget")
        self._coverage: RunCoverage | None = None
        self._found: Report | None = None
        if config.getoption("cutedsl_device") is not None:
            from cutedsl.compat.install import install
            from cutedsl.compat.settings import Settings

            install(Settings(on_cpu=True))
        else:
            from cutedsl.compat.imports import install_finder

            install_finder()
        if config.getoption("cutedsl_coverage"):
            from cutedsl.checker.coverage import RunCoverage

            self._coverage = RunCoverage()
        self._checks = bool(config.getoption("cutedsl_check") or self._coverage is not None or self._sarif)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        """Runs a test checked, and watches its compilations, as the options say."""
        report: Report | None = None
        with ExitStack() as around:
            if self._checks and item.get_closest_marker("cutedsl_unchecked") is None:
                from cutedsl.checker import Report
                from cutedsl.checker.budget import Budget
                from cutedsl.checker.session import CheckWatch
                from cutedsl.driver.call.watches import current_watch, watching

                if current_watch() is None:  # else the fixture watches already
                    report = Report()
                    budget, measures = Budget(self._budget_s), self._coverage is not None
                    watch = CheckWatch(report, recording=self._coverage, budget=budget, measures=measures)
                    around.enter_context(watching(watch))
            if self._resources is not None:
                from cutedsl.driver.compile.observe import observing

                around.enter_context(observing(_Watcher(self._resources).see))
            try:
                result = yield
            except Exception as error:
                if report is None or report.clean:
                    raise
                self._keep(report)
                said = f"{type(error).__name__}: {' '.join(str(error).split())[:_MOST_TEXT]}".removesuffix(": ")
                raise pytest.fail.Exception(f"{_text(report)}\n\nThe test fails too: {said}", pytrace=False) from None
        if report is not None:
            self._keep(report)
            assert_clean(report)
        return result

    def _keep(self, report: Report) -> None:
        if self._sarif:
            from cutedsl.checker import Report

            self._found = self._found or Report()
            for finding in report.findings:
                self._found.add(finding)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Prints what was covered, and the resource reports."""
        if self._coverage is not None:
            terminalreporter.section("coverage of the kernels")
            for line in self._coverage.text().splitlines() or ["no kernel was launched"]:
                terminalreporter.write_line(line)
        if self._resources:
            terminalreporter.section("resources of the kernels")
            for text in self._resources:
                terminalreporter.write_line(text)

    def pytest_sessionfinish(self) -> None:
        """Writes the findings."""
        if self._sarif:
            from cutedsl import __version__
            from cutedsl.checker import Report
            from cutedsl.checker.formats.sarif import report_sarif

            text = report_sarif(self._found or Report(), __version__)
            Path(self._sarif).write_text(text + "\n", encoding="utf-8")


class _Watcher:
    """Keeps the resource report of each different compilation."""

    def __init__(self, found: dict[str, None]) -> None:
        self._found = found

    def see(self, artifacts: Artifacts) -> None:
        from cutedsl.cli.kernels.static_resources import static_report

        self._found[static_report(artifacts.expanded, artifacts.program.module)] = None


def assert_clean(report: Report) -> None:
    """Fails the test for the findings of a report."""
    __tracebackhide__ = True
    if not report.clean:
        pytest.fail(_text(report), pytrace=False)


def _text(report: Report) -> str:
    from cutedsl.checker.formats.text import report_text

    return report_text(report)
