"""`cutedsl gate`: judges a candidate kernel against a reference."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cutedsl.cli.exit_codes import COULD_NOT_RUN
from cutedsl.cli.help_text import Paragraphs
from cutedsl.cli.numbers import above_zero

_ABOUT = """Tests CANDIDATE, a Python file with kernels that you do not trust, against REFERENCE.

Accepts KernelBench's form (`ModelNew`; `Model`, `get_inputs`, `get_init_inputs`) and plain functions (`candidate`;
`reference`, `make_inputs`). Without REFERENCE the candidate's file has both. What the candidate does is recorded with
random data, and replayed in another process with other data: only what its kernels compute counts.

Exit codes: 0 passed; 1 failed; 2 the command line is wrong, the reference could not be run, no case was run, or the
verdict could not be written."""

PASSED, FAILED = 0, 1
_DEFAULT_BUDGET_S: Final = 8.0


def gate(argv: Sequence[str]) -> int:
    """Returns one of the exit codes; argparse exits with 2 for a wrong command line."""
    from cutedsl.gate.judge import Gate, ReferenceFailed, judge

    options = _parser().parse_args(list(argv))
    candidate = Path(options.candidate)
    reference = Path(options.reference or options.given or options.candidate)
    for path in (candidate, reference):
        if not path.is_file():
            print(f"cutedsl gate: there is no file {path}", file=sys.stderr)
            return COULD_NOT_RUN
    if sys.platform != "linux":
        print("cutedsl gate: candidates are confined by means of Linux, and run only there", file=sys.stderr)
        return COULD_NOT_RUN
    asked = Gate(
        candidate, reference, options.name, options.seed, tuple(options.case), tuple(options.values),
        tuple(options.allow_torch), options.tolerance, options.budget, options.limit,
        options.first,
    )  # fmt: skip
    try:
        verdict = judge(asked)
    except ReferenceFailed as error:
        print(f"cutedsl gate: {error}", file=sys.stderr)
        return COULD_NOT_RUN
    if options.json == "-":
        print(verdict.json())
    else:
        print(verdict.text())
        if options.json:
            try:
                Path(options.json).write_text(verdict.json() + "\n", encoding="utf-8")
            except OSError as error:
                print(f"cutedsl gate: {options.json} could not be written: {error.strerror}", file=sys.stderr)
                return COULD_NOT_RUN
    return PASSED if verdict.passed else FAILED


def _operator(text: str) -> str:
    """An operator's name, as a schema has it."""
    space, mark, name = text.partition("::")
    if not (space and mark and name.isidentifier()):
        raise argparse.ArgumentTypeError(f"{text!r} is no operator such as aten::convolution")
    return text


def _parser() -> argparse.ArgumentParser:
    from cutedsl.gate.cases import VALUES, WIDE

    parser = argparse.ArgumentParser(prog="cutedsl gate", description=_ABOUT, formatter_class=Paragraphs)
    parser.add_argument("candidate", metavar="CANDIDATE", help="a Python file")
    parser.add_argument("given", metavar="REFERENCE", nargs="?", help="a Python file that the candidate cannot change")
    parser.add_argument("--reference", metavar="FILE", help="the same as the second argument")
    parser.add_argument("--name", default="", help="the candidate's function or class")
    parser.add_argument("--json", metavar="FILE", help="write the verdict as JSON (`-`: to standard output)")
    parser.add_argument("--seed", type=int, help="see a verdict again; drawn anew otherwise")
    parser.add_argument("--case", action="append", default=[], metavar="NAME", help="try these cases only")
    values = (*VALUES, WIDE)
    kinds = f"try these values only: {', '.join(values)}"
    parser.add_argument("--values", action="append", default=[], metavar="KIND", choices=values, help=kinds)
    parser.add_argument("--first", action="store_true", help="stop at the first failure")
    allow = "an operator of torch that may compute, such as aten::convolution"
    parser.add_argument("--allow-torch", action="append", type=_operator, default=[], metavar="OP", help=allow)
    times = "results may be X times as far off"
    parser.add_argument("--tolerance", type=above_zero, default=1.0, metavar="X", help=times)
    budget = f"begin no further replay after so many seconds of a core's time ({_DEFAULT_BUDGET_S:.0f})"
    parser.add_argument("--budget", type=above_zero, default=_DEFAULT_BUDGET_S, metavar="S", help=budget)
    parser.add_argument(
        "--limit", type=above_zero, default=60.0, metavar="S", help="end a process after so many seconds"
    )
    return parser
