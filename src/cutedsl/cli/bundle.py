"""`cutedsl bundle`: runs a program and writes what it compiles, for several architectures, into one file."""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cutedsl.bundle.loaded import read
from cutedsl.bundle.record import Recorder
from cutedsl.cli.exit_codes import COULD_NOT_RUN
from cutedsl.cli.help_text import Paragraphs
from cutedsl.cli.program import prepare, ran
from cutedsl.config import override
from cutedsl.driver.compile.observe import observing_requests
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.devices import gpu_available
from cutedsl.targets.devices import is_cpu

_ABOUT = """Runs PROGRAM (also one written for `cutlass`) and writes every program that it compiles into one file, which
`cutedsl.bundle.load` loads without a compiler. Without a GPU, PROGRAM runs once for each architecture, on the CPU.

Exit codes: 0 the file is written; 1 a program could not be compiled, and the file is not written; 2 PROGRAM could not
be run, or compiled nothing. The program's own output goes to the error stream. Further arguments go to the program."""


def bundle(argv: Sequence[str]) -> int:
    """Returns one of the exit codes; argparse exits with 2 for a wrong command line."""
    parser = _parser()
    options, arguments = parser.parse_known_args(list(argv))
    if options.list is not None:
        return _list(options.list)
    if options.program is None or options.output is None:
        parser.error("PROGRAM and -o FILE are needed, or --list FILE")
    program = prepare("bundle", options.program, options.override, on_cpu=False)
    if program is None:
        return COULD_NOT_RUN
    try:
        recorder = Recorder(tuple(dict.fromkeys(options.arch or ["cpu"])), ptx=options.ptx, told=_tell)
    except DSLUserCodeError as wrong:
        print(f"cutedsl bundle: {wrong.message}", file=sys.stderr)
        return COULD_NOT_RUN
    for archs in _turns(recorder.archs):
        with _posing(archs):
            ended = ran(program, arguments, _recording(recorder, archs))
        if not ended:
            print(f"cutedsl bundle: {program} failed; no file is written", file=sys.stderr)
            return COULD_NOT_RUN
    return _saved(recorder, options.output, keep_going=options.keep_going)


def _saved(recorder: Recorder, output: Path, *, keep_going: bool) -> int:
    for failure in recorder.failures:
        print(f"cutedsl bundle: `{failure.name}` for {failure.arch}:\n{failure.error}", file=sys.stderr)
    if recorder.failures and not keep_going:
        print("cutedsl bundle: no file is written; --keep-going leaves these out", file=sys.stderr)
        return 1
    if not recorder.count:
        print("cutedsl bundle: the program compiled nothing; no file is written", file=sys.stderr)
        return COULD_NOT_RUN
    try:
        digest = recorder.save(output)
    except OSError as reason:
        print(f"cutedsl bundle: {output} cannot be written: {reason.strerror}", file=sys.stderr)
        return COULD_NOT_RUN
    if recorder.ptx and not all(map(is_cpu, recorder.archs)):
        print("cutedsl bundle: GPU code is PTX, which the driver compiles when it is loaded", file=sys.stderr)
    print(f"{output}: {recorder.count} programs, {output.stat().st_size / 2**20:.1f} MiB, SHA-256 {digest}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cutedsl bundle", description=_ABOUT, formatter_class=Paragraphs)
    parser.add_argument("program", nargs="?", metavar="PROGRAM", help="a Python file")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the file to write")
    parser.add_argument(
        "--arch", action="append", metavar="ARCH", help="cpu, sm_90a, ...; may be repeated (default cpu)"
    )
    parser.add_argument("--ptx", action="store_true", help="keep PTX where ptxas could make cubins")
    parser.add_argument("--keep-going", action="store_true", help="leave out what cannot be compiled")
    parser.add_argument("--list", type=Path, metavar="FILE", help="check a bundle and print what is in it")
    parser.add_argument("--override", action="store_true", help="take `cutlass` from cutedsl even if it is installed")
    return parser


def _turns(archs: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The architectures of each run: one at a time on the CPU, which imitates each; all at once on a GPU."""
    return [archs] if gpu_available() else [(arch,) for arch in archs]


@contextmanager
def _posing(archs: tuple[str, ...]) -> Generator[None]:
    """Programs that ask for the GPU's architecture get the one that they are compiled for."""
    arch = archs[0] if archs else "cpu"
    if len(archs) > 1 or is_cpu(arch):
        yield
        return
    with override(arch=arch):
        yield


@contextmanager
def _recording(recorder: Recorder, archs: tuple[str, ...]) -> Generator[None]:
    with observing_requests(lambda request: recorder.take(request, archs)):
        yield


def _tell(line: str) -> None:
    print(f"cutedsl bundle: {line}", file=sys.stderr, flush=True)


def _list(path: Path) -> int:
    """Checks a bundle and prints what is in it."""
    try:
        index, contents = read(path, hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None)
    except DSLUserCodeError as wrong:
        print(f"cutedsl bundle: {wrong.message}", file=sys.stderr)
        return COULD_NOT_RUN
    made_on: dict[str, Any] = index["made_on"]
    sizes = [len(block) for block in contents]
    print(f"made by cutedsl {index['made_by']} for {made_on['system']}, {made_on['cpu']}, {made_on['python']}")
    programs: list[dict[str, Any]] = index["programs"]
    for facts in programs:
        images: list[int] = facts["images"]
        gpu: int | None = facts["gpu"]
        size = sum(sizes[number] for number in images) + (0 if gpu is None else sizes[gpu])
        print(f"{facts['target']:8} {size / 1024:8.1f} KiB  {facts['name']}{facts['signature']}")
    return 0
