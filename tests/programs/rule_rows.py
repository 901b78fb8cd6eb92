"""Rows of rules: a section of docs/design/sources.md, the rule, and a function that gives what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.errors import DSLBaseError

Function = Callable[..., object]


class RuleRows:
    """The rows of a test file, as `add` decorates them."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, Function, object]] = []

    def add(self, section: str, text: str, expected: object) -> Callable[[Function], Function]:
        """A row: `expected` is what the function gives, or the name of the error that it raises."""

        def put(function: Function) -> Function:
            self.rows.append((section, text, function, expected))
            return function

        return put

    @property
    def ids(self) -> list[str]:
        """Names of the rows for pytest."""
        return [f"{section}-{number}" for number, (section, *_) in enumerate(self.rows)]

    @property
    def sections(self) -> set[str]:
        """The sections that have rows."""
        return {section for section, *_ in self.rows}


def check_row(section: str, text: str, function: Function, expected: object, *arguments: Any) -> None:
    """Fails where a rule does not hold."""
    try:
        found = function(*arguments)
    except DSLBaseError as error:
        found = error.name  # pyright: ignore
        assert found == expected, f"{section}: {text}\n{error}"
        return
    assert found == expected, f"{section}: {text}"
