"""One mutant's trial, in a process of its own: what a plain run says of it, and what a checked run finds."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from benchmarks.mutations.mutants import Mutant
from benchmarks.mutations.programs import runs

TIMEOUT_S: Final = 120


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a mutant.

    `changed` is how a plain run failed, "" if it did not. `found` are the kinds of findings of a checked run, `lines`
    theirs in the mutated file. `trouble` says what else ended the trial. `runs` are the calls of a plain run.
    """

    changed: str = ""
    found: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    trouble: str = ""
    runs: int = 0


def trial(source: Path, mutant: Mutant) -> Trial:
    """Runs a mutant plainly and checked, each in a child process: wrong kernels may hang or fault."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / source.name
        path.write_text(mutant.text, encoding="utf-8")
        sys.path.insert(0, str(source.parent))  # what lies beside the file stays importable
        plain = _in_child(lambda: _plain(path, mutant))
        checked = _in_child(lambda: _checked(path, mutant))
        sys.path.remove(str(source.parent))
    changed = plain.changed or plain.trouble
    trouble = "" if checked.found else checked.trouble
    return Trial(changed, checked.found, checked.lines, trouble, plain.runs)


def _plain(path: Path, mutant: Mutant) -> Trial:
    count = 0
    for run in runs(path, mutant.text, mutant.function):
        count += 1
        try:
            run()
        except BaseException as error:
            return Trial(changed=f"{type(error).__name__}: {_first_line(error)}", runs=count)
    return Trial(runs=count)


def _checked(path: Path, mutant: Mutant) -> Trial:
    """Runs until something is found. A result that is wrong by then ends nothing: the tests' asserts are plain's."""
    from cutedsl.checker import checking

    trouble = ""
    for run in runs(path, mutant.text, mutant.function):
        with checking(keep_going=False) as report:
            try:
                run()
            except BaseException as error:
                trouble = f"{type(error).__name__}: {_first_line(error)}"
        if report.findings:
            kinds = tuple(dict.fromkeys(one.kind for one in report.findings))
            spans = [span for one in report.findings for span in one.spans if span.file == str(path)]
            return Trial(found=kinds, lines=tuple(sorted({span.line for span in spans})))
    return Trial(trouble=trouble)


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [""])[0][:160]


def _in_child(work: Callable[[], Trial]) -> Trial:
    """What `work` gives in a forked process that is ended after a while."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, sys.stdout.fileno())
            os.dup2(null, sys.stderr.fileno())
            os.write(write, json.dumps(asdict(work())).encode())
        os._exit(0)
    os.close(write)
    deadline = time.monotonic() + TIMEOUT_S
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            break
        time.sleep(0.02)
    with os.fdopen(read) as answer:
        said = answer.read()
    if not said:
        return Trial(trouble="the process ended or hung")
    fields = json.loads(said)
    fields |= {name: tuple(fields[name]) for name in ("found", "lines")}
    return Trial(**fields)
