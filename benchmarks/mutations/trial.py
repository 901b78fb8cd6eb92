"""One mutant's trial, in processes of its own: what a plain run says of it, and what checked runs find."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from benchmarks.mutations.children import in_child
from benchmarks.mutations.mutants import Mutant
from benchmarks.mutations.programs import runs
from benchmarks.mutations.reach import Reach
from benchmarks.record import ROOT

LIMIT_S: Final = 100.0
"""What one of the two processes of a trial may take."""
LISTS: Final = ("found", "lines", "beside")
LIBRARY: Final = str(ROOT / "src" / "cutedsl" / "ops")
LAUNCH_LIMIT_S: Final = 10.0
SEEDS: Final = (None, 1, 2, 3)
"""The orders of the warps that are tried until something is found."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a mutant.

    `changed` is how a run failed, "" if none did. `found` are the kinds of findings of the first checked run that has
    some, `lines` theirs in the mutated file, `beside` those in other files of the library. `trouble` says what else
    ended the trial. `runs` are the calls of a plain run, `launches` those of kernels in checked ones.
    """

    changed: str = ""
    found: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    trouble: str = ""
    runs: int = 0
    launches: int = 0
    beside: tuple[str, ...] = ()


def trial(source: Path, mutant: Mutant, reach: Reach) -> Trial:
    """Runs a mutant plainly, then checked."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / source.name
        path.write_text(mutant.text, encoding="utf-8")
        sys.path.insert(0, str(source.parent))  # what lies beside the file stays importable

        def calls() -> list[Callable[[], object]]:
            return list(runs(source, path, mutant, reach))

        plain = _in_child(lambda: _plain(calls()))
        changed, checked = plain.changed or plain.trouble, Trial()
        for seed in SEEDS if plain.runs or plain.trouble else ():
            checked = _in_child(lambda seed=seed: _checked(calls(), path, seed))
            changed = changed or checked.changed
            if checked.found or not checked.launches:
                break
        sys.path.remove(str(source.parent))
    return replace(checked, changed=changed, runs=plain.runs)


def warm_up() -> None:
    """Compiles a kernel, so that the processes of trials, which are forks, have what compilations import."""
    import numpy as np
    import pytest

    import cutedsl.cute as cute
    from benchmarks.cpu_kernels import softmax
    from cutedsl.checker import checking
    from cutedsl.config import override

    assert pytest.__version__
    x, y = np.ones((32, 128), np.float32), np.empty((32, 128), np.float32)
    with checking(), override(cache=False):
        cute.compile(softmax, x, y)


def _plain(calls: list[Callable[[], object]]) -> Trial:
    for count, run in enumerate(calls):
        try:
            run()
        except BaseException as error:
            return Trial(changed=_said(error), runs=count + 1)
    return Trial(runs=len(calls))


def _checked(calls: list[Callable[[], object]], path: Path, seed: int | None) -> Trial:
    """Runs in one order of the warps until something is found."""
    from cutedsl.checker import Schedule, checking

    changed, launches = "", 0
    for run in calls:
        with checking(keep_going=False, schedule=Schedule(seed)) as report:
            try:
                run()
            except BaseException as error:
                changed = changed or _said(error)
        launches += report.launches
        if report.findings:
            kinds = tuple(dict.fromkeys(one.kind for one in report.findings))
            spans = [span for one in report.findings for span in one.spans]
            lines = tuple(sorted({span.line for span in spans if span.file == str(path)}))
            beside = tuple(sorted({f"{Path(s.file).name}:{s.line}" for s in spans if s.file.startswith(LIBRARY)}))
            return Trial(changed, kinds, lines, launches=launches, beside=beside)
    return Trial(changed=changed, launches=launches)


def _said(error: BaseException) -> str:
    first = (str(error).strip().splitlines() or [""])[0][:160]
    return f"{type(error).__name__}: {first}"


def _in_child(work: Callable[[], Trial]) -> Trial:
    def answer() -> str:
        from cutedsl.config import override

        with override(timeout_s=LAUNCH_LIMIT_S):
            return json.dumps(asdict(work()))

    said = in_child(answer, LIMIT_S)
    if not said:
        return Trial(trouble="the process ended or hung")
    fields = json.loads(said)
    fields |= {name: tuple(fields[name]) for name in LISTS}
    return Trial(**fields)
