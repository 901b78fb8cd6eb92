"""The gate's verdict: what was checked, what failed first, and how to see it again."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from cutedsl.errors.frozen import frozen

_MOST_LINES: Final = 12
VERSION: Final = 1
"""Increased when a field is removed or changes its meaning."""

CHECKS: Final = {
    "builds": "the candidate loads, its programs compile, and it takes the regular sizes",
    "isolation": "nothing but computing: no files, processes, network, threads, clocks, frames or foreign functions",
    "torch": "torch makes, lays out and moves memory, and computes nothing",
    "own": "every element of a result is stored by a kernel of the candidate's, and nothing counts the calls",
    "clean": "the checker finds nothing",
    "outputs": "nothing but the outputs is written",
    "correct": "the results are the reference's, for every size, layout and value",
    "orders": "the same in another order of blocks and warps, and whatever unwritten memory holds",
    "time": "it is done in time",
}
"""Every check, in the order in which failures are told."""


@frozen
class Failure:
    """One thing that is wrong. `replay` is a command line that shows it again."""

    check: str
    message: str
    case: str = ""
    arguments: str = ""
    values: str = ""
    seed: int | None = None
    replay: str = ""


@frozen
class Check:
    """One check: `passed` is None where it could not be made."""

    name: str
    about: str
    passed: bool | None


@dataclass(slots=True)
class Tried:
    """One case: how often it was replayed with which values; `refused` is the candidate's error, if it refused it.

    `sampled` says how many blocks of the last launch were run, where the sizes are great.
    """

    name: str
    arguments: list[str]
    layout: str
    values: list[str] = field(default_factory=list[str])
    launches: int = 0
    refused: str = ""
    sampled: str = ""


@dataclass(slots=True)
class Verdict:
    """What came of it."""

    candidate: str
    reference: str
    seed: int
    failures: list[Failure] = field(default_factory=list[Failure])
    cases: list[Tried] = field(default_factory=list[Tried])
    kernels: list[str] = field(default_factory=list[str])
    not_tried: list[str] = field(default_factory=list[str])
    confined: bool = False
    """Whether the system itself kept the candidate's process from files, programs and the network."""
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return not self.failures

    @property
    def replays(self) -> int:
        """How often a call was run with values that the candidate never had."""
        return sum(len(one.values) for one in self.cases)

    @property
    def checks(self) -> list[Check]:
        """Each check, whether it holds."""
        failed = {one.check for one in self.failures}
        stopped = bool(failed & {"builds"})
        return [
            Check(name, about, False if name in failed else None if stopped and name != "isolation" else True)
            for name, about in CHECKS.items()
        ]

    def ordered(self) -> list[Failure]:
        """The failures, in the order of the checks."""
        order = list(CHECKS)
        return sorted(self.failures, key=lambda one: order.index(one.check))

    def json(self) -> str:
        """The verdict as one JSON object: docs/schemas/gate_verdict.schema.json."""
        content: dict[str, Any] = {
            "version": VERSION,
            "passed": self.passed,
            "candidate": self.candidate,
            "reference": self.reference,
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "checks": [asdict(one) for one in self.checks],
            "failures": [asdict(one) for one in self.ordered()],
            "cases": [asdict(one) for one in self.cases],
            "not_tried": self.not_tried,
            "kernels": self.kernels,
            "confined": self.confined,
        }
        return json.dumps(content, indent=2)

    def text(self) -> str:
        """A few lines: the first failure, or what was tried."""
        if self.passed:
            refused = [one for one in self.cases if one.refused]
            lines = [f"passed: {len(self.kernels)} kernels, {len(self.cases)} cases, {self.replays} replays"]
            lines += [f"  refused by the candidate: {one.name}: {one.refused}" for one in refused]
            lines += [f"  {one.name}: {one.sampled} were run" for one in self.cases if one.sampled]
            lines += [f"  not tried, as it takes too long: {', '.join(self.not_tried)}"] if self.not_tried else []
            return "\n".join([*lines, f"  seed {self.seed}, {self.seconds:.1f} s"])
        first, *more = self.ordered()
        said = first.message.splitlines()
        said = said if len(said) <= _MOST_LINES else [*said[:_MOST_LINES], f"... {len(said) - _MOST_LINES} more lines"]
        lines = [f"failed: {first.check}: " + "\n".join(said)]
        if first.case:
            lines.append(f"  case {first.case} ({first.arguments}), values {first.values or 'normal'}")
        lines += [f"  also: {one.check}: {one.message.splitlines()[0]}" for one in more[:4]]
        lines.append(f"  again: {first.replay or f'--seed {self.seed}'}")
        return "\n".join([*lines, f"  {self.seconds:.1f} s"])
