"""Colour: only on terminals that want it, and never another text."""

from __future__ import annotations

import io
import re

import pytest

from cutedsl.errors import fail
from cutedsl.errors.colour import paint, print_error, wants_colour

ANSI = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_paint_only_adds_colour() -> None:
    error = fail("dynamic-bool", "m", notes=("a\nb",))
    assert error.span is not None
    text = str(fail("dynamic-bool", "m", notes=("a\nb",), also=[(error.span, "label")]))
    painted = paint(text)
    assert ANSI.sub("", painted) == text
    assert "\x1b[1;31merror[dynamic-bool]:\x1b[0m" in painted
    assert re.search(r"\x1b\[1;31m\^+", painted)
    assert "\x1b[1;32mfix:\x1b[0m" in painted


def test_terminal_gets_colour_and_a_file_does_not() -> None:
    error = fail("dynamic-bool", "m")
    terminal, file = Terminal(), io.StringIO()
    print_error(error, terminal)
    print_error(error, file)
    assert terminal.getvalue() == paint(str(error)) + "\n"
    assert file.getvalue() == str(error) + "\n"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_environment_turns_colour_off(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wants_colour(Terminal())
    monkeypatch.setenv(name, value)
    assert not wants_colour(Terminal())
