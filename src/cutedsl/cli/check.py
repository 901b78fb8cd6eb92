"""`cutedsl check`: runs a program and reports the bugs of its kernels."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from cutedsl import __version__
from cutedsl.checker.budget import Budget
from cutedsl.checker.exploration import Explorer, Schedule, Steering
from cutedsl.checker.findings import Report
from cutedsl.checker.formats.json import report_json
from cutedsl.checker.formats.sarif import report_sarif
from cutedsl.checker.formats.text import report_text
from cutedsl.checker.session import CheckEnded, CheckWatch
from cutedsl.cli.exit_codes import COULD_NOT_RUN
from cutedsl.cli.help_text import Paragraphs
from cutedsl.cli.numbers import above_zero
from cutedsl.cli.program import prepare, ran
from cutedsl.driver.call.watches import watching
from cutedsl.errors.colour import paint, wants_colour
from cutedsl.errors.frozen import frozen

_ABOUT = """Runs PROGRAM (also one written for `cutlass`) with every kernel on the CPU, each access and wait checked.

Exit codes: 0 nothing was found; 1 there are findings; 2 the program could not be run, or failed before any finding, or
a report could not be written.
The program's own output goes to the error stream. Further arguments go to the program."""

CLEAN, FOUND = 0, 1


@frozen
class Schedules:
    """The interleaving to run, or how many different ones are `wanted`."""

    only: Schedule = Schedule()
    wanted: int | None = None

    @staticmethod
    def parse(text: str) -> Schedules:
        """From `explore=N`, or the text of a schedule.

        >>> str(Schedules.parse("seed=7").only), Schedules.parse("explore=2").wanted
        ('seed=7', 2)
        """
        kind, _, number = text.partition("=")
        if kind == "explore" and number.isdecimal() and int(number) > 0:
            return Schedules(wanted=int(number))
        try:
            return Schedules(Schedule.parse(text))
        except (ValueError, TypeError):
            wrong = f"{text!r} is none of seed=N, explore=N, and hold=... or blocks=backwards as a report has it"
            raise argparse.ArgumentTypeError(wrong) from None


def check(argv: Sequence[str]) -> int:
    """Returns one of the exit codes; argparse exits with 2 for a wrong command line."""
    parser = _parser()
    options, arguments = parser.parse_known_args(list(argv))
    before = argv[: list(argv).index(options.program)]
    unknown = [one for one in arguments if one in before]
    if unknown:
        parser.error(f"unrecognized arguments before the program: {' '.join(unknown)}")
    if options.json == options.sarif == "-":
        parser.error("--json and --sarif cannot both write to standard output")
    program = prepare("check", options.program, options.override, module=options.module)
    if program is None:
        return COULD_NOT_RUN
    report, failed = Report(measured=options.costs), False
    explorer = Explorer(options.schedule.wanted) if options.schedule.wanted else None
    budget = Budget(options.budget)
    schedule = explorer.next() if explorer else options.schedule.only
    report.orders.clear()
    while schedule is not None:
        report.orders.append(str(schedule))
        steering = Steering(schedule.holds) if explorer else None
        watch = _Watch(report, schedule, options.keep_going, steering, sys.stderr, budget=budget)
        failed = not ran(program, arguments, watching(watch), module=options.module) or failed
        schedule = _after(explorer, schedule, steering) if options.keep_going or report.clean else None
    if explorer:
        print(f"explored {explorer}{_differing(report)}", file=sys.stderr)
    if failed and not report.findings:
        print(f"cutedsl check: {program} failed before anything was found", file=sys.stderr)
    if not _written(report, options.json, options.sarif, failed=failed):
        return COULD_NOT_RUN
    if report.findings:
        return FOUND
    return COULD_NOT_RUN if failed else CLEAN


def _after(explorer: Explorer | None, ran_now: Schedule, steering: Steering | None) -> Schedule | None:
    """The schedule of the next run, if there is one."""
    if explorer is None or steering is None:
        return None
    explorer.took(ran_now, steering)
    different = len(explorer.coverage.orders)
    print(f"order {explorer.coverage.runs}, {ran_now}: {different} different so far", file=sys.stderr)
    return explorer.next()


def _differing(report: Report) -> str:
    """What was found in some orders only."""
    some = sum(len(finding.orders) < len(report.orders) for finding in report.findings)
    return f"; {some} of {len(report.findings)} findings depend on the order" if some else ""


class _Watch(CheckWatch):
    """Ends the program after the first call that has findings, unless asked to go on."""

    def after_call(self) -> None:
        if self.report.findings and not self.keep_going:
            raise CheckEnded


def _written(report: Report, json_file: str | None, sarif_file: str | None, *, failed: bool) -> bool:
    """The report as text on standard output, or instead there and to files as asked; whether these could be written."""
    texts = {"json": report_json(report), "sarif": report_sarif(report, __version__)}
    files = {"json": json_file, "sarif": sarif_file}
    if "-" not in files.values() and not (failed and report.clean):
        text = report_text(report)
        print(paint(text) if wants_colour(sys.stdout) else text)
    for kind, file in files.items():
        if file == "-":
            print(texts[kind])
        elif file is not None:
            try:
                Path(file).write_text(texts[kind] + "\n", encoding="utf-8")
            except OSError as error:
                print(f"cutedsl check: {file} could not be written: {error.strerror}", file=sys.stderr)
                return False
    return True


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cutedsl check", description=_ABOUT, formatter_class=Paragraphs)
    parser.add_argument("-m", dest="module", action="store_true", help="PROGRAM is a module, as for `python -m`")
    parser.add_argument("program", help="a Python file")
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON (`-`: to standard output)")
    parser.add_argument("--sarif", metavar="FILE", help="write the report as SARIF 2.1.0 (`-`: to standard output)")
    parser.add_argument("--keep-going", action="store_true", help="go on after a finding, with other blocks and calls")
    budget = "check each kernel for so long; its other blocks run without checks, and the report counts them"
    parser.add_argument("--budget", type=above_zero, metavar="SECONDS", help=budget)
    costs = "also say which lines have bank conflicts or touch more sectors of global memory than they need"
    parser.add_argument("--costs", action="store_true", help=costs)
    schedule = (
        "seed=N, or what a report has, replays an interleaving of the warps; explore=N looks for N different ones"
    )
    parser.add_argument(
        "--schedule", type=Schedules.parse, default=Schedules(), metavar="seed=N|hold=...|explore=N", help=schedule
    )
    parser.add_argument("--override", action="store_true", help="do not warn that another `cutlass` is installed")
    return parser
