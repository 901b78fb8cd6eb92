"""`cutedsl trace`: runs a program and writes a timeline of one block."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from cutedsl.checker.formats.text import report_text
from cutedsl.checker.recording import Recording
from cutedsl.checker.session import CheckWatch
from cutedsl.cli.exit_codes import COULD_NOT_RUN
from cutedsl.cli.help_text import Paragraphs
from cutedsl.cli.program import prepare, ran
from cutedsl.driver.call.watches import watching
from cutedsl.viz.pictures.timeline import perfetto_json

_ABOUT = """Runs PROGRAM (also one written for `cutlass`) with every kernel on the CPU, and writes a timeline of one
block for https://ui.perfetto.dev: where its warps wait, and which asynchronous copies and multiplies are running.
Time is logical: an operation takes one step, an asynchronous one eight.

Exit codes: 0 the file was written; 2 the program could not be run, or has no such launch or block.
The program's own output and the bugs that were found go to the error stream. Further arguments go to the program."""


def trace(argv: Sequence[str]) -> int:
    """Returns one of the exit codes; argparse exits with 2 for a wrong command line."""
    options, arguments = _parser().parse_known_args(list(argv))
    program = prepare("trace", options.program, options.override)
    if program is None:
        return COULD_NOT_RUN
    recording = Recording(options.launch, options.block)
    watch = CheckWatch(recording=recording)
    fine = ran(program, arguments, watching(watch))
    if not watch.report.clean:
        print(report_text(watch.report), file=sys.stderr)
    if not recording.events:
        said = f"launches {watch.report.launches} kernels" if not recording.kernel else "has no such block, or no waits"
        print(f"cutedsl trace: {program} {said}", file=sys.stderr)
        return COULD_NOT_RUN
    Path(options.output).write_text(perfetto_json(recording.timeline()) + "\n", encoding="utf-8")
    print(f"{options.output}: {len(recording.events)} events of block {options.block} of {recording.kernel}")
    return 0 if fine or watch.report.findings else COULD_NOT_RUN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cutedsl trace", description=_ABOUT, formatter_class=Paragraphs)
    parser.add_argument("program", help="a Python file")
    parser.add_argument("-o", "--output", default="trace.json", help="the file to write (default trace.json)")
    parser.add_argument("--launch", type=int, default=0, help="number of the launch in the program (default 0)")
    block = "number of the block, or of the cluster where there are some, x fastest (default 0)"
    parser.add_argument("--block", type=int, default=0, help=block)
    parser.add_argument("--override", action="store_true", help="do not warn that another `cutlass` is installed")
    return parser
