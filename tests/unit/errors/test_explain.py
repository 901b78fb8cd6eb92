"""`cutedsl explain`."""

from __future__ import annotations

import pytest

from cutedsl.cli.explain import explain
from cutedsl.errors.catalogue import CATALOGUE


def test_an_entry_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(["early-exit"]) == 0
    entry = CATALOGUE["early-exit"]
    assert capsys.readouterr().out == (
        f"early-exit: {entry.title}\n\nWhy: {entry.why}\nFix: {entry.fix}\n\n"
        "Wrong:\n\n    if x[i] < 0:\n        raise ValueError\n\n"
        "Right:\n\n    if x[i] >= 0:\n        y[i] = x[i]\n"
    )


@pytest.mark.parametrize("copied", ["error[early-exit]", "error[early-exit]:", "[early-exit]"])
def test_name_may_be_copied_from_a_report(copied: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain([copied]) == 0
    assert capsys.readouterr().out.startswith("early-exit: ")


def test_no_name_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == sorted(CATALOGUE)
    assert all(CATALOGUE[line.split()[0]].title == line.split(maxsplit=1)[1] for line in lines)


def test_unknown_name_suggests_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(["dynamic-boll"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("no error is named 'dynamic-boll'; did you mean dynamic-bool")


def test_far_name_points_to_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(["zzzz"]) == 2
    assert capsys.readouterr().err == "no error is named 'zzzz'; `cutedsl explain` lists all.\n"


def test_two_names_are_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(["a", "b"]) == 2
    assert capsys.readouterr().err == "usage: cutedsl explain [NAME]\n"
