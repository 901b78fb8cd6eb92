"""A Markdown page that shows a program and the exact report it gets: reading it, and running its program.

The page: optional front lines `key: value`, a heading `# name`, prose, one ```python block (the whole
program), one ```text block (the report, in which the program is `prog.py`) and, where a test can apply the fix, one
```diff block: the lines that the fix takes out of the program, with `-`, each time before those that it puts there,
with `+`. Front lines:

* `skip-unless: torch` skips the page where that module is missing, `skip-unless: gpu` where no GPU answers;
* `env: CUTEDSL_TARGET=cpu` sets an environment variable for the run; it may be repeated.

The page's file is `NAME.md`, or `NAME--variant.md` for a further page on the same error.
To write the report of a page's program into its text block: `python -m tests.errors.case tests/errors/NAME.md`. A page
without that block gets one.
"""

from __future__ import annotations

import itertools
import os
import re
import runpy
import sys
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cutedsl.errors import DSLBaseError, DSLWarning

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ADDRESS = re.compile(r"0x[0-9a-f]{16}\b")
_FRONT = re.compile(r"^(skip-unless|env): (.+)$")


@dataclass(frozen=True, slots=True)
class Case:
    """What a page says; made by `read_case`."""

    name: str
    program: str
    report: str
    needs: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    diff: str = ""

    def fixed(self) -> str:
        """The program with the fix; `ValueError` where the lines to take out are not there once."""
        text = "\n" + self.program
        for old, new in _hunks(self.diff.splitlines()):
            if text.count(old) != 1:
                raise ValueError(f"{self.name}: the program has these lines {text.count(old)} times: {old}")
            text = text.replace(old, new)
        return text[1:]


def read_case(path: Path) -> Case:
    """The case on the page; `ValueError` says what the page lacks."""
    text = path.read_text(encoding="utf-8")
    front, heading, body = text.partition("# ")
    if not heading or (front and not front.endswith("\n")):
        raise ValueError(f"{path.name}: no heading")
    title = body.splitlines()[0].strip()
    if title != path.stem.partition("--")[0]:
        raise ValueError(f"{path.name}: the heading is {title!r}, not the name of the file")
    blocks = [(match[1], match[2]) for match in _BLOCK.finditer(body)]
    if [kind for kind, _ in blocks] not in (["python", "text"], ["python", "text", "diff"]):
        raise ValueError(f"{path.name}: one ```python block and one ```text block are needed, in this order")
    needs, environment = _read_front(front, path.name)
    diff = "".join(block for _, block in blocks[2:])
    return Case(title, blocks[0][1], blocks[1][1].rstrip("\n"), needs, environment, diff)


def _hunks(lines: list[str]) -> Iterator[tuple[str, str]]:
    """The texts to take out and to put in, each whole lines that begin after a line's end."""
    signs = [(sign, list(group)) for sign, group in itertools.groupby(lines, key=lambda line: line[:1])]
    if [sign for sign, _ in signs] != ["-", "+"] * (len(signs) // 2):
        raise ValueError("a diff is lines with `-`, each time followed by lines with `+`")
    for (_, old), (_, new) in zip(signs[::2], signs[1::2], strict=True):
        taken, put = ("".join(f"\n{line[1:]}" for line in part) + "\n" for part in (old, new))
        yield taken, put


def _read_front(front: str, page: str) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    needs: list[str] = []
    environment: list[tuple[str, str]] = []
    for line in filter(None, front.splitlines()):
        match = _FRONT.match(line)
        if match is None or (match[1] == "env" and "=" not in match[2]):
            raise ValueError(f"{page}: not a front line: {line!r}")
        if match[1] == "env":
            name, _, value = match[2].partition("=")
            environment.append((name, value))
        else:
            needs.append(match[2].strip())
    return tuple(needs), tuple(environment)


def run_program(program: str, folder: Path) -> str:
    """Run the program as `folder/prog.py` in this process: the text of its error, else of its warnings.

    The folder is left out of the text, and addresses are `0x...`. The environment is as before afterwards,
    and a module that the program forbade by `sys.modules[name] = None` can be imported again.
    """
    path = folder / "prog.py"
    path.write_text(program, encoding="utf-8")
    here, environment, search = os.getcwd(), dict(os.environ), list(sys.path)
    os.chdir(folder)
    try:
        with warnings.catch_warnings(record=True) as given:
            warnings.simplefilter("always", DSLWarning)
            runpy.run_path(str(path.resolve()), run_name="__main__")
        text = "\n".join(str(it.message) for it in given if issubclass(it.category, DSLWarning))
    except DSLBaseError as error:
        text = str(error)
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(environment)
        sys.path[:] = search
        for place in [place for place in sys.path_importer_cache if not os.path.isabs(place)]:
            del sys.path_importer_cache[place]  # it is of this folder
        for name in [name for name, module in sys.modules.items() if module is None]:
            del sys.modules[name]
    return _ADDRESS.sub("0x...", text.replace(f"{folder.resolve()}{os.sep}", "").replace(f"{folder}{os.sep}", ""))


def main(argv: list[str]) -> int:
    """Writes the reports of today into the pages named."""
    for name in argv:
        page = Path(name)
        text = page.read_text(encoding="utf-8")
        if "\n```text\n" not in text:
            page.write_text(f"{text.rstrip()}\n\n```text\n```\n", encoding="utf-8")
        case = read_case(page)
        os.environ.update(case.environment)
        with tempfile.TemporaryDirectory() as folder:
            report = run_program(case.program, Path(folder)).rstrip("\n")
        print(report)
        head, _, rest = page.read_text(encoding="utf-8").partition("\n```text\n")
        page.write_text(f"{head}\n```text\n{report}\n{rest[rest.index('```') :]}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
