"""The reader of Markdown pages behind the documentation's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.programs import Command, as_program, blocks, commands, first_missing, run

PAGE = """# T

```python
a = 1
```

text

```console
$ cutedsl x
one

two
$ make y
```

```python
b = a
```
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_program_keeps_the_pages_line_numbers(page: Path) -> None:
    lines = as_program(blocks(page, "python")).splitlines()
    assert {number: line for number, line in enumerate(lines, 1) if line} == {4: "a = 1", 18: "b = a"}


def test_commands_carry_the_output_shown_under_them(page: Path) -> None:
    (block,) = blocks(page, "console")
    assert commands(block) == [Command("cutedsl x", ("one", "two")), Command("make y", ())]


@pytest.mark.parametrize(
    ("shown", "missing"),
    [
        (("one", "three"), None),
        (("one", "...", "three"), None),
        (("three", "one"), "one"),
        (("one", "one"), "one"),
        (("on",), "on"),
    ],
)
def test_shown_lines_appear_whole_and_in_order(shown: tuple[str, ...], missing: str | None) -> None:
    assert first_missing(shown, "one\ntwo\nthree\n") == missing


def test_a_failing_program_is_seen_with_its_output() -> None:
    done = run(["-c", "print('out'); import sys; sys.exit('err')"])
    assert (done.returncode, done.stdout) == (1, "out\nerr\n")
