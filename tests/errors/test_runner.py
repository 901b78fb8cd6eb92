"""The reader and runner of the pages: what they accept, and what they see of a program."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.errors.case import Case, main, read_case, run_program

PAGE = """skip-unless: numpy
env: CUTEDSL_TARGET=cpu

# dynamic-bool

Prose.

```python
from cutedsl.errors import fail

x = 1
if x: raise fail("dynamic-bool", f"x is {x}")
```

```text
error[dynamic-bool]: x is 1
```
"""


def write(folder: Path, text: str, name: str = "dynamic-bool.md") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_page_is_read(tmp_path: Path) -> None:
    program = 'from cutedsl.errors import fail\n\nx = 1\nif x: raise fail("dynamic-bool", f"x is {x}")\n'
    expected = Case("dynamic-bool", program, "error[dynamic-bool]: x is 1", ("numpy",), (("CUTEDSL_TARGET", "cpu"),))
    assert read_case(write(tmp_path, PAGE)) == expected


def test_variant_keeps_the_errors_name(tmp_path: Path) -> None:
    assert read_case(write(tmp_path, PAGE, "dynamic-bool--in-while.md")).name == "dynamic-bool"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("# dynamic-bool", "# dynamic-index", "the heading is 'dynamic-index'"),
        ("# dynamic-bool", "dynamic-bool", "no heading"),
        ("```text", "```python", "one ```python block and one ```text block"),
        ("skip-unless: numpy", "unless: numpy", "not a front line: 'unless: numpy'"),
        ("CUTEDSL_TARGET=cpu", "CUTEDSL_TARGET", "not a front line"),
    ],
)
def test_wrong_page_is_refused(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        read_case(write(tmp_path, PAGE.replace(old, new)))


def test_error_is_shown_at_prog_py(tmp_path: Path) -> None:
    here = os.getcwd()
    lines = run_program(read_case(write(tmp_path, PAGE)).program, tmp_path).splitlines()
    assert lines[:5] == [
        "error[dynamic-bool]: x is 1",
        " --> prog.py:4:13",
        "  |",
        '4 | if x: raise fail("dynamic-bool", f"x is {x}")',
        "  |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    ]
    assert os.getcwd() == here


def test_second_program_shows_its_own_lines(tmp_path: Path) -> None:
    for word in ("first", "second"):
        program = f'from cutedsl.errors import fail; raise fail("dynamic-bool", "{word}")\n'
        assert f'fail("dynamic-bool", "{word}")' in run_program(program, tmp_path).splitlines()[3]


def test_program_without_error_reports_nothing(tmp_path: Path) -> None:
    assert run_program("x = 1\n", tmp_path) == ""


def test_a_warning_is_reported(tmp_path: Path) -> None:
    text = run_program('from cutedsl.errors import warn\nwarn("numeric-cast", "300 wraps to 44")\n', tmp_path)
    assert text.startswith("warning[numeric-cast]: 300 wraps to 44\n --> prog.py:2:1\n")


def test_other_exceptions_pass(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        run_program("{}['a']\n", tmp_path)


def test_a_page_gets_the_report_of_its_program(tmp_path: Path) -> None:
    page = write(tmp_path, PAGE.replace("error[dynamic-bool]: x is 1", "error[dynamic-bool]: x is 2"))
    assert main([str(page)]) == 0
    assert read_case(page).report.startswith("error[dynamic-bool]: x is 1\n --> prog.py:4:13")


def test_a_page_without_a_report_gets_one(tmp_path: Path) -> None:
    page = write(tmp_path, PAGE.partition("```text")[0])
    assert main([str(page)]) == 0
    assert read_case(page).report.startswith("error[dynamic-bool]: x is 1\n --> prog.py:4:13")
