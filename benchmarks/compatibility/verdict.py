"""Whether a run was right, and in one line why not: from its exit code and from what it printed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from benchmarks.compatibility.manifest import Program

Kind = Literal["pass", "named", "unnamed", "other", "time-out", "not run"]
"""How a run ended: `named` is an error of cutedsl with a name; `unnamed` a Python error whose last frame is cutedsl's;
`other` an error elsewhere, or a wrong result."""

PACKAGE = "/src/cutedsl/"
_NAMED = re.compile(r"error\[([a-z0-9-]+)\]: (.*)")
_FRAME = re.compile(r'^(?:E?\s*)File "([^"]+)", line \d+|^(\S+\.py):\d+: \w+', re.MULTILINE)
_FAULT = re.compile(r"^(?:E\s+)?((?:[A-Za-z_][\w.]*\.)?[A-Z]\w*(?:Error|Exception|Exit|Interrupt)\b.*)", re.MULTILINE)
_LONGEST = 240


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a run ended; `cause` is empty for a right one."""

    kind: Kind
    cause: str = ""


def judge(program: Program, code: int, printed: str) -> Verdict:
    """The verdict of a run that ended by itself."""
    if code == 0:
        if program.must_print not in printed:
            return failure(printed, f"did not print {program.must_print!r}")
        if program.must_not_print and program.must_not_print in printed:
            return failure(printed, f"printed {program.must_not_print!r}")
        return Verdict("pass")
    return failure(printed, f"ended with exit code {code}" if code > 0 else f"ended by signal {-code}")


def failure(printed: str, otherwise: str) -> Verdict:
    """The last error that was printed; `otherwise` where there is none."""
    named = list(_NAMED.finditer(printed))
    faults = list(_FAULT.finditer(printed))
    if named and not (faults and faults[-1].start() > named[-1].end()):
        return Verdict("named", _short(f"{named[-1][1]}: {named[-1][2]}"))
    if not faults:
        return Verdict("other", _short(otherwise))
    frames = list(_FRAME.finditer(printed, 0, faults[-1].start()))
    frames = frames or list(_FRAME.finditer(printed))
    last = (frames[-1][1] or frames[-1][2]) if frames else ""
    return Verdict("unnamed" if PACKAGE in last else "other", _short(faults[-1][1]))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
